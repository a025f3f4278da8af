import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class SettersAfterUse {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        SingleOutputStreamOperator<Long> m = env.fromSequence(1, 9).map(x -> x);
        DataStream<Long> r = m.rebalance(), f = m.filter(x -> x > 1);
        m.setParallelism(5).name("late");
        r.print(); f.print();
        env.setParallelism(3);
        m.keyBy(x -> x).sum(0).print();
        env.disableOperatorChaining();
        env.execute();
    }
}
