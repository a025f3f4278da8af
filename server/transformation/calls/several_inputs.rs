//! Calls on several streams: unions, connected streams, joins and N-ary operators.

use super::windows::{Window, WindowContents, assigner_arguments_allowed};
use super::{Api, Call, Made, ORDINARY, Stream};
use crate::flink::{Refused, StreamPartitioner};
use crate::frontend::{ConnectFunction, Operation, TransformOptions, WindowAssigner};
use crate::transformation::{OperatorFactory, TransformationIndex, TransformationKind};

impl Api<'_> {
    pub(super) fn several_inputs(&mut self, call: Call<'_>, inputs: &[Stream]) -> Refused<Made> {
        let transformations = || inputs.iter().map(|input| input.transformation).collect();
        Ok(match call.operation {
            Operation::Connect { key_by, function } => {
                Made::operator(self.connect(call, [inputs[0], inputs[1]], *key_by, *function))
            }
            Operation::ConnectBroadcast => {
                Made::operator(self.connect_broadcast(call, inputs[0], inputs[1])?)
            }
            Operation::IntervalJoin => Made::operator(self.interval_join(call, inputs[0], inputs[1])),
            Operation::Join { assigner } | Operation::CoGroup { assigner } => {
                Made::operator(self.co_group(call, inputs[0], inputs[1], *assigner)?)
            }
            Operation::MultipleInput { keyed, factory } => {
                Made::operator(self.multiple_input(call, transformations(), *keyed, *factory))
            }
            _ => Made::plain(self.property(call, "Union", TransformationKind::Union, transformations())),
        })
    }

    /// `ConnectedStreams`: `keyBy` on both sides if asked for, then the function.
    fn connect(
        &mut self,
        call: Call<'_>,
        mut inputs: [Stream; 2],
        key_by: bool,
        function: ConnectFunction,
    ) -> TransformationIndex {
        if key_by {
            for input in &mut inputs {
                let key = self.new_key_selector();
                *input = self.key_by(call, input.transformation, key);
            }
        }
        let both_keyed = inputs.iter().all(|input| input.key.is_some());
        let (name, operator) = match function {
            ConnectFunction::Map => ("Co-Map", ORDINARY),
            ConnectFunction::FlatMap => ("Co-Flat Map", ORDINARY),
            ConnectFunction::Process if both_keyed => ("Co-Keyed-Process", ORDINARY),
            ConnectFunction::Process => ("Co-Process", ORDINARY),
            ConnectFunction::Transform(factory) => (call.argument_name().unwrap_or_default(), factory.into()),
        };
        self.two_input(call, inputs, name, operator)
    }

    /// `ConnectedStreams.transform`: keyed as soon as one side is.
    fn two_input(
        &mut self,
        call: Call<'_>,
        inputs: [Stream; 2],
        name: &str,
        operator: OperatorFactory,
    ) -> TransformationIndex {
        let keyed_inputs = inputs.map(|input| input.key.is_some());
        let kind = TransformationKind::TwoInput { operator, keyed_inputs };
        let inputs = inputs.map(|input| input.transformation).to_vec();
        let made = self.new_transformation(call, name, kind, inputs, self.parallelism);
        if keyed_inputs.contains(&true) {
            self.uses_state_backend(made);
        }
        self.add_operator(made)
    }

    /// `connect(stream.broadcast(descriptor)).process`.
    fn connect_broadcast(
        &mut self,
        call: Call<'_>,
        input: Stream,
        broadcast: Stream,
    ) -> Refused<TransformationIndex> {
        self.refuse_partitioning_of_keyed(call, broadcast)?;
        let broadcast = self.repartition(call, broadcast.transformation, StreamPartitioner::Broadcast);
        let keyed = input.key.is_some();
        let name = if keyed { "Co-Process-Broadcast-Keyed" } else { "Co-Process-Broadcast" };
        let kind = TransformationKind::BroadcastState { operator: ORDINARY, keyed };
        let inputs = vec![input.transformation, broadcast];
        let made = self.new_transformation(call, name, kind, inputs, self.parallelism);
        if keyed {
            self.uses_state_backend(made);
        }
        Ok(self.add_operator(made))
    }

    /// `KeyedStream.intervalJoin`: connects and keys both sides again, with the selectors they have.
    fn interval_join(&mut self, call: Call<'_>, left: Stream, right: Stream) -> TransformationIndex {
        let keyed_again = [left, right].map(|input| match input.key {
            Some(key) => self.key_by(call, input.transformation, key),
            None => input,
        });
        self.two_input(call, keyed_again, "Interval Join", ORDINARY)
    }

    /// `coGroup` and `join`: both sides are tagged by a map, united, keyed and windowed.
    fn co_group(
        &mut self,
        call: Call<'_>,
        first: Stream,
        second: Stream,
        assigner: WindowAssigner,
    ) -> Refused<TransformationIndex> {
        assigner_arguments_allowed(self.stage, call, assigner)?;
        let tagged: Vec<_> = [first, second].into_iter().map(|input| self.tag(call, input)).collect();
        let union = self.property(call, "Union", TransformationKind::Union, tagged);
        let key = self.new_key_selector();
        let keyed = self.key_by(call, union, key);
        let window = Window::of(assigner);
        Ok(self.keyed_window(call, keyed, &window, WindowContents::Function("CoGroupWindowFunction")))
    }

    /// The map that marks from which side a record comes, at its input's parallelism.
    fn tag(&mut self, call: Call<'_>, input: Stream) -> TransformationIndex {
        let parallelism = self.transformations.graph[input.transformation].parallelism;
        let map = self.transform(call, input, "Map", ORDINARY);
        self.transformations.graph[map].parallelism = parallelism;
        map
    }

    /// `MultipleInputTransformation` and its keyed form.
    fn multiple_input(
        &mut self,
        call: Call<'_>,
        inputs: Vec<TransformationIndex>,
        keyed: bool,
        factory: TransformOptions,
    ) -> TransformationIndex {
        let name = call.argument_name().unwrap_or_default();
        let kind = TransformationKind::MultipleInput { operator: factory.into(), keyed };
        let made = self.new_transformation(call, name, kind, inputs, self.parallelism);
        if keyed {
            self.uses_state_backend(made);
        }
        self.add_operator(made)
    }
}
