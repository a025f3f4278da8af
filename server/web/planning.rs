//! From pasted text to everything the server says about it.
//!
//! [`examine`] is the one way from a text to a plan that pages, API and files share; it is pure and takes as long as
//! planning takes. [`Planning`] runs such work off the async threads and bounds how much of it there is at once.

use std::num::NonZeroUsize;
use std::sync::Arc;

use tokio::sync::Semaphore;

use super::budget;
use super::error::WebError;
use crate::explain::difference::{Difference, Side};
use crate::explain::fixes::Pipeline;
use crate::explain::{self, Explanation};
use crate::flink::{FlinkVersion, Refusal};
use crate::frontend::change::{Applied, edit_text};
use crate::frontend::{
    self, Answer, Assumption, Diagnostic, JobPlan, Parsed, PipelineDefinition, TextKind, Unsaid,
};
use crate::planner::{self, Decision, Plan};

/// A text, and everything a person said about how it is to be read.
#[derive(Clone, Debug)]
pub struct Question {
    pub text: Arc<str>,
    /// What the text is, if a person said so; else it is told from the text.
    pub kind: Option<TextKind>,
    /// What was chosen where the text leaves things open.
    pub answers: Vec<Answer>,
    /// What is tried on the pipeline, as addresses write it: see [`crate::frontend::change`].
    pub changes: String,
}

impl From<Arc<str>> for Question {
    fn from(text: Arc<str>) -> Self {
        Self { text, kind: None, answers: Vec::new(), changes: String::new() }
    }
}

/// What there is to say about a text.
#[derive(Debug)]
pub struct Examined {
    /// What the text was taken for.
    pub kind: TextKind,
    /// What the plan rests on although the text does not say it.
    pub assumptions: Vec<Assumption>,
    /// What the text says of no operator, and may be told for each.
    pub unsaid: Unsaid,
    /// Everything to tell the person who wrote it, Flink's refusal included.
    pub diagnostics: Vec<Diagnostic>,
    /// What is tried on the pipeline.
    pub what_if: WhatIf,
    pub outcome: Outcome,
}

impl Examined {
    /// The pipeline with its plan, if it has one.
    pub fn pipeline(&self) -> Option<Pipeline<'_>> {
        let Outcome::Planned(planned) = &self.outcome else { return None };
        let Applied { changes, unchanged, origins } = &self.what_if.applied;
        let definition = &planned.definition;
        let unchanged = unchanged.as_ref().unwrap_or(definition);
        Some(Pipeline { unchanged, changes, definition, origins, plan: &planned.plan })
    }

    /// The definition as it was pasted, whatever is tried on it, if the text is one.
    pub fn unchanged(&self) -> Option<&PipelineDefinition> {
        self.what_if.applied.unchanged.as_ref().or(match &self.outcome {
            Outcome::Planned(planned) => Some(&planned.definition),
            Outcome::Refused(refused) => Some(&refused.definition),
            Outcome::JobPlan(_) | Outcome::NotUnderstood => None,
        })
    }
}

/// What is tried on a pipeline, and what comes of it.
#[derive(Debug, Default)]
pub struct WhatIf {
    pub applied: Applied,
    /// What is other in the plan, if there are changes and Flink builds a plan with them and without.
    pub difference: Option<Difference>,
    /// Whether Flink refuses the pipeline without the changes.
    pub refused_without: bool,
}

/// How far the text got.
#[derive(Debug)]
pub enum Outcome {
    /// Flink builds a plan from it.
    Planned(Box<Planned>),
    /// It is a definition, and Flink throws an exception instead of building a plan.
    Refused(Box<Refused>),
    /// It is the plan of a JobGraph, which is shown as it is.
    JobPlan(Box<JobPlan>),
    /// It is not a definition, or one that is too large for this server; the diagnostics say why.
    NotUnderstood,
}

/// A plan and how it came to be.
#[derive(Debug)]
pub struct Planned {
    pub definition: PipelineDefinition,
    pub plan: Plan,
    pub explanation: Explanation,
}

/// A definition and why Flink refuses it.
#[derive(Debug)]
pub struct Refused {
    pub definition: PipelineDefinition,
    pub refusal: Refusal,
}

/// Reads the text and makes the changes in it. A definition whose plan would be too large for this server is none to it.
pub fn read(question: &Question) -> Parsed {
    read_and_change(question).0
}

fn read_and_change(question: &Question) -> (Parsed, Applied) {
    let mut parsed = frontend::read(&question.text, question.kind, &question.answers);
    let applied = parsed.change(&question.changes);
    let definitions = parsed.definition.iter().chain(&applied.unchanged);
    if let Some(exceeded) = definitions.into_iter().find_map(budget::exceeded) {
        parsed.definition = None;
        parsed.diagnostics.push(exceeded);
    }
    (parsed, applied)
}

/// Reads the text, plans it, and explains the plan.
pub fn examine(question: &Question) -> Examined {
    let (parsed, applied) = read_and_change(question);
    let Parsed { kind, definition, job_plan, mut diagnostics, assumptions, unsaid } = parsed;
    let Some(definition) = definition else {
        let what_if = WhatIf { applied, ..WhatIf::default() };
        let outcome = job_plan.map_or(Outcome::NotUnderstood, |plan| Outcome::JobPlan(Box::new(plan)));
        return Examined { kind, assumptions, unsaid, diagnostics, what_if, outcome };
    };
    let mut decisions: Vec<Decision> = Vec::new();
    let planned = planner::plan(&definition, FlinkVersion::default(), &mut decisions);
    let what_if = compare(applied, planned.as_ref().ok());
    let outcome = match planned {
        Ok(plan) => {
            let explanation = explain::explain(&plan, &decisions);
            Outcome::Planned(Box::new(Planned { definition, plan, explanation }))
        }
        Err(refusal) => {
            diagnostics.push(Diagnostic::of_refusal(kind, &definition, &refusal));
            Outcome::Refused(Box::new(Refused { definition, refusal: *refusal }))
        }
    };
    Examined { kind, assumptions, unsaid, diagnostics, what_if, outcome }
}

/// The pipeline that a text describes, written as a definition: what is assumed and tried is written into it.
///
/// # Errors
/// What is wrong with the text.
pub fn write_definition(question: &Question) -> Result<String, Vec<Diagnostic>> {
    let Parsed { definition, diagnostics, .. } = read(question);
    let Some(definition) = definition else { return Err(diagnostics) };
    // What Flink refuses at a call is written as it is: the definition shows the same refusal.
    let shown = planner::with_shown_names(definition.clone()).unwrap_or(definition);
    Ok(frontend::definition::write(&shown))
}

/// The text with the changes made in it: a text that is no pipeline definition is written as one.
///
/// # Errors
/// What is wrong with the text or the changes.
pub fn apply(question: &Question) -> Result<String, Vec<Diagnostic>> {
    let (Parsed { kind, definition, diagnostics, .. }, applied) = read_and_change(question);
    let Some(definition) = definition else { return Err(diagnostics) };
    let Some(unchanged) = applied.unchanged else { return Ok(question.text.to_string()) };
    if kind != TextKind::Definition {
        let shown = planner::with_shown_names(definition.clone()).unwrap_or(definition);
        return Ok(frontend::definition::write(&shown));
    }
    edit_text(&question.text, &unchanged, &applied.changes).map_err(|diagnostic| vec![*diagnostic])
}

/// Compares a plan with the one without the changes.
fn compare(applied: Applied, plan: Option<&Plan>) -> WhatIf {
    let unchanged = applied.unchanged.as_ref();
    let without = unchanged.map(|it| planner::plan(it, FlinkVersion::default(), &mut ()));
    let (difference, refused_without) = match (plan, without) {
        (Some(plan), Some(Ok(without))) => {
            let calls = unchanged.map_or(0, |definition| definition.operators.len());
            let unchanged: Vec<_> = (0..calls).map(Some).collect();
            let before = Side { plan: &without, origins: &unchanged };
            (Some(Difference::between(before, Side { plan, origins: &applied.origins })), false)
        }
        (_, without) => (None, matches!(without, Some(Err(_)))),
    };
    WhatIf { applied, difference, refused_without }
}

/// The place where planning happens: as many plans at once as there are cores, and a short queue before it.
#[derive(Clone, Debug)]
pub struct Planning {
    /// One permit for each plan that is made or waits.
    admitted: Arc<Semaphore>,
    /// One permit for each plan that is made.
    running: Arc<Semaphore>,
}

impl Planning {
    /// How many requests may wait for each one that is being planned.
    const WAITING_PER_RUNNING: usize = 16;

    /// Plans this many texts at once.
    pub fn new(at_once: NonZeroUsize) -> Self {
        let at_once = at_once.get();
        Self {
            admitted: Arc::new(Semaphore::new(at_once * (1 + Self::WAITING_PER_RUNNING))),
            running: Arc::new(Semaphore::new(at_once)),
        }
    }

    /// Does work that takes the processor for as long as a plan does.
    ///
    /// The permits go with the work, not with the request: when a request times out its work still runs, and counts.
    ///
    /// # Errors
    /// [`WebError::Overloaded`] when too many are waiting already.
    pub async fn run<T, F>(&self, work: F) -> Result<T, WebError>
    where
        T: Send + 'static,
        F: FnOnce() -> T + Send + 'static,
    {
        let admitted = Arc::clone(&self.admitted).try_acquire_owned().map_err(|_| WebError::Overloaded)?;
        let running = Arc::clone(&self.running).acquire_owned().await.map_err(|_| WebError::Overloaded)?;
        let result = tokio::task::spawn_blocking(move || {
            let _permits = (admitted, running);
            work()
        });
        // The error is not logged: it holds the panic's message, which may quote the text.
        result.await.map_err(|_panicked| WebError::Internal)
    }

    /// Examines a text off the async threads.
    ///
    /// # Errors
    /// As for [`Planning::run`].
    pub async fn examine(&self, question: Question) -> Result<Examined, WebError> {
        self.run(move || examine(&question)).await
    }
}
