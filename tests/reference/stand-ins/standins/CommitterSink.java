package standins;

import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The plan of sinks that write in two phases, without state of the writer. */
public class CommitterSink<IN> implements Sink<IN>, SupportsCommitter<String> {
    public SinkWriter<IN> createWriter(WriterInitContext context) { throw NeverRuns.here(); }
    public Committer<String> createCommitter(CommitterInitContext context) { throw NeverRuns.here(); }
    public SimpleVersionedSerializer<String> getCommittableSerializer() { return new NeverRuns.Versioned<>(); }
}
