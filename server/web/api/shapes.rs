//! The API's JSON: what a plan, its steps and the diagnostics look like on the wire.
//!
//! Field names are in camelCase, as in the plan dump. A field is always there; `null` says that there is nothing to say.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::changes::DifferenceShape;

use crate::explain::reasons::Reasons;
use crate::explain::{Element, Fact, Rule, Step};
use crate::frontend::{
    Assumption, Diagnostic, PipelineDefinition, Position, Severity, Unsaid, UnsaidProperty, UnsaidSubject,
};
use crate::planner::Plan;
use crate::render::Record;
use crate::render::names::element_name;
use crate::web::element::{ElementReport, Near};
use crate::web::find::{By, Found, Understood};

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

/// Properties that the text does not hold, and the operators that have them.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnsaidShape {
    properties: Vec<UnsaidPropertyShape>,
    operators: Vec<UnsaidOperatorShape>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct UnsaidPropertyShape {
    key: &'static str,
    name: &'static str,
    assumed: &'static str,
    /// Empty where any text will do.
    values: Vec<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct UnsaidOperatorShape {
    key: String,
    name: String,
}

impl From<Unsaid> for UnsaidShape {
    fn from(unsaid: Unsaid) -> Self {
        let property = |property: UnsaidProperty| UnsaidPropertyShape {
            key: property.key,
            name: property.name,
            assumed: property.assumed,
            values: property.values.iter().map(|(value, _)| *value).collect(),
        };
        let operator = |subject: UnsaidSubject| UnsaidOperatorShape { key: subject.key, name: subject.name };
        Self {
            properties: unsaid.properties.into_iter().map(property).collect(),
            operators: unsaid.subjects.into_iter().map(operator).collect(),
        }
    }
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
    /// What the text says of no operator, and may be told of each: `<property>-<operator>` is the key of such an answer.
    pub unsaid: UnsaidShape,
    pub dump: D,
    pub steps: Vec<StepShape>,
    /// The number of the step at which each element begins to exist. Transformations exist from the start.
    pub births: BTreeMap<String, usize>,
    /// What is other in this plan than in the one without the changes of the query; `null` without changes.
    pub difference: Option<DifferenceShape>,
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
    /// The code of the rule that it rests on; its page is `/rules/<code>`.
    rule: &'static str,
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
    rule: Option<&'static str>,
    holds: Option<bool>,
    stopped_here: bool,
}

impl StepShape {
    /// The shapes of all steps.
    pub fn all(text: &str, definition: &PipelineDefinition, plan: &Plan, steps: Vec<Step>) -> Vec<Self> {
        let offsets: Vec<usize> = definition.operators.iter().map(|operator| operator.span.start).collect();
        let calls = Position::of_all(text, &offsets);
        let numbered = steps.into_iter().zip(1..);
        let line = |call: usize| calls.get(call).map(|position| position.line);
        numbered.map(|(step, number)| Self::of(number, step, plan, line)).collect()
    }

    /// The shape of one step; calls are looked up by their lines.
    fn of(number: usize, step: Step, plan: &Plan, line: impl Fn(usize) -> Option<usize>) -> Self {
        Self {
            number,
            phase: step.phase.name(),
            method: step.method,
            sentence: step.sentence,
            rule: step.rule.code(),
            facts: step.facts.into_iter().map(FactShape::from).collect(),
            chains: step.chains,
            decides: step.decides.map(|element| element_name(plan, element)),
            touches: step.touches.into_iter().map(|element| element_name(plan, element)).collect(),
            depth: step.depth,
            call: step.call,
            line: step.call.and_then(line),
        }
    }
}

/// Everything about one element. Elements go by their names, Flink's objects by their classes.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ElementAnswer {
    element: String,
    kind: &'static str,
    /// What the dump has of it: Flink's objects with their fields; the first is the element itself.
    records: Vec<Record>,
    /// The step at which it begins to exist; `null` if it is there from the start.
    born: Option<usize>,
    chaining: Option<ChainingShape>,
    edges: Vec<NearShape>,
    /// The operators of a JobVertex in the order of the chain.
    chain: Vec<String>,
    counterparts: Vec<String>,
    /// Indices in `operators` of the calls that it comes from, and the lines where they begin.
    calls: Vec<usize>,
    lines: Vec<usize>,
    steps: Vec<StepShape>,
}

/// Whether an edge chains.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct ChainingShape {
    chains: bool,
    /// The step that decided it.
    step: usize,
    reason: Option<String>,
    conditions: Vec<FactShape>,
}

/// An edge that enters or leaves an element.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct NearShape {
    edge: String,
    direction: &'static str,
    /// The element at its other end.
    other: String,
    /// Why it does not chain; `null` for one that chains.
    reason: Option<String>,
}

impl ElementAnswer {
    /// The shape of a report.
    pub fn of(plan: &Plan, reasons: &Reasons<'_>, report: ElementReport<'_>) -> Self {
        let name = |element| element_name(plan, element);
        let line = |call| reasons.line(call);
        let near = |near: Near| NearShape {
            edge: name(near.edge),
            direction: if near.leaves { "out" } else { "in" },
            other: name(near.other),
            reason: near.reason,
        };
        let operators = report.chain.iter().flat_map(|tree| &tree.operators);
        let chain = operators.map(|it| name(Element::StreamNode(plan.stream_graph.graph[it.node].id)));
        Self {
            element: name(report.element),
            kind: report.element.kind(),
            born: report.born,
            chain: chain.collect(),
            chaining: report.chaining.map(|chaining| ChainingShape {
                chains: chaining.step.chains == Some(true),
                step: chaining.number,
                reason: chaining.reason,
                conditions: chaining.step.facts.iter().cloned().map(FactShape::from).collect(),
            }),
            edges: report.edges.into_iter().map(near).collect(),
            counterparts: report.counterparts.into_iter().map(name).collect(),
            lines: report.calls.iter().copied().filter_map(line).collect(),
            calls: report.calls,
            steps: report
                .steps
                .into_iter()
                .map(|(number, step)| StepShape::of(number, step.clone(), plan, line))
                .collect(),
            records: report.records,
        }
    }
}

/// What was looked for, and what was found.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundShape {
    /// What the text was taken for: `everything`, `name`, `element`, `ids`, `part-of-id` or `message`.
    understood: &'static str,
    /// The ids in the text that no operator has.
    unknown_ids: Vec<String>,
    hits: Vec<HitShape>,
    /// How many there are in all; at most 50 are listed.
    total: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct HitShape {
    element: String,
    kind: &'static str,
    /// By what it was found: `name`, `uid`, `operatorId`, `uidHash` or `element`; `null` if nothing was looked for.
    by: Option<&'static str>,
}

impl FoundShape {
    /// The shape of what was found.
    pub fn of(plan: &Plan, found: &Found) -> Self {
        let (understood, unknown_ids) = match &found.understood {
            Understood::Everything => ("everything", Vec::new()),
            Understood::Name => ("name", Vec::new()),
            Understood::Element => ("element", Vec::new()),
            Understood::Ids { unknown, .. } => ("ids", unknown.clone()),
            Understood::PartOfId { .. } => ("part-of-id", Vec::new()),
            Understood::Message => ("message", Vec::new()),
        };
        let hits = found.hits.iter().map(|hit| HitShape {
            element: element_name(plan, hit.element),
            kind: hit.element.kind(),
            by: match hit.by {
                By::Nothing => None,
                By::Name(_) => Some("name"),
                By::Uid => Some("uid"),
                By::OperatorId => Some("operatorId"),
                By::UidHash => Some("uidHash"),
                By::Element => Some("element"),
            },
        });
        Self { understood, unknown_ids, hits: hits.collect(), total: found.total }
    }
}

impl From<Fact> for FactShape {
    fn from(fact: Fact) -> Self {
        Self {
            label: fact.label.into_owned(),
            value: fact.value,
            rule: fact.rule.map(Rule::code),
            holds: fact.holds,
            stopped_here: fact.stopped_here,
        }
    }
}

/// The births that an explanation tells of, by name.
pub fn births(plan: &Plan, births: &HashMap<Element, usize>) -> BTreeMap<String, usize> {
    births.iter().map(|(&element, &step)| (element_name(plan, element), step)).collect()
}
