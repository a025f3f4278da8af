//! The front ends: pasted text in, a [`PipelineDefinition`] or [`Diagnostic`]s out.
//!
//! Architecture invariant: after this room ids resolve, options fit their op and enumerations are known, by type.
//! What Flink itself refuses (parallelism 0, say) is not checked here but by the rooms that play Flink's part.

mod assumption;
pub mod change;
pub mod definition;
mod diagnostic;
mod model;

pub use assumption::{Alternative, Answer, Assumption, answer_to};
pub use diagnostic::{Diagnostic, Position, Severity, Span};
pub use model::*;

/// The kinds of text that can be pasted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// The JSON format of pipeline definitions.
    #[default]
    Definition,
}

impl TextKind {
    pub const ALL: [Self; 1] = [Self::Definition];

    /// The name that addresses and flags use.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Definition => "definition",
        }
    }

    /// The kind with this name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.slug() == slug)
    }
}

/// What a front end made of a text. Warnings may stand beside a definition; errors never do.
#[derive(Debug, Default)]
pub struct Parsed {
    /// What the text was taken for.
    pub kind: TextKind,
    /// The definition, if there was no error.
    pub definition: Option<PipelineDefinition>,
    /// Everything there is to say about the text, in text order.
    pub diagnostics: Vec<Diagnostic>,
    /// What the definition rests on although the text does not say it, in text order.
    pub assumptions: Vec<Assumption>,
}

/// Reads a text of this kind, or of the kind that it looks like, with what a person chose where it leaves things open.
pub fn read(text: &str, kind: Option<TextKind>, answers: &[Answer]) -> Parsed {
    // Nothing is open in a definition.
    let _ = (kind, answers);
    definition::parse(text)
}
