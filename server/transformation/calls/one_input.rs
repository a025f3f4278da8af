//! Operators with one input.

use super::{Api, Call, Made, ORDINARY, Stream};
use crate::transformation::{OperatorFactory, TransformationKind};

impl Api<'_> {
    /// `map`, `filter` and whatever else goes through `DataStream.transform`.
    pub(super) fn one_input(
        &mut self,
        call: Call<'_>,
        input: Stream,
        name: &str,
        operator: OperatorFactory,
    ) -> Made {
        Made::operator(self.transform(call, input, name, operator))
    }

    /// `assignTimestampsAndWatermarks`: never keyed, as parallel as its input.
    pub(super) fn assign_timestamps_and_watermarks(&mut self, call: Call<'_>, input: Stream) -> Made {
        let kind = TransformationKind::TimestampsAndWatermarks { operator: ORDINARY };
        let made = self.property(call, "Timestamps/Watermarks", kind, vec![input.transformation]);
        Made::operator(self.add_operator(made))
    }

    /// `KeyedStream.reduce` and the aggregations built on it.
    pub(super) fn reduce(&mut self, call: Call<'_>, input: Stream, name: &str) -> Made {
        let kind = TransformationKind::Reduce { operator: ORDINARY };
        let made = self.new_transformation(call, name, kind, vec![input.transformation], self.parallelism);
        self.uses_state_backend(made);
        Made::operator(self.add_operator(made))
    }
}
