package org.apache.flink.connector.pulsar.source;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;

/** Unbounded, bounded after setBoundedStopCursor. */
public class PulsarSource<T> extends standins.NeverRuns.StandInSource<T, standins.NeverRuns.Split, String> {
    private final Boundedness boundedness;
    private final DeserializationSchema<T> schema;
    PulsarSource(Boundedness boundedness, DeserializationSchema<T> schema) { this.boundedness = boundedness; this.schema = schema; }
    public static <T> PulsarSourceBuilder<T> builder() { return new PulsarSourceBuilder<>(); }
    public Boundedness getBoundedness() { return boundedness; }
    public TypeInformation<T> getProducedType() { return schema.getProducedType(); }
}
