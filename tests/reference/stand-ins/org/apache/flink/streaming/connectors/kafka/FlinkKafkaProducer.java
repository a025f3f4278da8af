package org.apache.flink.streaming.connectors.kafka;

import java.util.Properties;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;

/** Gone with Flink 2; here on Flink 2's old interfaces. */
public class FlinkKafkaProducer<T> extends RichSinkFunction<T> {
    public enum Semantic { EXACTLY_ONCE, AT_LEAST_ONCE, NONE }
    public FlinkKafkaProducer(String brokers, String topic, SerializationSchema<T> schema) {}
    public FlinkKafkaProducer(String topic, SerializationSchema<T> schema, Properties props) {}
    public void setWriteTimestampToKafka(boolean write) {}
}
