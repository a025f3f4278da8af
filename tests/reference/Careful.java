import java.util.*;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Calls made with care: Flink plans nearly all of these definitions, however large they are. */
final class Careful extends Choice {
    private enum Shape { ANY, CHAIN, FAN_OUT, FAN_IN }

    /** What the generator knows of a stream. */
    private static final class Stream {
        String id;
        boolean operator;    // an operator's own stream, takes getSideOutput and cache
        boolean sideOutput;
        boolean keyed;
        int par;             // its transformation's parallelism
        int forwardPar = -1; // a consumer must have this parallelism
        boolean mixed;       // a union of several parallelisms: nothing to forward to
        int width = 1;       // how many operators a consumer is connected to
    }

    private final boolean batch;
    private final boolean rich;
    private final Shape shape;
    private final Settings settings;
    private final ArrayNode ops;
    private final ObjectNode config;
    private final List<Stream> streams = new ArrayList<>();
    private int p = 1;
    private int uid;
    private boolean hybrid;
    private boolean coloc;
    private boolean groups;
    private boolean fineGrained;
    private boolean allUids;
    private Stream last; // null after a sink

    Careful(Random random, Settings settings, boolean batch, ArrayNode ops, ObjectNode config) {
        super(random);
        this.settings = settings;
        this.batch = batch;
        this.ops = ops;
        this.config = config;
        rich = chance(60);
        int f = random.nextInt(100);
        shape = f < 20 ? Shape.CHAIN : f < 30 ? Shape.FAN_OUT : f < 40 ? Shape.FAN_IN : Shape.ANY;
        configure();
    }

    /** The parallelism of operators that do not say. */
    int parallelism() {
        return p;
    }

    void fill(int size) {
        source();
        while (ops.size() < size) {
            if (chance(shape == Shape.CHAIN ? 1 : 8) && ops.size() > 1) {
                source();
            } else {
                step();
            }
        }
        if (last != null) {
            sink(last);
        }
    }

    private void configure() {
        if (chance(70)) {
            p = 1 + random.nextInt(8);
            config.put("parallelism.default", p);
        }
        if (batch) {
            config.put("execution.runtime-mode", chance(75) ? "BATCH" : "AUTOMATIC");
            if (chance(45)) {
                String mode = pick(List.of("ALL_EXCHANGES_BLOCKING", "ALL_EXCHANGES_PIPELINED", "ALL_EXCHANGES_HYBRID_FULL", "ALL_EXCHANGES_HYBRID_SELECTIVE"));
                config.put("execution.batch-shuffle-mode", mode);
                hybrid = mode.contains("HYBRID");
            }
            if (chance(40)) config.put("jobmanager.scheduler", pick(List.of("Default", "AdaptiveBatch", "Default")));
            if (chance(20)) config.put("execution.batch.adaptive.auto-parallelism.enabled", chance(30));
            if (chance(8)) config.put("execution.sorted-inputs.memory", pick(List.of("64 mb", "1 gb", "16 mb")));
            if (chance(10)) {
                config.put("execution.batch-state-backend.enabled", false);
                if (chance(60)) config.put("execution.sorted-inputs.enabled", false);
            }
        } else {
            if (chance(50)) config.put("execution.runtime-mode", "STREAMING");
            else if (chance(10)) config.put("execution.runtime-mode", "AUTOMATIC");
            if (chance(15)) config.put("jobmanager.scheduler", pick(List.of("Default", "Adaptive", "AdaptiveBatch")));
            if (chance(20)) {
                config.put("execution.checkpointing.interval", pick(List.of("10 s", "500 ms", "1 min")));
                if (chance(50)) config.put("execution.checkpointing.unaligned.enabled", chance(80));
                if (chance(20)) config.put("execution.checkpointing.unaligned.forced", true);
                if (chance(30)) config.put("execution.checkpointing.mode", pick(List.of("EXACTLY_ONCE", "AT_LEAST_ONCE")));
            }
            if (chance(4)) config.put("execution.state-recovery.approximate-local-recovery", true);
        }
        if (chance(8)) config.put("pipeline.operator-chaining.enabled", chance(20));
        if (chance(10)) config.put("pipeline.operator-chaining.chain-operators-with-different-max-parallelism", chance(20));
        if (chance(15)) config.put("pipeline.max-parallelism", pick(List.of(16, 128, 1024, 32768)));
        if (chance(10)) config.put("execution.buffer-timeout.interval", pick(List.of("0 ms", "50 ms", "1 s")));
        if (chance(5)) config.put("execution.buffer-timeout.enabled", false);
        if (chance(20)) config.put("pipeline.vertex-description-mode", pick(List.of("CASCADING", "TREE", "CASCADING")));
        if (chance(10)) config.put("pipeline.vertex-name-include-index-prefix", chance(90));
        if (chance(15)) config.put("state.backend.type", pick(List.of("rocksdb", "hashmap")));
        if (chance(8)) {
            config.put("taskmanager.memory.managed.consumer-weights",
                    pick(List.of("OPERATOR:60,STATE_BACKEND:60,PYTHON:30", "STATE_BACKEND:70,PYTHON:30,OPERATOR:0", "OPERATOR:100,STATE_BACKEND:40,PYTHON:20")));
        }
        if (chance(8)) config.put("pipeline.name", "configured name");
        if (chance(4)) {
            config.put("pipeline.auto-generate-uids", false);
            allUids = true;
        }
        if (chance(3)) config.put("restart-strategy.type", "none");
        if (chance(12)) settings.any(config, 0);
        coloc = !batch && chance(6);
        groups = !coloc && !hybrid && chance(20);
        fineGrained = groups && chance(25);
    }

    /** Adds the physical options; returns the operator's parallelism, which is forced when force is at least 1. */
    private int options(ObjectNode o, boolean sink, int natural, int force, boolean mayChange) {
        int par = natural;
        if (rich && chance(25)) o.put("name", pick(List.of("Tokenizer", "Enrich", "clean & parse", "\u00dcbersicht", "a<b>\"c\"", "x -> y", "N" + ops.size())));
        if (allUids || chance(rich ? 25 : 5)) o.put("uid", "uid-" + uid++);
        if (!o.get("op").asText().equals("sinkTo") && !o.get("op").asText().equals("discard") && rich && chance(4)) {
            o.put("uidHash", String.format("%016x%016x", random.nextLong(), random.nextLong()));
        }
        if (rich && chance(10)) o.put("description", pick(List.of("first\nsecond", "keeps <b> & \"q\"", "plain description")));
        if (force >= 1) {
            if (force != natural || chance(20)) {
                o.put("parallelism", force);
            }
            par = force;
        } else if (mayChange && chance(rich ? 25 : 6)) {
            par = 1 + random.nextInt(8);
            o.put("parallelism", par);
        }
        if (rich && mayChange && chance(10)) o.put("maxParallelism", pick(List.of(8, 16, 64, 128, 4096, 32768)));
        if (groups && chance(25)) {
            if (fineGrained && chance(60)) {
                ObjectNode g = o.putObject("slotSharingGroup");
                if (chance(50)) {
                    g.put("name", "fg1").put("cpuCores", 1.0).put("taskHeapMb", 100);
                } else {
                    g.put("name", "fg2").put("cpuCores", 0.5).put("taskHeapMb", 64).put("taskOffHeapMb", 16).put("managedMb", 32);
                }
            } else {
                o.put("slotSharingGroup", pick(List.of("g1", "g2", "default")));
            }
        }
        if (!sink && rich && chance(batch ? 1 : 8)) o.put("bufferTimeout", pick(List.of(-1L, 0L, 10L, 5000L)));
        int c = random.nextInt(100);
        if (rich && c < 6) o.put("disableChaining", true);
        else if (rich && !sink && c < 12) o.put("startNewChain", true);
        if (!sink && force < 0 && mayChange && rich && chance(3)) {
            o.put("forceNonParallel", true);
            par = 1;
        }
        if (coloc && par == p && chance(20)) o.put("coLocationGroup", pick(List.of("c1", "c2")));
        if (rich && chance(10)) {
            ObjectNode m = o.putObject("managedMemory");
            if (chance(batch ? 8 : 60)) m.putObject("operator").put("OPERATOR", pick(List.of(1, 64, 100, 300)));
            if (chance(60)) {
                ArrayNode s = m.putArray("slot");
                if (chance(60)) s.add("STATE_BACKEND");
                if (chance(40)) s.add("PYTHON");
            }
        }
        if (rich && chance(3)) o.putObject("metricVariables").put("team", "a");
        return par;
    }

    private Stream add(ObjectNode o, Stream... inputs) {
        Stream s = new Stream();
        boolean previous = inputs.length == 1 && inputs[0] == last && chance(85);
        ObjectNode e = Reference.NODES.objectNode();
        s.id = "s" + ops.size();
        e.put("id", s.id);
        e.put("op", o.remove("op").asText());
        if (inputs.length == 1 && !previous) {
            if (e.get("op").asText().equals("multipleInput")) e.putArray("inputs").add(inputs[0].id);
            else e.put("input", inputs[0].id);
        } else if (inputs.length > 1) {
            ArrayNode a = e.putArray("inputs");
            for (Stream i : inputs) a.add(i.id);
        }
        e.setAll(o);
        ops.add(e);
        last = s;
        return s;
    }

    private void keep(Stream s) {
        streams.add(s);
    }


    private void source() {
        ObjectNode o;
        int natural = p;
        boolean change = true;
        int kind = random.nextInt(batch ? 4 : 8);
        switch (kind) {
            case 0:
            case 7:
                o = op("fromSource");
                if (batch || chance(30)) o.put("bounded", true);
                else if (chance(30)) o.put("bounded", false);
                break;
            case 1: o = op("fromSequence"); break;
            case 2: o = op("fromData"); natural = 1; break;
            case 3: o = op("fromCollection"); natural = 1; change = false; break;
            case 4:
                o = op("addSource");
                if (chance(40)) {
                    o.put("parallel", false);
                    natural = 1;
                    change = false;
                } else if (chance(30)) o.put("parallel", true);
                break;
            case 5: o = op("socketTextStream"); natural = 1; change = false; break;
            default: o = op("createInput"); break;
        }
        int par = options(o, false, natural, -1, change);
        Stream s = add(o);
        s.operator = true;
        s.par = par;
        keep(s);
    }

    /** The stream that the next call is made on; which one decides the graph's shape. */
    private Stream choose() {
        switch (shape) {
            case CHAIN:
                if (last != null && streams.contains(last)) return last;
                return streams.get(streams.size() - 1);
            case FAN_OUT:
                if (chance(80)) return streams.get(random.nextInt(Math.min(3, streams.size())));
                return pick(streams);
            default:
                if (last != null && streams.contains(last) && chance(65)) return last;
                if (chance(60)) return streams.get(Math.max(0, streams.size() - 1 - random.nextInt(Math.min(4, streams.size()))));
                return pick(streams);
        }
    }

    /** How many more inputs a call with any number of them takes. */
    private int moreInputs() {
        int more = 0;
        while (more < 40 && chance(shape == Shape.FAN_IN ? 85 : 27)) more++;
        return more;
    }

    private static final List<String> ASSIGNERS = List.of("TumblingEventTimeWindows", "TumblingProcessingTimeWindows", "SlidingEventTimeWindows",
            "SlidingProcessingTimeWindows", "EventTimeSessionWindows", "ProcessingTimeSessionWindows", "GlobalWindows");

    private ObjectNode assigner() {
        String t = pick(ASSIGNERS);
        ObjectNode o = Reference.NODES.objectNode();
        o.put("type", t);
        if (t.startsWith("Tumbling")) o.put("size", pick(List.of(1, 1000, 5000, 60000, 86400000)));
        if (t.startsWith("Sliding")) o.put("size", pick(List.of(10000, 1001))).put("slide", pick(List.of(1000, 5000, 3)));
        if (t.endsWith("SessionWindows")) o.put("gap", pick(List.of(1000, 30000)));
        return o;
    }

    private String windowFunction() {
        return pick(List.of("reduce", "aggregate", "apply", "process", "sum", "min", "max"));
    }

    private void strategy(ObjectNode o, boolean sources) {
        if (chance(60)) o.put("chaining", sources && chance(50) ? "HEAD_WITH_SOURCES" : pick(List.of("ALWAYS", "NEVER", "HEAD", "HEAD_WITH_SOURCES")));
        if (chance(20)) o.put("outputOnlyAfterEndOfStream", chance(80));
        if (chance(15)) o.put("internalSorterSupported", true);
        if (chance(10)) o.put("yielding", true);
    }

    /** One physical operator on one stream. */
    private void physical(Stream in, ObjectNode o, int natural, boolean mayChange) {
        int par = options(o, false, natural, in.forwardPar, mayChange);
        Stream s = add(o, in);
        s.operator = true;
        s.par = par;
        keep(s);
    }

    private void step() {
        Stream in = choose();
        int x = random.nextInt(100);
        boolean multi = streams.size() > 1;
        if (multi && shape == Shape.FAN_IN && chance(20)) {
            several(in);
            return;
        }
        if (in.keyed && chance(50)) {
            keyedOp(in);
        } else if (shape == Shape.CHAIN && chance(70)) {
            one(in);
        } else if (x < 36) {
            one(in);
        } else if (x < 61) {
            partition(in);
        } else if (x < 66) {
            if (in.forwardPar > 1) {
                one(in);
                return;
            }
            ObjectNode o = chance(60) ? op("windowAll") : op("countWindowAll");
            if (o.get("op").asText().equals("windowAll")) o.set("assigner", assigner());
            else {
                o.put("size", 10);
                if (chance(40)) o.put("slide", 5);
            }
            o.put("function", windowFunction());
            physical(in, o, 1, false);
        } else if (x < 69) {
            ObjectNode o = op("fullWindowPartition");
            o.put("function", pick(List.of("mapPartition", "reduce", "aggregate", "sortPartition")));
            if (allUids || in.mixed) return;
            int par = options(o, false, in.par, in.par, false);
            Stream s = add(o, in);
            s.operator = true;
            s.par = par;
            keep(s);
        } else if (x < 74) {
            if (!in.operator) return;
            ObjectNode o = op("getSideOutput");
            o.put("tag", pick(List.of("late", "errors")));
            Stream s = add(o, in);
            s.sideOutput = true;
            s.par = in.par;
            keep(s);
        } else if (x < 76) {
            if (!batch || !(in.operator || in.sideOutput) || hybrid) return;
            Stream s = add(op("cache"), in);
            s.par = in.par;
            keep(s);
        } else if (x < 88 && (multi || chance(20))) {
            several(in);
        } else {
            sink(in);
        }
    }

    private void one(Stream in) {
        String name = pick(List.of("map", "flatMap", "filter", "process", "project", "transform", "assignTimestampsAndWatermarks", "unorderedWait",
                "orderedWait", "map", "flatMap", "filter", "process", "transform", "transform"));
        ObjectNode o = op(name);
        if (name.equals("transform")) {
            o.put("name", pick(List.of("Custom", "sort", "lookup")));
            strategy(o, false);
        }
        physical(in, o, name.equals("assignTimestampsAndWatermarks") ? in.par : p, true);
    }

    private void keyedOp(Stream in) {
        String name = pick(List.of("reduce", "sum", "min", "max", "minBy", "maxBy", "window", "window", "window", "countWindow"));
        ObjectNode o = op(name);
        if (name.equals("window")) {
            o.set("assigner", assigner());
            o.put("function", windowFunction());
        }
        if (name.equals("countWindow")) {
            o.put("size", 100);
            if (chance(40)) o.put("slide", 10);
            o.put("function", windowFunction());
        }
        physical(in, o, p, true);
    }

    private Stream partition(Stream in) {
        List<String> names = in.keyed ? List.of("keyBy", "keyBy", "reinterpretAsKeyedStream")
                : List.of("keyBy", "keyBy", "keyBy", "keyBy", "rebalance", "rescale", "shuffle", "global", "broadcast", "forward", "partitionCustom",
                        "reinterpretAsKeyedStream");
        String name = pick(names);
        if (in.mixed && (name.equals("forward") || name.equals("reinterpretAsKeyedStream"))) name = "keyBy";
        ObjectNode o = op(name);
        if (chance(rich ? 12 : 3)) {
            o.put("exchangeMode", batch ? pick(hybrid ? List.of("UNDEFINED", "BATCH", "HYBRID_FULL", "HYBRID_SELECTIVE")
                    : List.of("PIPELINED", "BATCH", "UNDEFINED", groups ? "BATCH" : "HYBRID_FULL", groups ? "BATCH" : "HYBRID_SELECTIVE")) : pick(List.of("PIPELINED", "UNDEFINED", "PIPELINED", "BATCH")));
        }
        boolean forward = name.equals("forward") || name.equals("reinterpretAsKeyedStream");
        Stream s = add(o, in);
        s.keyed = name.equals("keyBy") || name.equals("reinterpretAsKeyedStream");
        s.par = in.par;
        s.width = in.width;
        s.mixed = in.mixed;
        s.forwardPar = forward ? (in.forwardPar > 0 ? in.forwardPar : in.par) : -1;
        keep(s);
        return s;
    }

    private Stream keyed() {
        List<Stream> l = new ArrayList<>();
        for (Stream s : streams) if (s.keyed) l.add(s);
        return l.isEmpty() ? null : pick(l);
    }

    /** Sources of their own for a multipleInput that takes them into its chain. */
    private void chainedSources() {
        int n = 1 + random.nextInt(3);
        List<Stream> l = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            ObjectNode o = op("fromSource");
            if (batch) o.put("bounded", true);
            int par = options(o, false, p, -1, chance(15));
            Stream s = add(o);
            s.operator = true;
            s.par = par;
            l.add(s);
            if (chance(15)) keep(s);
        }
        if (chance(40)) {
            l.add(pick(streams));
            if (l.get(n).forwardPar > 0 || l.get(n).mixed) l.remove(n);
        }
        ObjectNode o = op("multipleInput");
        o.put("name", "Chained sources");
        o.put("chaining", "HEAD_WITH_SOURCES");
        int par = options(o, false, p, -1, chance(15));
        Stream s = add(o, l.toArray(new Stream[0]));
        s.operator = true;
        s.par = par;
        keep(s);
    }

    private void several(Stream in) {
        if (chance(15)) {
            chainedSources();
            return;
        }
        String name = pick(List.of("union", "union", "union", "connect", "connect", "connectBroadcast", "intervalJoin", "join", "coGroup", "multipleInput", "multipleInput"));
        Stream other = pick(streams);
        if (name.equals("union")) {
            List<Stream> l = new ArrayList<>(List.of(in, other));
            for (int i = moreInputs(); i > 0; i--) l.add(pick(streams));
            int f = -1;
            for (Stream s : l) {
                if (s.forwardPar > 0 && f > 0 && f != s.forwardPar) return;
                if (s.forwardPar > 0) f = s.forwardPar;
            }
            int width = l.stream().mapToInt(i -> i.width).sum();
            if (width > 60) return; // a union of unions of unions has exponentially many edges
            Stream s = add(op("union"), l.toArray(new Stream[0]));
            s.width = width;
            s.par = in.par;
            for (Stream i : l) {
                s.mixed |= i.mixed || i.par != in.par;
            }
            s.forwardPar = f;
            keep(s);
            return;
        }
        if (name.equals("intervalJoin")) {
            Stream a = in.keyed ? in : keyed();
            Stream b = keyed();
            if (a == null || b == null) return;
            in = a;
            other = b;
        }
        if (name.equals("connectBroadcast") && other.keyed) return;
        ObjectNode o = op(name);
        boolean rekeys = name.equals("join") || name.equals("coGroup");
        if (name.equals("connect")) {
            rekeys = chance(40);
            if (rekeys || chance(30)) o.put("keyBy", rekeys);
            o.put("function", pick(List.of("map", "flatMap", "process", "transform")));
            if (o.get("function").asText().equals("transform")) {
                o.put("name", "Co-Op");
                strategy(o, false);
            }
        }
        if (rekeys && name.equals("join") || name.equals("coGroup")) o.set("assigner", assigner());
        if (name.equals("coGroup") || name.equals("join")) {
            if (allUids) return;
        }
        List<Stream> l = new ArrayList<>(List.of(in, other));
        if (name.equals("multipleInput")) {
            o.put("name", "N-ary");
            strategy(o, true);
            if (chance(30)) l.remove(1);
            for (int i = moreInputs(); i > 0; i--) l.add(pick(streams));
            if (chance(25)) o.put("keyed", true);
        }
        int force = -1;
        if (!rekeys) {
            for (int i = 0; i < l.size(); i++) {
                Stream s = l.get(i);
                if (name.equals("connectBroadcast") && i == 1) continue;
                if (s.forwardPar > 0 && force > 0 && force != s.forwardPar) return;
                if (s.forwardPar > 0) force = s.forwardPar;
            }
        } else if (name.equals("join") || name.equals("coGroup")) {
            // the tagging maps take their input's partitioning with the parallelism of the input
            for (Stream s : l) if (s.forwardPar > 0 && s.forwardPar != s.par || s.mixed) return;
        }
        int par = options(o, false, p, force, true);
        Stream s = add(o, l.toArray(new Stream[0]));
        s.operator = true;
        s.par = par;
        keep(s);
    }

    /** Ops with a uid of their own want one on the sink; a batch writer and committer forward to what follows. */
    private ArrayNode topology(boolean uids, boolean parallelisms, boolean forwarded) {
        ArrayNode a = Reference.NODES.arrayNode();
        int n = random.nextInt(4);
        for (int i = 0; i < n; i++) {
            ObjectNode o;
            if (chance(40)) {
                o = op(pick(List.of("rebalance", "rescale", "shuffle", "global", "broadcast")));
                forwarded = false;
            } else {
                o = op(pick(List.of("map", "flatMap", "filter", "process", "transform")));
                if (o.get("op").asText().equals("transform")) o.put("name", "Sink step");
                else if (chance(30)) o.put("name", "Step " + i);
                if (uids && chance(40)) o.put("uid", "inner-" + uid++);
                if (parallelisms && chance(25) && (!forwarded || chance(3))) o.put("parallelism", 1 + random.nextInt(4));
                forwarded = false;
                if (chance(10)) o.put("disableChaining", true);
                if (chance(8)) o.put("maxParallelism", 64);
                if (groups && chance(15)) o.put("slotSharingGroup", "g1");
            }
            a.add(o);
        }
        return a;
    }

    private void sink(Stream in) {
        String name = pick(List.of("addSink", "print", "printToErr", "writeUsingOutputFormat", "discard", "sinkTo", "sinkTo", "print"));
        ObjectNode o = op(name);
        if (name.equals("sinkTo")) {
            if (chance(40)) o.put("writerState", chance(90));
            boolean committer = chance(60);
            if (committer || chance(20)) o.put("committer", committer);
            boolean uids = chance(30) && !allUids;
            boolean force = in.forwardPar > 0 && in.forwardPar != p;
            if (chance(30) && !allUids && !in.keyed && !force) o.set("preWrite", topology(uids, in.forwardPar < 0, false));
            if (committer && chance(30) && !allUids) o.set("preCommit", topology(uids, true, true));
            if (committer && chance(30) && !allUids) o.set("postCommit", topology(uids, true, true));
            if (uids || (o.toString().contains("inner-") && !chance(5))) o.put("uid", "uid-" + uid++);
        }
        options(o, true, p, in.forwardPar, true);
        add(o, in);
        last = null;
        if (chance(50)) ((ObjectNode) ops.get(ops.size() - 1)).remove("id");
    }
}
