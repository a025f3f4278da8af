//! What only a dynamic graph does: partitioners that wait for chaining, vertices whose parallelism is decided at run
//! time, and forward groups, whose members have one parallelism.

use petgraph::unionfind::UnionFind;

use super::chain_builder::Chain;
use super::{Decision, JobGraph, JobVertexIndex};
use crate::flink::{Refusal, RefusalStage, Refused, StreamPartitioner};
use crate::stream_graph::{StreamEdgeIndex, StreamGraph};
use crate::trace::Trace;
use crate::transformation::PARALLELISM_DEFAULT;

/// `tryConvertPartitionerForDynamicGraph`: what was put where the program set nothing is FORWARD if the edge chains, and
/// RESCALE otherwise.
pub(super) fn convert_partitioner<T: Trace<Decision>>(
    job_graph: &mut JobGraph,
    edge: StreamEdgeIndex,
    depth: u32,
    trace: &mut T,
) {
    if job_graph.partitioners[edge.index()] != StreamPartitioner::ForwardForUnspecified {
        return;
    }
    let chained = job_graph.chainability[edge.index()].holds();
    let partitioner = if chained { StreamPartitioner::Forward } else { StreamPartitioner::Rescale };
    job_graph.partitioners[edge.index()] = partitioner;
    trace.decide(|| Decision::PartitionerConverted { edge, partitioner, chained, depth });
}

/// `setVertexParallelismsForDynamicGraphIfNecessary`.
pub(super) fn set_vertex_parallelisms<T: Trace<Decision>>(
    graph: &StreamGraph,
    job_graph: &mut JobGraph,
    chains: &[Chain],
    trace: &mut T,
) -> Refused<()> {
    if graph.auto_parallelism {
        for vertex in job_graph.graph.node_indices() {
            if !job_graph.graph[vertex].parallelism_configured {
                job_graph.set_parallelism(vertex, PARALLELISM_DEFAULT);
                trace.decide(|| Decision::ParallelismLeftOpen { vertex });
            }
        }
    }
    for group in forward_groups(graph, job_graph, chains) {
        let decided = group.iter().map(|&vertex| job_graph.graph[vertex].parallelism).find(|&it| it > 0);
        let smallest_max =
            group.iter().map(|&vertex| job_graph.graph[vertex].max_parallelism).filter(|&it| it > 0).min();
        if let (Some(parallelism), Some(max_parallelism)) = (decided, smallest_max)
            && max_parallelism < parallelism
        {
            let message = "There is a job vertex in the forward group whose maximum parallelism is smaller than the \
                           group's parallelism";
            return Err(Box::new(Refusal::illegal_state(RefusalStage::JobGraph, message)));
        }
        trace.decide(|| Decision::ForwardGroup {
            vertices: group.clone(),
            parallelism: decided,
            max_parallelism: smallest_max,
        });
        for vertex in group {
            if let Some(parallelism) = decided {
                job_graph.set_parallelism(vertex, parallelism);
                job_graph.graph[vertex].parallelism_configured = true;
            }
            if let Some(max_parallelism) = smallest_max {
                job_graph.set_max_parallelism(vertex, max_parallelism);
            }
        }
    }
    Ok(())
}

/// Vertices that explicit FORWARD edges connect, for each group of more than one.
fn forward_groups(graph: &StreamGraph, job_graph: &JobGraph, chains: &[Chain]) -> Vec<Vec<JobVertexIndex>> {
    let mut sets = UnionFind::<usize>::new(job_graph.graph.node_count());
    for chain in chains {
        for &edge in &chain.transitive_out_edges {
            if job_graph.partitioners[edge.index()].is_forward() {
                let target = graph.indices[&graph.graph[edge].target];
                sets.union(chain.vertex.index(), job_graph.vertex_of[target.index()].index());
            }
        }
    }
    let mut groups: Vec<Vec<JobVertexIndex>> = vec![Vec::new(); job_graph.graph.node_count()];
    for vertex in job_graph.graph.node_indices() {
        groups[sets.find(vertex.index())].push(vertex);
    }
    groups.retain(|group| group.len() > 1);
    groups
}

impl JobGraph {
    /// Sets the parallelism of a vertex and of the operators in it.
    fn set_parallelism(&mut self, vertex: JobVertexIndex, parallelism: i32) {
        self.graph[vertex].parallelism = parallelism;
        for operator in &self.graph[vertex].chain {
            self.parallelism_of[operator.node.index()] = parallelism;
        }
    }

    /// Sets the maximum parallelism of a vertex and of the operators in it.
    fn set_max_parallelism(&mut self, vertex: JobVertexIndex, max_parallelism: i32) {
        self.graph[vertex].max_parallelism = max_parallelism;
        for operator in &self.graph[vertex].chain {
            self.max_parallelism_of[operator.node.index()] = max_parallelism;
        }
    }
}
