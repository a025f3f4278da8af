//! `StreamExecutionEnvironment`: what it takes from the configuration when it is made.

use crate::configuration::{
    self, AUTO_GENERATE_UIDS, CHECKPOINTING_INTERVAL, CHECKPOINTING_INTERVAL_DURING_BACKLOG,
    CHECKPOINTING_MODE, CHECKPOINTING_TIMEOUT, Configuration, FORCE_UNALIGNED_CHECKPOINTS,
    MAX_CONCURRENT_CHECKPOINTS, MAX_PARALLELISM, MemorySize, PARALLELISM_DEFAULT,
    SORT_KEYED_PARTITION_MEMORY, SORT_PARTITION_MEMORY, TOLERABLE_FAILED_CHECKPOINTS, UNALIGNED_CHECKPOINTS,
};
use crate::flink::{CheckpointingMode, RefusalStage, Refused};
use crate::frontend::PipelineDefinition;

/// `ExecutionConfig.PARALLELISM_UNKNOWN`: its setter ignores it, and so does not check it.
pub(crate) const PARALLELISM_UNKNOWN: i32 = -2;

/// Milliseconds; Flink refuses to checkpoint more often, and to give up on a checkpoint earlier.
const MINIMAL_CHECKPOINT_TIME: i64 = 10;

/// The environment on which a program's calls are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExecutionEnvironment {
    /// What operators get that do not set their own; 1 where the configuration says nothing.
    pub parallelism: i32,
    /// -1: not set.
    pub max_parallelism: i32,
    pub checkpoints: CheckpointConfig,
    /// `pipeline.auto-generate-uids`.
    pub auto_generates_uids: bool,
}

/// `CheckpointConfig`, as far as it can refuse a plan. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckpointConfig {
    /// Checkpointing is on if there is one.
    pub interval: Option<i64>,
    pub interval_during_backlog: Option<i64>,
    pub max_concurrent: i32,
    /// Whether checkpoints are unaligned in effect: EXACTLY_ONCE only.
    pub unaligned: bool,
    pub unaligned_forced: bool,
}

impl ExecutionEnvironment {
    /// Mirrors `StreamExecutionEnvironment.configure`, which reads `ExecutionConfig` and then `CheckpointConfig`.
    pub(super) fn configure(definition: &PipelineDefinition) -> Refused<Self> {
        let configuration = Configuration::new(&definition.configuration, RefusalStage::Build);
        let parallelism = configuration.get(PARALLELISM_DEFAULT)?;
        let auto_generates_uids = configuration.get(AUTO_GENERATE_UIDS)?;
        configuration.check(configuration::AUTO_WATERMARK_INTERVAL)?;
        configuration.check(configuration::CLOSURE_CLEANER_LEVEL)?;
        configuration.get_millis(configuration::LATENCY_INTERVAL)?;
        configuration.check(configuration::CHANGELOG_PERIODIC_MATERIALIZATION)?;
        configuration.check(configuration::CHANGELOG_MATERIALIZATION_INTERVAL)?;
        configuration.check(configuration::CHANGELOG_MAX_FAILURES)?;
        let max_parallelism = configuration.get_optional(MAX_PARALLELISM)?;
        if max_parallelism.is_some_and(|value| value <= 0) {
            return Err(
                configuration.refuse(MAX_PARALLELISM, "The maximum parallelism must be greater than 0.")
            );
        }
        if parallelism < 1 && ![super::PARALLELISM_DEFAULT, PARALLELISM_UNKNOWN].contains(&parallelism) {
            let message = "Parallelism must be at least one, or ExecutionConfig.PARALLELISM_DEFAULT (use system default).";
            return Err(configuration.refuse(PARALLELISM_DEFAULT, message));
        }
        configuration.check(configuration::OBJECT_REUSE)?;
        configuration.get_millis(configuration::TASK_CANCELLATION_INTERVAL)?;
        configuration.get_millis(configuration::TASK_CANCELLATION_TIMEOUT)?;
        configuration.check(configuration::SNAPSHOT_COMPRESSION)?;
        configuration.check(configuration::SCHEDULER)?;
        configuration.check(configuration::GENERIC_TYPES)?;
        configuration.check(configuration::FORCE_KRYO)?;
        configuration.check(configuration::FORCE_AVRO)?;
        configuration.check(configuration::FORCE_KRYO_AVRO)?;
        Ok(Self {
            parallelism,
            max_parallelism: max_parallelism.unwrap_or(-1),
            checkpoints: CheckpointConfig::configure(configuration)?,
            auto_generates_uids,
        })
    }
}

impl CheckpointConfig {
    /// Mirrors `CheckpointConfig.configure`.
    fn configure(configuration: Configuration<'_>) -> Refused<Self> {
        let mode = configuration.get(CHECKPOINTING_MODE)?;
        let interval = configuration.get_optional_millis(CHECKPOINTING_INTERVAL)?;
        if interval.is_some_and(|value| value < MINIMAL_CHECKPOINT_TIME) {
            let message = "Checkpoint interval must be larger than or equal to 10 ms";
            return Err(configuration.refuse(CHECKPOINTING_INTERVAL, message));
        }
        let interval_during_backlog =
            configuration.get_optional_millis(CHECKPOINTING_INTERVAL_DURING_BACKLOG)?;
        if interval_during_backlog.is_some_and(|value| value != 0 && value < MINIMAL_CHECKPOINT_TIME) {
            let message = "Checkpoint interval must be zero or larger than or equal to 10 ms";
            return Err(configuration.refuse(CHECKPOINTING_INTERVAL_DURING_BACKLOG, message));
        }
        let timeout = configuration.get_millis(CHECKPOINTING_TIMEOUT)?;
        if timeout < MINIMAL_CHECKPOINT_TIME {
            let message = "Checkpoint timeout must be larger than or equal to 10 ms";
            return Err(configuration.refuse(CHECKPOINTING_TIMEOUT, message));
        }
        let max_concurrent = configuration.get(MAX_CONCURRENT_CHECKPOINTS)?;
        if max_concurrent < 1 {
            let message = "The maximum number of concurrent attempts must be at least one.";
            return Err(configuration.refuse(MAX_CONCURRENT_CHECKPOINTS, message));
        }
        configuration.get_millis(configuration::MIN_PAUSE_BETWEEN_CHECKPOINTS)?;
        if configuration.get(TOLERABLE_FAILED_CHECKPOINTS)? < 0 {
            let message = "The tolerable failure checkpoint number must be non-negative.";
            return Err(configuration.refuse(TOLERABLE_FAILED_CHECKPOINTS, message));
        }
        configuration.check(configuration::EXTERNALIZED_CHECKPOINT_RETENTION)?;
        let unaligned = configuration.get(UNALIGNED_CHECKPOINTS)?;
        configuration.check(configuration::UNALIGNED_INTERRUPTIBLE_TIMERS)?;
        configuration.check(configuration::CHECKPOINT_ID_WITHOUT_CHANNEL_STATE)?;
        configuration.check(configuration::ALIGNED_CHECKPOINT_TIMEOUT)?;
        configuration.check(configuration::UNALIGNED_MAX_SUBTASKS_PER_FILE)?;
        Ok(Self {
            interval,
            interval_during_backlog: interval_during_backlog.filter(|&interval| interval != 0),
            max_concurrent,
            unaligned: unaligned && mode == CheckpointingMode::ExactlyOnce && interval.is_some(),
            unaligned_forced: configuration.get(FORCE_UNALIGNED_CHECKPOINTS)?,
        })
    }

    /// Whether data that waits behind a backlog is checkpointed more often than other data, which Flink refuses.
    pub(crate) fn checkpoints_backlog_too_often(&self) -> bool {
        let interval = self.interval.unwrap_or(i64::MAX);
        self.interval_during_backlog.is_some_and(|during_backlog| during_backlog < interval)
    }
}

/// The managed memory weight of an operator that sorts a partition, in mebibytes; Flink reads it at the call.
pub(super) fn sort_partition_weight(configuration: Configuration<'_>, keyed: bool) -> Refused<i32> {
    let option = if keyed { SORT_KEYED_PARTITION_MEMORY } else { SORT_PARTITION_MEMORY };
    configuration.get(option).map(MemorySize::managed_memory_weight)
}
