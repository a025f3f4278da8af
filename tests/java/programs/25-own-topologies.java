import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreWriteTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Sinks that bring operators of their own. */
public class OwnTopologies {

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        env.enableCheckpointing(1000);
        DataStream<String> in = env.fromData("a", "b").rebalance().map(s -> s).name("in");

        in.sinkTo(new Keyed()).name("keyed").uid("keyed");
        in.sinkTo(new Everything(true)).name("everything").uid("everything").setParallelism(3);
        in.sinkTo(new Everything(false)).name("less");
        env.execute("topologies");
    }

    /** Sorts before it writes. */
    static class Keyed implements Sink<String>, SupportsPreWriteTopology<String> {
        @Override
        public DataStream<String> addPreWriteTopology(DataStream<String> input) {
            return input.keyBy(s -> s.hashCode() % 16).map(s -> s.trim()).name("sorted").uid("sorted");
        }

        @Override
        public SinkWriter<String> createWriter(WriterInitContext context) {
            throw new UnsupportedOperationException();
        }
    }

    /** Does all that there is to do. */
    static class Everything
            implements Sink<String>,
                    SupportsWriterState<String, String>,
                    SupportsPreWriteTopology<String>,
                    SupportsCommitter<Long>,
                    SupportsPreCommitTopology<String, Long>,
                    SupportsPostCommitTopology<Long> {
        private final boolean compact;

        Everything(boolean compact) {
            this.compact = compact;
        }

        @Override
        public DataStream<String> addPreWriteTopology(DataStream<String> input) {
            return compact ? input.shuffle() : input;
        }

        @Override
        public DataStream<CommittableMessage<Long>> addPreCommitTopology(DataStream<CommittableMessage<String>> committables) {
            return committables.global().map(m -> (CommittableMessage<Long>) null).returns(TypeInformation.of(new org.apache.flink.api.common.typeinfo.TypeHint<CommittableMessage<Long>>() {}))
                    .name("collect").setParallelism(1);
        }

        @Override
        public void addPostCommitTopology(DataStream<CommittableMessage<Long>> committables) {
            if (compact) {
                committables.map(m -> m.toString()).name("to compact").keyBy(s -> s).map(s -> s).name("compact later").setParallelism(1);
            }
        }

        @Override
        public SimpleVersionedSerializer<String> getWriteResultSerializer() {
            return new Bytes<>();
        }

        @Override
        public SinkWriter<String> createWriter(WriterInitContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public StatefulSinkWriter<String, String> restoreWriter(WriterInitContext context, Collection<String> state) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SimpleVersionedSerializer<String> getWriterStateSerializer() {
            return new Bytes<>();
        }

        @Override
        public Committer<Long> createCommitter(CommitterInitContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SimpleVersionedSerializer<Long> getCommittableSerializer() {
            return new Bytes<>();
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
