import java.io.*;
import java.time.Duration;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.configuration.*;
import org.apache.flink.streaming.api.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.async.*;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.evictors.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.util.*;

public class OptionsAndWindows {
  private static final String UID_PREFIX = System.getProperty("uid.prefix", "u");
  private static final AtomicInteger SEQ = new AtomicInteger();
  private static String next(String what) { return UID_PREFIX + "-" + what + "-" + SEQ.incrementAndGet(); }
  static class Options { final Map<String, String> m = new HashMap<>(); static Options parse(String[] a) { Options o = new Options(); for (int i = 0; i < a.length; i++) { if (a[i].startsWith("--") && i + 1 < a.length) { o.m.put(a[i].substring(2), a[++i]); } } return o; }
    int getInt(String k, int d) { String v = m.get(k); return v == null ? d : Integer.parseInt(v); } boolean flag(String k) { return m.containsKey(k) && !"false".equals(m.get(k)); } String get(String k) { return m.getOrDefault(k, "none-" + k); } }
  public static class Event implements Serializable { public String key; public long ts; public double v; public Event() {} Event(String k, long t, double v) { key = k; ts = t; this.v = v; } String getKey() { return key; } static Event parse(String s) { return new Event(s, 0, 0); } }
  static final OutputTag<Event> LATE = new OutputTag<Event>("late") {};
  static final MapStateDescriptor<String, String> DESC = new MapStateDescriptor<>("d", Types.STRING, Types.STRING);
  static class Acc implements AggregateFunction<Event, Tuple2<Double, Integer>, Double> { public Tuple2<Double, Integer> createAccumulator() { return Tuple2.of(0.0, 0); } public Tuple2<Double, Integer> add(Event e, Tuple2<Double, Integer> a) { return a; } public Double getResult(Tuple2<Double, Integer> a) { return 0.0; } public Tuple2<Double, Integer> merge(Tuple2<Double, Integer> a, Tuple2<Double, Integer> b) { return a; } }
  static class W extends ProcessWindowFunction<Double, String, String, TimeWindow> { public void process(String k, Context c, Iterable<Double> i, Collector<String> o) {} }
  class Inner { DataStream<String> go(DataStream<Event> e) { return e.map(x -> x.key).name(tag + "-inner"); } }
  private final String tag; private StreamExecutionEnvironment env; private boolean debug;
  OptionsAndWindows(String tag) { this(tag, false); } OptionsAndWindows(String tag, boolean debug) { this.tag = tag; this.debug = debug; }
  private SingleOutputStreamOperator<Event> source() { return env.socketTextStream("localhost", 9999).uid(next("src")).map(Event::parse).name("parse").uid(next("parse")).assignTimestampsAndWatermarks(WatermarkStrategy.<Event>forBoundedOutOfOrderness(Duration.ofSeconds(3)).withTimestampAssigner((e, t) -> e.ts)).uid(next("wm")); }
  void run(Options o) throws Exception {
    Configuration conf = new Configuration(); conf.setString("execution.checkpointing.interval", "10 s"); conf.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.STREAMING);
    env = StreamExecutionEnvironment.getExecutionEnvironment(conf);
    env.setParallelism(o.getInt("parallelism", 3)).setMaxParallelism(64);
    env.getCheckpointConfig().setMaxConcurrentCheckpoints(1);
    if (o.flag("batch")) env.setRuntimeMode(RuntimeExecutionMode.BATCH);
    SingleOutputStreamOperator<Event> src = source();
    KeyedStream<Event, String> keyed = src.keyBy(Event::getKey);
    SingleOutputStreamOperator<String> win = keyed.window(SlidingEventTimeWindows.of(Duration.ofMinutes(2), Duration.ofMinutes(1), Duration.ofSeconds(10))).allowedLateness(Duration.ofSeconds(5)).sideOutputLateData(LATE).trigger(ContinuousEventTimeTrigger.of(Duration.ofSeconds(10))).aggregate(new Acc(), new W()).name("agg").uid(next("agg")).setMaxParallelism(32);
    win.getSideOutput(LATE).map(e -> e.key).name("late").sinkTo(new DiscardingSink<>()).name("late sink").uid(next("late"));
    DataStream<String> inner = new Inner().go(src);
    BroadcastStream<String> bc = env.fromData("r1", "r2").name("rules").broadcast(DESC);
    inner.keyBy(s -> s).connect(bc).process(new KeyedBroadcastProcessFunction<String, String, String, String>() { public void processElement(String v, ReadOnlyContext c, Collector<String> out) {} public void processBroadcastElement(String v, Context c, Collector<String> out) {} }).uid(next("bc")).print("bc");
    AsyncDataStream.orderedWait(win, new RichAsyncFunction<String, String>() { public void asyncInvoke(String s, ResultFuture<String> f) {} }, 1, TimeUnit.SECONDS).startNewChain().name("async").print();
    keyed.intervalJoin(src.filter(e -> e.v > 0).keyBy(e -> e.key)).between(Duration.ofSeconds(-1), Duration.ofSeconds(1)).upperBoundExclusive().process(new ProcessJoinFunction<Event, Event, String>() { public void processElement(Event a, Event b, Context c, Collector<String> o) {} }).print().setParallelism(1);
    src.coGroup(src).where(e -> e.key).equalTo(e -> e.key).window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).evictor(CountEvictor.of(3)).apply(new CoGroupFunction<Event, Event, String>() { public void coGroup(Iterable<Event> a, Iterable<Event> b, Collector<String> o) {} }).name("cg");
    keyed.countWindow(5, 2).reduce((a, b) -> a).name("cw").forceNonParallel();
    keyed.window(GlobalWindows.create()).trigger(PurgingTrigger.of(CountTrigger.of(3))).evictor(TimeEvictor.of(Duration.ofSeconds(1))).process(new ProcessWindowFunction<Event, String, String, GlobalWindow>() { public void process(String k, Context c, Iterable<Event> i, Collector<String> out) {} });
    src.windowAll(EventTimeSessionWindows.withGap(Duration.ofSeconds(1))).aggregate(new Acc()).setDescription("own text").print();
    src.windowAll(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).max("v").print();
    src.keyBy(e -> e.key).fullWindowPartition().aggregate(new Acc()).print();
    src.fullWindowPartition().mapPartition((MapPartitionFunction<Event, String>) (i, out) -> {}).returns(String.class).print();
    Properties props = new Properties(); props.setProperty("a", "1"); props.put("b", "2"); try (StringReader rd = new StringReader("c=3")) { } catch (Exception e) { throw new RuntimeException(e); }
    int n = props.size() + Integer.parseInt(props.getProperty("b"));
    src.partitionCustom((k, p) -> k.hashCode() % p, e -> e.key).flatMap(new FlatMapFunction<Event, String>() { public void flatMap(Event e, Collector<String> o) {} }).setParallelism(n).setBufferTimeout(7).slotSharingGroup("s1").addSink(new org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction<String>() {}).name("legacy-" + o.get("x"));
    Object maybe = inner; if (maybe instanceof DataStream) ((DataStream<String>) maybe).map(s -> s).name("cast");
    if (maybe instanceof SingleOutputStreamOperator<?> so && !debug) { so.map(s -> s).name("pattern " + so.getParallelism()); }
    env.execute(debug ? "debug" : String.valueOf(new char[] {'r', 'u', 'n'}).length() + tag);
  }
  public static void main(final String[] args) throws Exception { new OptionsAndWindows("job").run(Options.parse(args)); }
}
