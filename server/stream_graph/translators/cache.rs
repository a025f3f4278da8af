//! `CacheTransformationTranslator`: in BATCH a node that writes the cached data set; consumers read what it reads.

use super::super::Decision;
use super::super::generator::{NodeDescription, StreamGraphGenerator};
use super::side_output;
use crate::flink::{ChainingStrategy, JobType, Refused, TransformationId};
use crate::trace::Trace;
use crate::transformation::{OperatorFactory, TransformationIndex, TransformationKind};

/// Adds the writing node in BATCH, as parallel as what it caches. A cached side output gets a virtual node of the
/// cache's own, by which its consumers know it.
pub(super) fn translate<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    let input = generator.transformations.graph[index].inputs[0];
    if generator.graph.job_type == JobType::Streaming {
        return Ok(generator.stream_node_ids(input));
    }
    let (producer, tag) = match &generator.transformations.graph[input].kind {
        TransformationKind::SideOutput { tag } => {
            (generator.transformations.graph[input].inputs[0], Some(tag.clone()))
        }
        _ => (input, None),
    };
    let ids = match tag {
        Some(tag) => side_output::register(generator, index, producer, &tag, depth),
        None => generator.stream_node_ids(producer),
    };
    let description = NodeDescription {
        name: "CacheWrite".to_owned(),
        job_vertex_class: "OneInputStreamTask",
        operator: OperatorFactory::with_strategy(ChainingStrategy::Head),
        state_partitioners: 0,
    };
    let id = generator.add_node(index, description, depth)?;
    let node = generator.graph.indices[&id];
    generator.graph.graph[node].max_parallelism = generator.max_parallelism(producer);
    generator.graph.graph[node].parallelism_configured =
        generator.transformations.graph[producer].parallelism_configured;
    for &from in &ids {
        generator.graph.add_edge(from, id, 0, Some(id), depth, generator.trace)?;
    }
    Ok(ids)
}
