//! What the elements of the graphs are called: `t5`, `n5`, `e4-5`, `x6`, `vC`, `j4-5`.
//!
//! Equal names are counterparts: drawings, source lines and lists that carry the same name light up together.

use crate::explain::Element;
use crate::flink::{OperatorId, TransformationId};
use crate::job_graph::JobVertexIndex;
use crate::planner::Plan;
use crate::stream_graph::{StreamEdge, StreamEdgeIndex, StreamNodeIndex};

/// The name of an element: a Transformation `t5`, a StreamNode `n5`, a virtual node `x6`, a StreamEdge `e4-5`, a
/// JobVertex `vC`, a JobEdge `j4-5`.
pub fn element_name(plan: &Plan, element: Element) -> String {
    match element {
        Element::Transformation(id) => format!("t{id}"),
        Element::StreamNode(id) => format!("n{id}"),
        Element::VirtualNode(id) => format!("x{id}"),
        Element::StreamEdge(edge) => format!("e{}", ends(&plan.stream_graph.graph[edge])),
        Element::JobEdge(edge) => format!("j{}", ends(&plan.stream_graph.graph[edge])),
        Element::JobVertex(vertex) => format!("v{}", letter(vertex_position(plan, vertex))),
    }
}

/// The element with this name, if the plan has one: [`element_name`] the other way round.
pub fn element_named(plan: &Plan, name: &str) -> Option<Element> {
    let kind = name.chars().next().filter(char::is_ascii)?;
    let rest = &name[1..];
    let id = || canonical(rest).map(TransformationId);
    match kind {
        't' => {
            let id = id()?;
            let mut all = plan.transformations.graph.node_weights();
            all.any(|transformation| transformation.id == id).then_some(Element::Transformation(id))
        }
        'n' => id().filter(|id| plan.stream_graph.indices.contains_key(id)).map(Element::StreamNode),
        'x' => {
            let graph = &plan.stream_graph;
            let is_virtual = |id: &TransformationId| {
                graph.virtual_partition_nodes.contains_key(id)
                    || graph.virtual_side_output_nodes.contains_key(id)
            };
            id().filter(is_virtual).map(Element::VirtualNode)
        }
        'e' => edge_between(plan, rest).map(Element::StreamEdge),
        'j' => {
            let edge = edge_between(plan, rest)?;
            let mut all = plan.job_graph.graph.edge_weights();
            all.any(|job_edge| job_edge.stream_edge == edge).then_some(Element::JobEdge(edge))
        }
        'v' => plan.job_graph.topological.get(position_of_letter(rest)?).copied().map(Element::JobVertex),
        _ => None,
    }
}

/// The StreamEdge with these ends: `4-5`, `4-5.1`.
fn edge_between(plan: &Plan, ends: &str) -> Option<StreamEdgeIndex> {
    let (source, target) = ends.split_once('-')?;
    let (target, nth) = match target.split_once('.') {
        // The first is written without a number.
        Some((target, nth)) => (target, canonical(nth).filter(|&nth| nth > 0)?),
        None => (target, 0),
    };
    let (source, target) = (TransformationId(canonical(source)?), TransformationId(canonical(target)?));
    let graph = &plan.stream_graph;
    let source = graph.indices.get(&source)?;
    let edges = graph.graph[*source].out_edges.iter().copied();
    edges.into_iter().find(|&edge| graph.graph[edge].target == target && graph.graph[edge].unique_id == nth)
}

/// A number as it is written in names: nothing but digits, and none too many.
fn canonical(digits: &str) -> Option<u32> {
    digits.parse().ok().filter(|number: &u32| number.to_string() == digits)
}

/// The position of a letter: [`letter`] the other way round.
fn position_of_letter(letters: &str) -> Option<usize> {
    // Six letters are more vertices than any plan has.
    if letters.is_empty() || letters.len() > 6 || !letters.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return None;
    }
    Some(letters.bytes().fold(0, |sum, byte| sum * 26 + usize::from(byte - b'A') + 1) - 1)
}

/// The two ends of a StreamEdge, and which of several it is between the same two nodes: `4-5`, `4-5.1`.
fn ends(edge: &StreamEdge) -> String {
    match edge.unique_id {
        0 => format!("{}-{}", edge.source, edge.target),
        nth => format!("{}-{}.{nth}", edge.source, edge.target),
    }
}

/// The letter of the vertex with this position in topological order: `A` to `Z`, then `AA`, `AB` …
pub fn letter(position: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = position + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + (rest % 26) as u8));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

/// An id as first 8 … last 4 digits, as Flink's own UI and logs make people know it.
pub fn short_id(id: &OperatorId) -> String {
    let id = id.to_string();
    format!("{}…{}", &id[..8], &id[id.len() - 4..])
}

/// A vertex's position in topological order.
pub fn vertex_position(plan: &Plan, vertex: JobVertexIndex) -> usize {
    plan.job_graph.topological.iter().position(|&other| other == vertex).unwrap_or(0)
}

/// The positions of all vertices in topological order, by their index; and of the vertex that each StreamNode is in.
#[derive(Clone, Debug)]
pub struct Letters {
    position: Vec<usize>,
}

impl Letters {
    /// Reads them from a plan.
    pub fn of(plan: &Plan) -> Self {
        let mut position = vec![0; plan.job_graph.graph.node_count()];
        for (at, &vertex) in plan.job_graph.topological.iter().enumerate() {
            if let Some(slot) = position.get_mut(vertex.index()) {
                *slot = at;
            }
        }
        Self { position }
    }

    /// The position of a vertex.
    pub fn position(&self, vertex: JobVertexIndex) -> usize {
        self.position.get(vertex.index()).copied().unwrap_or(0)
    }

    /// The position of the vertex that a StreamNode is in.
    pub fn position_of_node(&self, plan: &Plan, node: StreamNodeIndex) -> Option<usize> {
        plan.job_graph.vertex_of.get(node.index()).map(|&vertex| self.position(vertex))
    }

    /// The position of the vertex that a Transformation ends in: its own node's, or the writer's of what a sink
    /// expanded to.
    pub fn position_of_nodes(&self, plan: &Plan, nodes: &[StreamNodeIndex]) -> Option<usize> {
        let writer = nodes.iter().find(|&&node| plan.stream_graph.graph[node].yielding);
        self.position_of_node(plan, *writer.or(nodes.first())?)
    }
}

/// The StreamNodes that each Transformation of the program became, by id of the Transformation and in order of ids.
pub fn nodes_of_transformations(
    plan: &Plan,
) -> std::collections::BTreeMap<TransformationId, Vec<StreamNodeIndex>> {
    let mut nodes = std::collections::BTreeMap::<_, Vec<_>>::new();
    for node in plan.stream_graph.nodes_by_id() {
        nodes.entry(plan.stream_graph.graph[node].transformation).or_default().push(node);
    }
    nodes
}

#[cfg(test)]
mod tests {
    use super::{letter, position_of_letter};

    #[test]
    fn letters_and_positions_are_each_others_inverse() {
        for position in (0..2_000).chain([17_575, 18_277, 18_278]) {
            assert_eq!(position_of_letter(&letter(position)), Some(position));
        }
        for none in ["", "a", "A1", "É", "AAAAAAA"] {
            assert_eq!(position_of_letter(none), None, "{none}");
        }
    }

    #[test]
    fn letters_go_on_after_z() {
        let seen: Vec<_> = [0, 1, 25, 26, 27, 51, 52, 701, 702].map(letter).into();
        assert_eq!(seen, ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }
}
