//! Flink's DataStream API: what each of its objects is to the evaluator, and which file plays its methods.
//!
//! One file a receiver: `environment`, `configuration`, `parameters`, `streams`, `setters`, `windows` (with `assigners`), `several` (connected,
//! joined and broadcast streams), `sinks`, `transformations`; `functions` knows what Flink calls a program's functions,
//! `checks` what the API refuses at a call.

mod assigners;
mod checks;
mod configuration;
mod constants;
mod environment;
mod erasure;
mod functions;
mod parameters;
mod setters;
mod several;
mod sinks;
mod streams;
mod transformations;
mod windows;

use std::rc::Rc;

pub use assigners::Assigner;
use configuration::ConfigOption;
pub use configuration::Settings;
pub use parameters::Parameters;
pub use several::{Connected, IntervalJoin, Joined};
pub use windows::Windowed;

use tree_sitter::Node;

use super::calls::Invocation;
use super::evaluator::{Eval, Evaluator};
use super::library::time;
use super::program::{NewCall, Program};
use super::value::Value;
use crate::frontend::{Operation, PartitionCall, Span, StreamKind};

/// An object of Flink's API.
#[derive(Clone, Debug)]
pub enum Flink {
    /// `StreamExecutionEnvironment`.
    Environment,
    /// `ExecutionConfig`.
    ExecutionConfig,
    /// `CheckpointConfig`.
    CheckpointConfig,
    /// `Configuration`.
    Configuration(Settings),
    /// `ConfigOption`.
    ConfigOption(ConfigOption),
    /// `ParameterTool` and `MultipleParameterTool`.
    Parameters(Parameters),
    /// `Duration`, `Time`: milliseconds.
    Duration(i64),
    /// A `DataStream` of any kind: the call that gave it.
    Stream(usize),
    /// `DataStreamSink`.
    Sink(usize),
    /// `BroadcastStream`.
    Broadcast(usize),
    /// `ConnectedStreams`.
    Connected(Connected),
    /// `BroadcastConnectedStream`: the stream and the one that is broadcast.
    BroadcastConnected { stream: usize, broadcast: usize },
    /// `WindowedStream` and `AllWindowedStream`.
    Windowed(Box<Windowed>),
    /// `JoinedStreams`, `CoGroupedStreams` and what is between them and their window.
    Joined(Box<Joined>),
    /// `KeyedStream.IntervalJoin` and `IntervalJoined`.
    IntervalJoin(IntervalJoin),
    /// `PartitionWindowedStream`.
    PartitionWindowed(usize),
    /// `PatternStream` of the CEP library.
    Patterns(usize),
    /// `WindowAssigner`.
    Assigner(Box<Assigner>),
    /// `Transformation` of a stream or a sink.
    Transformation { operator: usize, is_sink: bool },
}

impl Flink {
    /// Whether code that is handed it can add to the plan.
    pub const fn is_of_streams(&self) -> bool {
        matches!(
            self,
            Self::Environment
                | Self::Stream(_)
                | Self::Sink(_)
                | Self::Broadcast(_)
                | Self::Connected(_)
                | Self::BroadcastConnected { .. }
                | Self::Windowed(_)
                | Self::Joined(_)
                | Self::IntervalJoin(_)
                | Self::PartitionWindowed(_)
                | Self::Patterns(_)
                | Self::Transformation { .. }
        )
    }

    pub const fn is_parameters(&self) -> bool {
        matches!(self, Self::Parameters(_))
    }

    /// What it is called in a message.
    fn class_name(&self, program: &Program) -> &'static str {
        match self {
            Self::Environment => "StreamExecutionEnvironment",
            Self::ExecutionConfig => "ExecutionConfig",
            Self::CheckpointConfig => "CheckpointConfig",
            Self::Configuration(_) => "Configuration",
            Self::ConfigOption(_) => "ConfigOption",
            Self::Parameters(_) => "ParameterTool",
            Self::Duration(_) => "Duration",
            Self::Stream(operator) => class_of_stream(program.operators[*operator].stream),
            Self::Sink(_) => "DataStreamSink",
            Self::Broadcast(_) => "BroadcastStream",
            Self::Connected(_) => "ConnectedStreams",
            Self::BroadcastConnected { .. } => "BroadcastConnectedStream",
            Self::Windowed(windowed) if windowed.is_all() => "AllWindowedStream",
            Self::Windowed(_) => "WindowedStream",
            Self::Joined(_) => "JoinedStreams",
            Self::IntervalJoin(_) => "IntervalJoin",
            Self::PartitionWindowed(_) => "PartitionWindowedStream",
            Self::Patterns(_) => "PatternStream",
            Self::Assigner(_) => "WindowAssigner",
            Self::Transformation { .. } => "Transformation",
        }
    }
}

const fn class_of_stream(kind: StreamKind) -> &'static str {
    match kind {
        StreamKind::Operator => "SingleOutputStreamOperator",
        StreamKind::Keyed => "KeyedStream",
        StreamKind::SideOutput => "SideOutputDataStream",
        StreamKind::Plain => "DataStream",
        StreamKind::Cached => "CachedDataStream",
        StreamKind::Sink => "DataStreamSink",
    }
}

/// Whether a class is that of streams.
pub fn is_stream_class(name: &str) -> bool {
    matches!(
        name,
        "DataStream"
            | "SingleOutputStreamOperator"
            | "DataStreamSource"
            | "KeyedStream"
            | "SideOutputDataStream"
    )
}

/// Whether a class is that of environments.
pub fn is_environment_class(name: &str) -> bool {
    matches!(name, "StreamExecutionEnvironment" | "LocalStreamEnvironment" | "RemoteStreamEnvironment")
}

/// Whether a class is that of the parameters of a program.
pub fn is_parameters_class(name: &str) -> bool {
    matches!(name, "ParameterTool" | "MultipleParameterTool")
}

/// Whether a class is that of the Table API's environments.
pub fn is_table_environment_class(name: &str) -> bool {
    matches!(name, "StreamTableEnvironment" | "TableEnvironment")
}

/// The class of what a method of a `StreamTableEnvironment` gives, if that is a stream.
pub fn stream_of_table(method: &str) -> Option<&'static str> {
    let is_stream =
        matches!(method, "toDataStream" | "toChangelogStream" | "toAppendStream" | "toRetractStream");
    is_stream.then_some("DataStream")
}

/// Whether only a stream has a method of this name.
pub fn is_method_of_streams(name: &str) -> bool {
    matches!(
        name,
        "keyBy"
            | "windowAll"
            | "countWindowAll"
            | "sinkTo"
            | "addSink"
            | "rebalance"
            | "rescale"
            | "shuffle"
            | "getSideOutput"
            | "assignTimestampsAndWatermarks"
            | "setParallelism"
            | "slotSharingGroup"
            | "startNewChain"
            | "disableChaining"
            | "uid"
            | "intervalJoin"
            | "printToErr"
            | "executeAndCollect"
            | "partitionCustom"
    )
}

/// How well an object of the API fits a parameter of this type.
pub fn fits(flink: &Flink, name: &str, program: &Program) -> Option<usize> {
    if is_instance(flink, name, program) {
        return Some(if flink.class_name(program) == name { 4 } else { 3 });
    }
    // What is not one of Flink's streams may still be an interface of it that is not listed here.
    (!flink.is_of_streams() && !matches!(name, "String" | "int" | "long" | "boolean" | "double")).then_some(1)
}

/// Whether an object of the API is an instance of a class.
pub fn is_instance(flink: &Flink, name: &str, program: &Program) -> bool {
    if flink.class_name(program) == name {
        return true;
    }
    match flink {
        Flink::Stream(operator) => match name {
            "DataStream" => true,
            "DataStreamSource" => program.operators[*operator].inputs.is_empty(),
            _ => false,
        },
        Flink::Environment => program.environment_class == Some(name),
        Flink::Duration(_) => name == "Time",
        Flink::Parameters(_) => matches!(name, "MultipleParameterTool" | "GlobalJobParameters"),
        Flink::Configuration(_) => matches!(name, "ReadableConfig" | "GlobalJobParameters"),
        _ => false,
    }
}

/// Whether a method that is referred to is one of Flink's static ones.
pub fn is_static_of_flink(class: &str, method: &str) -> bool {
    class == "StreamExecutionEnvironment" && method.starts_with("get")
}

impl<'t> Evaluator<'t> {
    /// A call on an object of Flink's API.
    pub fn call_on_flink(&mut self, receiver: Value, invocation: Invocation<'t>) -> Eval<Value> {
        let Some(flink) = self.heap.as_flink(&receiver).cloned() else { return Ok(Value::NULL) };
        // The exception of an earlier call has ended the program.
        if self.program.refusal.is_some() {
            self.is_executed = true;
            return Err(super::evaluator::Stop::End);
        }
        // What a call changes of the plan rests on whatever its arguments and its receiver rest on.
        if flink.is_of_streams() || matches!(flink, Flink::ExecutionConfig | Flink::CheckpointConfig) {
            self.questions.matter(&receiver.doubt);
        }
        if self.program.operators.len() >= super::evaluator::MOST_CALLS {
            return self.reach_limit(
                invocation.node,
                "too-many-calls",
                "the program makes too many calls to be planned",
            );
        }
        let result = match &flink {
            Flink::Environment => self.call_on_environment(&receiver, &invocation)?,
            Flink::ExecutionConfig => self.call_on_execution_config(&receiver, &invocation)?,
            Flink::CheckpointConfig => self.call_on_checkpoint_config(&receiver, &invocation)?,
            Flink::Configuration(settings) => self.call_on_configuration(&receiver, settings, &invocation)?,
            Flink::ConfigOption(option) => self.call_on_option(option, &receiver, &invocation),
            Flink::Parameters(parameters) => self.call_on_parameters(&receiver, parameters, &invocation)?,
            Flink::Duration(millis) => time::call(self, *millis, &invocation)?,
            Flink::Stream(operator) => self.call_on_stream(*operator, &receiver, &invocation)?,
            Flink::Sink(operator) => self.call_on_sink(*operator, &receiver, &invocation)?,
            Flink::Broadcast(_) => None,
            Flink::Connected(connected) => self.call_on_connected(connected, &receiver, &invocation)?,
            Flink::BroadcastConnected { stream, broadcast } => {
                self.call_on_broadcast_connected(*stream, *broadcast, &invocation)?
            }
            Flink::Windowed(windowed) => self.call_on_windowed(windowed, &receiver, &invocation)?,
            Flink::Joined(joined) => self.call_on_joined(joined, &receiver, &invocation)?,
            Flink::IntervalJoin(join) => self.call_on_interval_join(*join, &receiver, &invocation)?,
            Flink::PartitionWindowed(operator) => self.call_on_partition_windowed(*operator, &invocation)?,
            Flink::Patterns(operator) => self.call_on_patterns(*operator, &receiver, &invocation)?,
            Flink::Assigner(_) => Some(receiver.clone()),
            Flink::Transformation { operator, is_sink } => {
                self.call_on_transformation(*operator, *is_sink, &invocation)?
            }
        };
        if let Some(result) = result {
            return Ok(if flink.is_of_streams() { result } else { result.doubting(&receiver.doubt) });
        }
        match invocation.method {
            "getClass" => return Ok(Value::class(flink.class_name(&self.program))),
            "equals" => {
                let other = invocation.argument(0).cloned().unwrap_or(Value::NULL);
                return Ok(self.equals(&receiver, &other).map_or(Value::NULL, Value::bool));
            }
            "hashCode" | "toString" | "notify" => return Ok(self.unknown(invocation.place)),
            _ => {}
        }
        if flink.is_of_streams() {
            self.no_such_method(&flink, &invocation);
        }
        Ok(self.unknown(invocation.place).doubting(&receiver.doubt))
    }

    /// Says that Flink has no such method there.
    fn no_such_method(&mut self, flink: &Flink, invocation: &Invocation<'t>) {
        let class = flink.class_name(&self.program);
        let method = invocation.method;
        let message = match flink {
            Flink::Stream(_) | Flink::Transformation { .. } if setters::is_setter(method) => format!(
                "`{class}` has no `{method}`: it is for what becomes an operator, so it goes before the partitioning call"
            ),
            _ => format!("`{class}` of Flink 2.2 has no method `{method}`"),
        };
        self.error("no-such-method", invocation.place, message);
    }

    // ---------------------------------------------------------------- calls of the API

    /// Makes a call of the API; its index.
    pub fn call_api(
        &mut self,
        operation: Operation,
        inputs: Vec<usize>,
        kind: StreamKind,
        place: Span,
    ) -> usize {
        self.record(NewCall::new(operation, inputs, kind, place))
    }

    pub fn record(&mut self, call: NewCall) -> usize {
        self.check_types_of(&call);
        let inherited = match (&call.operation, call.inputs.first()) {
            (
                Operation::Filter
                | Operation::Partition { .. }
                | Operation::Union
                | Operation::Cache
                | Operation::AssignTimestampsAndWatermarks
                | Operation::Reduce
                | Operation::Sum
                | Operation::Min
                | Operation::Max
                | Operation::MinBy
                | Operation::MaxBy,
                Some(&input),
            ) => self.element_of(input),
            _ => None,
        };
        let operator = self.program.call(call);
        if let Some(element) = inherited {
            self.elements.insert(operator, element);
        }
        operator
    }

    /// A source; its name is an argument of the call.
    pub fn source_call(&mut self, operation: Operation, name: Option<String>, place: Span) -> usize {
        self.record(NewCall { name, ..NewCall::new(operation, Vec::new(), StreamKind::Operator, place) })
    }

    pub fn partition(&mut self, call: PartitionCall, input: usize, place: Span) -> usize {
        let kind = match call {
            PartitionCall::KeyBy | PartitionCall::ReinterpretAsKeyedStream => StreamKind::Keyed,
            _ => StreamKind::Plain,
        };
        self.call_api(Operation::Partition { call, exchange_mode: None }, vec![input], kind, place)
    }

    pub fn key_by(&mut self, input: usize, place: Span) -> usize {
        self.partition(PartitionCall::KeyBy, input, place)
    }

    pub fn stream(&mut self, operator: usize) -> Value {
        self.heap.flink(Flink::Stream(operator))
    }

    pub fn kind_of(&self, operator: usize) -> StreamKind {
        self.program.operators[operator].stream
    }

    // ---------------------------------------------------------------- element types

    /// Notes what type a stream carries.
    pub fn note_element(&mut self, operator: usize, element: &str) {
        if !super::types::is_type_variable(element) {
            self.elements.insert(operator, element.into());
        }
    }

    pub fn element_of(&self, operator: usize) -> Option<Rc<str>> {
        self.elements.get(&operator).cloned()
    }

    // ---------------------------------------------------------------- arguments

    /// The stream that an argument is; what is not known is assumed to be one.
    pub fn stream_argument(&mut self, value: &Value, place: Span) -> Option<usize> {
        self.rests_on(value);
        match self.heap.as_flink(value) {
            Some(Flink::Stream(operator)) => Some(*operator),
            Some(_) => None,
            None => {
                let stream = self.assumed_stream(value, place)?;
                match self.heap.as_flink(&stream) {
                    Some(Flink::Stream(operator)) => Some(*operator),
                    _ => None,
                }
            }
        }
    }

    /// An argument that ends in the plan as a text.
    pub fn text_argument(&mut self, value: &Value, node: Node<'t>) -> Eval<String> {
        let (text, doubt) = self.printed(value, node)?;
        self.questions.matter(&doubt);
        Ok(text)
    }

    /// An argument that ends in the plan as a number. What is not known is asked for; `default` is assumed.
    pub fn long_argument(&mut self, value: &Value, place: Span, default: Option<i64>) -> Option<i64> {
        self.rests_on(value);
        if let Some(number) = value.as_long() {
            return Some(number);
        }
        let default = default?;
        let key = self.question_key("number", place);
        let given = self.questions.given(&key).and_then(|given| given.parse::<i64>().ok());
        let mut alternatives =
            vec![super::decisions::alternative(&default.to_string(), &default.to_string())];
        for other in [1, 2, 4] {
            if other != default {
                alternatives.push(super::decisions::alternative(&other.to_string(), &other.to_string()));
            }
        }
        if let Some(given) =
            given.filter(|given| !alternatives.iter().any(|it| it.value == given.to_string()))
        {
            alternatives.push(super::decisions::alternative(&given.to_string(), &given.to_string()));
        }
        let question = format!("What number is {}?", self.excerpt(place));
        let because = format!("It comes from outside of the text; {default} is assumed.");
        self.assume("number", place, question, because, alternatives).parse().ok()
    }

    pub fn int_argument(&mut self, value: &Value, place: Span, default: Option<i32>) -> Option<i32> {
        self.long_argument(value, place, default.map(i64::from)).map(|number| number as i32)
    }
}
