//! `StreamingJobGraphGenerator.createJobGraph`: the order of the steps, and the state that they share.

use super::chain_builder::ChainBuilder;
use super::{
    Chainability, Decision, Hashes, JobGraph, dynamic, managed_memory, partitions, slot_sharing,
    topological_order, validation, vertex,
};
use crate::flink::Refused;
use crate::stream_graph::StreamGraph;
use crate::trace::Trace;

/// Makes the JobGraph of a StreamGraph.
///
/// # Errors
/// What Flink refuses only now: empty names and uids, hybrid exchanges outside BATCH, co-location across groups.
pub fn generate<T: Trace<Decision>>(
    graph: &StreamGraph,
    hashes: &Hashes,
    chainability: Vec<Chainability>,
    trace: &mut T,
) -> Refused<JobGraph> {
    validation::validate(graph)?;
    let mut builder = ChainBuilder::new(graph, hashes, chainability);
    builder.set_chaining(trace)?;
    let (mut job_graph, chains) = builder.finish();
    if graph.dynamic {
        dynamic::set_vertex_parallelisms(graph, &mut job_graph, &chains, trace)?;
    }
    partitions::connect(graph, &mut job_graph, &chains, trace)?;
    job_graph.topological = topological_order::from_sources(&job_graph);
    slot_sharing::place(graph, &mut job_graph, trace)?;
    managed_memory::set_fractions(graph, &mut job_graph, trace)?;
    if graph.vertex_name_includes_index_prefix {
        vertex::add_index_prefixes(&mut job_graph);
    }
    Ok(job_graph)
}
