//! Pure functions from a plan to text.
pub mod dump {
    use crate::{flink::Refusal, planner::Plan};
    pub fn dump(_p: &Plan) -> serde_json::Value {
        todo!()
    }
    pub fn definition_error_dump(_d: &[crate::frontend::Diagnostic]) -> serde_json::Value {
        todo!()
    }
    pub fn error_dump(_p: &Refusal) -> serde_json::Value {
        todo!()
    }
}
pub mod names {
    pub fn element_name(_p: &crate::planner::Plan, _e: crate::explain::Element) -> String {
        todo!()
    }
}
