package org.apache.flink.connector.sqs.sink;

/** A writer with state, no committer. */
public class SqsSink<IN> extends standins.WriterStateSink<IN> {
    public static <IN> SqsSinkBuilder<IN> builder() { return new SqsSinkBuilder<>(); }
}
