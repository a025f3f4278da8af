import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class SortedPartitions {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData(Tuple2.of(1, 2)).fullWindowPartition().sortPartition(1, org.apache.flink.api.common.operators.Order.ASCENDING).print();
        env.fromData(Tuple2.of(1, 2)).fullWindowPartition().sortPartition("f0", org.apache.flink.api.common.operators.Order.ASCENDING).print();
        env.fromData(Tuple2.of(1, 2)).keyBy(t -> t.f0).fullWindowPartition().sortPartition(t -> t.f1, org.apache.flink.api.common.operators.Order.DESCENDING).name("sp").print();
        env.fromData(1).fullWindowPartition().aggregate(new Agg()).print();
        env.execute();
    }

    static class Agg implements AggregateFunction<Integer, Integer, Integer> { public Integer createAccumulator() { return 0; } public Integer add(Integer a, Integer b) { return 0; } public Integer getResult(Integer a) { return a; } public Integer merge(Integer a, Integer b) { return a; } }
}
