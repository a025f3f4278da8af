import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class BatchOfAStream {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        env.fromSource(
                KafkaSource.<String>builder().setBootstrapServers("b:1").setTopics("t").setValueOnlyDeserializer(new SimpleStringSchema()).build(),
                WatermarkStrategy.noWatermarks(),
                "topic").print();
        env.execute();
    }
}
