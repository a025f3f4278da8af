package org.apache.flink.connector.sqs.sink;

public class SqsSinkBuilder<IN> {
    public SqsSinkBuilder<IN> setSqsUrl(String url) { return this; }
    public SqsSinkBuilder<IN> setSerializationSchema(org.apache.flink.api.common.serialization.SerializationSchema<IN> schema) { return this; }
    public SqsSink<IN> build() { return new SqsSink<>(); }
}
