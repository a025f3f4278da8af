package com.acme.orders.io;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

public class JdbcSink implements Sink<String> {
    public JdbcSink(String name) {}

    public static JdbcSink of(String name) {
        return new JdbcSink(name);
    }

    @Override
    public SinkWriter<String> createWriter(WriterInitContext context) {
        return null;
    }
}
