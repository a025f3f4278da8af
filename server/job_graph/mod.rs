//! The JobGraph: chains of operators as JobVertices, connected by JobEdges over intermediate data sets.
//!
//! [`generate`] mirrors `StreamingJobGraphGenerator.createJobGraph`.

mod chain_builder;
mod chaining;
mod decision;
mod dynamic;
mod generator;
mod hasher;
mod managed_memory;
mod partitions;
mod plan_json;
mod slot_sharing;
mod topological_order;
mod validation;
mod vertex;

pub use chaining::{Chainability, Condition, ConditionCode, Operands, chainability};
pub use decision::{
    Decision, HashRule, OutputReuse, PartitionTypeRule, ReplacedPartitionType, SlotSharingRule,
};
pub use generator::generate;
pub use hasher::{Hashes, hash};
pub use plan_json::{PlanJson, plan_json};
pub use vertex::pretty_name;

use std::collections::BTreeMap;

use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};

use crate::flink::{
    DistributionPattern, ManagedMemoryUseCase, OperatorId, ResultPartitionType, StreamPartitioner,
    TransformationId,
};
use crate::stream_graph::{StreamEdgeIndex, StreamNodeIndex};

/// A JobVertex in its graph. Vertices are numbered in the order Flink creates them: consumers first.
pub type JobVertexIndex = NodeIndex<u32>;
/// A JobEdge in its graph.
pub type JobEdgeIndex = EdgeIndex<u32>;

/// The JobGraph.
#[derive(Clone, Debug, Default)]
pub struct JobGraph {
    /// Edges run from producer to consumer.
    pub graph: DiGraph<JobVertex, JobEdge, u32>,
    /// `getVerticesSortedTopologicallyFromSources`: the order in which people see the vertices, A, B, C …
    pub topological: Vec<JobVertexIndex>,
    /// For each StreamNode (by its index in the StreamGraph) the vertex it is in.
    pub vertex_of: Vec<JobVertexIndex>,
    /// For each StreamNode its parallelism in the end: a dynamic graph may decide it here, or leave it open (-1).
    pub parallelism_of: Vec<i32>,
    /// For each StreamNode its maximum parallelism in the end.
    pub max_parallelism_of: Vec<i32>,
    /// For each StreamEdge its partitioner in the end.
    pub partitioners: Vec<StreamPartitioner>,
    /// For each StreamEdge (by its index in the StreamGraph) why it is chained or not.
    pub chainability: Vec<Chainability>,
    /// In the order of their first vertex in `topological`.
    pub slot_sharing_groups: Vec<SlotSharingGroup>,
}

/// Vertices that may share slots.
#[derive(Clone, Debug)]
pub struct SlotSharingGroup {
    /// The name the StreamNodes give it.
    pub name: String,
    pub vertices: Vec<JobVertexIndex>,
    /// `ResourceProfile.toString`.
    pub resource_profile: String,
}

/// One task of the job: a chain of operators.
#[derive(Clone, Debug)]
pub struct JobVertex {
    pub id: OperatorId,
    /// `JobVertex.getName`: the chained names, `A -> (B, C)`.
    pub name: String,
    pub parallelism: i32,
    pub parallelism_configured: bool,
    pub max_parallelism: i32,
    pub invokable: &'static str,
    /// An `InputOutputFormatVertex`.
    pub input_output_format: bool,
    /// `OperatorIDPair`s in Flink's order: chained outputs before the operator itself.
    pub operators: Vec<StreamNodeIndex>,
    /// Every StreamConfig, by chain index and node id; the head is the first (after chained sources).
    pub chain: Vec<ChainedOperator>,
    /// What it produces, in order; position is the data set's number.
    pub outputs: Vec<NonChainedOutput>,
    /// JobEdges in, in the order they were connected.
    pub inputs: Vec<JobEdgeIndex>,
    /// Physical StreamEdges in, by the node they enter.
    pub in_physical_edges: BTreeMap<TransformationId, Vec<StreamEdgeIndex>>,
    pub coordinators: usize,
    pub supports_concurrent_execution_attempts: bool,
    pub any_output_blocking: bool,
    pub co_location_group: Option<String>,
    /// Index in `JobGraph::slot_sharing_groups`.
    pub slot_sharing_group: Option<usize>,
}

/// One operator's `StreamConfig` in a chain.
#[derive(Clone, Debug)]
pub struct ChainedOperator {
    pub node: StreamNodeIndex,
    pub operator_id: OperatorId,
    /// The operator's name; chained sources are not in it.
    pub name: String,
    pub chain_index: u32,
    pub chain_start: bool,
    pub chain_end: bool,
    pub chained_outputs: Vec<StreamEdgeIndex>,
    /// Numbers of the vertex's data sets that this operator writes.
    pub non_chained_outputs: Vec<usize>,
    /// Only those above 0.
    pub managed_memory_fractions: BTreeMap<ManagedMemoryUseCase, f64>,
    pub no_output_until_end_of_input: bool,
}

/// A `NonChainedOutput` together with the `IntermediateDataSet` made for it.
#[derive(Clone, Debug)]
pub struct NonChainedOutput {
    pub source_node: StreamNodeIndex,
    pub partitioner: StreamPartitioner,
    pub partition_type: ResultPartitionType,
    pub consumer_parallelism: i32,
    pub consumer_max_parallelism: i32,
    pub output_tag: Option<String>,
    /// Milliseconds.
    pub buffer_timeout: i64,
    pub persistent_data_set: bool,
    /// JobEdges that read it, in the order they were connected.
    pub consumers: Vec<JobEdgeIndex>,
}

/// A connection between two vertices.
#[derive(Clone, Debug)]
pub struct JobEdge {
    /// The StreamEdge it was made from.
    pub stream_edge: StreamEdgeIndex,
    /// Which of the producer's outputs it reads.
    pub data_set: usize,
    pub distribution_pattern: DistributionPattern,
    pub partitioner: StreamPartitioner,
    pub type_number: i32,
    pub intra_input_key_correlated: bool,
}
