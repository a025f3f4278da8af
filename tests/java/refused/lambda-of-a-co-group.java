import java.time.Duration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.util.Collector;

public class LambdaOfACoGroup {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData("a").coGroup(env.fromData("b")).where(x -> x).equalTo(x -> x).window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).apply((Iterable<String> a, Iterable<String> b, Collector<String> o) -> o.collect("")).print();
        env.execute();
    }
}
