//! `AbstractOneInputTransformationTranslator` and what extends it: operators with one input.

use super::super::Decision;
use super::super::generator::{NodeDescription, StreamGraphGenerator};
use super::batch::{SORTED, apply_batch_execution_settings};
use crate::flink::{Refused, TransformationId};
use crate::trace::Trace;
use crate::transformation::{OperatorFactory, TransformationIndex};

/// Adds the operator's node and an edge from each id of its input.
pub(super) fn translate<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    keyed: bool,
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    let name = generator.transformations.graph[index].name.clone();
    translate_named(generator, index, name, operator, keyed, depth)
}

/// The same under a name that is not the Transformation's.
pub(super) fn translate_named<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    name: String,
    operator: OperatorFactory,
    keyed: bool,
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    let description = NodeDescription {
        name,
        job_vertex_class: "OneInputStreamTask",
        operator,
        state_partitioners: usize::from(keyed),
    };
    let id = generator.add_node(index, description, depth)?;
    let input = generator.transformations.graph[index].inputs[0];
    generator.add_edges(input, id, 0, depth)?;
    if keyed && generator.sorts_inputs_of(operator) {
        apply_batch_execution_settings(generator, id, &[SORTED], depth)?;
    }
    Ok(vec![id])
}
