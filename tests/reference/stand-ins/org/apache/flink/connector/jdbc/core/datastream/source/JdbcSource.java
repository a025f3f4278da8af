package org.apache.flink.connector.jdbc.core.datastream.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;

/** Bounded, unbounded after setContinuousUnBoundingSettings. */
public class JdbcSource<T> extends standins.NeverRuns.StandInSource<T, standins.NeverRuns.Split, String> {
    private final TypeInformation<T> type;
    JdbcSource(TypeInformation<T> type) { this.type = type; }
    public static <T> JdbcSourceBuilder<T> builder() { return new JdbcSourceBuilder<>(); }
    public Boundedness getBoundedness() { return Boundedness.BOUNDED; }
    public TypeInformation<T> getProducedType() { return type; }
}
