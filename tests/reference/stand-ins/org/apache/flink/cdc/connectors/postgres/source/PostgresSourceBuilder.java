package org.apache.flink.cdc.connectors.postgres.source;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.cdc.connectors.base.options.StartupOptions;
import org.apache.flink.cdc.debezium.DebeziumDeserializationSchema;

public class PostgresSourceBuilder<T> {
    private Boundedness boundedness = Boundedness.CONTINUOUS_UNBOUNDED;
    private DebeziumDeserializationSchema<T> schema;
    public PostgresSourceBuilder<T> hostname(String hostname) { return this; }
    public PostgresSourceBuilder<T> port(int port) { return this; }
    public PostgresSourceBuilder<T> username(String username) { return this; }
    public PostgresSourceBuilder<T> password(String password) { return this; }
    public PostgresSourceBuilder<T> database(String database) { return this; }
    public PostgresSourceBuilder<T> schemaList(String... schemas) { return this; }
    public PostgresSourceBuilder<T> tableList(String... tables) { return this; }
    public PostgresSourceBuilder<T> slotName(String slot) { return this; }
    public PostgresSourceBuilder<T> decodingPluginName(String plugin) { return this; }
    public PostgresSourceBuilder<T> startupOptions(StartupOptions options) {
        boundedness = options.snapshotOnly ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
        return this;
    }
    public PostgresSourceBuilder<T> deserializer(DebeziumDeserializationSchema<T> s) { schema = s; return this; }
    public PostgresIncrementalSource<T> build() { return new PostgresIncrementalSource<>(boundedness, schema); }
    /** Unbounded, bounded if only the snapshot is read. */
    public static class PostgresIncrementalSource<T> extends standins.NeverRuns.StandInSource<T, standins.NeverRuns.Split, String> {
        private final Boundedness boundedness;
        private final DebeziumDeserializationSchema<T> schema;
        PostgresIncrementalSource(Boundedness boundedness, DebeziumDeserializationSchema<T> schema) { this.boundedness = boundedness; this.schema = schema; }
        public static <T> PostgresSourceBuilder<T> builder() { return new PostgresSourceBuilder<>(); }
        public Boundedness getBoundedness() { return boundedness; }
        public org.apache.flink.api.common.typeinfo.TypeInformation<T> getProducedType() { return schema.getProducedType(); }
    }
}
