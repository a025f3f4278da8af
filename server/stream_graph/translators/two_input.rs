//! `TwoInputTransformationTranslator` and the broadcast state translators: two inputs, numbered 1 and 2.

use super::super::Decision;
use super::super::generator::{NodeDescription, StreamGraphGenerator};
use super::batch::{PASS_THROUGH, SORTED, apply_batch_execution_settings};
use crate::flink::{JobType, Refused, TransformationId};
use crate::trace::Trace;
use crate::transformation::{OperatorFactory, TransformationIndex};

/// Connected streams: keyed as soon as one side is; the other side is passed through where inputs are sorted.
pub(super) fn translate<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    keyed_inputs: [bool; 2],
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    let keyed = keyed_inputs.contains(&true);
    let id = add(generator, index, operator, keyed, depth)?;
    if keyed && generator.sorts_inputs_of(operator) {
        let requirements = keyed_inputs.map(|keyed| if keyed { SORTED } else { PASS_THROUGH });
        apply_batch_execution_settings(generator, id, &requirements, depth)?;
    }
    Ok(vec![id])
}

/// A stream with broadcast state: in BATCH the keyed form sorts its first input.
pub(super) fn translate_broadcast_state<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    keyed: bool,
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    let id = add(generator, index, operator, keyed, depth)?;
    if keyed && generator.graph.job_type == JobType::Batch {
        apply_batch_execution_settings(generator, id, &[SORTED, PASS_THROUGH], depth)?;
    }
    Ok(vec![id])
}

/// Adds the operator's node and edges from the first input, then from the second.
fn add<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    keyed: bool,
    depth: u32,
) -> Refused<TransformationId> {
    let description = NodeDescription {
        name: generator.transformations.graph[index].name.clone(),
        job_vertex_class: "TwoInputStreamTask",
        operator,
        // Flink keeps a place for either side's key selector as soon as one side has one.
        state_partitioners: if keyed { 2 } else { 0 },
    };
    let id = generator.add_node(index, description, depth)?;
    for (position, type_number) in [1, 2].into_iter().enumerate() {
        let input = generator.transformations.graph[index].inputs[position];
        generator.add_edges(input, id, type_number, depth)?;
    }
    Ok(id)
}
