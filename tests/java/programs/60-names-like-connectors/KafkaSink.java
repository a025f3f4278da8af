package com.acme.orders.io;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

public class KafkaSink implements Sink<String> {
    public KafkaSink(String name) {}

    public static KafkaSink of(String name) {
        return new KafkaSink(name);
    }

    @Override
    public SinkWriter<String> createWriter(WriterInitContext context) {
        return null;
    }
}
