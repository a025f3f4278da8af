package org.apache.flink.connector.clickhouse.sink;

/** A writer with state, no committer. */
public class ClickHouseAsyncSink<IN> extends standins.WriterStateSink<IN> {
    ClickHouseAsyncSink() {}
    public static <IN> ClickHouseAsyncSinkBuilder<IN> builder() { return new ClickHouseAsyncSinkBuilder<>(); }
}
