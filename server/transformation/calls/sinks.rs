//! Sinks: operators around a `SinkFunction`, and Sink V2, which is expanded only when it is translated.

use super::{Api, Call, Made, ORDINARY, Stream};
use crate::frontend::{Operation, SinkTopology};
use crate::transformation::{TransformationIndex, TransformationKind};

impl Api<'_> {
    pub(super) fn sink(&mut self, call: Call<'_>, input: Stream) -> Made {
        let made = match call.operation {
            Operation::Print => self.legacy_sink(call, input, "Print to Std. Out", true),
            Operation::PrintToErr => self.legacy_sink(call, input, "Print to Std. Err", true),
            Operation::WriteUsingOutputFormat => {
                let sink = self.legacy_sink(call, input, "Unnamed", false);
                self.transformations.graph[sink].output_format = true;
                sink
            }
            Operation::Discard => self.sink_to(call, input, SinkTopology::default(), true),
            Operation::SinkTo(topology) => self.sink_to(call, input, topology.clone(), false),
            _ => self.legacy_sink(call, input, "Unnamed", false),
        };
        Made::sink(made)
    }

    /// `addSink`; on a keyed stream the sink is keyed too.
    fn legacy_sink(
        &mut self,
        call: Call<'_>,
        input: Stream,
        name: &str,
        concurrent_attempts: bool,
    ) -> TransformationIndex {
        let kind = TransformationKind::LegacySink { operator: ORDINARY, keyed: input.key.is_some() };
        let made = self.new_transformation(call, name, kind, vec![input.transformation], self.parallelism);
        self.transformations.graph[made].supports_concurrent_execution_attempts = concurrent_attempts;
        if input.key.is_some() {
            self.uses_state_backend(made);
        }
        self.add_operator(made)
    }

    fn sink_to(
        &mut self,
        call: Call<'_>,
        input: Stream,
        topology: SinkTopology,
        concurrent_attempts: bool,
    ) -> TransformationIndex {
        let kind = TransformationKind::Sink { topology, key: input.key, chaining_strategy: None };
        let made = self.new_transformation(call, "Sink", kind, vec![input.transformation], self.parallelism);
        self.transformations.graph[made].supports_concurrent_execution_attempts = concurrent_attempts;
        self.add_operator(made)
    }
}
