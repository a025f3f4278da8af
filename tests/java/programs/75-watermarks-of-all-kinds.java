import java.time.Duration;
import org.apache.flink.api.common.eventtime.BoundedOutOfOrdernessWatermarks;
import org.apache.flink.api.common.eventtime.SerializableTimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

public class Watermarks {
    static class Punctuated implements WatermarkGenerator<Long> {
        @Override
        public void onEvent(Long event, long eventTimestamp, WatermarkOutput output) {
            if (event % 10 == 0) {
                output.emitWatermark(new Watermark(eventTimestamp));
            }
        }

        @Override
        public void onPeriodicEmit(WatermarkOutput output) {}
    }

    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.getConfig().setAutoWatermarkInterval(50L);
        final OutputTag<Long> late = new OutputTag<Long>("late"){};
        final OutputTag<String> notes = new OutputTag<String>("notes"){};

        WatermarkStrategy<Long> strategy = WatermarkStrategy.<Long>forBoundedOutOfOrderness(Duration.ofSeconds(5))
                .withTimestampAssigner(new SerializableTimestampAssigner<Long>() {
                    @Override
                    public long extractTimestamp(Long element, long recordTimestamp) {
                        return element;
                    }
                })
                .withIdleness(Duration.ofSeconds(30));

        DataStream<Long> in = env.fromSequence(1, 1000).assignTimestampsAndWatermarks(strategy);
        in.assignTimestampsAndWatermarks(WatermarkStrategy.forGenerator((ctx) -> new Punctuated())).name("punctuated").uid("punctuated").print();
        in.assignTimestampsAndWatermarks(new WatermarkStrategy<Long>() {
            @Override
            public WatermarkGenerator<Long> createWatermarkGenerator(WatermarkGeneratorSupplier.Context context) {
                return new BoundedOutOfOrdernessWatermarks<>(Duration.ofSeconds(1));
            }

            @Override
            public TimestampAssigner<Long> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
                return (n, t) -> n;
            }
        }).setParallelism(2).print();

        SingleOutputStreamOperator<Long> windowed = in.keyBy(n -> n % 3)
                .window(TumblingEventTimeWindows.of(Duration.ofSeconds(1)))
                .sideOutputLateData(late)
                .process(new ProcessWindowFunction<Long, Long, Long, TimeWindow>() {
                    @Override
                    public void process(Long key, Context context, Iterable<Long> elements, Collector<Long> out) {
                        for (Long e : elements) {
                            out.collect(e);
                        }
                        context.output(notes, "window of " + key);
                    }
                });
        windowed.getSideOutput(late).union(windowed).keyBy(n -> n).process(new KeyedProcessFunction<Long, Long, Long>() {
            @Override
            public void processElement(Long value, Context ctx, Collector<Long> out) {
                ctx.timerService().registerEventTimeTimer(ctx.timestamp() + 1);
                out.collect(value);
            }

            @Override
            public void onTimer(long timestamp, OnTimerContext ctx, Collector<Long> out) {}
        }).setMaxParallelism(12).print();
        windowed.getSideOutput(notes).map(s -> s).disableChaining().print("notes");
        env.execute("watermarks");
    }
}
