import java.util.List;
import java.util.Map;
import org.apache.flink.api.java.utils.MultipleParameterTool;
import org.apache.flink.cep.CEP;
import org.apache.flink.cep.PatternSelectFunction;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.SimpleCondition;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.time.Time;

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
        DataStream<Event> events = env.fromElements(new Event(), new Event()).keyBy("name");
        Pattern<Event, ?> pattern = Pattern.<Event>begin("start")
                .where(new SimpleCondition<Event>() {
                    @Override
                    public boolean filter(Event e) {
                        return e.getName() != null;
                    }
                })
                .followedBy("end")
                .within(Time.seconds(10));
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
                text = text == null ? env.readTextFile(input) : text.union(env.readTextFile(input));
            }
        } else {
            text = env.fromElements("x", "y");
        }
        text.writeAsText("/tmp/out.txt").setParallelism(1);
        env.execute("Old patterns");
    }
}
