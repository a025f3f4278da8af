//! The plan of a JobGraph as Flink's REST API answers it: `/jobs/<id>/plan`, `/jars/<id>/plan`, and inside of `/jobs/<id>`.
//!
//! The chains are decided there and only described, so there is no program to be told from it: what it says is a value of its
//! own, and no planner looks at it. Whatever can be read is read.

mod description;

use std::collections::HashMap;

use jsonc_parser::ast::{Object, Value};
use jsonc_parser::common::Ranged;

pub use description::{DescribedOperator, DescriptionFormat};

use super::definition::{self, Problems, syntax};
use super::embedded::Embedded;
use super::{Diagnostic, Parsed, Severity, Span, TextKind};

/// What a job's plan says.
#[derive(Clone, Debug, Default)]
pub struct JobPlan {
    pub name: Option<String>,
    /// `STREAMING` or `BATCH`, as far as it is told.
    pub job_type: Option<String>,
    /// In the order in which data passes through them.
    pub vertices: Vec<JobPlanVertex>,
    pub edges: Vec<JobPlanEdge>,
}

/// A JobVertex.
#[derive(Clone, Debug)]
pub struct JobPlanVertex {
    /// As it was written: 32 hex digits.
    pub id: String,
    /// Nothing below 1: the scheduler decides.
    pub parallelism: Option<i64>,
    /// Told from the description; the head comes first, and each operator after the one it is chained to.
    pub operators: Vec<DescribedOperator>,
    pub format: DescriptionFormat,
    pub span: Span,
}

/// A JobEdge.
#[derive(Clone, Debug)]
pub struct JobPlanEdge {
    /// Positions of vertices.
    pub from: usize,
    pub to: usize,
    /// What the partitioner prints.
    pub ship_strategy: Option<String>,
    /// The result partition type, as Flink's constant: `PIPELINED_BOUNDED`.
    pub exchange: Option<String>,
    pub span: Span,
}

impl JobPlan {
    /// How many operators the vertices list.
    pub fn operator_count(&self) -> usize {
        self.vertices.iter().map(|vertex| vertex.operators.len()).sum()
    }
}

/// Reads a plan that was found in a text.
pub(super) fn parse(embedded: &Embedded<'_>) -> Parsed {
    let mut problems = Problems::default();
    let job_plan = match syntax::parse(&embedded.json) {
        Ok(value) => Reader { embedded, problems: &mut problems }.document(&value),
        Err(mut diagnostic) => {
            diagnostic.span = embedded.span(diagnostic.span);
            problems.push(*diagnostic);
            None
        }
    };
    let job_plan = job_plan.filter(|_| !problems.has_errors());
    Parsed {
        kind: TextKind::JobPlan,
        job_plan,
        diagnostics: problems.into_diagnostics(),
        ..Parsed::default()
    }
}

struct Reader<'r, 't> {
    embedded: &'r Embedded<'t>,
    problems: &'r mut Problems,
}

/// A vertex as it was read, with the ids that its edges come from.
struct Read {
    vertex: JobPlanVertex,
    inputs: Vec<Input>,
}

struct Input {
    id: String,
    ship_strategy: Option<String>,
    exchange: Option<String>,
    span: Span,
}

impl Reader<'_, '_> {
    fn note(&mut self, severity: Severity, code: &'static str, place: &impl Ranged, message: &str) {
        self.problems.push(Diagnostic {
            severity,
            code,
            path: "nodes".to_owned(),
            span: self.span(place),
            message: message.to_owned(),
            expected: None,
            suggestion: None,
        });
    }

    fn span(&self, place: &impl Ranged) -> Span {
        self.embedded.span(definition::span(place.range()))
    }

    fn document(&mut self, value: &Value<'_>) -> Option<JobPlan> {
        let Value::Object(document) = value else { return None };
        let Some(nodes) = document.get_array("nodes") else {
            self.note(Severity::Error, "wrong-type", document, "`nodes` is a list of the plan's vertices");
            return None;
        };
        let mut read: Vec<Read> = Vec::new();
        let mut positions: HashMap<String, usize> = HashMap::new();
        for element in &nodes.elements {
            let Value::Object(object) = element else {
                self.note(Severity::Warning, "wrong-type", element, "this is no vertex; it is left out");
                continue;
            };
            let Some(id) = text(object, "id") else {
                self.note(Severity::Warning, "missing-field", object, "a vertex without `id` is left out");
                continue;
            };
            // Some versions list a vertex once for each of its subtasks.
            if positions.contains_key(&id) {
                self.note(Severity::Warning, "duplicate-id", object, "the same vertex again; it is left out");
                continue;
            }
            positions.insert(id.clone(), read.len());
            read.push(self.vertex(id, object));
        }
        if read.is_empty() {
            self.note(Severity::Error, "no-operators", nodes, "the plan has no vertices");
            return None;
        }
        let job_type = text(document, "type");
        Some(in_order(text(document, "name"), job_type, read, &positions))
    }

    fn vertex(&mut self, id: String, object: &Object<'_>) -> Read {
        let description = text(object, "description").or_else(|| text(object, "name")).unwrap_or_default();
        let (operators, format) = description::operators(&description);
        let parallelism = object.get_number("parallelism").and_then(|number| number.value.parse().ok());
        let inputs = object.get_array("inputs").map_or(&[][..], |list| &list.elements[..]);
        let input = |element: &Value<'_>| {
            let Value::Object(object) = element else { return None };
            Some(Input {
                id: text(object, "id")?,
                ship_strategy: text(object, "ship_strategy"),
                exchange: text(object, "exchange").map(|exchange| exchange.to_ascii_uppercase()),
                span: self.span(object),
            })
        };
        let inputs = inputs.iter().filter_map(input).collect();
        Read { vertex: JobPlanVertex { id, parallelism, operators, format, span: self.span(object) }, inputs }
    }
}

/// A field that is text, or a number written as one.
fn text(object: &Object<'_>, field: &str) -> Option<String> {
    match &object.get(field)?.value {
        Value::StringLit(literal) => Some(literal.value.to_string()),
        Value::NumberLit(literal) => Some(literal.value.to_owned()),
        _ => None,
    }
}

/// Brings vertices into the order of the data: producers first, and among those that are ready the one that Flink lists last,
/// since it lists consumers first. What is in a cycle, which no plan of Flink has, keeps its place at the end.
fn in_order(
    name: Option<String>,
    job_type: Option<String>,
    read: Vec<Read>,
    positions: &HashMap<String, usize>,
) -> JobPlan {
    let mut waits_for = vec![0_usize; read.len()];
    let mut consumers = vec![Vec::new(); read.len()];
    for (position, one) in read.iter().enumerate() {
        for producer in one.inputs.iter().filter_map(|input| positions.get(&input.id)) {
            waits_for[position] += 1;
            consumers[*producer].push(position);
        }
    }
    let mut ready: std::collections::BinaryHeap<usize> =
        (0..read.len()).filter(|&position| waits_for[position] == 0).collect();
    let mut order = Vec::with_capacity(read.len());
    while let Some(position) = ready.pop() {
        order.push(position);
        for &consumer in &consumers[position] {
            waits_for[consumer] -= 1;
            if waits_for[consumer] == 0 {
                ready.push(consumer);
            }
        }
    }
    order.extend((0..read.len()).filter(|&position| waits_for[position] > 0));
    let mut rank = vec![0; read.len()];
    order.iter().enumerate().for_each(|(at, &position)| rank[position] = at);
    let mut edges = Vec::new();
    let mut vertices: Vec<Option<JobPlanVertex>> = vec![None; read.len()];
    for (position, Read { vertex, inputs }) in read.into_iter().enumerate() {
        vertices[rank[position]] = Some(vertex);
        for Input { id, ship_strategy, exchange, span } in inputs {
            // An input that the text does not list is cut off with its vertex.
            let Some(&producer) = positions.get(&id) else { continue };
            edges.push(JobPlanEdge {
                from: rank[producer],
                to: rank[position],
                ship_strategy,
                exchange,
                span,
            });
        }
    }
    edges.sort_by_key(|edge| (edge.to, edge.from));
    JobPlan { name, job_type, vertices: vertices.into_iter().flatten().collect(), edges }
}
