import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.ParameterTool;

public class FraudDetectionJob {
    static final OutputTag<String> ALERTS_DEBUG = new OutputTag<String>("debug") { };
    private static final MapStateDescriptor<String, Rule> RULES =
        new MapStateDescriptor<>("rules", BasicTypeInfo.STRING_TYPE_INFO, TypeInformation.of(new TypeHint<Rule>() {}));

    enum Mode { PROD, TEST }

    public static void main(String[] args) throws Exception {
        ParameterTool params = ParameterTool.fromArgs(args);
        Config config = Config.from(params);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.getConfig().setGlobalJobParameters(params);
        configure(env, config);

        DataStream<Transaction> transactions = transactions(env, config);
        BroadcastStream<Rule> rules = env
            .fromSource(kafka(config, "rules"), WatermarkStrategy.noWatermarks(), "Rules")
            .setParallelism(1)
            .map(Rule::parse).name("Parse rule").setParallelism(1)
            .broadcast(RULES);

        SingleOutputStreamOperator<Alert> alerts = transactions
            .keyBy(t -> t.accountId)
            .connect(rules)
            .process(new Evaluate())
            .uid("evaluate").name("Evaluate rules");

        alerts.map(Alert::toString).name("Alert to text").sinkTo(sink(config, "alerts")).name("Alerts").uid("alerts-sink");
        alerts.getSideOutput(ALERTS_DEBUG).sinkTo(sink(config, "debug")).name("Debug").setParallelism(config.debugParallelism.orElse(1));
        switch (config.mode) {
            case PROD -> env.execute("fraud-" + config.mode.name().toLowerCase());
            default -> env.execute("test");
        }
    }

    private static void configure(StreamExecutionEnvironment env, Config config) {
        env.setParallelism(config.parallelism);
        env.enableCheckpointing(config.interval, CheckpointingMode.EXACTLY_ONCE);
        env.getCheckpointConfig().setMinPauseBetweenCheckpoints(config.interval / 2);
        env.getCheckpointConfig().setCheckpointTimeout(120_000L);
        env.getCheckpointConfig().setMaxConcurrentCheckpoints(1);
        env.getCheckpointConfig().enableUnalignedCheckpoints();
    }

    private static DataStream<Transaction> transactions(StreamExecutionEnvironment env, Config config) {
        return env.fromSource(kafka(config, "transactions"), WatermarkStrategy.forMonotonousTimestamps(), "Transactions")
            .uid("transactions-source")
            .flatMap((String line, Collector<Transaction> out) -> {
                String[] parts = line.split(",");
                if (parts.length == 2) {
                    out.collect(new Transaction(Long.parseLong(parts[0]), Double.parseDouble(parts[1])));
                }
            })
            .returns(Transaction.class)
            .uid("parse").name("Parse transaction");
    }

    private static KafkaSource<String> kafka(Config config, String topic) {
        return KafkaSource.<String>builder()
            .setBootstrapServers(config.brokers)
            .setTopics(topic)
            .setGroupId("fraud-" + topic)
            .setStartingOffsets(OffsetsInitializer.earliest())
            .setValueOnlyDeserializer(new SimpleStringSchema())
            .build();
    }

    private static KafkaSink<String> sink(Config config, String topic) {
        Properties properties = new Properties();
        properties.setProperty("transaction.timeout.ms", "900000");
        return KafkaSink.<String>builder()
            .setBootstrapServers(config.brokers)
            .setKafkaProducerConfig(properties)
            .setRecordSerializer(KafkaRecordSerializationSchema.builder()
                .setTopic(topic).setValueSerializationSchema(new SimpleStringSchema()).build())
            .setDeliveryGuarantee(topic.equals("alerts") ? DeliveryGuarantee.EXACTLY_ONCE : DeliveryGuarantee.AT_LEAST_ONCE)
            .setTransactionalIdPrefix("fraud-" + topic)
            .build();
    }

    static final class Config {
        final String brokers;
        final int parallelism;
        final long interval;
        final Optional<Integer> debugParallelism;
        final Mode mode;

        private Config(String brokers, int parallelism, long interval, Optional<Integer> debugParallelism, Mode mode) {
            this.brokers = brokers;
            this.parallelism = parallelism;
            this.interval = interval;
            this.debugParallelism = debugParallelism;
            this.mode = mode;
        }

        static Config from(ParameterTool params) {
            return new Config(
                params.get("brokers", "localhost:9092"),
                params.getInt("parallelism", 4),
                params.getLong("interval", 60_000L),
                Optional.ofNullable(params.get("debug-parallelism")).map(Integer::valueOf),
                Mode.valueOf(params.get("mode", "prod").toUpperCase()));
        }
    }

    public static class Transaction {
        public long accountId;
        public double amount;
        public Transaction() {}
        public Transaction(long accountId, double amount) { this.accountId = accountId; this.amount = amount; }
    }

    public static class Rule {
        public String id;
        public double limit;
        static Rule parse(String text) { Rule r = new Rule(); r.id = text; return r; }
    }

    public static class Alert {
        public String id;
    }

    static class Evaluate extends KeyedBroadcastProcessFunction<Long, Transaction, Rule, Alert> {
        @Override
        public void processElement(Transaction t, ReadOnlyContext ctx, Collector<Alert> out) throws Exception {
            for (Map.Entry<String, Rule> e : ctx.getBroadcastState(RULES).immutableEntries()) {
                if (t.amount > e.getValue().limit) { out.collect(new Alert()); ctx.output(ALERTS_DEBUG, e.getKey()); }
            }
        }
        @Override
        public void processBroadcastElement(Rule rule, Context ctx, Collector<Alert> out) throws Exception {
            ctx.getBroadcastState(RULES).put(rule.id, rule);
        }
    }
}
