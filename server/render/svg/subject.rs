//! What is drawn: a plan with what the three sketches need to know of it, and the boxes that they have in common.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::MOST_OPERATORS;
use super::measure::{self, META, NAME, Style, fit};
use super::sketch::{Figure, Identity, MOST_NAMES, Shape, Span, Tone};
use crate::explain::Element;
use crate::explain::reasons::Reasons;
use crate::flink::{ResultPartitionType, StreamExchangeMode, TransformationId};
use crate::frontend::{Operation, PipelineDefinition};
use crate::planner::Plan;
use crate::render::names::{Letters, element_name, letter, nodes_of_transformations};
use crate::render::visible::visible;
use crate::render::{Direction, GraphKind};
use crate::stream_graph::{StreamEdgeIndex, StreamNodeIndex};

/// The slot sharing group of what is in no other.
const DEFAULT_GROUP: &str = "default";

/// A plan to be sketched.
pub struct Subject<'a> {
    pub plan: &'a Plan,
    pub reasons: Reasons<'a>,
    pub letters: Letters,
    /// The StreamNodes of each Transformation.
    pub nodes_of: BTreeMap<TransformationId, Vec<StreamNodeIndex>>,
    pub graph: GraphKind,
    pub direction: Direction,
    /// Whether vertices show no operators, since there are too many.
    pub folded: bool,
    /// Whether there are several slot sharing groups, so that it matters in which one something is.
    several_groups: bool,
    /// What most StreamEdges have: only others say theirs.
    pub common_exchange_mode: Option<StreamExchangeMode>,
    /// What most data sets have.
    pub common_partition_type: Option<ResultPartitionType>,
}

impl<'a> Subject<'a> {
    /// Reads a plan.
    pub fn new(
        plan: &'a Plan,
        definition: &'a PipelineDefinition,
        text: Option<&str>,
        graph: GraphKind,
        direction: Direction,
    ) -> Self {
        let operators = plan.stream_graph.graph.node_count().max(plan.transformations.graph.node_count());
        let edges = plan.stream_graph.graph.edge_weights();
        let outputs = plan.job_graph.graph.node_weights().flat_map(|vertex| &vertex.outputs);
        let groups: std::collections::BTreeSet<_> =
            plan.stream_graph.graph.node_weights().map(|node| &node.slot_sharing_group).collect();
        Self {
            plan,
            reasons: Reasons::new(plan, definition, text),
            letters: Letters::of(plan),
            nodes_of: nodes_of_transformations(plan),
            graph,
            direction,
            folded: operators > MOST_OPERATORS,
            several_groups: groups.len() > 1,
            common_exchange_mode: most_common(edges.map(|edge| edge.exchange_mode)),
            common_partition_type: most_common(outputs.map(|output| output.partition_type)),
        }
    }

    /// The name of an element.
    pub fn name(&self, element: Element) -> String {
        match element {
            Element::JobVertex(vertex) => format!("v{}", letter(self.letters.position(vertex))),
            _ => element_name(self.plan, element),
        }
    }

    /// An element's identity: what it is, whose names it answers to as well, of what it is the counterpart.
    pub fn identity(
        &self,
        own: Vec<Element>,
        also: &[Element],
        counterparts: Vec<Element>,
        label: String,
    ) -> Identity {
        let mut names = Vec::new();
        let mut seen = HashSet::new();
        for &element in own.iter().chain(also).filter(|element| seen.insert(**element)).take(MOST_NAMES) {
            names.push(self.name(element));
        }
        Identity { own, names, counterparts, label: visible(&label).into_owned() }
    }

    /// An operator's box: its name, and lines with what else there is to know, each in several versions of which the
    /// first that fits is taken.
    pub fn operator(
        &self,
        identity: Identity,
        vertex: Option<usize>,
        name: &str,
        facts: Vec<Vec<String>>,
    ) -> Figure {
        let most = self.most_text(vertex);
        let name = visible(name);
        let fitted = fit(&name, NAME, most, 2);
        let meta: Vec<_> = facts.into_iter().map(|versions| self.first_that_fits(versions, most)).collect();
        let widest = (fitted.lines.iter().map(|line| measure::width(line, NAME)))
            .chain(meta.iter().map(|line| measure::width(line, META)))
            .fold(0.0, f64::max);
        let padding = if self.graph == GraphKind::Transformations { 8.0 } else { 10.0 };
        Figure {
            identity,
            vertex,
            hull: None,
            width: (text_start(vertex) + widest + 8.0).max(126.0),
            height: padding + 14.0 * (fitted.lines.len() + meta.len()) as f64,
            full: fitted.cut.then(|| name.clone().into_owned()),
            shape: Shape::Operator { name: fitted.lines, meta },
        }
    }

    /// A vertex that shows no operators.
    pub fn folded(
        &self,
        identity: Identity,
        vertex: Option<usize>,
        name: &str,
        meta: String,
        several: bool,
    ) -> Figure {
        folded(identity, vertex, name, meta, several)
    }

    /// The widest text in an operator's box.
    fn most_text(&self, vertex: Option<usize>) -> f64 {
        let width = match self.direction {
            Direction::Down => 178.0,
            Direction::Right => 160.0,
        };
        width - text_start(vertex) - 8.0
    }

    fn first_that_fits(&self, versions: Vec<String>, most: f64) -> String {
        let fits = |text: &&String| measure::width(text, META) <= most;
        match versions.iter().find(fits) {
            Some(text) => text.clone(),
            None => fit(versions.last().map_or("", String::as_str), META, most, 1).lines.concat(),
        }
    }

    /// `p=4`, or how the parallelism of a job whose scheduler decides it is written.
    pub fn parallelism(&self, parallelism: i32) -> String {
        if parallelism < 0 { "p=auto".to_owned() } else { format!("p={parallelism}") }
    }

    /// The slot sharing group of something, where it is worth saying: there are several and it is not the default.
    pub fn group<'g>(&self, group: &'g str) -> Option<Cow<'g, str>> {
        (self.several_groups && group != DEFAULT_GROUP).then(|| visible(group))
    }

    /// Whether an operator is asynchronous I/O.
    pub fn is_async(&self, call: usize) -> bool {
        matches!(self.reasons.operation(call), Some(Operation::UnorderedWait | Operation::OrderedWait))
    }

    /// The lines on a StreamEdge and whether it chains.
    pub fn edge_label(&self, edge: StreamEdgeIndex) -> Vec<Vec<Span>> {
        let weight = &self.plan.stream_graph.graph[edge];
        let mut tag = weight.output_tag.as_deref().map(|tag| vec![Span::new(Tone::More, quoted_tag(tag))]);
        let kind = weight.partitioner.to_string();
        let mut label = Vec::new();
        match self.reasons.of_edge(edge) {
            // A chained edge is FORWARD anyway; its tag says more.
            None => {
                let kind = if tag.is_some() { Vec::new() } else { vec![Span::new(Tone::Kind, kind)] };
                let tag = tag.take().unwrap_or_default();
                label.push([vec![Span::new(Tone::Ok, "✓ ")], kind, tag].concat());
            }
            Some(reason) => {
                label.push(vec![Span::new(Tone::Kind, kind)]);
                if Some(weight.exchange_mode) != self.common_exchange_mode {
                    label.push(vec![Span::new(Tone::More, weight.exchange_mode.to_string())]);
                }
                label.extend(self.wrapped(Tone::Why, &format!("✗ {}", visible(&reason))));
            }
        }
        label.extend(tag);
        label
    }

    /// A text of a label on as many lines as the direction asks for: lines that flow right have short labels.
    pub fn wrapped(&self, tone: Tone, text: &str) -> Vec<Vec<Span>> {
        let (columns, lines) = match self.direction {
            Direction::Down => (22.0, 3),
            Direction::Right => (17.0, 3),
        };
        let most = columns * measure::width("0", Style::Mono);
        // What is compared stays on one line.
        let text = text.replace(" ≠ ", "\u{a0}≠\u{a0}");
        fit(&text, Style::Mono, most, lines)
            .lines
            .into_iter()
            .map(|line| vec![Span::new(tone, line)])
            .collect()
    }
}

/// A vertex that shows no operators.
pub fn folded(identity: Identity, vertex: Option<usize>, name: &str, meta: String, several: bool) -> Figure {
    let name = visible(name);
    let start = text_start(vertex) + 1.0;
    let fitted = fit(&name, NAME, 188.0 - start - 22.0, 1);
    let width = measure::width(&fitted.lines[0], NAME).max(measure::width(&meta, META));
    Figure {
        identity,
        vertex,
        hull: None,
        width: (start + width + 22.0).clamp(168.0, 188.0),
        height: 40.0,
        full: fitted.cut.then(|| name.clone().into_owned()),
        shape: Shape::Folded { name: fitted.lines.concat(), meta, several },
    }
}

/// Where the text of a box with a badge begins.
pub fn text_start(vertex: Option<usize>) -> f64 {
    match vertex {
        Some(vertex) => 15.0 + badge_width(vertex, 16.0),
        None => 10.0,
    }
}

/// How wide a badge is: letters after `Z` need more room.
pub fn badge_width(vertex: usize, single: f64) -> f64 {
    single + 7.0 * (letter(vertex).len() - 1) as f64
}

/// The tag of a side output as labels show it.
pub fn quoted_tag(tag: &str) -> String {
    let tag = visible(tag);
    let shown = fit(&tag, Style::Mono, 90.0, 1).lines.concat();
    format!("tag '{shown}'")
}

/// A name for sentences: long ones are cut.
pub fn short(name: &str) -> String {
    fit(&visible(name), NAME, 400.0, 1).lines.concat()
}

/// The most frequent of some values; of equally frequent ones the first seen.
pub fn most_common<T: Copy + Eq + std::hash::Hash>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts: HashMap<T, (usize, usize)> = HashMap::new();
    for (at, value) in values.enumerate() {
        counts.entry(value).or_insert((0, at)).0 += 1;
    }
    let most = counts.into_iter().max_by_key(|(_, (count, at))| (*count, std::cmp::Reverse(*at)));
    most.map(|(value, _)| value)
}

/// Gives all operators of a drawing the same width, so that they stand in columns.
pub fn align_widths(figures: &mut [Figure]) {
    let operators = |figure: &&mut Figure| !matches!(figure.shape, Shape::Virtual { .. });
    let widest = figures.iter_mut().filter(operators).map(|figure| figure.width).fold(0.0, f64::max);
    figures.iter_mut().filter(operators).for_each(|figure| figure.width = widest);
}
