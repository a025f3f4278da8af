//! `StreamGraphGenerator`: walks the Transformations from the environment's list, inputs first, and translates each once.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use super::settings::configure;
use super::{
    Decision, SlotSharingGroupRule, StreamEdgeIndex, StreamGraph, StreamNode, StreamNodeIndex, translators,
};
use crate::configuration::{
    BUFFER_TIMEOUT, BUFFER_TIMEOUT_ENABLED, Configuration, MAX_PARALLELISM, OPERATOR_CHAINING,
};
use crate::flink::{
    FlinkVersion, GlobalStreamExchangeMode, JobType, Refusal, RefusalStage, Refused, TransformationId,
};
use crate::frontend::PipelineDefinition;
use crate::trace::Trace;
use crate::transformation::{
    OperatorFactory, PARALLELISM_DEFAULT, SlotSharingGroup, TransformationIndex, TransformationKind,
    Transformations, validate_max_parallelism,
};

/// `StreamGraphGenerator.DEFAULT_SLOT_SHARING_GROUP`.
pub const DEFAULT_SLOT_SHARING_GROUP: &str = "default";

/// Generates the StreamGraph of a program. Sinks add the Transformations that they expand to.
///
/// # Errors
/// What Flink throws while it generates: nothing to execute, a bad configuration value, FORWARD between different
/// parallelisms, and more.
pub fn generate<T: Trace<Decision>>(
    definition: &PipelineDefinition,
    transformations: &mut Transformations,
    version: FlinkVersion,
    trace: &mut T,
) -> Refused<StreamGraph> {
    if transformations.roots.is_empty() {
        let message = "No operators defined in streaming topology. Cannot execute.";
        return Err(Box::new(Refusal::illegal_state(RefusalStage::StreamGraph, message)));
    }
    let configuration = Configuration::new(&definition.configuration, RefusalStage::StreamGraph);
    let graph = configure(definition, transformations, version, trace)?;
    let mut generator = StreamGraphGenerator {
        already_transformed: vec![None; transformations.graph.node_count()],
        transformations,
        configuration,
        default_buffer_timeout: None,
        partitions_of_committables: HashSet::new(),
        graph,
        trace,
    };
    for root in generator.transformations.roots.clone() {
        generator.transform(root)?;
    }
    let StreamGraphGenerator { partitions_of_committables, mut graph, trace, .. } = generator;
    if graph.job_type == JobType::Batch && !graph.slot_sharing_group_resources.is_empty() {
        // Pipelined edges between groups with resources of their own could wait for each other's slots.
        let before = graph.global_exchange_mode;
        graph.global_exchange_mode = GlobalStreamExchangeMode::AllEdgesBlocking;
        trace.decide(|| Decision::AllEdgesBlocking { before });
    }
    disable_unaligned_checkpoints_where_unsupported(&mut graph, &partitions_of_committables, trace);
    graph.chaining = configuration.get(OPERATOR_CHAINING)?;
    Ok(graph)
}

/// Pointwise and broadcast in-edges cannot take unaligned checkpoints, nor those that a sink partitions behind its
/// writer; one of them disables all in-edges of its node.
fn disable_unaligned_checkpoints_where_unsupported<T: Trace<Decision>>(
    graph: &mut StreamGraph,
    partitions_of_committables: &HashSet<TransformationId>,
    trace: &mut T,
) {
    for node in graph.graph.node_indices() {
        let in_edges = graph.graph[node].in_edges.clone();
        let unsupported = |edge: StreamEdgeIndex| {
            let partitioner = graph.graph[edge].partitioner;
            let partition = graph.partitioning(edge);
            partitioner.is_pointwise()
                || partitioner.is_broadcast()
                || partition.is_some_and(|partition| partitions_of_committables.contains(&partition))
        };
        if let Some(unsupported_edge) = in_edges.iter().copied().find(|&edge| unsupported(edge)) {
            if !in_edges.iter().copied().all(unsupported) {
                let unsupported = unsupported_edge;
                trace.decide(|| Decision::UnalignedCheckpointsDisabled { node, unsupported });
            }
            for edge in in_edges {
                graph.graph[edge].supports_unaligned_checkpoints = false;
            }
        }
    }
}

/// The state of one translation.
pub(super) struct StreamGraphGenerator<'a, T> {
    pub(super) transformations: &'a mut Transformations,
    pub(super) configuration: Configuration<'a>,
    /// Read when the first Transformation needs it.
    default_buffer_timeout: Option<i64>,
    /// Partitionings that a sink adds behind its writer.
    pub(super) partitions_of_committables: HashSet<TransformationId>,
    pub(super) graph: StreamGraph,
    /// For each Transformation, the ids by which its consumers know it.
    already_transformed: Vec<Option<Vec<TransformationId>>>,
    pub(super) trace: &'a mut T,
}

/// What is left to do, on an explicit stack in the order of Flink's recursion.
enum Work {
    Transform(TransformationIndex),
    /// Its inputs have been transformed.
    Translate(TransformationIndex),
    /// What it expanded to has been transformed too.
    Return(TransformationIndex),
}

impl<T: Trace<Decision>> StreamGraphGenerator<'_, T> {
    /// `transform`: inputs first, each Transformation once.
    fn transform(&mut self, root: TransformationIndex) -> Refused<()> {
        let mut work = vec![(Work::Transform(root), 0)];
        while let Some((next, depth)) = work.pop() {
            match next {
                Work::Transform(index) => {
                    let transformation = self.transformations.graph[index].id;
                    if let Some(result) = &self.already_transformed[index.index()] {
                        self.trace.decide(|| Decision::AlreadyTransformed {
                            transformation,
                            result: result.clone(),
                            depth,
                        });
                        continue;
                    }
                    self.check_max_parallelism(index)?;
                    self.register_resources(index)?;
                    self.trace.decide(|| Decision::Transform { transformation, depth });
                    work.push((Work::Translate(index), depth));
                    let inputs = self.transformations.graph[index].inputs.iter().rev();
                    work.extend(inputs.map(|&input| (Work::Transform(input), depth + 1)));
                }
                Work::Translate(index) => {
                    let translated = translators::translate(self, index, depth)?;
                    self.already_transformed[index.index()] = Some(translated.ids);
                    if translated.added.is_empty() {
                        self.tell_transformed(index, depth);
                        continue;
                    }
                    self.already_transformed.resize(self.transformations.graph.node_count(), None);
                    work.push((Work::Return(index), depth));
                    let added = translated.added.into_iter().rev();
                    work.extend(added.map(|index| (Work::Transform(index), depth + 1)));
                }
                Work::Return(index) => self.tell_transformed(index, depth),
            }
        }
        Ok(())
    }

    /// Reports that `transform` comes back from a Transformation.
    fn tell_transformed(&mut self, index: TransformationIndex, depth: u32) {
        let transformation = self.transformations.graph[index].id;
        let result = &self.already_transformed[index.index()];
        self.trace.decide(|| Decision::Transformed {
            transformation,
            result: result.clone().unwrap_or_default(),
            depth,
        });
    }

    /// The Transformation's own maximum parallelism, else the environment's.
    pub(super) fn max_parallelism(&self, index: TransformationIndex) -> i32 {
        let environment = self.transformations.environment.max_parallelism;
        match self.transformations.graph[index].max_parallelism {
            own if own <= 0 && environment > 0 => environment,
            own => own,
        }
    }

    /// Flink sets the environment's maximum parallelism on the Transformation here, and checks it only then.
    fn check_max_parallelism(&self, index: TransformationIndex) -> Refused<()> {
        match self.max_parallelism(index) {
            own if own == self.transformations.graph[index].max_parallelism => Ok(()),
            environment => validate_max_parallelism(environment)
                .map(drop)
                .map_err(|message| self.configuration.refuse(MAX_PARALLELISM, message)),
        }
    }

    /// A slot sharing group has the same resources wherever it is named.
    fn register_resources(&mut self, index: TransformationIndex) -> Refused<()> {
        let transformation = &self.transformations.graph[index];
        let Some(SlotSharingGroup { name, resources: Some(resources) }) = &transformation.slot_sharing_group
        else {
            return Ok(());
        };
        if resources.cpu_cores.is_zero() {
            let refusal = Refusal::illegal_argument(RefusalStage::StreamGraph, "");
            let refusal = Refusal { message: None, ..refusal };
            return Err(Box::new(refusal.at(transformation.call, Some("slotSharingGroup"))));
        }
        let registered =
            self.graph.slot_sharing_group_resources.entry(name.clone()).or_insert_with(|| resources.clone());
        if registered == resources {
            return Ok(());
        }
        let message =
            format!("The slot sharing group {name} has been configured with two different resource spec.");
        let refusal = Refusal::illegal_argument(RefusalStage::StreamGraph, message);
        Err(Box::new(refusal.at(transformation.call, Some("slotSharingGroup"))))
    }

    /// Whether an operator runs over sorted input if it is keyed: in BATCH, or where it emits only at the end, unless it
    /// sorts by itself.
    pub(super) fn sorts_inputs_of(&self, operator: OperatorFactory) -> bool {
        let at_end = self.graph.job_type == JobType::Batch || operator.output_only_after_end_of_stream;
        at_end && !operator.internal_sorter_supported
    }

    /// `SimpleTransformationTranslator.configure`: what every Transformation hands to its node in the end.
    pub(super) fn configure(&mut self, index: TransformationIndex) -> Refused<()> {
        self.default_buffer_timeout()?;
        let transformation = &self.transformations.graph[index];
        let is_physical =
            !transformation.kind.is_virtual() && !matches!(transformation.kind, TransformationKind::Cache);
        let is_sink = matches!(transformation.kind, TransformationKind::Sink { .. });
        let has_id = transformation.uid.is_some() || transformation.uid_hash.is_some();
        // A sink is checked by what it expands to.
        if is_physical && !is_sink && !has_id && !self.transformations.environment.auto_generates_uids {
            let message = format!(
                "Auto generated UIDs have been disabled but no UID or hash has been assigned to operator {}",
                self.transformations.graph[index].name
            );
            let refusal = Refusal::illegal_state(RefusalStage::StreamGraph, message);
            return Err(Box::new(refusal.at(self.transformations.graph[index].call, None)));
        }
        let transformation = &self.transformations.graph[index];
        let Some(&node) = self.graph.indices.get(&transformation.id) else { return Ok(()) };
        for (&use_case, &weight) in &transformation.managed_memory_operator {
            let weights = &mut self.graph.graph[node].managed_memory_operator;
            let before = weights.insert(use_case, weight).filter(|&before| before != weight);
            if let Some(before) = before {
                let message = format!(
                    "Conflict managed memory consumer weights for '{use_case}' were configured: '{before}' and '{weight}'."
                );
                let refusal = Refusal::illegal_state(RefusalStage::StreamGraph, message);
                return Err(Box::new(refusal.at(transformation.call, Some("managedMemory"))));
            }
        }
        self.graph.graph[node].managed_memory_slot.extend(&transformation.managed_memory_slot);
        Ok(())
    }

    /// The ids by which the consumers of an input know it.
    pub(super) fn stream_node_ids(&self, input: TransformationIndex) -> Vec<TransformationId> {
        self.already_transformed[input.index()]
            .clone()
            .expect("inputs are transformed before their consumers")
    }

    /// Adds the StreamNode of a Transformation, as `StreamGraph.addOperator` and the translator's `configure` do.
    pub(super) fn add_node(
        &mut self,
        index: TransformationIndex,
        description: NodeDescription,
        depth: u32,
    ) -> Refused<TransformationId> {
        let (slot_sharing_group, rule) = self.determine_slot_sharing_group(index);
        let default_buffer_timeout = self.default_buffer_timeout()?;
        let transformation = &self.transformations.graph[index];
        let NodeDescription { name, job_vertex_class, operator, state_partitioners } = description;
        let node = StreamNode {
            id: transformation.id,
            description: transformation.description.clone().unwrap_or_else(|| name.clone()),
            name,
            job_vertex_class,
            chaining_strategy: operator.chaining_strategy,
            yielding: operator.yielding,
            legacy_source: operator.legacy_source,
            coordinator: operator.coordinator,
            output_only_after_end_of_stream: operator.output_only_after_end_of_stream,
            parallelism: match transformation.parallelism {
                PARALLELISM_DEFAULT => self.transformations.environment.parallelism,
                parallelism => parallelism,
            },
            parallelism_configured: transformation.parallelism_configured,
            max_parallelism: self.max_parallelism(index),
            slot_sharing_group,
            co_location_group: transformation.co_location_group.clone(),
            buffer_timeout: match transformation.buffer_timeout {
                timeout if timeout >= 0 => timeout,
                _ => default_buffer_timeout,
            },
            uid: transformation.uid.clone(),
            user_hash: transformation.uid_hash.clone(),
            state_partitioners,
            input_format: transformation.input_format,
            output_format: transformation.output_format,
            supports_concurrent_execution_attempts: transformation.supports_concurrent_execution_attempts,
            input_requirements: BTreeMap::new(),
            managed_memory_operator: BTreeMap::new(),
            managed_memory_slot: BTreeSet::new(),
            in_edges: Vec::new(),
            out_edges: Vec::new(),
            call: transformation.call,
            transformation: transformation.expanded_from.unwrap_or(transformation.id),
        };
        let id = node.id;
        let added: StreamNodeIndex = self.graph.graph.add_node(node);
        self.graph.indices.insert(id, added);
        self.trace.decide(|| Decision::StreamNode {
            transformation: id,
            node: added,
            chaining_strategy: operator.chaining_strategy,
            slot_sharing_group: rule,
            depth,
        });
        Ok(id)
    }

    /// Adds an edge from everything that an input stands for.
    pub(super) fn add_edges(
        &mut self,
        input: TransformationIndex,
        to: TransformationId,
        type_number: i32,
        depth: u32,
    ) -> Refused<()> {
        for from in self.stream_node_ids(input) {
            self.graph.add_edge(from, to, type_number, None, depth, self.trace)?;
        }
        Ok(())
    }

    /// The environment's buffer timeout in milliseconds; -1 when flushing by time is off.
    pub(super) fn default_buffer_timeout(&mut self) -> Refused<i64> {
        if let Some(timeout) = self.default_buffer_timeout {
            return Ok(timeout);
        }
        if self.graph.job_type == JobType::Batch {
            return Ok(-1);
        }
        let enabled = self.configuration.get(BUFFER_TIMEOUT_ENABLED)?;
        let timeout = if enabled { self.configuration.get_millis(BUFFER_TIMEOUT)? } else { -1 };
        self.default_buffer_timeout = Some(timeout);
        Ok(timeout)
    }

    /// The group the program named, else the one that all inputs are in, else "default".
    fn determine_slot_sharing_group(&self, index: TransformationIndex) -> (String, SlotSharingGroupRule) {
        let transformation = &self.transformations.graph[index];
        if let Some(group) = &transformation.slot_sharing_group {
            return (group.name.clone(), SlotSharingGroupRule::Specified);
        }
        let ids = transformation
            .inputs
            .iter()
            .flat_map(|&input| self.already_transformed[input.index()].as_deref().unwrap_or_default());
        let mut groups = ids.map(|&id| self.graph.slot_sharing_group(id));
        match groups.next() {
            Some(group) if groups.all(|other| other == group) => {
                (group.to_owned(), SlotSharingGroupRule::Inherited)
            }
            _ => (DEFAULT_SLOT_SHARING_GROUP.to_owned(), SlotSharingGroupRule::Default),
        }
    }
}

/// What a translator says about the StreamNode it adds; the rest is the Transformation's.
pub(super) struct NodeDescription {
    pub(super) name: String,
    pub(super) job_vertex_class: &'static str,
    pub(super) operator: OperatorFactory,
    pub(super) state_partitioners: usize,
}
