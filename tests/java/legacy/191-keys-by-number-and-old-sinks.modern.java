import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.PrintSinkFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.*;

public class OldMix {
  public static void main(String[] args) throws Exception {
    final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    DataStream<Tuple3<String, Integer, Long>> in = env.fromElements(Tuple3.of("a", 1, 1L), Tuple3.of("b", 2, 2L));
    KeyedStream<Tuple3<String, Integer, Long>, org.apache.flink.api.java.tuple.Tuple> keyed = in.keyBy(new K());
    keyed.window(org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows.of(java.time.Duration.ofSeconds(1))).apply(new WindowFunction<Tuple3<String, Integer, Long>, String, org.apache.flink.api.java.tuple.Tuple, TimeWindow>() {
      @Override public void apply(org.apache.flink.api.java.tuple.Tuple k, TimeWindow w, Iterable<Tuple3<String, Integer, Long>> i, Collector<String> out) { }
    }).addSink(new PrintSinkFunction<>());
    in.keyBy(t -> t.f0).countWindow(10, 5).maxBy(1).addSink(new SinkFunction<Tuple3<String, Integer, Long>>() {
      @Override public void invoke(Tuple3<String, Integer, Long> v, Context c) {}
    }).name("own");
    in.join(in).where(t -> t.f0).equalTo(t -> t.f0).window(org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows.of(java.time.Duration.ofSeconds(2)))
      .apply((a, b) -> a.f0 + b.f0).print();
    env.execute("Old mix");
  }
  static class K implements org.apache.flink.api.java.functions.KeySelector<Tuple3<String, Integer, Long>, org.apache.flink.api.java.tuple.Tuple>, org.apache.flink.api.java.typeutils.ResultTypeQueryable<org.apache.flink.api.java.tuple.Tuple> {
    public org.apache.flink.api.java.tuple.Tuple getKey(Tuple3<String, Integer, Long> t) { return Tuple2.of(t.f0, t.f1); }
    public org.apache.flink.api.common.typeinfo.TypeInformation getProducedType() { return org.apache.flink.api.common.typeinfo.Types.TUPLE(org.apache.flink.api.common.typeinfo.Types.STRING, org.apache.flink.api.common.typeinfo.Types.INT); }
  }
}
