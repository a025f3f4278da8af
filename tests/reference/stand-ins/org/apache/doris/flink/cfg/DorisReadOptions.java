package org.apache.doris.flink.cfg;

public class DorisReadOptions implements java.io.Serializable {
    public static Builder builder() { return new Builder(); }
    public static class Builder {
        public DorisReadOptions build() { return new DorisReadOptions(); }
    }
}
