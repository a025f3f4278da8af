package org.apache.flink.streaming.connectors.elasticsearch7;

import java.util.List;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;
import org.apache.flink.streaming.connectors.elasticsearch.ElasticsearchSinkFunction;
import org.apache.http.HttpHost;

/** Gone with Flink 2; here on Flink 2's old interfaces. */
public class ElasticsearchSink<T> extends RichSinkFunction<T> {
    public static class Builder<T> {
        public Builder(List<HttpHost> hosts, ElasticsearchSinkFunction<T> function) {}
        public void setBulkFlushMaxActions(int n) {}
        public void setBulkFlushInterval(long ms) {}
        public ElasticsearchSink<T> build() { return new ElasticsearchSink<>(); }
    }
}
