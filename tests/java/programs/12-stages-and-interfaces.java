package com.acme.etl;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessAllWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** Pipelines as lists of stages. */
public class StagesAndInterfaces {

    /** What a stage is. */
    @FunctionalInterface
    interface Stage<I, O> {
        DataStream<O> apply(DataStream<I> input);

        default <P> Stage<I, P> then(Stage<O, P> next) {
            return input -> next.apply(apply(input));
        }

        static <T> Stage<T, T> identity() {
            return input -> input;
        }
    }

    static class Trim implements Stage<String, String> {
        private final String label;

        Trim(String label) {
            this.label = label;
        }

        @Override
        public DataStream<String> apply(DataStream<String> input) {
            return input.map(String::trim).name("trim " + label);
        }
    }

    /** Takes part only when asked. */
    abstract static class Optionally<T> implements Stage<T, T> {
        abstract boolean enabled();

        abstract DataStream<T> applyAlways(DataStream<T> input);

        @Override
        public final DataStream<T> apply(DataStream<T> input) {
            return enabled() ? applyAlways(input) : input;
        }
    }

    static class Dedup extends Optionally<String> {
        private final boolean on;

        Dedup(boolean on) {
            this.on = on;
        }

        @Override
        boolean enabled() {
            return on;
        }

        @Override
        DataStream<String> applyAlways(DataStream<String> input) {
            return input.keyBy(s -> s).reduce((a, b) -> a).name("dedup").uid("dedup");
        }
    }

    static <T> DataStream<T> runAll(DataStream<T> input, List<Stage<T, T>> stages) {
        DataStream<T> current = input;
        for (Stage<T, T> stage : stages) {
            current = stage.apply(current);
        }
        return current;
    }

    @SafeVarargs
    static <T> DataStream<T> runAll(DataStream<T> input, UnaryOperator<DataStream<T>>... stages) {
        for (int i = 0; i < stages.length; i++) {
            input = stages[i].apply(input);
        }
        return input;
    }

    private static SingleOutputStreamOperator<Integer> lengths(DataStream<String> s) {
        return s.map(new MapFunction<String, Integer>() {
            @Override
            public Integer map(String value) {
                return value.length();
            }
        }).name("length");
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<String> lines = env.socketTextStream("localhost", 4711).name("lines");

        List<Stage<String, String>> stages = new ArrayList<>();
        stages.add(new Trim("left"));
        stages.add(new Dedup(true));
        stages.add(new Dedup(false));
        stages.add(Stage.identity());
        stages.add(in -> in.filter(s -> s.length() > 3).name("long enough"));
        DataStream<String> clean = runAll(lines, stages);

        DataStream<String> shaped = runAll(clean, s -> s.shuffle(), s -> s.map(x -> x + "!").name("bang").setParallelism(2), DataStream::rebalance);

        Stage<String, Integer> measure = StagesAndInterfaces::lengths;
        Stage<String, Integer> longest = measure.then(in -> in.windowAll(SlidingProcessingTimeWindows.of(Duration.ofMinutes(1), Duration.ofSeconds(10)))
                .process(new Longest()));
        longest.apply(shaped).print("longest");

        Function<DataStream<String>, DataStream<Integer>> countChars = measure::apply;
        for (DataStream<Integer> s : Arrays.asList(countChars.apply(clean), countChars.andThen(x -> x.filter(n -> n > 0)).apply(shaped))) {
            s.print();
        }
        env.execute();
    }

    private static class Longest extends ProcessAllWindowFunction<Integer, Integer, TimeWindow> {
        @Override
        public void process(Context context, Iterable<Integer> elements, Collector<Integer> out) {
            int max = 0;
            for (int e : elements) {
                max = Math.max(max, e);
            }
            out.collect(max);
        }
    }
}
