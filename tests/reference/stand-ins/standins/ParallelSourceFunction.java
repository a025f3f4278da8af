package standins;

import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;

/** The plan of old sources that run in parallel. */
public class ParallelSourceFunction<T> extends RichParallelSourceFunction<T> implements ResultTypeQueryable<T> {
    private final DeserializationSchema<T> schema;
    protected ParallelSourceFunction(DeserializationSchema<T> schema) { this.schema = schema; }
    public void run(SourceContext<T> ctx) { throw NeverRuns.here(); }
    public void cancel() {}
    public TypeInformation<T> getProducedType() { return schema.getProducedType(); }
}
