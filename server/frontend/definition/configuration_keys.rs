//! The keys of Flink's configuration that matter to a plan.

/// Every key that changes a plan or makes Flink refuse one, old names included; all others change nothing in it.
pub const PLAN_KEYS: &[&str] = &[
    "parallelism.default",
    "pipeline.max-parallelism",
    "pipeline.name",
    "execution.runtime-mode",
    "execution.batch-shuffle-mode",
    "jobmanager.scheduler",
    "execution.batch.adaptive.auto-parallelism.enabled",
    "pipeline.operator-chaining.enabled",
    "pipeline.operator-chaining",
    "pipeline.operator-chaining.chain-operators-with-different-max-parallelism",
    "execution.buffer-timeout.enabled",
    "execution.buffer-timeout.interval",
    "execution.buffer-timeout",
    "execution.checkpointing.interval",
    "execution.state-recovery.approximate-local-recovery",
    "execution.sorted-inputs.memory",
    "execution.sort-partition.memory",
    "execution.sort-keyed-partition.memory",
    "pipeline.vertex-description-mode",
    "pipeline.vertex-name-include-index-prefix",
    "fine-grained.shuffle-mode.all-blocking",
    // The rest only makes Flink refuse a plan, or not.
    "pipeline.auto-generate-uids",
    "execution.sorted-inputs.enabled",
    "execution.batch-state-backend.enabled",
    "execution.checkpointing.unaligned.enabled",
    "execution.checkpointing.unaligned.forced",
    "execution.checkpointing.max-concurrent-checkpoints",
    "execution.checkpointing.interval-during-backlog",
    "execution.checkpointing.timeout",
    // AT_LEAST_ONCE lifts what unaligned checkpoints forbid.
    "execution.checkpointing.mode",
];
