import java.time.Duration;
import java.time.ZoneId;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.AllWindowFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.DynamicProcessingTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.GlobalWindows;
import org.apache.flink.streaming.api.windowing.assigners.ProcessingTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowStagger;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.evictors.TimeEvictor;
import org.apache.flink.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.ContinuousProcessingTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.triggers.EventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.ProcessingTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.ProcessingTimeoutTrigger;
import org.apache.flink.streaming.api.windowing.triggers.PurgingTrigger;
import org.apache.flink.streaming.api.windowing.triggers.Trigger;
import org.apache.flink.streaming.api.windowing.triggers.TriggerResult;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.streaming.api.windowing.windows.Window;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Every window that we have met, one after another. */
public class AllWindows {

    private static final OutputTag<Tuple2<String, Integer>> LATE = new OutputTag<>("late") {};

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Tuple2<String, Integer>> in = env
                .fromData(Tuple2.of("a", 1), Tuple2.of("b", 2))
                .assignTimestampsAndWatermarks(WatermarkStrategy.forMonotonousTimestamps());
        KeyedStream<Tuple2<String, Integer>, String> keyed = in.keyBy(t -> t.f0);

        // aligned
        keyed.window(TumblingEventTimeWindows.of(Duration.ofDays(1), Duration.ofHours(-8))).sum(1);
        keyed.window(TumblingEventTimeWindows.of(Duration.ofMinutes(1), Duration.ZERO, WindowStagger.RANDOM)).min(1);
        keyed.window(TumblingProcessingTimeWindows.of(Duration.ofSeconds(90))).max("f1");
        keyed.window(SlidingEventTimeWindows.of(Duration.ofHours(1), Duration.ofMinutes(15))).minBy(1, false);
        keyed.window(SlidingProcessingTimeWindows.of(Duration.ofSeconds(10), Duration.ofSeconds(5), Duration.ofSeconds(1))).maxBy("f1");

        // sessions
        keyed.window(EventTimeSessionWindows.withGap(Duration.ofMinutes(30)))
                .allowedLateness(Duration.ofMinutes(1))
                .sideOutputLateData(LATE)
                .reduce((a, b) -> Tuple2.of(a.f0, a.f1 + b.f1))
                .getSideOutput(LATE)
                .print("late");
        keyed.window(ProcessingTimeSessionWindows.withGap(Duration.ofSeconds(30))).aggregate(new Count());
        keyed.window(ProcessingTimeSessionWindows.withDynamicGap(t -> t.f1 * 1000L)).process(new Join<>("-"));
        keyed.window(DynamicProcessingTimeSessionWindows.withDynamicGap((Tuple2<String, Integer> t) -> 10L)).apply(new First());

        // triggers
        WindowedStream<Tuple2<String, Integer>, String, TimeWindow> hourly = keyed.window(TumblingEventTimeWindows.of(Duration.ofHours(1)));
        hourly.trigger(ContinuousEventTimeTrigger.of(Duration.ofMinutes(5))).aggregate(new Count(), new Join<Long>(":")).name("every five minutes");
        keyed.window(TumblingProcessingTimeWindows.of(Duration.ofHours(1)))
                .trigger(PurgingTrigger.of(ContinuousProcessingTimeTrigger.of(Duration.ofSeconds(3))))
                .aggregate(new Count());
        keyed.window(GlobalWindows.create())
                .trigger(PurgingTrigger.of(CountTrigger.of(100)))
                .reduce((a, b) -> b, new First());
        keyed.window(GlobalWindows.createWithEndOfStreamTrigger()).reduce((a, b) -> b);
        keyed.window(TumblingProcessingTimeWindows.of(Duration.ofSeconds(1))).trigger(ProcessingTimeTrigger.create()).sum("f1");
        keyed.window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).trigger(EventTimeTrigger.create()).sum("f1");
        keyed.window(TumblingProcessingTimeWindows.of(Duration.ofMinutes(10)))
                .trigger(ProcessingTimeoutTrigger.of(CountTrigger.of(5), Duration.ofSeconds(30)))
                .max(1);
        keyed.window(TumblingEventTimeWindows.of(Duration.ofMinutes(10))).trigger(new EveryOther<>()).sum(1);
        keyed.window(TumblingEventTimeWindows.of(Duration.ofMinutes(10))).trigger(new Named()).sum(1);

        // evictors
        keyed.window(GlobalWindows.create())
                .trigger(CountTrigger.of(10))
                .evictor(CountEvictor.of(50, true))
                .process(new JoinAll());
        keyed.window(SlidingEventTimeWindows.of(Duration.ofMinutes(2), Duration.ofMinutes(1)))
                .evictor(TimeEvictor.of(Duration.ofSeconds(30)))
                .reduce((a, b) -> a);

        // counts
        keyed.countWindow(10).sum(1).print();
        keyed.countWindow(100, 10).aggregate(new Count()).print();

        // not keyed
        in.windowAll(TumblingEventTimeWindows.of(Duration.ofMinutes(1))).reduce((a, b) -> a).print();
        in.windowAll(EventTimeSessionWindows.withGap(Duration.ofMinutes(1))).apply(new All<>());
        in.countWindowAll(5).sum(1);
        in.countWindowAll(50, 5).aggregate(new Count());
        in.windowAll(GlobalWindows.create()).trigger(CountTrigger.of(3)).evictor(CountEvictor.of(2)).maxBy(1).print().name("max of two");

        env.execute("all windows");
    }

    static class Count implements AggregateFunction<Tuple2<String, Integer>, Long, Long> {
        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Tuple2<String, Integer> t, Long acc) {
            return acc + 1;
        }

        @Override
        public Long getResult(Long acc) {
            return acc;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    static class Join<T> extends ProcessWindowFunction<T, String, String, TimeWindow> {
        private final String separator;

        Join(String separator) {
            this.separator = separator;
        }

        @Override
        public void process(String key, Context ctx, Iterable<T> elements, Collector<String> out) {
            out.collect(key + separator + elements);
        }
    }

    static class JoinAll extends ProcessWindowFunction<Tuple2<String, Integer>, String, String, GlobalWindow> {
        @Override
        public void process(String key, Context ctx, Iterable<Tuple2<String, Integer>> elements, Collector<String> out) {
            out.collect(key);
        }
    }

    static class First<W extends Window> implements WindowFunction<Tuple2<String, Integer>, String, String, W> {
        @Override
        public void apply(String key, W window, Iterable<Tuple2<String, Integer>> input, Collector<String> out) {
            out.collect(input.iterator().next().f0);
        }
    }

    static class All<W extends Window> implements AllWindowFunction<Tuple2<String, Integer>, String, W> {
        @Override
        public void apply(W window, Iterable<Tuple2<String, Integer>> values, Collector<String> out) {
            out.collect(values.toString());
        }
    }

    /** Has no name of its own. */
    static class EveryOther<T> extends Trigger<T, TimeWindow> {
        @Override
        public TriggerResult onElement(T element, long timestamp, TimeWindow window, TriggerContext ctx) {
            return TriggerResult.CONTINUE;
        }

        @Override
        public TriggerResult onProcessingTime(long time, TimeWindow window, TriggerContext ctx) {
            return TriggerResult.CONTINUE;
        }

        @Override
        public TriggerResult onEventTime(long time, TimeWindow window, TriggerContext ctx) {
            return TriggerResult.FIRE;
        }

        @Override
        public void clear(TimeWindow window, TriggerContext ctx) {}
    }

    static class Named extends EveryOther<Tuple2<String, Integer>> {
        @Override
        public String toString() {
            return "Named()";
        }
    }
}
