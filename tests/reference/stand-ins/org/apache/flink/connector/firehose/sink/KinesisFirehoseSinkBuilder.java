package org.apache.flink.connector.firehose.sink;

public class KinesisFirehoseSinkBuilder<IN> {
    public KinesisFirehoseSinkBuilder<IN> setDeliveryStreamName(String name) { return this; }
    public KinesisFirehoseSinkBuilder<IN> setSerializationSchema(org.apache.flink.api.common.serialization.SerializationSchema<IN> schema) { return this; }
    public KinesisFirehoseSinkBuilder<IN> setFirehoseClientProperties(java.util.Properties p) { return this; }
    public KinesisFirehoseSink<IN> build() { return new KinesisFirehoseSink<>(); }
}
