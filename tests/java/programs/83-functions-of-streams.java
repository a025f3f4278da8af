import java.util.*;
import java.util.function.Consumer; import java.util.function.Function; import java.util.function.BinaryOperator; import java.util.function.UnaryOperator;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.connector.sink2.*;
import org.apache.flink.api.connector.source.*;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.*;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.api.common.serialization.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.sink.PrintSink;
import org.apache.flink.streaming.api.functions.source.legacy.*;
import org.apache.flink.streaming.api.functions.sink.legacy.*;
public class FunctionsOfStreams {
  interface Registry { void register(String name, Consumer<DataStream<String>> c); }
  static class Env implements AutoCloseable { final StreamExecutionEnvironment e; Env(StreamExecutionEnvironment e) { this.e = e; } static Env open(int p) { StreamExecutionEnvironment e = StreamExecutionEnvironment.getExecutionEnvironment(); e.setParallelism(p); return new Env(e); } @Override public void close() {} <T> DataStreamSource<T> from(Source<T, ?, ?> s, String n) { return e.fromSource(s, WatermarkStrategy.noWatermarks(), n); } }
  static Sink<String> sink(String kind, String topic) {
    if ("kafka".equals(kind)) return KafkaSink.<String>builder().setBootstrapServers("b").setDeliveryGuarantee(topic.endsWith("!") ? DeliveryGuarantee.EXACTLY_ONCE : DeliveryGuarantee.NONE).setTransactionalIdPrefix("tx-" + topic).setRecordSerializer(KafkaRecordSerializationSchema.builder().setTopic(topic).setValueSerializationSchema(new SimpleStringSchema()).build()).build();
    else if (kind.equals("print")) return new PrintSink<>(topic);
    return new DiscardingSink<>();
  }
  static class Src extends RichSourceFunction<String> { public void run(SourceContext<String> c) {} public void cancel() {} }
  static class PSrc implements ParallelSourceFunction<String> { public void run(SourceContext<String> c) {} public void cancel() {} }
  static class Base<T> { protected final List<Consumer<T>> hooks = new LinkedList<>(); Base<T> on(Consumer<T> h) { hooks.add(h); return this; } void fire(T t) { hooks.forEach(h -> h.accept(t)); } }
  static final class Topology extends Base<DataStream<String>> { private int n; { on(s -> n++); } Topology() { super(); on(s -> s.print("n" + n).name("hook " + n)); } int n() { return n; } }
  static DataStream<String> deep(DataStream<String> s, int d) { return d == 0 ? s : deep(s.map(x -> x).name("d" + d), d - 1); }
  @SafeVarargs static <T> DataStream<T> merge(DataStream<T> head, DataStream<T>... tail) { return tail.length == 0 ? head : head.union(tail); }
  public static void main(String[] args) throws Exception {
    try (Env x = Env.open(2)) {
      DataStream<String> k = x.from(KafkaSource.<String>builder().setBootstrapServers("b").setTopics("t").setBounded(OffsetsInitializer.latest()).setValueOnlyDeserializer(new SimpleStringSchema()).build(), "kafka");
      DataStream<String> s1 = x.e.addSource(new Src()), s2 = x.e.addSource(new PSrc(), "psrc");
      DataStream<String> n = x.from(new NumberSequenceSource(1, 5), "nums").map(Object::toString);
      Map<String, DataStream<String>> reg = new HashMap<>(); Registry r = (name, c) -> { DataStream<String> d = reg.get(name); if (d != null) c.accept(d); else throw new IllegalStateException(name); };
      reg.put("k", k); reg.put("s1", s1); reg.put("s2", s2); reg.put("n", n); reg.put("orders", merge(k)); reg.put("payments", merge(s1, s2, n));
      for (String key : reg.keySet()) r.register(key, d -> d.filter(z -> true).name("f-" + key));
      for (String kind : new String[] {"kafka", "print", "none"}) for (String t : Arrays.asList("a", "b!")) r.register("n", d -> d.sinkTo(sink(kind, t)).name(kind + ":" + t).uid(kind + t));
      new Topology().on(s -> deep(s, 3).addSink(new SinkFunction<String>() {}).name("deep")).fire(n);
      BinaryOperator<DataStream<String>> un = (a, b) -> a.union(b); Function<DataStream<String>, DataStreamSink<String>> pr = DataStream::print;
      un.andThen(pr).apply(s1, n).name("bin"); UnaryOperator<DataStream<String>> id = UnaryOperator.identity(); id.apply(s2).print();
      Deque<DataStream<String>> dq = new ArrayDeque<>(List.of(k, s1)); while (!dq.isEmpty()) { DataStream<String> d = dq.poll(); d.shuffle().map(v -> v).name("q" + dq.size()); }
      String[][] table = {{"a", "1"}, {"b", "2"}}; for (String[] row : table) n.rebalance().map(v -> v).name(row[0]).setParallelism(Integer.valueOf(row[1]));
      int i = 0; do { i += 2; if (i == 4) continue; s1.map(v -> v).name("i" + i); } while (i < 6);
      char[] cs = "xyz".toCharArray(); for (char ch : cs) n.filter(v -> true).name("c" + ch + (int) ch + (char) (ch + 1) + (ch > 'x'));
      long total = reg.keySet().stream().filter(q -> q.length() > 1).mapToLong(String::length).sum(); Integer boxed = 7; boxed++; double avg = reg.size() / 4; 
      x.e.execute("j" + total + boxed + avg + 10 / 4 + 10 / 4.0 + 1e10 + 100.0f + 'c' + 1 + null + true + (5 & 3) + (1 << 4) + (-17 >> 2) + (-17 >>> 28) + 0x10 + 1_000L);
    }
  }
}
