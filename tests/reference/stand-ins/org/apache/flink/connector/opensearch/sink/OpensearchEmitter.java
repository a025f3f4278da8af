package org.apache.flink.connector.opensearch.sink;

public interface OpensearchEmitter<T> extends org.apache.flink.api.common.functions.Function {
    void emit(T element, org.apache.flink.api.connector.sink2.SinkWriter.Context context, RequestIndexer indexer);
}
