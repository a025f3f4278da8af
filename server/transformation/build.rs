//! Plays a definition's calls, in order, on one environment.

use super::calls::{Api, Call, Stream};
use super::{ExecutionEnvironment, Transformations};
use crate::flink::Refused;
use crate::frontend::PipelineDefinition;

/// Makes the calls of a definition.
///
/// # Errors
/// What the API throws when a program is run: at a bad configuration value, a bad argument, a call that the stream
/// does not allow.
pub fn build(definition: &PipelineDefinition) -> Refused<Transformations> {
    let environment = ExecutionEnvironment::configure(definition)?;
    let given_ids = definition.operators.iter().flat_map(|operator| &operator.options.stream_node_ids);
    let given_ids = given_ids.copied().collect();
    let mut transformations = Transformations { environment, given_ids, ..Transformations::default() };
    let mut api = Api::new(&mut transformations, definition);
    let mut streams: Vec<Stream> = Vec::with_capacity(definition.operators.len());
    for (index, operator) in definition.operators.iter().enumerate() {
        let inputs: Vec<_> = operator.inputs.iter().map(|&input| streams[input]).collect();
        let call = Call { index, operation: &operator.operation, options: &operator.options };
        streams.push(api.call(call, &inputs)?);
    }
    Ok(transformations)
}
