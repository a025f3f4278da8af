package org.apache.flink.connector.mongodb.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.connector.mongodb.source.reader.deserializer.MongoDeserializationSchema;

/** Bounded. */
public class MongoSource<T> extends standins.NeverRuns.StandInSource<T, standins.NeverRuns.Split, String> {
    private final Boundedness boundedness;
    private final MongoDeserializationSchema<T> schema;
    MongoSource(Boundedness boundedness, MongoDeserializationSchema<T> schema) { this.boundedness = boundedness; this.schema = schema; }
    public static <T> MongoSourceBuilder<T> builder() { return new MongoSourceBuilder<>(); }
    public Boundedness getBoundedness() { return boundedness; }
    public TypeInformation<T> getProducedType() { return schema.getProducedType(); }
}
