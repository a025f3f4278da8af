//! `PartitionTransformationTranslator`: a virtual node for each id of the input, no StreamNode.

use super::super::generator::StreamGraphGenerator;
use super::super::{Decision, VirtualPartitionNode};
use crate::flink::{JobType, StreamExchangeMode, StreamPartitioner, TransformationId};
use crate::trace::Trace;
use crate::transformation::TransformationIndex;

/// Registers the virtual nodes. BATCH exchange means nothing in a STREAMING job and becomes UNDEFINED there.
pub(super) fn translate<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    partitioner: StreamPartitioner,
    requested: StreamExchangeMode,
    depth: u32,
) -> Vec<TransformationId> {
    let transformation = generator.transformations.graph[index].id;
    let input = generator.transformations.graph[index].inputs[0];
    let exchange_mode = match (generator.graph.job_type, requested) {
        (JobType::Streaming, StreamExchangeMode::Batch) => StreamExchangeMode::Undefined,
        (_, requested) => requested,
    };
    let call = generator.transformations.graph[index].call;
    generator.graph.partitioning_calls.insert(transformation, call);
    let originals = generator.stream_node_ids(input).into_iter();
    originals
        .map(|original| {
            let id = generator.transformations.new_node_id();
            let node = VirtualPartitionNode { original, partitioner, exchange_mode, transformation };
            generator.graph.virtual_partition_nodes.insert(id, node);
            generator.trace.decide(|| Decision::VirtualPartitionNode {
                transformation,
                id,
                original,
                partitioner,
                requested,
                exchange_mode,
                depth,
            });
            id
        })
        .collect()
}
