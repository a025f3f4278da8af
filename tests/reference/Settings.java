import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Configuration entries of every key that a plan may depend on, in every spelling: well-formed or not. */
final class Settings extends Choice {
    /** What a key's value is. */
    private enum Kind { BOOLEAN, INTEGER, DURATION, MEMORY, NAME }

    private static final Map<String, Kind> KEYS = new LinkedHashMap<>();
    private static final Map<String, List<String>> NAMES = Map.ofEntries(
            Map.entry("execution.runtime-mode", List.of("STREAMING", "BATCH", "AUTOMATIC")),
            Map.entry("execution.batch-shuffle-mode", List.of("ALL_EXCHANGES_BLOCKING", "ALL_EXCHANGES_PIPELINED", "ALL_EXCHANGES_HYBRID_FULL", "ALL_EXCHANGES_HYBRID_SELECTIVE")),
            Map.entry("execution.checkpointing.mode", List.of("EXACTLY_ONCE", "AT_LEAST_ONCE")),
            Map.entry("jobmanager.scheduler", List.of("Default", "Adaptive", "AdaptiveBatch")),
            Map.entry("scheduler-mode", List.of("REACTIVE")),
            Map.entry("pipeline.vertex-description-mode", List.of("TREE", "CASCADING")),
            Map.entry("state.backend.type", List.of("hashmap", "rocksdb")),
            Map.entry("taskmanager.memory.managed.consumer-weights", List.of("OPERATOR:60,STATE_BACKEND:60,PYTHON:30", "STATE_BACKEND:70,PYTHON:30,OPERATOR:0")),
            Map.entry("pipeline.closure-cleaner-level", List.of("NONE", "TOP_LEVEL", "RECURSIVE")),
            Map.entry("execution.checkpointing.externalized-checkpoint-retention", List.of("RETAIN_ON_CANCELLATION", "DELETE_ON_CANCELLATION", "NO_EXTERNALIZED_CHECKPOINTS")),
            Map.entry("execution.state-recovery.claim-mode", List.of("CLAIM", "NO_CLAIM")),
            Map.entry("execution.savepoint-restore-mode", List.of("CLAIM", "NO_CLAIM", "LEGACY")),
            Map.entry("pipeline.name", List.of("", " ", "configured name", "a \"quoted\" one")));

    static {
        for (String key : List.of("execution.batch.adaptive.auto-parallelism.enabled", "pipeline.operator-chaining.enabled", "pipeline.operator-chaining",
                "pipeline.operator-chaining.chain-operators-with-different-max-parallelism", "execution.buffer-timeout.enabled",
                "execution.state-recovery.approximate-local-recovery", "execution.checkpointing.approximate-local-recovery",
                "pipeline.vertex-name-include-index-prefix", "fine-grained.shuffle-mode.all-blocking", "pipeline.auto-generate-uids",
                "execution.sorted-inputs.enabled", "execution.batch-state-backend.enabled", "execution.checkpointing.unaligned.enabled",
                "execution.checkpointing.unaligned", "execution.checkpointing.unaligned.forced",
                "execution.checkpointing.unaligned.interruptible-timers.enabled", "execution.checkpointing.snapshot-compression",
                "execution.checkpointing.checkpoints-after-tasks-finish", "execution.checkpointing.checkpoints-after-tasks-finish.enabled",
                "execution.state-recovery.ignore-unclaimed-state", "execution.savepoint.ignore-unclaimed-state",
                "pipeline.object-reuse", "pipeline.force-avro", "pipeline.force-kryo", "pipeline.force-kryo-avro", "pipeline.generic-types",
                "state.changelog.enabled", "state.backend.changelog.enabled", "state.changelog.periodic-materialize.enabled")) {
            KEYS.put(key, Kind.BOOLEAN);
        }
        for (String key : List.of("parallelism.default", "pipeline.max-parallelism", "execution.checkpointing.max-concurrent-checkpoints",
                "execution.checkpointing.tolerable-failed-checkpoints", "execution.batch.adaptive.auto-parallelism.max-parallelism",
                "execution.checkpointing.unaligned.max-subtasks-per-channel-state-file", "state.changelog.max-failures-allowed",
                "execution.state-recovery.without-channel-state.checkpoint-id", "execution.checkpointing.recover-without-channel-state.checkpoint-id",
                "task.cancellation.interval", "task.cancellation-interval", "task.cancellation.timeout")) {
            KEYS.put(key, Kind.INTEGER);
        }
        for (String key : List.of("execution.buffer-timeout.interval", "execution.buffer-timeout", "execution.checkpointing.interval",
                "execution.checkpointing.interval-during-backlog", "execution.checkpointing.timeout", "execution.checkpointing.min-pause",
                "execution.checkpointing.aligned-checkpoint-timeout", "execution.checkpointing.alignment-timeout", "pipeline.auto-watermark-interval",
                "metrics.latency.interval", "state.changelog.periodic-materialize.interval", "state.backend.changelog.periodic-materialize.interval")) {
            KEYS.put(key, Kind.DURATION);
        }
        for (String key : List.of("execution.sorted-inputs.memory", "execution.sort-partition.memory", "execution.sort-keyed-partition.memory")) {
            KEYS.put(key, Kind.MEMORY);
        }
        new java.util.TreeSet<>(NAMES.keySet()).forEach(key -> KEYS.put(key, Kind.NAME));
    }

    private static final List<String> ALL = new ArrayList<>(KEYS.keySet());

    Settings(Random random) {
        super(random);
    }

    /** Sets any key to some value; malformed ones come as often as `malformed` percent. */
    void any(ObjectNode config, int malformed) {
        String key = pick(ALL);
        if (chance(malformed)) {
            malformed(config, key);
        } else {
            wellFormed(config, key);
        }
    }

    private void wellFormed(ObjectNode config, String key) {
        switch (KEYS.get(key)) {
            case BOOLEAN:
                if (chance(70)) config.put(key, chance(50));
                else config.put(key, pick(List.of("true", "false", "TRUE", "False")));
                break;
            case INTEGER:
                int number = pick(List.of(1, 2, 3, 4, 8, 64, 128, 1024, 32768));
                if (chance(70)) config.put(key, number);
                else config.put(key, pick(List.of("", "+", "0")) + number);
                break;
            case DURATION:
                config.put(key, pick(List.of("0", "0 ms", "1 ms", "50", "50ms", "1 s", "10 SEC", "2 min", "1 h", "3 days", "PT5S", "1500 micros", "999 ns",
                        " 7 s ", "P1DT2H", "10 minutes", "86400000")));
                break;
            case MEMORY:
                config.put(key, pick(List.of("0", "1", "1048575", "1048576", "1mb", "16 m", "64 mb", "128 MB", "1 gb", "1g", "2 tb", "100 kb", " 5 mebibytes", "1024 bytes")));
                break;
            default:
                String name = pick(NAMES.get(key));
                config.put(key, chance(80) ? name : name.toLowerCase(java.util.Locale.ROOT));
        }
    }

    private void malformed(ObjectNode config, String key) {
        switch (KEYS.get(key)) {
            case BOOLEAN:
                config.put(key, pick(List.of("", "yes", "on", "1", "0", " true", "tru", "null")));
                break;
            case INTEGER:
                if (chance(40)) config.put(key, pick(List.of(0, -1, -2, 32769, 40000, Integer.MAX_VALUE, Integer.MIN_VALUE)));
                else config.put(key, pick(List.of("", " 4", "4.0", "0x4", "many", "2147483648", "-", "1e3", "4 ", "1_000")));
                break;
            case DURATION:
                config.put(key, pick(List.of("", "soon", "-1 ms", "-1", "5 us", "1.5 s", "ms", "9223372036854775807 d", "9223372036854775807", "PT", "P-1D",
                        "99999999999999999999 ms", "1 s 5 ms", "9 ms", "1 week", "2562047788015215 h")));
                break;
            case MEMORY:
                config.put(key, pick(List.of("", "much", "-1 mb", "1.5 gb", "mb", "99999999999999999999", "9999999999 tb", "9223372036854775807", "8388608 tb",
                        "1 pb", "4 m b", "2147483648 mb", "2048 tb")));
                break;
            default:
                config.put(key, pick(List.of("", "SOMETIMES", " BATCH", "default ", "adaptive-batch", "tree-ish", "ALL_EXCHANGES", "0")));
        }
    }
}
