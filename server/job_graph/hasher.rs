//! Hasher.
use super::Decision;
use crate::{flink::*, stream_graph::StreamGraph, trace::Trace};
/// For each StreamNode, by its index in the StreamGraph, its hash.
pub type Hashes = Vec<OperatorId>;
pub fn hash<T: Trace<Decision>>(_g: &StreamGraph, _t: &mut T) -> Result<Hashes, Box<Refusal>> {
    todo!()
}
