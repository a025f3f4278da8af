package standins;

import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** The plan of sinks that only write. */
public class PlainSink<IN> implements Sink<IN> {
    public SinkWriter<IN> createWriter(WriterInitContext context) { throw NeverRuns.here(); }
}
