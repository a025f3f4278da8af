import java.time.Duration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingProcessingTimeWindows;

public class SlidingWindowOfNegativeSize {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3);
        in.keyBy(n -> n).window(SlidingProcessingTimeWindows.of(Duration.ofSeconds(-1), Duration.ofSeconds(1))).sum(0);
        in.print();
        env.execute();
    }
}
