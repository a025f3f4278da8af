package com.retailcorp.streaming.enrichment;

import com.retailcorp.streaming.model.EnrichedOrder;
import com.retailcorp.streaming.model.Order;
import com.retailcorp.streaming.model.Product;
import com.retailcorp.streaming.serde.OrderDeserializer;
import com.retailcorp.streaming.serde.ProductDeserializer;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.elasticsearch.sink.Elasticsearch7SinkBuilder;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.jdbc.JdbcConnectionOptions;
import org.apache.flink.connector.jdbc.JdbcExecutionOptions;
import org.apache.flink.connector.jdbc.core.datastream.sink.JdbcSink;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.DateTimeBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.apache.http.HttpHost;
import org.elasticsearch.client.Requests;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Orders from Kafka are checked, joined with products, looked up in the customer service, and go to:
 * a topic, a table of revenue per minute, a search index and an archive. What is broken goes to a dead letter topic.
 */
public class EnrichmentJob {

    private static final Logger LOG = LoggerFactory.getLogger(EnrichmentJob.class);

    private static final String CONFIG_FILE = "/enrichment.properties";
    private static final long CHECKPOINT_INTERVAL_MS = TimeUnit.MINUTES.toMillis(5);
    private static final int ENRICH_PARALLELISM = 8;

    public static final OutputTag<String> DEAD_LETTERS = new OutputTag<String>("dead-letters") {};
    public static final OutputTag<EnrichedOrder> LATE = new OutputTag<EnrichedOrder>("late") {};

    public static void main(String[] args) throws Exception {
        Properties config = loadConfig();
        StreamExecutionEnvironment env = createEnvironment(config);
        new EnrichmentJob(config).build(env);
        env.execute(config.getProperty("job.name", "order-enrichment"));
    }

    private final Properties config;
    private final String brokers;

    EnrichmentJob(Properties config) {
        this.config = config;
        this.brokers = config.getProperty("kafka.brokers", "kafka:9092");
    }

    static Properties loadConfig() {
        Properties properties = new Properties();
        properties.setProperty("job.name", "order-enrichment");
        properties.setProperty("orders.topic", "orders");
        properties.put("sink.parallelism", "2");
        try (InputStream in = EnrichmentJob.class.getResourceAsStream(CONFIG_FILE)) {
            if (in != null) {
                properties.load(in);
            } else {
                LOG.warn("{} not found, defaults are used", CONFIG_FILE);
            }
        } catch (IOException e) {
            throw new RuntimeException("cannot read " + CONFIG_FILE, e);
        }
        return properties;
    }

    static StreamExecutionEnvironment createEnvironment(Properties config) {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(CHECKPOINT_INTERVAL_MS);
        CheckpointConfig checkpoints = env.getCheckpointConfig();
        checkpoints.setMinPauseBetweenCheckpoints(CHECKPOINT_INTERVAL_MS / 2);
        checkpoints.setMaxConcurrentCheckpoints(1);
        checkpoints.setTolerableCheckpointFailureNumber(Integer.parseInt(config.getProperty("checkpoint.failures", "3")));
        env.setParallelism(Integer.valueOf(config.getProperty("parallelism", "4")));
        env.setMaxParallelism(128);
        env.getConfig().enableObjectReuse();
        return env;
    }

    void build(StreamExecutionEnvironment env) {
        SingleOutputStreamOperator<Order> orders = orders(env);
        DataStream<Product> products = products(env);

        SingleOutputStreamOperator<EnrichedOrder> withProducts = orders
                .keyBy(Order::getProductId)
                .connect(products.keyBy(Product::getId))
                .process(new ProductJoin(Duration.ofHours(24)))
                .name("join products")
                .uid("join-products")
                .setParallelism(ENRICH_PARALLELISM);

        SingleOutputStreamOperator<EnrichedOrder> enriched = AsyncDataStream
                .unorderedWait(withProducts, new CustomerLookup(config.getProperty("customers.url")), 2, TimeUnit.SECONDS, 200)
                .name("customer lookup")
                .uid("customer-lookup")
                .setParallelism(ENRICH_PARALLELISM);

        SingleOutputStreamOperator<EnrichedOrder> deduplicated = enriched
                .keyBy(EnrichedOrder::getOrderId)
                .process(new Deduplicate())
                .name("deduplicate")
                .uid("deduplicate");

        toKafka(deduplicated);
        toJdbc(deduplicated);
        toElasticsearch(deduplicated);
        toArchive(deduplicated);

        orders.getSideOutput(DEAD_LETTERS)
                .union(enriched.getSideOutput(DEAD_LETTERS))
                .sinkTo(kafkaSink("dead-letters", DeliveryGuarantee.AT_LEAST_ONCE))
                .name("dead letters")
                .uid("dead-letters")
                .setParallelism(1);
    }

    private SingleOutputStreamOperator<Order> orders(StreamExecutionEnvironment env) {
        KafkaSource<Order> source = source(config.getProperty("orders.topic"), new OrderDeserializer());
        return env.fromSource(
                        source,
                        WatermarkStrategy.<Order>forBoundedOutOfOrderness(Duration.ofSeconds(20))
                                .withTimestampAssigner((order, ts) -> order.getCreated())
                                .withIdleness(Duration.ofMinutes(1)),
                        "orders")
                .uid("orders-source")
                .process(new ProcessFunction<Order, Order>() {
                    @Override
                    public void processElement(Order order, Context ctx, Collector<Order> out) {
                        if (order.getProductId() == null) {
                            ctx.output(DEAD_LETTERS, order.toString());
                        } else {
                            out.collect(order);
                        }
                    }
                })
                .name("validate")
                .uid("validate");
    }

    private DataStream<Product> products(StreamExecutionEnvironment env) {
        return env.fromSource(source("products", new ProductDeserializer()), WatermarkStrategy.noWatermarks(), "products")
                .setParallelism(1)
                .uid("products-source");
    }

    private <T> KafkaSource<T> source(String topic, DeserializationSchema<T> schema) {
        return KafkaSource.<T>builder()
                .setBootstrapServers(brokers)
                .setGroupId(config.getProperty("job.name") + "-" + topic)
                .setTopics(topic)
                .setStartingOffsets(OffsetsInitializer.committedOffsets())
                .setValueOnlyDeserializer(schema)
                .build();
    }

    private KafkaSink<String> kafkaSink(String topic, DeliveryGuarantee guarantee) {
        return KafkaSink.<String>builder()
                .setBootstrapServers(brokers)
                .setDeliveryGuarantee(guarantee)
                .setTransactionalIdPrefix("enrichment-" + topic)
                .setRecordSerializer(KafkaRecordSerializationSchema.<String>builder()
                        .setTopic(topic)
                        .setValueSerializationSchema(new SimpleStringSchema())
                        .build())
                .build();
    }

    private void toKafka(DataStream<EnrichedOrder> stream) {
        stream.map(EnrichedOrder::toJson)
                .name("to json")
                .uid("to-json")
                .sinkTo(kafkaSink("enriched-orders", DeliveryGuarantee.EXACTLY_ONCE))
                .name("enriched orders")
                .uid("enriched-orders");
    }

    private void toJdbc(DataStream<EnrichedOrder> stream) {
        SingleOutputStreamOperator<Revenue> revenue = stream
                .keyBy(EnrichedOrder::getCategory)
                .window(TumblingEventTimeWindows.of(Duration.ofMinutes(1)))
                .allowedLateness(Duration.ofMinutes(2))
                .sideOutputLateData(LATE)
                .aggregate(new SumAmounts(), new WithWindow())
                .name("revenue per minute")
                .uid("revenue-per-minute");

        revenue.sinkTo(JdbcSink.<Revenue>builder()
                        .withQueryStatement(
                                "insert into revenue (category, minute, amount) values (?, ?, ?) on conflict do nothing",
                                (statement, r) -> {
                                    statement.setString(1, r.category);
                                    statement.setTimestamp(2, new Timestamp(r.minute));
                                    statement.setDouble(3, r.amount);
                                })
                        .withExecutionOptions(JdbcExecutionOptions.builder().withBatchSize(500).withBatchIntervalMs(1000).build())
                        .buildAtLeastOnce(new JdbcConnectionOptions.JdbcConnectionOptionsBuilder()
                                .withUrl(config.getProperty("jdbc.url", "jdbc:postgresql://db/revenue"))
                                .withDriverName("org.postgresql.Driver")
                                .build()))
                .name("revenue table")
                .uid("revenue-table")
                .setParallelism(Integer.parseInt(config.getProperty("sink.parallelism")));

        revenue.getSideOutput(LATE).map(EnrichedOrder::getOrderId).name("late ids").printToErr();
    }

    private void toElasticsearch(DataStream<EnrichedOrder> stream) {
        stream.filter(order -> order.getAmount() > 100)
                .name("large only")
                .sinkTo(new Elasticsearch7SinkBuilder<EnrichedOrder>()
                        .setBulkFlushMaxActions(100)
                        .setHosts(new HttpHost("es", 9200, "http"))
                        .setEmitter((order, context, indexer) -> {
                            Map<String, Object> document = new HashMap<>();
                            document.put("id", order.getOrderId());
                            indexer.add(Requests.indexRequest("orders").id(order.getOrderId()).source(document));
                        })
                        .build())
                .name("search index");
    }

    private void toArchive(DataStream<EnrichedOrder> stream) {
        FileSink<String> archive = FileSink
                .forRowFormat(new Path(config.getProperty("archive.path", "file:///archive/orders")), new SimpleStringEncoder<String>("UTF-8"))
                .withBucketAssigner(new DateTimeBucketAssigner<>("yyyy-MM-dd--HH"))
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .build();
        stream.map(EnrichedOrder::toJson).sinkTo(archive).name("archive").uid("archive").setParallelism(2);
    }

    // ------------------------------------------------------------------------------------------------ functions

    static class ProductJoin extends KeyedCoProcessFunction<String, Order, Product, EnrichedOrder> {
        private final Duration timeToLive;
        private transient ValueState<Product> product;

        ProductJoin(Duration timeToLive) {
            this.timeToLive = timeToLive;
        }

        @Override
        public void open(OpenContext context) {
            ValueStateDescriptor<Product> descriptor = new ValueStateDescriptor<>("product", Product.class);
            descriptor.enableTimeToLive(StateTtlConfig.newBuilder(timeToLive).build());
            product = getRuntimeContext().getState(descriptor);
        }

        @Override
        public void processElement1(Order order, Context ctx, Collector<EnrichedOrder> out) throws Exception {
            out.collect(new EnrichedOrder(order, product.value()));
        }

        @Override
        public void processElement2(Product p, Context ctx, Collector<EnrichedOrder> out) throws Exception {
            product.update(p);
        }
    }

    static class CustomerLookup extends RichAsyncFunction<EnrichedOrder, EnrichedOrder> {
        private final String url;

        CustomerLookup(String url) {
            this.url = url;
        }

        @Override
        public void asyncInvoke(EnrichedOrder order, ResultFuture<EnrichedOrder> future) {
            future.complete(Collections.singleton(order));
        }
    }

    static class Deduplicate extends KeyedProcessFunction<String, EnrichedOrder, EnrichedOrder> {
        private transient ValueState<Boolean> seen;

        @Override
        public void open(OpenContext context) {
            seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Boolean.class));
        }

        @Override
        public void processElement(EnrichedOrder order, Context ctx, Collector<EnrichedOrder> out) throws Exception {
            if (seen.value() == null) {
                seen.update(true);
                out.collect(order);
            }
        }
    }

    public static class Revenue {
        public String category;
        public long minute;
        public double amount;

        public Revenue() {}

        public Revenue(String category, long minute, double amount) {
            this.category = category;
            this.minute = minute;
            this.amount = amount;
        }
    }

    static class SumAmounts implements AggregateFunction<EnrichedOrder, Double, Double> {
        @Override
        public Double createAccumulator() {
            return 0.0;
        }

        @Override
        public Double add(EnrichedOrder order, Double acc) {
            return acc + order.getAmount();
        }

        @Override
        public Double getResult(Double acc) {
            return acc;
        }

        @Override
        public Double merge(Double a, Double b) {
            return a + b;
        }
    }

    static class WithWindow extends ProcessWindowFunction<Double, Revenue, String, TimeWindow> {
        @Override
        public void process(String category, Context ctx, Iterable<Double> sums, Collector<Revenue> out) {
            out.collect(new Revenue(category, ctx.window().getStart(), sums.iterator().next()));
        }
    }
}
