package standins;

import java.util.Collection;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The plan of sinks with state of the writer and a committer. */
public class StateAndCommitterSink<IN> extends CommitterSink<IN> implements SupportsWriterState<IN, String> {
    public StatefulSinkWriter<IN, String> restoreWriter(WriterInitContext context, Collection<String> state) { throw NeverRuns.here(); }
    public SimpleVersionedSerializer<String> getWriterStateSerializer() { return new NeverRuns.Versioned<>(); }
}
