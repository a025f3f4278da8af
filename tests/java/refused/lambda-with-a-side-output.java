import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

public class LambdaWithASideOutput {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        SingleOutputStreamOperator<String> s = env.fromData("a").flatMap((String x, Collector<String> o) -> o.collect(x));
        s.getSideOutput(new OutputTag<String>("t") {}).print();
        s.print();
        env.execute();
    }
}
