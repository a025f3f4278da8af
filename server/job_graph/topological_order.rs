//! `JobGraph.getVerticesSortedTopologicallyFromSources`: Flink's own topological order of the vertices.

use super::{JobGraph, JobVertexIndex};

/// Sources first, in the order of their creation; then depth first from each vertex of the list so far, taking every
/// consumer whose producers have all been taken.
pub(super) fn from_sources(job_graph: &JobGraph) -> Vec<JobVertexIndex> {
    let graph = &job_graph.graph;
    // For each vertex how many of its inputs come from vertices that have not been taken.
    let mut open_inputs: Vec<usize> = graph.node_weights().map(|vertex| vertex.inputs.len()).collect();
    let mut sorted: Vec<_> = graph.node_indices().filter(|&index| graph[index].inputs.is_empty()).collect();
    let mut taken: Vec<bool> = open_inputs.iter().map(|&inputs| inputs == 0).collect();
    let take = |open_inputs: &mut Vec<usize>, vertex: JobVertexIndex| {
        for edge in consumers(job_graph, vertex) {
            open_inputs[edge.index()] -= 1;
        }
    };
    for &source in &sorted {
        take(&mut open_inputs, source);
    }
    let mut next = 0;
    while let Some(&start) = sorted.get(next) {
        next += 1;
        let mut walk = vec![consumers(job_graph, start)];
        while let Some(targets) = walk.last_mut() {
            let Some(target) = targets.next() else {
                walk.pop();
                continue;
            };
            if !taken[target.index()] && open_inputs[target.index()] == 0 {
                taken[target.index()] = true;
                take(&mut open_inputs, target);
                sorted.push(target);
                walk.push(consumers(job_graph, target));
            }
        }
    }
    sorted
}

/// The vertices that read a vertex's data sets, in order, once for each edge.
fn consumers(job_graph: &JobGraph, vertex: JobVertexIndex) -> impl Iterator<Item = JobVertexIndex> + '_ {
    let edges = job_graph.graph[vertex].outputs.iter().flat_map(|output| &output.consumers);
    edges.map(|&edge| job_graph.graph.edge_endpoints(edge).expect("consumers are edges of the graph").1)
}
