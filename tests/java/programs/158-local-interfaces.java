import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class LocalInterfaces {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        interface Stage { DataStream<Long> apply(DataStream<Long> in); default Stage then(Stage next) { return in -> next.apply(apply(in)); } static Stage id() { return in -> in; } }
        class Named implements Stage {
            private final String n; private int calls = 0;
            Named(String n) { this.n = n; }
            public DataStream<Long> apply(DataStream<Long> in) { calls++; return in.filter(x -> x > 0).name(n + calls).uid(n.toLowerCase() + "-" + calls); }
        }
        Stage a = new Named("A");
        Stage t = Stage.id().then(a).then(a).then(new Stage() { @Override public DataStream<Long> apply(DataStream<Long> in) { return in.rebalance().map(new MapFunction<Long, Long>() { public Long map(Long v) { return v; } }); } });
        t.apply(env.fromSequence(0, 9)).print();
        env.execute();
    }
}
