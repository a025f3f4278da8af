//! Chain breaks and what would mend them: for each edge that does not chain, why not, where in the source that comes from,
//! and the changes that make it chain.
//!
//! A change is a [`Fix`] only after the pipeline was planned with it and the edge did chain. `candidates` knows what may
//! help against each condition, `words` says it, and this file plans and compares.

mod candidates;
mod reasons;
mod words;

use std::cell::Cell;

use petgraph::visit::EdgeRef as _;

pub use reasons::Reason;
pub use words::Words;

use self::candidates::{Candidate, Candidates};
use super::difference::{Difference, Identities, Side, chains};
use super::steps::step_about_chaining;
use crate::flink::FlinkVersion;
use crate::frontend::PipelineDefinition;
use crate::frontend::change::{Change, Changes, Edited, edit};
use crate::planner::{self, Plan};
use crate::stream_graph::{StreamEdgeIndex, StreamNodeIndex};

/// A pipeline and its plan, with the changes that are being tried on it.
#[derive(Clone, Copy, Debug)]
pub struct Pipeline<'a> {
    /// As it was pasted.
    pub unchanged: &'a PipelineDefinition,
    pub changes: &'a Changes,
    /// With the changes.
    pub definition: &'a PipelineDefinition,
    /// Which calls of the unchanged definition its calls are.
    pub origins: &'a [Option<usize>],
    /// Of the changed definition.
    pub plan: &'a Plan,
}

impl<'a> Pipeline<'a> {
    const fn side(self) -> Side<'a> {
        Side { plan: self.plan, origins: self.origins }
    }
}

/// An edge that does not chain.
#[derive(Clone, Debug)]
pub struct ChainBreak {
    pub edge: StreamEdgeIndex,
    /// Every condition that fails, in Flink's order.
    pub reasons: Vec<Reason>,
    /// Changes with each of which the edge chains, the cheapest first.
    pub fixes: Vec<Fix>,
    /// What there is to say where no change helps that keeps the pipeline's meaning: why, in a sentence.
    pub verdict: Option<String>,
    /// How many changes might help and were not tried, since the plan is large.
    pub untried: usize,
}

/// A change with which an edge chains: the pipeline was planned with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Fix {
    /// What it adds to the changes that are being tried already.
    pub adds: Vec<Change>,
    /// All changes together.
    pub changes: Changes,
    /// What to do, as a phrase with code in backquotes: "Remove `rebalance`, line 40".
    pub what: String,
    /// Under which condition the pipeline still computes the same.
    pub caution: Option<String>,
    /// What is other in the plan with it.
    pub difference: Difference,
    /// The number of the step in that plan which decides that the edge chains.
    pub step: usize,
}

/// How much planning may be done for fixes, in calls, StreamNodes and StreamEdges planned.
#[derive(Debug)]
pub struct Budget(Cell<usize>);

impl Budget {
    /// For one edge, when somebody looks at it.
    pub fn for_one_edge() -> Self {
        Self(Cell::new(150_000))
    }

    /// For all edges of a plan, in one table.
    pub fn for_a_plan() -> Self {
        Self(Cell::new(400_000))
    }

    /// Whether another plan of this size may be made.
    fn takes(&self, size: usize) -> bool {
        match self.0.get().checked_sub(size.max(1)) {
            Some(left) => {
                self.0.set(left);
                true
            }
            None => false,
        }
    }
}

/// Finds out about chain breaks.
pub struct Fixes<'a> {
    pipeline: Pipeline<'a>,
    identities: Identities,
    words: &'a Words<'a>,
    budget: Budget,
}

impl<'a> Fixes<'a> {
    /// The most fixes that are offered for one edge.
    const MOST: usize = 4;

    /// For the chain breaks of this pipeline.
    pub fn new(pipeline: Pipeline<'a>, words: &'a Words<'a>, budget: Budget) -> Self {
        Self { identities: Identities::of(pipeline.side()), pipeline, words, budget }
    }

    /// Why an edge does not chain, and what would make it; nothing for one that does.
    pub fn of_edge(&self, edge: StreamEdgeIndex) -> Option<ChainBreak> {
        if chains(self.pipeline.plan, edge) {
            return None;
        }
        let reasons = reasons::of_edge(self.pipeline, edge);
        let Candidates { candidates, hopeless, left_out } = candidates::of_edge(self.pipeline, edge);
        let mut fixes: Vec<Fix> = Vec::new();
        let mut untried = left_out;
        let graph = &self.pipeline.plan.stream_graph.graph;
        let size = self.pipeline.unchanged.operators.len() + graph.node_count() + graph.edge_count();
        let tried = candidates.len();
        for candidate in candidates {
            // One that does the same to the same calls is no other fix.
            if fixes.iter().any(|fix| candidate.is_covered_by(&fix.adds)) {
                continue;
            }
            // Once to see whether it helps, and once more if so.
            if !self.budget.takes(size) {
                untried += 1;
                continue;
            }
            let fix = self.verified(edge, candidate);
            if fix.is_some() {
                self.budget.takes(size);
            }
            fixes.extend(fix);
        }
        fixes.sort_by_key(|fix| {
            let difference = &fix.difference;
            let costs = (difference.stop_chaining.len(), difference.operator_ids.len());
            (fix.caution.is_some(), difference.vertices.after, costs, fix.adds.len())
        });
        fixes.truncate(Self::MOST);
        let verdict = hopeless.or_else(|| {
            (fixes.is_empty() && untried == 0).then(|| match tried {
                0 => "No change of the pipeline does.".to_owned(),
                1 => "The change that might help was planned, and does not.".to_owned(),
                _ => format!("{tried} changes that might help were planned, and none does."),
            })
        });
        Some(ChainBreak { edge, reasons, fixes, verdict, untried })
    }

    /// The candidate as a fix, if the edge chains with it.
    fn verified(&self, edge: StreamEdgeIndex, candidate: Candidate) -> Option<Fix> {
        let Pipeline { unchanged, changes, .. } = self.pipeline;
        let changes = changes.with_all(candidate.changes.iter().cloned()).that_change(unchanged);
        let Edited { definition, origins } = edit(unchanged, &changes).ok()?;
        let version = FlinkVersion::default();
        let plan = planner::plan(&definition, version, &mut ()).ok()?;
        let side = Side { plan: &plan, origins: &origins };
        let chained = self.chained_in(edge, side)?;
        // Watched only now that it is worth it.
        let mut decisions = Vec::new();
        planner::plan(&definition, version, &mut decisions).ok()?;
        let step = step_about_chaining(&decisions, chained)?;
        let difference = Difference::between(self.pipeline.side(), side);
        let what = self.words.all(&candidate.changes);
        Some(Fix { adds: candidate.changes, changes, what, caution: candidate.caution, difference, step })
    }

    /// The same edge of another plan, if it chains there.
    fn chained_in(&self, edge: StreamEdgeIndex, side: Side<'_>) -> Option<StreamEdgeIndex> {
        let (source, target) = self.pipeline.plan.stream_graph.graph.edge_endpoints(edge)?;
        let others = Identities::of(side);
        let other = |node: StreamNodeIndex| {
            let identity = self.identities.of_node[node.index()]?;
            others.nodes.get(&identity).copied()
        };
        let between = side.plan.stream_graph.graph.edges_connecting(other(source)?, other(target)?);
        between.map(|edge| edge.id()).find(|&edge| chains(side.plan, edge))
    }
}
