import java.io.Serializable;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.tuple.Tuple1;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.TimeCharacteristic;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.timestamps.AscendingTimestampExtractor;
import org.apache.flink.streaming.api.functions.timestamps.BoundedOutOfOrdernessTimestampExtractor;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.time.Time;
import org.apache.flink.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** The hottest items of the last hour, every five minutes. */
public class HotItems {

    private static final OutputTag<Behavior> LATE = new OutputTag<Behavior>("late") {};

    public static class Behavior {
        public long itemId;
        public String kind;
        public long timestamp;
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setStreamTimeCharacteristic(TimeCharacteristic.EventTime);
        env.setParallelism(2);

        DataStream<String> lines = env.readTextFile("/data/UserBehavior.csv");
        DataStream<Behavior> behavior = lines
                .map(line -> new Behavior())
                .assignTimestampsAndWatermarks(new AscendingTimestampExtractor<Behavior>() {
                    @Override
                    public long extractAscendingTimestamp(Behavior b) {
                        return b.timestamp * 1000;
                    }
                });

        SingleOutputStreamOperator<Long> counts = behavior
                .filter(b -> b.kind.equals("pv"))
                .keyBy("itemId")
                .timeWindow(Time.minutes(60), Time.minutes(5))
                .allowedLateness(Time.seconds(10))
                .sideOutputLateData(LATE)
                .aggregate(new Count(), new Result());
        counts.keyBy(n -> n).process(new TopN(3)).print();
        counts.getSideOutput(LATE).print("late");

        behavior.assignTimestampsAndWatermarks(new BoundedOutOfOrdernessTimestampExtractor<Behavior>(Time.seconds(5)) {
                    @Override
                    public long extractTimestamp(Behavior b) {
                        return b.timestamp;
                    }
                })
                .keyBy("itemId", "kind")
                .window(EventTimeSessionWindows.withGap(Time.minutes(10)))
                .trigger(ContinuousEventTimeTrigger.of(Time.minutes(1)))
                .aggregate(new Count())
                .print();
        behavior.keyBy(b -> b.itemId)
                .window(SlidingEventTimeWindows.of(Time.hours(1), Time.minutes(5), Time.minutes(-2)))
                .aggregate(new Count())
                .writeAsText("/data/out");

        env.execute("Hot Items Job");
    }

    static class Count implements AggregateFunction<Behavior, Long, Long> {
        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Behavior b, Long acc) {
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

    static class Result implements WindowFunction<Long, Long, Tuple, TimeWindow> {
        @Override
        public void apply(Tuple key, TimeWindow window, Iterable<Long> counts, Collector<Long> out) {
            out.collect(((Tuple1<Long>) key).f0);
        }
    }

    static class TopN extends KeyedProcessFunction<Long, Long, String> implements Serializable {
        private final int size;
        private ListState<Long> items;

        TopN(int size) {
            this.size = size;
        }

        @Override
        public void open(Configuration parameters) throws Exception {
            super.open(parameters);
            items = getRuntimeContext().getListState(new ListStateDescriptor<>("items", Long.class));
        }

        @Override
        public void processElement(Long n, Context ctx, Collector<String> out) throws Exception {
            items.add(n);
        }
    }
}
