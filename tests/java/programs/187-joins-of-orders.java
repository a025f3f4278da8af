import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.util.*;

public class OrderShipments {
    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(3);
        final OutputTag<Tuple2<String, Integer>> leftLate = new OutputTag<Tuple2<String, Integer>>("left-late"){};
        DataStream<Tuple2<String, Integer>> orders = stream(env, "orders");
        DataStream<Tuple2<String, Integer>> shipments = stream(env, "shipments");

        SingleOutputStreamOperator<String> joined = orders.keyBy(t -> t.f0)
            .intervalJoin(shipments.keyBy(t -> t.f0))
            .between(Duration.ofHours(-1), Duration.ofHours(2))
            .upperBoundExclusive()
            .sideOutputLeftLateData(leftLate)
            .process(new ProcessJoinFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, String>() {
                @Override
                public void processElement(Tuple2<String, Integer> l, Tuple2<String, Integer> r, Context c, Collector<String> out) {
                    out.collect(l.f0 + r.f1);
                }
            });
        joined.getSideOutput(leftLate).print();
        joined.print().name("joined");

        orders.join(shipments)
            .where(o -> o.f0).equalTo(s -> s.f0)
            .window(TumblingEventTimeWindows.of(Duration.ofMinutes(5), Duration.ofSeconds(10)))
            .apply((o, s) -> o.f0 + s.f1, Types.STRING)
            .print();
        orders.coGroup(shipments)
            .where(o -> o.f0, Types.STRING).equalTo(s -> s.f0, Types.STRING)
            .window(TumblingProcessingTimeWindows.of(Duration.ofMinutes(5)))
            .apply(new CoGroupFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, Integer>() {
                @Override
                public void coGroup(Iterable<Tuple2<String, Integer>> a, Iterable<Tuple2<String, Integer>> b, Collector<Integer> out) {}
            })
            .name("co-grouped").uid("cg")
            .broadcast()
            .map(i -> i * 2)
            .forward()
            .print();
        orders.countWindowAll(10, 5).reduce((a, b) -> a).setDescription("every five").print();
        shipments.keyBy(0 > 1 ? t -> t.f0 : t -> "x" + t.f0).countWindow(3).sum(1).print();
        env.execute("Joins");
    }

    static DataStream<Tuple2<String, Integer>> stream(StreamExecutionEnvironment env, String name) {
        return env.fromSequence(1, 1000).name(name)
            .map(new MapFunction<Long, Tuple2<String, Integer>>() {
                @Override public Tuple2<String, Integer> map(Long i) { return new Tuple2<>("k" + i % 7, i.intValue()); }
            })
            .assignTimestampsAndWatermarks(WatermarkStrategy.<Tuple2<String, Integer>>forMonotonousTimestamps().withTimestampAssigner((t, x) -> t.f1));
    }
}
