package org.apache.flink.connector.opensearch.sink;

@SuppressWarnings("unchecked")
public class OpensearchSinkBuilder<IN> {
    public <T extends IN> OpensearchSinkBuilder<T> setEmitter(OpensearchEmitter<? super T> emitter) { return (OpensearchSinkBuilder<T>) this; }
    public OpensearchSinkBuilder<IN> setHosts(org.apache.http.HttpHost... hosts) { return this; }
    public OpensearchSinkBuilder<IN> setBulkFlushMaxActions(int n) { return this; }
    public OpensearchSink<IN> build() { return new OpensearchSink<>(); }
}
