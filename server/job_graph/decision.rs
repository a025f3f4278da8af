//! What `StreamGraphHasherV2` and `StreamingJobGraphGenerator` decide, in the order they decide it.

use super::{Chainability, JobEdgeIndex, JobVertexIndex};
use crate::flink::{
    ManagedMemoryUseCase, OperatorId, ResultPartitionType, StreamExchangeMode, StreamPartitioner,
};
use crate::stream_graph::{StreamEdgeIndex, StreamNodeIndex};

/// One decision on the way to the JobGraph. `depth` is how deep Flink's recursion is at that point.
#[derive(Clone, Debug)]
pub enum Decision {
    // ---- hash: StreamGraphHasherV2
    /// A node is tried before all its inputs have a hash, and is tried again later.
    HashPostponed { node: StreamNodeIndex, missing: StreamNodeIndex },
    /// A node gets its hash.
    Hash { node: StreamNodeIndex, hash: OperatorId, rule: HashRule },

    // ---- chain: StreamingJobGraphGenerator.createChain
    /// A source runs inside the vertex of the operator that it feeds, and heads no chain of its own.
    SourceChained {
        source: StreamNodeIndex,
        target: StreamNodeIndex,
        edge: StreamEdgeIndex,
        chainability: Chainability,
    },
    /// `createChain` is called.
    CreateChain { node: StreamNodeIndex, chain_index: u32, start: StreamNodeIndex, depth: u32 },
    /// `createChain` is called for a chain whose JobVertex exists already, and returns at once.
    ChainExists { start: StreamNodeIndex, depth: u32 },
    /// `isChainable` is asked about an out-edge.
    IsChainable { edge: StreamEdgeIndex, chainability: Chainability, depth: u32 },
    /// `createChain` returns: the node is its chain's head and a JobVertex is born, or its configuration is kept for the head.
    ChainReturned {
        node: StreamNodeIndex,
        start: StreamNodeIndex,
        /// The vertex, when the node is the head.
        vertex: Option<JobVertexIndex>,
        /// Edges that leave the chain at the node or below it, which it hands up: all of them for the head, for others the
        /// first few, since they are handed from call to call.
        transitive_out_edges: Vec<StreamEdgeIndex>,
        /// How many edges it hands up.
        transitive_out_edge_count: usize,
        depth: u32,
    },

    /// A dynamic graph replaces a partitioner that nobody set, now that it is known whether the edge chains.
    PartitionerConverted { edge: StreamEdgeIndex, partitioner: StreamPartitioner, chained: bool, depth: u32 },
    /// A dynamic graph leaves a vertex's parallelism to the time when its input is known.
    ParallelismLeftOpen { vertex: JobVertexIndex },
    /// Vertices that explicit FORWARD edges connect get one parallelism and maximum parallelism, where any has one.
    ForwardGroup { vertices: Vec<JobVertexIndex>, parallelism: Option<i32>, max_parallelism: Option<i32> },

    // ---- connect: NonChainedOutputs and JobEdges
    /// An output is made for an edge that does not chain, or an equal one is reused.
    Output {
        vertex: JobVertexIndex,
        edge: StreamEdgeIndex,
        data_set: usize,
        reuse: OutputReuse,
        partition_type: ResultPartitionType,
        rule: PartitionTypeRule,
        /// What the rule gave, where something else replaced it.
        replaced: Option<ReplacedPartitionType>,
    },
    /// `connect` makes a JobEdge.
    Connect { edge: JobEdgeIndex, stream_edge: StreamEdgeIndex },

    // ---- place: slot sharing, co-location, managed memory
    /// Vertices share a slot sharing group.
    SlotSharing { name: String, vertices: Vec<JobVertexIndex>, rule: SlotSharingRule },
    /// Vertices are co-located.
    CoLocation { name: String, vertices: Vec<JobVertexIndex> },
    /// An operator's share of managed memory.
    ManagedMemory {
        node: StreamNodeIndex,
        use_case: ManagedMemoryUseCase,
        fraction: f64,
        /// Its weight among those of its slot sharing group, for what operators weigh.
        weight: Option<(i32, i32)>,
    },
}

/// What went into a node's hash.
#[derive(Clone, Debug, PartialEq)]
pub enum HashRule {
    /// The uid's UTF-8 bytes and nothing else.
    Uid(String),
    /// The node's ordinal, once more for each chainable out-edge, and the inputs' hashes.
    Structure {
        ordinal: u32,
        /// The hash of the ordinals alone, before the inputs are mixed in.
        own: OperatorId,
        chainable_outputs: Vec<StreamEdgeIndex>,
        inputs: Vec<(StreamNodeIndex, OperatorId)>,
    },
}

/// Which rule gave an output its result partition type (`getResultPartitionType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartitionTypeRule {
    /// The edge's exchange mode says so.
    ExchangeMode(StreamExchangeMode),
    /// Undefined, and the producer emits only at the end of its input.
    NoOutputUntilEndOfInput,
    /// Undefined: the global exchange mode says so.
    GlobalExchangeMode,
}

/// Whether an edge reads a data set that is there already (`createOrReuseOutput`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputReuse {
    /// A new one: data of this type can be read only once.
    ReadOnce,
    /// A new one: no other of the operator is equal.
    NoneEqual,
    /// An equal one.
    Reused,
    /// An equal one, which has to keep all of its data from now on: HYBRID_SELECTIVE becomes HYBRID_FULL.
    ReusedAndUpgraded,
}

impl OutputReuse {
    /// Whether the data set was there already.
    pub const fn is_reused(self) -> bool {
        matches!(self, Self::Reused | Self::ReusedAndUpgraded)
    }
}

/// A result partition type that the rules gave and that something replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplacedPartitionType {
    /// A cache keeps the data set beyond the job: it becomes BLOCKING_PERSISTENT.
    ByCache(ResultPartitionType),
    /// Broadcast data is kept once for all: HYBRID_SELECTIVE becomes HYBRID_FULL.
    ByBroadcast(ResultPartitionType),
}

/// Why vertices share a slot sharing group (`setSlotSharing`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SlotSharingRule {
    /// Their heads are in a group that the program named.
    Named,
    /// STREAMING: whatever is in no named group is together.
    Together,
    /// BATCH: they are in no named group and must run at the same time.
    PipelinedRegion,
}
