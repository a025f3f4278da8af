//! The API's JSON: what a plan, its steps and the diagnostics look like on the wire.
//!
//! Field names are in camelCase, as in the plan dump. A field is always there; `null` says that there is nothing to say.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::explain::{Element, Fact, Step};
use crate::frontend::{Assumption, Diagnostic, PipelineDefinition, Position, Severity};
use crate::planner::Plan;
use crate::render::names::element_name;

/// A diagnostic with its place as editors count: lines and columns from 1, columns in characters, the end exclusive.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DiagnosticShape {
    severity: &'static str,
    code: &'static str,
    path: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    message: String,
    expected: Option<String>,
    suggestion: Option<String>,
}

impl DiagnosticShape {
    /// The shapes of all diagnostics of this text.
    pub fn all(text: &str, diagnostics: &[Diagnostic]) -> Vec<Self> {
        let offsets: Vec<usize> =
            diagnostics.iter().flat_map(|diagnostic| [diagnostic.span.start, diagnostic.span.end]).collect();
        let positions = Position::of_all(text, &offsets);
        let placed = diagnostics.iter().zip(positions.chunks_exact(2));
        placed
            .map(|(diagnostic, place)| Self {
                severity: match diagnostic.severity {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                },
                code: diagnostic.code,
                path: diagnostic.path.clone(),
                line: place[0].line,
                column: place[0].column,
                end_line: place[1].line,
                end_column: place[1].column,
                message: diagnostic.message.clone(),
                expected: diagnostic.expected.clone(),
                suggestion: diagnostic.suggestion.clone(),
            })
            .collect()
    }
}

/// Something that was assumed, with its place and what else it could be.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AssumptionShape {
    /// For `?assume=key:value`.
    key: String,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    question: String,
    because: String,
    alternatives: Vec<AlternativeShape>,
    /// The value that the plan rests on.
    chosen: Option<String>,
    /// Whether somebody chose it.
    answered: bool,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct AlternativeShape {
    value: String,
    label: String,
}

impl AssumptionShape {
    /// The shapes of all assumptions about this text.
    pub fn all(text: &str, assumptions: &[Assumption]) -> Vec<Self> {
        let offsets: Vec<usize> =
            assumptions.iter().flat_map(|assumption| [assumption.span.start, assumption.span.end]).collect();
        let positions = Position::of_all(text, &offsets);
        let placed = assumptions.iter().zip(positions.chunks_exact(2));
        placed
            .map(|(assumption, place)| Self {
                key: assumption.key.clone(),
                line: place[0].line,
                column: place[0].column,
                end_line: place[1].line,
                end_column: place[1].column,
                question: assumption.question.clone(),
                because: assumption.because.clone(),
                alternatives: assumption
                    .alternatives
                    .iter()
                    .map(|it| AlternativeShape { value: it.value.clone(), label: it.label.clone() })
                    .collect(),
                chosen: assumption.alternatives.get(assumption.chosen).map(|it| it.value.clone()),
                answered: assumption.is_answered,
            })
            .collect()
    }
}

/// The answer about a text: its plan, or what Flink says instead.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlanAnswer<D> {
    /// What the text was taken for: a slug of [`crate::frontend::TextKind`].
    pub kind: &'static str,
    /// What the plan rests on although the text does not say it.
    pub assumptions: Vec<AssumptionShape>,
    pub dump: D,
    pub steps: Vec<StepShape>,
    /// The number of the step at which each element begins to exist. Transformations exist from the start.
    pub births: BTreeMap<String, usize>,
    pub diagnostics: Vec<DiagnosticShape>,
}

/// One step. Elements go by the names that the graphs give them: `n5`, `e4-5`, `vA`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StepShape {
    /// From 1.
    number: usize,
    phase: &'static str,
    method: &'static str,
    sentence: String,
    facts: Vec<FactShape>,
    /// For steps that decide whether an edge chains.
    chains: Option<bool>,
    decides: Option<String>,
    touches: Vec<String>,
    depth: u32,
    /// The index in `operators` of the call that it is about.
    call: Option<usize>,
    /// The line where that call begins.
    line: Option<usize>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct FactShape {
    label: String,
    value: String,
    holds: Option<bool>,
    stopped_here: bool,
}

impl StepShape {
    /// The shapes of all steps.
    pub fn all(text: &str, definition: &PipelineDefinition, plan: &Plan, steps: Vec<Step>) -> Vec<Self> {
        let offsets: Vec<usize> = definition.operators.iter().map(|operator| operator.span.start).collect();
        let calls = Position::of_all(text, &offsets);
        let numbered = steps.into_iter().zip(1..);
        numbered
            .map(|(step, number)| Self {
                number,
                phase: step.phase.name(),
                method: step.method,
                sentence: step.sentence,
                facts: step.facts.into_iter().map(FactShape::from).collect(),
                chains: step.chains,
                decides: step.decides.map(|element| element_name(plan, element)),
                touches: step.touches.into_iter().map(|element| element_name(plan, element)).collect(),
                depth: step.depth,
                call: step.call,
                line: step.call.and_then(|call| calls.get(call)).map(|position| position.line),
            })
            .collect()
    }
}

impl From<Fact> for FactShape {
    fn from(fact: Fact) -> Self {
        Self {
            label: fact.label.into_owned(),
            value: fact.value,
            holds: fact.holds,
            stopped_here: fact.stopped_here,
        }
    }
}

/// The births that an explanation tells of, by name.
pub fn births(plan: &Plan, births: &HashMap<Element, usize>) -> BTreeMap<String, usize> {
    births.iter().map(|(&element, &step)| (element_name(plan, element), step)).collect()
}
