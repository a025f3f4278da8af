import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.OutputTag;

public class OutputTagWithoutAnId {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        OutputTag<String> t = new OutputTag<String>("t") {}, u = new OutputTag<String>("") {};
        env.fromSequence(1, 2).map(x -> x).getSideOutput(t).print();
        env.execute();
    }
}
