import java.time.Duration;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.evictors.TimeEvictor;
import org.apache.flink.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.ProcessingTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.PurgingTrigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

public class AggregatesAndTriggers {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        k(env).window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).aggregate(new Count()).print();
        k(env).window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).aggregate(new Count(), new Out()).print();
        k(env).window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).trigger(ContinuousEventTimeTrigger.of(Duration.ofMillis(10))).aggregate(new Count(), (key, w, in, out) -> {}, Types.LONG, Types.LONG).print();
        k(env).window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).trigger(PurgingTrigger.of(ProcessingTimeTrigger.create())).evictor(TimeEvictor.of(Duration.ofSeconds(4))).aggregate(new Count(), new Out()).print();
        env.execute();
    }

    static KeyedStream<Long, Long> k(StreamExecutionEnvironment env) { return env.fromSequence(1, 9).keyBy(x -> x % 3); }
    static class Count implements AggregateFunction<Long, Long, Long> { public Long createAccumulator() { return 0L; } public Long add(Long a, Long b) { return a + b; } public Long getResult(Long a) { return a; } public Long merge(Long a, Long b) { return a + b; } }
    static final class Out extends ProcessWindowFunction<Long, Long, Long, TimeWindow> { public void process(Long k, Context c, Iterable<Long> i, Collector<Long> o) {} }
}
