//! Pure functions from a plan to text.

mod dump;

pub use dump::{Dump, ErrorDump, dump, dump_definition_error, dump_refusal};
