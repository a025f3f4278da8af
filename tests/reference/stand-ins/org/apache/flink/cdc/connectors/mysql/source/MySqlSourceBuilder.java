package org.apache.flink.cdc.connectors.mysql.source;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.cdc.connectors.mysql.table.StartupOptions;
import org.apache.flink.cdc.debezium.DebeziumDeserializationSchema;

public class MySqlSourceBuilder<T> {
    private Boundedness boundedness = Boundedness.CONTINUOUS_UNBOUNDED;
    private DebeziumDeserializationSchema<T> schema;
    public MySqlSourceBuilder<T> hostname(String hostname) { return this; }
    public MySqlSourceBuilder<T> port(int port) { return this; }
    public MySqlSourceBuilder<T> username(String username) { return this; }
    public MySqlSourceBuilder<T> password(String password) { return this; }
    public MySqlSourceBuilder<T> databaseList(String... databases) { return this; }
    public MySqlSourceBuilder<T> tableList(String... tables) { return this; }
    public MySqlSourceBuilder<T> serverId(String serverId) { return this; }
    public MySqlSourceBuilder<T> serverTimeZone(String zone) { return this; }
    public MySqlSourceBuilder<T> includeSchemaChanges(boolean include) { return this; }
    public MySqlSourceBuilder<T> startupOptions(StartupOptions options) {
        boundedness = options.snapshotOnly ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
        return this;
    }
    public MySqlSourceBuilder<T> deserializer(DebeziumDeserializationSchema<T> s) { schema = s; return this; }
    public MySqlSource<T> build() { return new MySqlSource<>(boundedness, schema); }
}
