//! Runs the planner's rooms in order: a definition in, the three graphs out, or Flink's refusal.

use crate::flink::{FlinkVersion, Refusal, Refused};
use crate::frontend::{Diagnostic, JobPlan, Operation, Parsed, PipelineDefinition, TransformOptions};
use crate::job_graph::{self, Hashes, JobGraph};
use crate::stream_graph::{self, StreamGraph};
use crate::trace::Trace;
use crate::transformation::{self, TransformationKind, Transformations};

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
    let mut transformations = transformation::build_with_early_graphs(definition, &mut |so_far| {
        // Nothing of such a graph stays but the ids that it took, and what it set on Transformations.
        let mut copy = so_far.clone();
        stream_graph::generate(definition, &mut copy, version, &mut ())?;
        so_far.last_id = copy.last_id;
        for index in so_far.graph.node_indices() {
            so_far.graph[index].max_parallelism = copy.graph[index].max_parallelism;
        }
        Ok(())
    })?;
    let stream_graph = stream_graph::generate(definition, &mut transformations, version, trace)?;
    let chainability = job_graph::chainability(&stream_graph);
    let hashes = job_graph::hash(&stream_graph, &chainability, trace)?;
    let job_graph = job_graph::generate(&stream_graph, &hashes, chainability, trace)?;
    Ok(Plan { version, transformations, stream_graph, hashes, job_graph })
}

/// A text that was understood and planned.
#[derive(Clone, Debug)]
pub struct PlannedText {
    pub definition: PipelineDefinition,
    pub plan: Plan,
}

/// Why a text has no plan.
#[derive(Debug)]
pub enum NoPlan {
    /// It is a definition, and Flink throws this exception.
    Refused(Box<Refusal>),
    /// It is the plan of a JobGraph, which is shown as it is.
    JobPlan(Box<JobPlan>),
    /// It is no definition; the diagnostics say why.
    NotADefinition,
}

/// Plans what a front end read, unwatched, with everything there is to say about it: Flink's refusal included.
pub fn plan_parsed(parsed: Parsed, version: FlinkVersion) -> (Result<PlannedText, NoPlan>, Vec<Diagnostic>) {
    let Parsed { kind, definition, job_plan, mut diagnostics, .. } = parsed;
    let Some(definition) = definition else {
        let no_plan = job_plan.map_or(NoPlan::NotADefinition, |plan| NoPlan::JobPlan(Box::new(plan)));
        return (Err(no_plan), diagnostics);
    };
    match plan(&definition, version, &mut ()) {
        Ok(plan) => (Ok(PlannedText { definition, plan }), diagnostics),
        Err(refusal) => {
            diagnostics.push(Diagnostic::of_refusal(kind, &definition, &refusal));
            (Err(NoPlan::Refused(refusal)), diagnostics)
        }
    }
}

/// The definition with the names and descriptions that its windows have in the plan, where they come from classes that only a
/// program has: so they can be written in the definition format.
///
/// # Errors
/// What the API throws when the calls are made.
pub fn with_shown_names(mut definition: PipelineDefinition) -> Refused<PipelineDefinition> {
    let transformations = transformation::build(&definition)?;
    for transformation in transformations.graph.node_weights() {
        let operator = &mut definition.operators[transformation.call];
        let Some(window) = &operator.details.window else { continue };
        let TransformationKind::OneInput { operator: factory, .. } = transformation.kind else { continue };
        operator.options.name = Some(transformation.name.clone());
        operator.options.description.clone_from(&transformation.description);
        if window.fires_at_end_of_stream && matches!(operator.operation, Operation::Window { .. }) {
            // Of a keyed window that fires at the end the format knows only what its operator is like.
            operator.operation = Operation::Transform(TransformOptions {
                chaining: factory.chaining_strategy,
                output_only_after_end_of_stream: factory.output_only_after_end_of_stream,
                internal_sorter_supported: factory.internal_sorter_supported,
                yielding: factory.yielding,
            });
        }
    }
    Ok(definition)
}
