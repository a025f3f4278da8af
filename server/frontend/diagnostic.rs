//! What a front end has to say about a text, each with its place in it.

use std::fmt;
use std::ops::Range;

use super::{PipelineDefinition, TextKind};
use crate::flink::Refusal;

/// A range of bytes in the pasted text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl From<Range<usize>> for Span {
    fn from(Range { start, end }: Range<usize>) -> Self {
        Self { start, end }
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}

/// A place in the text as editors count: lines and columns from 1, columns in Unicode scalar values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub line: usize,
    pub column: usize,
}

impl Position {
    /// The position of a byte offset; one past the end is the end.
    pub fn of(text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let is_char_start = |byte: &&u8| (**byte & 0xC0) != 0x80;
        Self {
            line: before.iter().filter(|&&byte| byte == b'\n').count() + 1,
            column: before[line_start..].iter().filter(is_char_start).count() + 1,
        }
    }

    /// The positions of many byte offsets, in one pass over the text.
    pub fn of_all(text: &str, offsets: &[usize]) -> Vec<Self> {
        let mut in_text_order: Vec<usize> = (0..offsets.len()).collect();
        in_text_order.sort_by_key(|&index| offsets[index]);
        let mut positions = vec![Self { line: 1, column: 1 }; offsets.len()];
        let (mut reached, mut here) = (0, Self { line: 1, column: 1 });
        for index in in_text_order {
            let offset = offsets[index].clamp(reached, text.len().max(reached));
            for &byte in &text.as_bytes()[reached..offset] {
                if byte == b'\n' {
                    here = Self { line: here.line + 1, column: 1 };
                } else if byte & 0xC0 != 0x80 {
                    here.column += 1;
                }
            }
            reached = offset;
            positions[index] = here;
        }
        positions
    }
}

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// There is no plan.
    Error,
    /// There is a plan, and something about the text deserves a look.
    Warning,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Error => "error",
            Self::Warning => "warning",
        })
    }
}

/// One thing to say about the text: what is wrong, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub severity: Severity,
    /// A stable, kebab-case name of the kind of problem, such as `unknown-field`.
    pub code: &'static str,
    /// The JSON path, such as `operators[3].input`; empty for the whole document.
    pub path: String,
    /// The text that the problem is about.
    pub span: Span,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// What was expected there, where that helps.
    pub expected: Option<String>,
    /// The nearest known name, for one that is misspelt.
    pub suggestion: Option<String>,
}

impl Diagnostic {
    /// Whether it is about what is tried on the pipeline, and not about the text.
    pub fn is_about_changes(&self) -> bool {
        matches!(self.code, "no-change" | "change-does-not-apply" | "key-without-effect")
    }

    /// Whether there is a place in the text to show it at: a change may be about a call that is there, or about none.
    pub fn has_place(&self) -> bool {
        !(self.is_about_changes() && self.span == Span::default())
    }

    /// All errors in one line, for those who have no text to show them at.
    pub fn summary(diagnostics: &[Self]) -> String {
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let lines = errors.map(|error| match error.path.as_str() {
            "" => error.message.clone(),
            path => format!("{path}: {}", error.message),
        });
        lines.collect::<Vec<_>>().join("; ")
    }

    /// Flink's refusal of a definition that was read from a text of this kind, at the place it is about.
    pub fn of_refusal(kind: TextKind, definition: &PipelineDefinition, refusal: &Refusal) -> Self {
        let place = refusal.place.as_ref();
        // Only the definition format has such paths.
        let path = place.filter(|_| kind == TextKind::Definition).map(|place| definition.path_of(place));
        let is_own = definition.refusal.as_deref() == Some(refusal);
        let in_text = definition.refusal_span.filter(|_| is_own);
        Self {
            severity: Severity::Error,
            code: "refused-by-flink",
            path: path.unwrap_or_default(),
            span: place.and_then(|place| definition.span_of(place)).or(in_text).unwrap_or_default(),
            message: format!("Flink refuses it: {refusal}"),
            expected: None,
            suggestion: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_positions_are_those_of_each_offset() {
        for text in ["", "a", "\n", "ab\r\ncd\n\n", "é\n→ and 🦀\nend"] {
            let offsets: Vec<usize> = (0..text.len() + 3).rev().collect();
            let one_by_one: Vec<_> = offsets.iter().map(|&offset| Position::of(text, offset)).collect();
            assert_eq!(Position::of_all(text, &offsets), one_by_one, "{text:?}");
        }
    }
}
