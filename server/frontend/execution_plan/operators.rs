//! Operators with inputs: the call of the API that has the name, or `transform` with the node's own.

use super::document::{PlanNode, ShipStrategy};
use super::inputs::Shape;
use super::names;
use super::program::Program;
use crate::flink::ChainingStrategy;
use crate::frontend::{ConnectFunction, Operation, StreamKind, TransformOptions};

impl<'p> Program<'p, '_, '_> {
    /// The call of an operator with inputs: what is called, on what, and what it returns.
    pub(super) fn operator(
        &mut self,
        node: &'p PlanNode,
    ) -> (Operation, Vec<usize>, StreamKind, Option<i32>) {
        let edges = &node.predecessors[..];
        let (operation, inputs) = match self.shape(node) {
            Shape::One => self.one_input(node),
            Shape::Two { first } => self.two_inputs(node, first),
            Shape::Many => {
                let streams: Vec<_> = (0..edges.len()).map(|edge| self.union(node, edge..edge + 1)).collect();
                let keyed = streams.iter().all(|stream| stream.keyed);
                let keyed = self.questions.keyed(node).unwrap_or(keyed);
                let factory = self.factory(node);
                let inputs = streams.into_iter().map(|stream| stream.call).collect();
                (Operation::MultipleInput { keyed, factory }, inputs)
            }
        };
        // Some calls take their input's parallelism, not the environment's.
        let own_parallelism = match operation {
            Operation::AssignTimestampsAndWatermarks => self.graph.positions.get(&edges[0].id),
            _ => None,
        };
        let own_parallelism = own_parallelism.map(|&input| self.graph.nodes[input].parallelism);
        let own_parallelism = match operation {
            Operation::FullWindowPartition { .. } => Some(0),
            _ => own_parallelism,
        };
        (operation, inputs, StreamKind::Operator, own_parallelism)
    }

    pub(super) fn one_input(&mut self, node: &'p PlanNode) -> (Operation, Vec<usize>) {
        let named = names::one_input_call(&node.name);
        let input = self.input(node, named.as_ref().is_some_and(|call| call.keyed));
        let named = named.filter(|call| match call.operation {
            Operation::AssignTimestampsAndWatermarks => true,
            Operation::FullWindowPartition { .. } => call.keyed == input.keyed,
            _ => !call.keyed || input.keyed,
        });
        // Behind a `keyBy` the API makes all operators keyed but this one.
        if input.keyed && self.questions.keyed(node) == Some(false) && !self.needs_factory(node) {
            return (Operation::AssignTimestampsAndWatermarks, vec![input.call]);
        }
        let operation = match named {
            Some(call) if !self.needs_factory(node) => call.operation,
            _ => Operation::Transform(self.factory(node)),
        };
        (operation, vec![input.call])
    }

    /// Whether something was answered that no call but `transform` can say.
    pub(super) fn needs_factory(&self, node: &PlanNode) -> bool {
        let strategy = self.questions.chaining_strategy(node);
        strategy == ChainingStrategy::HeadWithSources || self.questions.yields(node).is_some()
    }

    /// The factory of an operator that no call of the API is known for.
    pub(super) fn factory(&self, node: &PlanNode) -> TransformOptions {
        let yields = node.name.ends_with(": Writer") || node.name == "async wait operator";
        TransformOptions {
            chaining: self.questions.chaining_strategy(node),
            output_only_after_end_of_stream: names::is_window_of_whole_input(node.description.as_deref()),
            internal_sorter_supported: false,
            yielding: self.questions.yields(node).unwrap_or(yields),
        }
    }

    pub(super) fn two_inputs(&mut self, node: &'p PlanNode, first: usize) -> (Operation, Vec<usize>) {
        let (left, right) = (0..first, first..node.predecessors.len());
        let plain = !self.needs_factory(node);
        let is_broadcast_state = names::is_broadcast_state(&node.name)
            // Flink makes its operator without asking for a strategy that was set.
            && self.questions.chaining_strategy(node) == ChainingStrategy::Always
            && plain
            && matches!(node.predecessors[right.clone()], [edge] if edge.ship_strategy == ShipStrategy::Broadcast);
        let left = self.union(node, left);
        if is_broadcast_state && left.keyed == node.name.ends_with("-Keyed") {
            let right = self.output(node, right.start);
            return (Operation::ConnectBroadcast, vec![left.call, right]);
        }
        let right = self.union(node, right);
        let both = left.keyed && right.keyed;
        let function = match node.name.as_str() {
            "Co-Map" if plain => ConnectFunction::Map,
            "Co-Flat Map" if plain => ConnectFunction::FlatMap,
            "Co-Process" if plain && !both => ConnectFunction::Process,
            "Co-Keyed-Process" if plain && both => ConnectFunction::Process,
            "Interval Join" if plain && both => {
                return (Operation::IntervalJoin, vec![left.call, right.call]);
            }
            _ => ConnectFunction::Transform(self.factory(node)),
        };
        (Operation::Connect { key_by: false, function }, vec![left.call, right.call])
    }
}
