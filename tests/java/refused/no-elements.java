import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class NoElements {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromElements().print();
        env.execute();
    }
}
