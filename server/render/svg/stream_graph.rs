//! The StreamGraph: operators in the hulls of their vertices, edges that say why they do not chain.

use std::borrow::Cow;
use std::collections::HashMap;

use super::sketch::{Figure, Hull, Identity, Link, Links, Sketch};
use super::subject::{Subject, align_widths, short};
use crate::explain::Element;
use crate::explain::reasons::spoken;
use crate::flink::OperatorId;
use crate::render::chain::ChainTree;
use crate::render::visible::visible;
use crate::render::{Direction, GraphKind, names};
use crate::stream_graph::{StreamEdgeIndex, StreamNodeIndex};

/// The sketch of a plan's StreamGraph.
pub fn sketch(subject: &Subject<'_>) -> Sketch {
    let plan = subject.plan;
    let graph = &plan.stream_graph.graph;
    let mut figures = Vec::new();
    let mut hulls = Vec::new();
    let mut figure_of = vec![usize::MAX; graph.node_count()];
    for (position, &vertex) in plan.job_graph.topological.iter().enumerate() {
        let tree = ChainTree::of(plan, vertex);
        let ids: HashMap<StreamNodeIndex, OperatorId> = (plan.job_graph.graph[vertex].chain.iter())
            .map(|operator| (operator.node, operator.operator_id))
            .collect();
        if subject.folded {
            tree.operators.iter().for_each(|operator| figure_of[operator.node.index()] = figures.len());
            figures.push(folded(subject, position, &tree));
            continue;
        }
        let members: Vec<_> = (figures.len()..figures.len() + tree.operators.len()).collect();
        for operator in &tree.operators {
            figure_of[operator.node.index()] = figures.len();
            let mut figure = node(subject, operator.node, position, ids.get(&operator.node).copied());
            figure.hull = (members.len() > 1).then_some(hulls.len());
            figures.push(figure);
        }
        if members.len() > 1 {
            hulls.push(Hull { vertex: position, head: members[tree.head], members });
        }
    }
    align_widths(&mut figures);
    let links = links(subject, &figures, &figure_of);
    Sketch { graph: GraphKind::StreamGraph, direction: subject.direction, figures, hulls, links, note: None }
}

fn node(subject: &Subject<'_>, index: StreamNodeIndex, vertex: usize, id: Option<OperatorId>) -> Figure {
    let node = &subject.plan.stream_graph.graph[index];
    let mut facts = vec![node.id.to_string(), subject.parallelism(node.parallelism)];
    if node.max_parallelism > 0 {
        facts.push(format!("max {}", node.max_parallelism));
    }
    if subject.is_async(node.call) {
        facts.push("async".to_owned());
    }
    let plain = facts.join(" · ");
    facts.extend(subject.group(&node.slot_sharing_group).map(Cow::into_owned));
    let facts = facts.join(" · ");
    let letter = names::letter(vertex);
    let label = format!("{}, {facts}, job vertex {letter}", node.name);
    let counterparts = vec![Element::Transformation(node.transformation)];
    let identity = subject.identity(vec![Element::StreamNode(node.id)], &[], counterparts, label);
    let mut lines = vec![vec![facts, plain]];
    if subject.direction == Direction::Right {
        let id = id.map(|id| names::short_id(&id));
        let uid = node.uid.as_ref().map(|uid| format!("uid {}", visible(uid)));
        lines.extend(uid.or(id).map(|line| vec![line]));
    }
    subject.operator(identity, Some(vertex), &node.name, lines)
}

fn folded(subject: &Subject<'_>, position: usize, tree: &ChainTree) -> Figure {
    let graph = &subject.plan.stream_graph.graph;
    let head = &graph[tree.operators[tree.head].node];
    let count = tree.operators.len();
    let meta = match count {
        1 => subject.parallelism(head.parallelism),
        _ => format!("{count} operators · {}", subject.parallelism(head.parallelism)),
    };
    let letter = names::letter(position);
    let label = format!("{}, {meta}, job vertex {letter}, folded", short(&head.name));
    let vertex = subject.plan.job_graph.topological[position];
    let own = tree.operators.iter().map(|operator| Element::StreamNode(graph[operator.node].id)).collect();
    let identity = subject.identity(own, &[Element::JobVertex(vertex)], Vec::new(), label);
    subject.folded(identity, Some(position), &head.name, meta, count > 1)
}

fn links(subject: &Subject<'_>, figures: &[Figure], figure_of: &[usize]) -> Vec<Link> {
    let graph = &subject.plan.stream_graph.graph;
    let mut links = Links::new(subject.folded);
    for edge in graph.edge_indices() {
        let Some((source, target)) = graph.edge_endpoints(edge) else { continue };
        let (from, to) = (figure_of[source.index()], figure_of[target.index()]);
        if from == usize::MAX || to == usize::MAX {
            continue;
        }
        let chained = subject.reasons.of_edge(edge).is_none();
        links.add(Link {
            identity: link_identity(subject, edge),
            from,
            to,
            chain: if chained { figures[from].vertex } else { None },
            head: !chained,
            label: subject.edge_label(edge),
        });
    }
    links.finish()
}

fn link_identity(subject: &Subject<'_>, edge: StreamEdgeIndex) -> Identity {
    let graph = &subject.plan.stream_graph.graph;
    let weight = &graph[edge];
    let (source, target) =
        (subject.plan.stream_graph.node(weight.source), subject.plan.stream_graph.node(weight.target));
    let mut label = format!("{} to {}: {}", short(&source.name), short(&target.name), weight.partitioner);
    if let Some(tag) = &weight.output_tag {
        label.push_str(&format!(", side output {}", short(tag)));
    }
    label.push_str(&match subject.reasons.of_edge(edge) {
        None => ", chained".to_owned(),
        Some(reason) => format!(", does not chain, {}", spoken(&reason)),
    });
    let mut counterparts: Vec<_> = weight.through.iter().map(|&id| Element::Transformation(id)).collect();
    counterparts.push(Element::JobEdge(edge));
    subject.identity(vec![Element::StreamEdge(edge)], &[], counterparts, label)
}
