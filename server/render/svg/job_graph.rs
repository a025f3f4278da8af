//! The JobGraph: vertices that list their operators, edges with how the data goes and how it is kept.

use super::measure::{self, META, NAME, Style, fit};
use super::sketch::{Figure, Identity, Link, Links, Row, Shape, Sketch, Span, Tone};
use super::subject::{Subject, align_widths, badge_width, short};
use crate::explain::Element;
use crate::job_graph::{JobEdgeIndex, JobVertexIndex};
use crate::render::chain::ChainTree;
use crate::render::visible::visible;
use crate::render::{GraphKind, names};

/// The most operators that a vertex lists.
pub const MOST_ROWS: usize = 24;
/// The widest a vertex gets.
pub const MOST_WIDTH: f64 = 190.0;
/// How far a row is moved to the right per branch, and how often at most.
pub const INDENT: f64 = 12.0;
const MOST_INDENT: usize = 4;

/// The sketch of a plan's JobGraph.
pub fn sketch(subject: &Subject<'_>) -> Sketch {
    let graph = &subject.plan.job_graph;
    let mut figures = Vec::new();
    let mut figure_of = vec![usize::MAX; graph.graph.node_count()];
    for (position, &vertex) in graph.topological.iter().enumerate() {
        figure_of[vertex.index()] = figures.len();
        figures.push(vertex_figure(subject, position, vertex));
    }
    align_widths(&mut figures);
    let links = links(subject, &figure_of);
    Sketch {
        graph: GraphKind::JobGraph,
        direction: subject.direction,
        figures,
        hulls: Vec::new(),
        links,
        note: None,
    }
}

fn vertex_figure(subject: &Subject<'_>, position: usize, index: JobVertexIndex) -> Figure {
    let nodes = &subject.plan.stream_graph.graph;
    let vertex = &subject.plan.job_graph.graph[index];
    let tree = ChainTree::of(subject.plan, index);
    let letter = names::letter(position);
    let parallelism = subject.parallelism(vertex.parallelism);
    let listed = tree.operators.iter().take(MOST_ROWS).map(|operator| short(&nodes[operator.node].name));
    let listed: Vec<_> = listed.collect();
    let label = format!("Job vertex {letter}: {}, {parallelism}", listed.join(", "));
    let members: Vec<_> =
        tree.operators.iter().map(|operator| Element::StreamNode(nodes[operator.node].id)).collect();
    let identity = subject.identity(vec![Element::JobVertex(index)], &members, Vec::new(), label);
    if subject.folded {
        let count = tree.operators.len();
        let meta = if count == 1 { parallelism } else { format!("{count} operators · {parallelism}") };
        let name = &nodes[tree.operators[tree.head].node].name;
        return subject.folded(identity, Some(position), name, meta, count > 1);
    }

    let mut meta = Vec::new();
    if vertex.max_parallelism > 0 && nodes_set_max_parallelism(subject, &tree) {
        meta.push(format!("max {}", vertex.max_parallelism));
    }
    let group = &nodes[tree.operators[tree.head].node].slot_sharing_group;
    meta.extend(subject.group(group).map(|group| format!("slot: {group}")));
    let rows = rows(subject, &tree);
    let meta = meta.join(" · ");
    let badge = 15.0 + badge_width(position, 18.0);
    let parallelism_width = measure::width(&parallelism, Style::Mono) + 9.0;
    let fitted = fit(&meta, META, MOST_WIDTH - badge - parallelism_width - 6.0, 1);
    let row_width = |row: &Row| row_start(row.indent) + measure::width(&row.name, NAME) + 8.0;
    let widest = rows.iter().map(row_width).fold(0.0, f64::max);
    let head = badge + measure::width(&fitted.lines[0], META) + 6.0 + parallelism_width;
    Figure {
        identity,
        vertex: Some(position),
        hull: None,
        width: widest.max(head).clamp(136.0, MOST_WIDTH),
        height: 50.0 + 15.0 * rows.len() as f64,
        full: rows.iter().any(|row| row.name.ends_with('…')).then(|| visible(&vertex.name).into_owned()),
        shape: Shape::Vertex { meta: fitted.lines.concat(), parallelism, rows, id: vertex.id.to_string() },
    }
}

/// Whether the program set a maximum parallelism, so that it is worth showing.
fn nodes_set_max_parallelism(subject: &Subject<'_>, tree: &ChainTree) -> bool {
    tree.operators.iter().any(|operator| subject.plan.stream_graph.graph[operator.node].max_parallelism > 0)
}

/// Where the name of an operator begins in its vertex.
pub fn row_start(indent: usize) -> f64 {
    10.0 + INDENT * indent as f64
}

fn rows(subject: &Subject<'_>, tree: &ChainTree) -> Vec<Row> {
    let nodes = &subject.plan.stream_graph.graph;
    rows_of(tree.operators.iter().map(|operator| (&*nodes[operator.node].name, operator.indent)))
}

/// The rows of a vertex with these operators, each with how deep it is in the tree of the chain.
pub fn rows_of<'a>(operators: impl ExactSizeIterator<Item = (&'a str, usize)>) -> Vec<Row> {
    let count = operators.len();
    let listed = if count > MOST_ROWS { MOST_ROWS - 1 } else { count };
    // The row at each indent that the next tree line goes on from.
    let mut last_at: Vec<usize> = Vec::new();
    let mut rows: Vec<Row> = Vec::with_capacity(listed + 1);
    for (at, (name, indent)) in operators.take(listed).enumerate() {
        let indent = indent.min(MOST_INDENT);
        let branches_from =
            if indent == 0 { None } else { last_at.get(indent).or(last_at.get(indent - 1)).copied() };
        last_at.truncate(indent);
        last_at.resize(indent + 1, at);
        let fitted = fit(&visible(name), NAME, MOST_WIDTH - row_start(indent) - 8.0, 1);
        rows.push(Row { name: fitted.lines.concat(), indent, branches_from });
    }
    if listed < count {
        let more = count - listed;
        rows.push(Row { name: format!("… {more} more"), indent: 1, branches_from: None });
    }
    rows
}

fn links(subject: &Subject<'_>, figure_of: &[usize]) -> Vec<Link> {
    let graph = &subject.plan.job_graph.graph;
    let mut links = Links::new(subject.folded);
    for edge in graph.edge_indices() {
        let Some((source, target)) = graph.edge_endpoints(edge) else { continue };
        let (from, to) = (figure_of[source.index()], figure_of[target.index()]);
        if from == usize::MAX || to == usize::MAX {
            continue;
        }
        let identity = link_identity(subject, edge);
        links.add(Link { identity, from, to, chain: None, head: true, label: label(subject, edge) });
    }
    links.finish()
}

fn label(subject: &Subject<'_>, edge: JobEdgeIndex) -> Vec<Vec<Span>> {
    let graph = &subject.plan.job_graph.graph;
    let weight = &graph[edge];
    let kind = Span::new(Tone::Kind, weight.partitioner.to_string());
    let pattern = weight.distribution_pattern.to_string();
    let mut label = match subject.folded || subject.direction == crate::render::Direction::Right {
        true => vec![vec![kind], vec![Span::new(Tone::More, pattern)]],
        false => vec![vec![kind, Span::new(Tone::More, format!(" · {pattern}"))]],
    };
    if let Some(partition_type) = partition_type(subject, edge)
        && !(subject.folded && Some(partition_type) == subject.common_partition_type)
    {
        label.push(vec![Span::new(Tone::More, partition_type.to_string())]);
    }
    label
}

fn partition_type(subject: &Subject<'_>, edge: JobEdgeIndex) -> Option<crate::flink::ResultPartitionType> {
    let graph = &subject.plan.job_graph.graph;
    let (producer, _) = graph.edge_endpoints(edge)?;
    graph[producer].outputs.get(graph[edge].data_set).map(|output| output.partition_type)
}

fn link_identity(subject: &Subject<'_>, index: JobEdgeIndex) -> Identity {
    let edge = &subject.plan.job_graph.graph[index];
    let stream_edge = &subject.plan.stream_graph.graph[edge.stream_edge];
    let source = subject.plan.stream_graph.node(stream_edge.source);
    let target = subject.plan.stream_graph.node(stream_edge.target);
    let mut label = format!(
        "{} to {}: {}, {}",
        short(&source.name),
        short(&target.name),
        edge.partitioner,
        edge.distribution_pattern
    );
    if let Some(partition_type) = partition_type(subject, index) {
        label.push_str(&format!(", {partition_type}"));
    }
    let stream_edge = Element::StreamEdge(edge.stream_edge);
    subject.identity(vec![Element::JobEdge(edge.stream_edge)], &[stream_edge], vec![stream_edge], label)
}
