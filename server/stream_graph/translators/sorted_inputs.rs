//! `BatchExecutionUtils.applyBatchExecutionSettings`, for a STREAMING job: a keyed operator that emits only at the end of
//! its input gets its input sorted by key, as every keyed operator does in BATCH.

use super::super::StreamGraph;
use crate::flink::{ChainingStrategy, ManagedMemoryUseCase, TransformationId};
use crate::transformation::OperatorFactory;

/// `execution.sorted-inputs.memory` where nothing is set, in megabytes: the weight of the sorter.
const SORTER_WEIGHT: i32 = 128;

/// Sorts the keyed inputs of a node and passes the others through, unless the operator sorts by itself. Sorting takes
/// managed memory, and an operator whose input is sorted chains to nothing before it.
pub(super) fn apply_at_end_of_stream(
    graph: &mut StreamGraph,
    id: TransformationId,
    operator: OperatorFactory,
    keyed_inputs: &[bool],
) {
    let sorts = operator.output_only_after_end_of_stream && !operator.internal_sorter_supported;
    if !sorts || !keyed_inputs.contains(&true) {
        return;
    }
    let node = &mut graph.graph[graph.indices[&id]];
    if node.chaining_strategy != ChainingStrategy::Never {
        node.chaining_strategy = ChainingStrategy::Head;
    }
    let requirement = |&keyed: &bool| if keyed { "SORTED" } else { "PASS_THROUGH" };
    node.input_requirements = keyed_inputs.iter().map(requirement).enumerate().collect();
    node.managed_memory_operator.insert(ManagedMemoryUseCase::Operator, SORTER_WEIGHT);
}
