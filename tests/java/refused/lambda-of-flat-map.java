import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;

public class LambdaOfFlatMap {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<String> s = env.fromData("a")
           .flatMap((String x, Collector<String> o) -> o.collect(x)).name("f").setParallelism(2);
        s.sinkTo(new DiscardingSink<>());
        env.execute();
    }
}
