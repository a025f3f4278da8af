package org.apache.flink.cdc.debezium;

public class JsonDebeziumDeserializationSchema implements DebeziumDeserializationSchema<String> {
    public JsonDebeziumDeserializationSchema() {}
    public JsonDebeziumDeserializationSchema(boolean includeSchema) {}
    public org.apache.flink.api.common.typeinfo.TypeInformation<String> getProducedType() { return org.apache.flink.api.common.typeinfo.Types.STRING; }
}
