//! One element's part of the dump: the records that the whole dump has of it, field for field.

use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    chained_operator, data_set, job_edge, job_vertex, operator_id_pair, output, stream_edge, stream_node,
    transformation, virtual_partition_node, virtual_side_output_node,
};
use crate::explain::Element;
use crate::flink::TransformationId;
use crate::planner::Plan;
use crate::stream_graph::{StreamEdgeIndex, StreamNodeIndex};

/// An object of Flink that an element is, or that Flink keeps of it, with its fields as the dump prints them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Record {
    /// The simple name of Flink's class.
    pub class: &'static str,
    pub fields: Map<String, Value>,
}

impl Record {
    /// The fields of a shape of the dump.
    fn of(class: &'static str, shape: &impl Serialize) -> Option<Self> {
        match serde_json::to_value(shape) {
            Ok(Value::Object(fields)) => Some(Self { class, fields }),
            _ => None,
        }
    }
}

/// What the dump says of one element; the first record is the element itself.
pub fn element(plan: &Plan, element: Element) -> Vec<Record> {
    let records = match element {
        Element::Transformation(id) => vec![of_transformation(plan, id)],
        Element::StreamNode(id) => match plan.stream_graph.indices.get(&id) {
            Some(&node) => of_stream_node(plan, node),
            None => Vec::new(),
        },
        Element::VirtualNode(id) => vec![of_virtual_node(plan, id)],
        Element::StreamEdge(edge) => {
            vec![Record::of("StreamEdge", &stream_edge(&plan.stream_graph, edge))]
        }
        Element::JobVertex(vertex) => vec![Record::of("JobVertex", &job_vertex(plan, vertex))],
        Element::JobEdge(edge) => of_job_edge(plan, edge),
    };
    records.into_iter().flatten().collect()
}

fn of_transformation(plan: &Plan, id: TransformationId) -> Option<Record> {
    let graph = &plan.transformations.graph;
    let index = graph.node_indices().find(|&index| graph[index].id == id)?;
    Record::of(graph[index].kind.class_name(), &transformation(plan, index))
}

fn of_virtual_node(plan: &Plan, id: TransformationId) -> Option<Record> {
    let graph = &plan.stream_graph;
    if let Some(node) = graph.virtual_partition_nodes.get(&id) {
        return Record::of("virtual partition node", &virtual_partition_node(id, node));
    }
    let node = graph.virtual_side_output_nodes.get(&id)?;
    Record::of("virtual side output node", &virtual_side_output_node(id, node))
}

fn of_stream_node(plan: &Plan, node: StreamNodeIndex) -> Vec<Option<Record>> {
    let stream_node_record = Record::of("StreamNode", &stream_node(&plan.stream_graph.graph[node]));
    let id = Record::of("OperatorIDPair", &operator_id_pair(plan, node));
    let vertex = plan.job_graph.vertex_of.get(node.index()).map(|&vertex| &plan.job_graph.graph[vertex]);
    let config = vertex.and_then(|vertex| {
        let operator = vertex.chain.iter().find(|operator| operator.node == node)?;
        Record::of("StreamConfig", &chained_operator(plan, vertex, operator))
    });
    vec![stream_node_record, id, config]
}

fn of_job_edge(plan: &Plan, edge: StreamEdgeIndex) -> Vec<Option<Record>> {
    let graph = &plan.job_graph.graph;
    let Some(index) = graph.edge_indices().find(|&index| graph[index].stream_edge == edge) else {
        return Vec::new();
    };
    let Some((producer, _)) = graph.edge_endpoints(index) else { return Vec::new() };
    let (vertex, number) = (&graph[producer], graph[index].data_set);
    vec![
        Record::of("JobEdge", &job_edge(plan, index)),
        Record::of("NonChainedOutput", &output(plan, vertex, number)),
        Record::of("IntermediateDataSet", &data_set(plan, vertex, number)),
    ]
}
