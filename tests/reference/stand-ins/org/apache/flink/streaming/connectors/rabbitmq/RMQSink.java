package org.apache.flink.streaming.connectors.rabbitmq;

import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.streaming.connectors.rabbitmq.common.RMQConnectionConfig;

public class RMQSink<IN> extends org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction<IN> {
    public RMQSink(RMQConnectionConfig config, String queue, SerializationSchema<IN> schema) {}
}
