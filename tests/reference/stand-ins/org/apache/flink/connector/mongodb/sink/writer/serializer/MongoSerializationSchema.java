package org.apache.flink.connector.mongodb.sink.writer.serializer;

public interface MongoSerializationSchema<IN> extends java.io.Serializable {
    Object serialize(IN element, Object context);
}
