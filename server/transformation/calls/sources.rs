//! Sources: FLIP-27 sources with a coordinator, and operators around a `SourceFunction` or an `InputFormat`.

use super::{Api, Call, Made, ORDINARY};
use crate::flink::ChainingStrategy;
use crate::transformation::{OperatorFactory, TransformationIndex, TransformationKind};

/// The name of a source that is given none.
const CUSTOM_SOURCE: &str = "Custom Source";

impl Api<'_> {
    /// `fromSource`.
    pub(super) fn source(&mut self, call: Call<'_>, name: &str, bounded: bool) -> Made {
        let operator = OperatorFactory { coordinator: true, ..ORDINARY };
        let kind = TransformationKind::Source { operator, bounded };
        Made::operator(self.new_transformation(call, name, kind, vec![], self.parallelism))
    }

    /// `fromData`: a source that could be parallel, set to 1.
    #[expect(clippy::wrong_self_convention, reason = "the name is Flink's")]
    pub(super) fn from_data(&mut self, call: Call<'_>) -> Made {
        let made = self.source(call, "Collection Source", true);
        self.transformations.graph[made.stream.transformation].set_parallelism(1);
        made
    }

    /// `addSource`.
    pub(super) fn add_source(&mut self, call: Call<'_>, parallel: bool) -> Made {
        let name = call.argument_name().unwrap_or(CUSTOM_SOURCE);
        if parallel {
            Made::operator(self.new_legacy_source(call, name, false))
        } else {
            self.non_parallel_source(call, name, false)
        }
    }

    /// `createInput`.
    pub(super) fn create_input(&mut self, call: Call<'_>) -> Made {
        let source = self.new_legacy_source(call, CUSTOM_SOURCE, false);
        self.transformations.graph[source].input_format = true;
        Made::operator(source)
    }

    /// A `SourceFunction` that is not parallel.
    pub(super) fn non_parallel_source(&mut self, call: Call<'_>, name: &str, bounded: bool) -> Made {
        let source = self.new_legacy_source(call, name, bounded);
        self.transformations.graph[source].set_parallelism(1);
        Made::non_parallel(source)
    }

    fn new_legacy_source(&mut self, call: Call<'_>, name: &str, bounded: bool) -> TransformationIndex {
        let operator =
            OperatorFactory { legacy_source: true, ..OperatorFactory::with_strategy(ChainingStrategy::Head) };
        let kind = TransformationKind::LegacySource { operator, bounded };
        self.new_transformation(call, name, kind, vec![], self.parallelism)
    }
}
