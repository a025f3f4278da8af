//! `LegacySinkTransformationTranslator` and `SinkTransformationTranslator` with its `SinkExpander`.

use super::super::Decision;
use super::super::generator::StreamGraphGenerator;
use super::{Translated, one_input};
use crate::flink::{
    ChainingStrategy, KeySelectorId, Refusal, RefusalStage, Refused, StreamExchangeMode, TransformationId,
};
use crate::frontend::{
    CallDetails, Operation, OperatorOptions, PartitionCall, SinkTopology, TopologyOperator,
};
use crate::trace::Trace;
use crate::transformation::calls::{Api, Call, Stream};
use crate::transformation::{
    OperatorFactory, PARALLELISM_DEFAULT, PARALLELISM_UNKNOWN, Transformation, TransformationIndex,
    TransformationKind, set_parallelism,
};

/// A sink around a `SinkFunction`: one node.
pub(super) fn translate_legacy<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    operator: OperatorFactory,
    keyed: bool,
    depth: u32,
) -> Refused<Vec<TransformationId>> {
    let name = format!("Sink: {}", generator.transformations.graph[index].name);
    let ids = one_input::translate_named(generator, index, name, operator, keyed, depth)?;
    generator.graph.sinks.extend(&ids);
    Ok(ids)
}

/// A Sink V2: its writer, committer and topologies become Transformations, which get their ids only now.
pub(super) fn expand<T: Trace<Decision>>(
    generator: &mut StreamGraphGenerator<'_, T>,
    index: TransformationIndex,
    topology: &SinkTopology,
    key: Option<KeySelectorId>,
    chaining_strategy: Option<ChainingStrategy>,
    depth: u32,
) -> Refused<Translated> {
    let sink = generator.transformations.graph[index].clone();
    let input = Stream { transformation: sink.inputs[0], key };
    let size_before = generator.transformations.roots.len();
    let api = Api::for_sink_expansion(generator.transformations, generator.configuration);
    let given_ids = sink.given_ids.iter().copied();
    let mut expander = SinkExpander { api, sink: &sink, chaining_strategy, writer: None, given_ids };
    expander.expand(topology, input)?;
    let writer = expander.writer;
    // Flink sets the environment's parallelism to the default while it expands and then sets it back, which an unknown one
    // is not.
    let parallelism = &mut generator.transformations.environment.parallelism;
    if *parallelism == PARALLELISM_UNKNOWN {
        *parallelism = PARALLELISM_DEFAULT;
    }
    let added = generator.transformations.roots.split_off(size_before);
    let graph = &generator.transformations.graph;
    let behind_writer = graph.node_indices().rev().take_while(|&index| Some(index) != writer);
    let partitions =
        behind_writer.filter(|&index| matches!(graph[index].kind, TransformationKind::Partition { .. }));
    generator.partitions_of_committables.extend(partitions.map(|index| graph[index].id));
    let added_ids = added.iter().map(|&index| graph[index].id).collect();
    generator.trace.decide(|| Decision::SinkExpanded { transformation: sink.id, added: added_ids, depth });
    Ok(Translated { ids: Vec::new(), added })
}

const WRITER_NAME: &str = "Writer";
const COMMITTER_NAME: &str = "Committer";

/// Plays the calls that a sink's interfaces make, and hands the sink's own settings on to what they make.
struct SinkExpander<'a, 's> {
    api: Api<'a>,
    sink: &'s Transformation,
    chaining_strategy: Option<ChainingStrategy>,
    writer: Option<TransformationIndex>,
    /// The ids that the program's text gives to what is still to be made.
    given_ids: std::iter::Copied<std::slice::Iter<'s, TransformationId>>,
}

impl SinkExpander<'_, '_> {
    fn expand(&mut self, topology: &SinkTopology, input: Stream) -> Refused<()> {
        let written = match &topology.pre_write {
            Some(operators) => self.add_topology(operators, input)?,
            None => input,
        };
        let from = self.api.transformations.roots.len();
        let writer = self.add_operator(written, WRITER_NAME, true)?;
        self.writer = Some(writer.transformation);
        self.set_uid_hash(writer, &topology.uid_hashes[0]);
        if !topology.committer {
            return Ok(());
        }
        let mut committables = self.add_fail_over_region(writer)?;
        if let Some(operators) = &topology.pre_commit {
            committables = self.add_topology(operators, committables)?;
        }
        let committed = self.add_operator(committables, COMMITTER_NAME, false)?;
        self.set_uid_hash(committed, &topology.uid_hashes[1]);
        self.co_locate(topology, from);
        if let Some(operators) = &topology.post_commit {
            let committed = self.add_fail_over_region(committed)?;
            self.add_topology(operators, committed)?;
        }
        Ok(())
    }

    /// The writer or the committer.
    fn add_operator(&mut self, input: Stream, name: &str, yielding: bool) -> Refused<Stream> {
        let from = self.api.transformations.roots.len();
        let operator =
            OperatorFactory { yielding, ..OperatorFactory::with_strategy(ChainingStrategy::Always) };
        let options = OperatorOptions::default();
        let call = Call {
            index: self.sink.call,
            operation: &Operation::Map,
            options: &options,
            details: &CallDetails::NONE,
        };
        let transformation = self.api.transform(call, input, name, operator);
        self.adjust_transformations(from, false)?;
        Ok(Stream { transformation, key: None })
    }

    fn set_uid_hash(&mut self, added: Stream, hash: &Option<String>) {
        if hash.is_some() {
            self.api.transformations.graph[added.transformation].uid_hash.clone_from(hash);
        }
    }

    /// Gives what has been added from writer to committer the sink's co-location group, where it has no other.
    fn co_locate(&mut self, topology: &SinkTopology, from: usize) {
        let Some(group) = &topology.co_location_group else { return };
        for &index in &self.api.transformations.roots[from..] {
            let added = &mut self.api.transformations.graph[index];
            added.co_location_group.get_or_insert_with(|| group.clone());
        }
    }

    /// A topology of the sink's own.
    fn add_topology(&mut self, operators: &[TopologyOperator], input: Stream) -> Refused<Stream> {
        let from = self.api.transformations.roots.len();
        let mut stream = input;
        for operator in operators {
            let call = Call {
                index: self.sink.call,
                operation: &operator.operation,
                options: &operator.options,
                details: &CallDetails::NONE,
            };
            stream = self.api.call(call, &[stream])?.stream;
        }
        self.adjust_transformations(from, true)?;
        let added = self.api.transformations.roots[from..].to_vec();
        let physical = operators.iter().filter(|it| !matches!(it.operation, Operation::Partition { .. }));
        for (index, operator) in added.into_iter().zip(physical) {
            self.api.transformations.graph[index].parallelism_configured &=
                !operator.takes_parallelism_unconfigured;
        }
        Ok(stream)
    }

    /// `addFailOverRegion`: in BATCH the committables are materialised before they are committed.
    fn add_fail_over_region(&mut self, input: Stream) -> Refused<Stream> {
        let options = OperatorOptions::default();
        let operation = Operation::Partition {
            call: PartitionCall::Forward,
            exchange_mode: Some(StreamExchangeMode::Batch),
        };
        let call = Call {
            index: self.sink.call,
            operation: &operation,
            options: &options,
            details: &CallDetails::NONE,
        };
        self.api.call(call, &[Stream { key: None, ..input }]).map(|made| made.stream)
    }

    /// `adjustTransformations`: what was added gets the sink's name in front, its uid, its groups and its parallelism.
    fn adjust_transformations(&mut self, from: usize, is_topology: bool) -> Refused<()> {
        let sink = self.sink;
        for position in from..self.api.transformations.roots.len() {
            let index = self.api.transformations.roots[position];
            if let Some(given) = self.given_ids.next() {
                self.api.transformations.graph[index].id = self.api.transformations.take_given_id(given);
            }
            let added = &mut self.api.transformations.graph[index];
            let has_uid = |transformation: &Transformation| {
                transformation.uid.as_deref().is_some_and(|uid| !uid.is_empty())
            };
            if is_topology && has_uid(added) && !has_uid(sink) {
                let message = format!(
                    "Sink {} requires to set a uid since its customized topology has set uid for some operators.",
                    sink.name
                );
                let refusal = Refusal::illegal_state(RefusalStage::StreamGraph, message);
                return Err(Box::new(refusal.at(sink.call, None)));
            }
            let is_writer = added.name == WRITER_NAME;
            added.uid = match (&sink.uid, &added.uid) {
                (Some(sink_uid), _) if is_writer => Some(sink_uid.clone()),
                (Some(sink_uid), _) if added.name == COMMITTER_NAME => {
                    Some(format!("Sink Committer: {sink_uid}"))
                }
                (Some(sink_uid), Some(own)) => Some(format!("{sink_uid}: {own}")),
                (_, own) => own.clone(),
            };
            let join = |of_sink: &Option<String>, own: &Option<String>| match (of_sink, own) {
                (Some(of_sink), Some(own)) => Some(format!("{of_sink}: {own}")),
                (_, own) => own.clone(),
            };
            added.co_location_group = join(&sink.co_location_group, &added.co_location_group)
                .or_else(|| sink.co_location_group.clone());
            added.name = format!("{}: {}", sink.name, added.name);
            added.description = join(&sink.description, &added.description);
            added.slot_sharing_group =
                added.slot_sharing_group.take().or_else(|| sink.slot_sharing_group.clone());
            if added.parallelism == PARALLELISM_DEFAULT {
                set_parallelism(added, sink.parallelism, RefusalStage::StreamGraph)?;
                added.parallelism_configured = sink.parallelism_configured;
            }
            if added.max_parallelism < 0 && sink.max_parallelism > 0 {
                added.max_parallelism = sink.max_parallelism;
            }
            if let Some(strategy) = self.chaining_strategy {
                added.kind.set_chaining_strategy(strategy);
            }
            added.supports_concurrent_execution_attempts &=
                sink.supports_concurrent_execution_attempts && is_writer;
            added.expanded_from = Some(sink.id);
        }
        Ok(())
    }
}
