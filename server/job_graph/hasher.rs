//! `StreamGraphHasherV2`: the ids by which operators find their state again.
//!
//! A uid alone decides the hash where there is one. Otherwise the hash is of the node's place in the graph: how many
//! nodes were hashed before it, how many of its outputs chain, and its inputs' hashes.

use std::collections::{HashSet, VecDeque};

use super::chaining::refuse_malformed_option;
use super::{Chainability, Decision, HashRule};
use crate::flink::{OperatorId, Refusal, RefusalStage, Refused};
use crate::stream_graph::{StreamGraph, StreamNodeIndex};
use crate::trace::Trace;

/// For each StreamNode, by its index in the StreamGraph, its hash.
pub type Hashes = Vec<OperatorId>;

/// Hashes every node, breadth first from the sources in ascending id.
///
/// # Errors
/// Two nodes with the same uid, or a uid whose hash another node has already.
pub fn hash<T: Trace<Decision>>(
    graph: &StreamGraph,
    chainability: &[Chainability],
    trace: &mut T,
) -> Refused<Hashes> {
    let mut hasher = Hasher {
        graph,
        chainability,
        hashes: vec![None; graph.graph.node_count()],
        count: 0,
        taken: HashSet::new(),
        inputs_seen: vec![0; graph.graph.node_count()],
    };
    let mut remaining: VecDeque<StreamNodeIndex> = graph.sources.iter().map(|id| graph.indices[id]).collect();
    let mut visited = vec![false; graph.graph.node_count()];
    for &source in &remaining {
        visited[source.index()] = true;
    }
    while let Some(node) = remaining.pop_front() {
        if !hasher.hash_node(node, trace)? {
            visited[node.index()] = false;
            continue;
        }
        for &edge in &graph.graph[node].out_edges {
            let child = graph.indices[&graph.graph[edge].target];
            if !std::mem::replace(&mut visited[child.index()], true) {
                remaining.push_back(child);
            }
        }
    }
    let reached = |hash: Option<OperatorId>| hash.expect("every node is reached from a source");
    Ok(hasher.hashes.into_iter().map(reached).collect())
}

struct Hasher<'a> {
    graph: &'a StreamGraph,
    chainability: &'a [Chainability],
    hashes: Vec<Option<OperatorId>>,
    /// How many nodes have a hash: the next node's ordinal.
    count: u32,
    taken: HashSet<OperatorId>,
    /// For each node how many of its in-edges are known to come from hashed nodes.
    inputs_seen: Vec<usize>,
}

impl Hasher<'_> {
    /// `generateNodeHash`: false if an input has no hash yet.
    fn hash_node<T: Trace<Decision>>(&mut self, node: StreamNodeIndex, trace: &mut T) -> Refused<bool> {
        let stream_node = &self.graph.graph[node];
        let (hash, rule) = if let Some(uid) = &stream_node.uid {
            let hash = murmur3_128(uid.as_bytes());
            if self.taken.contains(&hash) {
                let message = format!(
                    "Hash collision on user-specified ID \"{uid}\". Most likely cause is a non-unique ID. Please \
                     check that all IDs specified via `uid(String)` are unique."
                );
                let refusal = Refusal::illegal_argument(RefusalStage::JobGraph, message);
                return Err(Box::new(refusal.at(stream_node.call, Some("uid"))));
            }
            (hash, HashRule::Uid(uid.clone()))
        } else {
            if let Some(missing) = self.missing_input(node) {
                trace.decide(|| Decision::HashPostponed { node, missing });
                return Ok(false);
            }
            self.structural_hash(node)?
        };
        self.hashes[node.index()] = Some(hash);
        self.taken.insert(hash);
        self.count += 1;
        trace.decide(|| Decision::Hash { node, hash, rule });
        Ok(true)
    }

    /// The first input, in order, that has no hash yet.
    fn missing_input(&mut self, node: StreamNodeIndex) -> Option<StreamNodeIndex> {
        let in_edges = &self.graph.graph[node].in_edges;
        let seen = &mut self.inputs_seen[node.index()];
        while let Some(&edge) = in_edges.get(*seen) {
            let input = self.graph.indices[&self.graph.graph[edge].source];
            if self.hashes[input.index()].is_none() {
                return Some(input);
            }
            *seen += 1;
        }
        None
    }

    /// `generateDeterministicHash`: of the ordinal, once more for each chainable output, combined with the inputs' hashes.
    fn structural_hash(&self, node: StreamNodeIndex) -> Refused<(OperatorId, HashRule)> {
        let stream_node = &self.graph.graph[node];
        let ordinal = self.count;
        let mut bytes = ordinal.to_le_bytes().to_vec();
        let mut chainable_outputs = Vec::new();
        for &edge in &stream_node.out_edges {
            let chainability = self.chainability[edge.index()];
            refuse_malformed_option(self.graph, chainability, true)?;
            if chainability.holds() {
                bytes.extend(ordinal.to_le_bytes());
                chainable_outputs.push(edge);
            }
        }
        let own = murmur3_128(&bytes);
        let mut hash = own;
        let mut inputs = Vec::with_capacity(stream_node.in_edges.len());
        for &edge in &stream_node.in_edges {
            let input = self.graph.indices[&self.graph.graph[edge].source];
            let input_hash = self.hashes[input.index()].expect("inputs are hashed before their consumers");
            for (byte, input_byte) in hash.0.iter_mut().zip(input_hash.0) {
                *byte = byte.wrapping_mul(37) ^ input_byte;
            }
            inputs.push((input, input_hash));
        }
        Ok((hash, HashRule::Structure { ordinal, own, chainable_outputs, inputs }))
    }
}

/// Guava's `murmur3_128(0)`: the x64 variant, its two halves little-endian.
fn murmur3_128(bytes: &[u8]) -> OperatorId {
    let hash = murmur3::murmur3_x64_128(&mut std::io::Cursor::new(bytes), 0);
    OperatorId(hash.expect("reading from memory does not fail").to_le_bytes())
}

#[cfg(test)]
mod tests {
    use super::murmur3_128;

    #[test]
    fn uids_hash_to_the_ids_that_flink_prints() {
        for (uid, id) in [
            ("value-process-uid", "ca4f5fe9a637b656f09ea78b3e7a15b9"),
            ("a", "897859f6655555855a890e51483ab5e6"),
            ("c", "d7741f4a6cdf388e747557749a0f0d21"),
        ] {
            assert_eq!(murmur3_128(uid.as_bytes()).to_string(), id, "{uid}");
        }
    }
}
