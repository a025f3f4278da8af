//! The plan that is explained, with the names that people know its elements by, and words that all phases use.

use super::{Element, Step, letter};
use crate::flink::TransformationId;
use crate::job_graph::JobVertexIndex;
use crate::planner::Plan;
use crate::stream_graph::{StreamEdgeIndex, StreamNode, StreamNodeIndex};
use crate::transformation::{Transformation, TransformationIndex};

/// A step, and the element that begins to exist with it.
pub(super) struct Told {
    pub(super) step: Step,
    pub(super) born: Option<Element>,
}

impl From<Step> for Told {
    fn from(step: Step) -> Self {
        Self { step, born: None }
    }
}

/// The plan that is explained, with the names that people know its elements by.
pub(super) struct Subject<'a> {
    pub(super) plan: &'a Plan,
    /// For each Transformation, by id, its place in the graph.
    transformations: Vec<Option<TransformationIndex>>,
    /// For each JobVertex its position in topological order.
    positions: Vec<usize>,
}

impl<'a> Subject<'a> {
    pub(super) fn new(plan: &'a Plan) -> Self {
        let mut transformations = vec![None; plan.transformations.last_id as usize + 1];
        for index in plan.transformations.graph.node_indices() {
            transformations[plan.transformations.graph[index].id.0 as usize] = Some(index);
        }
        let mut positions = vec![0; plan.job_graph.graph.node_count()];
        for (position, vertex) in plan.job_graph.topological.iter().enumerate() {
            positions[vertex.index()] = position;
        }
        Self { plan, transformations, positions }
    }

    pub(super) fn transformation(&self, id: TransformationId) -> &'a Transformation {
        let index = self.transformations[id.0 as usize].expect("decisions name Transformations of the plan");
        &self.plan.transformations.graph[index]
    }

    pub(super) fn node(&self, index: StreamNodeIndex) -> &'a StreamNode {
        &self.plan.stream_graph.graph[index]
    }

    /// A Transformation as people know it: its name and id.
    pub(super) fn transformation_name(&self, id: TransformationId) -> String {
        let transformation = self.transformation(id);
        format!("{} (#{id})", short(&transformation.name))
    }

    /// A StreamNode as people know it: its name and id.
    pub(super) fn node_name(&self, index: StreamNodeIndex) -> String {
        let node = self.node(index);
        format!("{} ({})", short(&node.name), node.id)
    }

    /// A real or virtual node by its id.
    pub(super) fn any_node_name(&self, id: TransformationId) -> String {
        match self.plan.stream_graph.indices.get(&id) {
            Some(&index) => self.node_name(index),
            None => format!("virtual node {id}"),
        }
    }

    /// Both ends of a StreamEdge.
    pub(super) fn edge_name(&self, edge: StreamEdgeIndex) -> String {
        let edge = &self.plan.stream_graph.graph[edge];
        format!("{} → {}", self.any_node_name(edge.source), self.any_node_name(edge.target))
    }

    /// The elements at both ends of a StreamEdge.
    pub(super) fn ends(&self, edge: StreamEdgeIndex) -> Vec<Element> {
        let edge = &self.plan.stream_graph.graph[edge];
        vec![Element::StreamNode(edge.source), Element::StreamNode(edge.target)]
    }

    pub(super) fn node_element(&self, index: StreamNodeIndex) -> Element {
        Element::StreamNode(self.node(index).id)
    }

    /// The operator that heads a JobVertex.
    pub(super) fn head(&self, vertex: JobVertexIndex) -> &'a StreamNode {
        self.node(self.plan.job_graph.graph[vertex].head())
    }

    /// The letter of a JobVertex.
    pub(super) fn vertex_letter(&self, vertex: JobVertexIndex) -> String {
        letter(self.positions[vertex.index()])
    }

    /// JobVertices by their letters, in order: "JobVertex A", "JobVertices A and B".
    pub(super) fn job_vertices(&self, vertices: &[JobVertexIndex]) -> String {
        let mut positions: Vec<_> = vertices.iter().map(|vertex| self.positions[vertex.index()]).collect();
        positions.sort_unstable();
        let kind = if positions.len() == 1 { "JobVertex" } else { "JobVertices" };
        format!("{kind} {}", list(&positions.into_iter().map(letter).collect::<Vec<_>>()))
    }
}

/// A name cut to what a sentence can carry.
pub(super) fn short(name: &str) -> String {
    const LONGEST: usize = 60;
    match name.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// "a", "a and b", "a, b and c"; long lists are cut with a count.
pub(super) fn list(items: &[String]) -> String {
    const MOST: usize = 12;
    match items {
        [] => "none".to_owned(),
        [only] => only.clone(),
        _ if items.len() > MOST => format!("{} and {} more", items[..MOST].join(", "), items.len() - MOST),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// A parallelism or maximum parallelism, which may not be set.
pub(super) fn or_unset(number: i32) -> String {
    if number > 0 { number.to_string() } else { "unset".to_owned() }
}
