//! A graph as boxes and lines of text: what Mermaid, DOT and terminals show of it.
//!
//! Nothing is measured, folded or left out, only names of unreasonable length are cut.

use super::chain::{ChainTree, described_indents};
use super::names::{Letters, element_name, letter, nodes_of_transformations, short_id};
use super::visible::visible;
use super::{Direction, GraphKind};
use crate::explain::Element;
use crate::explain::reasons::Reasons;
use crate::frontend::{JobPlan, PipelineDefinition};
use crate::planner::Plan;
use crate::transformation::TransformationKind;

/// A graph as text.
#[derive(Clone, Debug)]
pub struct Outline {
    pub graph: GraphKind,
    pub direction: Direction,
    pub boxes: Vec<Box>,
    /// The vertices with more than one operator; only in the StreamGraph.
    pub clusters: Vec<Cluster>,
    pub lines: Vec<Line>,
}

/// An operator, a virtual node or a vertex.
#[derive(Clone, Debug)]
pub struct Box {
    /// Its name as an element: letters and digits.
    pub id: String,
    /// The letter of its vertex.
    pub letter: Option<String>,
    pub name: String,
    /// What else there is to know, in short pieces.
    pub facts: Vec<String>,
    /// The operators of a vertex, with how often the chain has branched above each.
    pub operators: Vec<(usize, String)>,
    pub is_virtual: bool,
}

/// The operators of a vertex.
#[derive(Clone, Debug)]
pub struct Cluster {
    pub letter: String,
    /// Positions of its boxes.
    pub members: Vec<usize>,
}

/// A line between two boxes.
#[derive(Clone, Debug)]
pub struct Line {
    pub from: usize,
    pub to: usize,
    pub chained: bool,
    /// What stands on it, in short pieces.
    pub label: Vec<String>,
}

impl Box {
    /// What stands in it where a box is lines of text.
    pub fn text(&self) -> Vec<String> {
        let facts = self.facts.join(" · ");
        match (&self.letter, self.operators.is_empty()) {
            (Some(letter), false) => {
                let operators = self
                    .operators
                    .iter()
                    .map(|(indent, name)| format!("{}{name}", "· ".repeat((*indent).min(4))));
                std::iter::once(format!("{letter} · {facts}")).chain(operators).collect()
            }
            (Some(letter), true) => vec![format!("{letter} · {}", self.name), facts],
            (None, _) => vec![self.name.clone(), facts],
        }
    }
}

/// The longest text in a box: no name that people chose is longer.
const LONGEST: usize = 200;

/// A text without what cannot be shown, cut if it is unreasonably long.
fn shown(text: &str) -> String {
    let text = visible(text);
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

impl Outline {
    /// The outline of one of a plan's graphs. With the text that the definition was read from, reasons name lines.
    pub fn of(
        plan: &Plan,
        definition: &PipelineDefinition,
        text: Option<&str>,
        graph: GraphKind,
        direction: Direction,
    ) -> Self {
        let mut outline =
            Self { graph, direction, boxes: Vec::new(), clusters: Vec::new(), lines: Vec::new() };
        let reasons = Reasons::new(plan, definition, text);
        match graph {
            GraphKind::Transformations => outline.transformations(plan, &reasons),
            GraphKind::StreamGraph => outline.stream_graph(plan, &reasons),
            GraphKind::JobGraph => outline.job_graph(plan),
        }
        outline
    }

    /// The outline of a JobGraph's plan that was pasted as such.
    pub fn of_job_plan(plan: &JobPlan, direction: Direction) -> Self {
        let boxes = plan.vertices.iter().enumerate().map(|(position, vertex)| {
            let parallelism = vertex.parallelism.and_then(|parallelism| i32::try_from(parallelism).ok());
            let operators = vertex.operators.iter().zip(described_indents(&vertex.operators));
            Box {
                id: format!("v{}", letter(position)),
                letter: Some(letter(position)),
                name: String::new(),
                facts: vec![
                    self::parallelism(parallelism.filter(|it| *it > 0).unwrap_or(-1)),
                    shown_id(&vertex.id),
                ],
                operators: operators.map(|(operator, indent)| (indent, shown(&operator.name))).collect(),
                is_virtual: false,
            }
        });
        let lines = plan.edges.iter().map(|edge| {
            let label = edge.ship_strategy.iter().chain(&edge.exchange).map(|text| shown(text));
            Line { from: edge.from, to: edge.to, chained: false, label: label.collect() }
        });
        Self {
            graph: GraphKind::JobGraph,
            direction,
            boxes: boxes.collect(),
            clusters: Vec::new(),
            lines: lines.collect(),
        }
    }

    /// The boxes that are in no cluster, in order.
    pub fn outside_clusters(&self) -> impl Iterator<Item = &Box> {
        let mut in_cluster = vec![false; self.boxes.len()];
        self.clusters
            .iter()
            .flat_map(|cluster| &cluster.members)
            .for_each(|&member| in_cluster[member] = true);
        self.boxes.iter().zip(in_cluster).filter(|(_, in_cluster)| !in_cluster).map(|(one, _)| one)
    }

    fn transformations(&mut self, plan: &Plan, reasons: &Reasons<'_>) {
        let graph = &plan.transformations.graph;
        let shown_transformations = plan.transformations.reachable();
        let letters = Letters::of(plan);
        let nodes_of = nodes_of_transformations(plan);
        let mut box_of = vec![None; graph.node_count()];
        for &index in &shown_transformations {
            box_of[index.index()] = Some(self.boxes.len());
            let transformation = &graph[index];
            let id = transformation.id;
            let nodes = nodes_of.get(&id).map_or(&[][..], Vec::as_slice);
            let (name, facts) = match &transformation.kind {
                TransformationKind::Partition { partitioner, .. } => {
                    let call = reasons.partitioning(transformation.call, *partitioner);
                    (partitioner.to_string(), vec![format!("#{id}"), call])
                }
                TransformationKind::SideOutput { tag } => {
                    (format!("side output '{}'", shown(tag)), vec![format!("#{id}")])
                }
                TransformationKind::Union => ("union".to_owned(), vec![format!("#{id}")]),
                kind => {
                    let class = kind.class_name().trim_end_matches("Transformation").to_owned();
                    let parallelism = parallelism(transformation.parallelism);
                    (shown(&transformation.name), vec![format!("#{id}"), class, parallelism])
                }
            };
            self.boxes.push(Box {
                id: element_name(plan, Element::Transformation(id)),
                letter: letters.position_of_nodes(plan, nodes).map(letter),
                name,
                facts,
                operators: Vec::new(),
                is_virtual: transformation.kind.is_virtual(),
            });
        }
        for &index in &shown_transformations {
            for input in &graph[index].inputs {
                if let (Some(from), Some(to)) = (box_of[input.index()], box_of[index.index()]) {
                    self.lines.push(Line { from, to, chained: false, label: Vec::new() });
                }
            }
        }
    }

    fn stream_graph(&mut self, plan: &Plan, reasons: &Reasons<'_>) {
        let graph = &plan.stream_graph.graph;
        let mut box_of = vec![None; graph.node_count()];
        for (position, &vertex) in plan.job_graph.topological.iter().enumerate() {
            let first = self.boxes.len();
            for operator in ChainTree::of(plan, vertex).operators {
                box_of[operator.node.index()] = Some(self.boxes.len());
                let node = &graph[operator.node];
                let mut facts = vec![node.id.to_string(), parallelism(node.parallelism)];
                if node.max_parallelism > 0 {
                    facts.push(format!("max {}", node.max_parallelism));
                }
                if node.slot_sharing_group != "default" {
                    facts.push(shown(&node.slot_sharing_group));
                }
                self.boxes.push(Box {
                    id: element_name(plan, Element::StreamNode(node.id)),
                    letter: Some(letter(position)),
                    name: shown(&node.name),
                    facts,
                    operators: Vec::new(),
                    is_virtual: false,
                });
            }
            if self.boxes.len() > first + 1 {
                let members = (first..self.boxes.len()).collect();
                self.clusters.push(Cluster { letter: letter(position), members });
            }
        }
        for edge in graph.edge_indices() {
            let ends =
                graph.edge_endpoints(edge).map(|(from, to)| (box_of[from.index()], box_of[to.index()]));
            let Some((Some(from), Some(to))) = ends else { continue };
            let weight = &graph[edge];
            let reason = reasons.of_edge(edge);
            let chained = reason.is_none();
            let mark = if chained { "✓ " } else { "" };
            let mut label = vec![format!("{mark}{}", weight.partitioner)];
            label.extend(reason.map(|reason| format!("✗ {}", shown(&reason))));
            label.extend(weight.output_tag.as_ref().map(|tag| format!("tag '{}'", shown(tag))));
            self.lines.push(Line { from, to, chained, label });
        }
    }

    fn job_graph(&mut self, plan: &Plan) {
        let graph = &plan.job_graph.graph;
        let nodes = &plan.stream_graph.graph;
        let mut box_of = vec![None; graph.node_count()];
        for (position, &index) in plan.job_graph.topological.iter().enumerate() {
            box_of[index.index()] = Some(self.boxes.len());
            let vertex = &graph[index];
            let tree = ChainTree::of(plan, index);
            let mut facts = vec![parallelism(vertex.parallelism)];
            let group =
                vertex.slot_sharing_group.and_then(|group| plan.job_graph.slot_sharing_groups.get(group));
            facts.extend(
                group
                    .filter(|group| group.name != "default")
                    .map(|group| format!("slot: {}", shown(&group.name))),
            );
            facts.push(short_id(&vertex.id));
            let operators =
                tree.operators.iter().map(|operator| (operator.indent, shown(&nodes[operator.node].name)));
            self.boxes.push(Box {
                id: format!("v{}", letter(position)),
                letter: Some(letter(position)),
                name: String::new(),
                facts,
                operators: operators.collect(),
                is_virtual: false,
            });
        }
        for edge in graph.edge_indices() {
            let Some((producer, consumer)) = graph.edge_endpoints(edge) else { continue };
            let (Some(from), Some(to)) = (box_of[producer.index()], box_of[consumer.index()]) else {
                continue;
            };
            let weight = &graph[edge];
            let mut label = vec![weight.partitioner.to_string(), weight.distribution_pattern.to_string()];
            let output = graph[producer].outputs.get(weight.data_set);
            label.extend(output.map(|output| output.partition_type.to_string()));
            self.lines.push(Line { from, to, chained: false, label });
        }
    }
}

/// A parallelism, or that the scheduler decides it.
fn parallelism(parallelism: i32) -> String {
    if parallelism < 0 { "p=auto".to_owned() } else { format!("p={parallelism}") }
}

/// An id that was pasted, shortened as those of vertices are if it is one.
fn shown_id(id: &str) -> String {
    match id.is_ascii() && id.len() == 32 {
        true => format!("{}…{}", &id[..8], &id[28..]),
        false => shown(id),
    }
}
