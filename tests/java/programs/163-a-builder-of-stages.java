import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class ABuilderOfStages {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        Job.builder().source(env.fromSequence(1, 5)).parallelism(3).stage("a", s -> s.map(x -> x + 1)).stage("b", s -> s.filter(x -> x > 2)).sink(DataStream::print).build().run();
        env.execute();
    }

    static class Job {
      private final DataStream<Long> in; private final int p; private final LinkedHashMap<String, UnaryOp> stages; private final Out out;
      interface UnaryOp { SingleOutputStreamOperator<Long> apply(DataStream<Long> s); }
      interface Out { void accept(DataStream<Long> s); }
      private Job(Builder b) { in = b.in; p = b.p; stages = b.stages; out = b.out; }
      static Builder builder() { return new Builder(); }
      void run() { DataStream<Long> s = in; for (Map.Entry<String, UnaryOp> e : stages.entrySet()) { s = e.getValue().apply(s).name(e.getKey()).setParallelism(p); } out.accept(s); }
      static final class Builder { DataStream<Long> in; int p = 1; final LinkedHashMap<String, UnaryOp> stages = new LinkedHashMap<>(); Out out;
        Builder source(DataStream<Long> s) { this.in = s; return this; } Builder parallelism(int p) { this.p = p; return this; } Builder stage(String n, UnaryOp f) { stages.put(n, f); return this; } Builder sink(Out o) { out = o; return this; } Job build() { return new Job(this); } }
    }
}
