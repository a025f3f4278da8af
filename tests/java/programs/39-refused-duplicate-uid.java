import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class DuplicateUid {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSequence(1, 10).uid("numbers")
                .map(n -> n * 2).uid("twice")
                .filter(n -> n > 2).uid("twice")
                .print().uid("out");
        env.execute();
    }
}
