//! How streams come to a node: several edges into one input are a union, and a ship strategy that parallelism does not
//! explain is a partitioning call.

use std::ops::Range;

use super::document::{PlanNode, Predecessor, ShipStrategy};
use super::names::{self, Inputs};
use super::program::{Program, Stream, owned};
use super::questions::Question;
use crate::flink::TransformationId;
use crate::frontend::{
    CallDetails, Operation, OperatorDefinition, OperatorOptions, PartitionCall, Span, StreamKind,
};

impl Program<'_, '_, '_> {
    /// How the edges into a node are its inputs.
    pub(super) fn shape(&mut self, node: &PlanNode) -> Shape {
        let edges = node.predecessors.len();
        let known = names::inputs_of(&node.name);
        if edges == 1 {
            // One edge is one input, but an operator for many inputs may have a single one.
            let alternatives = [("union", "one"), ("many", "one of an operator for any number")];
            let many = known == Some(Inputs::Many);
            let alternatives = if many { [alternatives[1], alternatives[0]] } else { alternatives };
            let chosen = self.questions.ask_of(
                node,
                Question {
                    key: "inputs",
                    asked: &format!("How many inputs has `{}`?", node.name),
                    because: "It has one edge.",
                    alternatives: &alternatives.map(owned),
                    told: false,
                },
            );
            return if alternatives[chosen].0 == "many" { Shape::Many } else { Shape::One };
        }
        let (guess, because) = match known {
            Some(Inputs::One) => (Shape::One, "Its name is that of an operator with one input."),
            Some(Inputs::Two) => {
                (Shape::Two { first: 1 }, "Its name is that of an operator with two inputs.")
            }
            Some(Inputs::Many) => (Shape::Many, "Its name is that of an operator with any number of inputs."),
            None => self.guess_shape(node),
        };
        let mut shapes = vec![Shape::One, Shape::Many];
        shapes.extend((1..edges).take(MOST_SPLITS).map(|first| Shape::Two { first }));
        // Any other split can be told all the same.
        let told = self
            .questions
            .answer_to("inputs", node)
            .and_then(|answer| answer.strip_prefix("two-")?.parse().ok());
        let told = told.filter(|first| (1..edges).contains(first)).map(|first| Shape::Two { first });
        shapes.extend(told.filter(|told| !shapes.contains(told)));
        shapes.retain(|shape| *shape != guess);
        shapes.insert(0, guess);
        let alternatives: Vec<_> = shapes.iter().map(|shape| shape.alternative(edges)).collect();
        let chosen = self.questions.ask_of(
            node,
            Question {
                key: "inputs",
                asked: &format!("What are the {edges} edges into `{}`?", node.name),
                because,
                alternatives: &alternatives,
                told: known.is_none() || (known == Some(Inputs::Two) && edges > 2),
            },
        );
        shapes[chosen]
    }

    /// Tells from ship strategies and ids how several edges come to be, where the name does not tell.
    pub(super) fn guess_shape(&self, node: &PlanNode) -> (Shape, &'static str) {
        let edges = &node.predecessors;
        let two = Shape::Two { first: 1 };
        let strategies = |strategy| edges.iter().filter(|edge| edge.ship_strategy == strategy).count();
        let (hashed, broadcast) = (strategies(ShipStrategy::Hash), strategies(ShipStrategy::Broadcast));
        let is_taken = |id: u32| self.graph.positions.contains_key(&TransformationId(id));
        if edges.len() == 2 && (hashed == 1 || broadcast == 1) {
            return (two, "The edges have different ship strategies, so two streams are connected.");
        }
        if edges.len() == 2 && hashed == 2 {
            return (two, "Both edges are HASH; most often two keyed streams are connected.");
        }
        if node.id.0 == 1 || is_taken(node.id.0 - 1) {
            return (two, "No id is left for a union before it, so two streams are connected.");
        }
        (Shape::One, "An id before it is left for a union.")
    }

    /// The one input of a node: keyed where the edge, its name or an answer says so.
    pub(super) fn input(&mut self, node: &PlanNode, needs_keys: bool) -> Stream {
        let input = self.union(node, 0..node.predecessors.len());
        let needs_keys = self.questions.keyed(node).unwrap_or(needs_keys);
        if needs_keys && !input.keyed { self.reinterpreted(node, input) } else { input }
    }

    /// The stream that some edges into a node are one input from.
    pub(super) fn union(&mut self, node: &PlanNode, edges: Range<usize>) -> Stream {
        let streams: Vec<usize> = edges.clone().map(|edge| self.output(node, edge)).collect();
        let edges = &node.predecessors[edges];
        if let [edge] = edges {
            return self.partitioned(node, edge, Stream { call: streams[0], keyed: false });
        }
        let first = edges[0];
        let alike = edges.iter().all(|edge| edge.ship_strategy == first.ship_strategy);
        let keyed = first.ship_strategy == ShipStrategy::Hash;
        let at_once = alike && self.edge_needs_call(node, &first) && (!keyed || self.is_keyed_union(node));
        let streams: Vec<usize> = if at_once {
            streams
        } else {
            let parts = edges.iter().zip(streams);
            parts
                .map(|(edge, call)| self.partitioned(node, edge, Stream { call, keyed: false }).call)
                .collect()
        };
        let united = self.virtual_call(Operation::Union, streams, StreamKind::Plain, node.span, None);
        let united = Stream { call: united, keyed: false };
        if at_once { self.partitioned(node, &first, united) } else { united }
    }

    /// What an edge reads: the operator's own stream, or a side output of it.
    pub(super) fn output(&mut self, node: &PlanNode, edge: usize) -> usize {
        let tag = self.questions.side_output(node, edge);
        let edge = &node.predecessors[edge];
        let call = self.calls[self.graph.positions[&edge.id]];
        match tag {
            None => call,
            Some(tag) => {
                let operation = Operation::GetSideOutput { tag: tag.to_owned() };
                self.virtual_call(operation, vec![call], StreamKind::SideOutput, edge.span, None)
            }
        }
    }

    /// Whether HASH edges of a union are of one `keyBy` behind it: its operator is keyed only then.
    pub(super) fn is_keyed_union(&mut self, node: &PlanNode) -> bool {
        let alternatives = [
            ("behind", "one keyBy behind the union: the operator is keyed"),
            ("before", "one before each stream of the union: it is not keyed"),
        ];
        let chosen = self.questions.ask_of(
            node,
            Question {
                key: "key-by",
                asked: &format!("Where are the streams of `{}` keyed?", node.name),
                because: "All edges are HASH. It changes no chain, only whether the operator needs managed memory for keyed state.",
                alternatives: &alternatives.map(owned),
                told: true,
            },
        );
        chosen == 0
    }

    /// Whether an edge has its partitioner from a call, and not from the parallelism of its ends.
    pub(super) fn edge_needs_call(&self, node: &PlanNode, edge: &Predecessor) -> bool {
        let upstream = self.graph.nodes[self.graph.positions[&edge.id]].parallelism;
        if edge.exchange_mode.is_some() {
            return true;
        }
        match edge.ship_strategy {
            ShipStrategy::Forward => upstream != node.parallelism,
            ShipStrategy::Rebalance => upstream == node.parallelism,
            _ => true,
        }
    }

    /// The stream partitioned as the edge says.
    pub(super) fn partitioned(&mut self, node: &PlanNode, edge: &Predecessor, stream: Stream) -> Stream {
        if !self.edge_needs_call(node, edge) {
            return stream;
        }
        let call = partition_call(edge.ship_strategy);
        let keyed = call == PartitionCall::KeyBy;
        let kind = if keyed { StreamKind::Keyed } else { StreamKind::Plain };
        let operation = Operation::Partition { call, exchange_mode: edge.exchange_mode };
        Stream { call: self.virtual_call(operation, vec![stream.call], kind, edge.span, Some("op")), keyed }
    }

    /// A stream that counts as keyed though its edge is FORWARD.
    pub(super) fn reinterpreted(&mut self, node: &PlanNode, stream: Stream) -> Stream {
        let call = PartitionCall::ReinterpretAsKeyedStream;
        let operation = Operation::Partition { call, exchange_mode: None };
        // Only FORWARD edges can be read so.
        let forward = node.predecessors.iter().all(|edge| edge.ship_strategy == ShipStrategy::Forward);
        if !forward {
            return stream;
        }
        let call = self.virtual_call(operation, vec![stream.call], StreamKind::Keyed, node.span, None);
        Stream { call, keyed: true }
    }

    pub(super) fn virtual_call(
        &mut self,
        operation: Operation,
        inputs: Vec<usize>,
        stream: StreamKind,
        span: Span,
        field: Option<&str>,
    ) -> usize {
        self.operators.push(OperatorDefinition {
            id: None,
            operation,
            inputs,
            stream,
            options: OperatorOptions::default(),
            details: CallDetails::NONE,
            span,
            field_spans: field.map(|field| (Box::from(field), span)).into_iter().collect(),
        });
        self.operators.len() - 1
    }
}

/// Into how many pairs of inputs edges are offered to be split.
const MOST_SPLITS: usize = 8;

/// How the edges into a node are its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    One,
    /// So many edges are the first input.
    Two {
        first: usize,
    },
    Many,
}

impl Shape {
    /// The answer that means it, and what a person reads.
    fn alternative(self, edges: usize) -> (String, String) {
        match self {
            Self::One => ("union".to_owned(), "one input: a union".to_owned()),
            Self::Two { first: 1 } if edges == 2 => ("two-1".to_owned(), "two inputs: connect".to_owned()),
            Self::Two { first } => {
                (format!("two-{first}"), format!("two inputs: {first} and {} of the edges", edges - first))
            }
            Self::Many => ("many".to_owned(), "an input each: multipleInput".to_owned()),
        }
    }
}

pub(super) const fn partition_call(strategy: ShipStrategy) -> PartitionCall {
    match strategy {
        ShipStrategy::Forward => PartitionCall::Forward,
        ShipStrategy::Rebalance => PartitionCall::Rebalance,
        ShipStrategy::Rescale => PartitionCall::Rescale,
        ShipStrategy::Shuffle => PartitionCall::Shuffle,
        ShipStrategy::Broadcast => PartitionCall::Broadcast,
        ShipStrategy::Global => PartitionCall::Global,
        ShipStrategy::Hash => PartitionCall::KeyBy,
        ShipStrategy::Custom => PartitionCall::PartitionCustom,
    }
}
