package com.acme.recipes;

import static com.acme.recipes.Recipe.TRANSACTIONS_TOPIC;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.PrintSink;
import org.apache.flink.util.Collector;

/** A workflow that tests can run with other sources and sinks. */
public class Recipe {

    static final String TRANSACTIONS_TOPIC = "transactions";
    static final String CUSTOMERS_TOPIC = "customers";

    public static void main(String[] args) throws Exception {
        runJob();
    }

    static void runJob() throws Exception {
        Properties consumer = new Properties();
        try (InputStream stream = Recipe.class.getClassLoader().getResourceAsStream("consumer.properties")) {
            consumer.load(stream);
        }

        KafkaSource<String> transactions = unbounded(TRANSACTIONS_TOPIC, consumer);
        KafkaSource<String> customers = unbounded(CUSTOMERS_TOPIC, consumer);

        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        defineWorkflow(env, transactions, customers, workflow -> workflow.sinkTo(new PrintSink<>()).name("print"), Duration.ofMinutes(5));
        env.execute("Deduplicate and enrich");
    }

    private static KafkaSource<String> unbounded(String topic, Properties properties) throws IOException {
        return KafkaSource.<String>builder()
                .setProperties(properties)
                .setBootstrapServers(properties.getProperty("bootstrap.servers"))
                .setTopics(topic)
                .setStartingOffsets(OffsetsInitializer.earliest())
                .setValueOnlyDeserializer(new SimpleStringSchema())
                .build();
    }

    static void defineWorkflow(
            StreamExecutionEnvironment env,
            Source<String, ?, ?> transactionSource,
            Source<String, ?, ?> customerSource,
            Consumer<DataStream<String>> sinkApplier,
            Duration stateRetention) {
        DataStream<String> transactions = env.fromSource(transactionSource, WatermarkStrategy.noWatermarks(), "Transactions")
                .uid("transactions")
                .keyBy(t -> t)
                .flatMap(new Deduplicate(stateRetention))
                .uid("deduplicate");
        DataStream<String> customers = env.fromSource(customerSource, WatermarkStrategy.noWatermarks(), "Customers").uid("customers");

        Function<DataStream<String>, DataStream<String>> keyed = in -> in.keyBy(s -> s.substring(0, 1));
        DataStream<String> joined = keyed.apply(transactions)
                .connect(keyed.andThen(in -> in).apply(customers))
                .map(new org.apache.flink.streaming.api.functions.co.CoMapFunction<String, String, String>() {
                    @Override
                    public String map1(String value) {
                        return value;
                    }

                    @Override
                    public String map2(String value) {
                        return value;
                    }
                })
                .uid("join");

        sinkApplier.accept(joined);
        Consumer<DataStream<String>> both = sinkApplier.andThen(s -> s.print("again"));
        both.accept(customers);
    }

    private static class Deduplicate extends RichFlatMapFunction<String, String> {
        private final Duration retention;
        private ValueState<Boolean> seen;

        Deduplicate(Duration retention) {
            this.retention = retention;
        }

        @Override
        public void open(OpenContext ctx) {
            seen = getRuntimeContext().getState(new ValueStateDescriptor<>("seen", Boolean.class));
        }

        @Override
        public void flatMap(String value, Collector<String> out) throws Exception {
            if (seen.value() == null) {
                seen.update(true);
                out.collect(value);
            }
        }
    }
}
