//! What a JobVertex is called and how it describes itself.

use std::collections::HashMap;

use super::{ChainedOperator, JobGraph, JobVertex, JobVertexIndex};
use crate::flink::VertexDescriptionMode;
use crate::stream_graph::{StreamEdgeIndex, StreamGraph, StreamNode, StreamNodeIndex};

impl JobVertex {
    /// The operator that heads the chain.
    pub fn head(&self) -> StreamNodeIndex {
        let head = self.chain.iter().find(|operator| operator.chain_start);
        head.expect("every chain has a head").node
    }
}

/// `createChainedName`: `A -> B` for one chained output, `A -> (B, C)` for several; sources that run inside the vertex
/// stand in brackets behind the head.
pub(super) fn chained_name(graph: &StreamGraph, head: StreamNodeIndex, chain: &[ChainedOperator]) -> String {
    let tree = ChainTree::new(graph, chain);
    let mut name = String::new();
    tree.write_nested(&mut name, head, ", ", |node| &node.name);
    name
}

/// `addVertexIndexPrefixInVertexName`: `[vertex-0]`, in topological order.
pub(super) fn add_index_prefixes(job_graph: &mut JobGraph) {
    for (number, &vertex) in job_graph.topological.iter().enumerate() {
        let name = &mut job_graph.graph[vertex].name;
        *name = format!("[vertex-{number}]{name}");
    }
}

/// `JobVertex.getOperatorPrettyName`: the descriptions of a vertex's operators, as a tree or in cascade.
///
/// It is made when it is asked for: a tree's indentation grows with the square of the chain's length.
pub fn pretty_name(graph: &StreamGraph, job_graph: &JobGraph, vertex: JobVertexIndex) -> String {
    let vertex = &job_graph.graph[vertex];
    let tree = ChainTree::new(graph, &vertex.chain);
    let mut text = String::new();
    match graph.vertex_description_mode {
        VertexDescriptionMode::Tree => tree.write_tree(&mut text, vertex.head()),
        VertexDescriptionMode::Cascading => {
            tree.write_nested(&mut text, vertex.head(), " , ", |node| &node.description);
        }
    }
    text
}

/// A chain as the tree of its chained outputs.
struct ChainTree<'a> {
    graph: &'a StreamGraph,
    outputs: HashMap<StreamNodeIndex, Vec<StreamNodeIndex>>,
    /// Sources that run inside the vertex.
    sources: Vec<StreamNodeIndex>,
}

impl<'a> ChainTree<'a> {
    fn new(graph: &'a StreamGraph, chain: &[ChainedOperator]) -> Self {
        let target = |&edge: &StreamEdgeIndex| graph.indices[&graph.graph[edge].target];
        let outputs = chain
            .iter()
            .map(|operator| (operator.node, operator.chained_outputs.iter().map(target).collect()))
            .collect();
        let sources = chain.iter().filter(|operator| operator.chain_index == 0).map(|source| source.node);
        Self { graph, outputs, sources: sources.collect() }
    }

    /// `A -> B` and `A -> (B, C)`, the separator as given.
    fn write_nested(
        &self,
        text: &mut String,
        head: StreamNodeIndex,
        separator: &'static str,
        show: impl Fn(&StreamNode) -> &str,
    ) {
        enum Piece {
            Operator(StreamNodeIndex),
            Text(&'static str),
        }
        let mut pieces = vec![Piece::Operator(head)];
        while let Some(piece) = pieces.pop() {
            let node = match piece {
                Piece::Text(piece) => {
                    text.push_str(piece);
                    continue;
                }
                Piece::Operator(node) => node,
            };
            self.write_operator(text, node, head, &show);
            match &self.outputs[&node][..] {
                [] => {}
                [only] => {
                    text.push_str(" -> ");
                    pieces.push(Piece::Operator(*only));
                }
                outputs => {
                    text.push_str(" -> (");
                    pieces.push(Piece::Text(")"));
                    for (number, &output) in outputs.iter().enumerate().rev() {
                        pieces.push(Piece::Operator(output));
                        if number > 0 {
                            pieces.push(Piece::Text(separator));
                        }
                    }
                }
            }
        }
    }

    /// One operator a line, children indented under `:-` and, for the last one, `+-`.
    fn write_tree(&self, text: &mut String, head: StreamNodeIndex) {
        let mut stack = vec![(head, String::new(), true)];
        while let Some((node, prefix, is_last)) = stack.pop() {
            let child_prefix = if node == head {
                String::new()
            } else {
                text.push_str(&prefix);
                text.push_str(if is_last { "+- " } else { ":- " });
                format!("{prefix}{}", if is_last { "   " } else { ":  " })
            };
            self.write_operator(text, node, head, &|node: &StreamNode| &node.description);
            text.push('\n');
            let outputs = self.outputs[&node].iter().enumerate().rev();
            let last = self.outputs[&node].len().wrapping_sub(1);
            stack.extend(outputs.map(|(number, &output)| (output, child_prefix.clone(), number == last)));
        }
    }

    fn write_operator(
        &self,
        text: &mut String,
        node: StreamNodeIndex,
        head: StreamNodeIndex,
        show: &impl Fn(&StreamNode) -> &str,
    ) {
        let stream_node = &self.graph.graph[node];
        text.push_str(show(stream_node));
        if node == head && !self.sources.is_empty() {
            let inputs =
                stream_node.in_edges.iter().map(|&edge| self.graph.indices[&self.graph.graph[edge].source]);
            let sources = inputs.filter(|input| self.sources.contains(input));
            let names: Vec<_> = sources.map(|source| show(&self.graph.graph[source])).collect();
            text.push_str(&format!(" [{}]", names.join(", ")));
        }
    }
}
