import java.util.List;
import java.util.Map;
import org.apache.flink.util.MultipleParameterTool;
import org.apache.flink.cep.CEP;
import org.apache.flink.cep.PatternSelectFunction;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.SimpleCondition;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import java.time.Duration;

public class OldPatterns {
    public static class Event {
        private String name;

        public String getName() {
            return name;
        }
    }

    public static void main(String[] args) throws Exception {
        final MultipleParameterTool params = MultipleParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(params.getInt("parallelism", 1));
        DataStream<Event> events = env.fromElements(new Event(), new Event()).keyBy(e -> e.name);
        Pattern<Event, ?> pattern = Pattern.<Event>begin("start")
                .where(new SimpleCondition<Event>() {
                    @Override
                    public boolean filter(Event e) {
                        return e.getName() != null;
                    }
                })
                .followedBy("end")
                .within(Duration.ofSeconds(10));
        CEP.pattern(events.keyBy(Event::getName), pattern)
                .select(new PatternSelectFunction<Event, String>() {
                    @Override
                    public String select(Map<String, List<Event>> match) {
                        return match.toString();
                    }
                })
                .print();
        DataStream<String> text = null;
        if (params.has("input")) {
            for (String input : params.getMultiParameterRequired("input")) {
                text = text == null ? env.readFile(new org.apache.flink.streaming.api.legacy.io.TextInputFormat(new org.apache.flink.core.fs.Path(input)), input) : text.union(env.readFile(new org.apache.flink.streaming.api.legacy.io.TextInputFormat(new org.apache.flink.core.fs.Path(input)), input));
            }
        } else {
            text = env.fromElements("x", "y");
        }
        text.writeUsingOutputFormat(new org.apache.flink.streaming.api.legacy.io.TextOutputFormat<>(new org.apache.flink.core.fs.Path("/tmp/out.txt"))).setParallelism(1);
        env.execute("Old patterns");
    }
}
