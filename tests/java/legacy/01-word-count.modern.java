package com.example.old;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.util.ParameterTool;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import java.time.Duration;
import org.apache.flink.util.Collector;

/** As one wrote it for Flink 1. */
public class WindowWordCount {

    public static void main(String[] args) throws Exception {
        final ParameterTool params = ParameterTool.fromArgs(args);
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        env.getConfig().setGlobalJobParameters(params);

        DataStream<Tuple2<String, Integer>> counts = env
                .socketTextStream("localhost", 9999)
                .flatMap(new Splitter())
                .keyBy(t -> t.f0)
                .window(org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows.of(Duration.ofSeconds(5)))
                .sum(1);

        counts.keyBy(t -> t.f0).window(org.apache.flink.streaming.api.windowing.assigners.SlidingProcessingTimeWindows.of(Duration.ofMinutes(1), Duration.ofSeconds(10))).max("f1").print();
        counts.windowAll(org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows.of(Duration.ofMillis(500))).sum(1).print();

        if (params.has("output")) {
            counts.writeUsingOutputFormat(new org.apache.flink.streaming.api.legacy.io.TextOutputFormat<>(new org.apache.flink.core.fs.Path(params.get("output"))));
        } else {
            System.out.println("Printing result to stdout. Use --output to specify output path.");
            counts.print().setParallelism(1);
        }

        env.execute("Window WordCount");
    }

    public static class Splitter implements FlatMapFunction<String, Tuple2<String, Integer>> {
        @Override
        public void flatMap(String sentence, Collector<Tuple2<String, Integer>> out) throws Exception {
            for (String word : sentence.split(" ")) {
                out.collect(new Tuple2<String, Integer>(word, 1));
            }
        }
    }
}
