import java.io.Serializable;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.java.tuple.Tuple;
import org.apache.flink.api.java.tuple.Tuple1;
import org.apache.flink.api.common.functions.OpenContext;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.api.common.eventtime.SerializableTimestampAssigner;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import java.time.Duration;
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

        env.setParallelism(2);

        DataStream<String> lines = env.readFile(new org.apache.flink.streaming.api.legacy.io.TextInputFormat(new org.apache.flink.core.fs.Path("/data/UserBehavior.csv")), "/data/UserBehavior.csv");
        DataStream<Behavior> behavior = lines
                .map(line -> new Behavior())
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Behavior>forMonotonousTimestamps().withTimestampAssigner(new SerializableTimestampAssigner<Behavior>() {
                    @Override
                    public long extractTimestamp(Behavior b, long recordTimestamp) {
                        return b.timestamp * 1000;
                    }
                }));

        SingleOutputStreamOperator<Long> counts = behavior
                .filter(b -> b.kind.equals("pv"))
                .keyBy(b -> b.itemId)
                .window(org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows.of(Duration.ofMinutes(60), Duration.ofMinutes(5)))
                .allowedLateness(Duration.ofSeconds(10))
                .sideOutputLateData(LATE)
                .aggregate(new Count(), new Result());
        counts.keyBy(n -> n).process(new TopN(3)).print();
        counts.getSideOutput(LATE).print("late");

        behavior.assignTimestampsAndWatermarks(WatermarkStrategy.<Behavior>forBoundedOutOfOrderness(Duration.ofSeconds(5)).withTimestampAssigner(new SerializableTimestampAssigner<Behavior>() {
                    @Override
                    public long extractTimestamp(Behavior b, long recordTimestamp) {
                        return b.timestamp;
                    }
                }))
                .keyBy(b -> b.itemId + b.kind)
                .window(EventTimeSessionWindows.withGap(Duration.ofMinutes(10)))
                .trigger(ContinuousEventTimeTrigger.of(Duration.ofMinutes(1)))
                .aggregate(new Count())
                .print();
        behavior.keyBy(b -> b.itemId)
                .window(SlidingEventTimeWindows.of(Duration.ofHours(1), Duration.ofMinutes(5), Duration.ofMinutes(-2)))
                .aggregate(new Count())
                .writeUsingOutputFormat(new org.apache.flink.streaming.api.legacy.io.TextOutputFormat<>(new org.apache.flink.core.fs.Path("/data/out")));

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

    static class Result implements WindowFunction<Long, Long, Long, TimeWindow> {
        @Override
        public void apply(Long key, TimeWindow window, Iterable<Long> counts, Collector<Long> out) {
            out.collect(key);
        }
    }

    static class TopN extends KeyedProcessFunction<Long, Long, String> implements Serializable {
        private final int size;
        private ListState<Long> items;

        TopN(int size) {
            this.size = size;
        }

        @Override
        public void open(OpenContext parameters) throws Exception {
            super.open(parameters);
            items = getRuntimeContext().getListState(new ListStateDescriptor<>("items", Long.class));
        }

        @Override
        public void processElement(Long n, Context ctx, Collector<String> out) throws Exception {
            items.add(n);
        }
    }
}
