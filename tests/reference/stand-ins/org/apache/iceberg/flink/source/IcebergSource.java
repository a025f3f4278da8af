package org.apache.iceberg.flink.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.table.data.RowData;
import org.apache.iceberg.flink.TableLoader;

/** Bounded, unbounded after streaming(true). */
public class IcebergSource<T> extends standins.NeverRuns.StandInSource<T, standins.NeverRuns.Split, String> {
    private final Boundedness boundedness;
    IcebergSource(Boundedness boundedness) { this.boundedness = boundedness; }
    public static Builder<RowData> forRowData() { return new Builder<>(); }
    public Boundedness getBoundedness() { return boundedness; }
    @SuppressWarnings("unchecked")
    public TypeInformation<T> getProducedType() { return (TypeInformation<T>) TypeInformation.of(RowData.class); }
    public static class Builder<T> {
        private Boundedness boundedness = Boundedness.BOUNDED;
        public Builder<T> tableLoader(TableLoader loader) { return this; }
        public Builder<T> streaming(boolean streaming) { boundedness = streaming ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED; return this; }
        public Builder<T> monitorInterval(java.time.Duration interval) { return this; }
        public Builder<T> set(String name, String value) { return this; }
        public IcebergSource<T> build() { return new IcebergSource<>(boundedness); }
    }
}
