//! `MultiInputTransformationTranslator`: operators with any number of inputs, numbered from 1.

use super::super::Decision;
use super::super::generator::{NodeDescription, StreamGraphGenerator};
use super::batch::{SORTED, apply_batch_execution_settings};
use crate::flink::{Refused, TransformationId};
use crate::trace::Trace;
use crate::transformation::{OperatorFactory, TransformationIndex};

/// Adds the operator's node and edges from each input in turn; a keyed one has a selector for each input.
pub(super) fn translate<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    keyed: bool,
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    let inputs = generator.transformations.graph[index].inputs.clone();
    let description = NodeDescription {
        name: generator.transformations.graph[index].name.clone(),
        job_vertex_class: "MultipleInputStreamTask",
        operator,
        state_partitioners: if keyed { inputs.len() } else { 0 },
    };
    let id = generator.add_node(index, description, depth)?;
    for (input, type_number) in inputs.iter().zip(1..) {
        generator.add_edges(*input, id, type_number, depth)?;
    }
    if keyed && generator.sorts_inputs_of(operator) {
        apply_batch_execution_settings(generator, id, &vec![SORTED; inputs.len()], depth)?;
    }
    Ok(vec![id])
}
