//! `StreamGraphGenerator.configureStreamGraph`: STREAMING or BATCH, and what follows from it for the whole graph.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use petgraph::graph::DiGraph;

use super::{Decision, ReadAtJobGraph, RuntimeModeRule, StreamGraph, StreamNodeIndices};
use crate::configuration::{
    ADAPTIVE_AUTO_PARALLELISM, ALIGNED_CHECKPOINT_TIMEOUT, APPROXIMATE_LOCAL_RECOVERY, BATCH_SHUFFLE_MODE,
    CHECKPOINTING_INTERVAL_DURING_BACKLOG, CHECKPOINTS_AFTER_TASKS_FINISH, CLAIM_MODE, Configuration,
    IGNORE_UNCLAIMED_STATE, NAME, OPERATOR_CHAINING_WITH_DIFFERENT_MAX_PARALLELISM, RUNTIME_MODE, SCHEDULER,
    SORT_INPUTS, STATE_CHANGELOG, USE_BATCH_STATE_BACKEND, VERTEX_DESCRIPTION_MODE,
    VERTEX_NAME_INCLUDE_INDEX_PREFIX,
};
use crate::flink::{
    BatchShuffleMode, FlinkVersion, GlobalStreamExchangeMode, JobType, Refusal, RefusalStage, Refused,
    RuntimeExecutionMode, SchedulerType,
};
use crate::frontend::PipelineDefinition;
use crate::trace::Trace;
use crate::transformation::{CheckpointConfig, TransformationIndex, TransformationKind, Transformations};

/// Flink's words for a checkpoint interval during backlog that is below the other one.
pub(crate) const BACKLOG_TOO_OFTEN: &str =
    "Checkpoint interval during backlog must be larger than or equal to that in normal situation.";

/// An empty StreamGraph with the job's settings.
pub(super) fn configure<T: Trace<Decision>>(
    definition: &PipelineDefinition,
    transformations: &Transformations,
    version: FlinkVersion,
    trace: &mut T,
) -> Refused<StreamGraph> {
    let configuration = Configuration::new(&definition.configuration, RefusalStage::StreamGraph);
    configuration.check(IGNORE_UNCLAIMED_STATE)?;
    configuration.check(CLAIM_MODE)?;
    let (job_type, rule) = job_type(configuration, transformations)?;
    let is_batch = job_type == JobType::Batch;
    let vertex_description_mode = configuration.get(VERTEX_DESCRIPTION_MODE)?;
    let vertex_name_includes_index_prefix = configuration.get(VERTEX_NAME_INCLUDE_INDEX_PREFIX)?;
    let auto_parallelism = configuration.get(ADAPTIVE_AUTO_PARALLELISM)?;
    configuration.check(CHECKPOINTS_AFTER_TASKS_FINISH)?;
    let checkpoints = &transformations.environment.checkpoints;
    let (global_exchange_mode, checkpoints, uses_batch_state_backend) = if is_batch {
        // Checkpointing is off, but what is said about backlogs stays.
        let checkpoints = CheckpointConfig {
            max_concurrent: 1,
            interval_during_backlog: checkpoints.interval_during_backlog,
            ..CheckpointConfig::default()
        };
        let uses_batch_state_backend = sets_batch_state_backend(configuration, &checkpoints)?;
        (batch_exchange_mode(configuration)?, checkpoints, uses_batch_state_backend)
    } else {
        (streaming_exchange_mode(configuration, checkpoints)?, checkpoints.clone(), false)
    };
    let at_job_graph = Configuration::new(&definition.configuration, RefusalStage::JobGraph);
    let default_name = if is_batch { "Flink Batch Job" } else { "Flink Streaming Job" };
    let configured_name = configuration.get_optional(NAME)?;
    let job_name = definition.job.clone().or(configured_name).unwrap_or_else(|| default_name.to_owned());
    // A BATCH job that chooses no scheduler gets the one that decides parallelism as it runs.
    let scheduler = configuration.get_optional(SCHEDULER)?.unwrap_or(SchedulerType::AdaptiveBatch);
    let dynamic = is_batch && scheduler == SchedulerType::AdaptiveBatch;
    trace.decide(|| Decision::RuntimeMode { job_type, rule, global_exchange_mode, dynamic });
    Ok(StreamGraph {
        version,
        job_name,
        job_type,
        dynamic,
        global_exchange_mode,
        chaining: true,
        chaining_of_operators_with_different_max_parallelism: at_job_graph
            .get(OPERATOR_CHAINING_WITH_DIFFERENT_MAX_PARALLELISM),
        all_vertices_in_same_slot_sharing_group_by_default: !is_batch,
        auto_parallelism,
        checkpoints,
        read_at_job_graph: ReadAtJobGraph {
            aligned_checkpoint_timeout: at_job_graph.get_millis(ALIGNED_CHECKPOINT_TIMEOUT).map(drop),
            approximate_local_recovery: at_job_graph.check(APPROXIMATE_LOCAL_RECOVERY),
            state_changelog: if uses_batch_state_backend {
                Ok(())
            } else {
                at_job_graph.check(STATE_CHANGELOG)
            },
        },
        vertex_description_mode,
        vertex_name_includes_index_prefix,
        sources: BTreeSet::new(),
        sinks: BTreeSet::new(),
        virtual_partition_nodes: BTreeMap::new(),
        virtual_side_output_nodes: BTreeMap::new(),
        slot_sharing_group_resources: BTreeMap::new(),
        graph: DiGraph::default(),
        indices: StreamNodeIndices::default(),
        partitioning_calls: HashMap::new(),
        edges_between: HashMap::new(),
    })
}

/// `shouldExecuteInBatchMode`: AUTOMATIC is BATCH when every source ends.
fn job_type(
    configuration: Configuration<'_>,
    transformations: &Transformations,
) -> Refused<(JobType, RuntimeModeRule)> {
    let mode = configuration.get(RUNTIME_MODE)?;
    if mode == RuntimeExecutionMode::Streaming {
        return Ok((JobType::Streaming, RuntimeModeRule::Specified));
    }
    let graph = &transformations.graph;
    let unbounded = transitive_predecessors(transformations)
        .into_iter()
        .find(|&index| graph[index].kind.is_unbounded_source());
    match (mode, unbounded) {
        (RuntimeExecutionMode::Batch, Some(source)) => {
            let message = "Detected an UNBOUNDED source with the 'execution.runtime-mode' set to 'BATCH'. This \
                           combination is not allowed, please set the 'execution.runtime-mode' to STREAMING or \
                           AUTOMATIC";
            let refusal = Refusal::illegal_state(RefusalStage::StreamGraph, message);
            Err(Box::new(refusal.at(graph[source].call, None)))
        }
        (_, Some(source)) => Ok((JobType::Streaming, RuntimeModeRule::UnboundedSource(graph[source].id))),
        (RuntimeExecutionMode::Automatic, None) => Ok((JobType::Batch, RuntimeModeRule::AllSourcesBounded)),
        (_, None) => Ok((JobType::Batch, RuntimeModeRule::Specified)),
    }
}

/// The Transformations among which Flink looks for an unbounded source (`getTransitivePredecessors`), by id: all that the
/// environment's list reaches, but behind a broadcast state only its inputs themselves.
fn transitive_predecessors(transformations: &Transformations) -> Vec<TransformationIndex> {
    let graph = &transformations.graph;
    let mut found = vec![false; graph.node_count()];
    let mut followed = vec![false; graph.node_count()];
    let mut stack = transformations.roots.clone();
    while let Some(index) = stack.pop() {
        found[index.index()] = true;
        if std::mem::replace(&mut followed[index.index()], true) {
            continue;
        }
        let inputs = &graph[index].inputs;
        match graph[index].kind {
            TransformationKind::BroadcastState { .. } => {
                inputs.iter().for_each(|input| found[input.index()] = true);
            }
            _ => stack.extend(inputs),
        }
    }
    graph.node_indices().filter(|index| found[index.index()]).collect()
}

/// `deriveGlobalStreamExchangeModeBatch`.
fn batch_exchange_mode(configuration: Configuration<'_>) -> Refused<GlobalStreamExchangeMode> {
    Ok(match configuration.get(BATCH_SHUFFLE_MODE)? {
        BatchShuffleMode::AllExchangesPipelined => GlobalStreamExchangeMode::AllEdgesPipelined,
        BatchShuffleMode::AllExchangesBlocking => GlobalStreamExchangeMode::AllEdgesBlocking,
        BatchShuffleMode::AllExchangesHybridFull => GlobalStreamExchangeMode::AllEdgesHybridFull,
        BatchShuffleMode::AllExchangesHybridSelective => GlobalStreamExchangeMode::AllEdgesHybridSelective,
    })
}

/// `deriveGlobalStreamExchangeModeStreaming`.
fn streaming_exchange_mode(
    configuration: Configuration<'_>,
    checkpoints: &CheckpointConfig,
) -> Refused<GlobalStreamExchangeMode> {
    if !configuration.get(APPROXIMATE_LOCAL_RECOVERY)? {
        return Ok(GlobalStreamExchangeMode::AllEdgesPipelined);
    }
    if checkpoints.unaligned {
        let message = "Approximate Local Recovery and Unaligned Checkpoint can not be used together yet";
        let refusal = configuration.refuse(APPROXIMATE_LOCAL_RECOVERY, message);
        return Err(Box::new(Refusal { exception: "java.lang.IllegalStateException", ..*refusal }));
    }
    Ok(GlobalStreamExchangeMode::AllEdgesPipelinedApproximate)
}

/// `setBatchStateBackendAndTimerService`: state of one key at a time needs input sorted by key. Setting the backend reads
/// some settings of checkpoints.
fn sets_batch_state_backend(
    configuration: Configuration<'_>,
    checkpoints: &CheckpointConfig,
) -> Refused<bool> {
    let uses_backend = configuration.get(USE_BATCH_STATE_BACKEND)?;
    let sorts = configuration.get(SORT_INPUTS)?;
    if !uses_backend {
        return Ok(false);
    }
    if !sorts {
        let message = "Batch state backend requires the sorted inputs to be enabled!";
        let refusal = configuration.refuse(SORT_INPUTS, message);
        return Err(Box::new(Refusal { exception: "java.lang.IllegalStateException", ..*refusal }));
    }
    if checkpoints.checkpoints_backlog_too_often() {
        return Err(configuration.refuse(CHECKPOINTING_INTERVAL_DURING_BACKLOG, BACKLOG_TOO_OFTEN));
    }
    configuration.get_millis(ALIGNED_CHECKPOINT_TIMEOUT)?;
    Ok(true)
}
