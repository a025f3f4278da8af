import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.AllWindowFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessAllWindowFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.DynamicEventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.GlobalWindows;
import org.apache.flink.streaming.api.windowing.assigners.ProcessingTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SessionWindowTimeGapExtractor;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

public class WindowsAndFunctions {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Tuple2<String, Long>> s = env.fromData(Tuple2.of("a", 1L)).assignTimestampsAndWatermarks(WatermarkStrategy.<Tuple2<String, Long>>forBoundedOutOfOrderness(Duration.ofSeconds(5)).withTimestampAssigner((e, t) -> e.f1).withIdleness(Duration.ofMinutes(1)));
        KeyedStream<Tuple2<String, Long>, String> k = s.keyBy(t -> t.f0);
        k.window(TumblingProcessingTimeWindows.of(Duration.ofSeconds(1), Duration.ofMillis(200))).max(1).print();
        k.window(EventTimeSessionWindows.withGap(Duration.ofSeconds(3))).minBy("f1").print();
        k.window(DynamicEventTimeSessionWindows.withDynamicGap(e -> 5L)).maxBy(1, false).print();
        k.window(ProcessingTimeSessionWindows.withDynamicGap(new SessionWindowTimeGapExtractor<Tuple2<String, Long>>() { public long extract(Tuple2<String, Long> t) { return 1; } })).min("f1").print();
        k.window(GlobalWindows.create()).trigger(CountTrigger.of(5)).evictor(CountEvictor.of(2)).apply(new WindowFunction<Tuple2<String, Long>, Long, String, GlobalWindow>() { public void apply(String key, GlobalWindow w, Iterable<Tuple2<String, Long>> in, Collector<Long> out) {} }).print();
        k.window(GlobalWindows.createWithEndOfStreamTrigger()).reduce((a, b) -> a).print();
        k.countWindow(10).sum(1).print();
        k.countWindow(10, 2).reduce((x, y) -> y, new ProcessWindowFunction<Tuple2<String, Long>, Long, String, GlobalWindow>() { public void process(String key, Context c, Iterable<Tuple2<String, Long>> in, Collector<Long> out) {} }).print();
        s.windowAll(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).process(new ProcessAllWindowFunction<Tuple2<String, Long>, Long, TimeWindow>() { public void process(Context c, Iterable<Tuple2<String, Long>> in, Collector<Long> out) {} }).print();
        s.countWindowAll(4, 2).apply(new AllWindowFunction<Tuple2<String, Long>, Long, GlobalWindow>() { public void apply(GlobalWindow w, Iterable<Tuple2<String, Long>> in, Collector<Long> out) {} }).setParallelism(1).print();
        s.windowAll(SlidingEventTimeWindows.of(Duration.ofSeconds(10), Duration.ofSeconds(2), Duration.ofSeconds(1))).allowedLateness(Duration.ofSeconds(1)).sideOutputLateData(new OutputTag<Tuple2<String, Long>>("late") {}).sum(1).name("all").print();
        env.execute();
    }
}
