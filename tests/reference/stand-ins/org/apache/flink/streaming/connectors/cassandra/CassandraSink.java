package org.apache.flink.streaming.connectors.cassandra;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;

/** An old sink function, added by its own builder. */
public class CassandraSink<IN> {
    private final DataStreamSink<IN> sink;
    private CassandraSink(DataStreamSink<IN> sink) { this.sink = sink; }
    public static <IN> CassandraSinkBuilder<IN> addSink(DataStream<IN> input) { return new CassandraSinkBuilder<>(input); }
    public CassandraSink<IN> name(String name) { sink.name(name); return this; }
    public CassandraSink<IN> uid(String uid) { sink.uid(uid); return this; }
    public CassandraSink<IN> setParallelism(int parallelism) { sink.setParallelism(parallelism); return this; }
    public CassandraSink<IN> disableChaining() { sink.disableChaining(); return this; }
    public static class CassandraSinkBuilder<IN> {
        private final DataStream<IN> input;
        CassandraSinkBuilder(DataStream<IN> input) { this.input = input; }
        public CassandraSinkBuilder<IN> setQuery(String query) { return this; }
        public CassandraSinkBuilder<IN> setHost(String host) { return this; }
        public CassandraSinkBuilder<IN> setHost(String host, int port) { return this; }
        public CassandraSink<IN> build() { return new CassandraSink<>(input.addSink(new RichSinkFunction<IN>() {}).name("Cassandra Sink")); }
    }
}
