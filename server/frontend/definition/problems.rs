//! Collects what there is to say about a document, and brings it into text order.

use jsonc_parser::common::{Range, Ranged};

use super::names::Suggestions;
use super::path::Path;
use crate::frontend::{Diagnostic, Severity, Span};

/// How many problems of one document are told in full. A person mends the first few and looks again; a hostile
/// document could have one in every few bytes.
pub const MOST_TOLD: usize = 200;

/// The problems found so far.
#[derive(Default)]
pub struct Problems {
    diagnostics: Vec<Diagnostic>,
    errors: usize,
    /// Finds the name that was meant.
    pub suggestions: Suggestions,
}

impl Problems {
    /// Notes an error at a path and a place; the rest of it can be added to what this returns.
    pub fn error(
        &mut self,
        code: &'static str,
        path: Path<'_>,
        place: &impl Ranged,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.note(Severity::Error, code, path, place, message.into())
    }

    /// Notes a warning.
    pub fn warning(
        &mut self,
        code: &'static str,
        path: Path<'_>,
        place: &impl Ranged,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.note(Severity::Warning, code, path, place, message.into())
    }

    fn note(
        &mut self,
        severity: Severity,
        code: &'static str,
        path: Path<'_>,
        place: &impl Ranged,
        message: String,
    ) -> &mut Diagnostic {
        let span = span(place.range());
        self.push(Diagnostic {
            severity,
            code,
            path: path.to_string(),
            span,
            message,
            expected: None,
            suggestion: None,
        })
    }

    /// Notes a diagnostic made elsewhere.
    pub fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        self.diagnostics.push(diagnostic);
        self.diagnostics.last_mut().expect("one was just pushed")
    }

    /// Whether the document has no meaning.
    pub const fn has_errors(&self) -> bool {
        self.errors > 0
    }

    /// Everything in text order. Of very many, the errors come before the warnings, and the last one counts the rest.
    pub fn into_diagnostics(self) -> Vec<Diagnostic> {
        let mut diagnostics = self.diagnostics;
        diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        if diagnostics.len() <= MOST_TOLD {
            return diagnostics;
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.severity == Severity::Warning);
        let untold = diagnostics.split_off(MOST_TOLD);
        diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
        let all_warnings = untold.iter().all(|diagnostic| diagnostic.severity == Severity::Warning);
        let last_place = diagnostics.last().map(|last| last.span);
        diagnostics.extend(last_place.map(|span| Diagnostic {
            severity: if all_warnings { Severity::Warning } else { Severity::Error },
            code: "too-many-problems",
            path: String::new(),
            span,
            message: format!("there are {} more problems in the document", untold.len()),
            expected: None,
            suggestion: None,
        }));
        diagnostics
    }
}

/// The place of a node of the syntax tree.
pub fn span(range: Range) -> Span {
    Span { start: range.start, end: range.end }
}
