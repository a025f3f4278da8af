package org.apache.flink.connector.elasticsearch.sink;

import org.apache.flink.connector.base.sink.writer.ElementConverter;
import org.apache.http.HttpHost;

public class Elasticsearch8AsyncSinkBuilder<IN> {
    public static <IN> Elasticsearch8AsyncSinkBuilder<IN> builder() { return new Elasticsearch8AsyncSinkBuilder<>(); }
    public Elasticsearch8AsyncSinkBuilder<IN> setHosts(HttpHost... hosts) { return this; }
    public Elasticsearch8AsyncSinkBuilder<IN> setElementConverter(ElementConverter<IN, ?> converter) { return this; }
    public Elasticsearch8AsyncSinkBuilder<IN> setMaxBatchSize(int size) { return this; }
    public Elasticsearch8AsyncSink<IN> build() { return new Elasticsearch8AsyncSink<>(); }
}
