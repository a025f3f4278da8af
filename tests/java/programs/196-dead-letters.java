import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.connector.kafka.sink.*;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.util.*;

public class DeadLetters {
    static class Topology<T> {
        final SingleOutputStreamOperator<T> main;
        final Optional<DataStream<String>> errors;
        Topology(SingleOutputStreamOperator<T> main, DataStream<String> errors) { this.main = main; this.errors = Optional.ofNullable(errors); }
        Topology<T> named(String n) { main.name(n).uid(n.replace(' ', '-')); return this; }
        <R> Topology<R> then(Class<R> type, ProcessFunction<T, R> f, OutputTag<String> tag) {
            SingleOutputStreamOperator<R> next = main.process(f).returns(type);
            DataStream<String> side = next.getSideOutput(tag);
            return new Topology<>(next, errors.map(e -> e.union(side)).orElse(side));
        }
    }
    static final OutputTag<String> ERRORS = new OutputTag<>("errors", BasicTypeInfo.STRING_TYPE_INFO);

    static abstract class Safe<I, O> extends ProcessFunction<I, O> {
        abstract O call(I in) throws Exception;
        @Override public void processElement(I in, Context c, Collector<O> out) {
            try { out.collect(call(in)); } catch (Exception e) { c.output(ERRORS, e.getMessage()); }
        }
    }
    static class Parse extends Safe<String, Integer> { @Override Integer call(String s) { return Integer.parseInt(s); } }
    static class Text extends Safe<Integer, String> { @Override String call(Integer i) { return "" + i; } }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        if (args.length < 1) {
            System.err.println("usage: DeadLetters <brokers>");
        }
        int defaultParallelism = env.getParallelism() > 0 ? 2 : 1;
        Topology<String> t = new Topology<>(env.fromSource(source(), WatermarkStrategy.noWatermarks(), "in").setParallelism(defaultParallelism), null)
            .named("input")
            .then(Integer.class, new Parse(), ERRORS).named("parse it")
            .then(String.class, new Text(), ERRORS).named("text of it");
        t.main.sinkTo(sink("out")).name("out");
        t.errors.ifPresent(e -> e.sinkTo(sink("dead")).name("dead letters"));
        env.execute(DeadLetters.class.getName());
    }
    static KafkaSource<String> source() {
        return KafkaSource.<String>builder().setBootstrapServers("k").setTopics("in").setValueOnlyDeserializer(new SimpleStringSchema()).build();
    }
    static <T> KafkaSink<T> sink(String topic) {
        KafkaRecordSerializationSchema<T> schema = KafkaRecordSerializationSchema.<T>builder().setTopic(topic).setValueSerializationSchema(v -> v.toString().getBytes()).build();
        return KafkaSink.<T>builder().setBootstrapServers("k").setRecordSerializer(schema).build();
    }
}
