//! Everything there is to say of one element of a plan: what the inspector shows and the API answers.

use std::collections::BTreeSet;

use super::planning::Planned;
use crate::explain::reasons::Reasons;
use crate::explain::{Element, Step};
use crate::flink::TransformationId;
use crate::planner::Plan;
use crate::render::chain::ChainTree;
use crate::render::counterparts::counterparts;
use crate::render::names::element_named;
use crate::render::{Record, dump_element};
use crate::stream_graph::StreamEdgeIndex;

/// An element with all that is known of it.
#[derive(Debug)]
pub struct ElementReport<'a> {
    pub element: Element,
    /// Its part of the dump; the first record is the element itself.
    pub records: Vec<Record>,
    /// The step at which it begins to exist; `None` if it is there from the start.
    pub born: Option<usize>,
    /// For a StreamEdge, whether it chains.
    pub chaining: Option<Chaining<'a>>,
    /// For a StreamNode and a JobVertex the edges in and out.
    pub edges: Vec<Near>,
    /// For a JobVertex its operators, in the order of the chain.
    pub chain: Option<ChainTree>,
    pub counterparts: Vec<Element>,
    /// The calls of the definition that it comes from, in order.
    pub calls: Vec<usize>,
    /// The steps that decide about it or read it, with their numbers.
    pub steps: Vec<(usize, &'a Step)>,
}

/// Whether a StreamEdge chains, as it was decided.
#[derive(Debug)]
pub struct Chaining<'a> {
    /// The step that decided it.
    pub number: usize,
    pub step: &'a Step,
    /// Why not, in a few words.
    pub reason: Option<String>,
}

/// An edge that enters or leaves an element.
#[derive(Debug)]
pub struct Near {
    pub edge: Element,
    pub leaves: bool,
    /// The element at its other end.
    pub other: Element,
    /// Why it does not chain, for those that do not.
    pub reason: Option<String>,
}

impl<'a> ElementReport<'a> {
    /// What is known of the element with this name, if the plan has one.
    pub fn of(planned: &'a Planned, reasons: &Reasons<'_>, name: &str) -> Option<Self> {
        let plan = &planned.plan;
        let element = element_named(plan, name)?;
        let explanation = &planned.explanation;
        let chaining = match element {
            Element::StreamEdge(edge) => chaining(planned, reasons, edge),
            _ => None,
        };
        let chain = match element {
            Element::JobVertex(vertex) => Some(ChainTree::of(plan, vertex)),
            _ => None,
        };
        let numbered = (1..).zip(&explanation.steps);
        Some(Self {
            element,
            records: dump_element(plan, element),
            born: explanation.births.get(&element).copied(),
            chaining,
            edges: edges(plan, reasons, element),
            chain,
            counterparts: counterparts(plan, element),
            calls: calls(plan, element).into_iter().collect(),
            steps: numbered.filter(|(_, step)| step.is_about(element)).collect(),
        })
    }
}

/// The last step that decided whether an edge chains: in the end that is how it is.
fn chaining<'a>(planned: &'a Planned, reasons: &Reasons<'_>, edge: StreamEdgeIndex) -> Option<Chaining<'a>> {
    let steps = &planned.explanation.steps;
    let decided = |step: &Step| step.chains.is_some() && step.decides == Some(Element::StreamEdge(edge));
    let index = steps.iter().rposition(decided)?;
    Some(Chaining { number: index + 1, step: &steps[index], reason: reasons.of_edge(edge) })
}

fn edges(plan: &Plan, reasons: &Reasons<'_>, element: Element) -> Vec<Near> {
    match element {
        Element::StreamNode(id) => {
            let Some(&index) = plan.stream_graph.indices.get(&id) else { return Vec::new() };
            let node = &plan.stream_graph.graph[index];
            let near = |edge: StreamEdgeIndex, leaves: bool| {
                let weight = &plan.stream_graph.graph[edge];
                let other = Element::StreamNode(if leaves { weight.target } else { weight.source });
                Near { edge: Element::StreamEdge(edge), leaves, other, reason: reasons.of_edge(edge) }
            };
            let enter = node.in_edges.iter().map(|&edge| near(edge, false));
            enter.chain(node.out_edges.iter().map(|&edge| near(edge, true))).collect()
        }
        Element::JobVertex(vertex) => {
            let graph = &plan.job_graph.graph;
            let near = |edge, leaves: bool| {
                let (source, target) = graph.edge_endpoints(edge)?;
                let stream_edge = graph[edge].stream_edge;
                let other = Element::JobVertex(if leaves { target } else { source });
                let reason = reasons.of_edge(stream_edge);
                Some(Near { edge: Element::JobEdge(stream_edge), leaves, other, reason })
            };
            let Some(vertex) = graph.node_weight(vertex) else { return Vec::new() };
            let enter = vertex.inputs.iter().map(|&edge| near(edge, false));
            let leave = vertex.outputs.iter().flat_map(|output| &output.consumers);
            enter.chain(leave.map(|&edge| near(edge, true))).flatten().collect()
        }
        _ => Vec::new(),
    }
}

/// The calls that an element comes from: an edge's are the partitionings that it ran through, else its consumer's.
fn calls(plan: &Plan, element: Element) -> BTreeSet<usize> {
    let graph = &plan.stream_graph;
    let of_transformation = |id: TransformationId| {
        let mut all = plan.transformations.graph.node_weights();
        all.find(|transformation| transformation.id == id).map(|transformation| transformation.call)
    };
    match element {
        Element::Transformation(id) => of_transformation(id).into_iter().collect(),
        Element::StreamNode(id) => {
            graph.indices.get(&id).map(|&node| graph.graph[node].call).into_iter().collect()
        }
        Element::VirtualNode(id) => {
            let partition = graph.virtual_partition_nodes.get(&id).map(|node| node.transformation);
            let side_output = graph.virtual_side_output_nodes.get(&id).map(|node| node.transformation);
            partition.or(side_output).and_then(of_transformation).into_iter().collect()
        }
        Element::StreamEdge(edge) | Element::JobEdge(edge) => {
            let through = graph.graph[edge].through.iter().copied().filter_map(of_transformation);
            let calls: BTreeSet<usize> = through.collect();
            if calls.is_empty() { BTreeSet::from([graph.node(graph.graph[edge].target).call]) } else { calls }
        }
        Element::JobVertex(vertex) => {
            let chain = &plan.job_graph.graph[vertex].chain;
            chain.iter().map(|operator| graph.graph[operator.node].call).collect()
        }
    }
}
