package dev.acme.connectors;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A source and sinks of our own, as the new interfaces want them. */
public class OwnSourceAndSink {

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(4);
        env.enableCheckpointing(10_000);

        HttpPollSource polled = new HttpPollSource("https://rates.example/latest", false);
        HttpPollSource history = HttpPollSource.bounded("https://rates.example/history");

        DataStream<String> rates = env.fromSource(polled, WatermarkStrategy.noWatermarks(), "rates");
        DataStream<String> old = env.fromSource(history, WatermarkStrategy.noWatermarks(), "old rates").setParallelism(1);

        DataStream<String> all = rates.union(old).map(String::strip).returns(String.class);
        all.sinkTo(new AuditSink()).name("audit").uid("audit-sink");
        all.sinkTo(new BufferingSink<>(500)).name("buffered").setParallelism(2);
        all.keyBy(s -> s.charAt(0)).sinkTo(new TransactionalSink("ledger")).name("ledger").uid("ledger-sink");

        env.execute("own source and sink");
    }

    // ------------------------------------------------------------------ source

    public static class HttpPollSource implements Source<String, HttpSplit, Long> {
        private final String url;
        private final boolean bounded;

        public HttpPollSource(String url, boolean bounded) {
            this.url = url;
            this.bounded = bounded;
        }

        public static HttpPollSource bounded(String url) {
            return new HttpPollSource(url, true);
        }

        @Override
        public Boundedness getBoundedness() {
            return bounded ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED;
        }

        @Override
        public SplitEnumerator<HttpSplit, Long> createEnumerator(SplitEnumeratorContext<HttpSplit> context) {
            throw new UnsupportedOperationException(url);
        }

        @Override
        public SplitEnumerator<HttpSplit, Long> restoreEnumerator(SplitEnumeratorContext<HttpSplit> context, Long state) {
            throw new UnsupportedOperationException(url);
        }

        @Override
        public SimpleVersionedSerializer<HttpSplit> getSplitSerializer() {
            return new Bytes<>();
        }

        @Override
        public SimpleVersionedSerializer<Long> getEnumeratorCheckpointSerializer() {
            return new Bytes<>();
        }

        @Override
        public SourceReader<String, HttpSplit> createReader(SourceReaderContext context) {
            throw new UnsupportedOperationException(url);
        }
    }

    public static class HttpSplit implements SourceSplit {
        @Override
        public String splitId() {
            return "only";
        }
    }

    // ------------------------------------------------------------------ sinks

    /** Only writes. */
    public static class AuditSink implements Sink<String> {
        @Override
        public SinkWriter<String> createWriter(WriterInitContext context) throws IOException {
            return new Writer<>();
        }
    }

    /** Remembers what it has not written yet. */
    public static class BufferingSink<T> implements Sink<T>, SupportsWriterState<T, List<T>> {
        private final int size;

        public BufferingSink(int size) {
            this.size = size;
        }

        @Override
        public SinkWriter<T> createWriter(WriterInitContext context) {
            return restoreWriter(context, Collections.emptyList());
        }

        @Override
        public StatefulSinkWriter<T, List<T>> restoreWriter(WriterInitContext context, Collection<List<T>> state) {
            return new Writer<>();
        }

        @Override
        public SimpleVersionedSerializer<List<T>> getWriterStateSerializer() {
            return new Bytes<>();
        }
    }

    /** Writes in two phases. */
    public static class TransactionalSink implements Sink<String>, SupportsCommitter<String> {
        private final String table;

        public TransactionalSink(String table) {
            this.table = table;
        }

        @Override
        public SinkWriter<String> createWriter(WriterInitContext context) {
            return new Writer<>();
        }

        @Override
        public Committer<String> createCommitter(CommitterInitContext context) {
            return new Committer<>() {
                @Override
                public void commit(Collection<CommitRequest<String>> requests) {
                    requests.forEach(r -> System.out.println(table + " " + r.getCommittable()));
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public SimpleVersionedSerializer<String> getCommittableSerializer() {
            return new Bytes<>();
        }
    }

    static class Writer<T> implements StatefulSinkWriter<T, List<T>>, CommittingSinkWriter<T, String> {
        private final List<T> buffer = new ArrayList<>();

        @Override
        public void write(T element, Context context) {
            buffer.add(element);
        }

        @Override
        public void flush(boolean endOfInput) {}

        @Override
        public void close() {}

        @Override
        public List<List<T>> snapshotState(long checkpointId) {
            return List.of(buffer);
        }

        @Override
        public Collection<String> prepareCommit() {
            return List.of();
        }
    }

    static class Bytes<T> implements SimpleVersionedSerializer<T> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(T obj) {
            return new byte[0];
        }

        @Override
        public T deserialize(int version, byte[] serialized) {
            return null;
        }
    }
}
