import java.time.Duration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;

public class WindowOfNoSize {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3);
        in.keyBy(n -> n).window(TumblingProcessingTimeWindows.of(Duration.ZERO)).sum(0);
        in.print();
        env.execute();
    }
}
