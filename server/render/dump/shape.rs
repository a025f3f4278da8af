//! The fields of the dump, in the order in which they are printed. A field that Flink leaves unset is `null`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{job_graph, stream_graph};

/// The dump of a plan.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Dump<'a> {
    pub(super) flink: String,
    pub(super) transformations: Vec<Transformation<'a>>,
    pub(super) roots: Vec<u32>,
    pub(super) stream_graph: StreamGraph<'a>,
    pub(super) hashes: BTreeMap<u32, String>,
    pub(super) job_graph: JobGraph<'a>,
}

/// The dump of a pipeline that was refused.
#[derive(Serialize)]
pub struct ErrorDump {
    pub(super) flink: String,
    pub(super) error: Error,
}

#[derive(Serialize)]
pub(super) struct Error {
    pub(super) stage: &'static str,
    pub(super) exception: &'static str,
    pub(super) message: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Transformation<'a> {
    pub(super) id: u32,
    pub(super) kind: &'static str,
    pub(super) name: &'a str,
    pub(super) description: Option<&'a str>,
    pub(super) inputs: Vec<u32>,
    pub(super) parallelism: i32,
    pub(super) max_parallelism: i32,
    pub(super) uid: Option<&'a str>,
    pub(super) uid_hash: Option<&'a str>,
    pub(super) slot_sharing_group: Option<&'a str>,
    pub(super) co_location_group: Option<&'a str>,
    pub(super) buffer_timeout: i64,
    pub(super) partitioner: Option<String>,
    pub(super) exchange_mode: Option<&'static str>,
    pub(super) output_tag: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StreamGraph<'a> {
    pub(super) job_name: &'a str,
    pub(super) job_type: &'static str,
    pub(super) dynamic: bool,
    pub(super) global_exchange_mode: &'static str,
    pub(super) chaining: bool,
    pub(super) all_vertices_in_same_slot_sharing_group_by_default: bool,
    pub(super) auto_parallelism: bool,
    pub(super) checkpointing: bool,
    pub(super) sources: Vec<u32>,
    pub(super) sinks: Vec<u32>,
    pub(super) virtual_partition_nodes: Vec<VirtualPartitionNode>,
    pub(super) virtual_side_output_nodes: Vec<VirtualSideOutputNode<'a>>,
    pub(super) nodes: Vec<StreamNode<'a>>,
    pub(super) edges: Vec<StreamEdge<'a>>,
    pub(super) in_edges: BTreeMap<u32, Vec<String>>,
    pub(super) out_edges: BTreeMap<u32, Vec<String>>,
    pub(super) plan_json: stream_graph::PlanJson<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct VirtualPartitionNode {
    pub(super) id: u32,
    pub(super) original: u32,
    pub(super) partitioner: String,
    pub(super) exchange_mode: &'static str,
}

#[derive(Serialize)]
pub(super) struct VirtualSideOutputNode<'a> {
    pub(super) id: u32,
    pub(super) original: u32,
    pub(super) tag: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StreamNode<'a> {
    pub(super) id: u32,
    pub(super) name: &'a str,
    pub(super) description: &'a str,
    pub(super) job_vertex_class: &'static str,
    pub(super) chaining_strategy: &'static str,
    pub(super) yielding: bool,
    pub(super) parallelism: i32,
    pub(super) parallelism_configured: bool,
    pub(super) max_parallelism: i32,
    pub(super) slot_sharing_group: &'a str,
    pub(super) co_location_group: Option<&'a str>,
    pub(super) buffer_timeout: i64,
    pub(super) uid: Option<&'a str>,
    pub(super) user_hash: Option<&'a str>,
    pub(super) state_partitioners: usize,
    pub(super) input_format: bool,
    pub(super) output_format: bool,
    pub(super) output_only_after_end_of_stream: bool,
    pub(super) supports_concurrent_execution_attempts: bool,
    pub(super) coordinator: bool,
    pub(super) input_requirements: &'a BTreeMap<usize, &'static str>,
    pub(super) managed_memory_operator: BTreeMap<&'static str, i32>,
    pub(super) managed_memory_slot: Vec<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct StreamEdge<'a> {
    pub(super) id: String,
    pub(super) source: u32,
    pub(super) target: u32,
    pub(super) type_number: i32,
    pub(super) partitioner: String,
    pub(super) exchange_mode: &'static str,
    pub(super) output_tag: Option<&'a str>,
    pub(super) buffer_timeout: i64,
    pub(super) supports_unaligned_checkpoints: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JobGraph<'a> {
    pub(super) name: &'a str,
    pub(super) job_type: &'static str,
    pub(super) dynamic: bool,
    pub(super) vertices: Vec<JobVertex<'a>>,
    pub(super) slot_sharing_groups: Vec<SlotSharingGroup<'a>>,
    pub(super) plan_json: job_graph::PlanJson<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JobVertex<'a> {
    pub(super) id: String,
    pub(super) name: &'a str,
    pub(super) pretty_name: String,
    pub(super) parallelism: i32,
    pub(super) parallelism_configured: bool,
    pub(super) max_parallelism: i32,
    pub(super) invokable: &'static str,
    pub(super) input_output_format: bool,
    pub(super) operators: Vec<OperatorIdPair<'a>>,
    pub(super) chain: Vec<ChainedOperator<'a>>,
    pub(super) outputs: Vec<NonChainedOutput<'a>>,
    pub(super) in_physical_edges: BTreeMap<u32, Vec<String>>,
    pub(super) inputs: Vec<JobEdge>,
    pub(super) datasets: Vec<IntermediateDataSet>,
    pub(super) coordinators: usize,
    pub(super) supports_concurrent_execution_attempts: bool,
    pub(super) any_output_blocking: bool,
    pub(super) slot_sharing_group: Option<usize>,
    pub(super) co_location_group: Option<&'a str>,
    pub(super) min_resources: &'static str,
    pub(super) preferred_resources: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OperatorIdPair<'a> {
    pub(super) id: String,
    pub(super) user_defined_id: Option<String>,
    pub(super) name: &'a str,
    pub(super) uid: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChainedOperator<'a> {
    pub(super) node: u32,
    pub(super) operator_id: String,
    pub(super) name: &'a str,
    pub(super) chain_index: u32,
    pub(super) chain_start: bool,
    pub(super) chain_end: bool,
    pub(super) chained_outputs: Vec<u32>,
    pub(super) non_chained_outputs: Vec<String>,
    pub(super) managed_memory_fractions: BTreeMap<&'static str, f64>,
    pub(super) no_output_until_end_of_input: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NonChainedOutput<'a> {
    pub(super) dataset: String,
    pub(super) source_node: u32,
    pub(super) partitioner: String,
    pub(super) partition_type: &'static str,
    pub(super) consumer_parallelism: i32,
    pub(super) consumer_max_parallelism: i32,
    pub(super) output_tag: Option<&'a str>,
    pub(super) buffer_timeout: i64,
    pub(super) persistent_data_set: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct JobEdge {
    pub(super) producer: String,
    pub(super) dataset: String,
    pub(super) distribution_pattern: &'static str,
    pub(super) ship_strategy: String,
    pub(super) broadcast: bool,
    pub(super) forward: bool,
    pub(super) type_number: i32,
    pub(super) intra_input_key_correlated: bool,
    pub(super) upstream_state_mapper: &'static str,
    pub(super) downstream_state_mapper: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct IntermediateDataSet {
    pub(super) dataset: String,
    pub(super) result_type: &'static str,
    pub(super) distribution_pattern: Option<&'static str>,
    pub(super) broadcast: Option<bool>,
    pub(super) forward: Option<bool>,
    pub(super) consumers: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SlotSharingGroup<'a> {
    pub(super) vertices: Vec<String>,
    pub(super) resource_profile: &'a str,
}
