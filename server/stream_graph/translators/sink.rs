//! `LegacySinkTransformationTranslator` and `SinkTransformationTranslator`.

use super::super::Decision;
use super::super::generator::StreamGraphGenerator;
use super::{Translated, one_input};
use crate::flink::{ChainingStrategy, ManagedMemoryUseCase, Refused, TransformationId};
use crate::trace::Trace;
use crate::transformation::{OperatorFactory, Transformation, TransformationIndex, TransformationKind};

/// A sink around a `SinkFunction`: one node.
pub(super) fn translate_legacy<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    keyed: bool,
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    let name = format!("Sink: {}", generator.transformations.graph[index].name);
    let ids = one_input::translate_named(generator, index, name, operator, keyed, depth)?;
    generator.graph.sinks.extend(&ids);
    Ok(ids)
}

/// A Sink V2: its writer becomes a Transformation of its own, which gets its id only now. Mirrors `SinkExpander`.
pub(super) fn expand<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    chaining_strategy: Option<ChainingStrategy>,
    keyed: bool,
    depth: u32,
) -> Translated {
    let id = generator.transformations.new_node_id();
    let sink = &generator.transformations.graph[index];
    let operator = OperatorFactory {
        yielding: true,
        ..OperatorFactory::with_strategy(chaining_strategy.unwrap_or(ChainingStrategy::Always))
    };
    // The sink's description is not handed on: Flink joins the two, and the writer has none.
    // The writer of a keyed stream is a keyed operator: its state lives in the state backend.
    let managed_memory_slot = keyed.then_some(ManagedMemoryUseCase::StateBackend).into_iter().collect();
    let writer = Transformation {
        managed_memory_slot,
        parallelism_configured: sink.parallelism_configured,
        max_parallelism: sink.max_parallelism,
        uid: sink.uid.clone(),
        slot_sharing_group: sink.slot_sharing_group.clone(),
        co_location_group: sink.co_location_group.clone(),
        supports_concurrent_execution_attempts: sink.supports_concurrent_execution_attempts,
        expanded_from: Some(sink.id),
        ..Transformation::new(
            id,
            sink.call,
            format!("{}: Writer", sink.name),
            TransformationKind::OneInput { operator, keyed },
            sink.parallelism,
        )
    };
    let transformation = sink.id;
    let inputs = sink.inputs.clone();
    let added = generator.transformations.add(writer, inputs);
    generator.trace.decide(|| Decision::SinkExpanded { transformation, added: vec![id], depth });
    Translated { ids: Vec::new(), added: vec![added] }
}
