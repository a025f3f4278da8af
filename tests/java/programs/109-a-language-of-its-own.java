import java.time.Duration;
import java.util.*;
import java.util.function.UnaryOperator;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.connector.kafka.sink.*;
import org.apache.flink.connector.kafka.source.*;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.api.common.serialization.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.util.*;

public final class IotPlatform {
    private IotPlatform() {}
    @FunctionalInterface interface Step<A, B> extends java.util.function.Function<DataStream<A>, DataStream<B>> { static <T> Step<T, T> identity() { return s -> s; } }
    static final class Dsl<T> {
        private final DataStream<T> stream; private final String scope; private final int depth;
        Dsl(DataStream<T> s, String scope, int depth) { this.stream = s; this.scope = scope; this.depth = depth; }
        static <T> Dsl<T> from(StreamExecutionEnvironment env, String topic, DeserializationSchema<T> schema) {
            KafkaSourceBuilder<T> b = KafkaSource.<T>builder();
            b.setBootstrapServers(Settings.get().brokers()).setTopics(topic).setGroupId(Settings.get().group());
            b.setStartingOffsets(OffsetsInitializer.timestamp(0L));
            b.setDeserializer(KafkaRecordDeserializationSchema.valueOnly(schema));
            return new Dsl<>(env.fromSource(b.build(), WatermarkStrategy.noWatermarks(), topic), topic, 0);
        }
        <R> Dsl<R> map(String n, MapFunction<T, R> f, Class<R> c) { return next(stream.map(f).returns(c), n); }
        Dsl<T> filter(String n, FilterFunction<T> f) { return next(stream.filter(f), n); }
        Dsl<T> timed(Duration d, SerializableTimestampAssigner<T> a) { return new Dsl<>(stream.assignTimestampsAndWatermarks(WatermarkStrategy.<T>forBoundedOutOfOrderness(d).withTimestampAssigner(a)), scope, depth); }
        Dsl<T> apply(UnaryOperator<Dsl<T>> f) { return f.apply(this); }
        Dsl<T> when(boolean b, UnaryOperator<Dsl<T>> f) { return b ? f.apply(this) : this; }
        @SafeVarargs final Dsl<T> and(Dsl<T>... others) {
            DataStream<T> s = stream;
            for (Dsl<T> o : others) s = s.union(o.stream);
            return new Dsl<>(s, scope + "+" + others.length, depth);
        }
        void to(String topic, SerializationSchema<T> schema) {
            KafkaSink<T> sink = KafkaSink.<T>builder().setBootstrapServers(Settings.get().brokers()).setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
               .setRecordSerializer(KafkaRecordSerializationSchema.<T>builder().setTopic(topic).setValueSerializationSchema(schema).build()).build();
            stream.sinkTo(sink).name(scope + " -> " + topic).uid(scope + "/" + topic);
        }
        private <R> Dsl<R> next(SingleOutputStreamOperator<R> s, String n) {
            int d = depth + 1;
            s.name(scope + ": " + n + (d > 1 ? " (" + d + ")" : "")).uid(String.join("-", scope, n, String.valueOf(d)));
            return new Dsl<>(s, scope, d);
        }
    }
    static final class Settings {
        private static final Settings S = new Settings();
        private final Properties p = new Properties();
        private Settings() { p.put("brokers", "k1:9092,k2:9092"); p.setProperty("group", "iot"); }
        static Settings get() { return S; }
        String brokers() { return p.getProperty("brokers"); } String group() { return p.getProperty("group", "none"); } boolean flag(String f) { return Boolean.parseBoolean(p.getProperty(f, "true")); }
    }
    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        Dsl<String> a = Dsl.from(env, "sensors", new SimpleStringSchema()).filter("not empty", s -> !s.isEmpty()).timed(Duration.ofSeconds(1), (s, t) -> t);
        Dsl<String> b = Dsl.from(env, "gateways", new SimpleStringSchema()).map("trim", String::trim, String.class).when(Settings.get().flag("dedup"), d -> d.filter("dedup", s -> true)).when(!Settings.get().flag("x"), d -> d.filter("never", s -> true));
        a.and(b).apply(d -> d.map("normalize", s -> s, String.class)).to("all", new SimpleStringSchema());
        b.to("gw", new SimpleStringSchema());
        env.execute("iot");
    }
}
