//! The plan of a JobGraph that was pasted as such: drawn as a JobGraph, with the operators that its descriptions list.

use super::job_graph::{MOST_ROWS, MOST_WIDTH, row_start, rows_of};
use super::measure::{self, NAME, Style, fit};
use super::sketch::{Figure, Identity, Link, Links, Row, Shape, Sketch, Span, Tone};
use super::subject::{align_widths, badge_width, short};
use crate::frontend::{JobPlan, JobPlanEdge, JobPlanVertex};
use crate::render::chain::described_indents;
use crate::render::names::letter;
use crate::render::visible::visible;
use crate::render::{Direction, GraphKind};

/// The sketch of a job's plan.
pub fn sketch(plan: &JobPlan, direction: Direction, folded: bool) -> Sketch {
    let vertices = plan.vertices.iter().enumerate();
    let mut figures: Vec<Figure> =
        vertices.map(|(position, vertex)| figure(position, vertex, folded)).collect();
    align_widths(&mut figures);
    let mut links = Links::new(folded);
    for (number, edge) in plan.edges.iter().enumerate() {
        links.add(link(plan, number, edge));
    }
    let links = links.finish();
    Sketch { graph: GraphKind::JobGraph, direction, figures, hulls: Vec::new(), links, note: None }
}

/// A parallelism, or that the scheduler decides it.
fn parallelism(vertex: &JobPlanVertex) -> String {
    match vertex.parallelism {
        Some(parallelism) if parallelism > 0 => format!("p={parallelism}"),
        _ => "p=auto".to_owned(),
    }
}

fn figure(position: usize, vertex: &JobPlanVertex, folded: bool) -> Figure {
    let letter = letter(position);
    let parallelism = parallelism(vertex);
    let listed: Vec<_> =
        vertex.operators.iter().take(MOST_ROWS).map(|operator| short(&operator.name)).collect();
    let identity = Identity {
        own: Vec::new(),
        names: vec![format!("v{letter}")],
        counterparts: Vec::new(),
        label: visible(&format!("Job vertex {letter}: {}, {parallelism}", listed.join(", "))).into_owned(),
    };
    let head = vertex.operators.first().map_or("", |operator| operator.name.as_str());
    if folded {
        let count = vertex.operators.len();
        let meta = if count == 1 { parallelism } else { format!("{count} operators · {parallelism}") };
        return super::subject::folded(identity, Some(position), head, meta, count > 1);
    }
    let indents = described_indents(&vertex.operators);
    let names = vertex.operators.iter().map(|operator| &*operator.name);
    let rows = rows_of(names.zip(indents));
    let row_width = |row: &Row| row_start(row.indent) + measure::width(&row.name, NAME) + 8.0;
    let badge = 15.0 + badge_width(position, 18.0) + measure::width(&parallelism, Style::Mono) + 15.0;
    let widest = rows.iter().map(row_width).fold(badge, f64::max);
    Figure {
        identity,
        vertex: Some(position),
        hull: None,
        width: widest.clamp(136.0, MOST_WIDTH),
        height: 50.0 + 15.0 * rows.len() as f64,
        full: rows.iter().any(|row| row.name.ends_with('…')).then(|| visible(head).into_owned()),
        shape: Shape::Vertex { meta: String::new(), parallelism, rows, id: shown_id(&vertex.id) },
    }
}

/// An id, unless it is no id of Flink's: then as much as fits.
fn shown_id(id: &str) -> String {
    const DIGITS: usize = 32;
    visible(id).chars().take(DIGITS).collect()
}

fn link(plan: &JobPlan, number: usize, edge: &JobPlanEdge) -> Link {
    let name = |vertex: usize| {
        plan.vertices[vertex].operators.first().map_or_else(String::new, |operator| short(&operator.name))
    };
    let told = |text: &Option<String>| {
        text.as_deref().map(|text| fit(&visible(text), Style::Mono, 150.0, 1).lines.concat())
    };
    let strategy = told(&edge.ship_strategy).unwrap_or_else(|| "?".to_owned());
    let mut label = vec![vec![Span::new(Tone::Kind, strategy.clone())]];
    label.extend(told(&edge.exchange).map(|exchange| vec![Span::new(Tone::More, exchange)]));
    let identity = Identity {
        own: Vec::new(),
        names: vec![format!("j{}-{}.{number}", letter(edge.from), letter(edge.to))],
        counterparts: Vec::new(),
        label: format!("{} to {}: {strategy}", name(edge.from), name(edge.to)),
    };
    Link { identity, from: edge.from, to: edge.to, chain: None, head: true, label }
}
