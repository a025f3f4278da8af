//! Flink's own plan JSON of a StreamGraph: `env.getExecutionPlan()`, `flink info`, SQL's `EXPLAIN JSON_EXECUTION_PLAN`, and the
//! adaptive form that the REST API answers for BATCH jobs.
//!
//! The plan names its operators, their parallelism and the ship strategies between them, and leaves out how they chain, their
//! uids, their slot sharing groups. `document` reads what it says, `program` makes a program of it that has this StreamGraph
//! (`operators`, `inputs` and `sinks` are parts of that), `questions` is asked where the plan leaves things open.

mod document;
mod inputs;
mod names;
mod operators;
mod program;
mod questions;
mod sinks;

use super::definition::Problems;
use super::embedded::Embedded;
use super::{Answer, Parsed, TextKind};
use questions::Questions;

/// Reads a plan that was found in a text.
pub(super) fn parse(embedded: &Embedded<'_>, answers: &[Answer]) -> Parsed {
    let mut problems = Problems::default();
    let mut questions = Questions::new(answers);
    let plan = document::read(embedded, &mut problems);
    let definition = plan.as_ref().map(|plan| program::read(plan, embedded.place, &mut questions));
    let mut assumptions = questions.assumptions;
    assumptions.sort_by_key(|assumption| assumption.span.start);
    Parsed {
        kind: TextKind::ExecutionPlan,
        definition,
        diagnostics: problems.into_diagnostics(),
        assumptions,
        unsaid: plan.map(|plan| Questions::unsaid(&plan.nodes)).unwrap_or_default(),
        ..Parsed::default()
    }
}
