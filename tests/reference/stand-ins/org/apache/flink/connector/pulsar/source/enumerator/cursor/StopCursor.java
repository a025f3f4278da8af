package org.apache.flink.connector.pulsar.source.enumerator.cursor;

public interface StopCursor extends java.io.Serializable {
    static StopCursor never() { return new StopCursor() {}; }
    static StopCursor latest() { return new StopCursor() {}; }
}
