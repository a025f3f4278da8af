package org.apache.flink.connector.elasticsearch.sink;

/** A writer with state, no committer. */
public class Elasticsearch8AsyncSink<IN> extends standins.WriterStateSink<IN> {
    Elasticsearch8AsyncSink() {}
}
