import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class NoElementsOfAClass {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData(String.class).print();
        env.execute();
    }
}
