import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class DoubleBracesOfAConfiguration {
    public static void main(String[] args) throws Exception {
        Configuration c = new Configuration() {{ set(CoreOptions.DEFAULT_PARALLELISM, 3); setString("pipeline.name", "braced"); }};
        StreamExecutionEnvironment e = StreamExecutionEnvironment.getExecutionEnvironment(c);
        e.fromSequence(1, 2).map(x -> x).print();
        e.execute();
    }
}
