package org.apache.flink.streaming.connectors.rabbitmq.common;

public class RMQConnectionConfig implements java.io.Serializable {
    public static class Builder {
        public Builder setHost(String host) { return this; }
        public Builder setPort(int port) { return this; }
        public Builder setUserName(String name) { return this; }
        public Builder setPassword(String password) { return this; }
        public Builder setVirtualHost(String host) { return this; }
        public RMQConnectionConfig build() { return new RMQConnectionConfig(); }
    }
}
