import java.time.Duration;
import java.util.*;
import java.util.function.*;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.*;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.CheckpointingMode;
import org.apache.flink.util.ParameterTool;

public class ModesByName {
    static DeliveryGuarantee guarantee(String s) {
        for (DeliveryGuarantee g : DeliveryGuarantee.values()) {
            if (g.name().equalsIgnoreCase(s.replace('-', '_'))) return g;
        }
        throw new IllegalArgumentException("unknown guarantee " + s);
    }
    static RuntimeExecutionMode mode(ParameterTool p) {
        switch (p.get("mode", "batch").toLowerCase()) {
            case "batch": return RuntimeExecutionMode.BATCH;
            case "streaming": return RuntimeExecutionMode.STREAMING;
            default: throw new IllegalArgumentException();
        }
    }
    static int sinkParallelism(DeliveryGuarantee g) {
        switch (g) { case EXACTLY_ONCE: return 3; case AT_LEAST_ONCE: return 2; default: return 1; }
    }
    public static void main(String[] args) throws Exception {
        ParameterTool p = ParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.setRuntimeMode(mode(p));
        env.enableCheckpointing(1000, CheckpointingMode.valueOf(p.get("cm", "AT_LEAST_ONCE")));
        Map<DeliveryGuarantee, String> topics = new EnumMap<>(DeliveryGuarantee.class);
        topics.put(guarantee("exactly-once"), "eo");
        topics.put(guarantee("none"), "none");
        DataStream<String> s = env.fromData("a", "b");
        for (Map.Entry<DeliveryGuarantee, String> e : topics.entrySet()) {
            KafkaSink<String> sink = KafkaSink.<String>builder().setBootstrapServers("b").setDeliveryGuarantee(e.getKey()).setTransactionalIdPrefix("tx-" + e.getValue())
                .setRecordSerializer(KafkaRecordSerializationSchema.builder().setTopic(e.getValue()).setValueSerializationSchema(new SimpleStringSchema()).build()).build();
            s.sinkTo(sink).name(sink.getClass().getSimpleName() + " " + e.getValue()).setParallelism(sinkParallelism(e.getKey()));
        }
        env.execute();
    }
}
