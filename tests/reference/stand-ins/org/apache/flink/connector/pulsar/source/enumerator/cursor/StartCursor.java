package org.apache.flink.connector.pulsar.source.enumerator.cursor;

public interface StartCursor extends java.io.Serializable {
    static StartCursor earliest() { return new StartCursor() {}; }
    static StartCursor latest() { return new StartCursor() {}; }
    static StartCursor defaultStartCursor() { return new StartCursor() {}; }
}
