//! Generator.
use super::*;
use crate::{flink::*, trace::Trace, transformation::*};
pub fn generate<T: Trace<Decision>>(
    _t: &Transformations,
    _c: &JobConfiguration,
    _v: FlinkVersion,
    _trace: &mut T,
) -> Result<StreamGraph, Box<Refusal>> {
    todo!()
}
