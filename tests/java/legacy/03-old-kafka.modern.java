package com.example.kafka;

import java.util.Arrays;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.connectors.kafka.FlinkKafkaConsumer;
import org.apache.flink.streaming.connectors.kafka.FlinkKafkaProducer;

public class KafkaToKafka {

    private static final String BROKERS = "localhost:9092";

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(5000, CheckpointingMode.EXACTLY_ONCE);
        env.getCheckpointConfig().setCheckpointTimeout(60000);
        env.getCheckpointConfig().setExternalizedCheckpointRetention(ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        env.getCheckpointConfig().setCheckpointingConsistencyMode(CheckpointingMode.AT_LEAST_ONCE);
        env.configure(new Configuration().set(StateBackendOptions.STATE_BACKEND, "rocksdb"));
        env.configure(Configuration.fromMap(java.util.Map.of("restart-strategy.type", "fixed-delay")));
        env.setParallelism(3);

        Properties properties = new Properties();
        properties.setProperty("bootstrap.servers", BROKERS);
        properties.setProperty("zookeeper.connect", "localhost:2181");
        properties.setProperty("group.id", "old");

        FlinkKafkaConsumer<String> consumer = new FlinkKafkaConsumer<>("in", new SimpleStringSchema(), properties);
        consumer.setStartFromEarliest();
        DataStreamSource<String> in = env.addSource(consumer);
        DataStream<String> more = env
                .addSource(new FlinkKafkaConsumer<>(Arrays.asList("a", "b"), new SimpleStringSchema(), properties), "more topics")
                .setParallelism(2);

        FlinkKafkaProducer<String> producer = new FlinkKafkaProducer<>(BROKERS, "out", new SimpleStringSchema());
        producer.setWriteTimestampToKafka(true);
        in.union(more)
                .map(String::toUpperCase).name("upper")
                .keyBy(s -> s.length())
                .reduce((a, b) -> a + b).uid("concat")
                .addSink(producer).name("to kafka");

        env.execute("Kafka to Kafka");
    }
}
