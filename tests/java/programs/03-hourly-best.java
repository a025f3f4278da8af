import java.time.Duration;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.legacy.PrintSinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** The driver with the most tips of each hour. */
public class HourlyBest {

    private final SourceFunction<Fare> source;
    private final SinkFunction<Tuple3<Long, Long, Float>> sink;

    public HourlyBest(SourceFunction<Fare> source, SinkFunction<Tuple3<Long, Long, Float>> sink) {
        this.source = source;
        this.sink = sink;
    }

    public static void main(String[] args) throws Exception {
        HourlyBest job = new HourlyBest(new FareFeed(4), new PrintSinkFunction<>());
        job.execute();
    }

    public JobExecutionResult execute() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);

        // start the data generator and arrange for watermarking
        DataStream<Fare> fares = env
                .addSource(source)
                .assignTimestampsAndWatermarks(
                        // in order
                        WatermarkStrategy.<Fare>forMonotonousTimestamps().withTimestampAssigner((fare, t) -> fare.startMillis));

        // compute tips per hour for each driver
        DataStream<Tuple3<Long, Long, Float>> hourlyTips = fares
                .keyBy((Fare fare) -> fare.driverId)
                .window(TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .process(new AddTips());

        // find the driver with the highest sum of tips for each hour
        DataStream<Tuple3<Long, Long, Float>> hourlyMax =
                hourlyTips.windowAll(TumblingEventTimeWindows.of(Duration.ofHours(1))).maxBy(2);

        hourlyMax.addSink(sink);

        return env.execute("Hourly Best");
    }

    /** Adds the tips of an hour, with the hour's end. */
    public static class AddTips extends ProcessWindowFunction<Fare, Tuple3<Long, Long, Float>, Long, TimeWindow> {
        @Override
        public void process(Long key, Context context, Iterable<Fare> fares, Collector<Tuple3<Long, Long, Float>> out) {
            float sumOfTips = 0F;
            for (Fare f : fares) {
                sumOfTips += f.tip;
            }
            out.collect(Tuple3.of(context.window().getEnd(), key, sumOfTips));
        }
    }

    public static class Fare {
        public long driverId;
        public long startMillis;
        public float tip;
    }

    public static class FareFeed extends RichParallelSourceFunction<Fare> {
        private final int perSecond;
        private volatile boolean running = true;

        public FareFeed(int perSecond) {
            this.perSecond = perSecond;
        }

        @Override
        public void run(SourceContext<Fare> ctx) throws Exception {
            while (running) {
                ctx.collect(new Fare());
                Thread.sleep(1000 / perSecond);
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }
}
