package org.apache.doris.flink.cfg;

public class DorisExecutionOptions implements java.io.Serializable {
    public static Builder builder() { return new Builder(); }
    public static class Builder {
        public Builder setLabelPrefix(String prefix) { return this; }
        public Builder setDeletable(Boolean deletable) { return this; }
        public Builder setBatchMode(Boolean batch) { return this; }
        public Builder disable2PC() { return this; }
        public Builder setStreamLoadProp(java.util.Properties p) { return this; }
        public DorisExecutionOptions build() { return new DorisExecutionOptions(); }
    }
}
