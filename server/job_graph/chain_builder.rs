//! `setChaining` and `createChain`: which operators run in which JobVertex.
//!
//! Flink recurses; here an explicit stack visits in the same order. A chain's operators and out-edges are collected
//! while it is open, and its JobVertex is born when the walk comes back to the head.

use std::collections::{BTreeMap, HashMap};

use super::chaining::{is_source, refuse_malformed_option};
use super::{
    Chainability, ChainedOperator, Decision, Hashes, JobGraph, JobVertex, JobVertexIndex, dynamic, vertex,
};
use crate::flink::{ChainingStrategy, Refusal, RefusalStage, Refused, TransformationId};
use crate::stream_graph::{StreamEdgeIndex, StreamGraph, StreamNode, StreamNodeIndex};
use crate::trace::Trace;

/// What is known of a vertex's chain beside the vertex itself.
pub(super) struct Chain {
    pub(super) vertex: JobVertexIndex,
    /// Edges that leave the chain, in the order in which `createChain` hands them up to the head.
    pub(super) transitive_out_edges: Vec<StreamEdgeIndex>,
}

/// Makes the vertices of a JobGraph.
pub(super) struct ChainBuilder<'a> {
    graph: &'a StreamGraph,
    hashes: &'a Hashes,
    job_graph: JobGraph,
    /// Chains whose vertex exists, in the order of the vertices.
    chains: Vec<Chain>,
    /// Heads and whether their vertex exists.
    built: Vec<bool>,
    /// Sources that run inside the vertex of the operator they feed.
    chained_sources: HashMap<StreamNodeIndex, Vec<StreamNodeIndex>>,
    /// Nodes that emit nothing before the end of their input, in the chain that they are in.
    no_output_until_end_of_input: Vec<bool>,
}

/// How many edges are named that a call hands up to another one.
const HANDED_UP_TOLD: usize = 4;

/// A chain whose head the walk has not come back to.
struct OpenChain {
    start: StreamNodeIndex,
    /// `OperatorIDPair`s so far: operators that the walk has come back from.
    operators: Vec<StreamNodeIndex>,
    configs: Vec<ChainedOperator>,
    transitive_out_edges: Vec<StreamEdgeIndex>,
}

/// One call of `createChain` that has not returned.
struct Call {
    node: StreamNodeIndex,
    chain_index: u32,
    depth: u32,
    chainable: Vec<StreamEdgeIndex>,
    non_chainable: Vec<StreamEdgeIndex>,
    /// How many of the out-edges, chainable ones first, have been followed.
    followed: usize,
    /// How many edges were known to leave the chain when the call began.
    transitive_out_edges_before: usize,
}

impl<'a> ChainBuilder<'a> {
    pub(super) fn new(graph: &'a StreamGraph, hashes: &'a Hashes, chainability: Vec<Chainability>) -> Self {
        let nodes = graph.graph.node_count();
        let vertex_of = vec![JobVertexIndex::end(); nodes];
        Self {
            graph,
            hashes,
            job_graph: JobGraph {
                chainability,
                vertex_of,
                parallelism_of: graph.graph.node_weights().map(|node| node.parallelism).collect(),
                max_parallelism_of: graph.graph.node_weights().map(|node| node.max_parallelism).collect(),
                partitioners: graph.graph.edge_weights().map(|edge| edge.partitioner).collect(),
                ..JobGraph::default()
            },
            chains: Vec::new(),
            built: vec![false; nodes],
            chained_sources: HashMap::new(),
            no_output_until_end_of_input: vec![false; nodes],
        }
    }

    /// The vertices and chains, once every chain has been made.
    pub(super) fn finish(self) -> (JobGraph, Vec<Chain>) {
        (self.job_graph, self.chains)
    }

    /// `setChaining`: from every entry point, in ascending id of the node that heads the chain.
    pub(super) fn set_chaining<T: Trace<Decision>>(&mut self, trace: &mut T) -> Refused<()> {
        for start in self.head_inputs(trace)? {
            self.create_chain(start, trace)?;
        }
        Ok(())
    }

    /// `buildChainedInputsAndGetHeadInputs`: a source with one output may run inside a `HEAD_WITH_SOURCES` operator, which
    /// is the entry point then; every other source is one itself.
    fn head_inputs<T: Trace<Decision>>(&mut self, trace: &mut T) -> Refused<Vec<StreamNodeIndex>> {
        let mut entry_points: BTreeMap<TransformationId, StreamNodeIndex> = BTreeMap::new();
        for id in &self.graph.sources {
            let source = self.graph.indices[id];
            match self.chained_into(source)? {
                Some((target, edge)) => {
                    let chainability = self.job_graph.chainability[edge.index()];
                    trace.decide(|| Decision::SourceChained { source, target, edge, chainability });
                    self.chained_sources.entry(target).or_default().push(source);
                    entry_points.insert(self.graph.graph[target].id, target);
                }
                None => {
                    entry_points.insert(*id, source);
                }
            }
        }
        Ok(entry_points.into_values().collect())
    }

    /// The operator in whose vertex a source runs, if it does not head a vertex of its own, and the edge to it.
    fn chained_into(&self, source: StreamNodeIndex) -> Refused<Option<(StreamNodeIndex, StreamEdgeIndex)>> {
        let node = &self.graph.graph[source];
        let [edge] = node.out_edges[..] else { return Ok(None) };
        let target = self.graph.indices[&self.graph.graph[edge].target];
        let takes_sources = self.graph.graph[target].chaining_strategy == ChainingStrategy::HeadWithSources;
        if !is_source(node) || !takes_sources {
            return Ok(None);
        }
        let chainability = self.job_graph.chainability[edge.index()];
        refuse_malformed_option(self.graph, chainability, false)?;
        Ok(chainability.holds_for_input().then_some((target, edge)))
    }

    /// `createChain` for a head, and for every chain that is reached from it.
    fn create_chain<T: Trace<Decision>>(&mut self, start: StreamNodeIndex, trace: &mut T) -> Refused<()> {
        let mut open: Vec<OpenChain> = Vec::new();
        let mut calls: Vec<Call> = Vec::new();
        self.enter_chain(start, 0, &mut open, &mut calls, trace)?;
        while let Some(call) = calls.last_mut() {
            let depth = call.depth + 1;
            let followed = call.followed;
            call.followed += 1;
            if let Some(&edge) = call.chainable.get(followed) {
                let chain_index = call.chain_index + 1;
                let node = self.graph.indices[&self.graph.graph[edge].target];
                let chain = open.last().expect("a call is in an open chain");
                let entered = self.enter(node, chain_index, chain, depth, trace)?;
                calls.push(entered);
            } else if let Some(&edge) = call.non_chainable.get(followed - call.chainable.len()) {
                let chain = open.last_mut().expect("a call is in an open chain");
                chain.transitive_out_edges.push(edge);
                let head = self.graph.indices[&self.graph.graph[edge].target];
                self.enter_chain(head, depth, &mut open, &mut calls, trace)?;
            } else {
                let returned = calls.pop().expect("the call is on the stack");
                let chain = open.last_mut().expect("a call is in an open chain");
                self.return_from(&returned, chain, trace)?;
                if returned.node == chain.start {
                    open.pop();
                }
            }
        }
        Ok(())
    }

    /// Enters a chain at its head, unless its vertex exists already.
    fn enter_chain<T: Trace<Decision>>(
        &mut self,
        start: StreamNodeIndex,
        depth: u32,
        open: &mut Vec<OpenChain>,
        calls: &mut Vec<Call>,
        trace: &mut T,
    ) -> Refused<()> {
        if self.built[start.index()] {
            trace.decide(|| Decision::ChainExists { start, depth });
            return Ok(());
        }
        let chain = OpenChain { start, operators: vec![], configs: vec![], transitive_out_edges: vec![] };
        // Operators start at position 1; 0 is for sources that are chained as inputs.
        calls.push(self.enter(start, 1, &chain, depth, trace)?);
        open.push(chain);
        Ok(())
    }

    /// The first half of `createChain`: sorts the out-edges by whether they chain.
    fn enter<T: Trace<Decision>>(
        &mut self,
        node: StreamNodeIndex,
        chain_index: u32,
        chain: &OpenChain,
        depth: u32,
        trace: &mut T,
    ) -> Refused<Call> {
        let start = chain.start;
        trace.decide(|| Decision::CreateChain { node, chain_index, start, depth });
        let stream_node = &self.graph.graph[node];
        let (mut chainable, mut non_chainable) = (Vec::new(), Vec::new());
        for &edge in &stream_node.out_edges {
            let chainability = self.job_graph.chainability[edge.index()];
            refuse_malformed_option(self.graph, chainability, true)?;
            trace.decide(|| Decision::IsChainable { edge, chainability, depth });
            if chainability.holds() { chainable.push(edge) } else { non_chainable.push(edge) }
        }
        if stream_node.output_only_after_end_of_stream || self.no_output_until_end_of_input[node.index()] {
            self.no_output_until_end_of_input[node.index()] = true;
            for &edge in &chainable {
                let target = self.graph.indices[&self.graph.graph[edge].target];
                self.no_output_until_end_of_input[target.index()] = true;
            }
        }
        let transitive_out_edges_before = chain.transitive_out_edges.len();
        Ok(Call {
            node,
            chain_index,
            depth,
            chainable,
            non_chainable,
            followed: 0,
            transitive_out_edges_before,
        })
    }

    /// The second half of `createChain`: the operator's configuration, and the vertex if it is the head.
    fn return_from<T: Trace<Decision>>(
        &mut self,
        call: &Call,
        chain: &mut OpenChain,
        trace: &mut T,
    ) -> Refused<()> {
        let Call { node, chain_index, depth, .. } = *call;
        let stream_node = &self.graph.graph[node];
        let target = |&edge: &StreamEdgeIndex| self.graph.indices[&self.graph.graph[edge].target].index();
        if call.chainable.iter().any(|edge| self.no_output_until_end_of_input[target(edge)]) {
            self.no_output_until_end_of_input[node.index()] = true;
        }
        chain.operators.push(node);
        chain.configs.push(ChainedOperator {
            node,
            operator_id: self.hashes[node.index()],
            name: stream_node.name.clone(),
            chain_index,
            chain_start: node == chain.start,
            chain_end: call.chainable.is_empty(),
            chained_outputs: call.chainable.clone(),
            non_chained_outputs: Vec::new(),
            managed_memory_fractions: BTreeMap::new(),
            no_output_until_end_of_input: false,
        });
        let vertex = if node == chain.start { Some(self.create_job_vertex(chain)?) } else { None };
        trace.decide(|| {
            let handed_up = &chain.transitive_out_edges[call.transitive_out_edges_before..];
            let told = if vertex.is_some() { handed_up.len() } else { handed_up.len().min(HANDED_UP_TOLD) };
            Decision::ChainReturned {
                node,
                start: chain.start,
                vertex,
                transitive_out_edges: handed_up[..told].to_vec(),
                transitive_out_edge_count: handed_up.len(),
                depth,
            }
        });
        if self.graph.dynamic {
            for &edge in call.chainable.iter().chain(&call.non_chainable) {
                dynamic::convert_partitioner(&mut self.job_graph, edge, depth, trace);
            }
        }
        if let Some(vertex) = vertex {
            let transitive_out_edges = std::mem::take(&mut chain.transitive_out_edges);
            self.chains.push(Chain { vertex, transitive_out_edges });
        }
        Ok(())
    }

    /// `createJobVertex`: the chain's operators become one vertex, with the head's hash as its id.
    fn create_job_vertex(&mut self, chain: &mut OpenChain) -> Refused<JobVertexIndex> {
        for &node in &chain.operators {
            refuse_empty_names(&self.graph.graph[node])?;
        }
        let head = &self.graph.graph[chain.start];
        let sources = self.chained_sources.remove(&chain.start).unwrap_or_default();
        let mut configs = std::mem::take(&mut chain.configs);
        configs.extend(sources.iter().map(|&source| self.chained_source(source)));
        for config in &mut configs {
            config.no_output_until_end_of_input = self.no_output_until_end_of_input[config.node.index()];
        }
        configs.sort_by_key(|config| (config.chain_index, self.graph.graph[config.node].id));
        let nodes = || configs.iter().map(|config| &self.graph.graph[config.node]);
        let vertex = JobVertex {
            id: self.hashes[chain.start.index()],
            name: vertex::chained_name(self.graph, chain.start, &configs),
            parallelism: if head.parallelism > 0 { head.parallelism } else { -1 },
            parallelism_configured: nodes().any(|node| node.parallelism_configured),
            max_parallelism: head.max_parallelism,
            invokable: head.job_vertex_class,
            input_output_format: nodes().any(|node| node.input_format || node.output_format),
            operators: std::mem::take(&mut chain.operators),
            outputs: Vec::new(),
            inputs: Vec::new(),
            in_physical_edges: BTreeMap::new(),
            coordinators: nodes().filter(|node| node.coordinator).count(),
            supports_concurrent_execution_attempts: nodes()
                .all(|node| node.supports_concurrent_execution_attempts),
            any_output_blocking: false,
            co_location_group: None,
            slot_sharing_group: None,
            chain: configs,
        };
        let members: Vec<_> = vertex.chain.iter().map(|config| config.node).collect();
        let index = self.job_graph.graph.add_node(vertex);
        for node in members {
            self.job_graph.vertex_of[node.index()] = index;
        }
        self.built[chain.start.index()] = true;
        Ok(index)
    }

    /// The configuration of a source that runs inside the vertex it feeds: always first.
    fn chained_source(&self, source: StreamNodeIndex) -> ChainedOperator {
        ChainedOperator {
            node: source,
            operator_id: self.hashes[source.index()],
            name: self.graph.graph[source].name.clone(),
            chain_index: 0,
            chain_start: false,
            chain_end: false,
            chained_outputs: Vec::new(),
            non_chained_outputs: Vec::new(),
            managed_memory_fractions: BTreeMap::new(),
            no_output_until_end_of_input: false,
        }
    }
}

/// An `OperatorIDPair` takes no empty name or uid.
fn refuse_empty_names(node: &StreamNode) -> Refused<()> {
    let field = match node.uid.as_deref() {
        _ if node.name.is_empty() => "name",
        Some("") => "uid",
        _ => return Ok(()),
    };
    let message = format!("Empty string operator {field} is not allowed");
    Err(Box::new(Refusal::illegal_argument(RefusalStage::JobGraph, message).at(node.call, Some(field))))
}
