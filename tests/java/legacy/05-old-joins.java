import org.apache.flink.api.common.functions.JoinFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.TimeCharacteristic;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.evictors.TimeEvictor;
import org.apache.flink.streaming.api.windowing.time.Time;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.util.Collector;

public class OldJoins {
    private static final Time WINDOW = Time.seconds(30);
    private static final long SLIDE = Time.minutes(2).toMilliseconds();

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setStreamTimeCharacteristic(TimeCharacteristic.IngestionTime);

        DataStream<Tuple2<String, Integer>> grades = env.fromElements(Tuple2.of("a", 1), Tuple2.of("b", 2));
        DataStream<Tuple2<String, Integer>> salaries = env.fromElements(Tuple2.of("a", 100));

        grades.join(salaries)
                .where(t -> t.f0)
                .equalTo(t -> t.f0)
                .window(TumblingEventTimeWindows.of(WINDOW))
                .apply(new JoinFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, Integer>() {
                    @Override
                    public Integer join(Tuple2<String, Integer> a, Tuple2<String, Integer> b) {
                        return a.f1 * b.f1;
                    }
                })
                .print();
        grades.keyBy(t -> t.f0)
                .intervalJoin(salaries.keyBy(t -> t.f0))
                .between(Time.milliseconds(-SLIDE), Time.days(1))
                .process(new ProcessJoinFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, Integer>() {
                    @Override
                    public void processElement(Tuple2<String, Integer> a, Tuple2<String, Integer> b, Context ctx, Collector<Integer> out) {
                        out.collect(a.f1);
                    }
                })
                .print();
        grades.keyBy(0).countWindow(5).sum(1).print();
        grades.keyBy(0, 1).window(TumblingEventTimeWindows.of(Time.of(SLIDE, java.util.concurrent.TimeUnit.MILLISECONDS)))
                .trigger(CountTrigger.of(3)).evictor(TimeEvictor.of(Time.seconds(7))).maxBy(1).print();
        grades.keyBy(0).min(1).partitionCustom((key, n) -> 0, 0).map(t -> t.f1).setParallelism(2).print();
        env.execute("Old joins");
    }
}
