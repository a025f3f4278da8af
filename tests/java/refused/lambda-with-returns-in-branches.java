import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class LambdaWithReturnsInBranches {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData("a").map(x -> { if (x.isEmpty()) { return new Tuple2<>(x, 1L); } return Tuple2.of(x, 2L); }).union(env.fromData(Tuple2.of("a", 2L))).print();
        env.execute();
    }
}
