//! Reads the document: each node of the plan with what Flink writes of it, and its place in the text.
//!
//! There are two forms. `JSONGenerator` writes the plan that programs and `flink info` print; `JsonPlanGenerator` writes the
//! one that the REST API answers for an adaptive BATCH job, with the vertices that there are already. They differ in the
//! names of fields: `type` is `operator` there, `contents` is `description`, `predecessors` are `inputs`.

use std::collections::HashMap;

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;

use super::super::definition::{Problems, syntax};
use super::super::embedded::Embedded;
use crate::flink::{StreamExchangeMode, TransformationId};
use crate::frontend::{Diagnostic, Severity, Span};

/// A StreamNode, as far as the plan tells.
#[derive(Debug)]
pub(super) struct PlanNode {
    pub(super) id: TransformationId,
    /// `type`.
    pub(super) name: String,
    /// `contents`, where it is not the name.
    pub(super) description: Option<String>,
    /// `pact`.
    pub(super) pact: Pact,
    pub(super) parallelism: i32,
    /// In the order of the node's edges.
    pub(super) predecessors: Vec<Predecessor>,
    pub(super) span: Span,
    pub(super) name_span: Span,
    /// `contents`, `parallelism`: by the names that a definition has for them.
    pub(super) field_spans: Vec<(Box<str>, Span)>,
}

/// What part a node plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pact {
    Source,
    Operator,
    /// An operator around a `SinkFunction`; a Sink V2 is made of operators.
    Sink,
}

/// A StreamEdge, as its consumer lists it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Predecessor {
    pub(super) id: TransformationId,
    pub(super) ship_strategy: ShipStrategy,
    /// How the edge asks its data to be exchanged, where the plan says so and it is not left open.
    pub(super) exchange_mode: Option<StreamExchangeMode>,
    pub(super) span: Span,
}

/// The partitioner of an edge, by what it prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShipStrategy {
    Forward,
    Rebalance,
    Rescale,
    Shuffle,
    Broadcast,
    Global,
    Hash,
    Custom,
}

impl ShipStrategy {
    fn from_text(text: &str) -> Option<Self> {
        Some(match text {
            "FORWARD" => Self::Forward,
            "REBALANCE" => Self::Rebalance,
            "RESCALE" => Self::Rescale,
            "SHUFFLE" => Self::Shuffle,
            "BROADCAST" => Self::Broadcast,
            "GLOBAL" => Self::Global,
            "CUSTOM" => Self::Custom,
            // SQL's partitioner lists the fields behind it.
            _ if text == "HASH" || text.starts_with("HASH[") => Self::Hash,
            _ => return None,
        })
    }
}

/// The largest id that is kept: every id takes a little memory.
const LARGEST_ID: u32 = 1_000_000;

/// A plan of a StreamGraph.
#[derive(Debug)]
pub(super) struct StreamPlan {
    /// By ascending id; each reads only nodes before it.
    pub(super) nodes: Vec<PlanNode>,
    /// Whether it is of the adaptive form.
    pub(super) adaptive: bool,
}

/// What a plan says; nothing if a problem is an error.
pub(super) fn read(embedded: &Embedded<'_>, problems: &mut Problems) -> Option<StreamPlan> {
    let value = match syntax::parse(&embedded.json) {
        Ok(value) => value,
        Err(mut diagnostic) => {
            diagnostic.span = embedded.span(diagnostic.span);
            problems.push(*diagnostic);
            return None;
        }
    };
    let mut reader = Reader { embedded, problems };
    let Value::Object(document) = &value else { return None };
    let Some(list) = document.get_array("nodes") else {
        reader.error("wrong-type", "nodes", &value, "`nodes` is a list of the plan's nodes");
        return None;
    };
    let mut nodes: Vec<PlanNode> = Vec::with_capacity(list.elements.len());
    for (index, element) in list.elements.iter().enumerate() {
        nodes.extend(reader.node(element, index));
    }
    if nodes.is_empty() && !reader.problems.has_errors() {
        reader.error("no-operators", "nodes", list, "the plan has no nodes");
    }
    nodes.sort_by_key(|node| node.id);
    reader.check_references(&nodes);
    let is_adaptive =
        |node: &Value<'_>| matches!(node, Value::Object(node) if node.get_string("operator").is_some());
    let adaptive = list.elements.first().is_some_and(is_adaptive);
    (!problems.has_errors()).then_some(StreamPlan { nodes, adaptive })
}

struct Reader<'r, 't> {
    embedded: &'r Embedded<'t>,
    problems: &'r mut Problems,
}

impl Reader<'_, '_> {
    fn span(&self, place: &impl Ranged) -> Span {
        self.embedded.span(super::super::definition::span(place.range()))
    }

    fn error(&mut self, code: &'static str, path: &str, place: &impl Ranged, message: impl Into<String>) {
        let span = self.span(place);
        self.note(Severity::Error, code, path, span, message.into());
    }

    fn note(
        &mut self,
        severity: Severity,
        code: &'static str,
        path: &str,
        span: Span,
        message: String,
    ) -> &mut Diagnostic {
        self.problems.push(Diagnostic {
            severity,
            code,
            path: path.to_owned(),
            span,
            message,
            expected: None,
            suggestion: None,
        })
    }

    fn node(&mut self, element: &Value<'_>, index: usize) -> Option<PlanNode> {
        let path = format!("nodes[{index}]");
        let Value::Object(object) = element else {
            self.error("wrong-type", &path, element, "a node of the plan is an object");
            return None;
        };
        if object.get("step_function").is_some() {
            let message = "this plan has an iteration, which Flink 2 no longer has";
            self.error("iteration", &path, object, message);
            return None;
        }
        let id = self.id(object, &path);
        let parallelism = self.parallelism(object, &path);
        let text = |field: &str| object.get_string(field).map(|literal| literal.value.to_string());
        let contents = text("contents").or_else(|| text("description"));
        let Some(name) = text("type").or_else(|| text("operator")).or_else(|| contents.clone()) else {
            self.error("missing-field", &path, object, "a node of the plan needs `type`, its name");
            return None;
        };
        let predecessors = object.get_array("predecessors").or_else(|| object.get_array("inputs"));
        let predecessors = predecessors.map_or_else(Vec::new, |list| self.predecessors(list, &path));
        let pact = match text("pact").as_deref() {
            Some("Data Source") if predecessors.is_empty() => Pact::Source,
            Some("Data Sink") if !predecessors.is_empty() => Pact::Sink,
            _ if predecessors.is_empty() => Pact::Source,
            None if is_named_as_sink(&name) => Pact::Sink,
            _ => Pact::Operator,
        };
        let field_span = |name: &str, field: &str| {
            Some((Box::from(name), self.span(&object.get(field)?.value))) as Option<(Box<str>, Span)>
        };
        let fields = [
            ("name", "type"),
            ("name", "operator"),
            ("description", "contents"),
            ("description", "description"),
            ("parallelism", "parallelism"),
        ];
        let field_spans: Vec<_> =
            fields.into_iter().filter_map(|(name, field)| field_span(name, field)).collect();
        Some(PlanNode {
            id: id?,
            description: contents.filter(|contents| *contents != name),
            name,
            pact,
            parallelism: parallelism?,
            predecessors,
            span: self.span(object),
            name_span: field_spans.first().map_or_else(|| self.span(object), |(_, span)| *span),
            field_spans,
        })
    }

    fn id(&mut self, object: &Object<'_>, path: &str) -> Option<TransformationId> {
        let Some(value) = object.get("id").map(|property| &property.value) else {
            self.error("missing-field", path, object, "a node of the plan needs `id`");
            return None;
        };
        let number = match value {
            Value::NumberLit(literal) => literal.value.parse().ok(),
            Value::StringLit(literal) => literal.value.parse().ok(),
            _ => None,
        };
        match number {
            Some(id) if (1..=LARGEST_ID).contains(&id) => Some(TransformationId(id)),
            _ => {
                let message = format!("the id of a node is a number from 1 to {LARGEST_ID} here");
                self.error("wrong-type", &format!("{path}.id"), value, message);
                None
            }
        }
    }

    fn parallelism(&mut self, object: &Object<'_>, path: &str) -> Option<i32> {
        let Some(value) = object.get("parallelism").map(|property| &property.value) else {
            self.error("missing-field", path, object, "a node of the plan needs `parallelism`");
            return None;
        };
        let number = match value {
            Value::NumberLit(literal) => literal.value.parse().ok(),
            Value::StringLit(literal) => literal.value.parse().ok(),
            _ => None,
        };
        if number.is_none() {
            let message = "a parallelism is an integer that fits in Java's int";
            self.error("wrong-type", &format!("{path}.parallelism"), value, message);
        }
        number
    }

    fn predecessors(&mut self, list: &Array<'_>, path: &str) -> Vec<Predecessor> {
        let mut predecessors = Vec::with_capacity(list.elements.len());
        for (index, element) in list.elements.iter().enumerate() {
            let path = format!("{path}.predecessors[{index}]");
            let Value::Object(object) = element else {
                self.error("wrong-type", &path, element, "a predecessor is an object");
                continue;
            };
            let Some(id) = self.id(object, &path) else { continue };
            let span = self.span(object);
            let written = object.get_string("ship_strategy");
            let ship_strategy = written.and_then(|text| ShipStrategy::from_text(&text.value));
            if ship_strategy.is_none() {
                let strategy = written.map_or("", |text| &text.value);
                let message = format!(
                    "the ship strategy {} is none of Flink's own: it is taken for a partitioner of the program",
                    super::super::definition::quoted(strategy)
                );
                self.note(Severity::Warning, "unknown-ship-strategy", &path, span, message);
            }
            let ship_strategy = ship_strategy.unwrap_or(ShipStrategy::Custom);
            let exchange_mode =
                object.get_string("exchange").and_then(|mode| StreamExchangeMode::from_name(&mode.value));
            let exchange_mode = exchange_mode.filter(|mode| *mode != StreamExchangeMode::Undefined);
            predecessors.push(Predecessor { id, ship_strategy, exchange_mode, span });
        }
        predecessors
    }

    /// Ids are unique, and Flink numbers a node after those that it reads.
    fn check_references(&mut self, nodes: &[PlanNode]) {
        let mut seen: HashMap<TransformationId, ()> = HashMap::with_capacity(nodes.len());
        for node in nodes {
            if seen.insert(node.id, ()).is_some() {
                let message = format!("there are two nodes with the id {}", node.id);
                self.note(Severity::Error, "duplicate-id", "nodes", node.span, message);
            }
        }
        for node in nodes {
            for predecessor in &node.predecessors {
                let message = if !seen.contains_key(&predecessor.id) {
                    format!("there is no node with the id {}", predecessor.id)
                } else if predecessor.id >= node.id {
                    format!(
                        "node {} reads node {}, which comes later: Flink 2 has no cycles",
                        node.id, predecessor.id
                    )
                } else {
                    continue;
                };
                self.note(Severity::Error, "unknown-id", "nodes", predecessor.span, message);
            }
        }
    }
}

/// Whether the name of a node is that of an operator around a `SinkFunction`, where nothing else says it: not that of a part
/// of a Sink V2 that was given no name.
fn is_named_as_sink(name: &str) -> bool {
    name.starts_with("Sink: ") && !matches!(name, "Sink: Writer" | "Sink: Committer")
}
