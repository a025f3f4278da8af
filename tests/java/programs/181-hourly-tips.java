import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

public class HourlyTips {
    private static final OutputTag<Fare> LATE = new OutputTag<>("late-fares") {};

    public record Fare(long driverId, float tip, long time) {}

    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.getConfig().setAutoWatermarkInterval(500L);
        env.disableOperatorChaining();
        GeneratorFunction<Long, Fare> generator = i -> new Fare(i % 100, i * 0.1f, i * 1000);
        DataGeneratorSource<Fare> source = new DataGeneratorSource<>(
            generator, Long.MAX_VALUE, RateLimiterStrategy.perSecond(100), org.apache.flink.api.common.typeinfo.TypeInformation.of(Fare.class));

        DataStreamSource<Fare> fares = env.fromSource(source,
            WatermarkStrategy.<Fare>forBoundedOutOfOrderness(Duration.ofSeconds(20))
                .withTimestampAssigner((fare, ts) -> fare.time())
                .withIdleness(Duration.ofMinutes(1)), "fares");

        SingleOutputStreamOperator<Tuple3<Long, Long, Float>> hourlyTips = fares
            .keyBy(Fare::driverId)
            .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
            .allowedLateness(Duration.ofMinutes(5))
            .sideOutputLateData(LATE)
            .process(new AddTips());
        DataStream<Tuple3<Long, Long, Float>> hourlyMax =
            hourlyTips.windowAll(TumblingEventTimeWindows.of(Duration.ofHours(1))).maxBy(2);

        hourlyMax.print("max").setParallelism(1);
        hourlyTips.getSideOutput(LATE).printToErr("late").disableChaining();
        hourlyTips
            .keyBy(t -> t.f0)
            .process(new org.apache.flink.streaming.api.functions.KeyedProcessFunction<Long, Tuple3<Long, Long, Float>, String>() {
                @Override
                public void processElement(Tuple3<Long, Long, Float> value, Context ctx, Collector<String> out) {
                    out.collect(ctx.getCurrentKey() + ":" + value);
                }
            })
            .map(String::toUpperCase).returns(Types.STRING)
            .print();
        env.execute("Hourly Tips");
    }

    public static class AddTips extends ProcessWindowFunction<Fare, Tuple3<Long, Long, Float>, Long, TimeWindow> {
        @Override
        public void process(Long key, Context context, Iterable<Fare> fares, Collector<Tuple3<Long, Long, Float>> out) {
            float sum = 0F;
            for (Fare f : fares) { sum += f.tip(); }
            out.collect(Tuple3.of(context.window().getEnd(), key, sum));
        }
    }
}
