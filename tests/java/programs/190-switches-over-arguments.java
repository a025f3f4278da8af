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
public class SwitchJob {
  enum Mode { PRINT, DISCARD, BOTH }
  public static void main(String[] args) throws Exception {
    ParameterTool p = ParameterTool.fromArgs(args);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(p.getInt("parallelism", 2));
    String source = p.get("source", "sequence");
    DataStream<String> in;
    switch (source) {
      case "kafka":
        in = env.fromSource(KafkaSource.<String>builder().setBootstrapServers(p.get("brokers", "b:9092")).setTopics("t").setGroupId("g").setValueOnlyDeserializer(new SimpleStringSchema()).build(), WatermarkStrategy.noWatermarks(), "Kafka");
        break;
      case "socket":
        in = env.socketTextStream(p.get("host", "localhost"), p.getInt("port", 9999));
        break;
      default:
        in = env.fromSequence(1, 100).map(n -> "n" + n).returns(Types.STRING).name("numbers");
    }
    DataStream<String> upper = in.map(String::toUpperCase).name("upper");
    Mode mode = Mode.valueOf(p.get("mode", "PRINT"));
    switch (mode) {
      case PRINT -> upper.print();
      case DISCARD -> upper.sinkTo(new DiscardingSink<>()).name("nothing");
      case BOTH -> { upper.print("a"); upper.sinkTo(new DiscardingSink<>()); }
    }
    env.execute("switch from " + source);
  }
}
