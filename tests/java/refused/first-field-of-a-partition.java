import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class FirstFieldOfAPartition {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData(Tuple2.of(1, 2)).fullWindowPartition().sortPartition(0, org.apache.flink.api.common.operators.Order.ASCENDING).print();
        env.execute();
    }
}
