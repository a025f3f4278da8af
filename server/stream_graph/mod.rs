//! The StreamGraph: one StreamNode an operator, StreamEdges between them, virtual nodes resolved away.
//!
//! [`generate`] mirrors `StreamGraphGenerator.generate`, the types mirror `StreamGraph`, `StreamNode` and `StreamEdge`.

mod decision;
mod generator;
mod graph;
mod plan_json;
mod settings;
mod translators;

pub use decision::{Decision, PartitionerRule, ResolvedProperty, RuntimeModeRule, SlotSharingGroupRule};
pub use generator::{DEFAULT_SLOT_SHARING_GROUP, generate};
pub use graph::*;
pub use plan_json::{PlanJson, plan_json};
pub(crate) use settings::BACKLOG_TOO_OFTEN;
