package com.acme.monitoring;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.cep.CEP;
import org.apache.flink.cep.PatternFlatSelectFunction;
import org.apache.flink.cep.PatternFlatTimeoutFunction;
import org.apache.flink.cep.PatternSelectFunction;
import org.apache.flink.cep.PatternStream;
import org.apache.flink.cep.PatternTimeoutFunction;
import org.apache.flink.cep.pattern.Pattern;
import org.apache.flink.cep.pattern.conditions.SimpleCondition;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Racks that grow too hot, twice in a row, and alerts of alerts. */
public class RackMonitoring {
    private static final double LIMIT = 100;
    private static final OutputTag<String> TIMED_OUT = new OutputTag<String>("timed-out") {};
    private static final OutputTag<Event> LATE = new OutputTag<Event>("late") {};

    public static class Event {
        public int rack;
        public double temperature;

        public int getRack() {
            return rack;
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        DataStream<Event> events = env.socketTextStream("racks", 1).map(s -> new Event()).name("parse")
                .assignTimestampsAndWatermarks(WatermarkStrategy.forGenerator(ctx -> null));

        Pattern<Event, ?> warning = Pattern.<Event>begin("first").where(SimpleCondition.of(e -> e.temperature > LIMIT))
                .next("second").subtype(Event.class).where(SimpleCondition.of(e -> e.temperature > LIMIT))
                .within(Duration.ofSeconds(10));

        PatternStream<Event> matches = CEP.pattern(events.keyBy(Event::getRack), warning);
        DataStream<String> warnings = matches.select((Map<String, List<Event>> m) -> m.toString()).returns(Types.STRING).name("warnings");
        SingleOutputStreamOperator<String> timed = matches.select(TIMED_OUT, new PatternTimeoutFunction<Event, String>() {
            @Override
            public String timeout(Map<String, List<Event>> m, long at) {
                return "timeout";
            }
        }, new PatternSelectFunction<Event, String>() {
            @Override
            public String select(Map<String, List<Event>> m) {
                return "match";
            }
        });
        timed.getSideOutput(TIMED_OUT).print("timed out");
        timed.print("timed");

        SingleOutputStreamOperator<String> flat = matches.sideOutputLateData(LATE).flatSelect(TIMED_OUT,
                new PatternFlatTimeoutFunction<Event, String>() {
                    @Override
                    public void timeout(Map<String, List<Event>> m, long at, Collector<String> out) {
                        out.collect("timeout");
                    }
                },
                new PatternFlatSelectFunction<Event, String>() {
                    @Override
                    public void flatSelect(Map<String, List<Event>> m, Collector<String> out) {
                        out.collect("match");
                    }
                });
        flat.uid("flat").setParallelism(1).getSideOutput(LATE).map(Event::getRack).print("late racks");

        Pattern<String, ?> alert = Pattern.<String>begin("one").followedBy("two").within(Duration.ofSeconds(20));
        CEP.pattern(warnings.keyBy(String::length), alert).flatSelect((Map<String, List<String>> m, Collector<String> out) -> out.collect("alert"), Types.STRING).name("alerts").print();
        env.execute("CEP monitoring job");
    }
}
