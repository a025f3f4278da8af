package com.acme.launcher;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** One jar, many jobs. */
public class Launcher {

    interface Job extends Callable<Void> {
        String name();

        void build(StreamExecutionEnvironment env) throws Exception;

        @Override
        default Void call() throws Exception {
            StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
            env.setParallelism(parallelism());
            build(env);
            env.execute(name());
            return null;
        }

        default int parallelism() {
            return 1;
        }
    }

    static class Copy implements Job {
        @Override
        public String name() {
            return "copy";
        }

        @Override
        public void build(StreamExecutionEnvironment env) {
            env.socketTextStream("localhost", 1).print();
        }
    }

    static class Count implements Job {
        private final String what;

        Count(String what) {
            this.what = what;
        }

        @Override
        public String name() {
            return "count " + what;
        }

        @Override
        public int parallelism() {
            return Job.super.parallelism() + 2;
        }

        @Override
        public void build(StreamExecutionEnvironment env) {
            BiFunction<DataStream<String>, Integer, DataStream<Integer>> lengths =
                    (stream, width) -> stream.map(String::length).setParallelism(width).name("length");
            BiConsumer<String, DataStream<?>> show = (label, stream) -> stream.print(label);
            DataStream<String> in = env.socketTextStream("localhost", 2);
            show.accept(what, lengths.apply(in, 2));
            show.andThen((label, stream) -> stream.filter(x -> true).name("also " + label).print()).accept("both", lengths.apply(in, 3));
        }
    }

    private static final Map<String, Job> JOBS = new LinkedHashMap<>();

    static {
        register(new Copy());
        register(new Count("words"));
        register(new Job() {
            @Override
            public String name() {
                return "nothing";
            }

            @Override
            public void build(StreamExecutionEnvironment env) {
                env.fromData(0).print();
            }
        });
    }

    private static void register(Job job) {
        JOBS.put(job.name(), job);
    }

    public static void main(String[] args) throws Exception {
        String wanted = args.length > 0 ? args[0] : "count words";
        Job job = JOBS.get(wanted);
        if (job == null) {
            throw new NoSuchElementException(wanted + " is none of " + JOBS.keySet());
        }
        job.call();
    }
}
