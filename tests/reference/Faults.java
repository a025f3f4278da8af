import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Spoils a definition, each fault in a way for which Flink has a refusal (or an answer that one would not expect). */
final class Faults extends Choice {
    private static final String HASH = "0123456789abcdef0123456789abcdef";

    private final Settings settings;
    private final boolean batch;
    private final int parallelism;
    private final ArrayNode ops;
    private final ObjectNode config;
    private final List<Runnable> faults = List.of(this::malformedConfiguration, this::malformedConfiguration, this::malformedConfiguration,
            this::forward, this::duplicateUid, this::unboundedBatch, this::coLocation, this::hybrid, this::uidHash, this::keyedRepartition,
            this::nonParallelSource, this::sourceOnly, this::sinkUidHash, this::noUids, this::cache, this::resources, this::parallelism,
            this::duplicateHash, this::exchangeMode, this::memoryScope, this::windowAll, this::windowSize, this::batchBackend, this::approximate,
            this::sideOutput, this::unalignedCustom, this::emptyText, this::sinkTopology, this::bufferTimeout, this::checkpoints);

    Faults(Random random, Settings settings, boolean batch, int parallelism, ArrayNode ops, ObjectNode config) {
        super(random);
        this.settings = settings;
        this.batch = batch;
        this.parallelism = parallelism;
        this.ops = ops;
        this.config = config;
    }

    void spoil(int times) {
        for (int i = 0; i < times; i++) pick(faults).run();
    }

    /** Adds a call on the stream that is the entry before it. */
    private ObjectNode then(ObjectNode call) {
        ops.add(Reference.NODES.objectNode().put("id", "f" + ops.size()).setAll(call));
        return (ObjectNode) ops.get(ops.size() - 1);
    }

    /** Adds a call on the first source. */
    private ObjectNode on(ObjectNode call) {
        return then(call).put("input", ops.get(0).get("id").asText());
    }

    private ObjectNode physical() {
        List<ObjectNode> found = new ArrayList<>();
        for (JsonNode op : ops) {
            if (!Definition.VIRTUAL.contains(op.get("op").asText())) found.add((ObjectNode) op);
        }
        return pick(found);
    }

    private void malformedConfiguration() {
        settings.any(config, 100);
        if (chance(20)) settings.any(config, 100);
    }

    private void forward() {
        on(op("forward"));
        then(op("map").put("parallelism", parallelism + between(1, 3)));
    }

    private void duplicateUid() {
        on(op("map").put("uid", "twice"));
        on(op("map").put("uid", "twice"));
    }

    private void unboundedBatch() {
        config.put("execution.runtime-mode", "BATCH");
        then(op("fromSource"));
        then(op("print"));
    }

    private void coLocation() {
        on(op("map").put("coLocationGroup", "cx").put("disableChaining", true));
        ObjectNode second = on(op("map").put("coLocationGroup", "cx").put("disableChaining", true));
        if (chance(40)) second.put("parallelism", parallelism + 1);
        else if (chance(50)) second.put("slotSharingGroup", "elsewhere");
    }

    private void hybrid() {
        if (chance(50)) {
            config.put("execution.batch-shuffle-mode", pick(List.of("ALL_EXCHANGES_HYBRID_FULL", "ALL_EXCHANGES_HYBRID_SELECTIVE")));
            physical().put("slotSharingGroup", "g9");
        } else {
            on(op("rebalance").put("exchangeMode", pick(List.of("HYBRID_FULL", "HYBRID_SELECTIVE"))));
            then(op("map"));
        }
    }

    private void uidHash() {
        physical().put("uidHash", pick(List.of("", "xyz", "0123", "g123456789abcdef0123456789abcdef", HASH + "0", HASH.substring(1))));
    }

    private void keyedRepartition() {
        on(op(pick(List.of("keyBy", "reinterpretAsKeyedStream"))));
        then(op(pick(List.of("rebalance", "shuffle", "broadcast", "forward", "global", "rescale", "partitionCustom"))));
    }

    private void nonParallelSource() {
        ObjectNode source = then(op(batch ? "fromCollection" : pick(List.of("socketTextStream", "fromCollection", "addSource")))).put("parallelism", 2);
        if (source.get("op").asText().equals("addSource")) source.put("parallel", false);
    }

    private void sourceOnly() {
        JsonNode source = ops.get(0);
        ops.removeAll();
        ops.add(source);
    }

    private void sinkUidHash() {
        on(op(pick(List.of("sinkTo", "discard"))).put("uidHash", chance(50) ? HASH : "short"));
    }

    private void noUids() {
        config.put("pipeline.auto-generate-uids", false);
        physical().remove("uid");
    }

    private void cache() {
        on(op("cache"));
        then(op("print"));
    }

    private void resources() {
        ObjectNode first = on(op("map")).putObject("slotSharingGroup").put("name", "fgx").put("cpuCores", 1.0);
        if (chance(70)) first.put("taskHeapMb", 100);
        ObjectNode second = on(op("map")).putObject("slotSharingGroup").put("name", chance(70) ? "fgx" : "fgy").put("cpuCores", pick(List.of(1.0, 2.0, 0.0, -1.0)));
        if (chance(70)) second.put("taskHeapMb", pick(List.of(100, 0, -1)));
        if (chance(30)) on(op("map")).put("slotSharingGroup", "fgx");
    }

    private void parallelism() {
        ObjectNode op = physical();
        if (chance(60)) op.put("parallelism", pick(List.of(8, 0, -1, -2, 32768, 32769)));
        if (chance(80)) op.put("maxParallelism", pick(List.of(4, 0, -1, 32768, 32769, 40000)));
    }

    private void duplicateHash() {
        on(op("map").put("uidHash", HASH).put("disableChaining", true));
        ObjectNode second = on(op("map").put("disableChaining", true));
        if (chance(70)) second.put("uidHash", HASH);
        else second.put("uid", "collides").put("uidHash", HASH);
    }

    private void exchangeMode() {
        on(op(pick(List.of("rebalance", "keyBy", "forward", "broadcast"))).put("exchangeMode", pick(List.of("BATCH", "HYBRID_FULL", "HYBRID_SELECTIVE"))));
        then(op("map"));
    }

    private void memoryScope() {
        ObjectNode memory = physical().putObject("managedMemory");
        if (chance(50)) memory.putObject("operator").put(pick(List.of("PYTHON", "STATE_BACKEND")), 10);
        else if (chance(50)) memory.putArray("slot").add("OPERATOR");
        else memory.putObject("operator").put("OPERATOR", pick(List.of(0, -1)));
    }

    private void windowAll() {
        ObjectNode window = on(op("windowAll"));
        window.putObject("assigner").put("type", "GlobalWindows");
        window.put("function", "sum").put("parallelism", 3);
    }

    private void windowSize() {
        ObjectNode window = on(op("windowAll"));
        ObjectNode assigner = window.putObject("assigner");
        String type = pick(List.of("TumblingEventTimeWindows", "TumblingProcessingTimeWindows", "SlidingEventTimeWindows", "SlidingProcessingTimeWindows",
                "EventTimeSessionWindows", "ProcessingTimeSessionWindows"));
        assigner.put("type", type);
        List<Long> lengths = List.of(0L, -1L, 5L, Long.MAX_VALUE, Long.MIN_VALUE);
        if (type.endsWith("SessionWindows")) assigner.put("gap", pick(lengths));
        else assigner.put("size", pick(lengths));
        if (type.startsWith("Sliding")) assigner.put("slide", pick(lengths));
        window.put("function", "reduce");
        if (chance(30)) {
            on(op("countWindowAll").put("size", pick(lengths)).put("function", "max"));
            if (chance(50)) ((ObjectNode) ops.get(ops.size() - 1)).put("slide", pick(lengths));
        }
    }

    private void batchBackend() {
        config.put("execution.sorted-inputs.enabled", false);
        config.put("execution.batch-state-backend.enabled", true);
    }

    private void approximate() {
        config.put("execution.state-recovery.approximate-local-recovery", true);
        if (chance(70)) config.put("execution.checkpointing.unaligned.enabled", true);
        if (chance(70)) config.put("execution.checkpointing.interval", "10 s");
    }

    private void sideOutput() {
        on(op("getSideOutput").put("tag", pick(List.of("late", ""))));
        if (chance(50)) then(op("keyBy"));
        on(op("getSideOutput").put("tag", "late"));
        then(op("map"));
    }

    private void unalignedCustom() {
        config.put("execution.checkpointing.interval", "1 s");
        config.put("execution.checkpointing.unaligned.enabled", true);
        if (chance(50)) config.put("execution.checkpointing.unaligned.forced", chance(50));
        if (chance(30)) config.put("execution.checkpointing.mode", "AT_LEAST_ONCE");
        on(op(chance(60) ? "partitionCustom" : "broadcast"));
        then(op("map"));
    }

    private void emptyText() {
        physical().put(pick(List.of("name", "uid", "description", "slotSharingGroup", "coLocationGroup")), pick(List.of("", " ")));
    }

    private void sinkTopology() {
        ObjectNode sink = on(op("sinkTo")).put("committer", true);
        if (chance(70)) sink.put("uid", pick(List.of("sink", "inner")));
        for (String topology : List.of("preWrite", "preCommit", "postCommit")) {
            if (!chance(60)) continue;
            ArrayNode calls = sink.putArray(topology);
            if (chance(30)) calls.add(op("keyBy"));
            if (chance(30)) calls.add(op(pick(List.of("rebalance", "forward"))));
            ObjectNode call = op("map");
            if (chance(60)) call.put("uid", pick(List.of("inner", "inner", "sink", "other")));
            if (chance(20)) call.put("uidHash", HASH);
            if (chance(30)) call.put("parallelism", between(1, 4));
            if (chance(20)) call.put("slotSharingGroup", "g7");
            calls.add(call);
        }
    }

    private void bufferTimeout() {
        if (chance(50)) on(op("map").put("bufferTimeout", pick(List.of(-2L, -1L, 0L, 1L))));
        else config.put("execution.buffer-timeout.interval", pick(List.of("-1 ms", "-1", "0", "1 ns")));
        if (chance(50)) config.put("execution.buffer-timeout.enabled", false);
    }

    private void checkpoints() {
        config.put("execution.checkpointing.interval", pick(List.of("10 s", "9 ms", "10 ms", "0", "1 s")));
        if (chance(40)) config.put("execution.checkpointing.interval-during-backlog", pick(List.of("0", "5 s", "1 h", "10 s")));
        if (chance(40)) config.put("execution.checkpointing.timeout", pick(List.of("0", "9 ms", "10 ms", "1 min")));
        if (chance(40)) config.put("execution.checkpointing.max-concurrent-checkpoints", pick(List.of(0, -1, 1, 2)));
        if (chance(30)) config.put("execution.checkpointing.unaligned.enabled", true);
        if (chance(30)) config.put("execution.checkpointing.min-pause", pick(List.of("0", "1 s", "never")));
    }
}
