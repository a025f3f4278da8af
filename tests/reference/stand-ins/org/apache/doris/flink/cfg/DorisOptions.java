package org.apache.doris.flink.cfg;

public class DorisOptions implements java.io.Serializable {
    public static Builder builder() { return new Builder(); }
    public static class Builder {
        public Builder setFenodes(String value) { return this; }
        public Builder setTableIdentifier(String value) { return this; }
        public Builder setUsername(String value) { return this; }
        public Builder setPassword(String value) { return this; }
        public DorisOptions build() { return new DorisOptions(); }
    }
}
