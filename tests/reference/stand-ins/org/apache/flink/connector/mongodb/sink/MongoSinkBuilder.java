package org.apache.flink.connector.mongodb.sink;

import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.mongodb.sink.writer.serializer.MongoSerializationSchema;

public class MongoSinkBuilder<IN> {
    public MongoSinkBuilder<IN> setUri(String uri) { return this; }
    public MongoSinkBuilder<IN> setDatabase(String database) { return this; }
    public MongoSinkBuilder<IN> setCollection(String collection) { return this; }
    public MongoSinkBuilder<IN> setBatchSize(int size) { return this; }
    public MongoSinkBuilder<IN> setDeliveryGuarantee(DeliveryGuarantee guarantee) { return this; }
    public MongoSinkBuilder<IN> setSerializationSchema(MongoSerializationSchema<IN> schema) { return this; }
    public MongoSink<IN> build() { return new MongoSink<>(); }
}
