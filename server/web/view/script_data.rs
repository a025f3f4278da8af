//! What the script needs to step without asking: for each step its verdict, what it decides and reads, and its line; and
//! when the elements that are counted came to be.

use std::collections::BTreeMap;

use serde::Serialize;

use super::panes::Kind;
use crate::explain::Element;
use crate::explain::reasons::Reasons;
use crate::render::names::{Letters, element_name, letter};
use crate::web::planning::Planned;

#[derive(Serialize)]
struct ScriptData {
    steps: Vec<StepData>,
    births: BTreeMap<&'static str, Vec<usize>>,
}

#[derive(Serialize)]
struct StepData {
    phase: &'static str,
    chains: Option<bool>,
    decides: Option<String>,
    touches: Vec<String>,
    call: Option<usize>,
    line: Option<usize>,
    /// Whether nothing differs afterwards.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    idle: bool,
}

/// The data as JSON that may stand in a script element.
pub fn of(planned: &Planned, reasons: &Reasons<'_>) -> String {
    let letters = Letters::of(&planned.plan);
    let name = |element| match element {
        // Known here, where `element_name` has to search.
        Element::JobVertex(vertex) => format!("v{}", letter(letters.position(vertex))),
        _ => element_name(&planned.plan, element),
    };
    let steps = planned.explanation.steps.iter().map(|step| StepData {
        phase: step.phase.name(),
        chains: step.chains,
        decides: step.decides.map(name),
        touches: step.touches.iter().copied().map(name).collect(),
        call: step.call,
        line: step.call.and_then(|call| reasons.line(call)),
        idle: !step.changes_something(),
    });
    let births = Kind::ALL.map(|kind| (kind.name(), kind.births(planned))).into();
    let json = serde_json::to_string(&ScriptData { steps: steps.collect(), births });
    // In a script element only a `<` could end it or begin a comment.
    json.map_or_else(|_| "null".to_owned(), |json| json.replace('<', "\\u003c"))
}
