package org.apache.flink.connector.opensearch.sink;

/** Only writes. */
public class OpensearchSink<IN> extends standins.PlainSink<IN> {
    OpensearchSink() {}
}
