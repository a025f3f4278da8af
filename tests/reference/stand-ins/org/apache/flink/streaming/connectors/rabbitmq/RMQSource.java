package org.apache.flink.streaming.connectors.rabbitmq;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.streaming.api.functions.source.legacy.RichSourceFunction;
import org.apache.flink.streaming.connectors.rabbitmq.common.RMQConnectionConfig;

/** Not parallel. */
public class RMQSource<T> extends RichSourceFunction<T> implements ResultTypeQueryable<T> {
    private final DeserializationSchema<T> schema;
    public RMQSource(RMQConnectionConfig config, String queue, DeserializationSchema<T> schema) { this.schema = schema; }
    public RMQSource(RMQConnectionConfig config, String queue, boolean usesCorrelationId, DeserializationSchema<T> schema) { this.schema = schema; }
    public void run(SourceContext<T> ctx) { throw standins.NeverRuns.here(); }
    public void cancel() {}
    public TypeInformation<T> getProducedType() { return schema.getProducedType(); }
}
