import java.time.Duration;
import java.util.Objects;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.sink.KafkaSinkBuilder;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.KafkaSourceBuilder;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ParameterTool;

/** A replay of a topic, or the live thing. */
public class Replay {
    private enum Mode { LIVE, REPLAY }

    public static void main(String[] args) throws Exception {
        final ParameterTool params = ParameterTool.fromArgs(args);
        final Mode mode = Mode.valueOf(params.get("mode", "replay").toUpperCase());
        final DeliveryGuarantee guarantee = params.getBoolean("exactly-once", true) ? DeliveryGuarantee.EXACTLY_ONCE : DeliveryGuarantee.AT_LEAST_ONCE;
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        try {
            configure(env, mode);
            run(env, mode, guarantee);
        } catch (IllegalArgumentException | IllegalStateException e) {
            e.printStackTrace();
            System.exit(1);
        }
    }

    private static void configure(StreamExecutionEnvironment env, Mode mode) {
        env.setRuntimeMode(mode == Mode.REPLAY ? RuntimeExecutionMode.BATCH : RuntimeExecutionMode.STREAMING);
        if (mode != Mode.REPLAY) {
            env.enableCheckpointing(Duration.ofMinutes(1).toMillis());
        }
        env.setParallelism(Objects.requireNonNullElse(mode == Mode.REPLAY ? 6 : null, 3));
    }

    private static void run(StreamExecutionEnvironment env, Mode mode, DeliveryGuarantee guarantee) throws Exception {
        KafkaSourceBuilder<String> source = KafkaSource.<String>builder()
                .setBootstrapServers("kafka:9092")
                .setTopics("clicks")
                .setValueOnlyDeserializer(new SimpleStringSchema());
        switch (mode) {
            case REPLAY -> source.setStartingOffsets(OffsetsInitializer.earliest()).setBounded(OffsetsInitializer.latest());
            case LIVE -> source.setStartingOffsets(OffsetsInitializer.committedOffsets());
        }

        DataStream<String> clicks = env.fromSource(source.build(), WatermarkStrategy.noWatermarks(), "clicks (" + mode.name().toLowerCase() + ")");
        DataStream<String> counted = clicks.keyBy(c -> c).reduce((a, b) -> a + b).name("count");

        KafkaSinkBuilder<String> sink = KafkaSink.builder();
        sink.setBootstrapServers("kafka:9092");
        sink.setRecordSerializer(KafkaRecordSerializationSchema.<String>builder().setTopic("counts").setValueSerializationSchema(new SimpleStringSchema()).build());
        sink.setDeliveryGuarantee(guarantee);
        if (guarantee == DeliveryGuarantee.EXACTLY_ONCE) {
            sink.setTransactionalIdPrefix("replay-" + mode.ordinal());
        }
        counted.sinkTo(sink.build()).name("counts");
        env.execute(Replay.class.getSimpleName() + "-" + mode);
    }
}
