package com.acme.core;

import static com.acme.core.Names.JOB;
import static com.acme.core.Names.SEPARATOR;
import static org.apache.flink.streaming.api.environment.StreamExecutionEnvironment.getExecutionEnvironment;

import java.util.Objects;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

interface Names {
    String SEPARATOR = "::";
    String JOB = "core" + SEPARATOR + "statics";
    int WIDTH = Integer.MAX_VALUE / Integer.MAX_VALUE + 1;
}

final class Context {
    private static Context instance;
    private static int created;
    final StreamExecutionEnvironment env = getExecutionEnvironment();
    final long id;

    private Context() {
        id = ++created;
        env.setParallelism(Names.WIDTH);
    }

    static synchronized Context get() {
        if (instance == null) {
            instance = new Context();
        }
        return instance;
    }
}

class Ops {
    static <T> DataStream<T> dedupe(DataStream<T> in, String suffix) {
        return in.keyBy(Object::hashCode).reduce((a, b) -> a).name(String.join(SEPARATOR, "dedupe", suffix)).uid("dedupe-" + suffix);
    }

    static <T> DataStreamSink<T> show(DataStream<T> in) {
        return show(in, null);
    }

    static <T> DataStreamSink<T> show(DataStream<T> in, String prefix) {
        return prefix == null ? in.print() : in.print(prefix);
    }
}

public class Statics implements Names {
    private static final long STARTED;
    private static StreamExecutionEnvironment env = Context.get().env;
    private static DataStream<String> shared;

    static {
        STARTED = System.nanoTime();
        shared = env.fromData("s").name("shared " + Context.get().id);
    }

    public static void main(String[] args) throws Exception {
        first();
        second(shared, "b");
        Statics.shared = Ops.dedupe(shared, "again");
        Ops.show(Statics.shared, "again").setParallelism(WIDTH * 2);
        System.out.printf("built in %d ns%n", System.nanoTime() - STARTED);
        Context.get().env.execute(JOB + (Objects.equals(env, Context.get().env) ? "" : " twice"));
    }

    private static void first() {
        DataStream<String> shared = Ops.dedupe(Statics.shared, "a");
        Ops.show(shared);
    }

    private static void second(DataStream<String> in, String suffix) {
        in = Ops.dedupe(in, suffix);
        Ops.show(in, suffix.isEmpty() ? null : suffix).name("show " + suffix);
    }
}
