package org.apache.flink.streaming.connectors.redis.common.config;

public class FlinkJedisPoolConfig implements java.io.Serializable {
    public static class Builder {
        public Builder setHost(String host) { return this; }
        public Builder setPort(int port) { return this; }
        public FlinkJedisPoolConfig build() { return new FlinkJedisPoolConfig(); }
    }
}
