//! The one table of configuration keys: every option of Flink 2.2.0 that a plan depends on.
//!
//! What is not here changes nothing in a plan. Flink also reads `pipeline.global-job-parameters`, `pipeline.cached-files`,
//! `pipeline.serialization-config` and `execution.job-listeners` when it builds a job; their values are about classes and
//! files that a definition does not have, so they are taken as they are.

use super::{ConfigOption, ConfigValue, Duration, Influence, MemorySize, OptionDescription};
use crate::flink::{
    BatchShuffleMode, CheckpointingMode, ClosureCleanerLevel, ExternalizedCheckpointRetention,
    RecoveryClaimMode, RuntimeExecutionMode, SchedulerType, VertexDescriptionMode,
};

/// Makes a constant of each option, and the table of all of them.
macro_rules! config_options {
    ($($name:ident: $value:ty = $key:literal $(or $older:literal)* $(= $default:literal)?, $influence:ident, $effect:literal;)+) => {
        $(
            #[doc = $effect]
            pub const $name: ConfigOption<$value> = ConfigOption::new(&OptionDescription {
                key: $key,
                older_keys: &[$($older),*],
                kind: <$value as ConfigValue>::KIND,
                default: config_options!(@default $($default)?),
                influence: Influence::$influence,
                effect: $effect,
            });
        )+

        /// Every option that a plan depends on: first those that change it, then those that only make Flink refuse it.
        pub const OPTIONS: &[&OptionDescription] = &[$($name.description),+];

        /// Whether every default is a value of its option.
        #[cfg(test)]
        fn malformed_defaults() -> Vec<&'static str> {
            let mut malformed = Vec::new();
            $(if $name.description.default.is_some_and(|text| <$value>::parse(text).is_none()) {
                malformed.push($key);
            })+
            malformed
        }
    };
    (@default) => { None };
    (@default $default:literal) => { Some($default) };
}

config_options! {
    PARALLELISM_DEFAULT: i32 =
        "parallelism.default" = "1", Plan,
        "The parallelism of every operator that sets none; where nothing is written, a local Flink would take the number of cores.";
    MAX_PARALLELISM: i32 =
        "pipeline.max-parallelism", Plan,
        "The maximum parallelism of every operator that sets none.";
    NAME: String =
        "pipeline.name", Plan,
        "The job's name, if the definition has no `job`.";
    RUNTIME_MODE: RuntimeExecutionMode =
        "execution.runtime-mode" = "STREAMING", Plan,
        "Whether the job runs as STREAMING or BATCH; AUTOMATIC is BATCH when every source ends.";
    BATCH_SHUFFLE_MODE: BatchShuffleMode =
        "execution.batch-shuffle-mode" = "ALL_EXCHANGES_BLOCKING", Plan,
        "How a BATCH job exchanges data where the program does not say.";
    SCHEDULER: SchedulerType =
        "jobmanager.scheduler", Plan,
        "AdaptiveBatch, which BATCH jobs have where nothing is set, makes the graph dynamic; any other scheduler does not.";
    ADAPTIVE_AUTO_PARALLELISM: bool =
        "execution.batch.adaptive.auto-parallelism.enabled" = "true", Plan,
        "Whether a dynamic graph leaves parallelism that is not set (-1) to run time.";
    OPERATOR_CHAINING: bool =
        "pipeline.operator-chaining.enabled" or "pipeline.operator-chaining" = "true", Plan,
        "Whether operators are chained at all.";
    OPERATOR_CHAINING_WITH_DIFFERENT_MAX_PARALLELISM: bool =
        "pipeline.operator-chaining.chain-operators-with-different-max-parallelism" = "true", Plan,
        "Whether operators with different maximum parallelism are chained.";
    BUFFER_TIMEOUT_ENABLED: bool =
        "execution.buffer-timeout.enabled" = "true", Plan,
        "Without it a STREAMING job flushes buffers only when they are full: the buffer timeout is -1.";
    BUFFER_TIMEOUT: Duration =
        "execution.buffer-timeout.interval" or "execution.buffer-timeout" = "100 ms", Plan,
        "How long a record of a STREAMING job may wait in a buffer, where the operator does not say.";
    APPROXIMATE_LOCAL_RECOVERY: bool =
        "execution.state-recovery.approximate-local-recovery" or "execution.checkpointing.approximate-local-recovery" = "false", Plan,
        "A STREAMING job's result partitions are PIPELINED_APPROXIMATE; refused together with unaligned checkpoints.";
    SORTED_INPUTS_MEMORY: MemorySize =
        "execution.sorted-inputs.memory" = "128 mb", Plan,
        "The managed memory weight, in mebibytes, of an operator whose inputs are sorted.";
    SORT_PARTITION_MEMORY: MemorySize =
        "execution.sort-partition.memory" = "128 mb", Plan,
        "The managed memory weight, in mebibytes, of `sortPartition` on a stream without keys.";
    SORT_KEYED_PARTITION_MEMORY: MemorySize =
        "execution.sort-keyed-partition.memory" = "128 mb", Plan,
        "The managed memory weight, in mebibytes, of `sortPartition` on a keyed stream.";
    VERTEX_DESCRIPTION_MODE: VertexDescriptionMode =
        "pipeline.vertex-description-mode" = "TREE", Plan,
        "How the description of a JobVertex shows its chain: as a tree or in one line.";
    VERTEX_NAME_INCLUDE_INDEX_PREFIX: bool =
        "pipeline.vertex-name-include-index-prefix" = "false", Plan,
        "Whether the name of a JobVertex starts with its number.";
    SORT_INPUTS: bool =
        "execution.sorted-inputs.enabled" = "true", Plan,
        "Whether keyed operators of a BATCH job sort their inputs; the state backend of BATCH needs it.";
    CHECKPOINTING_INTERVAL: Duration =
        "execution.checkpointing.interval", Refusal,
        "Turns checkpointing on, which is when Flink checks what unaligned checkpoints cannot do; less than 10 ms is refused.";
    AUTO_GENERATE_UIDS: bool =
        "pipeline.auto-generate-uids" = "true", Refusal,
        "Without it every operator needs a `uid` or `uidHash`.";
    USE_BATCH_STATE_BACKEND: bool =
        "execution.batch-state-backend.enabled" = "true", Refusal,
        "The state backend of BATCH keeps one key at a time, so it is refused where inputs are not sorted.";
    CHECKPOINTING_MODE: CheckpointingMode =
        "execution.checkpointing.mode" = "EXACTLY_ONCE", Refusal,
        "AT_LEAST_ONCE lifts what unaligned checkpoints forbid.";
    UNALIGNED_CHECKPOINTS: bool =
        "execution.checkpointing.unaligned.enabled" or "execution.checkpointing.unaligned" = "false", Refusal,
        "Unaligned checkpoints are refused with `partitionCustom` and with several concurrent checkpoints.";
    FORCE_UNALIGNED_CHECKPOINTS: bool =
        "execution.checkpointing.unaligned.forced" = "false", Refusal,
        "Allows unaligned checkpoints with `partitionCustom`.";
    MAX_CONCURRENT_CHECKPOINTS: i32 =
        "execution.checkpointing.max-concurrent-checkpoints" = "1", Refusal,
        "At least 1; more than 1 is refused with unaligned checkpoints.";
    CHECKPOINTING_INTERVAL_DURING_BACKLOG: Duration =
        "execution.checkpointing.interval-during-backlog", Refusal,
        "0 or at least 10 ms; refused where it is below the checkpointing interval, or where there is none.";
    CHECKPOINTING_TIMEOUT: Duration =
        "execution.checkpointing.timeout" = "10 min", Refusal,
        "Less than 10 ms is refused.";
    TOLERABLE_FAILED_CHECKPOINTS: i32 =
        "execution.checkpointing.tolerable-failed-checkpoints" = "0", Refusal,
        "Less than 0 is refused.";
    ALIGNED_CHECKPOINT_TIMEOUT: Duration =
        "execution.checkpointing.aligned-checkpoint-timeout" or "execution.checkpointing.alignment-timeout" = "0 ms", Malformed,
        "When checkpoints become unaligned.";
    MIN_PAUSE_BETWEEN_CHECKPOINTS: Duration =
        "execution.checkpointing.min-pause" = "0 ms", Malformed,
        "How long to wait between checkpoints.";
    EXTERNALIZED_CHECKPOINT_RETENTION: ExternalizedCheckpointRetention =
        "execution.checkpointing.externalized-checkpoint-retention" = "NO_EXTERNALIZED_CHECKPOINTS", Malformed,
        "What becomes of checkpoints when the job is cancelled.";
    UNALIGNED_INTERRUPTIBLE_TIMERS: bool =
        "execution.checkpointing.unaligned.interruptible-timers.enabled" = "false", Malformed,
        "Whether a checkpoint may come between timers.";
    UNALIGNED_MAX_SUBTASKS_PER_FILE: i32 =
        "execution.checkpointing.unaligned.max-subtasks-per-channel-state-file" = "5", Malformed,
        "How many subtasks share a file of in-flight data.";
    CHECKPOINT_ID_WITHOUT_CHANNEL_STATE: i64 =
        "execution.state-recovery.without-channel-state.checkpoint-id" or "execution.checkpointing.recover-without-channel-state.checkpoint-id" = "-1", Malformed,
        "The checkpoint to recover without its in-flight data.";
    CHECKPOINTS_AFTER_TASKS_FINISH: bool =
        "execution.checkpointing.checkpoints-after-tasks-finish" or "execution.checkpointing.checkpoints-after-tasks-finish.enabled" = "true", Malformed,
        "Whether checkpoints go on when some tasks have ended.";
    SNAPSHOT_COMPRESSION: bool =
        "execution.checkpointing.snapshot-compression" = "false", Malformed,
        "Whether snapshots are compressed.";
    CLAIM_MODE: RecoveryClaimMode =
        "execution.state-recovery.claim-mode" or "execution.savepoint-restore-mode" = "NO_CLAIM", Malformed,
        "Who owns the snapshot that the job starts from.";
    IGNORE_UNCLAIMED_STATE: bool =
        "execution.state-recovery.ignore-unclaimed-state" or "execution.savepoint.ignore-unclaimed-state" = "false", Malformed,
        "Whether a snapshot's state may be left out that no operator claims.";
    STATE_CHANGELOG: bool =
        "state.changelog.enabled" or "state.backend.changelog.enabled" = "false", Malformed,
        "Whether changes of state are logged; not read in BATCH with its own state backend.";
    CHANGELOG_MAX_FAILURES: i32 =
        "state.changelog.max-failures-allowed" or "state.backend.changelog.max-failures-allowed" = "3", Malformed,
        "How often materialising state may fail.";
    CHANGELOG_PERIODIC_MATERIALIZATION: bool =
        "state.changelog.periodic-materialize.enabled" or "state.backend.changelog.periodic-materialize.enabled" = "true", Malformed,
        "Whether changelogs become snapshots from time to time.";
    CHANGELOG_MATERIALIZATION_INTERVAL: Duration =
        "state.changelog.periodic-materialize.interval" or "state.backend.changelog.periodic-materialize.interval" = "10 min", Malformed,
        "How often changelogs become snapshots.";
    AUTO_WATERMARK_INTERVAL: Duration =
        "pipeline.auto-watermark-interval" = "200 ms", Malformed,
        "How often watermarks are made.";
    CLOSURE_CLEANER_LEVEL: ClosureCleanerLevel =
        "pipeline.closure-cleaner-level" = "RECURSIVE", Malformed,
        "How deep functions are cleaned of references.";
    OBJECT_REUSE: bool =
        "pipeline.object-reuse" = "false", Malformed,
        "Whether chained operators hand records on without copying them.";
    GENERIC_TYPES: bool =
        "pipeline.generic-types" = "true", Malformed,
        "Whether types may be serialized by Kryo.";
    FORCE_KRYO: bool =
        "pipeline.force-kryo" = "false", Malformed,
        "Whether POJOs are serialized by Kryo.";
    FORCE_AVRO: bool =
        "pipeline.force-avro" = "false", Malformed,
        "Whether POJOs are serialized by Avro.";
    FORCE_KRYO_AVRO: bool =
        "pipeline.force-kryo-avro", Malformed,
        "Whether Kryo serializes Avro's generic records with Avro.";
    LATENCY_INTERVAL: Duration =
        "metrics.latency.interval" = "0 ms", Malformed,
        "How often sources send latency markers.";
    TASK_CANCELLATION_INTERVAL: Duration =
        "task.cancellation.interval" or "task.cancellation-interval" = "30 s", Malformed,
        "How often a task that is cancelled is interrupted.";
    TASK_CANCELLATION_TIMEOUT: Duration =
        "task.cancellation.timeout" = "3 min", Malformed,
        "When a task that does not cancel stops its TaskManager.";
}

/// Every key of every option, older ones included.
pub fn keys() -> impl Iterator<Item = &'static str> {
    OPTIONS.iter().flat_map(|option| std::iter::once(option.key).chain(option.older_keys.iter().copied()))
}

/// The option with this key, older keys included.
pub fn option_with_key(key: &str) -> Option<&'static OptionDescription> {
    OPTIONS.iter().copied().find(|option| option.key == key || option.older_keys.contains(&key))
}

/// Every key of the option that has this one, in the order in which Flink looks them up; none if no plan depends on it.
pub fn keys_of(key: &str) -> impl Iterator<Item = &'static str> {
    let option = option_with_key(key).into_iter();
    option.flat_map(|option| std::iter::once(option.key).chain(option.older_keys.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::{keys, malformed_defaults};

    #[test]
    fn every_default_is_a_value_of_its_option() {
        assert_eq!(malformed_defaults(), <[&str; 0]>::default());
    }

    #[test]
    fn no_key_belongs_to_two_options() {
        let mut sorted: Vec<_> = keys().collect();
        sorted.sort_unstable();
        let count = sorted.len();
        sorted.dedup();
        assert_eq!(sorted.len(), count);
    }
}
