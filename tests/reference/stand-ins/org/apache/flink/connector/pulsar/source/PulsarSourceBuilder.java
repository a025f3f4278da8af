package org.apache.flink.connector.pulsar.source;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.connector.pulsar.source.enumerator.cursor.StartCursor;
import org.apache.flink.connector.pulsar.source.enumerator.cursor.StopCursor;

public class PulsarSourceBuilder<T> {
    private Boundedness boundedness = Boundedness.CONTINUOUS_UNBOUNDED;
    private DeserializationSchema<T> schema;
    public PulsarSourceBuilder<T> setServiceUrl(String url) { return this; }
    public PulsarSourceBuilder<T> setAdminUrl(String url) { return this; }
    public PulsarSourceBuilder<T> setTopics(String... topics) { return this; }
    public PulsarSourceBuilder<T> setSubscriptionName(String name) { return this; }
    public PulsarSourceBuilder<T> setStartCursor(StartCursor cursor) { return this; }
    public PulsarSourceBuilder<T> setUnboundedStopCursor(StopCursor cursor) { boundedness = Boundedness.CONTINUOUS_UNBOUNDED; return this; }
    public PulsarSourceBuilder<T> setBoundedStopCursor(StopCursor cursor) { boundedness = Boundedness.BOUNDED; return this; }
    public PulsarSourceBuilder<T> setDeserializationSchema(DeserializationSchema<T> s) { schema = s; return this; }
    public PulsarSource<T> build() { return new PulsarSource<>(boundedness, schema); }
}
