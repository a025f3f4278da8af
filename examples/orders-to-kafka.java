package com.example.orders;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Checks orders: good ones go on exactly once, bad ones to another topic. */
public class OrdersToKafka {

    private static final OutputTag<String> REJECTED = new OutputTag<String>("rejected") {};

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(4);
        env.enableCheckpointing(Duration.ofMinutes(1).toMillis());

        SingleOutputStreamOperator<String> checked = orders(env).process(new Check()).name("check").uid("check");
        checked.sinkTo(topic("orders-checked", DeliveryGuarantee.EXACTLY_ONCE)).name("checked").uid("checked");
        checked.getSideOutput(REJECTED)
                .map(order -> "rejected: " + order)
                .name("explain")
                .sinkTo(topic("orders-rejected", DeliveryGuarantee.AT_LEAST_ONCE))
                .name("rejected")
                .uid("rejected")
                .setParallelism(1);

        env.execute("Orders");
    }

    private static DataStream<String> orders(StreamExecutionEnvironment env) {
        KafkaSource<String> source = KafkaSource.<String>builder()
                .setBootstrapServers("kafka:9092")
                .setTopics("orders")
                .setValueOnlyDeserializer(new SimpleStringSchema())
                .build();
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), "orders").uid("orders");
    }

    private static KafkaSink<String> topic(String name, DeliveryGuarantee guarantee) {
        return KafkaSink.<String>builder()
                .setBootstrapServers("kafka:9092")
                .setDeliveryGuarantee(guarantee)
                .setTransactionalIdPrefix(name)
                .setRecordSerializer(KafkaRecordSerializationSchema.builder()
                        .setTopic(name)
                        .setValueSerializationSchema(new SimpleStringSchema())
                        .build())
                .build();
    }

    static class Check extends ProcessFunction<String, String> {
        @Override
        public void processElement(String order, Context context, Collector<String> out) {
            if (order.isBlank()) {
                context.output(REJECTED, order);
            } else {
                out.collect(order);
            }
        }
    }
}
