import java.io.IOException;
import java.io.Serializable;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.io.InputFormat;
import org.apache.flink.api.common.io.OutputFormat;
import org.apache.flink.api.common.io.statistics.BaseStatistics;
import org.apache.flink.api.connector.sink2.*;
import org.apache.flink.api.connector.source.*;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.io.GenericInputSplit;
import org.apache.flink.core.io.InputSplitAssigner;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.*;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.async.AsyncFunction;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.source.legacy.ParallelSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.operators.*;
import org.apache.flink.streaming.api.operators.legacy.YieldingOperatorFactory;
import org.apache.flink.streaming.api.windowing.windows.Window;
import org.apache.flink.util.Collector;

/**
 * The functions, sources, sinks and operator factories of the reference programs. None of them
 * ever runs: a plan only needs their classes. Their simple names show in some descriptions.
 */
@SuppressWarnings({"rawtypes", "unchecked", "deprecation"})
final class Functions {
    private Functions() {}

    // Every stream carries Tuple2<String, Integer>; Object where a sink's committables flow as well.

    // ---- plain functions -------------------------------------------------------------------

    static final class Map implements MapFunction<Object, Object> {
        public Object map(Object v) { return v; }
    }

    static final class FlatMap implements FlatMapFunction<Object, Object> {
        public void flatMap(Object v, Collector<Object> out) {}
    }

    static final class Filter implements FilterFunction<Object> {
        public boolean filter(Object v) { return true; }
    }

    static final class Process extends ProcessFunction<Object, Object> {
        public void processElement(Object v, Context c, Collector<Object> out) {}
    }

    static final class KeyedProcess extends KeyedProcessFunction<String, Object, Object> {
        public void processElement(Object v, Context c, Collector<Object> out) {}
    }

    static final class Reduce implements ReduceFunction<Tuple2<String, Integer>> {
        public Tuple2<String, Integer> reduce(Tuple2<String, Integer> a, Tuple2<String, Integer> b) { return a; }
    }

    static final class Aggregate
            implements AggregateFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, Tuple2<String, Integer>> {
        public Tuple2<String, Integer> createAccumulator() { return null; }
        public Tuple2<String, Integer> add(Tuple2<String, Integer> v, Tuple2<String, Integer> acc) { return acc; }
        public Tuple2<String, Integer> getResult(Tuple2<String, Integer> acc) { return acc; }
        public Tuple2<String, Integer> merge(Tuple2<String, Integer> a, Tuple2<String, Integer> b) { return a; }
    }

    static final class Apply<W extends Window>
            implements WindowFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, String, W> {
        public void apply(String k, W w, Iterable<Tuple2<String, Integer>> in, Collector<Tuple2<String, Integer>> out) {}
    }

    static final class ApplyAll<W extends Window>
            implements AllWindowFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, W> {
        public void apply(W w, Iterable<Tuple2<String, Integer>> in, Collector<Tuple2<String, Integer>> out) {}
    }

    static final class ProcessWindow<W extends Window>
            extends ProcessWindowFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, String, W> {
        public void process(String k, Context c, Iterable<Tuple2<String, Integer>> in, Collector<Tuple2<String, Integer>> out) {}
    }

    static final class ProcessAllWindow<W extends Window>
            extends ProcessAllWindowFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, W> {
        public void process(Context c, Iterable<Tuple2<String, Integer>> in, Collector<Tuple2<String, Integer>> out) {}
    }

    static final class MapPartition implements MapPartitionFunction<Tuple2<String, Integer>, Tuple2<String, Integer>> {
        public void mapPartition(Iterable<Tuple2<String, Integer>> in, Collector<Tuple2<String, Integer>> out) {}
    }

    static final class Async implements AsyncFunction<Tuple2<String, Integer>, Tuple2<String, Integer>> {
        public void asyncInvoke(Tuple2<String, Integer> v, ResultFuture<Tuple2<String, Integer>> f) {}
    }

    static final class Key implements KeySelector<Object, String> {
        public String getKey(Object v) { return String.valueOf(v); }
    }

    /** The same on the record type proper: join and coGroup extract types from their key selectors. */
    static final class TupleKey implements KeySelector<Tuple2<String, Integer>, String> {
        public String getKey(Tuple2<String, Integer> v) { return v.f0; }
    }

    static final class Part implements Partitioner<String> {
        public int partition(String key, int n) { return 0; }
    }

    static final class CoMap implements CoMapFunction<Object, Object, Object> {
        public Object map1(Object v) { return v; }
        public Object map2(Object v) { return v; }
    }

    static final class CoFlatMap implements CoFlatMapFunction<Object, Object, Object> {
        public void flatMap1(Object v, Collector<Object> out) {}
        public void flatMap2(Object v, Collector<Object> out) {}
    }

    static final class CoProcess extends CoProcessFunction<Object, Object, Object> {
        public void processElement1(Object v, Context c, Collector<Object> out) {}
        public void processElement2(Object v, Context c, Collector<Object> out) {}
    }

    static final class KeyedCoProcess extends KeyedCoProcessFunction<String, Object, Object, Object> {
        public void processElement1(Object v, Context c, Collector<Object> out) {}
        public void processElement2(Object v, Context c, Collector<Object> out) {}
    }

    static final class BroadcastProcess extends BroadcastProcessFunction<Object, Object, Object> {
        public void processElement(Object v, ReadOnlyContext c, Collector<Object> out) {}
        public void processBroadcastElement(Object v, Context c, Collector<Object> out) {}
    }

    static final class KeyedBroadcastProcess extends KeyedBroadcastProcessFunction<String, Object, Object, Object> {
        public void processElement(Object v, ReadOnlyContext c, Collector<Object> out) {}
        public void processBroadcastElement(Object v, Context c, Collector<Object> out) {}
    }

    static final class IntervalJoin
            extends org.apache.flink.streaming.api.functions.co.ProcessJoinFunction<
                    Tuple2<String, Integer>, Tuple2<String, Integer>, Tuple2<String, Integer>> {
        public void processElement(Tuple2<String, Integer> l, Tuple2<String, Integer> r, Context c, Collector<Tuple2<String, Integer>> out) {}
    }

    static final class Join
            implements JoinFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, Tuple2<String, Integer>> {
        public Tuple2<String, Integer> join(Tuple2<String, Integer> l, Tuple2<String, Integer> r) { return l; }
    }

    static final class CoGroup
            implements CoGroupFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, Tuple2<String, Integer>> {
        public void coGroup(Iterable<Tuple2<String, Integer>> l, Iterable<Tuple2<String, Integer>> r, Collector<Tuple2<String, Integer>> out) {}
    }

    // ---- legacy sources, sinks and formats ---------------------------------------------------

    static class LegacySource implements SourceFunction<Tuple2<String, Integer>> {
        public void run(SourceContext<Tuple2<String, Integer>> c) {}
        public void cancel() {}
    }

    static final class ParallelLegacySource extends LegacySource
            implements ParallelSourceFunction<Tuple2<String, Integer>> {}

    static final class LegacySink implements SinkFunction<Object> {
        public void invoke(Object v, Context c) {}
    }

    static final class InFormat implements InputFormat<Tuple2<String, Integer>, GenericInputSplit> {
        public void configure(Configuration c) {}
        public BaseStatistics getStatistics(BaseStatistics s) { return s; }
        public GenericInputSplit[] createInputSplits(int n) { return new GenericInputSplit[0]; }
        public InputSplitAssigner getInputSplitAssigner(GenericInputSplit[] s) { return null; }
        public void open(GenericInputSplit s) {}
        public boolean reachedEnd() { return true; }
        public Tuple2<String, Integer> nextRecord(Tuple2<String, Integer> r) { return r; }
        public void close() {}
    }

    static final class OutFormat implements OutputFormat<Object> {
        public void configure(Configuration c) {}
        public void open(InitializationContext c) {}
        public void writeRecord(Object r) {}
        public void close() {}
    }

    // ---- FLIP-27 source ------------------------------------------------------------------------

    static final class Split implements SourceSplit, Serializable {
        public String splitId() { return "0"; }
    }

    static final class TestSource implements Source<Tuple2<String, Integer>, Split, String> {
        private final boolean bounded;
        TestSource(boolean bounded) { this.bounded = bounded; }
        public Boundedness getBoundedness() { return bounded ? Boundedness.BOUNDED : Boundedness.CONTINUOUS_UNBOUNDED; }
        public SplitEnumerator<Split, String> createEnumerator(SplitEnumeratorContext<Split> c) { return null; }
        public SplitEnumerator<Split, String> restoreEnumerator(SplitEnumeratorContext<Split> c, String s) { return null; }
        public SimpleVersionedSerializer<Split> getSplitSerializer() { return null; }
        public SimpleVersionedSerializer<String> getEnumeratorCheckpointSerializer() { return null; }
        public SourceReader<Tuple2<String, Integer>, Split> createReader(SourceReaderContext c) { return null; }
    }

    // ---- Sink V2: one class for each combination of the mixins -----------------------------------

    static final class Text implements SimpleVersionedSerializer<String>, Serializable {
        public int getVersion() { return 1; }
        public byte[] serialize(String s) { return s.getBytes(); }
        public String deserialize(int v, byte[] b) { return new String(b); }
    }

    static class TestSink implements Sink<Tuple2<String, Integer>> {
        String preWrite = "[]", preCommit = "[]", postCommit = "[]";
        public SinkWriter<Tuple2<String, Integer>> createWriter(WriterInitContext c) throws IOException { return null; }
    }

    interface State extends SupportsWriterState<Tuple2<String, Integer>, String> {
        default StatefulSinkWriter<Tuple2<String, Integer>, String> restoreWriter(WriterInitContext c, Collection<String> s) { return null; }
        default SimpleVersionedSerializer<String> getWriterStateSerializer() { return new Text(); }
    }

    interface Commit extends SupportsCommitter<String> {
        default Committer<String> createCommitter(CommitterInitContext c) { return null; }
        default SimpleVersionedSerializer<String> getCommittableSerializer() { return new Text(); }
    }

    interface PreWrite extends SupportsPreWriteTopology<Tuple2<String, Integer>> {
        default DataStream<Tuple2<String, Integer>> addPreWriteTopology(DataStream<Tuple2<String, Integer>> in) {
            return Definition.topology(in, ((TestSink) this).preWrite);
        }
    }

    interface PreCommit extends SupportsPreCommitTopology<String, String> {
        default DataStream<CommittableMessage<String>> addPreCommitTopology(DataStream<CommittableMessage<String>> in) {
            return Definition.topology(in, ((TestSink) this).preCommit);
        }
        default SimpleVersionedSerializer<String> getWriteResultSerializer() { return new Text(); }
    }

    interface PostCommit extends SupportsPostCommitTopology<String> {
        default void addPostCommitTopology(DataStream<CommittableMessage<String>> in) {
            Definition.topology(in, ((TestSink) this).postCommit);
        }
    }

    static final class S extends TestSink implements State {}
    static final class W extends TestSink implements PreWrite {}
    static final class SW extends TestSink implements State, PreWrite {}
    static final class C extends TestSink implements Commit {}
    static final class CS extends TestSink implements Commit, State {}
    static final class CW extends TestSink implements Commit, PreWrite {}
    static final class CSW extends TestSink implements Commit, State, PreWrite {}
    static final class CP extends TestSink implements Commit, PreCommit {}
    static final class CPS extends TestSink implements Commit, PreCommit, State {}
    static final class CPW extends TestSink implements Commit, PreCommit, PreWrite {}
    static final class CPSW extends TestSink implements Commit, PreCommit, State, PreWrite {}
    static final class CQ extends TestSink implements Commit, PostCommit {}
    static final class CQS extends TestSink implements Commit, PostCommit, State {}
    static final class CQW extends TestSink implements Commit, PostCommit, PreWrite {}
    static final class CQSW extends TestSink implements Commit, PostCommit, State, PreWrite {}
    static final class CPQ extends TestSink implements Commit, PreCommit, PostCommit {}
    static final class CPQS extends TestSink implements Commit, PreCommit, PostCommit, State {}
    static final class CPQW extends TestSink implements Commit, PreCommit, PostCommit, PreWrite {}
    static final class CPQSW extends TestSink implements Commit, PreCommit, PostCommit, State, PreWrite {}

    static TestSink sink(boolean committer, boolean preCommit, boolean postCommit, boolean state, boolean preWrite) {
        if (!committer) {
            return state ? (preWrite ? new SW() : new S()) : (preWrite ? new W() : new TestSink());
        }
        if (preCommit && postCommit) {
            return state ? (preWrite ? new CPQSW() : new CPQS()) : (preWrite ? new CPQW() : new CPQ());
        }
        if (preCommit) {
            return state ? (preWrite ? new CPSW() : new CPS()) : (preWrite ? new CPW() : new CP());
        }
        if (postCommit) {
            return state ? (preWrite ? new CQSW() : new CQS()) : (preWrite ? new CQW() : new CQ());
        }
        return state ? (preWrite ? new CSW() : new CS()) : (preWrite ? new CW() : new C());
    }

    // ---- operator factories ------------------------------------------------------------------------

    static class Factory extends AbstractStreamOperatorFactory<Object>
            implements OneInputStreamOperatorFactory<Object, Object>,
                    TwoInputStreamOperatorFactory<Object, Object, Object> {
        private final boolean onlyAtEnd;
        private final boolean internalSorter;

        Factory(ChainingStrategy strategy, boolean onlyAtEnd, boolean internalSorter) {
            this.chainingStrategy = strategy;
            this.onlyAtEnd = onlyAtEnd;
            this.internalSorter = internalSorter;
        }
        public <T extends StreamOperator<Object>> T createStreamOperator(StreamOperatorParameters<Object> p) { return null; }
        public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader cl) { return StreamOperator.class; }
        public OperatorAttributes getOperatorAttributes() {
            return new OperatorAttributesBuilder()
                    .setOutputOnlyAfterEndOfStream(onlyAtEnd)
                    .setInternalSorterSupported(internalSorter)
                    .build();
        }
    }

    static final class YieldingFactory extends Factory implements YieldingOperatorFactory<Object> {
        YieldingFactory(ChainingStrategy strategy, boolean onlyAtEnd, boolean internalSorter) {
            super(strategy, onlyAtEnd, internalSorter);
        }
    }
}
