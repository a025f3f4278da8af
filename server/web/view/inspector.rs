//! The inspector: every field of one element as the dump has it, in groups, and what leads on from there.

use std::collections::HashMap;

use super::fields::{self, Group, List};
use super::filter::StepFilter;
use super::fixes::FixesView;
use super::knobs::{self, Knob};
use super::source::{Line, Source};
use super::steps::{Chip, chips};
use super::{Links, MOST_LISTED, count};
use crate::explain::reasons::Reasons;
use crate::explain::{Element, Fact};
use crate::flink::TransformationId;
use crate::frontend::Span;
use crate::planner::Plan;
use crate::render::names::{Letters, element_name, letter};
use crate::web::breaks;
use crate::web::element::{ElementReport, Near};
use crate::web::planning::{Examined, Outcome, Planned};

/// One element, as the drawer shows it.
#[derive(Debug)]
pub struct Inspector {
    /// Its name: `n5`.
    pub name: String,
    /// What it is called, by letter and name; both ends of an edge.
    pub title: Vec<Chip>,
    /// What it is, in words.
    pub what: String,
    /// The step that makes it; `None` if it is there from the start.
    pub born: Option<usize>,
    /// Whether it does not exist yet at the step shown.
    pub is_ghost: bool,
    pub chaining: Option<ChainingView>,
    pub edges: Vec<Row>,
    pub chain: Vec<ChainRow>,
    pub counterparts: Vec<Row>,
    /// What can be tried on its call.
    pub knobs: Vec<Knob>,
    /// Back to the plan without changes, if there are any.
    pub reset: Option<String>,
    pub groups: Vec<Group>,
    /// Lists of records inside of it: a vertex's outputs.
    pub lists: Vec<List>,
    pub source: Vec<Snippet>,
    /// How many lines of its source are not shown.
    pub lines_left_out: usize,
    pub trail: Vec<Trail>,
    pub steps: usize,
    /// All steps about it, as a filter.
    pub filter: StepFilter,
    /// Its records as JSON.
    pub dump: String,
    pub links: Links,
}

/// Whether an edge chains, and why not.
#[derive(Debug)]
pub struct ChainingView {
    pub chains: bool,
    pub reason: Option<String>,
    /// The step that decided it.
    pub step: usize,
    pub conditions: Vec<Fact>,
    /// What would make it chain, if it does not.
    pub fixes: Option<FixesView>,
}

/// Another element, to go to.
#[derive(Debug)]
pub struct Row {
    pub name: String,
    /// What it is to the element shown: "in", "StreamNode".
    pub what: String,
    pub ends: Vec<Chip>,
    /// What an edge does: its partitioner.
    pub note: String,
    /// Why an edge does not chain; `None` where that is no question.
    pub verdict: Option<Verdict>,
}

/// Whether an edge chains.
#[derive(Debug)]
pub enum Verdict {
    Chained,
    Broken(String),
}

/// An operator in a chain.
#[derive(Debug)]
pub struct ChainRow {
    pub name: String,
    pub operator: String,
    /// How often the chain has branched above it.
    pub indent: usize,
    pub is_head: bool,
}

/// Lines of the source one after the other.
#[derive(Debug)]
pub struct Snippet {
    pub first: usize,
    pub lines: Vec<Line>,
}

/// A step about the element.
#[derive(Debug)]
pub struct Trail {
    pub number: usize,
    pub phase: &'static str,
    pub sentence: String,
    pub is_current: bool,
    /// Whether it is one that decided that an edge does not chain.
    pub breaks: bool,
}

/// The most lines of source that are shown.
const MOST_LINES: usize = 60;
impl Inspector {
    /// The element with the name that is asked for, if the plan has one.
    pub fn of(
        text: &str,
        examined: &Examined,
        reasons: &Reasons<'_>,
        links: &Links,
        source: &Source,
    ) -> Option<Self> {
        let Outcome::Planned(planned) = &examined.outcome else { return None };
        let name = links.asked.select.as_deref()?;
        let report = ElementReport::of(planned, reasons, name)?;
        let plan = &planned.plan;
        let letters = Letters::of(plan);
        let step = links.asked.step;
        let (groups, lists) = fields::grouped(&report.records);
        let (source, lines_left_out) = snippets(text, planned, &report, source);
        let trail = report.steps.iter().take(MOST_LISTED).map(|&(number, it)| Trail {
            number,
            phase: it.phase.name(),
            sentence: it.sentence.clone(),
            is_current: step == Some(number),
            breaks: it.chains == Some(false),
        });
        Some(Self {
            name: name.to_owned(),
            title: chips(plan, &letters, report.element),
            what: what(plan, &letters, &report),
            born: report.born,
            is_ghost: matches!((report.born, step), (Some(born), Some(step)) if born > step),
            chaining: report.chaining.as_ref().map(|chaining| {
                let broken = match report.element {
                    Element::StreamEdge(edge) => breaks::of_edge(text, examined, edge),
                    _ => None,
                };
                ChainingView {
                    chains: broken.is_none(),
                    reason: chaining.reason.clone(),
                    step: chaining.number,
                    conditions: chaining.step.facts.clone(),
                    fixes: broken.map(|broken| FixesView::of(&broken, links)),
                }
            }),
            edges: report.edges.iter().map(|near| edge_row(plan, &letters, near)).collect(),
            chain: chain_rows(plan, &report),
            counterparts: counterpart_rows(plan, &letters, &report),
            knobs: match (report.element, report.calls.as_slice()) {
                (Element::StreamNode(_) | Element::Transformation(_), &[call]) => {
                    knobs::of_call(examined, links, call)
                }
                _ => Vec::new(),
            },
            reset: knobs::reset(examined, links),
            groups,
            lists,
            source,
            lines_left_out,
            trail: trail.collect(),
            steps: report.steps.len(),
            filter: StepFilter::about(name),
            dump: serde_json::to_string_pretty(&report.records).unwrap_or_default(),
            links: links.clone(),
        })
    }

    /// How many of its edges do not chain.
    pub fn broken(&self) -> usize {
        self.edges.iter().filter(|row| matches!(row.verdict, Some(Verdict::Broken(_)))).count()
    }

    /// What the source is called: "Source, lines 25 to 29".
    pub fn source_title(&self) -> String {
        match self.source.as_slice() {
            [only] if only.lines.len() == 1 => format!("Source, line {}", only.first),
            [only] => format!("Source, lines {} to {}", only.first, only.first + only.lines.len() - 1),
            _ => "Source".to_owned(),
        }
    }
}

/// What an element is, in words.
fn what(plan: &Plan, letters: &Letters, report: &ElementReport<'_>) -> String {
    let class = report.records.first().map_or("", |record| record.class);
    let letter = |vertex| letter(letters.position(vertex));
    let name = |id| any_name(plan, id);
    match report.element {
        Element::Transformation(id) => format!("Transformation {id}, {class}"),
        Element::StreamNode(id) => {
            let Some(&node) = plan.stream_graph.indices.get(&id) else { return String::new() };
            let Some(&vertex) = plan.job_graph.vertex_of.get(node.index()) else { return String::new() };
            let chain = &plan.job_graph.graph[vertex].chain;
            let role = match chain.iter().find(|operator| operator.node == node) {
                _ if chain.len() == 1 => "head and only operator".to_owned(),
                Some(operator) if operator.chain_index == 0 => "source chained into the head".to_owned(),
                Some(operator) if operator.chain_start => {
                    format!("head of {}", count(chain.len(), "operator"))
                }
                _ => format!("one of {}", count(chain.len(), "operator")),
            };
            format!("StreamNode {id}, {role} in JobVertex {}", letter(vertex))
        }
        Element::VirtualNode(id) => {
            let graph = &plan.stream_graph;
            if let Some(node) = graph.virtual_partition_nodes.get(&id) {
                return format!(
                    "Virtual node {id}: who reads it reads {} with {}",
                    name(node.original),
                    node.partitioner
                );
            }
            let Some(node) = graph.virtual_side_output_nodes.get(&id) else { return String::new() };
            format!(
                "Virtual node {id}: who reads it reads the output '{}' of {}",
                node.tag,
                name(node.original)
            )
        }
        Element::StreamEdge(edge) => {
            let edge = &plan.stream_graph.graph[edge];
            format!("StreamEdge {} → {}, {}", edge.source, edge.target, edge.partitioner)
        }
        Element::JobVertex(vertex) => {
            let vertex = &plan.job_graph.graph[vertex];
            let parallelism = match vertex.parallelism {
                open if open < 0 => "parallelism decided at run time".to_owned(),
                parallelism => format!("parallelism {parallelism}"),
            };
            format!("JobVertex, {}, {parallelism}", count(vertex.chain.len(), "operator"))
        }
        Element::JobEdge(edge) => {
            let graph = &plan.job_graph.graph;
            let found = graph.edge_indices().find(|&index| graph[index].stream_edge == edge);
            let ends = found.and_then(|index| graph.edge_endpoints(index));
            ends.map_or_else(String::new, |(from, to)| {
                format!("JobEdge from {} to {}", letter(from), letter(to))
            })
        }
    }
}

/// The name of a StreamNode, or what stands in for a virtual node's.
fn any_name(plan: &Plan, id: TransformationId) -> String {
    match plan.stream_graph.indices.get(&id) {
        Some(&node) => format!("{} ({id})", plan.stream_graph.graph[node].name),
        None => format!("virtual node {id}"),
    }
}

fn edge_row(plan: &Plan, letters: &Letters, near: &Near) -> Row {
    let (Element::StreamEdge(edge) | Element::JobEdge(edge)) = near.edge else {
        unreachable!("an edge that enters or leaves something is an edge")
    };
    Row {
        name: element_name(plan, near.edge),
        what: if near.leaves { "out" } else { "in" }.to_owned(),
        ends: chips(plan, letters, near.other),
        note: plan.stream_graph.graph[edge].partitioner.to_string(),
        verdict: Some(match &near.reason {
            Some(reason) => Verdict::Broken(reason.clone()),
            None => Verdict::Chained,
        }),
    }
}

fn counterpart_rows(plan: &Plan, letters: &Letters, report: &ElementReport<'_>) -> Vec<Row> {
    if report.chain.is_some() {
        // The chain lists them already.
        return Vec::new();
    }
    let rows = report.counterparts.iter().take(MOST_LISTED).map(|&element| Row {
        name: element_name(plan, element),
        what: element.kind().to_owned(),
        ends: chips(plan, letters, element),
        note: String::new(),
        verdict: None,
    });
    rows.collect()
}

fn chain_rows(plan: &Plan, report: &ElementReport<'_>) -> Vec<ChainRow> {
    let Some(tree) = &report.chain else { return Vec::new() };
    let rows = tree.operators.iter().enumerate().take(MOST_LISTED).map(|(at, operator)| {
        let node = &plan.stream_graph.graph[operator.node];
        ChainRow {
            name: element_name(plan, Element::StreamNode(node.id)),
            operator: node.name.clone(),
            indent: operator.indent.min(8),
            is_head: at == tree.head,
        }
    });
    rows.collect()
}

fn snippets(
    text: &str,
    planned: &Planned,
    report: &ElementReport<'_>,
    source: &Source,
) -> (Vec<Snippet>, usize) {
    let places = super::source::Places::of(text);
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    let spans = report.calls.iter().filter_map(|&call| planned.definition.operators.get(call));
    // How much of a line comes before the first call on it.
    let mut before_calls: HashMap<usize, usize> = HashMap::new();
    let mut lines: Vec<_> = spans
        .map(|operator| {
            let Span { start, end } = operator.span;
            let (first, column) = places.position(start);
            let before = before_calls.entry(first).or_insert(usize::MAX);
            *before = (*before).min(column - 1);
            (first, places.position(end.max(start + 1) - 1).0)
        })
        .collect();
    lines.sort_unstable();
    for (first, last) in lines {
        match ranges.last_mut() {
            Some((_, before)) if first <= *before + 1 => *before = last.max(*before),
            _ => ranges.push((first, last)),
        }
    }
    let mut room = MOST_LINES;
    let mut left_out = 0;
    let mut snippets = Vec::new();
    for (first, last) in ranges {
        let shown = (last + 1 - first).min(room);
        room -= shown;
        left_out += last + 1 - first - shown;
        let numbered = source.lines.iter().enumerate().skip(first - 1).take(shown);
        let before = |index: usize| before_calls.get(&(index + 1)).copied().unwrap_or_default();
        let lines: Vec<Line> = numbered.map(|(index, line)| line.quoted(before(index))).collect();
        if !lines.is_empty() {
            snippets.push(Snippet { first, lines });
        }
    }
    (snippets, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::planning;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    fn examined(text: &str) -> Examined {
        planning::examine(&Arc::<str>::from(text).into())
    }

    fn planned(examined: &Examined) -> &Planned {
        match &examined.outcome {
            Outcome::Planned(planned) => planned,
            other => panic!("{other:?}"),
        }
    }

    /// Names of all elements that steps tell of.
    fn names(planned: &Planned) -> BTreeSet<String> {
        let steps = planned.explanation.steps.iter();
        let elements = steps.flat_map(|step| step.decides.into_iter().chain(step.touches.iter().copied()));
        elements.map(|element| element_name(&planned.plan, element)).collect()
    }

    #[test]
    fn every_element_of_every_example_has_its_fields_each_in_a_group() {
        let mut kinds = BTreeSet::new();
        for example in super::super::gallery() {
            let examined = examined(&example.text);
            let planned = planned(&examined);
            let reasons = Reasons::new(&planned.plan, &planned.definition, Some(&example.text));
            let source = Source::planned(&example.text, &examined, planned, None);
            for name in names(planned) {
                let mut links = Links::default();
                links.asked.select = Some(name.clone());
                let inspector = Inspector::of(&example.text, &examined, &reasons, &links, &source);
                let inspector = inspector.unwrap_or_else(|| panic!("{name} in {}", example.slug));
                assert!(!inspector.groups.is_empty() && !inspector.what.is_empty(), "{name}");
                assert!(!inspector.source.is_empty(), "{name} comes from no line of {}", example.slug);
                assert!(inspector.steps > 0, "{name} has no steps");
                let titles: Vec<_> = inspector.groups.iter().map(|group| group.title).collect();
                assert!(!titles.contains(&fields::OTHER), "{name}: {:?}", inspector.groups);
                kinds.insert(name.chars().next());
            }
        }
        assert_eq!(kinds.into_iter().flatten().collect::<String>(), "ejntvx");
    }

    #[test]
    fn a_name_of_nothing_selects_nothing() {
        let text = &super::super::gallery()[0].text;
        let examined = examined(text);
        let planned = planned(&examined);
        let reasons = Reasons::new(&planned.plan, &planned.definition, Some(text));
        for name in [
            "",
            "n",
            "n0",
            "n999",
            "n01",
            "e1-999",
            "e1-2.0",
            "vZZ",
            "va",
            "x1",
            "j1-1",
            "§5",
            "n-1",
            "n99999999999",
        ] {
            assert!(ElementReport::of(planned, &reasons, name).is_none(), "{name}");
        }
    }
}
