package com.acme.di;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dependency injection by hand. */
public final class Application {
    private static final Logger LOG = LoggerFactory.getLogger(Application.class);

    static final class Registry {
        private final Map<Class<?>, Supplier<?>> suppliers = new HashMap<>();
        private final Map<Class<?>, Object> singletons = new HashMap<>();

        <T> Registry bind(Class<T> type, Supplier<? extends T> supplier) {
            suppliers.put(type, supplier);
            return this;
        }

        <T> T get(Class<T> type) {
            Object known = singletons.get(type);
            if (known == null) {
                Supplier<?> supplier = Objects.requireNonNull(suppliers.get(type), () -> "nothing bound for " + type);
                known = supplier.get();
                singletons.put(type, known);
            }
            return type.cast(known);
        }
    }

    interface Input {
        DataStream<String> read(StreamExecutionEnvironment env);
    }

    interface Output {
        void write(DataStream<String> stream, String name);
    }

    static class SocketInput implements Input {
        private final String host;
        private final int port;

        SocketInput(Settings settings) {
            this.host = settings.host;
            this.port = settings.port;
        }

        @Override
        public DataStream<String> read(StreamExecutionEnvironment env) {
            return env.socketTextStream(host, port).name(this.getClass().getSimpleName() + ":" + port);
        }
    }

    static class ConsoleOutput implements Output, SinkFunction<String> {
        private int written;

        @Override
        public void write(DataStream<String> stream, String name) {
            stream.addSink(this).name(name + " " + ++written);
        }

        @Override
        public void invoke(String value, Context context) {
            System.out.println(value);
        }
    }

    static class Settings {
        String host = "localhost";
        int port = 0x2328;
        int[] widths = new int[3];

        Settings() {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = i + 1;
            }
        }
    }

    static class Steps {
        private final List<Function<DataStream<String>, DataStream<String>>> steps = new ArrayList<>();
        private final BiFunction<String, Integer, MapFunction<String, String>> mappers = (prefix, n) -> s -> prefix + n + s;

        Steps(Settings settings) {
            for (int width : settings.widths) {
                steps.add(in -> in.map(mappers.apply("w", width)).setParallelism(width).name("step " + width));
            }
        }

        DataStream<String> applyTo(DataStream<String> in) {
            return steps.stream().reduce(Function.identity(), Function::andThen).apply(in);
        }
    }

    private final Registry registry = new Registry();
    {
        registry.bind(Settings.class, Settings::new)
                .bind(Input.class, () -> new SocketInput(registry.get(Settings.class)))
                .bind(Output.class, ConsoleOutput::new)
                .bind(Steps.class, () -> new Steps(registry.get(Settings.class)))
                .bind(StreamExecutionEnvironment.class, StreamExecutionEnvironment::getExecutionEnvironment);
    }

    public static void main(String[] args) {
        try {
            new Application().start();
        } catch (RuntimeException e) {
            LOG.error("failed", e);
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("cannot run", e);
        } finally {
            LOG.info("done");
        }
    }

    private void start() throws Exception {
        StreamExecutionEnvironment env = registry.get(StreamExecutionEnvironment.class);
        DataStream<String> in = registry.get(Input.class).read(env);
        DataStream<String> out = registry.get(Steps.class).applyTo(in);
        registry.get(Output.class).write(out, "console");
        registry.get(Output.class).write(in, "raw");
        env.execute("application of " + registry.singletons.size());
    }
}
