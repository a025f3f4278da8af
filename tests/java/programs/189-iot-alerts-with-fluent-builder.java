import java.util.*;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.configuration.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.source.legacy.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.streaming.api.windowing.windows.GlobalWindow;
import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.util.Collector;

public class IotAlerts {
    enum Severity {
        LOW(1), MEDIUM(2) { @Override String channel() { return "mail"; } }, HIGH(4) { @Override String channel() { return "pager"; } };
        final int parallelism;
        Severity(int parallelism) { this.parallelism = parallelism; }
        String channel() { return "log"; }
    }

    static class Pipeline {
        private final StreamExecutionEnvironment env;
        private final List<SingleOutputStreamOperator<?>> steps = new ArrayList<>();
        private int next = 1;
        Pipeline(StreamExecutionEnvironment env) { this.env = env; }
        <T> SingleOutputStreamOperator<T> add(String what, SingleOutputStreamOperator<T> stream) {
            steps.add(stream);
            return stream.name(String.format("%02d %s", next, what)).uid("step-" + next++);
        }
        int size() { return steps.size(); }
    }

    public static void main(String[] args) throws Exception {
        Configuration conf = new Configuration();
        conf.set(RestOptions.PORT, 8082);
        conf.set(TaskManagerOptions.NUM_TASK_SLOTS, 8);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironmentWithWebUI(conf);
        env.setParallelism(4).setBufferTimeout(50);
        Pipeline p = new Pipeline(env);
        SlotSharingGroup heavy = SlotSharingGroup.newBuilder("heavy").setCpuCores(1.0).setTaskHeapMemoryMB(100).build();

        SingleOutputStreamOperator<Reading> readings = p.add("read", env.addSource(new Sensors(3), "sensors"));
        var smoothed = p.add("smooth", readings.partitionCustom((key, n) -> key.hashCode() % n, r -> r.sensor)
            .flatMap(new FlatMapFunction<Reading, Reading>() {
                @Override public void flatMap(Reading r, Collector<Reading> out) { out.collect(r); }
            }));
        for (Severity s : Severity.values()) {
            SingleOutputStreamOperator<Reading> chosen = p.add(s + " only", smoothed.filter(r -> r.value > s.ordinal() * 10));
            chosen.setParallelism(s.parallelism);
            switch (s) {
                case LOW: chosen.global().addSink(new Notify(s.channel())).name(s.channel()); break;
                case MEDIUM:
                case HIGH: {
                    KeyedStream<Reading, String> keyed = chosen.keyBy(r -> r.sensor);
                    SingleOutputStreamOperator<Reading> last = keyed.window(GlobalWindows.create()).trigger(CountTrigger.of(s.parallelism)).reduce((a, b) -> b);
                    p.add("last " + s.name(), last).slotSharingGroup(heavy);
                    last.shuffle().addSink(new Notify(s.channel())).name(s.channel()).setUidHash(String.format("%032x", s.ordinal() + 1));
                    break;
                }
            }
        }
        env.execute("IoT alerts of " + p.size() + " steps");
    }

    public static class Reading { public String sensor; public double value; }

    static class Sensors extends RichParallelSourceFunction<Reading> {
        private final int n;
        Sensors(int n) { this.n = n; }
        @Override public void run(SourceContext<Reading> c) {}
        @Override public void cancel() {}
    }
    static class Notify extends RichSinkFunction<Reading> {
        private final String channel;
        Notify(String channel) { this.channel = channel; }
        @Override public void invoke(Reading r, Context c) {}
    }
}
