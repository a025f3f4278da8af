package com.acme.platform;

import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichFilterFunction;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.PrintSink;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all our jobs have in common, and one of them. */
abstract class StreamJob {
    private static final Logger LOG = LoggerFactory.getLogger(StreamJob.class);

    protected final Map<String, String> settings = new HashMap<>();
    protected StreamExecutionEnvironment env;

    /** Fills in what the job wants to be different. */
    protected void configure(Map<String, String> settings) {}

    protected abstract void buildPipeline() throws Exception;

    protected String jobName() {
        return getClass().getSimpleName();
    }

    protected int parallelism() {
        return Integer.parseInt(settings.getOrDefault("parallelism", "2"));
    }

    public final void run(String[] args) throws Exception {
        settings.put("parallelism", "4");
        settings.put("max.parallelism", "120");
        configure(settings);
        for (String arg : args) {
            String[] pair = arg.split("=", 2);
            settings.put(pair[0], pair.length > 1 ? pair[1] : "true");
        }
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        if (settings.containsKey("chaining")) {
            configuration.set(PipelineOptions.OPERATOR_CHAINING, Boolean.valueOf(settings.get("chaining")));
        }
        configuration.setString("pipeline.max-parallelism", settings.get("max.parallelism"));
        env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.setRuntimeMode(RuntimeExecutionMode.STREAMING);
        env.setParallelism(parallelism());
        LOG.info("running {} with parallelism {}", jobName(), env.getParallelism());
        long begun = System.currentTimeMillis();
        buildPipeline();
        LOG.debug("built in {} ms", System.currentTimeMillis() - begun);
        env.execute(jobName());
    }
}

public class OrdersJob extends StreamJob {
    private static final String TOPIC_PREFIX = "prod.";
    private final String region;

    public OrdersJob() {
        this("eu");
    }

    public OrdersJob(String region) {
        super();
        this.region = region;
    }

    public static void main(String[] args) throws Exception {
        new OrdersJob().run(args);
    }

    @Override
    protected void configure(Map<String, String> settings) {
        super.configure(settings);
        settings.put("chaining", "true");
        settings.merge("parallelism", "0", (a, b) -> a + b.substring(1));
        settings.putIfAbsent("max.parallelism", "7");
    }

    @Override
    protected String jobName() {
        return "orders-" + region + "-" + super.jobName();
    }

    @Override
    protected void buildPipeline() {
        DataStreamSource<String> orders = kafka("orders");
        DataStream<String> valid = orders.filter(new Valid()).name("valid-orders").uid(uid("valid"));
        DataStream<String> rich = valid.map(new Enrich(this.region)).name("enrich").uid(uid("enrich")).setMaxParallelism(60);
        rich.sinkTo(new PrintSink<>("orders")).uid(uid("sink"));
    }

    private DataStreamSource<String> kafka(String topic) {
        KafkaSource<String> source = KafkaSource.<String>builder()
                .setBootstrapServers(System.getProperty("brokers", "localhost:9092"))
                .setTopics(TOPIC_PREFIX + topic)
                .setGroupId(jobName())
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setValueOnlyDeserializer(new SimpleStringSchema())
                .build();
        DataStreamSource<String> stream = env.fromSource(source, WatermarkStrategy.noWatermarks(), "kafka:" + TOPIC_PREFIX + topic);
        stream.uid(uid(topic));
        return stream;
    }

    private String uid(String what) {
        return String.format("%s/%s", jobName(), what);
    }

    private static class Valid extends RichFilterFunction<String> {
        @Override
        public boolean filter(String s) {
            return s.startsWith("{");
        }
    }

    private static class Enrich extends RichMapFunction<String, String> {
        private final String region;

        Enrich(String region) {
            this.region = region;
        }

        @Override
        public String map(String s) {
            return s + region;
        }
    }
}
