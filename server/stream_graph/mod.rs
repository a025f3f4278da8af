//! The StreamGraph: one StreamNode an operator, StreamEdges between them, virtual nodes resolved away.
//!
//! [`generate`] mirrors `StreamGraphGenerator.generate`, the types mirror `StreamGraph`, `StreamNode` and `StreamEdge`.

mod decision;
mod generator;
mod graph;
mod plan_json;
mod translators;

pub use decision::{Decision, PartitionerRule, ResolvedProperty, SlotSharingGroupRule};
pub use generator::generate;
pub use graph::*;
