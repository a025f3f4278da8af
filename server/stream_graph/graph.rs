//! `StreamGraph`, `StreamNode`, `StreamEdge` and the virtual nodes, with the rules that belong to the graph
//! itself: resolving virtual nodes and choosing a partitioner when an edge is added.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;

use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};

use crate::flink::{
    ChainingStrategy, FlinkVersion, GlobalStreamExchangeMode, JobType, ManagedMemoryUseCase,
    StreamExchangeMode, StreamPartitioner, TransformationId,
};

/// A StreamNode in its graph.
pub type StreamNodeIndex = NodeIndex<u32>;
/// A StreamEdge in its graph.
pub type StreamEdgeIndex = EdgeIndex<u32>;

/// The StreamGraph.
#[derive(Clone, Debug)]
pub struct StreamGraph {
    pub version: FlinkVersion,
    pub job_name: String,
    pub job_type: JobType,
    pub dynamic: bool,
    pub global_exchange_mode: GlobalStreamExchangeMode,
    pub chaining: bool,
    /// `isChainingOfOperatorsWithDifferentMaxParallelismEnabled`.
    pub chaining_of_operators_with_different_max_parallelism: bool,
    pub all_vertices_in_same_slot_sharing_group_by_default: bool,
    pub auto_parallelism: bool,
    pub checkpointing: bool,
    pub vertex_description_mode: VertexDescriptionMode,
    pub vertex_name_includes_index_prefix: bool,
    pub sources: BTreeSet<TransformationId>,
    pub sinks: BTreeSet<TransformationId>,
    pub virtual_partition_nodes: BTreeMap<TransformationId, VirtualPartitionNode>,
    pub virtual_side_output_nodes: BTreeMap<TransformationId, VirtualSideOutputNode>,
    pub graph: DiGraph<StreamNode, StreamEdge, u32>,
    /// Where each StreamNode is in `graph`.
    pub indices: HashMap<TransformationId, StreamNodeIndex>,
}

/// `pipeline.vertex-description-mode`: how a JobVertex describes the operators in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexDescriptionMode {
    Tree,
    Cascading,
}

/// What `addVirtualPartitionNode` registers: consumers of this id read `original` with this partitioner.
#[derive(Clone, Debug)]
pub struct VirtualPartitionNode {
    pub original: TransformationId,
    pub partitioner: StreamPartitioner,
    pub exchange_mode: StreamExchangeMode,
    /// The PartitionTransformation it was made for.
    pub transformation: TransformationId,
}

/// What `addVirtualSideOutputNode` registers: consumers of this id read `original`'s output with this tag.
#[derive(Clone, Debug)]
pub struct VirtualSideOutputNode {
    pub original: TransformationId,
    pub tag: String,
    /// The SideOutputTransformation it was made for.
    pub transformation: TransformationId,
}

/// One operator of the plan.
#[derive(Clone, Debug)]
pub struct StreamNode {
    pub id: TransformationId,
    pub name: String,
    pub description: String,
    /// The simple name of the task class that runs it.
    pub job_vertex_class: &'static str,
    pub chaining_strategy: ChainingStrategy,
    pub yielding: bool,
    pub legacy_source: bool,
    pub coordinator: bool,
    pub output_only_after_end_of_stream: bool,
    pub parallelism: i32,
    pub parallelism_configured: bool,
    /// -1: not set.
    pub max_parallelism: i32,
    pub slot_sharing_group: String,
    pub co_location_group: Option<String>,
    /// Milliseconds.
    pub buffer_timeout: i64,
    pub uid: Option<String>,
    pub user_hash: Option<String>,
    /// How many state partitioners (key selectors) it has.
    pub state_partitioners: usize,
    pub input_format: bool,
    pub output_format: bool,
    pub supports_concurrent_execution_attempts: bool,
    /// Input number to requirement (`SORTED`, `PASS_THROUGH`).
    pub input_requirements: BTreeMap<usize, &'static str>,
    pub managed_memory_operator: BTreeMap<ManagedMemoryUseCase, i32>,
    pub managed_memory_slot: BTreeSet<ManagedMemoryUseCase>,
    pub in_edges: Vec<StreamEdgeIndex>,
    pub out_edges: Vec<StreamEdgeIndex>,
    /// The call of the definition that it comes from.
    pub call: usize,
    /// The Transformation that a program made and that it comes from: itself, or the sink that was expanded.
    pub transformation: TransformationId,
}

impl fmt::Display for StreamNode {
    /// `StreamNode.toString`: it ends in edge ids and messages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.name, self.id)
    }
}

/// An edge between two StreamNodes, virtual nodes resolved.
#[derive(Clone, Debug)]
pub struct StreamEdge {
    pub source: TransformationId,
    pub target: TransformationId,
    /// Which input of the target: 0 for one-input operators, 1 and 2 for two-input ones.
    pub type_number: i32,
    pub partitioner: StreamPartitioner,
    pub exchange_mode: StreamExchangeMode,
    pub output_tag: Option<String>,
    /// Milliseconds.
    pub buffer_timeout: i64,
    pub supports_unaligned_checkpoints: bool,
    /// How many edges between the same two nodes were there before it.
    pub unique_id: u32,
    /// The virtual Transformations (partitionings, side outputs) that it ran through, from the consumer upwards.
    pub through: Vec<TransformationId>,
}

impl StreamGraph {
    /// The StreamNode with this id.
    ///
    /// # Panics
    /// If the graph has none: ids are only ever taken from the graph itself.
    pub fn node(&self, id: TransformationId) -> &StreamNode {
        &self.graph[self.indices[&id]]
    }

    /// `StreamEdge.getEdgeId`.
    pub fn edge_id(&self, edge: StreamEdgeIndex) -> String {
        let edge = &self.graph[edge];
        let (source, target) = (self.node(edge.source), self.node(edge.target));
        format!("{source}_{target}_{}_{}_{}", edge.type_number, edge.partitioner, edge.unique_id)
    }

    /// StreamNodes by id.
    pub fn nodes_by_id(&self) -> Vec<StreamNodeIndex> {
        let mut nodes: Vec<_> = self.graph.node_indices().collect();
        nodes.sort_by_key(|&node| self.graph[node].id);
        nodes
    }
}
