import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class TooParallel {
    static final int MAX = 4;

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setMaxParallelism(MAX);
        env.fromData(1, 2, 3).keyBy(n -> n).sum(0).setParallelism(MAX + 1).print();
        env.execute();
    }
}
