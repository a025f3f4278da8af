package org.apache.flink.connector.mongodb.sink;

/** Only writes. */
public class MongoSink<IN> extends standins.PlainSink<IN> {
    public static <IN> MongoSinkBuilder<IN> builder() { return new MongoSinkBuilder<>(); }
}
