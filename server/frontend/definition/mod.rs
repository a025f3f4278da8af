//! The JSON format of pipeline definitions, version 1.
//!
//! Text goes through in this order: `syntax` makes a tree of it whose nodes know their place, `document`
//! reads that tree from the top, `operators` knows every op and what it takes, and everything that is wrong
//! ends in `problems`. One problem never hides another and never causes a second one.

mod configuration;
mod document;
mod names;
mod object_reader;
mod operator_options;
mod operators;
mod path;
mod problems;
mod scalar;
mod sink_topology;
mod streams;
pub(super) mod syntax;
mod windows;
mod write;

use super::Parsed;
pub(super) use names::quoted;
pub(super) use problems::{Problems, span};
pub use write::write;

/// Whether the op with this name is a source, which reads no stream.
pub(super) fn is_source(op: &str) -> bool {
    operators::Op::named(op).is_some_and(|op| op.inputs == operators::Inputs::None)
}

/// Reads a pipeline definition.
pub fn parse(text: &str) -> Parsed {
    let mut problems = Problems::default();
    let text = syntax::without_byte_order_mark(text);
    let definition = match syntax::parse(&text) {
        Ok(value) => document::read(&value, &mut problems),
        Err(diagnostic) => {
            problems.push(*diagnostic);
            None
        }
    };
    let definition = definition.filter(|_| !problems.has_errors());
    Parsed { definition, diagnostics: problems.into_diagnostics(), ..Parsed::default() }
}
