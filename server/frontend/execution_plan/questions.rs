//! What the plan does not say: asked of the answers that came with the text, else assumed.
//!
//! What is the same for every operator unless somebody knows better (its chaining strategy, its uid) is one [`Unsaid`]
//! property; what has to be told from names, edges and ids is an [`Assumption`] of its own.

use std::collections::HashMap;

use super::document::PlanNode;
use crate::flink::ChainingStrategy;
use crate::frontend::{
    Alternative, Answer, Assumption, SlotSharingGroupOption, Span, Unsaid, UnsaidProperty, UnsaidSubject,
};

static CHAINING: UnsaidProperty = UnsaidProperty {
    key: "chaining",
    name: "Chaining strategy",
    assumed: "ALWAYS, which nearly all operators have; sources made with addSource head their chains anyway",
    values: &[
        ("always", "ALWAYS"),
        ("never", "NEVER: disableChaining()"),
        ("head", "HEAD: startNewChain()"),
        ("head-with-sources", "HEAD_WITH_SOURCES"),
    ],
};
static SLOT_SHARING_GROUP: UnsaidProperty = UnsaidProperty {
    key: "group",
    name: "Slot sharing group",
    assumed: "not set, so it is the inputs' group, or default",
    values: &[],
};
static UID: UnsaidProperty = UnsaidProperty {
    key: "uid",
    name: "uid",
    assumed: "not set, so ids come from the graph's structure",
    values: &[],
};
static MAX_PARALLELISM: UnsaidProperty =
    UnsaidProperty { key: "max-parallelism", name: "Maximum parallelism", assumed: "not set", values: &[] };
static UID_HASH: UnsaidProperty =
    UnsaidProperty { key: "uid-hash", name: "uid hash", assumed: "not set", values: &[] };
static CO_LOCATION_GROUP: UnsaidProperty =
    UnsaidProperty { key: "co-location", name: "Co-location group", assumed: "not set", values: &[] };
static BUFFER_TIMEOUT: UnsaidProperty = UnsaidProperty {
    key: "buffer-timeout",
    name: "Buffer timeout in ms",
    assumed: "not set, so it is the environment's",
    values: &[],
};
static PARALLELISM_SET: UnsaidProperty = UnsaidProperty {
    key: "parallelism-set",
    name: "Parallelism set by the program",
    assumed: "where it is not the environment's; only BATCH cares",
    values: &[("yes", "yes")],
};
static SIDE_OUTPUT: UnsaidProperty = UnsaidProperty {
    key: "side-output",
    name: "Reads the side output with the tag",
    assumed: "none: every edge carries the main output",
    values: &[],
};
static YIELDING: UnsaidProperty = UnsaidProperty {
    key: "yields",
    name: "Async I/O",
    assumed: "no, unless its name is that of async I/O or of a sink's writer",
    values: &[("no", "no"), ("yes", "yes")],
};
static KEYED: UnsaidProperty = UnsaidProperty {
    key: "keyed",
    name: "Keyed",
    assumed: "where the edge is HASH or the name is that of a keyed operation",
    values: &[("no", "no"), ("yes", "yes")],
};

static PROPERTIES: [&UnsaidProperty; 11] = [
    &CHAINING,
    &SLOT_SHARING_GROUP,
    &UID,
    &MAX_PARALLELISM,
    &KEYED,
    &YIELDING,
    &SIDE_OUTPUT,
    &PARALLELISM_SET,
    &UID_HASH,
    &CO_LOCATION_GROUP,
    &BUFFER_TIMEOUT,
];
/// Begins the keys of answers about the configuration.
const CONFIGURATION: &str = "config.";
/// The key of the job's name.
const JOB: &str = "job";
/// The answer that takes another back.
const UNSET: &str = "unset";

/// The answers to a plan's questions, and what had to be assumed.
#[derive(Debug)]
pub(super) struct Questions<'a> {
    answers: HashMap<&'a str, &'a str>,
    pub(super) assumptions: Vec<Assumption>,
}

/// A question that a node leaves open.
pub(super) struct Question<'q> {
    /// Begins the key, which ends with the node's id.
    pub(super) key: &'static str,
    pub(super) asked: &'q str,
    pub(super) because: &'q str,
    /// Values and labels, the one that is assumed first.
    pub(super) alternatives: &'q [(String, String)],
    /// Whether it is worth telling though nobody answered it.
    pub(super) told: bool,
}

impl<'a> Questions<'a> {
    pub(super) fn new(answers: &'a [Answer]) -> Self {
        let answers = answers.iter().map(|answer| (answer.key.as_str(), answer.value.as_str()));
        Self { answers: answers.collect(), assumptions: Vec::new() }
    }

    /// Asks about the whole plan.
    pub(super) fn ask_of_plan(&mut self, span: Span, question: Question<'_>) -> usize {
        self.ask(question.key.to_owned(), span, question)
    }

    /// Asks about a node: the index of the alternative that counts.
    pub(super) fn ask_of(&mut self, node: &PlanNode, question: Question<'_>) -> usize {
        self.ask(format!("{}-{}", question.key, node.id), node.name_span, question)
    }

    fn ask(&mut self, key: String, span: Span, question: Question<'_>) -> usize {
        let Question { asked, because, alternatives, told, .. } = question;
        let answer = self.answers.get(key.as_str());
        let chosen = answer.and_then(|answer| alternatives.iter().position(|(value, _)| value == answer));
        if told || chosen.is_some() {
            let alternative = |(value, label): &(String, String)| Alternative {
                value: value.clone(),
                label: label.clone(),
                span: None,
            };
            self.assumptions.push(Assumption {
                key,
                span,
                question: asked.to_owned(),
                because: because.to_owned(),
                alternatives: alternatives.iter().map(alternative).collect(),
                chosen: chosen.unwrap_or(0),
                is_answered: chosen.is_some(),
            });
        }
        chosen.unwrap_or(0)
    }

    /// What somebody said to a question about a node, whatever it is.
    pub(super) fn answer_to(&self, key: &str, node: &PlanNode) -> Option<&'a str> {
        if self.answers.is_empty() {
            return None;
        }
        self.answers.get(format!("{key}-{}", node.id).as_str()).copied()
    }

    /// What somebody said of a property of a node, if that makes sense.
    fn property(&self, node: &PlanNode, property: &UnsaidProperty) -> Option<&'a str> {
        let value = self.answer_to(property.key, node)?;
        let makes_sense = match property.values {
            [] => value != UNSET,
            values => values.iter().any(|(known, _)| *known == value),
        };
        let is_number = || value.parse::<i64>().is_ok();
        let is_numeric = [MAX_PARALLELISM.key, BUFFER_TIMEOUT.key].contains(&property.key);
        (makes_sense && (!is_numeric || is_number())).then_some(value)
    }

    /// Notes what was said of a node's properties.
    pub(super) fn note_properties(&mut self, node: &PlanNode) {
        for property in PROPERTIES {
            let Some(value) = self.property(node, property) else { continue };
            let known = property.values.iter().find(|(known, _)| *known == value);
            let label = known.map_or(value, |(_, label)| label);
            let question = format!("{} of `{}`", property.name, node.name);
            let key = format!("{}-{}", property.key, node.id);
            self.note_set(key, node.name_span, question, property.assumed, (value, label));
        }
    }

    pub(super) fn chaining_strategy(&self, node: &PlanNode) -> ChainingStrategy {
        match self.property(node, &CHAINING) {
            Some("never") => ChainingStrategy::Never,
            Some("head") => ChainingStrategy::Head,
            Some("head-with-sources") => ChainingStrategy::HeadWithSources,
            _ => ChainingStrategy::Always,
        }
    }

    pub(super) fn slot_sharing_group(&self, node: &PlanNode) -> Option<SlotSharingGroupOption> {
        let name = self.property(node, &SLOT_SHARING_GROUP)?;
        Some(SlotSharingGroupOption::Name(name.to_owned()))
    }

    pub(super) fn uid(&self, node: &PlanNode) -> Option<String> {
        self.property(node, &UID).map(str::to_owned)
    }

    pub(super) fn max_parallelism(&self, node: &PlanNode) -> Option<i32> {
        self.property(node, &MAX_PARALLELISM)?.parse().ok()
    }

    pub(super) fn uid_hash(&self, node: &PlanNode) -> Option<String> {
        self.property(node, &UID_HASH).map(str::to_owned)
    }

    pub(super) fn co_location_group(&self, node: &PlanNode) -> Option<String> {
        self.property(node, &CO_LOCATION_GROUP).map(str::to_owned)
    }

    pub(super) fn buffer_timeout(&self, node: &PlanNode) -> Option<i64> {
        self.property(node, &BUFFER_TIMEOUT)?.parse().ok()
    }

    /// Whether somebody said that the program set the parallelism.
    pub(super) fn parallelism_is_set(&self, node: &PlanNode) -> bool {
        self.property(node, &PARALLELISM_SET).is_some()
    }

    /// The tag of the side output that a node reads by its first edge; of its other edges under a key that ends with the
    /// edge's number, from 2.
    pub(super) fn side_output(&self, node: &PlanNode, edge: usize) -> Option<&'a str> {
        if edge == 0 {
            return self.property(node, &SIDE_OUTPUT);
        }
        if self.answers.is_empty() {
            return None;
        }
        let key = format!("{}-{}-{}", SIDE_OUTPUT.key, node.id, edge + 1);
        self.answers.get(key.as_str()).copied().filter(|tag| *tag != UNSET)
    }

    /// What somebody said of the configuration: keys of answers are Flink's keys behind `config.`.
    pub(super) fn configuration(&mut self, place: Span) -> Vec<(String, String)> {
        let entry = |(key, value): (&&str, &&str)| {
            Some((key.strip_prefix(CONFIGURATION)?.to_owned(), (*value).to_owned()))
        };
        let mut entries: Vec<_> =
            self.answers.iter().filter_map(entry).filter(|(_, value)| value != UNSET).collect();
        entries.sort();
        for (key, value) in &entries {
            self.note_set(format!("{CONFIGURATION}{key}"), place, key.clone(), "default", (value, value));
        }
        entries
    }

    /// The job's name, if somebody said it.
    pub(super) fn job(&mut self, place: Span) -> Option<String> {
        let name = self.answers.get(JOB).copied().filter(|name| *name != UNSET)?;
        self.note_set(JOB.to_owned(), place, "The job's name".to_owned(), "Flink's own", (name, name));
        Some(name.to_owned())
    }

    /// Notes what the plan does not say and somebody set.
    fn note_set(
        &mut self,
        key: String,
        span: Span,
        question: String,
        assumed: &str,
        (value, label): (&str, &str),
    ) {
        let alternative =
            |value: &str, label: String| Alternative { value: value.to_owned(), label, span: None };
        self.assumptions.push(Assumption {
            key,
            span,
            question,
            because: "The plan does not say it; it was set here.".to_owned(),
            alternatives: vec![
                alternative(UNSET, format!("as assumed: {assumed}")),
                alternative(value, label.to_owned()),
            ],
            chosen: 1,
            is_answered: true,
        });
    }

    /// Whether somebody said that an operator does async I/O, or that it does not.
    pub(super) fn yields(&self, node: &PlanNode) -> Option<bool> {
        self.property(node, &YIELDING).map(|answer| answer == "yes")
    }

    /// Whether somebody said that an operator is keyed, or that it is not.
    pub(super) fn keyed(&self, node: &PlanNode) -> Option<bool> {
        self.property(node, &KEYED).map(|answer| answer == "yes")
    }

    /// What the plan says of none of its nodes.
    pub(super) fn unsaid(nodes: &[PlanNode]) -> Unsaid {
        let subject = |node: &PlanNode| UnsaidSubject {
            key: node.id.to_string(),
            name: node.name.clone(),
            span: node.name_span,
        };
        Unsaid {
            properties: PROPERTIES.map(Clone::clone).to_vec(),
            subjects: nodes.iter().map(subject).collect(),
        }
    }
}
