//! `StreamGraph.getStreamingPlanAsJSON`, the plan that `getExecutionPlan()` prints.

use serde::Serialize;

use super::StreamGraph;

/// Flink's plan JSON of a StreamGraph.
#[derive(Serialize)]
pub struct PlanJson<'a> {
    nodes: Vec<Node<'a>>,
}

#[derive(Serialize)]
struct Node<'a> {
    id: u32,
    r#type: &'a str,
    pact: &'static str,
    contents: &'a str,
    parallelism: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    predecessors: Option<Vec<Predecessor>>,
}

#[derive(Serialize)]
struct Predecessor {
    id: u32,
    ship_strategy: String,
    side: &'static str,
}

/// Mirrors `JSONGenerator`: nodes by id with sinks last; `side` is always "second", as in Flink.
pub fn plan_json(graph: &StreamGraph) -> PlanJson<'_> {
    let mut order = graph.nodes_by_id();
    order.sort_by_key(|&index| graph.sinks.contains(&graph.graph[index].id));
    let nodes = order.into_iter().map(|index| {
        let node = &graph.graph[index];
        let is_source = graph.sources.contains(&node.id);
        let predecessor = |&edge: &_| {
            let edge: &super::StreamEdge = &graph.graph[edge];
            Predecessor { id: edge.source.0, ship_strategy: edge.partitioner.to_string(), side: "second" }
        };
        Node {
            id: node.id.0,
            r#type: &node.name,
            pact: match (is_source, graph.sinks.contains(&node.id)) {
                (true, _) => "Data Source",
                (false, true) => "Data Sink",
                (false, false) => "Operator",
            },
            contents: &node.description,
            parallelism: node.parallelism,
            predecessors: (!is_source).then(|| node.in_edges.iter().map(predecessor).collect()),
        }
    });
    PlanJson { nodes: nodes.collect() }
}
