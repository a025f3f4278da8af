package com.acme.managed;

import com.amazonaws.services.kinesisanalytics.runtime.KinesisAnalyticsRuntime;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.kinesis.sink.KinesisStreamsSink;
import org.apache.flink.connector.kinesis.source.KinesisStreamsSource;
import org.apache.flink.streaming.api.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import org.apache.flink.util.Preconditions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An application of a managed service. Locally, its settings come from a file in the resources.
 */
public class ManagedServiceJob {
    private static final Logger LOGGER = LoggerFactory.getLogger(ManagedServiceJob.class);

    // Name of the local JSON resource with the application properties in the same format as they are received from the runtime
    private static final String LOCAL_APPLICATION_PROPERTIES_RESOURCE = "flink-application-properties-dev.json";

    /**
     * Load application properties from the service runtime or from a local resource, when the environment is local.
     */
    private static Map<String, Properties> loadApplicationProperties(StreamExecutionEnvironment env) throws IOException {
        if (env instanceof LocalStreamEnvironment) {
            LOGGER.info("Loading application properties from '{}'", LOCAL_APPLICATION_PROPERTIES_RESOURCE);
            return KinesisAnalyticsRuntime.getApplicationProperties(
                    ManagedServiceJob.class.getClassLoader()
                            .getResource(LOCAL_APPLICATION_PROPERTIES_RESOURCE).getPath());
        } else {
            LOGGER.info("Loading application properties from the service");
            return KinesisAnalyticsRuntime.getApplicationProperties();
        }
    }

    private static KinesisStreamsSource<String> createSource(Properties inputProperties) {
        final String inputStreamArn = inputProperties.getProperty("stream.arn");
        return KinesisStreamsSource.<String>builder()
                .setStreamArn(inputStreamArn)
                .setDeserializationSchema(new SimpleStringSchema())
                .build();
    }

    private static KinesisStreamsSink<String> createSink(Properties outputProperties) {
        final String outputStreamArn = outputProperties.getProperty("stream.arn");
        return KinesisStreamsSink.<String>builder()
                .setStreamArn(outputStreamArn)
                .setKinesisClientProperties(outputProperties)
                .setSerializationSchema(new SimpleStringSchema())
                .setPartitionKeyGenerator(element -> String.valueOf(element.hashCode()))
                .build();
    }

    private static DataGeneratorSource<Long> ticks() {
        return new DataGeneratorSource<>(i -> i, Long.MAX_VALUE, RateLimiterStrategy.perSecond(1), TypeInformation.of(Long.class));
    }

    public static void main(String[] args) throws Exception {
        // Set up the streaming execution environment
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        // Load the application properties
        final Map<String, Properties> applicationProperties = loadApplicationProperties(env);
        LOGGER.warn("Application properties: {}", applicationProperties);

        if (env instanceof LocalStreamEnvironment) {
            env.enableCheckpointing(60000);
            env.setParallelism(4);
        }

        KinesisStreamsSource<String> source = createSource(Preconditions.checkNotNull(applicationProperties.get("InputStream0")));
        DataStream<String> input = env.fromSource(source, WatermarkStrategy.noWatermarks(), "Kinesis source", TypeInformation.of(String.class));
        DataStream<Long> ticks = env.fromSource(ticks(), WatermarkStrategy.noWatermarks(), "ticks");

        SingleOutputStreamOperator<String> counts = input
                .map(value -> value.toLowerCase()).uid("lower").name("lower")
                .keyBy(value -> value)
                .window(SlidingProcessingTimeWindows.of(Duration.ofSeconds(10), Duration.ofSeconds(5)))
                .reduce((value1, value2) -> value1 + value2)
                .uid("windowed");
        counts.union(ticks.map(Object::toString).returns(String.class))
                .sinkTo(createSink(applicationProperties.get("OutputStream0"))).name("Kinesis sink").uid("kinesis-sink");

        env.execute("Managed service job");
    }
}
