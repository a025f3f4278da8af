package org.apache.flink.cdc.debezium;

public interface DebeziumDeserializationSchema<T> extends java.io.Serializable, org.apache.flink.api.java.typeutils.ResultTypeQueryable<T> {}
