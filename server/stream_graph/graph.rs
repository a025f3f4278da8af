//! `StreamGraph`, `StreamNode`, `StreamEdge` and the virtual nodes, with the rules that belong to the graph
//! itself: resolving virtual nodes and choosing a partitioner when an edge is added.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt;
use std::ops::Index;

use petgraph::graph::{DiGraph, EdgeIndex, NodeIndex};

use super::{Decision, PartitionerRule, ResolvedProperty};
use crate::flink::{
    ChainingStrategy, FlinkVersion, GlobalStreamExchangeMode, JobType, ManagedMemoryUseCase, Refusal,
    RefusalStage, Refused, StreamExchangeMode, StreamPartitioner, TransformationId, VertexDescriptionMode,
};
use crate::trace::Trace;
use crate::transformation::{CheckpointConfig, ResourceProfile};

/// A StreamNode in its graph.
pub type StreamNodeIndex = NodeIndex<u32>;
/// A StreamEdge in its graph.
pub type StreamEdgeIndex = EdgeIndex<u32>;

/// Options that Flink reads only when it makes the JobGraph, in this order: each may be its refusal.
#[derive(Clone, Debug)]
pub(crate) struct ReadAtJobGraph {
    pub(crate) aligned_checkpoint_timeout: Refused<()>,
    pub(crate) approximate_local_recovery: Refused<()>,
    pub(crate) state_changelog: Refused<()>,
}

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
    /// Flink reads this option only when an edge comes that far, so a malformed value is kept as its refusal.
    pub chaining_of_operators_with_different_max_parallelism: Refused<bool>,
    pub all_vertices_in_same_slot_sharing_group_by_default: bool,
    pub auto_parallelism: bool,
    pub checkpoints: CheckpointConfig,
    pub(crate) read_at_job_graph: ReadAtJobGraph,
    pub vertex_description_mode: VertexDescriptionMode,
    pub vertex_name_includes_index_prefix: bool,
    pub sources: BTreeSet<TransformationId>,
    pub sinks: BTreeSet<TransformationId>,
    pub virtual_partition_nodes: BTreeMap<TransformationId, VirtualPartitionNode>,
    pub virtual_side_output_nodes: BTreeMap<TransformationId, VirtualSideOutputNode>,
    /// What a slot of a slot sharing group needs, for those groups that say so.
    pub slot_sharing_group_resources: BTreeMap<String, ResourceProfile>,
    pub graph: DiGraph<StreamNode, StreamEdge, u32>,
    /// Where each StreamNode is in `graph`.
    pub indices: StreamNodeIndices,
    /// The calls of the PartitionTransformations.
    pub(super) partitioning_calls: HashMap<TransformationId, usize>,
    /// How many edges there are between two nodes, for those with any.
    pub(super) edges_between: HashMap<(TransformationId, TransformationId), u32>,
}

/// StreamNodes by their ids, which are small and dense.
#[derive(Clone, Debug, Default)]
pub struct StreamNodeIndices(Vec<Option<StreamNodeIndex>>);

impl StreamNodeIndices {
    /// The node with this id, if it is no virtual node.
    pub fn get(&self, id: &TransformationId) -> Option<&StreamNodeIndex> {
        self.0.get(id.0 as usize)?.as_ref()
    }

    /// Whether there is a node with this id.
    pub fn contains_key(&self, id: &TransformationId) -> bool {
        self.get(id).is_some()
    }

    pub(super) fn insert(&mut self, id: TransformationId, index: StreamNodeIndex) {
        let position = id.0 as usize;
        if self.0.len() <= position {
            self.0.resize(position + 1, None);
        }
        self.0[position] = Some(index);
    }
}

impl Index<&TransformationId> for StreamNodeIndices {
    type Output = StreamNodeIndex;

    /// # Panics
    /// If there is no such node: ids are only ever taken from the graph itself.
    fn index(&self, id: &TransformationId) -> &StreamNodeIndex {
        self.get(id).expect("the graph has a node with each id that it names")
    }
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
    /// The cache whose data set it produces (`getIntermediateDatasetIdToProduce`).
    pub cached_by: Option<TransformationId>,
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

    /// The PartitionTransformation that an edge has its partitioner from: the one nearest the consumer.
    pub fn partitioning(&self, edge: StreamEdgeIndex) -> Option<TransformationId> {
        let mut through = self.graph[edge].through.iter().copied();
        through.find(|id| self.partitioning_calls.contains_key(id))
    }

    /// The calls of all partitionings that an edge runs through, from the consumer upwards.
    pub fn partitioning_calls(&self, edge: StreamEdgeIndex) -> impl Iterator<Item = usize> {
        self.graph[edge].through.iter().filter_map(|id| self.partitioning_calls.get(id).copied())
    }

    /// The call that says most about an edge: the partitioning that it has its partitioner from, else the consumer.
    pub fn partitioning_call(&self, edge: StreamEdgeIndex) -> usize {
        let partitioning = self.partitioning(edge).map(|id| self.partitioning_calls[&id]);
        partitioning.unwrap_or_else(|| self.node(self.graph[edge].target).call)
    }

    /// The slot sharing group of a node, or of the node that a virtual node stands for.
    pub(super) fn slot_sharing_group(&self, id: TransformationId) -> &str {
        let mut id = id;
        while !self.indices.contains_key(&id) {
            id = match self.virtual_side_output_nodes.get(&id) {
                Some(node) => node.original,
                None => self.virtual_partition_nodes[&id].original,
            };
        }
        &self.node(id).slot_sharing_group
    }

    /// `StreamGraph.addEdge`: resolves virtual nodes from the consumer upwards, then adds the edge between real nodes.
    ///
    /// # Errors
    /// An explicit or inherited FORWARD between nodes of different parallelism.
    pub(super) fn add_edge<T: Trace<Decision>>(
        &mut self,
        upstream: TransformationId,
        downstream: TransformationId,
        type_number: i32,
        cached_by: Option<TransformationId>,
        depth: u32,
        trace: &mut T,
    ) -> Refused<StreamEdgeIndex> {
        let mut upstream = upstream;
        let (mut partitioner, mut exchange_mode, mut output_tag) = (None, None, None);
        let mut through = Vec::new();
        loop {
            let id = upstream;
            let property = if let Some(node) = self.virtual_side_output_nodes.get(&id) {
                upstream = node.original;
                through.push(node.transformation);
                let taken = output_tag.is_none();
                if taken {
                    output_tag = Some(node.tag.clone());
                }
                ResolvedProperty::SideOutput { tag: node.tag.clone(), taken }
            } else if let Some(node) = self.virtual_partition_nodes.get(&id) {
                upstream = node.original;
                through.push(node.transformation);
                let taken = partitioner.is_none();
                partitioner = partitioner.or(Some(node.partitioner));
                exchange_mode = Some(node.exchange_mode);
                ResolvedProperty::Partition {
                    partitioner: node.partitioner,
                    taken,
                    exchange_mode: node.exchange_mode,
                }
            } else {
                break;
            };
            trace.decide(|| Decision::VirtualNodeResolved {
                id,
                original: upstream,
                target: downstream,
                property,
                depth,
            });
        }
        let exchange_mode = exchange_mode.unwrap_or(StreamExchangeMode::Undefined);
        let (partitioner, rule) = self.choose_partitioner(upstream, downstream, partitioner)?;
        let (source, target) = (self.indices[&upstream], self.indices[&downstream]);
        let count = self.edges_between.entry((upstream, downstream)).or_default();
        let unique_id = *count;
        *count += 1;
        let edge = self.graph.add_edge(
            source,
            target,
            StreamEdge {
                source: upstream,
                target: downstream,
                type_number,
                partitioner,
                exchange_mode,
                output_tag,
                buffer_timeout: self.graph[source].buffer_timeout,
                supports_unaligned_checkpoints: true,
                unique_id,
                cached_by,
                through,
            },
        );
        self.graph[source].out_edges.push(edge);
        self.graph[target].in_edges.push(edge);
        trace.decide(|| Decision::StreamEdge { edge, rule, depth });
        Ok(edge)
    }

    /// The rule of `createActualEdge`: an explicit partitioner stays; without one, FORWARD for equal parallelism and
    /// REBALANCE otherwise. FORWARD never changes the parallelism.
    fn choose_partitioner(
        &self,
        upstream: TransformationId,
        downstream: TransformationId,
        explicit: Option<StreamPartitioner>,
    ) -> Refused<(StreamPartitioner, PartitionerRule)> {
        let (from, to) = (self.node(upstream), self.node(downstream));
        let (partitioner, rule) = match explicit {
            Some(partitioner) => (partitioner, PartitionerRule::Explicit),
            None if from.parallelism == to.parallelism && self.dynamic => (
                StreamPartitioner::ForwardForUnspecified,
                PartitionerRule::ForwardForUnspecified { parallelism: from.parallelism },
            ),
            None if from.parallelism == to.parallelism => (
                StreamPartitioner::Forward,
                PartitionerRule::ForwardForEqualParallelism { parallelism: from.parallelism },
            ),
            None => (
                StreamPartitioner::Rebalance,
                PartitionerRule::RebalanceForDifferentParallelism {
                    upstream: from.parallelism,
                    downstream: to.parallelism,
                },
            ),
        };
        if partitioner == StreamPartitioner::Forward && from.parallelism != to.parallelism {
            let message = format!(
                "Forward partitioning does not allow change of parallelism. Upstream operation: {from} parallelism: \
                 {}, downstream operation: {to} parallelism: {} You must use another partitioning strategy, such as \
                 broadcast, rebalance, shuffle or global.",
                from.parallelism, to.parallelism
            );
            let refusal = Refusal::unsupported_operation(RefusalStage::StreamGraph, message);
            return Err(Box::new(refusal.at(to.call, None)));
        }
        Ok((partitioner, rule))
    }

    /// StreamNodes by id.
    pub fn nodes_by_id(&self) -> Vec<StreamNodeIndex> {
        let mut nodes: Vec<_> = self.graph.node_indices().collect();
        nodes.sort_by_key(|&node| self.graph[node].id);
        nodes
    }
}
