//! `SideOutputTransformationTranslator`: a virtual node with the tag for each id of the input.

use super::super::generator::StreamGraphGenerator;
use super::super::{Decision, VirtualSideOutputNode};
use crate::flink::TransformationId;
use crate::trace::Trace;
use crate::transformation::TransformationIndex;

/// Registers the virtual nodes.
pub(super) fn translate<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    tag: &str,
    depth: u32,
) -> Vec<TransformationId> {
    let input = generator.transformations.graph[index].inputs[0];
    register(generator, index, input, tag, depth)
}

/// Registers virtual nodes for an output of `input`, on behalf of the Transformation at `index`.
pub(super) fn register<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    input: TransformationIndex,
    tag: &str,
    depth: u32,
) -> Vec<TransformationId> {
    let transformation = generator.transformations.graph[index].id;
    let originals = generator.stream_node_ids(input).into_iter();
    originals
        .map(|original| {
            let id = generator.transformations.new_node_id();
            let node = VirtualSideOutputNode { original, tag: tag.to_owned(), transformation };
            generator.graph.virtual_side_output_nodes.insert(id, node);
            generator.trace.decide(|| Decision::VirtualSideOutputNode {
                transformation,
                id,
                original,
                tag: tag.to_owned(),
                depth,
            });
            id
        })
        .collect()
}
