import java.time.Duration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.ProcessJoinFunction;
import org.apache.flink.util.Collector;

public class IntervalJoinInProcessingTime {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3);
        in.keyBy(n -> n).intervalJoin(in.keyBy(n -> n)).inProcessingTime().between(Duration.ofSeconds(-5), Duration.ofSeconds(5)).process(new ProcessJoinFunction<Integer, Integer, Integer>() {
            @Override
            public void processElement(Integer a, Integer b, Context c, Collector<Integer> o) {}
        }).print();
        in.print();
        env.execute();
    }
}
