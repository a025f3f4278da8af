import java.time.Duration;
import java.util.*;
import java.util.function.*;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.util.*;

/** Template method + generics, DI by hand */
public class JobRunner {
    interface JobDefinition { String name(); void build(JobContext ctx); default int order() { return 0; } }
    static class JobContext {
        final StreamExecutionEnvironment env; private final Map<Class<?>, Object> beans = new HashMap<>();
        JobContext(StreamExecutionEnvironment env) { this.env = env; register(StreamExecutionEnvironment.class, env); }
        <T> JobContext register(Class<T> c, T t) { beans.put(c, t); return this; }
        <T> T get(Class<T> c) { return c.cast(beans.get(c)); }
    }
    static abstract class BaseJob<T> implements JobDefinition {
        private static int counter = 0;
        protected final int id = ++counter;
        protected abstract DataStream<T> source(JobContext ctx);
        protected DataStream<T> transform(DataStream<T> in) { return in; }
        protected abstract void sink(DataStream<T> out);
        @Override public String name() { return this.getClass().getSimpleName() + "#" + id; }
        @Override public final void build(JobContext ctx) { sink(transform(source(ctx))); }
        protected <S extends SingleOutputStreamOperator<?>> S label(S s, String what) { s.name(name() + "/" + what); s.uid((name() + "-" + what).toLowerCase(Locale.ROOT)); return s; }
    }
    static class CountJob extends BaseJob<Long> {
        @Override protected SingleOutputStreamOperator<Long> source(JobContext ctx) { return label(ctx.get(StreamExecutionEnvironment.class).fromSequence(1, 10).map(x -> x), "source"); }
        @Override protected SingleOutputStreamOperator<Long> transform(DataStream<Long> in) {
            SingleOutputStreamOperator<Long> r = in.keyBy(x -> x % 2).countWindow(5).reduce(Long::sum);
            return label(r, "count");
        }
        @Override protected void sink(DataStream<Long> out) { out.print(name()); }
        @Override public int order() { return 2; }
    }
    static final class LateJob extends BaseJob<String> {
        static final OutputTag<String> LATE = new OutputTag<>("late") {};
        SingleOutputStreamOperator<String> main;
        @Override protected DataStream<String> source(JobContext ctx) {
            return ctx.env.fromData("x", "y").assignTimestampsAndWatermarks(WatermarkStrategy.forBoundedOutOfOrderness(Duration.ofSeconds(3))); }
        @Override protected DataStream<String> transform(DataStream<String> in) {
            main = in.keyBy(s -> s).window(EventTimeSessionWindows.withDynamicGap(s -> s.length())).allowedLateness(Duration.ofSeconds(1)).sideOutputLateData(LATE).process(new ProcessWindowFunction<String, String, String, TimeWindow>() {
                @Override public void process(String k, Context c, Iterable<String> i, Collector<String> o) {} });
            return main;
        }
        @Override protected void sink(DataStream<String> out) {
            out.print();
            main.getSideOutput(LATE).windowAll(TumblingProcessingTimeWindows.of(Duration.ofMinutes(1), Duration.ofSeconds(10))).reduce((a, b) -> a + b).print("late");
        }
    }
    static class Anonymous { static JobDefinition of(String n, Consumer<JobContext> c) { return new JobDefinition() { public String name() { return n; } public void build(JobContext ctx) { c.accept(ctx); } public int order() { return 1; } }; } }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        JobContext ctx = new JobContext(env);
        List<JobDefinition> jobs = new ArrayList<>(Arrays.asList(new CountJob(), new LateJob(), Anonymous.of("anon", c -> c.env.fromData(1, 2, 3).filter(i -> i > 1).name("anon filter").print())));
        jobs.sort(Comparator.comparingInt(JobDefinition::order).reversed().thenComparing(JobDefinition::name));
        List<String> names = new ArrayList<>();
        for (Iterator<JobDefinition> it = jobs.iterator(); it.hasNext();) { JobDefinition j = it.next(); j.build(ctx); names.add(j.name()); }
        env.execute(names.toString());
    }
}
