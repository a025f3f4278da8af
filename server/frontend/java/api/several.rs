//! Connected, broadcast and joined streams, async I/O, and the static methods that make streams of streams.

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::program::NewCall;
use super::super::value::Value;
use super::Flink;
use super::assigners::Assigner;
use super::windows::details_of;
use crate::flink::{Refusal, RefusalStage};
use crate::frontend::{
    CallDetails, ConnectFunction, Operation, PartitionCall, ShownClass, Span, StreamKind, WindowAssigner,
};

/// `ConnectedStreams`.
#[derive(Clone, Copy, Debug)]
pub struct Connected {
    pub inputs: [usize; 2],
}

/// `KeyedStream.IntervalJoin`.
#[derive(Clone, Copy, Debug)]
pub struct IntervalJoin {
    pub inputs: [usize; 2],
}

/// `JoinedStreams` and `CoGroupedStreams`, with as much of their builders as has been called.
#[derive(Clone, Debug)]
pub struct Joined {
    inputs: [usize; 2],
    is_co_group: bool,
    assigner: Option<Assigner>,
    trigger: Option<ShownClass>,
    evictor: Option<ShownClass>,
    field_spans: Vec<(Box<str>, Span)>,
}

impl Joined {
    pub const fn new(inputs: [usize; 2], is_co_group: bool) -> Self {
        Self { inputs, is_co_group, assigner: None, trigger: None, evictor: None, field_spans: Vec::new() }
    }
}

impl<'t> Evaluator<'t> {
    pub fn call_on_connected(
        &mut self,
        connected: &Connected,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let place = invocation.place;
        let inputs = connected.inputs;
        for argument in &invocation.arguments {
            self.rests_on(argument);
        }
        let function = invocation.argument(0).cloned();
        let both_keyed = inputs.iter().all(|&input| self.kind_of(input) == StreamKind::Keyed);
        let mut name = None;
        let connect_function = match invocation.method {
            "keyBy" => {
                let keyed = inputs.map(|input| self.key_by(input, place));
                return Ok(Some(self.heap.flink(Flink::Connected(Connected { inputs: keyed }))));
            }
            "map" => ConnectFunction::Map,
            "flatMap" => ConnectFunction::FlatMap,
            "process" => {
                let is_plain =
                    function.as_ref().is_some_and(|it| self.extends(it, "CoProcessFunction") == Some(true));
                if both_keyed && is_plain {
                    name = Some("Co-Process".to_owned());
                }
                ConnectFunction::Process
            }
            "transform" => {
                let given = function.clone().unwrap_or(Value::NULL);
                name = Some(self.text_argument(&given, invocation.node)?);
                let factory = invocation.argument(2).cloned().unwrap_or(Value::NULL);
                ConnectFunction::Transform(self.operator_factory(&factory, invocation)?)
            }
            "getFirstInput" => return Ok(Some(self.stream(inputs[0]))),
            "getSecondInput" => return Ok(Some(self.stream(inputs[1]))),
            "getExecutionEnvironment" => return Ok(Some(self.the_environment())),
            "getType1" | "getType2" => return Ok(Some(self.unknown(place))),
            "enableAsyncState" => return Ok(Some(receiver.clone())),
            _ => return Ok(None),
        };
        let operation = Operation::Connect { key_by: false, function: connect_function };
        let call = NewCall::new(operation, inputs.to_vec(), StreamKind::Operator, place);
        let made = self.record(NewCall { name, ..call });
        let is_keyed =
            function.as_ref().is_some_and(|it| self.extends(it, "KeyedCoProcessFunction") == Some(true));
        if is_keyed && !both_keyed && invocation.method == "process" {
            let message =
                "KeyedCoProcessFunction can only be used when both input streams are of type KeyedStream.";
            return self.refuse(Refusal::unsupported_operation(RefusalStage::Build, message), made);
        }
        if let Some(element) = function.and_then(|it| self.output_type(&it, None)) {
            self.note_element(made, &element);
        }
        Ok(Some(self.stream(made)))
    }

    pub fn call_on_broadcast_connected(
        &mut self,
        stream: usize,
        broadcast: usize,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        match invocation.method {
            "process" => {}
            "getFirstInput" => return Ok(Some(self.stream(stream))),
            "getExecutionEnvironment" => return Ok(Some(self.the_environment())),
            "getSecondInput" => return Ok(Some(self.heap.flink(Flink::Broadcast(broadcast)))),
            _ => return Ok(None),
        }
        for argument in &invocation.arguments {
            self.rests_on(argument);
        }
        let inputs = vec![stream, broadcast];
        let mut call =
            NewCall::new(Operation::ConnectBroadcast, inputs, StreamKind::Operator, invocation.place);
        call.details = CallDetails { is_broadcast: true, ..CallDetails::NONE };
        let made = self.record(call);
        let keyed = self.kind_of(stream) == StreamKind::Keyed;
        let extends =
            |name: &str| invocation.argument(0).is_some_and(|it| self.extends(it, name) == Some(true));
        let message = match keyed {
            true if extends("BroadcastProcessFunction") => {
                Some("A BroadcastProcessFunction can only be used on a non-keyed stream.")
            }
            false if extends("KeyedBroadcastProcessFunction") => {
                Some("A KeyedBroadcastProcessFunction can only be used on a keyed stream.")
            }
            _ => None,
        };
        if let Some(message) = message {
            return self.refuse(Refusal::illegal_argument(RefusalStage::Build, message), made);
        }
        if let Some(element) = invocation.argument(0).and_then(|it| self.output_type(it, None)) {
            self.note_element(made, &element);
        }
        Ok(Some(self.stream(made)))
    }

    pub fn call_on_interval_join(
        &mut self,
        join: IntervalJoin,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        Ok(match invocation.method {
            "between"
            | "inEventTime"
            | "inProcessingTime"
            | "lowerBoundExclusive"
            | "upperBoundExclusive"
            | "sideOutputLeftLateData"
            | "sideOutputRightLateData"
            | "enableAsyncState" => {
                self.check_interval_join(invocation);
                Some(receiver.clone())
            }
            "process" => {
                let made = self.call_api(
                    Operation::IntervalJoin,
                    join.inputs.to_vec(),
                    StreamKind::Operator,
                    invocation.place,
                );
                if let Some(element) = invocation.argument(0).and_then(|it| self.output_type(it, None)) {
                    self.note_element(made, &element);
                }
                Some(self.stream(made))
            }
            _ => None,
        })
    }

    pub fn call_on_joined(
        &mut self,
        joined: &Joined,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        for argument in &invocation.arguments {
            self.rests_on(argument);
        }
        let mut changed = joined.clone();
        match (invocation.method, invocation.argument(0).cloned()) {
            ("where" | "equalTo", _) => {
                let side = usize::from(invocation.method == "equalTo");
                self.check_key_selector(invocation, joined.inputs[side]);
                return Ok(Some(receiver.clone()));
            }
            ("allowedLateness", _) => return Ok(Some(receiver.clone())),
            ("window", Some(assigner)) => {
                let place = invocation.argument_place(0);
                changed.assigner = Some(self.assigner(&assigner, place, invocation)?);
                changed.field_spans.push(("assigner".into(), place));
            }
            ("trigger", Some(trigger)) => {
                changed.trigger = Some(self.shown_class(&trigger, invocation)?);
                changed.field_spans.push(("trigger".into(), invocation.place));
            }
            ("evictor", Some(evictor)) => {
                changed.evictor = Some(self.shown_class(&evictor, invocation)?);
                changed.field_spans.push(("evictor".into(), invocation.place));
            }
            ("apply" | "with", Some(function)) => {
                let made = self.join(joined, &function, invocation);
                return Ok(Some(self.stream(made)));
            }
            _ => return Ok(None),
        }
        Ok(Some(self.heap.flink(Flink::Joined(Box::new(changed)))))
    }

    fn join(&mut self, joined: &Joined, function: &Value, invocation: &Invocation<'t>) -> usize {
        for input in joined.inputs {
            self.check_type_of(input);
        }
        self.check_join_function(invocation, joined.is_co_group);
        let assigner = joined.assigner.clone();
        let kind = assigner.as_ref().map_or(WindowAssigner::GlobalWindows, |it| it.assigner);
        let operation = if joined.is_co_group {
            Operation::CoGroup { assigner: kind }
        } else {
            Operation::Join { assigner: kind }
        };
        let mut call =
            NewCall::new(operation, joined.inputs.to_vec(), StreamKind::Operator, invocation.place);
        if let Some(assigner) = &assigner {
            let details = details_of(assigner, joined.trigger.clone(), joined.evictor.clone());
            call.details = CallDetails { window: Some(Box::new(details)), ..CallDetails::NONE };
        }
        call.field_spans.clone_from(&joined.field_spans);
        let made = self.record(call);
        let element = invocation.argument(1).and_then(|it| self.type_information(it));
        if let Some(element) = element.or_else(|| self.output_type(function, None)) {
            self.note_element(made, &element);
        }
        made
    }

    /// `PatternStream`: the one operator of the CEP library; without keys it is not parallel.
    pub fn call_on_patterns(
        &mut self,
        operator: usize,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        match invocation.method {
            "inProcessingTime" | "inEventTime" | "withComparator" | "sideOutputLateData" => {
                return Ok(Some(receiver.clone()));
            }
            "select" | "flatSelect" | "process" => {}
            _ => return Ok(None),
        }
        let keyed = self.kind_of(operator) == StreamKind::Keyed;
        let input = if keyed { operator } else { self.key_by(operator, invocation.place) };
        let name = if keyed { "CepOperator" } else { "GlobalCepOperator" };
        let factory = super::streams::ordinary_factory();
        let call =
            NewCall::new(Operation::Transform(factory), vec![input], StreamKind::Operator, invocation.place);
        let made = self.record(NewCall { name: Some(name.to_owned()), ..call });
        if !keyed {
            self.program.force_non_parallel(made, invocation.place);
        }
        Ok(Some(self.stream(made)))
    }

    /// Static methods of `AsyncDataStream`, `DataStreamUtils` and `CEP`.
    pub fn stream_utility(&mut self, class: &str, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        if let ("CEP", "pattern", Some(first)) = (class, invocation.method, invocation.argument(0).cloned()) {
            let Some(input) = self.stream_argument(&first, invocation.argument_place(0)) else {
                return Ok(None);
            };
            return Ok(Some(self.heap.flink(Flink::Patterns(input))));
        }
        let operation = match (class, invocation.method) {
            ("AsyncDataStream", "unorderedWait" | "unorderedWaitWithRetry") => Operation::UnorderedWait,
            ("AsyncDataStream", "orderedWait" | "orderedWaitWithRetry") => Operation::OrderedWait,
            ("DataStreamUtils", "reinterpretAsKeyedStream") => {
                Operation::Partition { call: PartitionCall::ReinterpretAsKeyedStream, exchange_mode: None }
            }
            ("DataStreamUtils", "collect" | "collectBoundedStream") => {
                self.removed("`DataStreamUtils.collect`", invocation.place, "`executeAndCollect`");
                let Some(first) = invocation.argument(0).cloned() else { return Ok(None) };
                let Some(input) = self.stream_argument(&first, invocation.argument_place(0)) else {
                    return Ok(None);
                };
                let call =
                    Invocation { method: "executeAndCollect", arguments: Vec::new(), ..invocation.clone() };
                self.collect(input, &call)?;
                return Ok(Some(self.unknown(invocation.place)));
            }
            _ => return Ok(None),
        };
        let Some(first) = invocation.argument(0).cloned() else { return Ok(None) };
        for argument in &invocation.arguments {
            self.rests_on(argument);
        }
        let Some(input) = self.stream_argument(&first, invocation.argument_place(0)) else {
            self.error(
                "not-a-stream",
                invocation.argument_place(0),
                format!("`{}` takes a stream", invocation.method),
            );
            return Ok(Some(self.unknown(invocation.place)));
        };
        let is_keyed = matches!(operation, Operation::Partition { .. });
        let kind = if is_keyed { StreamKind::Keyed } else { StreamKind::Operator };
        let start = invocation.node.start_byte();
        let place = Span { start, end: invocation.place.end };
        let made = self.call_api(operation, vec![input], kind, place);
        let function = invocation.argument(1).cloned();
        if let Some(element) = function.filter(|_| !is_keyed).and_then(|it| self.output_type(&it, None)) {
            self.note_element(made, &element);
        }
        Ok(Some(self.stream(made)))
    }
}
