//! What is known of a JobGraph whose plan was pasted as such.

use serde::Serialize;

use crate::flink::FlinkVersion;
use crate::frontend::{DescriptionFormat, JobPlan};

/// The plan of a JobGraph, as the dump of a whole plan would say it. Chains are told from descriptions.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JobPlanDump {
    flink: String,
    job_plan: Body,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Body {
    name: Option<String>,
    job_type: Option<String>,
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Vertex {
    id: String,
    parallelism: Option<i64>,
    description_format: &'static str,
    operators: Vec<Operator>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Operator {
    name: String,
    /// The position in the vertex of the operator that it is chained to.
    chained_to: Option<usize>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Edge {
    /// Ids of vertices.
    source: String,
    target: String,
    ship_strategy: Option<String>,
    result_type: Option<String>,
}

/// The dump of a JobGraph's plan.
pub fn dump_job_plan(version: FlinkVersion, plan: &JobPlan) -> JobPlanDump {
    let vertices = plan.vertices.iter().map(|vertex| Vertex {
        id: vertex.id.clone(),
        parallelism: vertex.parallelism,
        description_format: match vertex.format {
            DescriptionFormat::Tree => "TREE",
            DescriptionFormat::Cascading => "CASCADING",
        },
        operators: vertex
            .operators
            .iter()
            .map(|operator| Operator { name: operator.name.clone(), chained_to: operator.parent })
            .collect(),
    });
    let edges = plan.edges.iter().map(|edge| Edge {
        source: plan.vertices[edge.from].id.clone(),
        target: plan.vertices[edge.to].id.clone(),
        ship_strategy: edge.ship_strategy.clone(),
        result_type: edge.exchange.clone(),
    });
    JobPlanDump {
        flink: version.to_string(),
        job_plan: Body {
            name: plan.name.clone(),
            job_type: plan.job_type.clone(),
            vertices: vertices.collect(),
            edges: edges.collect(),
        },
    }
}
