//! `StreamExecutionEnvironment`: what it takes from the configuration when it is made.

use super::PARALLELISM_DEFAULT as PARALLELISM_IS_DEFAULT;
use crate::configuration::{CHECKPOINTING_INTERVAL, Configuration, MAX_PARALLELISM, PARALLELISM_DEFAULT};
use crate::flink::{RefusalStage, Refused};
use crate::frontend::PipelineDefinition;

/// `ExecutionConfig.PARALLELISM_UNKNOWN`: its setter ignores it, and so does not check it.
const PARALLELISM_UNKNOWN: i32 = -2;

/// Milliseconds; Flink refuses to checkpoint more often.
const MINIMAL_CHECKPOINT_INTERVAL: i64 = 10;

/// The environment on which a program's calls are made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExecutionEnvironment {
    /// What operators get that do not set their own; 1 where the configuration says nothing.
    pub parallelism: i32,
    /// -1: not set.
    pub max_parallelism: i32,
    pub checkpointing: bool,
}

impl ExecutionEnvironment {
    /// Mirrors `StreamExecutionEnvironment.configure`.
    pub(super) fn configure(definition: &PipelineDefinition) -> Refused<Self> {
        let configuration = Configuration::new(&definition.configuration, RefusalStage::Build);
        let parallelism = configuration.int(PARALLELISM_DEFAULT)?.unwrap_or(1);
        let max_parallelism = configuration.int(MAX_PARALLELISM)?;
        if max_parallelism.is_some_and(|value| value <= 0) {
            return Err(
                configuration.refuse(MAX_PARALLELISM, "The maximum parallelism must be greater than 0.")
            );
        }
        if parallelism < 1 && ![PARALLELISM_IS_DEFAULT, PARALLELISM_UNKNOWN].contains(&parallelism) {
            let message = "Parallelism must be at least one, or ExecutionConfig.PARALLELISM_DEFAULT (use system default).";
            return Err(configuration.refuse(PARALLELISM_DEFAULT, message));
        }
        let interval = configuration.duration(CHECKPOINTING_INTERVAL)?;
        if interval.is_some_and(|value| value < MINIMAL_CHECKPOINT_INTERVAL) {
            let message = "Checkpoint interval must be larger than or equal to 10 ms";
            return Err(configuration.refuse(CHECKPOINTING_INTERVAL, message));
        }
        Ok(Self {
            parallelism,
            max_parallelism: max_parallelism.unwrap_or(-1),
            checkpointing: interval.is_some(),
        })
    }
}
