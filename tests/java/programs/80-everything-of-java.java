package com.acme.iot;
import java.time.Duration;
import java.util.*;
import java.util.function.*;
import java.util.stream.*;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.MapFunction; import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.util.Collector;

public class ObjectsOfEveryKind {
  enum Level { LOW(1), MID(2) { @Override String tag() { return "mid!"; } }, HIGH(3); final int p; Level(int p) { this.p = p; } String tag() { return name().toLowerCase(); } static Level of(int i) { return values()[i % values().length]; } }
  record Conf(String name, int par, List<String> topics, Map<String, Integer> weights) {
    Conf { if (par < 1) throw new IllegalArgumentException("par"); }
    Conf(String name) { this(name, 2, List.of("a", "b"), Map.of("a", 1)); }
    static Conf load(String... parts) { return new Conf(String.join("/", parts)); }
    int total() { return weights.values().stream().mapToInt(Integer::intValue).sum() + par; }
  }
  static abstract class Step<I, O> { protected final String name; private static int count; protected final int no = ++count; Step(String name) { this.name = name; }
    abstract SingleOutputStreamOperator<O> build(DataStream<I> in);
    final SingleOutputStreamOperator<O> attach(DataStream<I> in) { return build(in).name(name + "#" + no).uid(uid() + ++used); } private static int used;
    protected String uid() { return getClass().getSimpleName().toLowerCase() + "-" + no; } }
  static class Clean extends Step<String, String> { Clean() { super("clean"); } SingleOutputStreamOperator<String> build(DataStream<String> in) { return in.filter(s -> !s.isEmpty()); } }
  static class Count extends Step<String, Tuple2<String, Integer>> { private final Level level; Count(Level l) { super("count-" + l.tag()); level = l; }
    SingleOutputStreamOperator<Tuple2<String, Integer>> build(DataStream<String> in) {
      return in.map(new MapFunction<String, Tuple2<String, Integer>>() { public Tuple2<String, Integer> map(String s) { return Tuple2.of(s, 1); } }).setParallelism(level.p).keyBy(t -> t.f0).window(TumblingProcessingTimeWindows.of(Duration.ofSeconds(level.p * 10L))).reduce(new ReduceFunction<Tuple2<String, Integer>>() { public Tuple2<String, Integer> reduce(Tuple2<String, Integer> a, Tuple2<String, Integer> b) { return a; } });
    }
    @Override protected String uid() { return super.uid() + "/" + level; } }
  interface Naming { String PREFIX = "p1."; default String nm(String s) { return PREFIX + s; } }
  static class Sinks implements Naming { void all(DataStream<?>... ss) { int i = 0; for (DataStream<?> s : ss) { s.print().name(nm("out" + i++)).setParallelism(i); } } }
  static class Holder { StreamExecutionEnvironment env; static final Holder H = new Holder(); Map<String, DataStream<String>> byName = new TreeMap<>(); 
    DataStream<String> get(String n) { return byName.computeIfAbsent(n, k -> env.socketTextStream("h", k.length()).name("s-" + k)); } }
  static <T, R> R with(T t, Function<? super T, ? extends R> f) { return f.apply(t); }
  static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
  public static void main(String[] args) throws Exception {
    Conf c = Conf.load("x", "y");
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(c.total());
    Holder.H.env = env;
    DataStream<String> a = Holder.H.get("zeta"), b = Holder.H.get("beta");
    DataStream<String> again = Holder.H.get("zeta");
    Step<String, String> clean = new Clean();
    List<SingleOutputStreamOperator<Tuple2<String, Integer>>> outs = new ArrayList<>();
    for (Level l : Level.values()) outs.add(new Count(l).attach(clean.attach(l == Level.MID ? b : again)));
    new Sinks().all(outs.toArray(new DataStream[0]));
    String label = switch (outs.size()) { case 1, 2 -> "few"; case 3 -> { String t = "th"; yield t + "ree"; } default -> "many"; };
    StringBuilder sb = new StringBuilder(label); sb.append('-').append(fib(7)).append(1.0f).append(2.50).insert(0, "<").append(">");
    outer: for (int i = 0; ; i++) { for (int j = 0; j < 3; j++) { if (i * j == 2) break outer; if (j > i) continue outer; a.filter(x -> true).name("f" + i + j); } }
    int[][] grid = {{1, 2}, {3}}; int sum = 0; for (int[] row : grid) for (int v : row) sum += v;
    final int fs = sum; 
    Supplier<DataStream<String>> lazy = () -> a.map(x -> x).name("lazy" + fs);
    ObjectsOfEveryKind.<DataStream<String>, DataStream<String>>with(lazy.get(), s -> s.union(b)).connect(ObjectsOfEveryKind.<DataStream<String>, DataStream<String>>with(b, s -> s.broadcast())).process(new CoProcessFunction<String, String, String>() { public void processElement1(String v, Context x, Collector<String> o) {} public void processElement2(String v, Context x, Collector<String> o) {} }).name(sb.toString()).print();
    Optional<String> opt = c.topics().stream().filter(t -> t.equals("b")).findFirst();
    String nm = opt.map(String::toUpperCase).orElseThrow();
    a.keyBy(new KeySelector<String, Integer>() { public Integer getKey(String s) { return 1; } }).process(new KeyedProcessFunction<Integer, String, String>() { public void processElement(String s, Context x, Collector<String> o) {} }).name(String.format("%s-%03d|%-4s|%.1f", nm, 7, "q", 2.25)).slotSharingGroup(Level.of(5).name());
    var m = c.topics().stream().collect(Collectors.toMap(Function.identity(), String::length)); 
    m.forEach((k, v) -> b.rescale().map(x -> x).name(k + v).setParallelism(v));
    Iterator<String> it = Arrays.asList("i1", "i2").iterator(); while (it.hasNext()) { String n = it.next(); a.shuffle().filter(x -> true).name(n); }
    Runnable r = () -> a.global().print("g"); r.run();
    char ch = 'a'; ch += 1; long big = 1L << 33; int neg = -7 / 2; int mod = -7 % 3;
    try { Object o = null; o.toString(); } catch (NullPointerException | IllegalStateException e) { a.map(x -> x).name("npe " + ch + big + neg + mod); } finally { b.map(x -> x).name("fin"); }
    env.execute(c.name() + " " + c + " " + Level.HIGH.compareTo(Level.LOW) + Level.valueOf("MID").tag());
  }
}
