//! What `StreamGraphGenerator` decides, in the order it decides it.

use super::{StreamEdgeIndex, StreamNodeIndex};
use crate::flink::{
    ChainingStrategy, GlobalStreamExchangeMode, JobType, StreamExchangeMode, StreamPartitioner,
    TransformationId,
};

/// One decision of the translation. `depth` is how deep Flink's recursion is at that point.
#[derive(Clone, Debug)]
pub enum Decision {
    /// The job is STREAMING or BATCH, and everything that follows for the whole graph.
    RuntimeMode {
        job_type: JobType,
        rule: RuntimeModeRule,
        global_exchange_mode: GlobalStreamExchangeMode,
        dynamic: bool,
    },
    /// `transform` is called for a Transformation and goes on to its inputs.
    Transform { transformation: TransformationId, depth: u32 },
    /// `transform` comes back: its consumers know the Transformation by these ids.
    Transformed { transformation: TransformationId, result: Vec<TransformationId>, depth: u32 },
    /// `transform` finds the Transformation in `alreadyTransformed`.
    AlreadyTransformed { transformation: TransformationId, result: Vec<TransformationId>, depth: u32 },
    /// A virtual partition node is registered for each upstream id.
    VirtualPartitionNode {
        transformation: TransformationId,
        id: TransformationId,
        original: TransformationId,
        partitioner: StreamPartitioner,
        /// What the Transformation asks for.
        requested: StreamExchangeMode,
        /// What is registered: STREAMING turns BATCH into UNDEFINED.
        exchange_mode: StreamExchangeMode,
        depth: u32,
    },
    /// A virtual side output node is registered.
    VirtualSideOutputNode {
        transformation: TransformationId,
        id: TransformationId,
        original: TransformationId,
        tag: String,
        depth: u32,
    },
    /// A union stands for its inputs' ids.
    Union { transformation: TransformationId, result: Vec<TransformationId>, depth: u32 },
    /// A sink adds its writer (and what else it has) as Transformations of their own.
    SinkExpanded { transformation: TransformationId, added: Vec<TransformationId>, depth: u32 },
    /// A StreamNode is added.
    StreamNode {
        transformation: TransformationId,
        node: StreamNodeIndex,
        /// The operator's own; sorted inputs may change it.
        chaining_strategy: ChainingStrategy,
        slot_sharing_group: SlotSharingGroupRule,
        depth: u32,
    },
    /// A keyed operator reads its inputs sorted by key, one key after the other.
    InputsSorted {
        node: StreamNodeIndex,
        /// `SORTED` or `PASS_THROUGH`, for each input; none where sorting is turned off.
        requirements: Vec<&'static str>,
        before: ChainingStrategy,
        after: ChainingStrategy,
        depth: u32,
    },
    /// `addEdgeInternal` meets a virtual node and goes on with what it stands for.
    VirtualNodeResolved {
        id: TransformationId,
        original: TransformationId,
        target: TransformationId,
        property: ResolvedProperty,
        depth: u32,
    },
    /// `createActualEdge` adds a StreamEdge.
    StreamEdge { edge: StreamEdgeIndex, rule: PartitionerRule, depth: u32 },
    /// A BATCH job whose slots have resources of their own exchanges nothing while it is made.
    AllEdgesBlocking { before: GlobalStreamExchangeMode },
    /// In-edges that could take unaligned checkpoints do not, because another one of the node cannot.
    UnalignedCheckpointsDisabled { node: StreamNodeIndex, unsupported: StreamEdgeIndex },
}

/// Why a job is STREAMING or BATCH (`shouldExecuteInBatchMode`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuntimeModeRule {
    /// The configuration says so.
    Specified,
    /// AUTOMATIC, and every source ends.
    AllSourcesBounded,
    /// AUTOMATIC, and this source never ends.
    UnboundedSource(TransformationId),
}

/// Why a StreamNode is in its slot sharing group (`determineSlotSharingGroup`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotSharingGroupRule {
    /// The program named it.
    Specified,
    /// All inputs are in it.
    Inherited,
    /// Inputs disagree, or there are none.
    Default,
}

/// What an edge takes from a virtual node.
#[derive(Clone, Debug, PartialEq)]
pub enum ResolvedProperty {
    /// The partitioner, unless one nearer the consumer was taken already; the exchange mode always.
    Partition { partitioner: StreamPartitioner, taken: bool, exchange_mode: StreamExchangeMode },
    /// The tag, unless one nearer the consumer was taken already.
    SideOutput { tag: String, taken: bool },
}

/// Which rule gave an edge its partitioner (`createActualEdge`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartitionerRule {
    /// A partitioning call of the program.
    Explicit,
    /// None was set and both sides have this parallelism.
    ForwardForEqualParallelism { parallelism: i32 },
    /// The same in a dynamic graph, where the parallelism may still change.
    ForwardForUnspecified { parallelism: i32 },
    /// None was set and the parallelism differs.
    RebalanceForDifferentParallelism { upstream: i32, downstream: i32 },
}
