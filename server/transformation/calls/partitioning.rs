//! Partitionings, side outputs and caches: Transformations that say something of an edge or a stream.

use super::{Api, Call, Made, Stream};
use crate::flink::{Refusal, Refused, StreamExchangeMode, StreamPartitioner};
use crate::frontend::PartitionCall;
use crate::transformation::TransformationKind;

impl Api<'_> {
    /// `keyBy` and the methods that go through `DataStream.setConnectionType`, which a keyed stream refuses.
    pub(super) fn partition(
        &mut self,
        call: Call<'_>,
        input: Stream,
        method: PartitionCall,
        exchange_mode: Option<StreamExchangeMode>,
    ) -> Refused<Made> {
        let made = match method {
            PartitionCall::KeyBy => {
                let key = self.new_key_selector();
                Made::keyed(self.key_by(call, input.transformation, key))
            }
            PartitionCall::ReinterpretAsKeyedStream => {
                let transformation = self.repartition(call, input.transformation, StreamPartitioner::Forward);
                Made::keyed(Stream { transformation, key: Some(self.new_key_selector()) })
            }
            other => {
                self.refuse_partitioning_of_keyed(call, input)?;
                let partitioner = match other {
                    PartitionCall::Rebalance => StreamPartitioner::Rebalance,
                    PartitionCall::Rescale => StreamPartitioner::Rescale,
                    PartitionCall::Shuffle => StreamPartitioner::Shuffle,
                    PartitionCall::Global => StreamPartitioner::Global,
                    PartitionCall::Broadcast => StreamPartitioner::Broadcast,
                    PartitionCall::PartitionCustom => StreamPartitioner::Custom(self.new_key_selector()),
                    _ => StreamPartitioner::Forward,
                };
                Made::plain(self.repartition(call, input.transformation, partitioner))
            }
        };
        let partition = &mut self.transformations.graph[made.stream.transformation].kind;
        if let (Some(wanted), TransformationKind::Partition { exchange_mode, .. }) =
            (exchange_mode, partition)
        {
            *exchange_mode = wanted;
        }
        Ok(made)
    }

    /// `getSideOutput`: an `OutputTag` has a name.
    pub(super) fn get_side_output(&mut self, call: Call<'_>, input: Stream, tag: &str) -> Refused<Made> {
        if tag.is_empty() {
            let refusal = Refusal::illegal_argument(self.stage, "OutputTag id must not be empty.");
            return Err(Box::new(refusal.at(call.index, Some("tag"))));
        }
        let kind = TransformationKind::SideOutput { tag: tag.to_owned() };
        Ok(Made::plain(self.property(call, "SideOutput", kind, vec![input.transformation])))
    }

    /// `cache`.
    pub(super) fn cache(&mut self, call: Call<'_>, input: Stream) -> Made {
        let name = format!("Cache: {}", self.transformations.graph[input.transformation].name);
        Made::plain(self.property(call, &name, TransformationKind::Cache, vec![input.transformation]))
    }
}
