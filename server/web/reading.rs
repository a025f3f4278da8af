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
    /// What is tried on the pipeline: see [`crate::frontend::change`].
    change: Option<String>,
}

impl ReadingQuery {
    /// The text with what this query says of it.
    pub fn question(&self, text: &Arc<str>) -> Question {
        Question {
            text: Arc::clone(text),
            kind: self.kind(),
            answers: self.assume.as_deref().map(Answer::parse_all).unwrap_or_default(),
            changes: self.change.clone().unwrap_or_default(),
        }
    }

    fn kind(&self) -> Option<TextKind> {
        self.kind.as_deref().and_then(TextKind::from_slug)
    }

    /// The query again, in one form; empty if it says nothing.
    pub fn to_query(&self) -> String {
        let answers = self.assume.as_deref().map(Answer::parse_all).unwrap_or_default();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if let Some(kind) = self.kind() {
            query.append_pair("as", kind.slug());
        }
        if !answers.is_empty() {
            query.append_pair("assume", &Answer::write_all(&answers));
        }
        let mut query = query.finish();
        // What cannot be read stays, so that it is not forgotten that it was asked for.
        let change = self.change.as_deref().unwrap_or_default();
        let change = Changes::parse(change).map_or_else(|_| change.to_owned(), |changes| changes.to_string());
        if !change.is_empty() {
            let separator = if query.is_empty() { "" } else { "&" };
            query.push_str(&format!("{separator}change={}", query_value(&change)));
        }
        query
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
