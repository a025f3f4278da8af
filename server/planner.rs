//! Runs the planner's rooms in order: a definition in, the three graphs out, or Flink's refusal.

use crate::flink::{FlinkVersion, Refused};
use crate::frontend::PipelineDefinition;
use crate::job_graph::{self, Hashes, JobGraph};
use crate::stream_graph::{self, StreamGraph};
use crate::trace::Trace;
use crate::transformation::{self, Transformations};

/// Everything that Flink builds from a pipeline before it is submitted.
#[derive(Clone, Debug)]
pub struct Plan {
    pub version: FlinkVersion,
    /// As the program left them: before a sink is expanded.
    pub transformations: Transformations,
    pub stream_graph: StreamGraph,
    pub hashes: Hashes,
    pub job_graph: JobGraph,
}

/// One decision of the planner, from any of its rooms.
#[derive(Clone, Debug)]
pub enum Decision {
    StreamGraph(stream_graph::Decision),
    JobGraph(job_graph::Decision),
}

impl From<stream_graph::Decision> for Decision {
    fn from(decision: stream_graph::Decision) -> Self {
        Self::StreamGraph(decision)
    }
}

impl From<job_graph::Decision> for Decision {
    fn from(decision: job_graph::Decision) -> Self {
        Self::JobGraph(decision)
    }
}

/// Plans a pipeline as this version of Flink would.
///
/// # Errors
/// The exception that Flink would throw instead.
pub fn plan<T>(definition: &PipelineDefinition, version: FlinkVersion, trace: &mut T) -> Refused<Plan>
where
    T: Trace<stream_graph::Decision> + Trace<job_graph::Decision>,
{
    let mut transformations = transformation::build(definition)?;
    let stream_graph = stream_graph::generate(definition, &mut transformations, version, trace)?;
    let chainability = job_graph::chainability(&stream_graph);
    let hashes = job_graph::hash(&stream_graph, &chainability, trace)?;
    let job_graph = job_graph::generate(&stream_graph, &hashes, chainability, trace)?;
    Ok(Plan { version, transformations, stream_graph, hashes, job_graph })
}
