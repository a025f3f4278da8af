package org.apache.flink.cdc.connectors.mysql.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.cdc.debezium.DebeziumDeserializationSchema;

/** Unbounded, bounded if only the snapshot is read. */
public class MySqlSource<T> extends standins.NeverRuns.StandInSource<T, standins.NeverRuns.Split, String> {
    private final Boundedness boundedness;
    private final DebeziumDeserializationSchema<T> schema;
    MySqlSource(Boundedness boundedness, DebeziumDeserializationSchema<T> schema) { this.boundedness = boundedness; this.schema = schema; }
    public static <T> MySqlSourceBuilder<T> builder() { return new MySqlSourceBuilder<>(); }
    public Boundedness getBoundedness() { return boundedness; }
    public TypeInformation<T> getProducedType() { return schema.getProducedType(); }
}
