package org.apache.flink.connector.opensearch.sink;

public interface RequestIndexer {
    void add(org.elasticsearch.action.index.IndexRequest... requests);
}
