import java.util.*;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.util.*;

public class WindowHelper {
    enum WindowKind {
        TUMBLING(60, 0), SLIDING(60, 30), SESSION(15, 0);
        private final long size, slide;
        WindowKind(long size, long slide) { this.size = size; this.slide = slide; }
        WindowAssigner<Object, TimeWindow> assigner(boolean eventTime) {
            Duration d = Duration.ofSeconds(size);
            switch (this) {
                case TUMBLING: return eventTime ? TumblingEventTimeWindows.of(d) : TumblingProcessingTimeWindows.of(d);
                case SLIDING: return eventTime ? SlidingEventTimeWindows.of(d, Duration.ofSeconds(slide)) : SlidingProcessingTimeWindows.of(d, Duration.ofSeconds(slide));
                default: return eventTime ? EventTimeSessionWindows.withGap(d) : ProcessingTimeSessionWindows.withGap(d);
            }
        }
    }
    static class Averager<T extends Number> implements AggregateFunction<T, double[], Double> {
        public double[] createAccumulator() { return new double[2]; } public double[] add(T v, double[] a) { return a; } public Double getResult(double[] a) { return a[0]; } public double[] merge(double[] a, double[] b) { return a; }
    }
    static <T, K> WindowedStream<T, K, TimeWindow> windowed(KeyedStream<T, K> s, WindowKind kind, boolean eventTime, boolean early) {
        WindowedStream<T, K, TimeWindow> w = s.window(kind.assigner(eventTime));
        if (early) w = w.trigger(ContinuousProcessingTimeTrigger.of(Duration.ofSeconds(5)));
        if (eventTime) w.allowedLateness(Duration.ofSeconds(kind.ordinal()));
        return w;
    }
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(List.of(1, 2, 3)).assignTimestampsAndWatermarks(WatermarkStrategy.<Integer>forMonotonousTimestamps().withTimestampAssigner((e, t) -> e));
        KeyedStream<Integer, Integer> keyed = in.keyBy(i -> i % 2);
        for (WindowKind kind : WindowKind.values()) {
            for (boolean eventTime : new boolean[] {true, false}) {
                windowed(keyed, kind, eventTime, kind == WindowKind.SLIDING).aggregate(new Averager<>()).name(kind + (eventTime ? "/event" : "/processing")).print();
            }
        }
        windowed(keyed, WindowKind.TUMBLING, true, false).reduce(Integer::sum, new PassThrough()).print();
        windowed(keyed, WindowKind.SESSION, true, true).apply((WindowFunction<Integer, String, Integer, TimeWindow>) (k, w, vs, out) -> out.collect("x")).returns(String.class).print();
        windowed(keyed, WindowKind.TUMBLING, false, true).aggregate(new Averager<Integer>(), (ProcessWindowFunction<Double, Double, Integer, TimeWindow>) new Last()).print();
        env.execute();
    }
    static class PassThrough implements WindowFunction<Integer, Integer, Integer, TimeWindow> { public void apply(Integer k, TimeWindow w, Iterable<Integer> i, Collector<Integer> o) {} }
    static class Last extends ProcessWindowFunction<Double, Double, Integer, TimeWindow> { @Override public void process(Integer k, Context c, Iterable<Double> i, Collector<Double> o) {} }
}
