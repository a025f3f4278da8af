import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class EmptyArray {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData(new String[0]).print();
        env.execute();
    }
}
