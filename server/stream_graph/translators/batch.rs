//! `BatchExecutionUtils`: what a keyed operator needs when it runs over sorted input.

use super::super::Decision;
use super::super::generator::StreamGraphGenerator;
use crate::configuration::{SORT_INPUTS, SORTED_INPUTS_MEMORY};
use crate::flink::{ChainingStrategy, ManagedMemoryUseCase, Refused, TransformationId};
use crate::trace::Trace;

/// `StreamConfig.InputRequirement`.
pub(super) const SORTED: &str = "SORTED";
pub(super) const PASS_THROUGH: &str = "PASS_THROUGH";

/// `applyBatchExecutionSettings`: the operator starts a chain, its inputs are sorted or passed through, and sorting gets
/// managed memory.
pub(super) fn apply_batch_execution_settings<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    id: TransformationId,
    requirements: &[&'static str],
    depth: u32,
) -> Refused<()> {
    let sorts = generator.configuration.get(SORT_INPUTS)?;
    let index = generator.graph.indices[&id];
    let node = &mut generator.graph.graph[index];
    let before = node.chaining_strategy;
    if matches!(node.chaining_strategy, ChainingStrategy::Always | ChainingStrategy::HeadWithSources) {
        node.chaining_strategy = ChainingStrategy::Head;
    }
    let after = node.chaining_strategy;
    if sorts {
        node.input_requirements = requirements.iter().copied().enumerate().collect();
        let weight = generator.configuration.get(SORTED_INPUTS_MEMORY)?.managed_memory_weight();
        generator.graph.graph[index].managed_memory_operator.insert(ManagedMemoryUseCase::Operator, weight);
    }
    generator.trace.decide(|| Decision::InputsSorted {
        node: index,
        requirements: if sorts { requirements.to_vec() } else { Vec::new() },
        before,
        after,
        depth,
    });
    Ok(())
}
