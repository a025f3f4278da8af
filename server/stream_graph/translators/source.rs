//! `SourceTransformationTranslator` and `LegacySourceTransformationTranslator`.

use super::super::Decision;
use super::super::generator::{NodeDescription, StreamGraphGenerator};
use crate::flink::{Refused, TransformationId};
use crate::trace::Trace;
use crate::transformation::{OperatorFactory, TransformationIndex};

/// A FLIP-27 source.
pub(super) fn translate<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    add_source(generator, index, operator, "SourceOperatorStreamTask", depth)
}

/// A source around a `SourceFunction`.
pub(super) fn translate_legacy<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    add_source(generator, index, operator, "SourceStreamTask", depth)
}

fn add_source<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    job_vertex_class: &'static str,
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    let name = format!("Source: {}", generator.transformations.graph[index].name);
    let description = NodeDescription { name, job_vertex_class, operator, state_partitioners: 0 };
    let id = generator.add_node(index, description, depth)?;
    generator.graph.sources.insert(id);
    Ok(vec![id])
}
