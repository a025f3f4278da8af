import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class LambdaOfADeclaredFunction {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        MapFunction<String, Tuple2<String, Integer>> f = x -> Tuple2.of(x, 1);
        FlatMapFunction<String, String> g = (x, o) -> o.collect(x);
        env.fromData("a").map(f).print();
        env.execute();
    }
}
