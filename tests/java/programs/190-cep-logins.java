import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.cep.*;
import org.apache.flink.cep.functions.*;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.*;
import org.apache.flink.cep.nfa.aftermatch.AfterMatchSkipStrategy;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.*;

public class LoginFailures {
    static final OutputTag<String> TIMED_OUT = new OutputTag<>("timed-out") {};

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setRuntimeMode(args.length > 0 && "batch".equals(args[0]) ? RuntimeExecutionMode.BATCH : RuntimeExecutionMode.AUTOMATIC);
        Login[] logins = IntStream.rangeClosed(1, 20).mapToObj(i -> new Login("u" + i % 3, i % 4 == 0, i)).toArray(Login[]::new);
        DataStream<Login> stream = env.fromData(logins)
            .assignTimestampsAndWatermarks(WatermarkStrategy.<Login>forBoundedOutOfOrderness(Duration.ZERO).withTimestampAssigner((l, t) -> l.time));

        Pattern<Login, ?> pattern = Pattern.<Login>begin("first", AfterMatchSkipStrategy.skipPastLastEvent())
            .where(SimpleCondition.of(l -> !l.ok))
            .times(3).consecutive()
            .followedBy("success").where(new SimpleCondition<Login>() {
                @Override public boolean filter(Login l) { return l.ok; }
            })
            .within(Duration.ofMinutes(10));
        SingleOutputStreamOperator<String> matches = CEP.pattern(stream.keyBy(l -> l.user), pattern)
            .inEventTime()
            .process(new Matches());
        matches.getSideOutput(TIMED_OUT).print("timed out");
        matches.name("suspicious").print();
        CEP.pattern(stream, Pattern.<Login>begin("x").oneOrMore().greedy().where(SimpleCondition.of(l -> l.ok)).until(SimpleCondition.of(l -> !l.ok)))
            .inProcessingTime()
            .select((Map<String, List<Login>> m) -> m.get("x").size())
            .print();
        env.execute("Login failures");
    }

    static class Matches extends PatternProcessFunction<Login, String> implements TimedOutPartialMatchHandler<Login> {
        @Override public void processMatch(Map<String, List<Login>> m, Context c, Collector<String> out) { out.collect(m.get("first").get(0).user); }
        @Override public void processTimedOutMatch(Map<String, List<Login>> m, Context c) { c.output(TIMED_OUT, "late"); }
    }
    public static class Login {
        public String user; public boolean ok; public long time;
        public Login() {}
        public Login(String user, boolean ok, long time) { this.user = user; this.ok = ok; this.time = time; }
    }
}
