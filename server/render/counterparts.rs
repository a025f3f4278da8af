//! What an element of one graph is in the others.

use crate::explain::Element;
use crate::flink::TransformationId;
use crate::planner::Plan;
use crate::stream_graph::{StreamEdgeIndex, StreamNodeIndex};

/// The elements of the other graphs that this one became or was made from, those of the earlier graph first.
pub fn counterparts(plan: &Plan, element: Element) -> Vec<Element> {
    let graph = &plan.stream_graph;
    match element {
        Element::Transformation(id) => of_transformation(plan, id),
        Element::StreamNode(id) => {
            let Some(&node) = graph.indices.get(&id) else { return Vec::new() };
            let transformation = Element::Transformation(graph.graph[node].transformation);
            [transformation].into_iter().chain(vertex_of(plan, node)).collect()
        }
        Element::VirtualNode(id) => {
            let partition = graph.virtual_partition_nodes.get(&id).map(|node| node.transformation);
            let side_output = graph.virtual_side_output_nodes.get(&id).map(|node| node.transformation);
            let Some(transformation) = partition.or(side_output) else { return Vec::new() };
            let edges = edges_through(plan, transformation).map(Element::StreamEdge);
            std::iter::once(Element::Transformation(transformation)).chain(edges).collect()
        }
        Element::StreamEdge(edge) => {
            let Some(weight) = graph.graph.edge_weight(edge) else { return Vec::new() };
            let through = weight.through.iter().copied().map(Element::Transformation);
            let (source, target) = graph.graph.edge_endpoints(edge).unwrap_or_default();
            let job = match (vertex_of(plan, source), vertex_of(plan, target)) {
                (source, target) if source == target => source,
                _ => Some(Element::JobEdge(edge)),
            };
            through.chain(job).collect()
        }
        Element::JobVertex(vertex) => {
            let chain = plan.job_graph.graph.node_weight(vertex).map_or(&[][..], |vertex| &vertex.chain);
            chain.iter().map(|operator| Element::StreamNode(graph.graph[operator.node].id)).collect()
        }
        Element::JobEdge(edge) => {
            let through = graph.graph.edge_weight(edge).map_or(&[][..], |edge| &edge.through);
            let through = through.iter().copied().map(Element::Transformation);
            through.chain([Element::StreamEdge(edge)]).collect()
        }
    }
}

fn of_transformation(plan: &Plan, id: TransformationId) -> Vec<Element> {
    let graph = &plan.stream_graph;
    let nodes: Vec<StreamNodeIndex> =
        graph.graph.node_indices().filter(|&node| graph.graph[node].transformation == id).collect();
    let partitions =
        graph.virtual_partition_nodes.iter().map(|(&virtual_id, node)| (virtual_id, node.transformation));
    let side_outputs =
        graph.virtual_side_output_nodes.iter().map(|(&virtual_id, node)| (virtual_id, node.transformation));
    let virtual_nodes = partitions.chain(side_outputs).filter(|&(_, transformation)| transformation == id);
    let mut found: Vec<Element> =
        nodes.iter().map(|&node| Element::StreamNode(graph.graph[node].id)).collect();
    found.extend(virtual_nodes.map(|(virtual_id, _)| Element::VirtualNode(virtual_id)));
    found.extend(edges_through(plan, id).map(Element::StreamEdge));
    for node in nodes {
        found.extend(vertex_of(plan, node).filter(|vertex| !found.contains(vertex)));
    }
    found
}

/// The StreamEdges that took what this virtual Transformation says.
fn edges_through(plan: &Plan, id: TransformationId) -> impl Iterator<Item = StreamEdgeIndex> {
    let graph = &plan.stream_graph.graph;
    graph.edge_indices().filter(move |&edge| graph[edge].through.contains(&id))
}

fn vertex_of(plan: &Plan, node: StreamNodeIndex) -> Option<Element> {
    plan.job_graph.vertex_of.get(node.index()).copied().map(Element::JobVertex)
}
