import java.io.*;
import java.util.*;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.state.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.connector.sink2.*;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.elasticsearch.sink.*;
import org.apache.flink.connector.jdbc.*;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.async.*;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.util.*;

public class CustomerThreeSixty {
    static final MapStateDescriptor<String, String> DIM = new MapStateDescriptor<>("dim", String.class, String.class);
    static final OutputTag<String> UNKNOWN_CUSTOMER = new OutputTag<String>("unknown-customer"){};

    interface SinkFactory<T> { Sink<T> create(String name); default void attach(DataStream<T> s, String name) { s.sinkTo(create(name)).name(name).uid(name + "-sink"); } }
    static class Jdbc implements SinkFactory<String> {
        @Override public Sink<String> create(String name) {
            return JdbcSink.<String>builder().withQueryStatement("insert into " + name + " values (?)", (ps, s) -> ps.setString(1, s))
                .withExecutionOptions(JdbcExecutionOptions.builder().withBatchSize(1000).withBatchIntervalMs(200).withMaxRetries(5).build())
                .buildAtLeastOnce(new JdbcConnectionOptions.JdbcConnectionOptionsBuilder().withUrl("u").withDriverName("d").withUsername("x").withPassword("y").build());
        }
    }
    static class Elastic implements SinkFactory<String> {
        @Override public Sink<String> create(String name) {
            return new Elasticsearch7SinkBuilder<String>().setHosts(new org.apache.http.HttpHost("h", 9200, "http")).setBulkFlushMaxActions(1)
                .setEmitter((e, ctx, ix) -> {}).build();
        }
        @Override public void attach(DataStream<String> s, String name) { SinkFactory.super.attach(s.rebalance(), "es-" + name); }
    }
    private final Map<String, SinkFactory<String>> factories = new TreeMap<>(Map.of("jdbc", new Jdbc(), "elastic", new Elastic()));
    private final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    { env.setParallelism(8); env.getConfig().enableObjectReuse(); }

    DataStream<String> topic(String t, int partitions) {
        return env.fromSource(KafkaSource.<String>builder().setBootstrapServers("k").setTopics(t).setValueOnlyDeserializer(new SimpleStringSchema()).setGroupId("c360").build(),
            WatermarkStrategy.<String>forMonotonousTimestamps(), t).setParallelism(Math.min(partitions, env.getParallelism()));
    }
    void go() throws Exception {
        DataStream<String> customers = topic("customers", 2), orders = topic("orders", 16), visits = topic("visits", 4);
        BroadcastStream<String> dims = topic("dims", 1).broadcast(DIM);
        SingleOutputStreamOperator<String> enriched = AsyncDataStream.unorderedWait(orders.keyBy(String::hashCode), new RichAsyncFunction<String, String>() {
            @Override public void asyncInvoke(String s, ResultFuture<String> f) {} }, 30, TimeUnit.SECONDS).name("crm lookup").startNewChain();
        SingleOutputStreamOperator<String> withDims = enriched.connect(dims).process(new BroadcastProcessFunction<String, String, String>() {
            @Override public void processElement(String s, ReadOnlyContext c, Collector<String> o) {} @Override public void processBroadcastElement(String s, Context c, Collector<String> o) {} }).name("dims");
        SingleOutputStreamOperator<String> joined = withDims.keyBy(s -> s).connect(customers.keyBy(s -> s)).process(new CoProcessFunction<String, String, String>() {
            @Override public void processElement1(String s, Context c, Collector<String> o) {} @Override public void processElement2(String s, Context c, Collector<String> o) {} }).uid("join").setParallelism(12).setMaxParallelism(240);
        DataStream<String> profile = joined.coGroup(visits).where(s -> s).equalTo(s -> s).window(SlidingEventTimeWindows.of(Duration.ofDays(1), Duration.ofHours(1))).apply(new CoGroupFunction<String, String, String>() {
            @Override public void coGroup(Iterable<String> a, Iterable<String> b, Collector<String> o) {} });
        factories.forEach((name, factory) -> factory.attach(profile, name));
        factories.get("jdbc").attach(joined.getSideOutput(UNKNOWN_CUSTOMER), "unknown");
        env.execute("customer 360");
    }
    public static void main(String[] args) throws Exception { new CustomerThreeSixty().go(); }
}
