//! Vertex.
use super::*;
use crate::stream_graph::StreamGraph;
/// `JobVertex.getOperatorPrettyName`.
pub fn vertex_description(_g: &StreamGraph, _j: &JobGraph, _v: JobVertexIndex) -> String {
    todo!()
}
