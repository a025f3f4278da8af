import java.time.Duration;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.DateTimeBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.triggers.PurgingTrigger;
import org.apache.flink.streaming.api.windowing.evictors.CountEvictor;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.ParameterTool;

public class ClickstreamSessions {
    private static final Duration GAP = Duration.ofMinutes(30);

    public static void main(String[] args) throws Exception {
        final ParameterTool params = ParameterTool.fromArgs(args);
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setMaxParallelism(256);

        final FileSource<String> source = params.has("input")
            ? FileSource.forRecordStreamFormat(new TextLineInputFormat(), new Path(params.get("input"))).monitorContinuously(Duration.ofSeconds(10)).build()
            : FileSource.forRecordStreamFormat(new TextLineInputFormat("UTF-8"), new Path("/data/clicks"), new Path("/data/more")).build();

        DataStream<Click> clicks = env.fromSource(source, WatermarkStrategy.noWatermarks(), "clicks")
            .map(Click::fromLine).name("parse")
            .filter(c -> c.user != null)
            .assignTimestampsAndWatermarks(
                WatermarkStrategy.<Click>forGenerator(ctx -> new BoundedOutOfOrdernessWatermarks<>(Duration.ofSeconds(5)))
                    .withTimestampAssigner((SerializableTimestampAssigner<Click>) (c, previous) -> c.time))
            .name("watermarks");

        KeyedStream<Click, String> byUser = clicks.keyBy(c -> c.user);

        DataStream<Session> sessions = byUser
            .window(EventTimeSessionWindows.withGap(GAP))
            .aggregate(new CountClicks(), new ToSession())
            .name("sessions");

        byUser.window(DynamicEventTimeSessionWindows.withDynamicGap(c -> c.user.startsWith("bot") ? 1000L : 60_000L))
            .trigger(PurgingTrigger.of(CountTrigger.of(10)))
            .reduce((a, b) -> a.time > b.time ? a : b)
            .name("last click")
            .print();

        clicks.keyBy(c -> c.page)
            .window(SlidingEventTimeWindows.of(Duration.ofHours(1), Duration.ofMinutes(5)))
            .trigger(ContinuousEventTimeTrigger.of(Duration.ofMinutes(1)))
            .evictor(CountEvictor.of(100))
            .apply(new WindowFunction<Click, String, String, TimeWindow>() {
                @Override
                public void apply(String page, TimeWindow w, Iterable<Click> in, Collector<String> out) {
                    out.collect(page);
                }
            })
            .setParallelism(3)
            .sinkTo(fileSink("/out/pages"))
            .name("pages");

        sessions.map(s -> s.user + "," + s.clicks).sinkTo(fileSink(params.get("output", "/out/sessions"))).uid("sessions-out").setParallelism(2);
        env.execute(ClickstreamSessions.class.getSimpleName());
    }

    private static FileSink<String> fileSink(String folder) {
        return FileSink.<String>forRowFormat(new Path(folder), new SimpleStringEncoder<>("UTF-8"))
            .withBucketAssigner(new DateTimeBucketAssigner<>("yyyy-MM-dd"))
            .withRollingPolicy(DefaultRollingPolicy.builder()
                .withRolloverInterval(Duration.ofMinutes(15))
                .withInactivityInterval(Duration.ofMinutes(5))
                .withMaxPartSize(MemorySize.ofMebiBytes(128))
                .build())
            .build();
    }

    public static class Click {
        public String user; public String page; public long time;
        static Click fromLine(String line) { return new Click(); }
    }
    public static class Session { public String user; public long clicks; }

    private static class CountClicks implements AggregateFunction<Click, Long, Long> {
        @Override public Long createAccumulator() { return 0L; }
        @Override public Long add(Click c, Long n) { return n + 1; }
        @Override public Long getResult(Long n) { return n; }
        @Override public Long merge(Long a, Long b) { return a + b; }
    }
    private static class ToSession implements WindowFunction<Long, Session, String, TimeWindow> {
        @Override public void apply(String user, TimeWindow w, Iterable<Long> n, Collector<Session> out) {
            Session s = new Session(); s.user = user; s.clicks = n.iterator().next(); out.collect(s);
        }
    }
}
