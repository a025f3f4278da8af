//! How a text is to be read, as addresses say it: `?as=…&assume=…`. Pages, fragments, files and the API take the same names.

use std::sync::Arc;

use serde::Deserialize;

use super::planning::Question;
use crate::frontend::{Answer, TextKind};

/// The part of an address's query that says how the text is read. What makes no sense is as if it were not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ReadingQuery {
    /// The kind of text: a slug of [`TextKind`].
    #[serde(rename = "as")]
    kind: Option<String>,
    /// `key:value,key:value`: see [`Answer`].
    assume: Option<String>,
}

impl ReadingQuery {
    /// The text with what this query says of it.
    pub fn question(&self, text: &Arc<str>) -> Question {
        Question {
            text: Arc::clone(text),
            kind: self.kind(),
            answers: self.assume.as_deref().map(Answer::parse_all).unwrap_or_default(),
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
        query.finish()
    }
}
