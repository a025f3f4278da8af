import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.cep.CEP;
import org.apache.flink.cep.PatternSelectFunction;
import org.apache.flink.cep.PatternStream;
import org.apache.flink.cep.functions.PatternProcessFunction;
import org.apache.flink.cep.functions.TimedOutPartialMatchHandler;
import org.apache.flink.cep.nfa.aftermatch.AfterMatchSkipStrategy;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.IterativeCondition;
import org.apache.flink.cep.pattern.conditions.SimpleCondition;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Three failed logins in a row. */
public class Patterns {

    public static class Login {
        public String user;
        public boolean ok;
        public long at;
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        DataStream<Login> logins = env.socketTextStream("localhost", 6000)
                .map(s -> new Login())
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Login>forBoundedOutOfOrderness(Duration.ofSeconds(5)).withTimestampAssigner((l, t) -> l.at));

        Pattern<Login, ?> threeFails = Pattern.<Login>begin("first", AfterMatchSkipStrategy.skipPastLastEvent())
                .where(SimpleCondition.of(l -> !l.ok))
                .next("more")
                .where(new IterativeCondition<Login>() {
                    @Override
                    public boolean filter(Login l, Context<Login> ctx) {
                        return !l.ok;
                    }
                })
                .times(2)
                .consecutive()
                .within(Duration.ofSeconds(10));

        PatternStream<Login> matches = CEP.pattern(logins.keyBy(l -> l.user), threeFails);
        OutputTag<String> almost = new OutputTag<String>("almost") {};
        SingleOutputStreamOperator<String> alerts = matches.process(new Alert(almost)).name("alerts").uid("alerts");
        alerts.print("alert");
        alerts.getSideOutput(almost).print("almost");

        CEP.pattern(logins, threeFails)
                .inProcessingTime()
                .select(new PatternSelectFunction<Login, String>() {
                    @Override
                    public String select(Map<String, List<Login>> pattern) {
                        return pattern.toString();
                    }
                })
                .print("anybody");

        env.execute("Patterns");
    }

    static class Alert extends PatternProcessFunction<Login, String> implements TimedOutPartialMatchHandler<Login> {
        private final OutputTag<String> almost;

        Alert(OutputTag<String> almost) {
            this.almost = almost;
        }

        @Override
        public void processMatch(Map<String, List<Login>> match, Context ctx, Collector<String> out) {
            out.collect(match.get("first").get(0).user);
        }

        @Override
        public void processTimedOutMatch(Map<String, List<Login>> match, Context ctx) {
            ctx.output(almost, match.toString());
        }
    }
}
