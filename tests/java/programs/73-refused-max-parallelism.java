import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class TooMany {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setMaxParallelism(1 << 16);
        env.fromSequence(1, 5).keyBy(n -> n).sum(0).setMaxParallelism(0).print();
        env.execute();
    }
}
