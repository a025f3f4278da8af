import java.util.ArrayList;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class EmptyCollection {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData(new ArrayList<String>()).print();
        env.execute();
    }
}
