//! What the text was taken for, and what else it can be read as.

use super::Links;
use crate::frontend::TextKind;
use crate::web::planning::{Examined, Outcome};

/// What the text is, and the way to another reading.
#[derive(Debug)]
pub struct Reading {
    pub title: &'static str,
    /// Whether somebody said what it is.
    pub is_overridden: bool,
    pub kinds: Vec<KindItem>,
    /// The query that writes the pipeline as a definition, with its `?`; for texts that are none and have one.
    pub open_as_json: Option<String>,
}

/// A kind that the text can be read as.
#[derive(Debug)]
pub struct KindItem {
    pub title: &'static str,
    pub note: &'static str,
    pub is_chosen: bool,
    pub href: String,
}

impl Reading {
    /// How a text was read.
    pub fn of(examined: &Examined, links: &Links) -> Self {
        let is_pipeline = matches!(examined.outcome, Outcome::Planned(_) | Outcome::Refused(_));
        let open_as_json = is_pipeline && examined.kind != TextKind::Definition;
        Self {
            open_as_json: open_as_json.then(|| format!("?{}", links.asked.reading.to_query())),
            ..Self::as_kind(examined.kind, links)
        }
    }

    /// The reading of a text as this kind.
    pub fn as_kind(kind: TextKind, links: &Links) -> Self {
        let said = links.asked.reading.kind();
        let by_itself = KindItem {
            title: "Told from the text",
            note: "what it looks like",
            is_chosen: said.is_none(),
            href: links.reading_as(None),
        };
        let kinds = TextKind::ALL.into_iter().map(|kind| KindItem {
            title: title(kind),
            note: note(kind),
            is_chosen: said == Some(kind),
            href: links.reading_as(Some(kind)),
        });
        Self {
            title: title(kind),
            is_overridden: said.is_some(),
            kinds: std::iter::once(by_itself).chain(kinds).collect(),
            open_as_json: None,
        }
    }
}

/// What people call it.
const fn title(kind: TextKind) -> &'static str {
    match kind {
        TextKind::Definition => "Pipeline JSON",
        TextKind::Java => "Java",
        TextKind::ExecutionPlan => "Flink’s StreamGraph plan",
        TextKind::JobPlan => "Flink’s JobGraph plan",
    }
}

/// Where people have it from.
const fn note(kind: TextKind) -> &'static str {
    match kind {
        TextKind::Definition => "the definition format of planscope",
        TextKind::Java => "a DataStream program, or a piece of one",
        TextKind::ExecutionPlan => "getExecutionPlan(), flink info, EXPLAIN JSON_EXECUTION_PLAN",
        TextKind::JobPlan => "/jobs/<id>/plan and /jars/<id>/plan of the REST API",
    }
}
