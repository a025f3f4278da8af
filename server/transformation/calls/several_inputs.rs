//! Calls on several streams: unions, connected streams, joins and N-ary operators.

use super::windows::{Window, WindowContents, assigner_arguments_allowed};
use super::{Api, Call, Made, ORDINARY, Stream};
use crate::flink::{Refused, StreamPartitioner};
use crate::frontend::{ConnectFunction, TransformOptions, WindowAssigner};
use crate::transformation::{OperatorFactory, TransformationIndex, TransformationKind};

impl Api<'_> {
    /// `union`.
    pub(super) fn union(&mut self, call: Call<'_>, inputs: &[Stream]) -> Made {
        let inputs = inputs.iter().map(|input| input.transformation).collect();
        Made::plain(self.property(call, "Union", TransformationKind::Union, inputs))
    }

    /// `ConnectedStreams`: `keyBy` on both sides if asked for, then the function.
    pub(super) fn connect(
        &mut self,
        call: Call<'_>,
        mut inputs: [Stream; 2],
        key_by: bool,
        function: ConnectFunction,
    ) -> Made {
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
        Made::operator(self.two_input(call, inputs, name, operator))
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
    pub(super) fn connect_broadcast(
        &mut self,
        call: Call<'_>,
        input: Stream,
        broadcast: Stream,
    ) -> Refused<Made> {
        let broadcast = if call.details.is_broadcast {
            broadcast.transformation
        } else {
            self.refuse_partitioning_of_keyed(call, broadcast)?;
            self.repartition(call, broadcast.transformation, StreamPartitioner::Broadcast)
        };
        let keyed = input.key.is_some();
        let name = if keyed { "Co-Process-Broadcast-Keyed" } else { "Co-Process-Broadcast" };
        let kind = TransformationKind::BroadcastState { operator: ORDINARY, keyed };
        let inputs = vec![input.transformation, broadcast];
        let made = self.new_transformation(call, name, kind, inputs, self.parallelism);
        if keyed {
            self.uses_state_backend(made);
        }
        Ok(Made::operator(self.add_operator(made)))
    }

    /// `KeyedStream.intervalJoin`: connects and keys both sides again, with the selectors they have.
    pub(super) fn interval_join(&mut self, call: Call<'_>, left: Stream, right: Stream) -> Made {
        let keyed_again = [left, right].map(|input| match input.key {
            Some(key) => self.key_by(call, input.transformation, key),
            None => input,
        });
        Made::operator(self.two_input(call, keyed_again, "Interval Join", ORDINARY))
    }

    /// `coGroup` and `join`: both sides are tagged by a map, united, keyed and windowed.
    pub(super) fn co_group(
        &mut self,
        call: Call<'_>,
        first: Stream,
        second: Stream,
        assigner: WindowAssigner,
    ) -> Refused<Made> {
        assigner_arguments_allowed(self.stage, call, assigner)?;
        let tagged: Vec<_> = [first, second].into_iter().map(|input| self.tag(call, input)).collect();
        let union = self.property(call, "Union", TransformationKind::Union, tagged);
        let key = self.new_key_selector();
        let keyed = self.key_by(call, union, key);
        let window = Window::of(assigner).with(call);
        let contents = WindowContents::Function("CoGroupWindowFunction".into());
        Ok(Made::operator(self.keyed_window(call, keyed, &window, contents)))
    }

    /// The map that marks from which side a record comes, at its input's parallelism.
    fn tag(&mut self, call: Call<'_>, input: Stream) -> TransformationIndex {
        let parallelism = self.transformations.graph[input.transformation].parallelism;
        let map = self.transform(call, input, "Map", ORDINARY);
        self.transformations.graph[map].parallelism = parallelism;
        map
    }

    /// `MultipleInputTransformation` and its keyed form.
    pub(super) fn multiple_input(
        &mut self,
        call: Call<'_>,
        inputs: &[Stream],
        keyed: bool,
        factory: TransformOptions,
    ) -> Made {
        let name = call.argument_name().unwrap_or_default();
        let kind = TransformationKind::MultipleInput { operator: factory.into(), keyed };
        let inputs = inputs.iter().map(|input| input.transformation).collect();
        let made = self.new_transformation(call, name, kind, inputs, self.parallelism);
        if keyed {
            self.uses_state_backend(made);
        }
        Made::operator(self.add_operator(made))
    }
}
