//! The canonical plan dump: one picture of a plan, compared field by field with what real Flink makes.
//!
//! The form is that of the reference; a field that Flink leaves unset is `null`.

mod element;
mod job_plan;
mod shape;

pub use element::{Record, element};
pub use job_plan::{JobPlanDump, dump_job_plan};
pub use shape::{Dump, ErrorDump};

use std::collections::BTreeMap;

use serde::Serialize;

use self::shape::{
    ChainedOperator, Error, IntermediateDataSet, JobEdge, JobGraph, JobVertex, NonChainedOutput,
    OperatorIdPair, SlotSharingGroup, StreamEdge, StreamGraph, StreamNode, Transformation,
    VirtualPartitionNode, VirtualSideOutputNode,
};

use crate::flink::{FlinkVersion, ManagedMemoryUseCase, Refusal, TransformationId};
use crate::frontend::Diagnostic;
use crate::job_graph::{self, JobVertexIndex};
use crate::planner::{NoPlan, Plan, PlannedText};
use crate::stream_graph::{self, StreamEdgeIndex, StreamNodeIndex};
use crate::transformation::{TransformationIndex, TransformationKind};

/// The dump of a plan that Flink makes.
pub fn dump(plan: &Plan) -> Dump<'_> {
    let graph = &plan.stream_graph;
    let hashes = graph
        .graph
        .node_indices()
        .map(|node| (graph.graph[node].id.0, plan.hashes[node.index()].to_string()));
    Dump {
        flink: plan.version.to_string(),
        transformations: transformations(plan),
        roots: plan.transformations.roots.iter().map(|&root| plan.transformations.graph[root].id.0).collect(),
        stream_graph: stream_graph(graph),
        hashes: hashes.collect(),
        job_graph: job_graph(plan),
    }
}

/// The dump of a pipeline that Flink refuses.
pub fn dump_refusal(version: FlinkVersion, refusal: &Refusal) -> ErrorDump {
    let Refusal { stage, exception, message, .. } = refusal.clone();
    ErrorDump { flink: version.to_string(), error: Error { stage: stage.name(), exception, message } }
}

/// The dump of a definition that is wrong itself: Flink was not asked.
pub fn dump_definition_error(version: FlinkVersion, message: String) -> ErrorDump {
    let error =
        Error { stage: "definition", exception: "planscope.DefinitionException", message: Some(message) };
    ErrorDump { flink: version.to_string(), error }
}

/// The dump of whatever became of a text.
#[derive(Serialize)]
#[serde(untagged)]
pub enum TextDump<'a> {
    Plan(Box<Dump<'a>>),
    JobPlan(JobPlanDump),
    Error(ErrorDump),
}

/// The dump of whatever became of a text that this version was to plan.
pub fn dump_text<'a>(
    version: FlinkVersion,
    planned: &'a Result<PlannedText, NoPlan>,
    diagnostics: &[Diagnostic],
) -> TextDump<'a> {
    match planned {
        Ok(planned) => TextDump::Plan(Box::new(dump(&planned.plan))),
        Err(NoPlan::Refused(refusal)) => TextDump::Error(dump_refusal(version, refusal)),
        Err(NoPlan::JobPlan(plan)) => TextDump::JobPlan(dump_job_plan(version, plan)),
        Err(NoPlan::NotADefinition) => {
            TextDump::Error(dump_definition_error(version, Diagnostic::summary(diagnostics)))
        }
    }
}

fn transformations(plan: &Plan) -> Vec<Transformation<'_>> {
    plan.transformations.reachable().into_iter().map(|index| transformation(plan, index)).collect()
}

fn transformation(plan: &Plan, index: TransformationIndex) -> Transformation<'_> {
    let graph = &plan.transformations.graph;
    let transformation = &graph[index];
    let (partitioner, exchange_mode) = match &transformation.kind {
        TransformationKind::Partition { partitioner, exchange_mode } => {
            (Some(partitioner.to_string()), Some(exchange_mode.name()))
        }
        _ => (None, None),
    };
    Transformation {
        id: transformation.id.0,
        kind: transformation.kind.class_name(),
        name: &transformation.name,
        description: transformation.description.as_deref(),
        inputs: transformation.inputs.iter().map(|&input| graph[input].id.0).collect(),
        parallelism: transformation.parallelism,
        max_parallelism: transformation.max_parallelism,
        uid: transformation.uid.as_deref(),
        uid_hash: transformation.uid_hash.as_deref(),
        slot_sharing_group: transformation.slot_sharing_group.as_ref().map(|group| group.name.as_str()),
        co_location_group: transformation.co_location_group.as_deref(),
        buffer_timeout: transformation.buffer_timeout,
        partitioner,
        exchange_mode,
        output_tag: match &transformation.kind {
            TransformationKind::SideOutput { tag } => Some(tag),
            _ => None,
        },
    }
}

fn stream_graph(graph: &stream_graph::StreamGraph) -> StreamGraph<'_> {
    let nodes = graph.nodes_by_id();
    let mut edges: Vec<_> = graph.graph.edge_indices().collect();
    edges.sort_by_key(|&edge| {
        let edge = &graph.graph[edge];
        (edge.source, edge.target, edge.unique_id)
    });
    let edge_ids = |edges: &[StreamEdgeIndex]| edges.iter().map(|&edge| graph.edge_id(edge)).collect();
    let by_node = |edges_of: fn(&stream_graph::StreamNode) -> &Vec<StreamEdgeIndex>| {
        let nodes = nodes.iter().map(|&node| &graph.graph[node]);
        nodes.map(|node| (node.id.0, edge_ids(edges_of(node)))).collect()
    };
    let partitions = graph.virtual_partition_nodes.iter();
    let side_outputs = graph.virtual_side_output_nodes.iter();
    StreamGraph {
        job_name: &graph.job_name,
        job_type: graph.job_type.name(),
        dynamic: graph.dynamic,
        global_exchange_mode: graph.global_exchange_mode.name(),
        chaining: graph.chaining,
        all_vertices_in_same_slot_sharing_group_by_default: graph
            .all_vertices_in_same_slot_sharing_group_by_default,
        auto_parallelism: graph.auto_parallelism,
        checkpointing: graph.checkpoints.interval.is_some(),
        sources: graph.sources.iter().map(|id| id.0).collect(),
        sinks: graph.sinks.iter().map(|id| id.0).collect(),
        virtual_partition_nodes: partitions.map(|(&id, node)| virtual_partition_node(id, node)).collect(),
        virtual_side_output_nodes: side_outputs
            .map(|(&id, node)| virtual_side_output_node(id, node))
            .collect(),
        nodes: nodes.iter().map(|&node| stream_node(&graph.graph[node])).collect(),
        edges: edges.into_iter().map(|edge| stream_edge(graph, edge)).collect(),
        in_edges: by_node(|node| &node.in_edges),
        out_edges: by_node(|node| &node.out_edges),
        plan_json: stream_graph::plan_json(graph),
    }
}

fn virtual_partition_node(
    id: TransformationId,
    node: &stream_graph::VirtualPartitionNode,
) -> VirtualPartitionNode {
    VirtualPartitionNode {
        id: id.0,
        original: node.original.0,
        partitioner: node.partitioner.to_string(),
        exchange_mode: node.exchange_mode.name(),
    }
}

fn virtual_side_output_node(
    id: TransformationId,
    node: &stream_graph::VirtualSideOutputNode,
) -> VirtualSideOutputNode<'_> {
    VirtualSideOutputNode { id: id.0, original: node.original.0, tag: &node.tag }
}

fn stream_node(node: &stream_graph::StreamNode) -> StreamNode<'_> {
    StreamNode {
        id: node.id.0,
        name: &node.name,
        description: &node.description,
        job_vertex_class: node.job_vertex_class,
        chaining_strategy: node.chaining_strategy.name(),
        yielding: node.yielding,
        parallelism: node.parallelism,
        parallelism_configured: node.parallelism_configured,
        max_parallelism: node.max_parallelism,
        slot_sharing_group: &node.slot_sharing_group,
        co_location_group: node.co_location_group.as_deref(),
        buffer_timeout: node.buffer_timeout,
        uid: node.uid.as_deref(),
        user_hash: node.user_hash.as_deref(),
        state_partitioners: node.state_partitioners,
        input_format: node.input_format,
        output_format: node.output_format,
        output_only_after_end_of_stream: node.output_only_after_end_of_stream,
        supports_concurrent_execution_attempts: node.supports_concurrent_execution_attempts,
        coordinator: node.coordinator,
        input_requirements: &node.input_requirements,
        managed_memory_operator: by_use_case(&node.managed_memory_operator),
        managed_memory_slot: {
            let mut names: Vec<_> = node.managed_memory_slot.iter().map(|use_case| use_case.name()).collect();
            names.sort_unstable();
            names
        },
    }
}

fn stream_edge(graph: &stream_graph::StreamGraph, index: StreamEdgeIndex) -> StreamEdge<'_> {
    let edge = &graph.graph[index];
    StreamEdge {
        id: graph.edge_id(index),
        source: edge.source.0,
        target: edge.target.0,
        type_number: edge.type_number,
        partitioner: edge.partitioner.to_string(),
        exchange_mode: edge.exchange_mode.name(),
        output_tag: edge.output_tag.as_deref(),
        buffer_timeout: edge.buffer_timeout,
        supports_unaligned_checkpoints: edge.supports_unaligned_checkpoints,
    }
}

fn job_graph(plan: &Plan) -> JobGraph<'_> {
    let graph = &plan.job_graph;
    let id = |&vertex: &JobVertexIndex| graph.graph[vertex].id.to_string();
    let groups = graph.slot_sharing_groups.iter().map(|group| SlotSharingGroup {
        vertices: group.vertices.iter().map(id).collect(),
        resource_profile: &group.resource_profile,
    });
    JobGraph {
        name: &plan.stream_graph.job_name,
        job_type: plan.stream_graph.job_type.name(),
        dynamic: plan.stream_graph.dynamic,
        vertices: graph.topological.iter().map(|&vertex| job_vertex(plan, vertex)).collect(),
        slot_sharing_groups: groups.collect(),
        plan_json: job_graph::plan_json(&plan.stream_graph, graph),
    }
}

fn job_vertex(plan: &Plan, index: JobVertexIndex) -> JobVertex<'_> {
    let (stream_graph, job_graph) = (&plan.stream_graph, &plan.job_graph);
    let vertex = &job_graph.graph[index];
    let operators = vertex.operators.iter().map(|&node| operator_id_pair(plan, node));
    let physical = vertex
        .in_physical_edges
        .iter()
        .map(|(node, edges)| (node.0, edges.iter().map(|&edge| stream_graph.edge_id(edge)).collect()));
    JobVertex {
        id: vertex.id.to_string(),
        name: &vertex.name,
        pretty_name: job_graph::pretty_name(stream_graph, job_graph, index),
        parallelism: vertex.parallelism,
        parallelism_configured: vertex.parallelism_configured,
        max_parallelism: vertex.max_parallelism,
        invokable: vertex.invokable,
        input_output_format: vertex.input_output_format,
        operators: operators.collect(),
        chain: vertex.chain.iter().map(|operator| chained_operator(plan, vertex, operator)).collect(),
        outputs: (0..vertex.outputs.len()).map(|number| output(plan, vertex, number)).collect(),
        in_physical_edges: physical.collect(),
        inputs: vertex.inputs.iter().map(|&edge| job_edge(plan, edge)).collect(),
        datasets: (0..vertex.outputs.len()).map(|number| data_set(plan, vertex, number)).collect(),
        coordinators: vertex.coordinators,
        supports_concurrent_execution_attempts: vertex.supports_concurrent_execution_attempts,
        any_output_blocking: vertex.any_output_blocking,
        slot_sharing_group: vertex.slot_sharing_group,
        co_location_group: vertex.co_location_group.as_deref(),
        min_resources: "ResourceSpec{UNKNOWN}",
        preferred_resources: "ResourceSpec{UNKNOWN}",
    }
}

fn operator_id_pair(plan: &Plan, node: StreamNodeIndex) -> OperatorIdPair<'_> {
    let stream_node = &plan.stream_graph.graph[node];
    OperatorIdPair {
        id: plan.hashes[node.index()].to_string(),
        user_defined_id: stream_node.user_hash.as_ref().map(|hash| hash.to_lowercase()),
        name: &stream_node.name,
        uid: stream_node.uid.as_deref(),
    }
}

fn chained_operator<'a>(
    plan: &'a Plan,
    vertex: &job_graph::JobVertex,
    operator: &'a job_graph::ChainedOperator,
) -> ChainedOperator<'a> {
    let graph = &plan.stream_graph.graph;
    ChainedOperator {
        node: graph[operator.node].id.0,
        operator_id: operator.operator_id.to_string(),
        name: &operator.name,
        chain_index: operator.chain_index,
        chain_start: operator.chain_start,
        chain_end: operator.chain_end,
        chained_outputs: operator.chained_outputs.iter().map(|&edge| graph[edge].target.0).collect(),
        non_chained_outputs: operator
            .non_chained_outputs
            .iter()
            .map(|&number| data_set_name(vertex, number))
            .collect(),
        managed_memory_fractions: by_use_case(&operator.managed_memory_fractions),
        no_output_until_end_of_input: operator.no_output_until_end_of_input,
    }
}

fn output<'a>(plan: &Plan, vertex: &'a job_graph::JobVertex, number: usize) -> NonChainedOutput<'a> {
    let output = &vertex.outputs[number];
    NonChainedOutput {
        dataset: data_set_name(vertex, number),
        source_node: plan.stream_graph.graph[output.source_node].id.0,
        partitioner: output.partitioner.to_string(),
        partition_type: output.partition_type.name(),
        consumer_parallelism: output.consumer_parallelism,
        consumer_max_parallelism: output.consumer_max_parallelism,
        output_tag: output.output_tag.as_deref(),
        buffer_timeout: output.buffer_timeout,
        persistent_data_set: output.persistent_data_set,
    }
}

fn job_edge(plan: &Plan, index: job_graph::JobEdgeIndex) -> JobEdge {
    let graph = &plan.job_graph.graph;
    let edge = &graph[index];
    let (producer, _) = graph.edge_endpoints(index).expect("inputs are edges of the graph");
    JobEdge {
        producer: graph[producer].id.to_string(),
        dataset: data_set_name(&graph[producer], edge.data_set),
        distribution_pattern: edge.distribution_pattern.name(),
        ship_strategy: edge.partitioner.to_string(),
        broadcast: edge.partitioner.is_broadcast(),
        forward: edge.partitioner.is_forward(),
        type_number: edge.type_number,
        intra_input_key_correlated: edge.intra_input_key_correlated,
        upstream_state_mapper: edge.partitioner.upstream_subtask_state_mapper().name(),
        downstream_state_mapper: edge.partitioner.downstream_subtask_state_mapper().name(),
    }
}

fn data_set(plan: &Plan, vertex: &job_graph::JobVertex, number: usize) -> IntermediateDataSet {
    let graph = &plan.job_graph.graph;
    let output = &vertex.outputs[number];
    let first = output.consumers.first().map(|&edge| &graph[edge]);
    let consumers = output.consumers.iter().map(|&edge| {
        let (_, consumer) = graph.edge_endpoints(edge).expect("consumers are edges of the graph");
        graph[consumer].id.to_string()
    });
    IntermediateDataSet {
        dataset: data_set_name(vertex, number),
        result_type: output.partition_type.name(),
        distribution_pattern: first.map(|edge| edge.distribution_pattern.name()),
        broadcast: first.map(|edge| edge.partitioner.is_broadcast()),
        forward: first.map(|edge| edge.partitioner.is_forward()),
        consumers: consumers.collect(),
    }
}

/// The name that stands for a data set's random id: its producer and its number there.
fn data_set_name(vertex: &job_graph::JobVertex, number: usize) -> String {
    format!("{}#{number}", vertex.id)
}

fn by_use_case<V: Copy>(values: &BTreeMap<ManagedMemoryUseCase, V>) -> BTreeMap<&'static str, V> {
    values.iter().map(|(use_case, value)| (use_case.name(), *value)).collect()
}
