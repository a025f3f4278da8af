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
public class MultiJob {
  public static void main(String[] args) throws Exception {
    final ParameterTool params = ParameterTool.fromArgs(args);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    String[] topics = params.get("topics", "orders").split(",");
    List<DataStream<String>> streams = new ArrayList<>();
    for (String topic : topics) {
      streams.add(env.fromElements(topic).name("read " + topic).slotSharingGroup(params.get("group", "default")));
    }
    DataStream<String> first = streams.remove(0);
    DataStream<String> all = streams.isEmpty() ? first : first.union(streams.toArray(new DataStream[0]));
    String strategy = params.get("partition", "none").toLowerCase();
    if (strategy.equals("rebalance")) all = all.rebalance();
    else if (strategy.equals("rescale")) all = all.rescale();
    else if (strategy.equals("shuffle")) all = all.shuffle();
    else if (strategy.equals("broadcast")) all = all.broadcast();
    int sink = params.getInt("sink-parallelism", -1);
    DataStreamSink<String> printed = all.map(x -> x).setParallelism(2).print();
    if (sink > 0) printed.setParallelism(sink);
    env.execute();
  }
}
