//! The planner's decisions as steps that a person can read.
//!
//! Steps come from the decisions reported through [`crate::trace::Trace`], one or more decisions a step, and are
//! never computed again from the result.

mod chain;
mod connect;
pub mod difference;
pub mod fixes;
mod hash;
mod place;
pub mod reasons;
mod rule;
mod steps;
mod subject;
mod translate;

pub use rule::{Rule, Topic};
pub use steps::explain;

use std::borrow::Cow;
use std::collections::HashMap;

use crate::flink::TransformationId;
use crate::job_graph::JobVertexIndex;
use crate::stream_graph::StreamEdgeIndex;

/// Every step of a plan, and when each element of the graphs came to be.
#[derive(Clone, Debug, Default)]
pub struct Explanation {
    pub steps: Vec<Step>,
    /// The number (from 1) of the step at which an element begins to exist. Transformations exist from the start.
    pub births: HashMap<Element, usize>,
}

/// One step: what happened, the rule with its actual values, and what it touched.
#[derive(Clone, Debug)]
pub struct Step {
    pub phase: Phase,
    /// Flink's class and method.
    pub method: &'static str,
    /// What happened, in one sentence.
    pub sentence: String,
    /// The rule that it rests on.
    pub rule: Rule,
    /// The actual values, in Flink's order.
    pub facts: Vec<Fact>,
    /// For steps that decide whether an edge chains.
    pub chains: Option<bool>,
    /// The element that the step decides about or makes.
    pub decides: Option<Element>,
    /// Elements that the step reads.
    pub touches: Vec<Element>,
    /// How deep Flink's recursion is.
    pub depth: u32,
    /// The call of the definition that it is about.
    pub call: Option<usize>,
}

impl Step {
    fn new(phase: Phase, method: &'static str, rule: impl Into<Rule>, sentence: String) -> Self {
        Self {
            phase,
            method,
            sentence,
            rule: rule.into(),
            facts: Vec::new(),
            chains: None,
            decides: None,
            touches: Vec::new(),
            depth: 0,
            call: None,
        }
    }
}

impl Step {
    /// Whether it decides about an element or reads it.
    pub fn is_about(&self, element: Element) -> bool {
        self.decides == Some(element) || self.touches.contains(&element)
    }

    /// Whether a graph, or what is decided about it, differs afterwards. Not so where Flink goes down to what it will
    /// come back to, meets what it has done before, or puts off what it cannot do yet.
    pub fn changes_something(&self) -> bool {
        let on_the_way = matches!(
            self.rule,
            Rule::TranslationOrder | Rule::AlreadyTransformed | Rule::HashOrder | Rule::CreateChain
        );
        self.chains.is_some() || !on_the_way
    }
}

/// A line under a step's sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub label: Cow<'static, str>,
    pub value: String,
    /// The rule that it rests on.
    pub rule: Option<Rule>,
    /// Whether it holds, for conditions.
    pub holds: Option<bool>,
    /// Whether Flink looked no further after this condition.
    pub stopped_here: bool,
}

impl Fact {
    fn new(label: impl Into<Cow<'static, str>>, value: impl Into<String>) -> Self {
        Self { label: label.into(), value: value.into(), rule: None, holds: None, stopped_here: false }
    }

    /// The same, resting on this rule.
    fn by(self, rule: impl Into<Rule>) -> Self {
        Self { rule: Some(rule.into()), ..self }
    }
}

/// The five phases, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    Translate,
    Hash,
    Chain,
    Connect,
    Place,
}

impl Phase {
    pub const ALL: [Self; 5] = [Self::Translate, Self::Hash, Self::Chain, Self::Connect, Self::Place];

    /// The name that people see.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Translate => "translate",
            Self::Hash => "hash",
            Self::Chain => "chain",
            Self::Connect => "connect",
            Self::Place => "place",
        }
    }
}

/// An element of one of the three graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Element {
    Transformation(TransformationId),
    /// A StreamNode, by its id.
    StreamNode(TransformationId),
    /// A virtual node in the StreamGraph, by its id.
    VirtualNode(TransformationId),
    StreamEdge(StreamEdgeIndex),
    JobVertex(JobVertexIndex),
    /// The JobEdge made from this StreamEdge.
    JobEdge(StreamEdgeIndex),
}

impl Element {
    /// What Flink calls such an element.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Transformation(_) => "Transformation",
            Self::StreamNode(_) => "StreamNode",
            Self::VirtualNode(_) => "virtual node",
            Self::StreamEdge(_) => "StreamEdge",
            Self::JobVertex(_) => "JobVertex",
            Self::JobEdge(_) => "JobEdge",
        }
    }
}

/// The letters by which people know a JobVertex, from its position in topological order: A to Z, then AA, AB, ….
pub fn letter(position: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = position + 1;
    while rest > 0 {
        rest -= 1;
        letters.push(char::from(b'A' + u8::try_from(rest % 26).expect("a remainder of 26 fits")));
        rest /= 26;
    }
    letters.iter().rev().collect()
}

#[cfg(test)]
mod tests {
    use super::letter;

    #[test]
    fn letters_go_on_after_z_with_two() {
        let letters: Vec<_> = [0, 1, 25, 26, 27, 51, 52, 701, 702].map(letter).into();
        assert_eq!(letters, ["A", "B", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA"]);
    }
}
