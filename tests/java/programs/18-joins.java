import java.time.Duration;
import org.apache.flink.api.common.eventtime.SerializableTimestampAssigner;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.CoGroupFunction;
import org.apache.flink.api.common.functions.FlatJoinFunction;
import org.apache.flink.api.common.functions.JoinFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.CoGroupedStreams;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.JoinedStreams;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

public class Joins {

    public static class Click {
        public String user;
        public long time;
        public String page;
    }

    public static class Purchase {
        public String user;
        public long time;
        public double amount;
    }

    static final OutputTag<Click> LATE_CLICKS = new OutputTag<Click>("late-clicks") {};
    static final OutputTag<Purchase> LATE_PURCHASES = new OutputTag<Purchase>("late-purchases") {};

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.getConfig().setAutoWatermarkInterval(200);

        DataStream<Click> clicks = env.socketTextStream("localhost", 7001)
                .map(Joins::click)
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Click>forBoundedOutOfOrderness(Duration.ofSeconds(2))
                        .withTimestampAssigner(new SerializableTimestampAssigner<Click>() {
                            @Override
                            public long extractTimestamp(Click c, long recordTimestamp) {
                                return c.time;
                            }
                        }));
        DataStream<Purchase> purchases = env.socketTextStream("localhost", 7002)
                .map(Joins::purchase)
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Purchase>forMonotonousTimestamps()
                        .withTimestampAssigner(ctx -> (p, ts) -> p.time)
                        .withIdleness(Duration.ofMinutes(1)))
                .name("purchase time");

        windowJoins(clicks, purchases);
        coGroups(clicks, purchases);
        intervalJoins(clicks.keyBy(c -> c.user), purchases.keyBy(p -> p.user));

        env.execute("joins");
    }

    private static Click click(String s) {
        return new Click();
    }

    private static Purchase purchase(String s) {
        return new Purchase();
    }

    private static void windowJoins(DataStream<Click> clicks, DataStream<Purchase> purchases) {
        clicks.join(purchases)
                .where(c -> c.user)
                .equalTo(p -> p.user)
                .window(TumblingEventTimeWindows.of(Duration.ofMinutes(5)))
                .apply((c, p) -> c.page + p.amount, Types.STRING)
                .print("tumbling");

        JoinedStreams<Click, Purchase>.Where<String>.EqualTo equal = clicks.join(purchases).where(c -> c.user).equalTo(p -> p.user);
        equal.window(SlidingEventTimeWindows.of(Duration.ofMinutes(5), Duration.ofMinutes(1)))
                .trigger(CountTrigger.of(10))
                .evictor(CountEvictor.of(100))
                .allowedLateness(Duration.ofSeconds(30))
                .apply(new FlatJoinFunction<Click, Purchase, Double>() {
                    @Override
                    public void join(Click c, Purchase p, Collector<Double> out) {
                        out.collect(p.amount);
                    }
                })
                .print("sliding");

        SingleOutputStreamOperator<String> session = (SingleOutputStreamOperator<String>) equal
                .window(EventTimeSessionWindows.withGap(Duration.ofMinutes(10)))
                .apply(new PageAndAmount());
        session.name("session join").uid("session-join").setParallelism(4).print();
    }

    private static void coGroups(DataStream<Click> clicks, DataStream<Purchase> purchases) {
        CoGroupedStreams<Click, Purchase> grouped = clicks.coGroup(purchases);
        grouped.where(c -> c.user, Types.STRING)
                .equalTo(p -> p.user)
                .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .apply(new OuterJoin())
                .filter(s -> !s.isEmpty())
                .print("outer");
    }

    private static void intervalJoins(KeyedStream<Click, String> clicks, KeyedStream<Purchase, String> purchases) {
        purchases.intervalJoin(clicks)
                .between(Duration.ofMinutes(-10), Duration.ofMinutes(0))
                .upperBoundExclusive()
                .process(new Attribution())
                .name("attribution")
                .print();

        SingleOutputStreamOperator<String> both = clicks.intervalJoin(purchases)
                .inEventTime()
                .between(Duration.ofMillis(0), Duration.ofHours(1))
                .lowerBoundExclusive()
                .sideOutputLeftLateData(LATE_CLICKS)
                .sideOutputRightLateData(LATE_PURCHASES)
                .process(new ProcessJoinFunction<Click, Purchase, String>() {
                    @Override
                    public void processElement(Click c, Purchase p, Context ctx, Collector<String> out) {
                        out.collect(c.page);
                    }
                });
        both.getSideOutput(LATE_CLICKS).print();
        both.getSideOutput(LATE_PURCHASES).map(p -> p.amount).print();
    }

    static class PageAndAmount implements JoinFunction<Click, Purchase, String> {
        @Override
        public String join(Click c, Purchase p) {
            return c.page + p.amount;
        }
    }

    static class OuterJoin implements CoGroupFunction<Click, Purchase, String> {
        @Override
        public void coGroup(Iterable<Click> first, Iterable<Purchase> second, Collector<String> out) {
            if (!second.iterator().hasNext()) {
                out.collect("none");
            }
        }
    }

    static class Attribution extends ProcessJoinFunction<Purchase, Click, String> {
        @Override
        public void processElement(Purchase p, Click c, Context ctx, Collector<String> out) {
            out.collect(c.page);
        }
    }
}
