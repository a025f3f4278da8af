package org.apache.flink.connector.clickhouse.sink;

public class ClickHouseAsyncSinkBuilder<IN> {
    public ClickHouseAsyncSinkBuilder<IN> setElementConverter(org.apache.flink.connector.base.sink.writer.ElementConverter<IN, ?> converter) { return this; }
    public ClickHouseAsyncSinkBuilder<IN> setMaxBatchSize(int size) { return this; }
    public ClickHouseAsyncSink<IN> build() { return new ClickHouseAsyncSink<>(); }
}
