//! Chain breaks: every edge that does not chain, why not, where that comes from, and what would make it chain.

use std::collections::HashMap;

use super::fixes::FixesView;
use super::prose::{Run, runs};
use super::source::Places;
use super::steps::{Chip, chips};
use super::{Links, MOST_LISTED, count};
use crate::explain::fixes::ChainBreak;
use crate::explain::reasons::Reasons;
use crate::explain::{Element, Rule};
use crate::job_graph::{ConditionCode, JobEdgeIndex};
use crate::render::names::{Letters, element_name};
use crate::stream_graph::StreamEdgeIndex;
use crate::web::breaks;
use crate::web::planning::{Examined, Outcome, Planned};

/// The page of all chain breaks.
#[derive(Debug)]
pub struct ChainBreaks {
    /// The answer: "7 of 12 edges do not chain".
    pub title: String,
    pub lead: String,
    pub filters: Vec<Filter>,
    pub rows: Vec<BreakRow>,
    /// How many more there are.
    pub left_out: usize,
    pub links: Links,
}

/// A kind of break to see alone.
#[derive(Debug)]
pub struct Filter {
    /// `None` for all kinds.
    pub kind: Option<BreakKind>,
    pub title: &'static str,
    pub count: usize,
    pub is_on: bool,
}

/// An edge that does not chain.
#[derive(Debug)]
pub struct BreakRow {
    /// The step that decided it.
    pub step: usize,
    pub element: String,
    pub from: Chip,
    pub to: Chip,
    pub partitioner: String,
    pub why: Vec<Why>,
    pub places: Vec<Place>,
    pub fixes: FixesView,
    /// What the edge becomes in the JobGraph.
    pub becomes: Option<Becomes>,
}

/// A condition that fails, in words.
#[derive(Debug)]
pub struct Why {
    pub words: Vec<Run>,
    pub rule: Rule,
    /// Whether it only follows from another one.
    pub follows: bool,
}

/// Where in the source a condition comes from.
#[derive(Debug, PartialEq, Eq)]
pub struct Place {
    pub line: usize,
    /// The line's text, or as much of it as fits.
    pub code: String,
}

/// A JobEdge in Flink's words.
#[derive(Debug)]
pub struct Becomes {
    pub ship_strategy: String,
    pub distribution_pattern: &'static str,
    pub partition_type: &'static str,
}

/// Why an edge does not chain, as far as people look for one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BreakKind {
    Partitioner,
    Parallelism,
    Inputs,
    SlotSharingGroup,
    Strategy,
    MaxParallelism,
    ChainingOff,
    Exchange,
    /// There is a change with which it chains and surely computes the same.
    Fixable,
}

impl BreakKind {
    /// All kinds, the most frequent ones first.
    pub const ALL: [Self; 9] = [
        Self::Partitioner,
        Self::Parallelism,
        Self::Inputs,
        Self::SlotSharingGroup,
        Self::Strategy,
        Self::MaxParallelism,
        Self::ChainingOff,
        Self::Exchange,
        Self::Fixable,
    ];

    /// The name in addresses.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Partitioner => "partitioner",
            Self::Parallelism => "parallelism",
            Self::Inputs => "inputs",
            Self::SlotSharingGroup => "slot-sharing-group",
            Self::Strategy => "strategy",
            Self::MaxParallelism => "max-parallelism",
            Self::ChainingOff => "chaining-off",
            Self::Exchange => "exchange",
            Self::Fixable => "fixable",
        }
    }

    /// The kind with this name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.slug() == slug)
    }

    /// What people read.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Partitioner => "Partitioner",
            Self::Parallelism => "Parallelism",
            Self::Inputs => "Several inputs",
            Self::SlotSharingGroup => "Slot sharing group",
            Self::Strategy => "Chaining strategy",
            Self::MaxParallelism => "Maximum parallelism",
            Self::ChainingOff => "Chaining off",
            Self::Exchange => "BATCH exchange",
            Self::Fixable => "Can be removed",
        }
    }

    /// The kind of break that a failed condition makes.
    const fn of(code: ConditionCode) -> Self {
        match code {
            ConditionCode::ForwardPartitioner => Self::Partitioner,
            ConditionCode::SameParallelism => Self::Parallelism,
            ConditionCode::SingleInput | ConditionCode::NoUnion => Self::Inputs,
            ConditionCode::SameSlotSharingGroup => Self::SlotSharingGroup,
            ConditionCode::UpstreamStrategy
            | ConditionCode::DownstreamStrategy
            | ConditionCode::YieldingAfterLegacySource => Self::Strategy,
            ConditionCode::SameMaxParallelism => Self::MaxParallelism,
            ConditionCode::ChainingEnabled => Self::ChainingOff,
            ConditionCode::NotBatchExchange => Self::Exchange,
        }
    }

    /// Whether a break is of this kind. That it follows from another reason makes it none of its own.
    fn has(self, broken: &ChainBreak) -> bool {
        match self {
            Self::Fixable => broken.fixes.iter().any(|fix| fix.caution.is_none()),
            kind => broken.reasons.iter().any(|reason| !reason.follows && Self::of(reason.code) == kind),
        }
    }
}

impl ChainBreaks {
    /// The page of a plan; nothing for a text without one.
    pub fn of(text: &str, examined: &Examined, reasons: &Reasons<'_>, links: &Links) -> Option<Self> {
        let Outcome::Planned(planned) = &examined.outcome else { return None };
        let plan = &planned.plan;
        let all = breaks::all(text, examined);
        let edges = plan.stream_graph.graph.edge_count();
        let chosen = links.asked.reason;
        let filter =
            |kind: Option<BreakKind>, title, count| Filter { kind, title, count, is_on: chosen == kind };
        let count_of = |kind: BreakKind| all.iter().filter(|(_, it)| kind.has(it)).count();
        let kinds = BreakKind::ALL.into_iter().map(|kind| filter(Some(kind), kind.title(), count_of(kind)));
        let context = Context {
            planned,
            reasons,
            links,
            letters: Letters::of(plan),
            places: Places::of(text),
            job_edges: plan
                .job_graph
                .graph
                .edge_indices()
                .map(|index| (plan.job_graph.graph[index].stream_edge, index))
                .collect(),
        };
        let shown = all.iter().filter(|(_, it)| chosen.is_none_or(|kind| kind.has(it)));
        let operators = plan.stream_graph.graph.node_count();
        let verb = if operators == 1 { "runs" } else { "run" };
        let vertices = count(plan.job_graph.graph.node_count(), "job vertex");
        Some(Self {
            title: title(all.len(), edges),
            lead: format!(
                "{} {verb} as {vertices}.{}",
                count(operators, "operator"),
                can_be_removed(
                    all.len(),
                    count_of(BreakKind::Fixable),
                    all.iter().any(|(_, it)| it.untried > 0 && !BreakKind::Fixable.has(it))
                )
            ),
            filters: std::iter::once(filter(None, "All", all.len()))
                .chain(kinds.filter(|filter| filter.count > 0 || filter.is_on))
                .collect(),
            left_out: shown.clone().count().saturating_sub(MOST_LISTED),
            rows: shown.take(MOST_LISTED).map(|(step, it)| context.row(*step, it)).collect(),
            links: links.clone(),
        })
    }
}

impl ChainBreaks {
    /// Whether any edge does not chain.
    pub fn has_breaks(&self) -> bool {
        self.filters.iter().any(|filter| filter.count > 0)
    }
}

/// The answer of the page.
fn title(broken: usize, edges: usize) -> String {
    match (broken, edges) {
        (0, 0) => "There are no edges to chain".to_owned(),
        (0, 1) => "The only edge chains".to_owned(),
        (0, _) => format!("All {edges} edges chain"),
        (1, _) => format!("1 of {} does not chain", count(edges, "edge")),
        _ => format!("{broken} of {} do not chain", count(edges, "edge")),
    }
}

/// How many of the breaks there are changes for that surely keep what the pipeline computes, as far as they were tried.
fn can_be_removed(broken: usize, fixable: usize, some_untried: bool) -> String {
    let planned = "planned again, and the edge did chain";
    let rest =
        "In a plan this large not every change is tried in this table; the step of an edge tries its own";
    match (broken, fixable) {
        (1.., 0) if some_untried => {
            format!(
                " No change was found yet that makes one chain and surely keeps what the pipeline computes. {rest}."
            )
        }
        (1.., 1..) if some_untried => {
            let breaks = count(fixable, "break");
            format!(" {breaks} can be removed for certain: each change below was {planned}. {rest}.")
        }
        (0, _) => " Records go from operator to operator as method calls; none leaves its task.".to_owned(),
        (_, 0) => " No change that surely keeps what the pipeline computes makes one chain.".to_owned(),
        (_, 1) => format!(" One break can be removed: each change below was {planned}."),
        (all, fixable) if all == fixable => {
            format!(" Every break can be removed: each change below was {planned}.")
        }
        (_, fixable) => format!(" {fixable} of the breaks can be removed: each change below was {planned}."),
    }
}

/// What rows are made from.
struct Context<'a> {
    planned: &'a Planned,
    reasons: &'a Reasons<'a>,
    links: &'a Links,
    letters: Letters,
    places: Places<'a>,
    job_edges: HashMap<StreamEdgeIndex, JobEdgeIndex>,
}

impl Context<'_> {
    fn row(&self, step: usize, broken: &ChainBreak) -> BreakRow {
        let plan = &self.planned.plan;
        let edge = broken.edge;
        let weight = &plan.stream_graph.graph[edge];
        let end = |id| {
            let chip = chips(plan, &self.letters, Element::StreamNode(id)).pop();
            chip.unwrap_or(Chip { letter: None, colour: 0, name: String::new() })
        };
        let why = broken.reasons.iter().map(|reason| Why {
            words: runs(&reason.words),
            rule: reason.code.into(),
            follows: reason.follows,
        });
        let mut places: Vec<Place> = Vec::new();
        for reason in &broken.reasons {
            let place = reason.call.and_then(|call| self.place(call, reason.field));
            if let Some(place) = place.filter(|place| !places.contains(place)) {
                places.push(place);
            }
        }
        BreakRow {
            step,
            element: element_name(plan, Element::StreamEdge(edge)),
            from: end(weight.source),
            to: end(weight.target),
            partitioner: weight.partitioner.to_string(),
            why: why.collect(),
            places,
            fixes: FixesView::of(broken, self.links),
            becomes: self.becomes(edge),
        }
    }

    /// The option of a call that a reason comes from, else the call's line.
    fn place(&self, call: usize, field: Option<&str>) -> Option<Place> {
        let operator = self.planned.definition.operators.get(call)?;
        match field.and_then(|field| operator.field_span(field)) {
            Some(span) => {
                let (line, _) = self.places.position(span.start);
                Some(Place { line, code: cut(self.places.text(span)) })
            }
            None => {
                let line = self.reasons.line(call)?;
                Some(Place { line, code: self.places.line(line).map(cut).unwrap_or_default() })
            }
        }
    }

    fn becomes(&self, edge: StreamEdgeIndex) -> Option<Becomes> {
        let graph = &self.planned.plan.job_graph.graph;
        let &index = self.job_edges.get(&edge)?;
        let (producer, _) = graph.edge_endpoints(index)?;
        let job_edge = &graph[index];
        Some(Becomes {
            ship_strategy: job_edge.partitioner.to_string(),
            distribution_pattern: job_edge.distribution_pattern.name(),
            partition_type: graph[producer].outputs.get(job_edge.data_set)?.partition_type.name(),
        })
    }
}

/// A line of code without what stands around it.
fn cut(line: &str) -> String {
    const LONGEST: usize = 60;
    let line = line.trim();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_plan_in_which_not_everything_was_tried_nothing_is_said_that_was_not_found_out() {
        for (broken, fixable, some_untried, said, not_said) in [
            (3, 0, false, "No change that surely keeps", "not every change"),
            (3, 0, true, "not every change is tried", "No change that"),
            (3, 2, true, "2 breaks can be removed for certain", "2 of the breaks"),
            (3, 2, false, "2 of the breaks can be removed", "not every change"),
            (3, 3, false, "Every break can be removed", "not every change"),
        ] {
            let text = can_be_removed(broken, fixable, some_untried);
            assert!(text.contains(said) && !text.contains(not_said), "{text}");
        }
    }
}
