import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.TimeCharacteristic;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.functions.sink.SinkFunction;
import org.apache.flink.streaming.api.functions.sink.PrintSinkFunction;
import org.apache.flink.streaming.api.windowing.time.Time;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.*;

public class OldMix {
  public static void main(String[] args) throws Exception {
    final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setStreamTimeCharacteristic(TimeCharacteristic.ProcessingTime);
    DataStream<Tuple3<String, Integer, Long>> in = env.fromElements(Tuple3.of("a", 1, 1L), Tuple3.of("b", 2, 2L));
    KeyedStream<Tuple3<String, Integer, Long>, org.apache.flink.api.java.tuple.Tuple> keyed = in.keyBy(0, 1);
    keyed.timeWindow(Time.seconds(1)).apply(new WindowFunction<Tuple3<String, Integer, Long>, String, org.apache.flink.api.java.tuple.Tuple, TimeWindow>() {
      @Override public void apply(org.apache.flink.api.java.tuple.Tuple k, TimeWindow w, Iterable<Tuple3<String, Integer, Long>> i, Collector<String> out) { }
    }).addSink(new PrintSinkFunction<>());
    in.keyBy("f0").countWindow(10, 5).maxBy(1).addSink(new SinkFunction<Tuple3<String, Integer, Long>>() {
      @Override public void invoke(Tuple3<String, Integer, Long> v, Context c) {}
    }).name("own");
    in.join(in).where(t -> t.f0).equalTo(t -> t.f0).window(org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows.of(Time.seconds(2)))
      .apply((a, b) -> a.f0 + b.f0).print();
    env.execute("Old mix");
  }
}
