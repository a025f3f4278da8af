import java.util.*;
import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.*;

/**
 * Plays a pipeline definition as a DataStream program: reads the document, makes each call and sets its options.
 */
@SuppressWarnings({"rawtypes", "unchecked", "deprecation"})
final class Definition {
    static final List<String> PHYSICAL = List.of("name", "uid", "uidHash", "description", "parallelism", "maxParallelism",
            "slotSharingGroup", "bufferTimeout", "disableChaining", "startNewChain", "forceNonParallel", "coLocationGroup",
            "managedMemory", "metricVariables");
    static final Set<String> SINK_LACKS = Set.of("bufferTimeout", "startNewChain", "forceNonParallel");
    static final Map<String, Set<String>> OWN = new LinkedHashMap<>();
    static final Set<String> SOURCES = Set.of("fromSource", "fromSequence", "fromData", "addSource", "socketTextStream", "fromCollection", "createInput");
    static final Set<String> PARTITIONS = Set.of("keyBy", "rebalance", "rescale", "shuffle", "global", "broadcast", "forward", "partitionCustom", "reinterpretAsKeyedStream");
    static final Set<String> VIRTUAL = new HashSet<>(PARTITIONS);
    static final Set<String> SINKS = Set.of("addSink", "print", "printToErr", "writeUsingOutputFormat", "discard", "sinkTo");
    static final Set<String> MULTI = Set.of("union", "connect", "connectBroadcast", "intervalJoin", "join", "coGroup", "multipleInput");

    static {
        VIRTUAL.addAll(Set.of("getSideOutput", "cache", "union"));
        for (String s : List.of("fromSequence", "fromData", "socketTextStream", "fromCollection", "createInput", "map", "flatMap", "filter",
                "process", "project", "assignTimestampsAndWatermarks", "unorderedWait", "orderedWait", "reduce", "sum", "min", "max", "minBy",
                "maxBy", "cache", "union", "connectBroadcast", "intervalJoin", "addSink", "print", "printToErr", "writeUsingOutputFormat", "discard")) {
            OWN.put(s, Set.of());
        }
        OWN.put("fromSource", Set.of("bounded"));
        OWN.put("addSource", Set.of("parallel"));
        OWN.put("transform", Set.of("chaining", "outputOnlyAfterEndOfStream", "internalSorterSupported", "yielding"));
        OWN.put("window", Set.of("assigner", "function"));
        OWN.put("windowAll", Set.of("assigner", "function"));
        OWN.put("countWindow", Set.of("size", "slide", "function"));
        OWN.put("countWindowAll", Set.of("size", "slide", "function"));
        OWN.put("fullWindowPartition", Set.of("function"));
        OWN.put("getSideOutput", Set.of("tag"));
        for (String s : PARTITIONS) {
            OWN.put(s, Set.of("exchangeMode"));
        }
        OWN.put("connect", Set.of("keyBy", "function", "chaining", "outputOnlyAfterEndOfStream", "internalSorterSupported", "yielding"));
        OWN.put("join", Set.of("assigner"));
        OWN.put("coGroup", Set.of("assigner"));
        OWN.put("multipleInput", Set.of("keyed", "chaining", "outputOnlyAfterEndOfStream", "internalSorterSupported", "yielding"));
        OWN.put("sinkTo", Set.of("writerState", "committer", "preWrite", "preCommit", "postCommit"));
    }

    final StreamExecutionEnvironment env;
    final Map<String, Object> streams = new HashMap<>();

    Definition(StreamExecutionEnvironment env) {
        this.env = env;
    }

    void all(JsonNode operators) {
        if (operators == null || !operators.isArray() || operators.size() == 0) {
            throw new DefinitionException("operators: expected at least one");
        }
        Object previous = null;
        int i = 0;
        for (JsonNode op : operators) {
            String at = "operators[" + i++ + "]";
            String name = op.path("op").asText();
            List<DataStream> in = new ArrayList<>();
            if (op.has("inputs")) {
                for (JsonNode id : op.get("inputs")) {
                    in.add(stream(streams.get(id.asText()), at + ".inputs: " + id.asText()));
                }
            } else if (op.has("input")) {
                in.add(stream(streams.get(op.get("input").asText()), at + ".input: " + op.get("input").asText()));
            } else if (!SOURCES.contains(name)) {
                in.add(stream(previous, at + ": the entry before"));
            }
            if (SOURCES.contains(name) != in.isEmpty()) {
                throw new DefinitionException(at + ": missing or surplus input");
            }
            previous = apply(op, name, in);
            if (op.has("id") && streams.put(op.get("id").asText(), previous) != null) {
                throw new DefinitionException(at + ".id: duplicate");
            }
        }
    }

    private DataStream stream(Object o, String where) {
        if (!(o instanceof DataStream)) {
            throw new DefinitionException(where + " is no earlier stream");
        }
        return (DataStream) o;
    }

    /** Makes the call and then sets the options. */
    Object apply(JsonNode op, String name, List<DataStream> in) {
        Set<String> own = OWN.get(name);
        if (own == null) {
            throw new DefinitionException("unknown op " + name);
        }
        op.fieldNames().forEachRemaining(f -> {
            boolean ok = f.equals("id") || f.equals("op") || f.equals("input") || f.equals("inputs") || own.contains(f)
                    || (!VIRTUAL.contains(name) && PHYSICAL.contains(f) && !(SINKS.contains(name) && SINK_LACKS.contains(f)));
            if (!ok) {
                throw new DefinitionException(name + " does not take " + f);
            }
        });
        if (op.path("disableChaining").asBoolean() && op.path("startNewChain").asBoolean()) {
            throw new DefinitionException("disableChaining and startNewChain together");
        }
        Object result = Calls.call(env, op, name, in);
        if (op.has("exchangeMode")) {
            Dump.set(PartitionTransformation.class, "exchangeMode", ((DataStream) result).getTransformation(),
                    StreamExchangeMode.valueOf(op.get("exchangeMode").asText()));
        }
        if (!VIRTUAL.contains(name)) {
            options(op, result);
        }
        return result;
    }

    private void options(JsonNode op, Object result) {
        Transformation t;
        if (result instanceof SingleOutputStreamOperator) {
            SingleOutputStreamOperator s = (SingleOutputStreamOperator) result;
            if (op.has("name")) s.name(op.get("name").asText());
            if (op.has("uid")) s.uid(op.get("uid").asText());
            if (op.has("uidHash")) s.setUidHash(op.get("uidHash").asText());
            if (op.has("description")) s.setDescription(op.get("description").asText());
            if (op.has("parallelism")) s.setParallelism(op.get("parallelism").asInt());
            if (op.has("maxParallelism")) s.setMaxParallelism(op.get("maxParallelism").asInt());
            if (op.has("slotSharingGroup")) {
                if (op.get("slotSharingGroup").isObject()) s.slotSharingGroup(slots(op.get("slotSharingGroup")));
                else s.slotSharingGroup(op.get("slotSharingGroup").asText());
            }
            if (op.has("bufferTimeout")) s.setBufferTimeout(op.get("bufferTimeout").asLong());
            if (op.path("disableChaining").asBoolean()) s.disableChaining();
            if (op.path("startNewChain").asBoolean()) s.startNewChain();
            if (op.path("forceNonParallel").asBoolean()) s.forceNonParallel();
            t = s.getTransformation();
            metrics(op, s::addMetricVariable);
        } else {
            DataStreamSink s = (DataStreamSink) result;
            if (op.has("name")) s.name(op.get("name").asText());
            if (op.has("uid")) s.uid(op.get("uid").asText());
            if (op.has("uidHash")) s.setUidHash(op.get("uidHash").asText());
            if (op.has("description")) s.setDescription(op.get("description").asText());
            if (op.has("parallelism")) s.setParallelism(op.get("parallelism").asInt());
            if (op.has("maxParallelism")) s.setMaxParallelism(op.get("maxParallelism").asInt());
            if (op.has("slotSharingGroup")) {
                if (op.get("slotSharingGroup").isObject()) s.slotSharingGroup(slots(op.get("slotSharingGroup")));
                else s.slotSharingGroup(op.get("slotSharingGroup").asText());
            }
            if (op.path("disableChaining").asBoolean()) s.disableChaining();
            t = s.getTransformation();
            metrics(op, s::addMetricVariable);
        }
        if (op.has("coLocationGroup")) t.setCoLocationGroupKey(op.get("coLocationGroup").asText());
        JsonNode memory = op.path("managedMemory");
        if (!memory.isMissingNode()) {
            checkFields(memory, "managedMemory", Set.of("operator", "slot"));
            memory.path("operator").fields().forEachRemaining(e ->
                    t.declareManagedMemoryUseCaseAtOperatorScope(ManagedMemoryUseCase.valueOf(e.getKey()), e.getValue().asInt()));
            memory.path("slot").forEach(u -> t.declareManagedMemoryUseCaseAtSlotScope(ManagedMemoryUseCase.valueOf(u.asText())));
        }
    }

    private static void metrics(JsonNode op, java.util.function.BiFunction<String, String, Object> add) {
        op.path("metricVariables").fields().forEachRemaining(e -> add.apply(e.getKey(), e.getValue().asText()));
    }

    private static SlotSharingGroup slots(JsonNode n) {
        checkFields(n, "slotSharingGroup", Set.of("name", "cpuCores", "taskHeapMb", "taskOffHeapMb", "managedMb"));
        SlotSharingGroup.Builder b = SlotSharingGroup.newBuilder(n.path("name").asText());
        if (n.has("cpuCores")) b.setCpuCores(n.get("cpuCores").asDouble());
        if (n.has("taskHeapMb")) b.setTaskHeapMemoryMB(n.get("taskHeapMb").asInt());
        if (n.has("taskOffHeapMb")) b.setTaskOffHeapMemoryMB(n.get("taskOffHeapMb").asInt());
        if (n.has("managedMb")) b.setManagedMemoryMB(n.get("managedMb").asInt());
        return b.build();
    }

    /** The stream that a sink's topology returns; the ops are entries without id and input. */
    static DataStream topology(DataStream in, String json) {
        try {
            Definition b = new Definition(in.getExecutionEnvironment());
            DataStream s = in;
            for (JsonNode op : Reference.JSON.readTree(json)) {
                String name = op.path("op").asText();
                if (op.has("id") || op.has("input") || op.has("inputs") || SOURCES.contains(name) || MULTI.contains(name) || SINKS.contains(name)) {
                    throw new DefinitionException("a sink topology takes one-input and partitioning operators only, got " + name);
                }
                s = (DataStream) b.apply(op, name, List.of(s));
            }
            return s;
        } catch (java.io.IOException e) {
            throw new DefinitionException(e.getMessage());
        }
    }

    static Configuration configuration(JsonNode config) {
        Map<String, String> map = new LinkedHashMap<>();
        if (config != null && !config.isNull()) {
            config.fields().forEachRemaining(e -> {
                if (!e.getValue().isValueNode()) {
                    throw new DefinitionException("config." + e.getKey() + ": expected a scalar");
                }
                map.put(e.getKey(), e.getValue().asText());
            });
        }
        map.putIfAbsent(CoreOptions.DEFAULT_PARALLELISM.key(), "1");
        return Configuration.fromMap(map);
    }

    static final class DefinitionException extends RuntimeException {
        DefinitionException(String message) {
            super(message);
        }
    }

    static void checkFields(JsonNode object, String where, Set<String> known) {
        if (object == null || !object.isObject()) {
            throw new DefinitionException(where + ": expected an object");
        }
        object.fieldNames().forEachRemaining(f -> {
            if (!known.contains(f)) {
                throw new DefinitionException(where + ": unknown field " + f);
            }
        });
    }
}
