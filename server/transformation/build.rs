//! Plays the definition's calls.
use super::{JobConfiguration, Transformations};
use crate::{flink::Refusal, frontend::PipelineDefinition};
pub fn build(_d: &PipelineDefinition, _c: &JobConfiguration) -> Result<Transformations, Box<Refusal>> {
    todo!()
}
