package org.apache.flink.streaming.connectors.elasticsearch;

import org.apache.flink.api.common.functions.Function;
import org.apache.flink.api.common.functions.RuntimeContext;

public interface ElasticsearchSinkFunction<T> extends java.io.Serializable, Function {
    void process(T element, RuntimeContext ctx, RequestIndexer indexer);
}
