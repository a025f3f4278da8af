//! Steps.
use super::Explanation;
use crate::planner::{Decision, Plan};
/// Steps.
pub fn explain(_plan: &Plan, _decisions: &[Decision]) -> Explanation {
    todo!()
}
