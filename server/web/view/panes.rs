//! The panes: each graph's drawing, and over it what can be said of the whole graph.

use std::collections::HashSet;
use std::hash::Hash;

use super::{Links, count, plural};
use crate::explain::Element;
use crate::frontend::{Assumption, JobPlan, OperatorDefinition};
use crate::planner::Plan;
use crate::render::names::element_named;
use crate::render::svg::{self, LayoutError, View};
use crate::render::{Direction, GraphKind};
use crate::web::planning::{Examined, Planned};

/// The graphs.
#[derive(Debug)]
pub enum Panes {
    /// All three beside each other.
    Beside([Pane; 3]),
    /// One that has the page to itself.
    Alone(Pane),
    /// The only one that there is.
    Only(Pane),
    /// There is no plan.
    Empty,
}

/// One graph.
#[derive(Debug)]
pub struct Pane {
    pub graph: GraphKind,
    pub facts: Vec<Fact>,
    /// What all its edges have in common.
    pub in_common: Option<String>,
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
    pub kind: Kind,
    total: usize,
    now: usize,
}

/// What is counted. A drawing need not show each of them: vertices of large plans are folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    StreamNodes,
    StreamEdges,
    JobVertices,
    JobEdges,
}

impl Panes {
    /// The drawings at a step.
    pub fn of(text: &str, examined: &Examined, planned: &Planned, links: &Links) -> Self {
        let assumed = assumed(planned, &examined.assumptions);
        let pane = |graph, direction| Pane::of(text, planned, links, graph, direction, &assumed);
        match links.asked.graph {
            Some(graph) => Self::Alone(pane(graph, Direction::Right)),
            None => Self::Beside(GraphKind::ALL.map(|graph| pane(graph, Direction::Down))),
        }
    }
}

impl Panes {
    /// The drawing of a JobGraph's plan that was pasted as such.
    pub fn of_job_plan(plan: &JobPlan) -> Self {
        let scene = svg::layout_job_plan(plan, Direction::Right);
        let drawing =
            scene.map(|scene| svg::draw(&scene, &View::default())).map_err(|error| not_drawn(&error));
        let facts = vec![
            Fact::text(count(plan.vertices.len(), "vertex")),
            Fact::text(count(plan.edges.len(), "edge")),
        ];
        Self::Only(Pane { graph: GraphKind::JobGraph, facts, in_common: None, drawing })
    }
}

impl Pane {
    fn of(
        text: &str,
        planned: &Planned,
        links: &Links,
        graph: GraphKind,
        direction: Direction,
        assumed: &[Element],
    ) -> Self {
        let asked = &links.asked;
        let select = links.lead.then(|| links.select_prefix());
        let view = View {
            explanation: Some(&planned.explanation),
            step: asked.step,
            selected: asked.select.as_deref().and_then(|name| element_named(&planned.plan, name)),
            select: select.as_deref(),
            assumed,
        };
        let scene = svg::layout(&planned.plan, &planned.definition, Some(text), graph, direction);
        let drawing = scene.map(|scene| svg::draw(&scene, &view)).map_err(|error| not_drawn(&error));
        let in_common = match graph {
            GraphKind::StreamGraph => {
                said_once(planned.plan.stream_graph.graph.edge_weights().map(|edge| edge.exchange_mode))
            }
            // Each JobEdge says its own result partition type.
            GraphKind::Transformations | GraphKind::JobGraph => None,
        };
        Self { graph, facts: facts(planned, asked.step, graph), in_common, drawing }
    }
}

/// The operators that rest on an assumption: those of the innermost call whose text leaves something open.
fn assumed(planned: &Planned, assumptions: &[Assumption]) -> Vec<Element> {
    let operators = &planned.definition.operators;
    let mut calls = HashSet::new();
    for Assumption { span, .. } in assumptions {
        let is_around = |operator: &OperatorDefinition| {
            operator.span.start <= span.start && span.end <= operator.span.end
        };
        let around = operators.iter().enumerate().filter(|(_, operator)| is_around(operator));
        let innermost = around.min_by_key(|(_, operator)| operator.span.end - operator.span.start);
        calls.extend(innermost.map(|(call, _)| call));
    }
    let nodes = planned.plan.stream_graph.graph.node_weights().filter(|node| calls.contains(&node.call));
    let nodes =
        nodes.flat_map(|node| [Element::StreamNode(node.id), Element::Transformation(node.transformation)]);
    nodes.collect()
}

/// Why there is no drawing, and what there is instead.
fn not_drawn(error: &LayoutError) -> String {
    let why = match error {
        LayoutError::TooLarge { boxes, lines } => {
            format!("is too large to be drawn, with {} and {}", count(*boxes, "box"), count(*lines, "line"))
        }
        LayoutError::Failed(_) => "could not be drawn".to_owned(),
    };
    format!("This graph {why}; once the plan is saved, Export offers all of it as Mermaid and DOT.")
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::StreamNodes, Self::StreamEdges, Self::JobVertices, Self::JobEdges];

    /// Its name for the script.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StreamNodes => "stream-nodes",
            Self::StreamEdges => "stream-edges",
            Self::JobVertices => "job-vertices",
            Self::JobEdges => "job-edges",
        }
    }

    /// What one of them is called.
    const fn one(self) -> &'static str {
        match self {
            Self::StreamNodes => "node",
            Self::JobVertices => "vertex",
            Self::StreamEdges | Self::JobEdges => "edge",
        }
    }

    /// For each of a plan's elements the step that makes it, in order; 0 for what was there before.
    pub fn births(self, planned: &Planned) -> Vec<usize> {
        let (stream_graph, job_graph) = (&planned.plan.stream_graph.graph, &planned.plan.job_graph.graph);
        let elements: Vec<Element> = match self {
            Self::StreamNodes => {
                stream_graph.node_weights().map(|node| Element::StreamNode(node.id)).collect()
            }
            Self::StreamEdges => stream_graph.edge_indices().map(Element::StreamEdge).collect(),
            Self::JobVertices => job_graph.node_indices().map(Element::JobVertex).collect(),
            Self::JobEdges => {
                job_graph.edge_weights().map(|edge| Element::JobEdge(edge.stream_edge)).collect()
            }
        };
        let births = &planned.explanation.births;
        let mut births: Vec<_> =
            elements.iter().map(|element| births.get(element).copied().unwrap_or(0)).collect();
        births.sort_unstable();
        births
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

    fn count(planned: &Planned, step: Option<usize>, kind: Kind) -> Self {
        let births = kind.births(planned);
        let total = births.len();
        let now = step.map_or(total, |step| births.partition_point(|&birth| birth <= step));
        Self { counted: Some(Counted { kind, total, now }), text: plural(total, kind.one()) }
    }
}

fn facts(planned: &Planned, step: Option<usize>, graph: GraphKind) -> Vec<Fact> {
    let plan = &planned.plan;
    match graph {
        GraphKind::Transformations => vec![Fact::text(transformations(plan))],
        GraphKind::StreamGraph => {
            let graph = &plan.stream_graph.graph;
            let mut edges = Fact::count(planned, step, Kind::StreamEdges);
            let chained = plan.job_graph.chainability.iter().filter(|edge| edge.holds()).count();
            if graph.edge_count() > 0 {
                edges.text.push_str(&format!(", {chained} chained"));
            }
            vec![Fact::count(planned, step, Kind::StreamNodes), edges]
        }
        GraphKind::JobGraph => {
            vec![Fact::count(planned, step, Kind::JobVertices), Fact::count(planned, step, Kind::JobEdges)]
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
        1 => values.iter().next().map(|value| format!("all exchanges {}", value.to_string())),
        _ => None,
    }
}
