package org.apache.flink.connector.pulsar.sink;

/** A writer without state and a committer. */
public class PulsarSink<IN> extends standins.CommitterSink<IN> {
    public static <IN> PulsarSinkBuilder<IN> builder() { return new PulsarSinkBuilder<>(); }
}
