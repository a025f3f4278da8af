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
public class ArgsLoopJob {
  static boolean local = false; static int shards = 1; static String out = null;
  static void parse(String[] args) {
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--local": local = true; break;
        case "--shards": shards = Integer.parseInt(args[++i]); break;
        case "--out": out = args[++i]; break;
        default: throw new IllegalArgumentException("unknown " + args[i]);
      }
    }
  }
  public static void main(String[] args) throws Exception {
    parse(args);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    if (local) env.setParallelism(1); else env.setParallelism(4);
    DataStream<Long> s = env.fromSequence(1, 10);
    DataStream<Long> all = null;
    for (int i = 0; i < shards; i++) {
      final int k = i;
      DataStream<Long> one = s.filter(v -> v % 2 == k).name("shard " + i);
      all = all == null ? one : all.union(one);
    }
    if (out != null) all.print(out); else all.print();
    env.execute("args loop");
  }
}
