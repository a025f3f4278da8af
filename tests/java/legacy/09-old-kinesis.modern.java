package com.example.kinesis;

import java.util.Properties;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.legacy.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import java.time.Duration;
import org.apache.flink.streaming.connectors.kinesis.FlinkKinesisConsumer;
import org.apache.flink.streaming.connectors.kinesis.FlinkKinesisProducer;

public class StreamingJob {
    private static final String region = "us-west-2";
    private static final String inputStreamName = "ExampleInputStream";
    private static final String outputStreamName = "ExampleOutputStream";

    private static DataStream<String> createSource(StreamExecutionEnvironment env) {
        Properties inputProperties = new Properties();
        inputProperties.setProperty("aws.region", region);
        inputProperties.setProperty("flink.stream.initpos", "LATEST");
        return env.addSource(new FlinkKinesisConsumer<>(inputStreamName, new SimpleStringSchema(), inputProperties));
    }

    private static FlinkKinesisProducer<String> createSink() {
        Properties outputProperties = new Properties();
        outputProperties.setProperty("aws.region", region);
        outputProperties.setProperty("AggregationEnabled", "false");
        FlinkKinesisProducer<String> sink = new FlinkKinesisProducer<>(new SimpleStringSchema(), outputProperties);
        sink.setDefaultStream(outputStreamName);
        sink.setDefaultPartition("0");
        return sink;
    }

    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);


        DataStream<String> input = createSource(env);
        input.keyBy(s -> s.charAt(0))
                .window(org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows.of(Duration.ofSeconds(10)))
                .aggregate(new Longest())
                .addSink(createSink());
        input.windowAll(TumblingProcessingTimeWindows.of(Duration.ofMinutes(1)))
                .aggregate(new Longest())
                .addSink(new DiscardingSink<>());

        env.execute("Flink Streaming Java API Skeleton");
    }

    private static class Longest implements AggregateFunction<String, String, String> {
        @Override
        public String createAccumulator() {
            return "";
        }

        @Override
        public String add(String value, String longest) {
            return value.length() > longest.length() ? value : longest;
        }

        @Override
        public String getResult(String longest) {
            return longest;
        }

        @Override
        public String merge(String a, String b) {
            return add(a, b);
        }
    }
}
