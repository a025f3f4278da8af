import java.time.Duration;
import org.apache.flink.api.common.functions.CoGroupFunction;
import org.apache.flink.api.common.functions.JoinFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.util.Collector;

public class JoinsWithoutNames {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Tuple2<Integer, String>> l = env.fromData(new Tuple2<>(1, "a")), r = env.fromData(new Tuple2<>(1, "b"));
        l.join(r).where(t -> t.f0).equalTo(t -> t.f0).window(TumblingEventTimeWindows.of(Duration.ofSeconds(2))).apply((a, b) -> a.f1 + b.f1).print();
        l.join(r).where(t -> t.f0).equalTo(t -> t.f0).window(SlidingEventTimeWindows.of(Duration.ofSeconds(2), Duration.ofSeconds(1))).trigger(CountTrigger.of(1)).allowedLateness(Duration.ofSeconds(1)).apply((JoinFunction<Tuple2<Integer, String>, Tuple2<Integer, String>, String>) (a, b) -> a.f1).setParallelism(2).name("j").uid("j").print();
        l.coGroup(r).where(t -> t.f0).equalTo(t -> t.f0).window(EventTimeSessionWindows.withGap(Duration.ofSeconds(2))).apply(new CoGroupFunction<Tuple2<Integer, String>, Tuple2<Integer, String>, String>() { public void coGroup(Iterable<Tuple2<Integer, String>> a, Iterable<Tuple2<Integer, String>> b, Collector<String> o) {} }).print();
        l.keyBy(t -> t.f0).intervalJoin(r.keyBy(t -> t.f0)).between(Duration.ofSeconds(-5), Duration.ofSeconds(5)).lowerBoundExclusive().upperBoundExclusive().process(new ProcessJoinFunction<Tuple2<Integer, String>, Tuple2<Integer, String>, String>() { public void processElement(Tuple2<Integer, String> a, Tuple2<Integer, String> b, Context c, Collector<String> o) {} }).setParallelism(4).print();
        env.execute();
    }
}
