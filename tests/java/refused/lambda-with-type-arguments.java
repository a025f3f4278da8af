import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class LambdaWithTypeArguments {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData("a").<Tuple2<String, Integer>>map(x -> new Tuple2<>(x, 1)).setParallelism(2).rebalance().print();
        env.execute();
    }
}
