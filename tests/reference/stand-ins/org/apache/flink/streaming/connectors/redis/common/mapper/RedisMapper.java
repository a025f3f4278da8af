package org.apache.flink.streaming.connectors.redis.common.mapper;

public interface RedisMapper<T> extends java.io.Serializable {
    String getKeyFromData(T data);
    String getValueFromData(T data);
}
