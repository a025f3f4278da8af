import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.*;
import java.util.concurrent.*;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.*;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.jdbc.*;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.async.*;
import org.apache.flink.util.*;

public class OrderPipeline {
    private static final OutputTag<Order> INVALID = new OutputTag<>("invalid", TypeInformation.of(Order.class));
    private static final int ASYNC_CAPACITY = 100;

    private final StreamExecutionEnvironment env;
    private final ParameterTool params;

    private OrderPipeline(StreamExecutionEnvironment env, ParameterTool params) {
        this.env = env;
        this.params = params;
    }

    public static void main(String... args) throws Exception {
        var env = StreamExecutionEnvironment.getExecutionEnvironment();
        new OrderPipeline(env, ParameterTool.fromMap(defaults())).build().run();
    }

    private static Map<String, String> defaults() {
        Map<String, String> map = new HashMap<>();
        map.put("brokers", "kafka-1:9092,kafka-2:9092");
        map.put("async.ordered", "true");
        map.put("jdbc.parallelism", "2");
        return map;
    }

    OrderPipeline build() {
        var orders = source().process(new Validate()).name("validate").uid("validate");
        var enriched = enrich(orders);
        enriched.sinkTo(jdbc()).name("jdbc").setParallelism(params.getInt("jdbc.parallelism"));
        orders.getSideOutput(INVALID)
            .map(new RichMapFunction<Order, String>() {
                private transient int index;
                @Override public void open(OpenContext c) { index = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask(); }
                @Override public String map(Order o) { return index + ":" + o.id; }
            })
            .slotSharingGroup("errors")
            .print("invalid").name("invalid orders").slotSharingGroup("errors");
        return this;
    }

    private SingleOutputStreamOperator<Order> source() {
        KafkaSource<Order> source = KafkaSource.<Order>builder()
            .setBootstrapServers(params.getRequired("brokers"))
            .setTopics(List.of("orders", "orders-retry"))
            .setStartingOffsets(OffsetsInitializer.latest())
            .setBounded(OffsetsInitializer.latest())
            .setValueOnlyDeserializer(new OrderSchema())
            .build();
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "orders").setParallelism(3).setMaxParallelism(30).uid("orders");
    }

    private DataStream<Order> enrich(DataStream<Order> in) {
        AsyncRetryStrategy<Order> retry =
            new org.apache.flink.streaming.util.retryable.AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<Order>(3, 100L)
                .ifResult(org.apache.flink.streaming.util.retryable.RetryPredicates.EMPTY_RESULT_PREDICATE)
                .build();
        SingleOutputStreamOperator<Order> customers;
        if (params.getBoolean("async.ordered", false)) {
            customers = AsyncDataStream.orderedWait(in, new Lookup("customers"), 5, TimeUnit.SECONDS, ASYNC_CAPACITY);
        } else {
            customers = AsyncDataStream.unorderedWait(in, new Lookup("customers"), 5, TimeUnit.SECONDS);
        }
        return AsyncDataStream.unorderedWaitWithRetry(customers.name("customers").startNewChain(), new Lookup("products"), 5, TimeUnit.SECONDS, ASYNC_CAPACITY, retry).name("products");
    }

    private JdbcSink<Order> jdbc() {
        return JdbcSink.<Order>builder()
            .withQueryStatement("insert into orders (id, total) values (?, ?)", (statement, order) -> {
                statement.setLong(1, order.id);
                statement.setDouble(2, order.total);
            })
            .withExecutionOptions(JdbcExecutionOptions.builder().withBatchSize(1000).withBatchIntervalMs(200).withMaxRetries(5).build())
            .buildAtLeastOnce(new JdbcConnectionOptions.JdbcConnectionOptionsBuilder()
                .withUrl("jdbc:postgresql://db/orders").withDriverName("org.postgresql.Driver").withUsername("u").withPassword("p").build());
    }

    void run() throws Exception {
        env.enableCheckpointing(30_000);
        env.executeAsync("orders");
    }

    public static class Order { public long id; public double total; public String customer; }

    static class OrderSchema extends AbstractDeserializationSchema<Order> {
        @Override public Order deserialize(byte[] message) { return new Order(); }
    }
    static class Validate extends ProcessFunction<Order, Order> {
        @Override public void processElement(Order o, Context ctx, Collector<Order> out) {
            if (o.total < 0) ctx.output(INVALID, o); else out.collect(o);
        }
    }
    static class Lookup extends RichAsyncFunction<Order, Order> {
        private final String table;
        Lookup(String table) { this.table = table; }
        @Override public void asyncInvoke(Order o, ResultFuture<Order> f) {
            CompletableFuture.supplyAsync(() -> o).thenAccept(x -> f.complete(Collections.singleton(x)));
        }
        @Override public void timeout(Order o, ResultFuture<Order> f) { f.complete(Collections.singletonList(o)); }
    }
}
