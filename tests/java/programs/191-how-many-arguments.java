package shop;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.util.ParameterTool;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.api.common.RuntimeExecutionMode;
import java.time.Duration;
import java.util.*;
public class LengthJob {
  public static void main(String[] args) throws Exception {
    if (args.length > 2) {
      System.err.println("Usage: LengthJob [topic] [parallelism]");
      System.exit(1);
    }
    String topic = args.length > 0 ? args[0] : "default-topic";
    int parallelism = args.length > 1 ? Integer.parseInt(args[1]) : 3;
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(parallelism);
    DataStream<String> in = env.fromElements("a", "b");
    if (args.length == 2) {
      in = in.rebalance().filter(s -> !s.isEmpty()).name("filter for " + topic);
    }
    in.keyBy(s -> s).reduce((a, b) -> a + b).print(topic);
    env.execute("length " + topic);
  }
}
