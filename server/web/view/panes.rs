//! The panes: each graph's drawing, and over it what can be said of the whole graph.

use std::collections::HashSet;
use std::hash::Hash;

use super::{Asked, plural};
use crate::explain::Element;
use crate::planner::Plan;
use crate::render::svg::{self, View};
use crate::render::{Direction, GraphKind};
use crate::web::planning::Planned;

/// The graphs.
#[derive(Debug)]
pub enum Panes {
    /// All three beside each other.
    Beside([Pane; 3]),
    /// One that has the page to itself.
    Alone(Pane),
    /// There is no plan.
    Empty,
}

/// One graph.
#[derive(Debug)]
pub struct Pane {
    pub graph: GraphKind,
    pub facts: Vec<Fact>,
    /// The drawing as markup, or why there is none.
    pub drawing: Result<String, String>,
}

/// Something to say of a whole graph.
#[derive(Debug)]
pub struct Fact {
    pub counted: Option<Counted>,
    pub text: String,
}

/// How many elements there are, and at this step.
#[derive(Debug)]
pub struct Counted {
    /// Selects the elements in the drawing.
    pub selector: &'static str,
    pub total: usize,
    now: usize,
}

impl Panes {
    /// The drawings at a step.
    pub fn of(text: &str, planned: &Planned, asked: &Asked) -> Self {
        match asked.graph {
            Some(graph) => Self::Alone(Pane::of(text, planned, asked, graph, Direction::Right)),
            None => Self::Beside(
                GraphKind::ALL.map(|graph| Pane::of(text, planned, asked, graph, Direction::Down)),
            ),
        }
    }
}

impl Pane {
    fn of(text: &str, planned: &Planned, asked: &Asked, graph: GraphKind, direction: Direction) -> Self {
        let view = View { explanation: Some(&planned.explanation), step: asked.step, selected: None };
        let scene = svg::layout(&planned.plan, &planned.definition, Some(text), graph, direction);
        let drawing = scene.map(|scene| svg::draw(&scene, &view)).map_err(|error| error.to_string());
        Self { graph, facts: facts(planned, asked.step, graph), drawing }
    }
}

impl Counted {
    /// "5", or at a step where not all of them exist "2 of 5".
    pub fn shown(&self) -> String {
        match self.now == self.total {
            true => self.total.to_string(),
            false => format!("{} of {}", self.now, self.total),
        }
    }
}

impl Fact {
    fn text(text: String) -> Self {
        Self { counted: None, text }
    }

    fn count(
        planned: &Planned,
        step: Option<usize>,
        selector: &'static str,
        one: &str,
        elements: impl Iterator<Item = Element>,
    ) -> Self {
        let births = &planned.explanation.births;
        let exists = |element: &Element| {
            step.is_none_or(|step| births.get(element).is_none_or(|birth| *birth <= step))
        };
        let elements: Vec<_> = elements.collect();
        let (total, now) = (elements.len(), elements.iter().filter(|element| exists(element)).count());
        Self { counted: Some(Counted { selector, total, now }), text: plural(total, one) }
    }
}

fn facts(planned: &Planned, step: Option<usize>, graph: GraphKind) -> Vec<Fact> {
    let plan = &planned.plan;
    match graph {
        GraphKind::Transformations => vec![Fact::text(transformations(plan))],
        GraphKind::StreamGraph => {
            let graph = &plan.stream_graph.graph;
            let nodes = graph.node_weights().map(|node| Element::StreamNode(node.id));
            let edges = graph.edge_indices().map(Element::StreamEdge);
            let mut edges = Fact::count(planned, step, ".edge", "edge", edges);
            let chained = plan.job_graph.chainability.iter().filter(|edge| edge.holds()).count();
            if graph.edge_count() > 0 {
                edges.text.push_str(&format!(", {chained} chained"));
            }
            let modes = said_once(graph.edge_weights().map(|edge| edge.exchange_mode));
            let mut facts = vec![Fact::count(planned, step, ".node", "node", nodes), edges];
            facts.extend(modes.map(Fact::text));
            facts
        }
        GraphKind::JobGraph => {
            let graph = &plan.job_graph.graph;
            let vertices = graph.node_indices().map(Element::JobVertex);
            let edges = graph.edge_weights().map(|edge| Element::JobEdge(edge.stream_edge));
            // Each edge says its own result partition type.
            vec![
                Fact::count(planned, step, ".vertex", "vertex", vertices),
                Fact::count(planned, step, ".edge", "edge", edges),
            ]
        }
    }
}

fn transformations(plan: &Plan) -> String {
    let all = plan.transformations.reachable();
    match all.iter().filter(|&&index| plan.transformations.graph[index].kind.is_virtual()).count() {
        0 => format!("{}, none virtual", all.len()),
        number => format!("{}, of which {number} virtual", all.len()),
    }
}

/// What all have in common is said once, here.
fn said_once<T: Copy + Eq + Hash + ToString>(values: impl Iterator<Item = T>) -> Option<String> {
    let values: HashSet<T> = values.collect();
    match values.len() {
        1 => values.iter().next().map(|value| format!("all {}", value.to_string())),
        _ => None,
    }
}
