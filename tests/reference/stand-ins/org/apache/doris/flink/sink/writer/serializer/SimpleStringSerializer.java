package org.apache.doris.flink.sink.writer.serializer;

public class SimpleStringSerializer implements DorisRecordSerializer<String> {}
