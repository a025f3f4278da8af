package org.apache.flink.connector.dynamodb.sink;

/** A writer with state, no committer. */
public class DynamoDbSink<IN> extends standins.WriterStateSink<IN> {
    public static <IN> DynamoDbSinkBuilder<IN> builder() { return new DynamoDbSinkBuilder<>(); }
}
