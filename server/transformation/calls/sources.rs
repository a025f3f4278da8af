//! Sources: FLIP-27 sources with a coordinator, and operators around a `SourceFunction` or an `InputFormat`.

use super::{Api, Call, Made, ORDINARY};
use crate::flink::ChainingStrategy;
use crate::frontend::Operation;
use crate::transformation::{OperatorFactory, TransformationIndex, TransformationKind};

impl Api<'_> {
    pub(super) fn source(&mut self, call: Call<'_>) -> Made {
        match call.operation {
            Operation::FromSource { bounded } => {
                Made::operator(self.new_source(call, call.argument_name().unwrap_or("Source"), *bounded))
            }
            Operation::FromSequence => Made::operator(self.new_source(call, "Sequence Source", true)),
            Operation::FromData => {
                let source = self.new_source(call, "Collection Source", true);
                self.transformations.graph[source].set_parallelism(1);
                Made::operator(source)
            }
            Operation::AddSource { parallel: true } => Made::operator(self.legacy_source(call, false)),
            Operation::CreateInput => {
                let source = self.legacy_source(call, false);
                self.transformations.graph[source].input_format = true;
                Made::operator(source)
            }
            Operation::FromCollection => self.non_parallel_source(call, "Collection Source", true),
            Operation::SocketTextStream => self.non_parallel_source(call, "Socket Stream", false),
            _ => self.non_parallel_source(call, call.argument_name().unwrap_or(CUSTOM_SOURCE), false),
        }
    }

    fn new_source(&mut self, call: Call<'_>, name: &str, bounded: bool) -> TransformationIndex {
        let operator = OperatorFactory { coordinator: true, ..ORDINARY };
        let kind = TransformationKind::Source { operator, bounded };
        self.new_transformation(call, name, kind, vec![], self.parallelism)
    }

    fn legacy_source(&mut self, call: Call<'_>, bounded: bool) -> TransformationIndex {
        self.new_legacy_source(call, call.argument_name().unwrap_or(CUSTOM_SOURCE), bounded)
    }

    fn non_parallel_source(&mut self, call: Call<'_>, name: &str, bounded: bool) -> Made {
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

/// The name of a source that is given none.
const CUSTOM_SOURCE: &str = "Custom Source";
