package org.apache.doris.flink.sink.writer.serializer;

public interface DorisRecordSerializer<T> extends java.io.Serializable {}
