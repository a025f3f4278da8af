package org.apache.flink.connector.pulsar.sink;

import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;

public class PulsarSinkBuilder<IN> {
    public PulsarSinkBuilder<IN> setServiceUrl(String url) { return this; }
    public PulsarSinkBuilder<IN> setAdminUrl(String url) { return this; }
    public PulsarSinkBuilder<IN> setTopics(String... topics) { return this; }
    public PulsarSinkBuilder<IN> setSerializationSchema(SerializationSchema<IN> schema) { return this; }
    public PulsarSinkBuilder<IN> setDeliveryGuarantee(DeliveryGuarantee guarantee) { return this; }
    public PulsarSink<IN> build() { return new PulsarSink<>(); }
}
