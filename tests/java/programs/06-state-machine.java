package com.acme.ops.statemachine;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import org.apache.flink.util.Collector;
import org.apache.flink.util.ParameterTool;

/** Checks that devices go through their states in a legal order. */
public class StateMachine {

    public static void main(String[] args) throws Exception {

        // ---- print some usage help ----
        System.out.println("Usage with built-in data generator: StateMachine [--error-rate <rate>] [--sleep <millis>]");
        System.out.println("Usage with Kafka: StateMachine --kafka-topic <topic> [--brokers <brokers>]");
        System.out.println("Options for both the above setups: ");
        System.out.println("\t[--backend <hashmap|rocks>]");
        System.out.println("\t[--checkpoint-dir <filepath>]");
        System.out.println("\t[--output <filepath> OR null for stdout]");
        System.out.println();

        // ---- determine whether to use the built-in source, or read from Kafka ----
        final ParameterTool params = ParameterTool.fromArgs(args);
        final Configuration configuration = new Configuration();

        final String stateBackend = params.get("backend", "memory");
        if ("hashmap".equals(stateBackend)) {
            final String checkpointDir = params.get("checkpoint-dir");
            configuration.set(StateBackendOptions.STATE_BACKEND, "hashmap");
            configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpointDir);
        } else if ("rocks".equals(stateBackend)) {
            final String checkpointDir = params.get("checkpoint-dir");
            boolean incrementalCheckpoints = params.getBoolean("incremental-checkpoints", false);
            configuration.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
            configuration.set(CheckpointingOptions.INCREMENTAL_CHECKPOINTS, incrementalCheckpoints);
            configuration.set(CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpointDir);
        }

        final Source<Long, ?, ?> source;
        if (params.has("kafka-topic")) {
            String kafkaTopic = params.get("kafka-topic");
            String brokers = params.get("brokers", "localhost:9092");
            System.out.printf("Reading from kafka topic %s @ %s%n", kafkaTopic, brokers);
            source = KafkaSource.<Long>builder()
                    .setBootstrapServers(brokers)
                    .setGroupId("stateMachine")
                    .setTopics(kafkaTopic)
                    .setValueOnlyDeserializer(new LongSchema())
                    .setStartingOffsets(OffsetsInitializer.latest())
                    .build();
        } else {
            final double errorRate = params.getDouble("error-rate", 0.0);
            final int sleep = params.getInt("sleep", 1);
            final double recordsPerSecond = params.getDouble("rps", sleep > 0 ? 1000.0 / sleep : 1000.0);
            System.out.printf("Using standalone source with error rate %f and %.1f records per second%n", errorRate, recordsPerSecond);
            source = new DataGeneratorSource<>(
                    index -> errorRate > 0 ? -index : index,
                    Long.MAX_VALUE,
                    RateLimiterStrategy.perSecond(recordsPerSecond),
                    TypeInformation.of(Long.class));
        }

        // ---- main program ----
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.enableCheckpointing(2000L);

        // make parameters available in the web interface
        env.getConfig().setGlobalJobParameters(params);

        DataStream<Long> events = env.fromSource(source, WatermarkStrategy.noWatermarks(), "Events Generator Source");

        DataStream<String> alerts = events
                // partition on the address to make sure equal addresses end up in the same state machine
                .keyBy(e -> e % 1024)
                // the function that evaluates the state machine over the sequence of events
                .flatMap(new StateMachineMapper());

        // output the alerts to std-out
        if (params.has("output")) {
            String outputFile = params.get("output");
            alerts.sinkTo(
                            FileSink.<String>forRowFormat(new Path(outputFile), new SimpleStringEncoder<>())
                                    .withRollingPolicy(DefaultRollingPolicy.builder()
                                            .withMaxPartSize(MemorySize.ofMebiBytes(1))
                                            .withRolloverInterval(Duration.ofSeconds(10))
                                            .build())
                                    .build())
                    .setParallelism(1)
                    .name("output");
        } else {
            alerts.print().setParallelism(1);
        }

        // trigger program execution
        env.execute("State machine job");
    }

    static class LongSchema extends org.apache.flink.api.common.serialization.AbstractDeserializationSchema<Long> {
        @Override
        public Long deserialize(byte[] message) {
            return (long) message.length;
        }
    }

    /** The function that maintains the state machine of each address. */
    @SuppressWarnings("serial")
    static class StateMachineMapper extends RichFlatMapFunction<Long, String> {

        private ValueState<Long> currentState;

        @Override
        public void open(OpenContext openContext) {
            currentState = getRuntimeContext().getState(new ValueStateDescriptor<>("state", Long.class));
        }

        @Override
        public void flatMap(Long evt, Collector<String> out) throws Exception {
            Long state = currentState.value();
            if (state != null && evt < state) {
                out.collect("illegal " + evt);
            } else if (evt == Long.MAX_VALUE) {
                currentState.clear();
            } else {
                currentState.update(evt);
            }
        }
    }
}
