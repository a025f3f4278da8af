//! Sinks: operators around a `SinkFunction`, and Sink V2, which is expanded only when it is translated.

use super::{Api, Call, Made, ORDINARY, Stream};
use crate::frontend::SinkTopology;
use crate::transformation::{OperatorFactory, TransformationKind};

impl Api<'_> {
    /// `addSink`; on a keyed stream the sink is keyed too.
    pub(super) fn add_sink(
        &mut self,
        call: Call<'_>,
        input: Stream,
        name: &str,
        concurrent_attempts: bool,
    ) -> Made {
        let operator = OperatorFactory { coordinator: call.details.collects, ..ORDINARY };
        let kind = TransformationKind::LegacySink { operator, keyed: input.key.is_some() };
        let made = self.new_transformation(call, name, kind, vec![input.transformation], self.parallelism);
        self.transformations.graph[made].supports_concurrent_execution_attempts = concurrent_attempts;
        if input.key.is_some() {
            self.uses_state_backend(made);
        }
        Made::sink(self.add_operator(made))
    }

    /// `writeUsingOutputFormat`.
    pub(super) fn write_using_output_format(&mut self, call: Call<'_>, input: Stream) -> Made {
        let made = self.add_sink(call, input, "Unnamed", false);
        self.transformations.graph[made.stream.transformation].output_format = true;
        made
    }

    /// `sinkTo`.
    pub(super) fn sink_to(
        &mut self,
        call: Call<'_>,
        input: Stream,
        topology: SinkTopology,
        concurrent_attempts: bool,
    ) -> Made {
        let kind = TransformationKind::Sink { topology, key: input.key, chaining_strategy: None };
        let made = self.new_transformation(call, "Sink", kind, vec![input.transformation], self.parallelism);
        let transformation = &mut self.transformations.graph[made];
        transformation.supports_concurrent_execution_attempts = concurrent_attempts;
        transformation.given_ids.clone_from(&call.options.stream_node_ids);
        Made::sink(self.add_operator(made))
    }
}
