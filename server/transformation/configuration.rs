//! Configuration.
use crate::{flink::Refusal, frontend::PipelineDefinition};
pub struct JobConfiguration {}
impl JobConfiguration {
    pub fn read(_d: &PipelineDefinition) -> Result<Self, Box<Refusal>> {
        todo!()
    }
}
