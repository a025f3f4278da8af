//! Plays a definition's calls, in order, on one environment.

use super::calls::{Api, Call, Made};
use super::{ExecutionEnvironment, Transformations};
use crate::flink::Refused;
use crate::frontend::PipelineDefinition;

/// Makes the calls of a definition.
///
/// # Errors
/// What the API throws when a program is run: at a bad configuration value, a bad argument, a call that the stream
/// does not allow.
pub fn build(definition: &PipelineDefinition) -> Refused<Transformations> {
    build_with_early_graphs(definition, &mut |_| Ok(()))
}

/// Makes the calls of a definition; where the program asks for a graph before its end, `generate` makes one.
///
/// # Errors
/// As for [`build`], and what `generate` throws.
pub fn build_with_early_graphs(
    definition: &PipelineDefinition,
    generate: &mut dyn FnMut(&mut Transformations) -> Refused<()>,
) -> Refused<Transformations> {
    let environment = ExecutionEnvironment::configure(definition)?;
    let given_ids = definition.operators.iter().flat_map(|operator| &operator.options.stream_node_ids);
    let given_ids = given_ids.copied().collect();
    let mut transformations = Transformations { environment, given_ids, ..Transformations::default() };
    let mut api = Api::new(&mut transformations, definition);
    let mut made: Vec<Made> = Vec::with_capacity(definition.operators.len());
    let mut late_setters = definition.late_setters.iter().peekable();
    for (index, operator) in definition.operators.iter().enumerate() {
        let inputs: Vec<_> = operator.inputs.iter().map(|&input| made[input].stream).collect();
        let (operation, options, details) = (&operator.operation, &operator.options, &operator.details);
        made.push(api.call(Call { index, operation, options, details }, &inputs)?);
        while let Some(late) = late_setters.next_if(|late| late.after == index) {
            api.call_setters(&made[late.operator], &late.options)?;
        }
        for _ in definition.early_graphs.iter().filter(|after| **after == index) {
            generate(api.transformations)?;
        }
    }
    match &definition.refusal {
        Some(refusal) => Err(refusal.clone()),
        None => Ok(transformations),
    }
}
