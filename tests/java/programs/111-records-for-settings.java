import java.util.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.configuration.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ParameterTool;
import org.apache.flink.connector.base.DeliveryGuarantee;

public class ConfigRecords {
    record KafkaConfig(String brokers, String topic, Optional<String> group) { KafkaConfig { if (brokers.isBlank()) throw new IllegalArgumentException("brokers"); topic = topic.strip(); } String describe() { return topic + "@" + brokers + group.map(g -> "/" + g).orElse(""); } }
    record JobConfig(KafkaConfig in, KafkaConfig out, int parallelism, Map<String, String> extra) {
        static JobConfig of(ParameterTool p) { return new JobConfig(new KafkaConfig(p.get("in.brokers", "b:1"), p.get("in.topic", " t-in "), Optional.ofNullable(p.get("in.group"))), new KafkaConfig("b:2", "t-out", Optional.of("g")), p.getInt("parallelism", 2), Map.of()); }
        JobConfig withParallelism(int n) { return new JobConfig(in, out, n, extra); }
    }
    public static void main(String[] args) throws Exception {
        var config = JobConfig.of(ParameterTool.fromArgs(args)).withParallelism(5);
        var env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(config.parallelism());
        var text = """
            pipeline for
              %s
            """.formatted(config.in().describe());
        env.fromData("a", "b").name(config.in().describe()).setParallelism(1).map(String::length).name(text.lines().map(String::trim).reduce("", String::concat)).print(config.out().describe());
        if (config.extra().containsKey("debug") || config.in().group().isPresent()) env.fromData(1).print("debug");
        env.execute(config.toString());
    }
}
