import java.time.Duration;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

public class RichFunctionThatMerges {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromData("a").keyBy(x -> x).window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).aggregate(new Agg()).print();
        env.execute();
    }

    static class Agg extends org.apache.flink.api.common.functions.AbstractRichFunction implements AggregateFunction<String, String, String> { public String createAccumulator() { return ""; } public String add(String a, String b) { return a; } public String getResult(String a) { return a; } public String merge(String a, String b) { return a; } }
}
