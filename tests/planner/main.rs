//! What holds for every plan, whatever the pipeline: the same input gives the same bytes, names of streams mean nothing,
//! and size is no danger.

mod determinism;
mod large;
#[path = "shapes.rs"]
mod shapes;

use planscope::flink::FlinkVersion;
use planscope::frontend::{PipelineDefinition, definition};
use planscope::planner::{self, Plan};

/// The definition in a text that has one.
#[track_caller]
fn parse(text: &str) -> PipelineDefinition {
    let parsed = definition::parse(text);
    parsed.definition.unwrap_or_else(|| panic!("{:?}", parsed.diagnostics.first()))
}

/// The plan of a pipeline that Flink does not refuse.
#[track_caller]
fn plan(text: &str) -> Plan {
    planner::plan(&parse(text), FlinkVersion::V2_2_0, &mut ()).unwrap_or_else(|refusal| panic!("{refusal}"))
}
