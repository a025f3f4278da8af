import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

public class TagsInAList {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        OutputTag<String> a = new OutputTag<>("odd", Types.STRING), b = new OutputTag<String>("even") {};
        SingleOutputStreamOperator<Long> main = env.fromSequence(1, 2).process(new ProcessFunction<Long, Long>() { public void processElement(Long v, Context c, Collector<Long> o) { c.output(a, ""); } });
        for (OutputTag<String> t : List.of(a, b)) main.getSideOutput(t).map(x -> x).name("side-" + t.getId()).uid(t.getId() + "-uid").print();
        env.execute();
    }
}
