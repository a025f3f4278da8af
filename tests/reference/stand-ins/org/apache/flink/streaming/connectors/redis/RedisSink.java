package org.apache.flink.streaming.connectors.redis;

import org.apache.flink.streaming.connectors.redis.common.config.FlinkJedisPoolConfig;
import org.apache.flink.streaming.connectors.redis.common.mapper.RedisMapper;

public class RedisSink<IN> extends org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction<IN> {
    public RedisSink(FlinkJedisPoolConfig config, RedisMapper<IN> mapper) {}
}
