import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class LambdaAsKeySelector {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData("a").keyBy(x -> Tuple2.of(x, 1)).reduce((a, b) -> a).print();
        env.execute();
    }
}
