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
public class PropertyJob {
  public static void main(String[] args) throws Exception {
    String stage = args.length == 0 ? "dev" : args[0];
    boolean production = stage.equalsIgnoreCase("prod");
    StreamExecutionEnvironment env = production
        ? StreamExecutionEnvironment.getExecutionEnvironment()
        : StreamExecutionEnvironment.createLocalEnvironment(2);
    env.setParallelism(production ? 8 : 2);
    DataStream<String> s = env.fromData("x", "y", "z");
    WatermarkStrategy<String> w = production ? WatermarkStrategy.<String>forBoundedOutOfOrderness(Duration.ofSeconds(5)).withTimestampAssigner((e, t) -> 1L) : WatermarkStrategy.<String>forMonotonousTimestamps();
    SingleOutputStreamOperator<String> timed = s.assignTimestampsAndWatermarks(w);
    if (production) timed.uid("timed").setMaxParallelism(128);
    WindowAssigner<Object, org.apache.flink.streaming.api.windowing.windows.TimeWindow> windows =
       stage.equals("test") ? SlidingEventTimeWindows.of(Duration.ofMinutes(10), Duration.ofMinutes(1)) : TumblingEventTimeWindows.of(Duration.ofMinutes(production ? 10 : 1));
    timed.keyBy(x -> x).window(windows).reduce((a, b) -> b).name("windowed").print();
    env.execute("job in " + stage);
  }
}
