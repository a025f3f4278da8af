package org.apache.flink.connector.mongodb.source.reader.deserializer;

public interface MongoDeserializationSchema<T> extends java.io.Serializable, org.apache.flink.api.java.typeutils.ResultTypeQueryable<T> {
    T deserialize(Object document);
}
