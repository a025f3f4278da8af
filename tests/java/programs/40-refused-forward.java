import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class WrongForward {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Long> numbers = env.fromSequence(1, 10).setParallelism(2);
        numbers.forward().map(n -> n * 2).setParallelism(3).name("doubled").print();
        env.execute("wrong");
    }
}
