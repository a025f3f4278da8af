//! `TwoInputTransformationTranslator`: operators with two inputs, numbered 1 and 2.

use super::super::Decision;
use super::super::generator::{NodeDescription, StreamGraphGenerator};
use super::sorted_inputs;
use crate::flink::{Refused, TransformationId};
use crate::trace::Trace;
use crate::transformation::{OperatorFactory, TransformationIndex};

/// Adds the operator's node and edges from the first input, then from the second.
pub(super) fn translate<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    keyed_inputs: [bool; 2],
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    let description = NodeDescription {
        name: generator.transformations.graph[index].name.clone(),
        job_vertex_class: "TwoInputStreamTask",
        operator,
        // Flink keeps a place for either side's key selector as soon as one side has one.
        state_partitioners: if keyed_inputs.contains(&true) { 2 } else { 0 },
    };
    let id = generator.add_node(index, description, depth)?;
    for type_number in [1, 2] {
        let input = generator.transformations.graph[index].inputs[type_number - 1];
        generator.add_edges(input, id, type_number as i32, depth)?;
    }
    sorted_inputs::apply_at_end_of_stream(&mut generator.graph, id, operator, &keyed_inputs);
    Ok(vec![id])
}
