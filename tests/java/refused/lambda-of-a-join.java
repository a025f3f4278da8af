import java.time.Duration;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

public class LambdaOfAJoin {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData("a").join(env.fromData("b")).where(x -> x).equalTo(x -> x).window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).apply((a, b) -> Tuple2.of(a, b)).print();
        env.execute();
    }
}
