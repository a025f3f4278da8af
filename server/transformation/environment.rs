//! `StreamExecutionEnvironment`: what it takes from the configuration when it is made.

use crate::configuration::{
    AUTO_GENERATE_UIDS, CHECKPOINTING_INTERVAL, CHECKPOINTING_INTERVAL_DURING_BACKLOG, CHECKPOINTING_MODE,
    CHECKPOINTING_TIMEOUT, Configuration, FORCE_UNALIGNED_CHECKPOINTS, MAX_CONCURRENT_CHECKPOINTS,
    MAX_PARALLELISM, PARALLELISM_DEFAULT, SORT_KEYED_PARTITION_MEMORY, SORT_PARTITION_MEMORY,
    UNALIGNED_CHECKPOINTS,
};
use crate::flink::{CheckpointingMode, RefusalStage, Refused};
use crate::frontend::PipelineDefinition;

/// `ExecutionConfig.PARALLELISM_UNKNOWN`: its setter ignores it, and so does not check it.
pub(crate) const PARALLELISM_UNKNOWN: i32 = -2;

/// Milliseconds; Flink refuses to checkpoint more often, and to give up on a checkpoint earlier.
const MINIMAL_CHECKPOINT_TIME: i64 = 10;

/// Mebibytes that an operator which sorts gets where the configuration says nothing.
pub(crate) const DEFAULT_SORT_MEMORY: i32 = 128;

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
    /// Mirrors `StreamExecutionEnvironment.configure`.
    pub(super) fn configure(definition: &PipelineDefinition) -> Refused<Self> {
        let configuration = Configuration::new(&definition.configuration, RefusalStage::Build);
        let parallelism = configuration.int(PARALLELISM_DEFAULT)?.unwrap_or(1);
        let auto_generates_uids = configuration.boolean(AUTO_GENERATE_UIDS)?.unwrap_or(true);
        let max_parallelism = configuration.int(MAX_PARALLELISM)?;
        if max_parallelism.is_some_and(|value| value <= 0) {
            return Err(
                configuration.refuse(MAX_PARALLELISM, "The maximum parallelism must be greater than 0.")
            );
        }
        if parallelism < 1 && ![super::PARALLELISM_DEFAULT, PARALLELISM_UNKNOWN].contains(&parallelism) {
            let message = "Parallelism must be at least one, or ExecutionConfig.PARALLELISM_DEFAULT (use system default).";
            return Err(configuration.refuse(PARALLELISM_DEFAULT, message));
        }
        configuration.scheduler()?;
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
        let modes = CheckpointingMode::ALL.iter().map(|mode| (mode.name(), *mode));
        let mode = configuration.name(CHECKPOINTING_MODE, modes)?.unwrap_or(CheckpointingMode::ExactlyOnce);
        let interval = configuration.duration(CHECKPOINTING_INTERVAL)?;
        if interval.is_some_and(|value| value < MINIMAL_CHECKPOINT_TIME) {
            let message = "Checkpoint interval must be larger than or equal to 10 ms";
            return Err(configuration.refuse(CHECKPOINTING_INTERVAL, message));
        }
        let interval_during_backlog = configuration.duration(CHECKPOINTING_INTERVAL_DURING_BACKLOG)?;
        if interval_during_backlog.is_some_and(|value| value != 0 && value < MINIMAL_CHECKPOINT_TIME) {
            let message = "Checkpoint interval must be zero or larger than or equal to 10 ms";
            return Err(configuration.refuse(CHECKPOINTING_INTERVAL_DURING_BACKLOG, message));
        }
        let timeout = configuration.duration(CHECKPOINTING_TIMEOUT)?;
        if timeout.is_some_and(|value| value < MINIMAL_CHECKPOINT_TIME) {
            let message = "Checkpoint timeout must be larger than or equal to 10 ms";
            return Err(configuration.refuse(CHECKPOINTING_TIMEOUT, message));
        }
        let max_concurrent = configuration.int(MAX_CONCURRENT_CHECKPOINTS)?.unwrap_or(1);
        if max_concurrent < 1 {
            let message = "The maximum number of concurrent attempts must be at least one.";
            return Err(configuration.refuse(MAX_CONCURRENT_CHECKPOINTS, message));
        }
        let unaligned = configuration.boolean(UNALIGNED_CHECKPOINTS)?.unwrap_or(false);
        Ok(Self {
            interval,
            interval_during_backlog: interval_during_backlog.filter(|&interval| interval != 0),
            max_concurrent,
            unaligned: unaligned && mode == CheckpointingMode::ExactlyOnce && interval.is_some(),
            unaligned_forced: configuration.boolean(FORCE_UNALIGNED_CHECKPOINTS)?.unwrap_or(false),
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
    let mebibytes = configuration.mebibytes(option)?.unwrap_or(DEFAULT_SORT_MEMORY);
    Ok(mebibytes.max(1))
}
