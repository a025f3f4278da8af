//! `JsonPlanGenerator.generatePlan`: the plan of a JobGraph, as Flink's REST API shows it.

use serde::Serialize;

use super::{JobGraph, pretty_name};
use crate::html_entities::escape_html4;
use crate::stream_graph::StreamGraph;

/// Flink's plan JSON of a JobGraph, without the random job id.
#[derive(Serialize)]
pub struct PlanJson<'a> {
    name: &'a str,
    r#type: &'static str,
    nodes: Vec<Node>,
}

#[derive(Serialize)]
struct Node {
    id: String,
    operator: &'static str,
    parallelism: i32,
    operator_strategy: &'static str,
    description: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    inputs: Vec<Input>,
    optimizer_properties: Empty,
}

#[derive(Serialize)]
struct Empty {}

#[derive(Serialize)]
struct Input {
    num: usize,
    id: String,
    ship_strategy: String,
    exchange: String,
}

/// Vertices in the order of their creation. Descriptions are escaped for HTML, as Flink does.
pub fn plan_json<'a>(graph: &'a StreamGraph, job_graph: &JobGraph) -> PlanJson<'a> {
    let nodes = job_graph.graph.node_indices().map(|index| {
        let vertex = &job_graph.graph[index];
        let inputs = vertex.inputs.iter().enumerate().map(|(num, &edge)| {
            let (producer, _) = job_graph.graph.edge_endpoints(edge).expect("inputs are edges of the graph");
            let job_edge = &job_graph.graph[edge];
            let output = &job_graph.graph[producer].outputs[job_edge.data_set];
            Input {
                num,
                id: job_graph.graph[producer].id.to_string(),
                ship_strategy: job_edge.partitioner.to_string(),
                exchange: output.partition_type.name().to_lowercase(),
            }
        });
        let description = escape_html4(&pretty_name(graph, job_graph, index));
        Node {
            id: vertex.id.to_string(),
            operator: "",
            parallelism: vertex.parallelism,
            operator_strategy: "",
            description: description.replace('\n', "<br/>").replace('\\', "&#92;"),
            inputs: inputs.collect(),
            optimizer_properties: Empty {},
        }
    });
    PlanJson { name: &graph.job_name, r#type: graph.job_type.name(), nodes: nodes.collect() }
}
