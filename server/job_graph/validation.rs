//! What Flink checks before it chains: `createAndInitializeJobGraph` and `preValidate`.

use crate::configuration::{CHECKPOINTING_INTERVAL_DURING_BACKLOG, MAX_CONCURRENT_CHECKPOINTS};
use crate::flink::{Refusal, RefusalStage, Refused, StreamPartitioner};
use crate::stream_graph::{BACKLOG_TOO_OFTEN, StreamGraph};

/// Refuses settings of checkpoints that do not go together, or not with the graph.
pub(super) fn validate(graph: &StreamGraph) -> Refused<()> {
    let checkpoints = &graph.checkpoints;
    let illegal = |message| Refusal::illegal_argument(RefusalStage::JobGraph, message);
    if checkpoints.checkpoints_backlog_too_often() {
        return Err(Box::new(illegal(BACKLOG_TOO_OFTEN).at_key(CHECKPOINTING_INTERVAL_DURING_BACKLOG.key())));
    }
    graph.read_at_job_graph.aligned_checkpoint_timeout.clone()?;
    graph.read_at_job_graph.approximate_local_recovery.clone()?;
    if checkpoints.unaligned && checkpoints.max_concurrent > 1 {
        let message = "maxConcurrentCheckpoints can't be > 1 if UnalignedCheckpoints enabled";
        return Err(Box::new(illegal(message).at_key(MAX_CONCURRENT_CHECKPOINTS.key())));
    }
    graph.read_at_job_graph.state_changelog.clone()?;
    if checkpoints.unaligned && !checkpoints.unaligned_forced {
        let is_custom = |edge: &petgraph::graph::EdgeIndex<u32>| {
            matches!(graph.graph[*edge].partitioner, StreamPartitioner::Custom(_))
        };
        if let Some(edge) = graph.graph.edge_indices().find(is_custom) {
            let message = "Unaligned checkpoints are currently not supported for custom partitioners, as rescaling \
                           is not guaranteed to work correctly.\nThe user can force Unaligned Checkpoints by using \
                           'execution.checkpointing.unaligned.forced'";
            let refusal = Refusal::unsupported_operation(RefusalStage::JobGraph, message);
            return Err(Box::new(refusal.at(graph.partitioning_call(edge), None)));
        }
    }
    Ok(())
}
