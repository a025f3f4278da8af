//! `TransformationTranslator`s, one file a family: what each class of Transformation becomes in the StreamGraph.

mod batch;
mod cache;
mod multi_input;
mod one_input;
mod partition;
mod side_output;
mod sink;
mod source;
mod two_input;
mod union;

use super::Decision;
use super::generator::StreamGraphGenerator;
use crate::flink::{Refused, TransformationId};
use crate::trace::Trace;
use crate::transformation::{TransformationIndex, TransformationKind};

/// What a Transformation was translated to.
pub(super) struct Translated {
    /// The ids, real or virtual, by which its consumers know it.
    pub(super) ids: Vec<TransformationId>,
    /// Transformations that it added and that are to be transformed next, in order.
    pub(super) added: Vec<TransformationIndex>,
}

impl From<Vec<TransformationId>> for Translated {
    fn from(ids: Vec<TransformationId>) -> Self {
        Self { ids, added: Vec::new() }
    }
}

/// Translates one Transformation whose inputs have been transformed.
pub(super) fn translate<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    depth: u32,
) -> Refused<Translated> {
    let translated: Translated = match generator.transformations.graph[index].kind.clone() {
        TransformationKind::Source { operator, .. } => {
            source::translate(generator, index, operator, depth)?.into()
        }
        TransformationKind::LegacySource { operator, .. } => {
            source::translate_legacy(generator, index, operator, depth)?.into()
        }
        TransformationKind::OneInput { operator, keyed } => {
            one_input::translate(generator, index, operator, keyed, depth)?.into()
        }
        TransformationKind::Reduce { operator } => {
            one_input::translate(generator, index, operator, true, depth)?.into()
        }
        TransformationKind::TimestampsAndWatermarks { operator } => {
            one_input::translate(generator, index, operator, false, depth)?.into()
        }
        TransformationKind::LegacySink { operator, keyed } => {
            sink::translate_legacy(generator, index, operator, keyed, depth)?.into()
        }
        TransformationKind::TwoInput { operator, keyed_inputs } => {
            two_input::translate(generator, index, operator, keyed_inputs, depth)?.into()
        }
        TransformationKind::BroadcastState { operator, keyed } => {
            two_input::translate_broadcast_state(generator, index, operator, keyed, depth)?.into()
        }
        TransformationKind::MultipleInput { operator, keyed } => {
            multi_input::translate(generator, index, operator, keyed, depth)?.into()
        }
        TransformationKind::Sink { topology, key, chaining_strategy } => {
            sink::expand(generator, index, &topology, key, chaining_strategy, depth)?
        }
        TransformationKind::Partition { partitioner, exchange_mode } => {
            partition::translate(generator, index, partitioner, exchange_mode, depth).into()
        }
        TransformationKind::SideOutput { tag } => {
            side_output::translate(generator, index, &tag, depth).into()
        }
        TransformationKind::Union => union::translate(generator, index, depth).into(),
        TransformationKind::Cache => cache::translate(generator, index, depth)?.into(),
    };
    generator.configure(index)?;
    Ok(translated)
}
