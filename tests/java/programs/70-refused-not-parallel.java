import java.time.Duration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;

public class AllInParallel {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3);
        in.windowAll(TumblingProcessingTimeWindows.of(Duration.ofSeconds(1)))
                .reduce((a, b) -> a + b)
                .name("all")
                .setParallelism(4)
                .print();
        env.execute();
    }
}
