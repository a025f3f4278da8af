//! `UnionTransformationTranslator`: nothing is added; a union stands for all ids of its inputs.

use super::super::Decision;
use super::super::generator::StreamGraphGenerator;
use crate::flink::TransformationId;
use crate::trace::Trace;
use crate::transformation::TransformationIndex;

/// Concatenates the inputs' ids.
pub(super) fn translate<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    depth: u32,
) -> Vec<TransformationId> {
    let union = &generator.transformations.graph[index];
    let transformation = union.id;
    let result: Vec<_> = union.inputs.iter().flat_map(|&input| generator.stream_node_ids(input)).collect();
    generator.trace.decide(|| Decision::Union { transformation, result: result.clone(), depth });
    result
}
