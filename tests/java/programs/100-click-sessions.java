package com.acme.clicks;

import java.time.Duration;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.*;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.ParameterTool;

public class ClickSessionJob {
    private static final OutputTag<Click> LATE = new OutputTag<Click>("late-clicks") {};
    private static final OutputTag<String> MALFORMED = new OutputTag<>("malformed", org.apache.flink.api.common.typeinfo.Types.STRING);
    private final JobSettings settings;
    private final StreamExecutionEnvironment env;

    public ClickSessionJob(StreamExecutionEnvironment env, JobSettings settings) {
        this.env = env;
        this.settings = settings;
    }

    public static void main(String[] args) throws Exception {
        ParameterTool params = ParameterTool.fromArgs(args);
        JobSettings settings = JobSettings.from(params);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.getConfig().setGlobalJobParameters(params);
        if (params.has("checkpoint-interval")) {
            env.enableCheckpointing(params.getLong("checkpoint-interval"));
        } else {
            env.enableCheckpointing(Duration.ofMinutes(1).toMillis());
        }
        new ClickSessionJob(env, settings).build().run();
    }

    ClickSessionJob build() {
        SingleOutputStreamOperator<Click> clicks = readClicks();
        clicks.getSideOutput(MALFORMED).sinkTo(deadLetters()).name("dead letters").uid("dlq");
        SingleOutputStreamOperator<SessionSummary> sessions = sessionize(clicks);
        sessions.getSideOutput(LATE).map(Click::toString).sinkTo(kafkaSink("late", DeliveryGuarantee.AT_LEAST_ONCE)).name("late sink");
        write(sessions);
        return this;
    }

    private SingleOutputStreamOperator<Click> readClicks() {
        KafkaSource<String> source = KafkaSource.<String>builder()
                .setBootstrapServers(settings.brokers)
                .setTopics(settings.topics.split(","))
                .setGroupId(settings.group)
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setValueOnlyDeserializer(new SimpleStringSchema())
                .setProperties(settings.toProperties())
                .build();
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "clicks: " + settings.topics)
                .setParallelism(settings.sourceParallelism)
                .uid("clicks-source")
                .process(new Parser()).name("parse").uid("parse")
                .assignTimestampsAndWatermarks(WatermarkStrategy.<Click>forBoundedOutOfOrderness(Duration.ofSeconds(settings.outOfOrderSeconds))
                        .withIdleness(Duration.ofMinutes(1))
                        .withTimestampAssigner((c, t) -> c.time))
                ;
    }

    private SingleOutputStreamOperator<SessionSummary> sessionize(DataStream<Click> clicks) {
        return clicks
                .filter(c -> c.user != null)
                .keyBy(c -> c.user)
                .window(EventTimeSessionWindows.withGap(Duration.ofMinutes(settings.gapMinutes)))
                .allowedLateness(Duration.ofMinutes(5))
                .sideOutputLateData(LATE)
                .aggregate(new Summarize(), new AddKey())
                .name(String.format("sessions (gap %d min)", settings.gapMinutes))
                .uid("sessions");
    }

    private void write(DataStream<SessionSummary> sessions) {
        sessions.map(new MapFunction<SessionSummary, String>() {
            @Override public String map(SessionSummary s) { return s.toString(); }
        }).sinkTo(kafkaSink("sessions", settings.guarantee)).name("sessions sink").uid("sessions-sink");
    }

    private KafkaSink<String> deadLetters() { return kafkaSink("dlq", DeliveryGuarantee.NONE); }

    private KafkaSink<String> kafkaSink(String topic, DeliveryGuarantee guarantee) {
        KafkaSinkBuilder<String> builder = KafkaSink.<String>builder()
                .setBootstrapServers(settings.brokers)
                .setRecordSerializer(KafkaRecordSerializationSchema.builder().setTopic(topic).setValueSerializationSchema(new SimpleStringSchema()).build())
                .setDeliveryGuarantee(guarantee);
        if (guarantee == DeliveryGuarantee.EXACTLY_ONCE) {
            builder.setTransactionalIdPrefix(settings.group + "-" + topic);
            builder.setProperty("transaction.timeout.ms", "900000");
        }
        return builder.build();
    }

    void run() throws Exception { env.execute("click sessions " + settings.group); }

    public static class JobSettings implements java.io.Serializable {
        public String brokers; String topics; String group; int sourceParallelism; int outOfOrderSeconds; int gapMinutes; DeliveryGuarantee guarantee;
        static JobSettings from(ParameterTool p) {
            JobSettings s = new JobSettings();
            s.brokers = p.get("brokers", "localhost:9092");
            s.topics = p.get("topics", "clicks-a,clicks-b");
            s.group = p.get("group", "sessionizer");
            s.sourceParallelism = p.getInt("source-parallelism", 2);
            s.outOfOrderSeconds = p.getInt("ooo", 10);
            s.gapMinutes = p.getInt("gap", 30);
            s.guarantee = DeliveryGuarantee.valueOf(p.get("guarantee", "exactly_once").toUpperCase());
            return s;
        }
        Properties toProperties() { Properties p = new Properties(); p.setProperty("isolation.level", "read_committed"); return p; }
    }
    public static class Click { public String user; public long time; }
    public static class SessionSummary { public String user; public long n; }
    static class Parser extends ProcessFunction<String, Click> {
        @Override public void processElement(String value, Context ctx, Collector<Click> out) { ctx.output(MALFORMED, value); }
    }
    static class Summarize implements AggregateFunction<Click, SessionSummary, SessionSummary> {
        public SessionSummary createAccumulator() { return new SessionSummary(); }
        public SessionSummary add(Click c, SessionSummary s) { s.n++; return s; }
        public SessionSummary getResult(SessionSummary s) { return s; }
        public SessionSummary merge(SessionSummary a, SessionSummary b) { return a; }
    }
    static class AddKey extends ProcessWindowFunction<SessionSummary, SessionSummary, String, TimeWindow> {
        @Override public void process(String k, Context c, Iterable<SessionSummary> in, Collector<SessionSummary> out) {}
    }
}
