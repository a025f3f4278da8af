//! How a text is to be read, and what is tried on it, as addresses say it: `?as=…&assume=…&change=…`. Pages, fragments, files and the API take the same names.

use std::sync::Arc;

use serde::Deserialize;

use super::planning::Question;
use crate::frontend::change::Changes;
use crate::frontend::{Answer, TextKind};

/// The part of an address's query that says how the text is read. What makes no sense is as if it were not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ReadingQuery {
    /// The kind of text: a slug of [`TextKind`].
    #[serde(rename = "as")]
    kind: Option<String>,
    /// `key:value,key:value`: see [`Answer`].
    assume: Option<String>,
    /// One more answer, as a form sends it: of which property, of which operator, and what.
    property: Option<String>,
    of: Option<String>,
    is: Option<String>,
    /// What is tried on the pipeline: see [`crate::frontend::change`].
    change: Option<String>,
}

impl ReadingQuery {
    /// The text with what this query says of it.
    pub fn question(&self, text: &Arc<str>) -> Question {
        Question {
            text: Arc::clone(text),
            kind: self.kind(),
            answers: self.answers(),
            changes: self.change.clone().unwrap_or_default(),
        }
    }

    /// The kind of text, if it is said.
    pub fn kind(&self) -> Option<TextKind> {
        self.kind.as_deref().and_then(TextKind::from_slug)
    }

    /// What was chosen where the text leaves things open.
    pub fn answers(&self) -> Vec<Answer> {
        let mut answers = self.assume.as_deref().map(Answer::parse_all).unwrap_or_default();
        if let (Some(property), Some(of), Some(value)) = (&self.property, &self.of, &self.is) {
            let key = format!("{property}-{of}");
            answers.retain(|answer| answer.key != key);
            answers.push(Answer { key, value: value.clone() });
        }
        answers
    }

    /// The query again, in one form; empty if it says nothing.
    pub fn to_query(&self) -> String {
        let mut pairs: Vec<(&str, String)> = Vec::new();
        pairs.extend(self.kind().map(|kind| ("as", kind.slug().to_owned())));
        let answers = self.answers();
        if !answers.is_empty() {
            pairs.push(("assume", Answer::write_all(&answers)));
        }
        // What cannot be read stays, so that it is not forgotten that it was asked for.
        let change = self.change.as_deref().unwrap_or_default();
        let change = Changes::parse(change).map_or_else(|_| change.to_owned(), |changes| changes.to_string());
        if !change.is_empty() {
            pairs.push(("change", change));
        }
        let pairs = pairs.iter().map(|(name, value)| format!("{name}={}", query_value(value)));
        pairs.collect::<Vec<_>>().join("&")
    }

    /// The same reading of the text with another answer to one question, which may be the one that is assumed.
    #[must_use]
    pub fn with_answer(&self, key: &str, value: &str, is_assumed: bool) -> Self {
        let mut answers = self.answers();
        answers.retain(|answer| answer.key != key);
        if !is_assumed {
            answers.push(Answer { key: key.to_owned(), value: value.to_owned() });
        }
        let assume = Some(Answer::write_all(&answers)).filter(|answers| !answers.is_empty());
        Self { assume, kind: self.kind.clone(), change: self.change.clone(), ..Self::default() }
    }

    /// The text read as another kind, or as what it looks like: what was chosen and tried is about the other reading.
    #[must_use]
    pub fn as_kind(kind: Option<TextKind>) -> Self {
        Self { kind: kind.map(|kind| kind.slug().to_owned()), ..Self::default() }
    }

    /// Whether anything is tried on the pipeline.
    pub fn tries(&self) -> bool {
        self.change.as_deref().is_some_and(|change| !change.is_empty())
    }

    /// The same reading of the text with other changes.
    #[must_use]
    pub fn with_changes(&self, changes: &Changes) -> Self {
        let change = Some(changes.to_string()).filter(|changes| !changes.is_empty());
        Self { change, ..self.clone() }
    }
}

/// A value as a query writes it, with `:` and `,` as they are: addresses of changes are read by people.
fn query_value(value: &str) -> String {
    let encoded: String = form_urlencoded::byte_serialize(value.as_bytes()).collect();
    encoded.replace("%3A", ":").replace("%2C", ",").replace("%40", "@")
}
