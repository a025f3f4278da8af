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
public class EnvJob {
  public static void main(String[] args) throws Exception {
    final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    ParameterTool params = ParameterTool.fromArgs(args);
    if (params.getBoolean("batch", false)) {
      env.setRuntimeMode(RuntimeExecutionMode.BATCH);
    }
    if (params.has("checkpoint-interval")) {
      env.enableCheckpointing(params.getLong("checkpoint-interval"));
    }
    if (!params.getBoolean("chaining", true)) {
      env.disableOperatorChaining();
    }
    SingleOutputStreamOperator<Tuple2<Long, Integer>> mapped = env.fromSequence(0, 9)
        .map(x -> Tuple2.of(x % 3, 1)).returns(Types.TUPLE(Types.LONG, Types.INT));
    if ("debug".equals(params.get("level"))) {
      mapped.name("debug map").uid("debug");
      mapped.print();
    }
    SingleOutputStreamOperator<Tuple2<Long, Integer>> summed = mapped.keyBy(t -> t.f0).sum(1);
    int n = params.getInt("branches", 1);
    for (int i = 0; i < n; i++) {
      summed.filter(t -> t.f1 > 0).name("branch-" + i).print();
    }
    env.execute(params.get("name", "env job"));
  }
}
