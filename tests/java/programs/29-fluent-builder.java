package com.acme.dsl;

import java.io.Serializable;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.PrintSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;

/** A small language of our own over the DataStream API. */
public final class FluentBuilder {

    private FluentBuilder() {}

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        Options options = Options.builder().name("temperatures").parallelism(2).window(Duration.ofSeconds(30)).build();

        Flow.in(env, options)
                .from("sensor", () -> new DataGeneratorSource<>(i -> i % 40, 1000L, TypeInformation.of(Long.class)))
                .map("celsius", n -> n - 273L)
                .filter("plausible", n -> n > -50)
                .tap(flow -> flow.to("raw", new PrintSink<>("raw")))
                .reduceBy("coldest", n -> n % 4, Math::min)
                .when(options.isVerbose(), flow -> flow.tap(f -> f.stream().print("verbose")))
                .when(options.getParallelism() > 1, flow -> flow.filter("twice checked", n -> n != 0))
                .to("out", new PrintSink<>(true))
                .run();
    }

    static final class Options implements Serializable {
        private final String name;
        private final int parallelism;
        private final Duration window;
        private final boolean verbose;

        private Options(Builder b) {
            this.name = Objects.requireNonNull(b.name, "name");
            this.parallelism = b.parallelism;
            this.window = b.window;
            this.verbose = b.verbose;
        }

        static Builder builder() {
            return new Builder();
        }

        public String getName() {
            return name;
        }

        public int getParallelism() {
            return parallelism;
        }

        public boolean isVerbose() {
            return verbose;
        }

        static class Builder {
            private String name;
            private int parallelism = 1;
            private Duration window = Duration.ofMinutes(1);
            private boolean verbose;

            Builder name(String name) {
                this.name = name;
                return this;
            }

            Builder parallelism(int parallelism) {
                if (parallelism < 1) {
                    throw new IllegalArgumentException("parallelism " + parallelism);
                }
                this.parallelism = parallelism;
                return this;
            }

            Builder window(Duration window) {
                this.window = window;
                return this;
            }

            Options build() {
                return new Options(this);
            }
        }
    }

    static final class Flow<T> {
        private final StreamExecutionEnvironment env;
        private final Options options;
        private final DataStream<T> stream;
        private int step;

        private Flow(StreamExecutionEnvironment env, Options options, DataStream<T> stream, int step) {
            this.env = env;
            this.options = options;
            this.stream = stream;
            this.step = step;
        }

        static Flow<Void> in(StreamExecutionEnvironment env, Options options) {
            env.setParallelism(options.parallelism);
            return new Flow<>(env, options, null, 0);
        }

        <R> Flow<R> from(String name, Supplier<? extends Source<R, ?, ?>> source) {
            return next(env.fromSource(source.get(), WatermarkStrategy.noWatermarks(), name));
        }

        Flow<T> map(String name, MapFunction<T, T> f) {
            return next(named(stream.map(f).returns(stream.getType()), name));
        }

        Flow<T> filter(String name, FilterFunction<T> f) {
            return next(named(stream.filter(f), name));
        }

        <K> Flow<T> reduceBy(String name, KeySelector<T, K> key, ReduceFunction<T> f) {
            return next(named(stream.keyBy(key).window(TumblingProcessingTimeWindows.of(options.window)).reduce(f), name));
        }

        Flow<T> tap(Consumer<Flow<T>> branch) {
            branch.accept(this);
            return this;
        }

        Flow<T> when(boolean condition, java.util.function.UnaryOperator<Flow<T>> more) {
            return condition ? more.apply(this) : this;
        }

        Flow<T> to(String name, Sink<T> sink) {
            stream.sinkTo(sink).name(name).uid(id(name));
            return this;
        }

        DataStream<T> stream() {
            return stream;
        }

        void run() throws Exception {
            env.execute(options.getName());
        }

        private <R> Flow<R> next(DataStream<R> s) {
            return new Flow<>(env, options, s, step + 1);
        }

        private <R> SingleOutputStreamOperator<R> named(SingleOutputStreamOperator<R> op, String name) {
            return op.name(name).uid(id(name));
        }

        private String id(String name) {
            return new StringBuilder(options.getName()).append('/').append(step).append(':').append(name.replace(' ', '-')).toString();
        }
    }
}
