import java.time.Duration;
import java.util.*;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.connector.sink2.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.sink.legacy.*;
import org.apache.flink.streaming.api.functions.source.legacy.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.util.*;

public class LateDataAudit {
    static final class Tags { static final OutputTag<Event> LATE = new OutputTag<Event>("late"){}; static final OutputTag<Event> BAD = new OutputTag<Event>("bad"){}; static OutputTag<Event> shard(int i) { return new OutputTag<Event>("shard-" + i){}; } }
    public static class Event { public String key; public long ts; public int v; public Event() {} public String getKey() { return key; } }
    private static class Source implements ParallelSourceFunction<Event> { public void run(SourceContext<Event> c) {} public void cancel() {} }
    static class Validate extends ProcessFunction<Event, Event> { private final int shards; Validate(int s) { shards = s; } @Override public void processElement(Event e, Context c, Collector<Event> o) { c.output(Tags.shard(e.v % shards), e); } }
    static class EarlyTrigger extends Trigger<Event, TimeWindow> {
        public TriggerResult onElement(Event e, long t, TimeWindow w, TriggerContext c) { return TriggerResult.CONTINUE; } public TriggerResult onProcessingTime(long t, TimeWindow w, TriggerContext c) { return TriggerResult.FIRE; }
        public TriggerResult onEventTime(long t, TimeWindow w, TriggerContext c) { return TriggerResult.FIRE; } public void clear(TimeWindow w, TriggerContext c) {} @Override public String toString() { return "EarlyTrigger(every 5)"; } }
    public static void main(String[] args) throws Exception {
        int shards = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(shards * 2);
        SingleOutputStreamOperator<Event> valid = env.addSource(new Source(), "events").assignTimestampsAndWatermarks(WatermarkStrategy.<Event>forBoundedOutOfOrderness(Duration.ofSeconds(10)).withIdleness(Duration.ofSeconds(60)).withWatermarkAlignment("g", Duration.ofSeconds(1)).withTimestampAssigner((SerializableTimestampAssigner<Event>) (e, t) -> e.ts)).process(new Validate(shards)).name("validate");
        List<SingleOutputStreamOperator<Event>> windows = new ArrayList<>(shards);
        for (int i = 0; i < shards; i++) {
            SideOutputDataStream<Event> shard = valid.getSideOutput(Tags.shard(i));
            SingleOutputStreamOperator<Event> w = shard.keyBy(Event::getKey).window(EventTimeSessionWindows.withGap(Duration.ofMinutes(i + 1))).allowedLateness(Duration.ofHours(1)).sideOutputLateData(Tags.LATE).reduce((a, b) -> b, new WindowFunction<Event, Event, String, TimeWindow>() { @Override public void apply(String k, TimeWindow w, Iterable<Event> i, Collector<Event> o) {} }).name("session-" + i);
            windows.add(w);
        }
        DataStream<Event> late = windows.stream().map(w -> (DataStream<Event>) w.getSideOutput(Tags.LATE)).reduce((x, y) -> x.union(y)).orElseThrow(IllegalStateException::new);
        DataStream<Event> all = windows.get(0).union(windows.subList(1, windows.size()).toArray(DataStream[]::new));
        valid.getSideOutput(Tags.BAD).union(late).keyBy(e -> e.key).max("v").addSink(new SinkFunction<Event>() { }).name("audit").setParallelism(1);
        all.windowAll(TumblingEventTimeWindows.of(Duration.ofMinutes(1), Duration.ofSeconds(30))).maxBy("ts", true).print();
        all.keyBy(e -> e.key).window(TumblingEventTimeWindows.of(Duration.ofMinutes(1))).trigger(new EarlyTrigger()).sum("v").printToErr().name("sums").disableChaining();
        env.execute("Late data " + shards);
    }
}
