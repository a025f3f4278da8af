//! Changes of a pipeline as a specification: what each does to a definition and to its text, what mends a broken chain and
//! at which price.

mod corpora;
mod difference;
mod fixes;
mod fixes_of_every_plan;
mod on_the_model;
mod on_the_text;

use planscope::flink::FlinkVersion;
use planscope::frontend::change::{Changes, Edited, edit};
use planscope::frontend::{PipelineDefinition, definition};
use planscope::planner::{self, Plan};

/// Reads a definition.
#[track_caller]
fn read(text: &str) -> PipelineDefinition {
    let parsed = definition::parse(text);
    parsed.definition.unwrap_or_else(|| panic!("{:#?} in {text}", parsed.diagnostics))
}

/// Reads changes.
#[track_caller]
fn changes(notation: &str) -> Changes {
    Changes::parse(notation).unwrap_or_else(|error| panic!("{notation}: {error}"))
}

/// A definition with changes made in it.
#[track_caller]
fn edited(definition: &PipelineDefinition, notation: &str) -> Edited {
    edit(definition, &changes(notation)).unwrap_or_else(|diagnostic| panic!("{notation}: {diagnostic:?}"))
}

#[track_caller]
fn plan(definition: &PipelineDefinition) -> Plan {
    planner::plan(definition, FlinkVersion::V2_2_0, &mut ()).unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// A definition with these calls.
fn calls(operators: &str) -> String {
    format!("{{\"operators\": [{operators}]}}")
}
