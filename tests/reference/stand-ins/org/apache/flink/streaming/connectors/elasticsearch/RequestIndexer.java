package org.apache.flink.streaming.connectors.elasticsearch;

public interface RequestIndexer {
    void add(org.elasticsearch.action.index.IndexRequest... requests);
}
