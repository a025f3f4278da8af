package org.apache.flink.connector.dynamodb.sink;

public class DynamoDbSinkBuilder<IN> {
    public DynamoDbSinkBuilder<IN> setTableName(String name) { return this; }
    public DynamoDbSinkBuilder<IN> setElementConverter(org.apache.flink.connector.base.sink.writer.ElementConverter<IN, ?> converter) { return this; }
    public DynamoDbSinkBuilder<IN> setDynamoDbProperties(java.util.Properties p) { return this; }
    public DynamoDbSink<IN> build() { return new DynamoDbSink<>(); }
}
