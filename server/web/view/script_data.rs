//! What the script needs to step without asking: for each step its verdict, what it decides and reads, and its line.

use serde::Serialize;

use crate::explain::Step;
use crate::explain::reasons::Reasons;
use crate::planner::Plan;
use crate::render::names::element_name;
use crate::web::planning::Planned;

#[derive(Serialize)]
struct ScriptData {
    steps: Vec<StepData>,
}

#[derive(Serialize)]
struct StepData {
    phase: &'static str,
    chains: Option<bool>,
    decides: Option<String>,
    touches: Vec<String>,
    call: Option<usize>,
    line: Option<usize>,
}

/// The data as JSON that may stand in a script element.
pub fn of(planned: &Planned, reasons: &Reasons<'_>) -> String {
    let steps =
        planned.explanation.steps.iter().map(|step| step_data(&planned.plan, reasons, step)).collect();
    let json = serde_json::to_string(&ScriptData { steps });
    // In a script element only a `<` could end it or begin a comment.
    json.map_or_else(|_| "null".to_owned(), |json| json.replace('<', "\\u003c"))
}

fn step_data(plan: &Plan, reasons: &Reasons<'_>, step: &Step) -> StepData {
    StepData {
        phase: step.phase.name(),
        chains: step.chains,
        decides: step.decides.map(|element| element_name(plan, element)),
        touches: step.touches.iter().map(|&element| element_name(plan, element)).collect(),
        call: step.call,
        line: step.call.and_then(|call| reasons.line(call)),
    }
}
