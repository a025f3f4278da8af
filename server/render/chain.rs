//! The operators of a JobVertex as a tree, in the order in which people read a chain.

use std::collections::HashMap;

use crate::frontend::DescribedOperator;
use crate::job_graph::JobVertexIndex;
use crate::planner::Plan;
use crate::stream_graph::StreamNodeIndex;

/// The operators of one vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainTree {
    /// Sources that are chained into the head, then the head, then each operator after the one it is chained to.
    pub operators: Vec<ChainTreeOperator>,
    /// The head's position among them.
    pub head: usize,
}

/// An operator in a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainTreeOperator {
    pub node: StreamNodeIndex,
    /// The position of the operator that it is chained to; none for the head and for sources chained into it.
    pub parent: Option<usize>,
    /// How often the chain has branched above it; operators after the head are at least at 1.
    pub indent: usize,
    /// Whether it is the last that is chained to its parent.
    pub last: bool,
}

impl ChainTree {
    /// Reads a vertex's chain. Where it branches, what ends soon comes first and what other vertices read comes last, so
    /// that a drawing goes on from its end.
    pub fn of(plan: &Plan, vertex: JobVertexIndex) -> Self {
        let graph = &plan.stream_graph.graph;
        let chain = &plan.job_graph.graph[vertex].chain;
        let position: HashMap<StreamNodeIndex, usize> =
            chain.iter().enumerate().map(|(at, operator)| (operator.node, at)).collect();
        let mut children = vec![Vec::new(); chain.len()];
        for (at, operator) in chain.iter().enumerate() {
            for &edge in &operator.chained_outputs {
                let target = graph.edge_endpoints(edge).and_then(|(_, target)| position.get(&target));
                if let Some(&target) = target.filter(|&&target| target != at) {
                    children[at].push(target);
                }
            }
        }
        let head_in_chain = chain.iter().position(|operator| operator.chain_index > 0).unwrap_or(0);

        // Preorder from the head; reversed, it has children before their parents.
        let preorder = preorder(head_in_chain, &children);
        let mut weights = vec![(false, 0_usize); chain.len()];
        for &at in preorder.iter().rev() {
            let leaves = !chain[at].non_chained_outputs.is_empty();
            weights[at] = children[at].iter().fold((leaves, 1), |(leaves, size), &child| {
                (leaves || weights[child].0, size + weights[child].1)
            });
        }
        children.iter_mut().for_each(|children| children.sort_by_key(|&child| weights[child]));

        let mut operators: Vec<ChainTreeOperator> = Vec::with_capacity(chain.len());
        let sources = (0..chain.len()).filter(|&at| chain[at].chain_index == 0 && at != head_in_chain);
        let node = |at: usize| chain[at].node;
        operators.extend(sources.map(|at| ChainTreeOperator {
            node: node(at),
            parent: None,
            indent: 0,
            last: false,
        }));
        let head = operators.len();
        let mut rest = vec![(head_in_chain, None, 0, true)];
        let mut seen = vec![false; chain.len()];
        while let Some((at, parent, indent, last)) = rest.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            let here = operators.len();
            operators.push(ChainTreeOperator { node: node(at), parent, indent, last });
            let deeper = indent + usize::from(indent == 0 || children[at].len() > 1);
            let count = children[at].len();
            let below = children[at].iter().enumerate().rev();
            rest.extend(below.map(|(nth, &child)| (child, Some(here), deeper, nth + 1 == count)));
        }
        Self { operators, head }
    }
}

/// How often a chain has branched above each of the operators that a description lists; operators after the head are at least
/// at 1.
pub fn described_indents(operators: &[DescribedOperator]) -> Vec<usize> {
    let mut children = vec![0_usize; operators.len()];
    operators.iter().filter_map(|operator| operator.parent).for_each(|parent| children[parent] += 1);
    let mut indents: Vec<usize> = Vec::with_capacity(operators.len());
    for operator in operators {
        // Parents come first.
        let above = operator.parent.map(|parent| (indents[parent], children[parent]));
        indents.push(above.map_or(0, |(indent, children)| (indent + usize::from(children > 1)).max(1)));
    }
    indents
}

fn preorder(root: usize, children: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; children.len()];
    let mut order = Vec::with_capacity(children.len());
    let mut rest = if children.is_empty() { Vec::new() } else { vec![root] };
    while let Some(at) = rest.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            order.push(at);
            rest.extend(children[at].iter().rev());
        }
    }
    order
}
