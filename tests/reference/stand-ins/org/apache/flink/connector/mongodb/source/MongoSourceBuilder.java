package org.apache.flink.connector.mongodb.source;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.connector.mongodb.source.reader.deserializer.MongoDeserializationSchema;

public class MongoSourceBuilder<T> {
    private MongoDeserializationSchema<T> schema;
    public MongoSourceBuilder<T> setUri(String uri) { return this; }
    public MongoSourceBuilder<T> setDatabase(String database) { return this; }
    public MongoSourceBuilder<T> setCollection(String collection) { return this; }
    public MongoSourceBuilder<T> setFetchSize(int size) { return this; }
    public MongoSourceBuilder<T> setDeserializationSchema(MongoDeserializationSchema<T> s) { schema = s; return this; }
    public MongoSource<T> build() { return new MongoSource<>(Boundedness.BOUNDED, schema); }
}
