//! Turns the planner's decisions, in their order, into steps, and notes when each element was born.

use std::collections::HashSet;

use super::subject::Subject;
use super::{Element, Explanation, chain, connect, hash, place, translate};
use crate::job_graph;
use crate::planner::{Decision, Plan};
use crate::stream_graph::StreamEdgeIndex;

/// Explains a plan by the decisions that made it.
pub fn explain(plan: &Plan, decisions: &[Decision]) -> Explanation {
    let subject = Subject::new(plan);
    let mut explanation = Explanation::default();
    for decision in decisions {
        let step = match decision {
            Decision::StreamGraph(decision) => translate::step(&subject, decision),
            Decision::JobGraph(decision) => chain::step(&subject, decision)
                .or_else(|| hash::step(&subject, decision))
                .or_else(|| connect::step(&subject, decision))
                .or_else(|| place::step(&subject, decision))
                .expect("every decision of the JobGraph belongs to a phase"),
        };
        explanation.steps.push(step.step);
        if let Some(element) = step.born {
            explanation.births.insert(element, explanation.steps.len());
        }
    }
    explanation
}

/// The number of the step that decides whether an edge chains, if these are the decisions of its plan: each is one step.
pub(super) fn step_about_chaining(decisions: &[Decision], edge: StreamEdgeIndex) -> Option<usize> {
    let decides = |decision: &Decision| {
        matches!(
            decision,
            Decision::JobGraph(
                job_graph::Decision::IsChainable { edge: asked, .. }
                    | job_graph::Decision::SourceChained { edge: asked, .. }
            ) if *asked == edge
        )
    };
    decisions.iter().position(decides).map(|position| position + 1)
}

impl Explanation {
    /// The edges that do not chain, each with the number of the step that decides it, in the order of these.
    pub fn broken_edges(&self) -> impl Iterator<Item = (usize, StreamEdgeIndex)> {
        let mut seen = HashSet::new();
        self.steps.iter().zip(1..).filter_map(move |(step, number)| match (step.chains, step.decides) {
            (Some(false), Some(Element::StreamEdge(edge))) if seen.insert(edge) => Some((number, edge)),
            _ => None,
        })
    }
}
