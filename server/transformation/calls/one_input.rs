//! Operators with one input.

use super::{Api, Call, Made, ORDINARY, Stream};
use crate::frontend::Operation;
use crate::transformation::{OperatorFactory, TransformationIndex, TransformationKind};

impl Api<'_> {
    pub(super) fn one_input(&mut self, call: Call<'_>, input: Stream) -> Made {
        let made = match call.operation {
            Operation::FlatMap => self.transform(call, input, "Flat Map", ORDINARY),
            Operation::Filter => self.transform(call, input, "Filter", ORDINARY),
            Operation::Process if input.key.is_some() => {
                self.transform(call, input, "KeyedProcess", ORDINARY)
            }
            Operation::Process => self.transform(call, input, "Process", ORDINARY),
            Operation::Project => self.transform(call, input, "Projection", ORDINARY),
            Operation::Transform(factory) => {
                self.transform(call, input, call.argument_name().unwrap_or_default(), (*factory).into())
            }
            Operation::UnorderedWait | Operation::OrderedWait => {
                let operator = OperatorFactory { yielding: true, ..ORDINARY };
                self.transform(call, input, "async wait operator", operator)
            }
            Operation::AssignTimestampsAndWatermarks => {
                let kind = TransformationKind::TimestampsAndWatermarks { operator: ORDINARY };
                let made = self.property(call, "Timestamps/Watermarks", kind, vec![input.transformation]);
                self.add_operator(made)
            }
            Operation::Reduce => self.reduce(call, input, "Keyed Reduce"),
            Operation::Sum | Operation::Min | Operation::Max | Operation::MinBy | Operation::MaxBy => {
                self.reduce(call, input, "Keyed Aggregation")
            }
            _ => self.transform(call, input, "Map", ORDINARY),
        };
        Made::operator(made)
    }

    /// `KeyedStream.reduce` and the aggregations built on it.
    fn reduce(&mut self, call: Call<'_>, input: Stream, name: &str) -> TransformationIndex {
        let kind = TransformationKind::Reduce { operator: ORDINARY };
        let made = self.new_transformation(call, name, kind, vec![input.transformation], self.parallelism);
        self.uses_state_backend(made);
        self.add_operator(made)
    }
}
