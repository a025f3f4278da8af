import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.*;
import org.apache.flink.api.common.*;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.configuration.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.*;

public final class PageViews {
    private static final int SALT;
    private static final String JOB_NAME;
    static {
        String env = System.getenv("PAGE_VIEWS_SALT_NOT_THERE");
        SALT = env == null ? 16 : Integer.parseInt(env);
        JOB_NAME = Optional.ofNullable(System.getProperty("page.views.name")).filter(n -> !n.isEmpty()).orElseGet(() -> "page-views-" + SALT);
    }
    private PageViews() {}

    public static void main(String[] args) throws Exception {
        Preconditions.checkArgument(SALT > 0, "salt must be positive");
        StreamExecutionEnvironment env = environment();
        DataStream<View> views = env.fromSequence(0, Long.MAX_VALUE).map(View::new, TypeInformation.of(View.class)).name("views")
            .assignTimestampsAndWatermarks(watermarks());
        SingleOutputStreamOperator<Tuple3<String, Long, Long>> partial = views
            .keyBy(v -> v.page + "#" + ThreadLocalRandom.current().nextInt(SALT))
            .window(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
            .aggregate(new Count(), new Attach<>())
            .name("partial").setParallelism(SALT / 2);
        partial.keyBy(t -> Tuple2.of(t.f0, t.f1), Types.TUPLE(Types.STRING, Types.LONG))
            .window(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
            .reduce((a, b) -> Tuple3.of(a.f0, a.f1, a.f2 + b.f2), new ProcessWindowFunction<Tuple3<String, Long, Long>, String, Tuple2<String, Long>, TimeWindow>() {
                @Override public void process(Tuple2<String, Long> k, Context c, Iterable<Tuple3<String, Long, Long>> in, Collector<String> out) {}
            })
            .name("final")
            .sinkTo(new DiscardingSink<>());
        top(partial, 10).print();
        System.out.println(env.getExecutionPlan().length() > 0 ? "plan" : "none");
        env.execute(JOB_NAME);
    }

    private static StreamExecutionEnvironment environment() {
        Configuration c = new Configuration();
        c.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
        c.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(30));
        c.set(PipelineOptions.AUTO_WATERMARK_INTERVAL, Duration.ofMillis(100));
        c.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.configure(c, PageViews.class.getClassLoader());
        env.setParallelism(Integer.getInteger("parallelism", 4));
        return env;
    }

    private static WatermarkStrategy<View> watermarks() {
        return WatermarkStrategy.<View>forBoundedOutOfOrderness(Duration.ofSeconds(1))
            .withTimestampAssigner(ctx -> (view, previous) -> view.time)
            .withWatermarkAlignment("group", Duration.ofSeconds(20), Duration.ofSeconds(1));
    }

    private static <T extends Tuple> DataStream<List<T>> top(DataStream<T> in, int n) {
        return in.windowAll(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
            .process(new ProcessAllWindowFunction<T, List<T>, TimeWindow>() {
                @Override public void process(Context c, Iterable<T> in, Collector<List<T>> out) {}
            })
            .returns((TypeInformation<List<T>>) (TypeInformation<?>) Types.LIST(Types.GENERIC(Tuple.class)))
            .name("top " + n);
    }

    public static class View {
        public String page; public long time;
        public View() {}
        public View(long i) { page = "p" + i; time = i; }
    }
    static class Count implements AggregateFunction<View, Long, Long> {
        @Override public Long createAccumulator() { return 0L; }
        @Override public Long add(View v, Long n) { return n + 1; }
        @Override public Long getResult(Long n) { return n; }
        @Override public Long merge(Long a, Long b) { return a + b; }
    }
    static class Attach<W extends TimeWindow> extends ProcessWindowFunction<Long, Tuple3<String, Long, Long>, String, TimeWindow> {
        @Override public void process(String k, Context c, Iterable<Long> n, Collector<Tuple3<String, Long, Long>> out) {}
    }
}
