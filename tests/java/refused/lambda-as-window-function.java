import java.time.Duration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

public class LambdaAsWindowFunction {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData("a").keyBy(x -> x).window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).apply((String k, TimeWindow w, Iterable<String> i, Collector<String> o) -> o.collect(k)).print();
        env.execute();
    }
}
