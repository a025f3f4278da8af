//! Turns the planner's decisions, in their order, into steps, and notes when each element was born.

use super::subject::Subject;
use super::{Explanation, chain, connect, hash, place, translate};
use crate::planner::{Decision, Plan};

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
