import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class Nothing {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.execute("nothing");
    }
}
