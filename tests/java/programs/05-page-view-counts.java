package org.acme.playground;

import static org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows.of;

import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.ParameterTool;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * Counts page views of fifteen seconds each.
 *
 * <p>The job can be configured via the command line:
 * <ul>
 *   <li>"--checkpointing": enables checkpointing</li>
 *   <li>"--event-time": uses event time</li>
 *   <li>"--backpressure": inserts an operator that slows the job down</li>
 *   <li>"--input-topic", "--output-topic", "--bootstrap.servers"</li>
 * </ul>
 */
public class PageViewCounts {

    public static final String CHECKPOINTING_OPTION = "checkpointing";
    public static final String BACKPRESSURE_OPTION = "backpressure";
    public static final String OPERATOR_CHAINING_OPTION = "chaining";

    public static final Duration WINDOW_SIZE = Duration.ofSeconds(15);

    public static void main(String[] args) throws Exception {
        final ParameterTool params = ParameterTool.fromArgs(args);

        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        configureEnvironment(params, env);

        boolean inflightCounter = params.has(BACKPRESSURE_OPTION);

        String inputTopic = params.get("input-topic", "input");
        String outputTopic = params.get("output-topic", "output");
        String brokers = params.get("bootstrap.servers", "localhost:9092");
        Properties kafkaProps = new Properties();
        kafkaProps.setProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, brokers);
        kafkaProps.setProperty(ConsumerConfig.GROUP_ID_CONFIG, "page-view-counts");

        KafkaSource<String> source = KafkaSource.<String>builder()
                .setTopics(inputTopic)
                .setBootstrapServers(brokers)
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setValueOnlyDeserializer(new SimpleStringSchema())
                .setProperties(kafkaProps)
                .build();

        WatermarkStrategy<String> watermarkStrategy = WatermarkStrategy
                .<String>forBoundedOutOfOrderness(Duration.ofMillis(200))
                .withIdleness(Duration.ofSeconds(5))
                .withTimestampAssigner((view, l) -> view.length());

        DataStream<View> views = env.fromSource(source, watermarkStrategy, "View Source").map(View::parse).name("parse");

        if (inflightCounter) {
            // Force a network shuffle so that the backpressure will affect the buffer pools
            views = views.keyBy(View::getPage).map(new Slowly()).name("Backpressure");
        }

        DataStream<String> statistics = views
                .keyBy(View::getPage)
                .window(of(WINDOW_SIZE))
                .aggregate(new Counting(), new Statistics())
                .name("View Counter");

        statistics
                .sinkTo(KafkaSink.<String>builder()
                        .setBootstrapServers(kafkaProps.getProperty(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG))
                        .setKafkaProducerConfig(kafkaProps)
                        .setRecordSerializer(KafkaRecordSerializationSchema.builder()
                                .setTopic(outputTopic)
                                .setValueSerializationSchema(new SimpleStringSchema())
                                .build())
                        .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                        .build())
                .name("Statistics Sink");

        env.execute("Page View Counts");
    }

    private static void configureEnvironment(final ParameterTool params, final StreamExecutionEnvironment env) {

        boolean checkpointingEnabled = params.has(CHECKPOINTING_OPTION);
        boolean enableChaining = params.has(OPERATOR_CHAINING_OPTION);

        if (checkpointingEnabled) {
            env.enableCheckpointing(TimeUnit.SECONDS.toMillis(1));
        }

        if (!enableChaining) {
            // disabling operator chaining makes it easier to follow the job in the web UI
            env.disableOperatorChaining();
        }
    }

    public static class View {
        public String page;

        public static View parse(String s) {
            View v = new View();
            v.page = s;
            return v;
        }

        public String getPage() {
            return page;
        }
    }

    static class Slowly implements MapFunction<View, View> {
        @Override
        public View map(View v) throws Exception {
            TimeUnit.MILLISECONDS.sleep(10);
            return v;
        }
    }

    static class Counting implements AggregateFunction<View, Long, Long> {
        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(View view, Long acc) {
            return acc + 1;
        }

        @Override
        public Long getResult(Long acc) {
            return acc;
        }

        @Override
        public Long merge(Long a, Long b) {
            return a + b;
        }
    }

    static class Statistics extends ProcessWindowFunction<Long, String, String, TimeWindow> {
        @Override
        public void process(String page, Context ctx, Iterable<Long> counts, Collector<String> out) {
            out.collect(page + " " + counts.iterator().next());
        }
    }
}
