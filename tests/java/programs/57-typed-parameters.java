package com.acme.rules;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.BroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.ParameterTool;

/** Evaluates rules that arrive as a stream; what it does is told by typed parameters. */
public class RulesEvaluator {

    private final Config config;

    RulesEvaluator(Config config) {
        this.config = config;
    }

    public static void main(String[] args) throws Exception {
        ParameterTool tool = ParameterTool.fromArgs(args);
        Parameters inputParams = new Parameters(tool);
        Config config = new Config(inputParams, Parameters.STRING_PARAMS, Parameters.INT_PARAMS, Parameters.BOOL_PARAMS);
        new RulesEvaluator(config).run();
    }

    public void run() throws Exception {
        StreamExecutionEnvironment env = configureStreamExecutionEnvironment();

        DataStream<String> rulesStream = getRulesUpdateStream(env);
        DataStream<String> transactions = getTransactionsStream(env);
        BroadcastStream<String> rules = rulesStream.broadcast(Descriptors.rulesDescriptor);

        SingleOutputStreamOperator<String> alerts = transactions
                .connect(rules)
                .process(new DynamicKey())
                .uid("DynamicKeyFunction")
                .name("Dynamic Partitioning Function")
                .keyBy(keyed -> keyed.substring(0, 2))
                .connect(rules)
                .process(new Evaluate())
                .uid("DynamicAlertFunction")
                .name("Dynamic Rule Evaluation Function");

        DataStream<String> allRuleEvaluations = alerts.getSideOutput(Descriptors.demoSinkTag);
        DataStream<Long> latency = alerts.getSideOutput(Descriptors.latencySinkTag);
        DataStream<String> currentRules = alerts.getSideOutput(Descriptors.currentRulesSinkTag);

        alerts.print().name("Alert STDOUT Sink");
        allRuleEvaluations.print().setParallelism(1).name("Rule Evaluation Sink");
        currentRules.print().setParallelism(config.get(Parameters.SINK_PARALLELISM));
        latency.windowAll(org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows.of(java.time.Duration.ofSeconds(10)))
                .aggregate(new Average())
                .map(String::valueOf)
                .print()
                .name("Latency Sink");

        env.execute("Fraud Detection Engine");
    }

    private StreamExecutionEnvironment configureStreamExecutionEnvironment() {
        Boolean isLocal = config.get(Parameters.LOCAL_EXECUTION);
        boolean enableCheckpoints = config.get(Parameters.ENABLE_CHECKPOINTS);
        int checkpointsInterval = config.get(Parameters.CHECKPOINT_INTERVAL);
        int minPauseBtwnCheckpoints = config.get(Parameters.MIN_PAUSE_BETWEEN_CHECKPOINTS);

        Configuration flinkConfig = new Configuration();
        flinkConfig.set(RestartStrategyOptions.RESTART_STRATEGY, "fixeddelay");
        StreamExecutionEnvironment env;
        if (isLocal) {
            flinkConfig.set(RestOptions.BIND_PORT, "8081");
            env = StreamExecutionEnvironment.createLocalEnvironmentWithWebUI(flinkConfig);
        } else {
            env = StreamExecutionEnvironment.getExecutionEnvironment(flinkConfig);
        }
        if (enableCheckpoints) {
            env.enableCheckpointing(checkpointsInterval);
            env.getCheckpointConfig().setMinPauseBetweenCheckpoints(minPauseBtwnCheckpoints);
        }
        env.setParallelism(config.get(Parameters.PARALLELISM));
        return env;
    }

    private DataStream<String> getTransactionsStream(StreamExecutionEnvironment env) {
        int sourceParallelism = config.get(Parameters.SOURCE_PARALLELISM);
        DataStream<String> transactionsStringsStream = createSource(env, Type.TRANSACTIONS, sourceParallelism);
        return transactionsStringsStream
                .map(String::trim)
                .returns(String.class)
                .setParallelism(sourceParallelism)
                .name("Transactions Deserialization")
                .assignTimestampsAndWatermarks(WatermarkStrategy.<String>forBoundedOutOfOrderness(
                        java.time.Duration.ofMillis(config.get(Parameters.OUT_OF_ORDERNESS))));
    }

    private DataStream<String> getRulesUpdateStream(StreamExecutionEnvironment env) {
        Type rulesSourceType = Type.valueOf(config.get(Parameters.RULES_SOURCE).toUpperCase());
        DataStream<String> rulesStrings = createSource(env, rulesSourceType, 1);
        return rulesStrings.filter(r -> !r.isEmpty()).name(rulesSourceType.getName() + " Deserialization").setParallelism(1);
    }

    private DataStreamSource<String> createSource(StreamExecutionEnvironment env, Type type, int parallelism) {
        DataStreamSource<String> dataStream;
        switch (type) {
            case TRANSACTIONS:
            case KAFKA:
                String topic = type == Type.KAFKA ? config.get(Parameters.RULES_TOPIC) : config.get(Parameters.DATA_TOPIC);
                dataStream = env.fromSource(
                        KafkaSource.<String>builder()
                                .setBootstrapServers(config.get(Parameters.KAFKA_HOST) + ":" + config.get(Parameters.KAFKA_PORT))
                                .setTopics(topic)
                                .setStartingOffsets(OffsetsInitializer.latest())
                                .setValueOnlyDeserializer(new SimpleStringSchema())
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        type.getName());
                break;
            case SOCKET:
                dataStream = env.socketTextStream("localhost", config.get(Parameters.SOCKET_PORT));
                break;
            case STATIC:
                dataStream = env.fromData("rule 1", "rule 2");
                break;
            default:
                throw new IllegalArgumentException("Source \"" + type + "\" unknown. Known values are:" + Arrays.toString(Type.values()));
        }
        return (DataStreamSource<String>) dataStream.setParallelism(parallelism).name(type.getName());
    }

    enum Type {
        KAFKA("Rules Source (Kafka)"),
        SOCKET("Rules Source (Socket)"),
        STATIC("Rules Static Source"),
        TRANSACTIONS("Transactions Source");

        private String name;

        Type(String name) {
            this.name = name;
        }

        public String getName() {
            return name;
        }
    }

    static class Param<T> {
        private String name;
        private Class<T> type;
        private T defaultValue;

        Param(String name, T defaultValue, Class<T> type) {
            this.name = name;
            this.type = type;
            this.defaultValue = defaultValue;
        }

        public static Param<String> string(String name, String defaultValue) {
            return new Param<>(name, defaultValue, String.class);
        }

        public static Param<Integer> integer(String name, Integer defaultValue) {
            return new Param<>(name, defaultValue, Integer.class);
        }

        public static Param<Boolean> bool(String name, Boolean defaultValue) {
            return new Param<>(name, defaultValue, Boolean.class);
        }

        public String getName() {
            return name;
        }

        public T getDefaultValue() {
            return defaultValue;
        }
    }

    static class Parameters {
        private final ParameterTool tool;

        public Parameters(ParameterTool tool) {
            this.tool = tool;
        }

        <T> T getOrDefault(Param<T> param) {
            if (!tool.has(param.getName())) {
                return param.getDefaultValue();
            }
            Object value;
            if (param.type == Integer.class) {
                value = tool.getInt(param.getName());
            } else if (param.type == Boolean.class) {
                value = tool.getBoolean(param.getName());
            } else {
                value = tool.get(param.getName());
            }
            return param.type.cast(value);
        }

        public static final Param<String> KAFKA_HOST = Param.string("kafka-host", "localhost");
        public static final Param<Integer> KAFKA_PORT = Param.integer("kafka-port", 9092);
        public static final Param<String> DATA_TOPIC = Param.string("data-topic", "livetransactions");
        public static final Param<String> RULES_TOPIC = Param.string("rules-topic", "rules");
        public static final Param<String> RULES_SOURCE = Param.string("rules-source", "static");
        public static final Param<Integer> SOCKET_PORT = Param.integer("pubsub-rules-export", 9999);
        public static final Param<Boolean> LOCAL_EXECUTION = Param.bool("local", false);
        public static final Param<Boolean> ENABLE_CHECKPOINTS = Param.bool("checkpoints", true);
        public static final Param<Integer> PARALLELISM = Param.integer("parallelism", 4);
        public static final Param<Integer> SOURCE_PARALLELISM = Param.integer("source-parallelism", 2);
        public static final Param<Integer> SINK_PARALLELISM = Param.integer("sink-parallelism", 1);
        public static final Param<Integer> CHECKPOINT_INTERVAL = Param.integer("checkpoint-interval", 60_000_0);
        public static final Param<Integer> MIN_PAUSE_BETWEEN_CHECKPOINTS = Param.integer("min-pause-btwn-checkpoints", 10000);
        public static final Param<Integer> OUT_OF_ORDERNESS = Param.integer("out-of-orderdness", 500);

        public static final List<Param<String>> STRING_PARAMS = Arrays.asList(KAFKA_HOST, DATA_TOPIC, RULES_TOPIC, RULES_SOURCE);
        public static final List<Param<Integer>> INT_PARAMS = Arrays.asList(
                KAFKA_PORT, SOCKET_PORT, PARALLELISM, SOURCE_PARALLELISM, SINK_PARALLELISM, CHECKPOINT_INTERVAL,
                MIN_PAUSE_BETWEEN_CHECKPOINTS, OUT_OF_ORDERNESS);
        public static final List<Param<Boolean>> BOOL_PARAMS = Arrays.asList(LOCAL_EXECUTION, ENABLE_CHECKPOINTS);
    }

    static class Config {
        private final Map<Param<?>, Object> values = new HashMap<>();

        public <T> void put(Param<T> key, T value) {
            values.put(key, value);
        }

        @SuppressWarnings("unchecked")
        public <T> T get(Param<T> key) {
            return (T) values.get(key);
        }

        public Config(Parameters inputParams, List<Param<String>> stringParams, List<Param<Integer>> intParams, List<Param<Boolean>> boolParams) {
            overrideDefaults(inputParams, stringParams);
            overrideDefaults(inputParams, intParams);
            overrideDefaults(inputParams, boolParams);
        }

        private <T> void overrideDefaults(Parameters inputParams, List<Param<T>> params) {
            for (Param<T> param : params) {
                put(param, inputParams.getOrDefault(param));
            }
        }
    }

    static class Descriptors {
        public static final MapStateDescriptor<Integer, String> rulesDescriptor =
                new MapStateDescriptor<>("rules", BasicTypeInfo.INT_TYPE_INFO, BasicTypeInfo.STRING_TYPE_INFO);
        public static final OutputTag<String> demoSinkTag = new OutputTag<String>("demo-sink") {};
        public static final OutputTag<Long> latencySinkTag = new OutputTag<Long>("latency-sink") {};
        public static final OutputTag<String> currentRulesSinkTag = new OutputTag<String>("current-rules-sink") {};
    }

    static class DynamicKey extends BroadcastProcessFunction<String, String, String> {
        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<String> out) {
            out.collect(value);
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<String> out) {}
    }

    static class Evaluate extends KeyedBroadcastProcessFunction<String, String, String, String> {
        @Override
        public void processElement(String value, ReadOnlyContext ctx, Collector<String> out) {
            out.collect(value);
        }

        @Override
        public void processBroadcastElement(String value, Context ctx, Collector<String> out) {}
    }

    static class Average implements org.apache.flink.api.common.functions.AggregateFunction<Long, long[], Double> {
        @Override
        public long[] createAccumulator() {
            return new long[2];
        }

        @Override
        public long[] add(Long value, long[] acc) {
            acc[0] += value;
            acc[1]++;
            return acc;
        }

        @Override
        public Double getResult(long[] acc) {
            return (double) acc[0] / acc[1];
        }

        @Override
        public long[] merge(long[] a, long[] b) {
            return a;
        }
    }
}
