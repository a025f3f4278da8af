import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Calls beside calls that nobody would put there, with options at and beyond their bounds: all that the format takes.
 * Flink refuses many of them, each in its own way.
 */
final class Careless extends Choice {
    /** What the format asks of a stream. */
    private static final class Stream {
        final String id;
        final boolean keyed;
        final boolean operator;
        final boolean sideOutput;

        Stream(String id, boolean keyed, boolean operator, boolean sideOutput) {
            this.id = id;
            this.keyed = keyed;
            this.operator = operator;
            this.sideOutput = sideOutput;
        }
    }

    private static final List<String> SOURCES = List.of("fromSource", "fromSequence", "fromData", "addSource", "socketTextStream", "fromCollection", "createInput");
    private static final List<String> ONE_INPUT = List.of("map", "flatMap", "filter", "process", "project", "transform", "assignTimestampsAndWatermarks",
            "unorderedWait", "orderedWait", "windowAll", "countWindowAll", "fullWindowPartition");
    private static final List<String> KEYED = List.of("reduce", "sum", "min", "max", "minBy", "maxBy", "window", "countWindow");
    private static final List<String> PARTITIONS = List.of("keyBy", "keyBy", "rebalance", "rescale", "shuffle", "global", "broadcast", "forward", "partitionCustom",
            "reinterpretAsKeyedStream");
    private static final List<String> SEVERAL = List.of("union", "connect", "connectBroadcast", "intervalJoin", "join", "coGroup", "multipleInput");
    private static final List<String> SINKS = List.of("addSink", "print", "printToErr", "writeUsingOutputFormat", "discard", "sinkTo", "sinkTo");
    private static final List<String> TEXTS = List.of("", " ", "a", "b", "A", "\u00dc \ud83d\ude80", "x -> y", "(a, b)", "a<b>&\"c\"", "line\nline", "\\", "{}", "%s", "default", "null");

    private final Settings settings;
    private final boolean batch;
    private final ArrayNode ops;
    private final ObjectNode config;
    private final List<Stream> streams = new ArrayList<>();
    private final int bad; // how often an option is at its bounds, in percent

    Careless(Random random, Settings settings, boolean batch, ArrayNode ops, ObjectNode config) {
        super(random);
        this.settings = settings;
        this.batch = batch;
        this.ops = ops;
        this.config = config;
        bad = chance(50) ? 0 : 12;
    }

    void fill(int size) {
        while (chance(50)) settings.any(config, bad);
        source();
        while (ops.size() < size) {
            Stream in = chance(50) ? streams.get(streams.size() - 1) : pick(streams);
            int x = random.nextInt(100);
            if (x < 8) source();
            else if (x < 32) operator(in, pick(ONE_INPUT));
            else if (x < 40 || (in.keyed && x < 60)) {
                if (in.keyed) operator(in, pick(KEYED));
            } else if (x < 60) partition(in, pick(PARTITIONS));
            else if (x < 65) {
                if (in.operator) add(op("getSideOutput").put("tag", pick(List.of("late", "late", "errors", chance(10 * bad) ? "" : "x"))), new Stream(id(), false, false, true), in);
            } else if (x < 69) {
                if (in.operator || in.sideOutput) add(op("cache"), new Stream(id(), false, false, false), in);
            } else if (x < 86) several(in, pick(SEVERAL));
            else sink(in, pick(SINKS));
        }
    }

    private String id() {
        return "s" + ops.size();
    }

    private void add(ObjectNode call, Stream made, Stream... inputs) {
        ObjectNode entry = Reference.NODES.objectNode();
        entry.put("id", "s" + ops.size());
        entry.put("op", call.remove("op").asText());
        if (inputs.length == 1 && !entry.get("op").asText().equals("multipleInput")) {
            entry.put("input", inputs[0].id);
        } else if (inputs.length > 0) {
            ArrayNode ids = entry.putArray("inputs");
            for (Stream input : inputs) ids.add(input.id);
        }
        entry.setAll(call);
        ops.add(entry);
        if (made != null) streams.add(made);
    }

    private void addOperator(ObjectNode call, Stream... inputs) {
        options(call, false);
        add(call, new Stream(id(), false, true, false), inputs);
    }

    private void source() {
        ObjectNode call = op(pick(SOURCES));
        if (call.get("op").asText().equals("fromSource") && chance(batch ? 90 : 40)) call.put("bounded", batch || chance(50));
        if (call.get("op").asText().equals("addSource") && chance(50)) call.put("parallel", chance(50));
        addOperator(call);
    }

    private void operator(Stream in, String name) {
        ObjectNode call = op(name);
        switch (name) {
            case "transform": named(call); break;
            case "window":
            case "windowAll":
                call.set("assigner", assigner());
                function(call);
                break;
            case "countWindow":
            case "countWindowAll":
                call.put("size", length(100));
                if (chance(40)) call.put("slide", length(10));
                function(call);
                break;
            case "fullWindowPartition":
                call.put("function", pick(List.of("mapPartition", "reduce", "aggregate", "sortPartition")));
                break;
            default: break;
        }
        addOperator(call, in);
    }

    private void function(ObjectNode call) {
        call.put("function", pick(List.of("reduce", "aggregate", "apply", "process", "sum", "min", "max")));
    }

    private int length(int usual) {
        return chance(bad) ? pick(List.of(0, -1, 1, Integer.MAX_VALUE, Integer.MIN_VALUE)) : usual;
    }

    private ObjectNode assigner() {
        String type = pick(List.of("TumblingEventTimeWindows", "TumblingProcessingTimeWindows", "SlidingEventTimeWindows", "SlidingProcessingTimeWindows",
                "EventTimeSessionWindows", "ProcessingTimeSessionWindows", "GlobalWindows"));
        ObjectNode o = Reference.NODES.objectNode().put("type", type);
        if (type.startsWith("Tumbling") || type.startsWith("Sliding")) o.put("size", length(5000));
        if (type.startsWith("Sliding")) o.put("slide", length(chance(80) ? 1000 : 7000));
        if (type.endsWith("SessionWindows")) o.put("gap", length(3000));
        return o;
    }

    /** What `transform` and its like take. */
    private void named(ObjectNode call) {
        call.put("name", chance(bad) ? pick(TEXTS) : "Custom");
        if (chance(60)) call.put("chaining", pick(List.of("ALWAYS", "NEVER", "HEAD", "HEAD_WITH_SOURCES")));
        if (chance(20)) call.put("outputOnlyAfterEndOfStream", chance(80));
        if (chance(20)) call.put("internalSorterSupported", chance(80));
        if (chance(20)) call.put("yielding", chance(80));
    }

    private void partition(Stream in, String name) {
        ObjectNode call = op(name);
        if (chance(20)) call.put("exchangeMode", pick(List.of("PIPELINED", "BATCH", "HYBRID_FULL", "HYBRID_SELECTIVE", "UNDEFINED")));
        add(call, new Stream(id(), name.equals("keyBy") || name.equals("reinterpretAsKeyedStream"), false, false), in);
    }

    private void several(Stream in, String name) {
        Stream other = pick(streams);
        ObjectNode call = op(name);
        switch (name) {
            case "union": {
                List<Stream> inputs = new ArrayList<>(List.of(in, other));
                while (chance(20)) inputs.add(pick(streams));
                add(call, new Stream(id(), false, false, false), inputs.toArray(new Stream[0]));
                return;
            }
            case "connect":
                if (chance(50)) call.put("keyBy", chance(70));
                call.put("function", pick(List.of("map", "flatMap", "process", "transform")));
                if (call.get("function").asText().equals("transform")) named(call);
                break;
            case "intervalJoin":
                if (!in.keyed || !other.keyed) return;
                break;
            case "join":
            case "coGroup":
                call.set("assigner", assigner());
                break;
            case "multipleInput": {
                named(call);
                if (chance(30)) call.put("keyed", chance(80));
                List<Stream> inputs = new ArrayList<>(List.of(in));
                while (chance(45)) inputs.add(pick(streams));
                addOperator(call, inputs.toArray(new Stream[0]));
                return;
            }
            default: break;
        }
        addOperator(call, in, other);
    }

    private void sink(Stream in, String name) {
        ObjectNode call = op(name);
        if (name.equals("sinkTo")) {
            if (chance(40)) call.put("writerState", chance(80));
            if (chance(30)) call.set("preWrite", topology());
            if (chance(60)) {
                call.put("committer", true);
                if (chance(40)) call.set("preCommit", topology());
                if (chance(40)) call.set("postCommit", topology());
            }
        }
        options(call, true);
        add(call, null, in);
    }

    private ArrayNode topology() {
        ArrayNode topology = Reference.NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
            ObjectNode call;
            if (chance(40)) {
                call = op(pick(PARTITIONS));
                if (chance(20)) call.put("exchangeMode", pick(List.of("PIPELINED", "BATCH", "HYBRID_FULL", "HYBRID_SELECTIVE", "UNDEFINED")));
            } else {
                call = op(pick(List.of("map", "flatMap", "filter", "process", "transform")));
                if (call.get("op").asText().equals("transform")) named(call);
                options(call, false);
            }
            topology.add(call);
        }
        return topology;
    }

    /** Every option of an operator, each now and then. */
    private void options(ObjectNode o, boolean sink) {
        int often = chance(50) ? 4 : 16;
        if (chance(often)) o.put("name", pick(TEXTS));
        if (chance(often)) o.put("uid", chance(100 - bad) ? "uid-" + ops.size() + "-" + random.nextInt(3) : pick(TEXTS));
        if (chance(often / 2)) {
            o.put("uidHash", chance(100 - 2 * bad) ? String.format(chance(80) ? "%016x%016x" : "%016X%016X", random.nextLong(), random.nextLong())
                    : pick(List.of("", "xyz", "0123456789abcdef0123456789abcdef", "0123456789ABCDEF0123456789abcdef", "0123456789abcdef0123456789abcde",
                            "0123456789abcdef0123456789abcdef0", "g123456789abcdef0123456789abcdef", "\u0661123456789abcdef0123456789abcdef")));
        }
        if (chance(often)) o.put("description", pick(TEXTS));
        if (chance(often)) o.put("parallelism", chance(100 - bad) ? Integer.valueOf(between(1, 4)) : pick(List.of(-1, 0, -2, 32768, 32769, Integer.MAX_VALUE, Integer.MIN_VALUE)));
        if (chance(often)) o.put("maxParallelism", chance(100 - bad) ? pick(List.of(1, 4, 8, 128, 32768)) : pick(List.of(-1, 0, 2, 32769, Integer.MAX_VALUE, Integer.MIN_VALUE)));
        if (chance(often)) {
            if (chance(60)) o.put("slotSharingGroup", chance(100 - bad) ? pick(List.of("g1", "g2", "default")) : pick(TEXTS));
            else resources(o.putObject("slotSharingGroup"));
        }
        if (!sink && chance(often)) o.put("bufferTimeout", chance(100 - bad) ? pick(List.of(-1L, 0L, 10L, 5000L)) : pick(List.of(-2L, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE)));
        if (chance(often)) o.put("disableChaining", chance(85));
        if (!sink && chance(often) && !o.path("disableChaining").asBoolean()) o.put("startNewChain", chance(85));
        if (!sink && chance(often / 2)) o.put("forceNonParallel", chance(85));
        if (chance(often / 2)) o.put("coLocationGroup", chance(100 - bad) ? pick(List.of("c1", "c2")) : pick(TEXTS));
        if (chance(often)) {
            ObjectNode memory = o.putObject("managedMemory");
            if (chance(60)) {
                ObjectNode operator = memory.putObject("operator");
                if (chance(90)) operator.put("OPERATOR", chance(100 - bad) ? pick(List.of(1, 64, 300)) : pick(List.of(0, -1, Integer.MAX_VALUE)));
                if (chance(bad)) operator.put(pick(List.of("PYTHON", "STATE_BACKEND")), 10);
            }
            if (chance(60)) {
                ArrayNode slot = memory.putArray("slot");
                if (chance(60)) slot.add("STATE_BACKEND");
                if (chance(40)) slot.add("PYTHON");
                if (chance(bad)) slot.add(pick(List.of("OPERATOR", "PYTHON")));
            }
        }
        if (chance(often / 4)) o.putObject("metricVariables").put(chance(100 - bad) ? "team" : "", "a");
    }

    private void resources(ObjectNode group) {
        group.put("name", chance(100 - bad) ? pick(List.of("fg1", "fg2", "default")) : "");
        if (chance(90)) group.put("cpuCores", chance(100 - bad) ? pick(List.of(0.5, 1.0, 2.25)) : pick(List.of(0.0, -1.0, 1e-9, 0.123456789, 1e9, 12345678.125)));
        if (chance(90)) group.put("taskHeapMb", chance(100 - bad) ? pick(List.of(64, 100)) : pick(List.of(0, -1, 1, Integer.MAX_VALUE)));
        if (chance(40)) group.put("taskOffHeapMb", chance(100 - bad) ? Integer.valueOf(16) : pick(List.of(0, -1, 2048)));
        if (chance(40)) group.put("managedMb", chance(100 - bad) ? Integer.valueOf(32) : pick(List.of(0, -1, 4096)));
    }
}
