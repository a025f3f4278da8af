package org.apache.iceberg.flink.sink;

import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreWriteTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.table.data.RowData;
import org.apache.iceberg.flink.TableLoader;

/** For a table without partitions: the rows as they come, an aggregator of one before the committer. */
public class IcebergSink extends standins.CommitterSink<RowData>
        implements SupportsPreWriteTopology<RowData>, SupportsPreCommitTopology<String, String>, SupportsPostCommitTopology<String> {
    private final transient Builder builder;
    private IcebergSink(Builder builder) { this.builder = builder; }
    public static Builder forRowData(DataStream<RowData> input) { return new Builder(input); }
    public DataStream<RowData> addPreWriteTopology(DataStream<RowData> input) {
        return builder.equality.isEmpty() ? input : input.keyBy(row -> 0, Types.INT);
    }
    public DataStream<CommittableMessage<String>> addPreCommitTopology(DataStream<CommittableMessage<String>> results) {
        String name = "Sink pre-commit aggregator: " + builder.suffix();
        return results.global()
                .transform(name, results.getType(), new StreamMap<>(m -> m))
                .uid(name).setParallelism(1).setMaxParallelism(1)
                .global();
    }
    public void addPostCommitTopology(DataStream<CommittableMessage<String>> committables) {}
    public SimpleVersionedSerializer<String> getWriteResultSerializer() { return new standins.NeverRuns.Versioned<>(); }

    public static class Builder {
        private final DataStream<RowData> input;
        private TableLoader loader;
        private List<String> equality = List.of();
        private Integer parallelism;
        private String suffix = "";
        Builder(DataStream<RowData> input) { this.input = input; }
        public Builder tableLoader(TableLoader l) { loader = l; return this; }
        public Builder set(String property, String value) { return this; }
        public Builder overwrite(boolean overwrite) { return this; }
        public Builder upsert(boolean upsert) { return this; }
        public Builder equalityFieldColumns(List<String> columns) { equality = columns; return this; }
        public Builder writeParallelism(int p) { parallelism = p; return this; }
        public Builder uidSuffix(String s) { suffix = s; return this; }
        private String suffix() { return suffix == null || suffix.isEmpty() ? loader.table : suffix; }
        public DataStreamSink<RowData> append() {
            DataStreamSink<RowData> sink = input.sinkTo(new IcebergSink(this)).uid(suffix()).name(suffix());
            return parallelism == null ? sink : sink.setParallelism(parallelism);
        }
    }
}
