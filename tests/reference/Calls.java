import java.time.Duration;
import java.util.*;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.transformations.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.util.OutputTag;

/** The DataStream API's call for each `op`. The place of this file's lines in Flink's texts is made canonical. */
@SuppressWarnings({"rawtypes", "unchecked", "deprecation"})
final class Calls {
    private Calls() {}

    private static Functions.Factory factory(JsonNode op, ChainingStrategy absent) {
        ChainingStrategy strategy = op.has("chaining") ? ChainingStrategy.valueOf(op.get("chaining").asText()) : absent;
        boolean end = op.path("outputOnlyAfterEndOfStream").asBoolean();
        boolean sorter = op.path("internalSorterSupported").asBoolean();
        return op.path("yielding").asBoolean()
                ? new Functions.YieldingFactory(strategy, end, sorter)
                : new Functions.Factory(strategy, end, sorter);
    }

    private static String required(JsonNode op, String field) {
        if (!op.has(field)) {
            throw new Definition.DefinitionException(op.path("op").asText() + ": " + field + " is required");
        }
        return op.get(field).asText();
    }

    private static KeyedStream keyed(DataStream s, String name) {
        if (!(s instanceof KeyedStream)) {
            throw new Definition.DefinitionException(name + " needs a keyed stream");
        }
        return (KeyedStream) s;
    }

    private static WindowAssigner assigner(JsonNode n) {
        if (!n.isObject()) {
            throw new Definition.DefinitionException("assigner: expected an object");
        }
        String type = n.path("type").asText();
        Set<String> fields = type.startsWith("Tumbling") ? Set.of("type", "size")
                : type.startsWith("Sliding") ? Set.of("type", "size", "slide")
                : type.endsWith("SessionWindows") ? Set.of("type", "gap") : Set.of("type");
        Definition.checkFields(n, "assigner", fields);
        for (String f : fields) {
            if (!n.has(f)) throw new Definition.DefinitionException("assigner." + f + " is required");
        }
        Duration size = Duration.ofMillis(n.path("size").asLong());
        Duration slide = Duration.ofMillis(n.path("slide").asLong());
        Duration gap = Duration.ofMillis(n.path("gap").asLong());
        switch (type) {
            case "TumblingEventTimeWindows": return TumblingEventTimeWindows.of(size);
            case "TumblingProcessingTimeWindows": return TumblingProcessingTimeWindows.of(size);
            case "SlidingEventTimeWindows": return SlidingEventTimeWindows.of(size, slide);
            case "SlidingProcessingTimeWindows": return SlidingProcessingTimeWindows.of(size, slide);
            case "EventTimeSessionWindows": return EventTimeSessionWindows.withGap(gap);
            case "ProcessingTimeSessionWindows": return ProcessingTimeSessionWindows.withGap(gap);
            case "GlobalWindows": return GlobalWindows.create();
            default: throw new Definition.DefinitionException("assigner.type: unknown " + type);
        }
    }

    private static Object windowed(WindowedStream w, String function) {
        switch (function) {
            case "reduce": return w.reduce(new Functions.Reduce());
            case "aggregate": return w.aggregate(new Functions.Aggregate(), Reference.T2, Reference.T2);
            case "apply": return w.apply(new Functions.Apply(), Reference.T2);
            case "process": return w.process(new Functions.ProcessWindow(), Reference.T2);
            case "sum": return w.sum(1);
            case "min": return w.min(1);
            case "max": return w.max(1);
            default: throw new Definition.DefinitionException("function: unknown " + function);
        }
    }

    private static Object windowed(AllWindowedStream w, String function) {
        switch (function) {
            case "reduce": return w.reduce(new Functions.Reduce());
            case "aggregate": return w.aggregate(new Functions.Aggregate(), Reference.T2, Reference.T2);
            case "apply": return w.apply(new Functions.ApplyAll(), Reference.T2);
            case "process": return w.process(new Functions.ProcessAllWindow(), Reference.T2);
            case "sum": return w.sum(1);
            case "min": return w.min(1);
            case "max": return w.max(1);
            default: throw new Definition.DefinitionException("function: unknown " + function);
        }
    }

    static Object call(StreamExecutionEnvironment env, JsonNode op, String name, List<DataStream> in) {
        DataStream s = in.isEmpty() ? null : in.get(0);
        DataStream s2 = in.size() > 1 ? in.get(1) : null;
        int arity = Set.of("connect", "connectBroadcast", "intervalJoin", "join", "coGroup").contains(name) ? 2 : -1;
        if ((arity == 2 && in.size() != 2) || (name.equals("union") && in.size() < 2)
                || (!Definition.MULTI.contains(name) && in.size() > 1)) {
            throw new Definition.DefinitionException(name + ": missing or surplus input");
        }
        TypeInformation type = s == null ? Reference.T2 : s.getType();
        // interval joins, joins and coGroups extract types from the key selector
        org.apache.flink.api.java.functions.KeySelector key =
                type.equals(Reference.T2) ? new Functions.TupleKey() : new Functions.Key();
        switch (name) {
            // sources
            case "fromSource":
                return env.fromSource(new Functions.TestSource(op.path("bounded").asBoolean()),
                        WatermarkStrategy.noWatermarks(), op.path("name").asText("Source"), Reference.T2);
            case "fromSequence":
                return ((DataStreamSource) env.fromSequence(1, 1000)).returns(Reference.T2);
            case "fromData":
                return env.fromData(List.of(Tuple2.of("a", 1), Tuple2.of("b", 2)), Reference.T2);
            case "addSource":
                return env.addSource(op.path("parallel").asBoolean(true)
                        ? new Functions.ParallelLegacySource() : new Functions.LegacySource(),
                        op.path("name").asText("Custom Source"), Reference.T2);
            case "socketTextStream":
                return ((DataStreamSource) env.socketTextStream("localhost", 9999)).returns(Reference.T2);
            case "fromCollection":
                return env.fromCollection(List.of(Tuple2.of("a", 1), Tuple2.of("b", 2)), Reference.T2);
            case "createInput":
                return env.createInput(new Functions.InFormat(), Reference.T2);
            // one input
            case "map": return s.map(new Functions.Map(), type);
            case "flatMap": return s.flatMap(new Functions.FlatMap(), type);
            case "filter": return s.filter(new Functions.Filter());
            case "process":
                return s instanceof KeyedStream
                        ? ((KeyedStream) s).process(new Functions.KeyedProcess(), type)
                        : s.process(new Functions.Process(), type);
            case "project": return s.project(0, 1);
            case "transform": return s.transform(required(op, "name"), type, factory(op, ChainingStrategy.ALWAYS));
            case "assignTimestampsAndWatermarks":
                return s.assignTimestampsAndWatermarks(WatermarkStrategy.forMonotonousTimestamps());
            case "unorderedWait":
                return AsyncDataStream.unorderedWait(s, new Functions.Async(), 1000, TimeUnit.MILLISECONDS);
            case "orderedWait":
                return AsyncDataStream.orderedWait(s, new Functions.Async(), 1000, TimeUnit.MILLISECONDS);
            case "reduce": return keyed(s, name).reduce(new Functions.Reduce());
            case "sum": return keyed(s, name).sum(1);
            case "min": return keyed(s, name).min(1);
            case "max": return keyed(s, name).max(1);
            case "minBy": return keyed(s, name).minBy(1);
            case "maxBy": return keyed(s, name).maxBy(1);
            case "window":
                return windowed(keyed(s, name).window(assigner(op.path("assigner"))), required(op, "function"));
            case "windowAll":
                return windowed(s.windowAll(assigner(op.path("assigner"))), required(op, "function"));
            case "countWindow": {
                required(op, "size");
                KeyedStream k = keyed(s, name);
                return windowed(op.has("slide") ? k.countWindow(op.get("size").asLong(), op.get("slide").asLong())
                        : k.countWindow(op.get("size").asLong()), required(op, "function"));
            }
            case "countWindowAll":
                required(op, "size");
                return windowed(op.has("slide") ? s.countWindowAll(op.get("size").asLong(), op.get("slide").asLong())
                        : s.countWindowAll(op.get("size").asLong()), required(op, "function"));
            case "fullWindowPartition": {
                PartitionWindowedStream p = s.fullWindowPartition();
                switch (required(op, "function")) {
                    case "mapPartition": return p.mapPartition(new Functions.MapPartition());
                    case "reduce": return p.reduce(new Functions.Reduce());
                    case "aggregate": return p.aggregate(new Functions.Aggregate());
                    case "sortPartition": return p.sortPartition(1, Order.ASCENDING);
                    default: throw new Definition.DefinitionException("function: unknown " + op.get("function"));
                }
            }
            case "getSideOutput":
                if (!(s instanceof SingleOutputStreamOperator)) {
                    throw new Definition.DefinitionException("getSideOutput needs an operator");
                }
                return ((SingleOutputStreamOperator) s).getSideOutput(new OutputTag(required(op, "tag"), type));
            case "cache":
                if (s instanceof SideOutputDataStream) return ((SideOutputDataStream) s).cache();
                if (!(s instanceof SingleOutputStreamOperator)) {
                    throw new Definition.DefinitionException("cache needs an operator or a side output");
                }
                return ((SingleOutputStreamOperator) s).cache();
            // partitioning
            case "keyBy": return s.keyBy(key, Types.STRING);
            case "rebalance": return s.rebalance();
            case "rescale": return s.rescale();
            case "shuffle": return s.shuffle();
            case "global": return s.global();
            case "broadcast": return s.broadcast();
            case "forward": return s.forward();
            case "partitionCustom": return s.partitionCustom(new Functions.Part(), key);
            case "reinterpretAsKeyedStream": return DataStreamUtils.reinterpretAsKeyedStream(s, key, Types.STRING);
            // several inputs
            case "union": {
                DataStream[] rest = in.subList(1, in.size()).toArray(new DataStream[0]);
                return s.union(rest);
            }
            case "connect": {
                ConnectedStreams c = s.connect(s2);
                if (op.path("keyBy").asBoolean()) c = c.keyBy(key, new Functions.Key(), Types.STRING);
                boolean keyed = c.getFirstInput() instanceof KeyedStream && c.getSecondInput() instanceof KeyedStream;
                switch (required(op, "function")) {
                    case "map": return c.map(new Functions.CoMap(), Reference.T2);
                    case "flatMap": return c.flatMap(new Functions.CoFlatMap(), Reference.T2);
                    case "process":
                        return keyed ? c.process(new Functions.KeyedCoProcess(), Reference.T2) : c.process(new Functions.CoProcess(), Reference.T2);
                    case "transform": return c.transform(required(op, "name"), Reference.T2, factory(op, ChainingStrategy.ALWAYS));
                    default: throw new Definition.DefinitionException("function: unknown " + op.get("function"));
                }
            }
            case "connectBroadcast": {
                BroadcastStream b = s2.broadcast(new MapStateDescriptor<>("state", Types.STRING, Types.STRING));
                return s instanceof KeyedStream
                        ? s.connect(b).process(new Functions.KeyedBroadcastProcess(), Reference.T2)
                        : s.connect(b).process(new Functions.BroadcastProcess(), Reference.T2);
            }
            case "intervalJoin":
                return keyed(s, name).intervalJoin(keyed(s2, name)).between(Duration.ofMillis(-5), Duration.ofMillis(5))
                        .process(new Functions.IntervalJoin(), Reference.T2);
            case "join":
                return s.join(s2).where(new Functions.TupleKey(), Types.STRING).equalTo(new Functions.TupleKey(), Types.STRING)
                        .window(assigner(op.path("assigner"))).apply(new Functions.Join(), Reference.T2);
            case "coGroup":
                return s.coGroup(s2).where(new Functions.TupleKey(), Types.STRING).equalTo(new Functions.TupleKey(), Types.STRING)
                        .window(assigner(op.path("assigner"))).apply(new Functions.CoGroup(), Reference.T2);
            case "multipleInput": {
                AbstractMultipleInputTransformation t;
                String n = required(op, "name");
                if (op.path("keyed").asBoolean()) {
                    KeyedMultipleInputTransformation k = new KeyedMultipleInputTransformation(
                            n, factory(op, ChainingStrategy.ALWAYS), Reference.T2, env.getParallelism(), false, Types.STRING);
                    for (DataStream i : in) k.addInput(i.getTransformation(), new Functions.Key());
                    t = k;
                } else {
                    MultipleInputTransformation m = new MultipleInputTransformation(
                            n, factory(op, ChainingStrategy.ALWAYS), Reference.T2, env.getParallelism(), false);
                    for (DataStream i : in) m.addInput(i.getTransformation());
                    t = m;
                }
                env.addOperator(t); // MultipleConnectedStreams leaves that to its caller
                return new MultipleConnectedStreams(env).transform(t);
            }
            // sinks
            case "addSink": return s.addSink(new Functions.LegacySink());
            case "print": return s.print();
            case "printToErr": return s.printToErr();
            case "writeUsingOutputFormat": return s.writeUsingOutputFormat(new Functions.OutFormat());
            case "discard": return s.sinkTo(new DiscardingSink());
            case "sinkTo": {
                boolean committer = op.path("committer").asBoolean();
                if (!committer && (op.has("preCommit") || op.has("postCommit"))) {
                    throw new Definition.DefinitionException("preCommit and postCommit need committer");
                }
                Functions.TestSink sink = Functions.sink(committer, op.has("preCommit"), op.has("postCommit"),
                        op.path("writerState").asBoolean(), op.has("preWrite"));
                if (op.has("preWrite")) sink.preWrite = op.get("preWrite").toString();
                if (op.has("preCommit")) sink.preCommit = op.get("preCommit").toString();
                if (op.has("postCommit")) sink.postCommit = op.get("postCommit").toString();
                return s.sinkTo(sink);
            }
            default: throw new Definition.DefinitionException("unknown op " + name);
        }
    }
}
