package org.apache.iceberg.flink.sink;

import java.util.List;
import java.util.function.Function;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.StreamMap;
import org.apache.flink.table.data.RowData;
import org.apache.iceberg.flink.TableLoader;

/** A writer, a committer and a sink that does nothing, for a table without partitions. */
public class FlinkSink {
    public static Builder forRowData(DataStream<RowData> input) { return new Builder(input); }
    public static <T> Builder builderFor(DataStream<T> input, MapFunction<T, RowData> mapper, TypeInformation<RowData> type) {
        Builder builder = new Builder(null);
        builder.mapped = prefix -> {
            SingleOutputStreamOperator<RowData> rows = input.map(mapper, type).setParallelism(input.getParallelism());
            return prefix == null ? rows : rows.name(prefix + "-" + prefix).uid(prefix + "-mapper");
        };
        return builder;
    }
    public static class Builder {
        private final DataStream<RowData> input;
        private Function<String, DataStream<RowData>> mapped;
        private TableLoader loader;
        private List<String> equality = List.of();
        private Integer parallelism;
        private String prefix;
        Builder(DataStream<RowData> input) { this.input = input; }
        public Builder tableLoader(TableLoader l) { loader = l; return this; }
        public Builder set(String property, String value) { return this; }
        public Builder overwrite(boolean overwrite) { return this; }
        public Builder upsert(boolean upsert) { return this; }
        public Builder equalityFieldColumns(List<String> columns) { equality = columns; return this; }
        public Builder writeParallelism(int p) { parallelism = p; return this; }
        public Builder uidPrefix(String p) { prefix = p; return this; }
        private String name(String suffix) { return prefix == null ? suffix : prefix + "-" + suffix; }
        public DataStreamSink<Void> append() {
            DataStream<RowData> rows = input == null ? mapped.apply(prefix) : input;
            int writers = parallelism == null ? rows.getParallelism() : parallelism;
            DataStream<RowData> distributed = equality.isEmpty() ? rows : rows.keyBy(row -> 0, Types.INT);
            SingleOutputStreamOperator<String> written = distributed.transform(name("IcebergStreamWriter"), Types.STRING, new StreamMap<>(row -> "")).setParallelism(writers);
            if (prefix != null) written.uid(prefix + "-writer");
            SingleOutputStreamOperator<Void> committed = written.transform(name("IcebergFilesCommitter"), Types.VOID, new StreamMap<>(s -> (Void) null)).setParallelism(1).setMaxParallelism(1);
            if (prefix != null) committed.uid(prefix + "-committer");
            DataStreamSink<Void> end = committed.sinkTo(new DiscardingSink<>()).name(name("IcebergSink " + loader.table)).setParallelism(1);
            return prefix == null ? end : end.uid(prefix + "-dummysink");
        }
    }
}
