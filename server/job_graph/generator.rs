//! Generator.
use super::*;
use crate::{flink::*, stream_graph::StreamGraph, trace::Trace};
pub fn generate<T: Trace<Decision>>(
    _g: &StreamGraph,
    _h: &Hashes,
    _t: &mut T,
) -> Result<JobGraph, Box<Refusal>> {
    todo!()
}
