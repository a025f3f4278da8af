import java.time.Duration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;

public class WindowOffset {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        // the days of Shanghai
        env.fromSequence(1, 10)
                .keyBy(n -> n % 2)
                .window(SlidingEventTimeWindows.of(Duration.ofDays(1), Duration.ofHours(1), Duration.ofHours(-8)))
                .sum(0)
                .print();
        env.execute();
    }
}
