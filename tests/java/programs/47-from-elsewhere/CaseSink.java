package com.acme.risk.io;

import com.acme.risk.config.JobSettings;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

public class CaseSink implements Sink<String> {
    public CaseSink(JobSettings settings) {}

    @Override
    public SinkWriter<String> createWriter(WriterInitContext context) {
        return null;
    }
}
