package org.apache.flink.connector.firehose.sink;

/** A writer with state, no committer. */
public class KinesisFirehoseSink<IN> extends standins.WriterStateSink<IN> {
    public static <IN> KinesisFirehoseSinkBuilder<IN> builder() { return new KinesisFirehoseSinkBuilder<>(); }
}
