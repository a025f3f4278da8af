import java.time.Duration;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.evictors.DeltaEvictor;
import org.apache.flink.streaming.api.windowing.evictors.Evictor;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.triggers.EventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.PurgingTrigger;
import org.apache.flink.streaming.api.windowing.triggers.Trigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.OutputTag;

public class WindowHelper {

    static class Spec<T> {
        Duration size = Duration.ofMinutes(1);
        Duration gap;
        Duration lateness;
        Trigger<Object, TimeWindow> trigger;
        Evictor<Object, TimeWindow> evictor;
        OutputTag<T> late;

        static <T> Spec<T> tumbling(Duration size) {
            Spec<T> spec = new Spec<>();
            spec.size = size;
            return spec;
        }

        static <T> Spec<T> session(Duration gap) {
            Spec<T> spec = new Spec<>();
            spec.gap = gap;
            return spec;
        }

        Spec<T> late(Duration lateness, OutputTag<T> tag) {
            this.lateness = lateness;
            this.late = tag;
            return this;
        }

        Spec<T> trigger(Trigger<Object, TimeWindow> trigger) {
            this.trigger = trigger;
            return this;
        }

        Spec<T> evictor(Evictor<Object, TimeWindow> evictor) {
            this.evictor = evictor;
            return this;
        }

        <K> WindowedStream<T, K, TimeWindow> on(KeyedStream<T, K> stream) {
            WindowedStream<T, K, TimeWindow> windowed = Optional.ofNullable(gap)
                    .map(g -> stream.window(EventTimeSessionWindows.withGap(g)))
                    .orElseGet(() -> stream.window(TumblingEventTimeWindows.of(size)));
            if (lateness != null) {
                windowed = windowed.allowedLateness(lateness);
            }
            if (late != null) {
                windowed.sideOutputLateData(late);
            }
            if (trigger != null) {
                windowed.trigger(trigger);
            }
            return evictor == null ? windowed : windowed.evictor(evictor);
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3).assignTimestampsAndWatermarks(WatermarkStrategy.<Integer>forBoundedOutOfOrderness(Duration.ofMillis(10)).withWatermarkAlignment("group", Duration.ofSeconds(1)));
        KeyedStream<Integer, Integer> keyed = in.keyBy(n -> n % 2);
        OutputTag<Integer> late = new OutputTag<Integer>("late") {};

        SingleOutputStreamOperator<Integer> a = Spec.<Integer>tumbling(Duration.ofSeconds(90)).late(Duration.ofSeconds(5), late).on(keyed).reduce(new Sum());
        a.getSideOutput(late).print("late");
        Spec.<Integer>session(Duration.parse("PT1M30S")).trigger(PurgingTrigger.of(EventTimeTrigger.create())).on(keyed).aggregate(new Count()).print();
        Spec<Integer> counted = Spec.<Integer>tumbling(Duration.ofHours(1).plusMinutes(30)).trigger(CountTrigger.of(2));
        counted.on(keyed).reduce(new Sum()).print();
        counted.evictor(CountEvictor.of(3)).on(keyed).reduce(new Sum()).print();
        counted.evictor(DeltaEvictor.of(0.5, (x, y) -> 1.0)).on(keyed).aggregate(new Count()).print();
        counted.late(Duration.ZERO, null).on(keyed).max(0).print();
        env.execute();
    }

    static class Sum implements ReduceFunction<Integer> {
        @Override
        public Integer reduce(Integer a, Integer b) {
            return a + b;
        }
    }

    static class Count implements AggregateFunction<Integer, Integer, Integer> {
        @Override
        public Integer createAccumulator() {
            return 0;
        }

        @Override
        public Integer add(Integer n, Integer acc) {
            return acc + 1;
        }

        @Override
        public Integer getResult(Integer acc) {
            return acc;
        }

        @Override
        public Integer merge(Integer a, Integer b) {
            return a + b;
        }
    }
}
