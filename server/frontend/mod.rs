//! The front ends: pasted text in, a [`PipelineDefinition`] or [`Diagnostic`]s out.
//!
//! Architecture invariant: after this room ids resolve, options fit their op and enumerations are known, by type.
//! What Flink itself refuses (parallelism 0, say) is not checked here but by the rooms that play Flink's part.

pub mod definition;
mod diagnostic;
mod model;

pub use diagnostic::{Diagnostic, Position, Severity, Span};
pub use model::*;

/// What a front end made of a text. Warnings may stand beside a definition; errors never do.
#[derive(Debug)]
pub struct Parsed {
    /// The definition, if there was no error.
    pub definition: Option<PipelineDefinition>,
    /// Everything there is to say about the text, in text order.
    pub diagnostics: Vec<Diagnostic>,
}
