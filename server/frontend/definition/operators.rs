//! Every op of the format: what it is called on, what it takes, what it returns; and how an entry is read.

use jsonc_parser::ast::{Object, Value};

use super::names::quoted;
use super::object_reader::{ObjectReader, wrong_type};
use super::operator_options::{self, OPERATOR_ONLY_OPTIONS, SINK_OPTIONS};
use super::path::Path;
use super::problems::{Problems, span};
use super::sink_topology;
use super::streams::Streams;
use super::windows::{PARTITION_WINDOW_FUNCTIONS, WINDOW_FUNCTIONS, assigner};
use crate::flink::{ChainingStrategy, StreamExchangeMode};
use crate::frontend::{
    CallDetails, ConnectFunction, Operation, OperatorDefinition, OperatorOptions, PartitionCall, StreamKind,
    TransformOptions, WindowFunction,
};

/// How many streams a call takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inputs {
    None,
    One,
    Two,
    OneOrMore,
    TwoOrMore,
}

/// On what kind of stream the API has a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Receiver {
    Any,
    Keyed,
    KeyedOnBothSides,
    Operator,
    OperatorOrSideOutput,
}

impl Receiver {
    /// Whether the call can be made on a stream of this kind.
    pub const fn allows(self, kind: StreamKind) -> bool {
        match self {
            Self::Any => true,
            Self::Keyed | Self::KeyedOnBothSides => matches!(kind, StreamKind::Keyed),
            Self::Operator => matches!(kind, StreamKind::Operator),
            Self::OperatorOrSideOutput => matches!(kind, StreamKind::Operator | StreamKind::SideOutput),
        }
    }

    /// What it needs, for a message.
    pub const fn expected(self) -> Option<&'static str> {
        match self {
            Self::Any => None,
            Self::Keyed => Some("a keyed stream: put `keyBy` in front"),
            Self::KeyedOnBothSides => Some("two keyed streams"),
            Self::Operator => Some("an operator's own stream"),
            Self::OperatorOrSideOutput => Some("an operator's own stream or a side output"),
        }
    }
}

/// Which setters the object has that a call returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Setters {
    /// Those of `SingleOutputStreamOperator`.
    Operator,
    /// Those of `DataStreamSink`.
    Sink,
    /// None: the call makes no operator.
    None,
}

/// Reads a call's own options.
type ReadOperation = fn(&mut ObjectReader<'_, '_>) -> Option<Operation>;

/// An op of the format.
pub struct Op {
    pub name: &'static str,
    pub inputs: Inputs,
    pub receiver: Receiver,
    pub returns: StreamKind,
    setters: Setters,
    /// The options that this op has besides the setters.
    own: &'static [&'static str],
    read: ReadOperation,
}

impl Op {
    /// The op with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        OPS.iter().find(|op| op.name == name)
    }

    /// Whether it is a partitioning call.
    pub fn is_partitioning(&self) -> bool {
        self.own == PARTITION_OPTIONS
    }

    const fn source(name: &'static str, own: &'static [&'static str], read: ReadOperation) -> Self {
        Self { inputs: Inputs::None, ..Self::one_input(name, own, read) }
    }

    const fn one_input(name: &'static str, own: &'static [&'static str], read: ReadOperation) -> Self {
        Self {
            name,
            inputs: Inputs::One,
            receiver: Receiver::Any,
            returns: StreamKind::Operator,
            setters: Setters::Operator,
            own,
            read,
        }
    }

    const fn keyed(name: &'static str, own: &'static [&'static str], read: ReadOperation) -> Self {
        Self { receiver: Receiver::Keyed, ..Self::one_input(name, own, read) }
    }

    const fn two_inputs(name: &'static str, own: &'static [&'static str], read: ReadOperation) -> Self {
        Self { inputs: Inputs::Two, ..Self::one_input(name, own, read) }
    }

    const fn virtual_op(
        name: &'static str,
        returns: StreamKind,
        own: &'static [&'static str],
        read: ReadOperation,
    ) -> Self {
        Self { returns, setters: Setters::None, ..Self::one_input(name, own, read) }
    }

    const fn sink(name: &'static str, own: &'static [&'static str], read: ReadOperation) -> Self {
        Self { returns: StreamKind::Sink, setters: Setters::Sink, ..Self::one_input(name, own, read) }
    }

    const fn partitioning(name: &'static str, read: ReadOperation) -> Self {
        Self::virtual_op(name, StreamKind::Plain, PARTITION_OPTIONS, read)
    }

    const fn setters(&self) -> [&'static [&'static str]; 2] {
        match self.setters {
            Setters::Operator => [SINK_OPTIONS, OPERATOR_ONLY_OPTIONS],
            Setters::Sink => [SINK_OPTIONS, &[]],
            Setters::None => [&[], &[]],
        }
    }
}

const PARTITION_OPTIONS: &[&str] = &["exchangeMode"];
const TRANSFORM_OPTIONS: &[&str] =
    &["chaining", "outputOnlyAfterEndOfStream", "internalSorterSupported", "yielding"];
const CONNECT_OPTIONS: &[&str] =
    &["keyBy", "function", "chaining", "outputOnlyAfterEndOfStream", "internalSorterSupported", "yielding"];
const MULTIPLE_INPUT_OPTIONS: &[&str] =
    &["keyed", "chaining", "outputOnlyAfterEndOfStream", "internalSorterSupported", "yielding"];
const WINDOW_OPTIONS: &[&str] = &["assigner", "function"];
const COUNT_WINDOW_OPTIONS: &[&str] = &["size", "slide", "function"];
const SINK_TO_OPTIONS: &[&str] = &["writerState", "committer", "preWrite", "preCommit", "postCommit"];

/// All ops, in the order of the reference.
static OPS: &[Op] = &[
    Op::source("fromSource", &["bounded"], |call| {
        Some(Operation::FromSource { bounded: call.flag("bounded") })
    }),
    Op::source("fromSequence", &[], |_| Some(Operation::FromSequence)),
    Op::source("fromData", &[], |_| Some(Operation::FromData)),
    Op::source("addSource", &["parallel"], |call| {
        Some(Operation::AddSource { parallel: call.boolean("parallel").unwrap_or(true) })
    }),
    Op::source("socketTextStream", &[], |_| Some(Operation::SocketTextStream)),
    Op::source("fromCollection", &[], |_| Some(Operation::FromCollection)),
    Op::source("createInput", &[], |_| Some(Operation::CreateInput)),
    Op::one_input("map", &[], |_| Some(Operation::Map)),
    Op::one_input("flatMap", &[], |_| Some(Operation::FlatMap)),
    Op::one_input("filter", &[], |_| Some(Operation::Filter)),
    Op::one_input("process", &[], |_| Some(Operation::Process)),
    Op::one_input("project", &[], |_| Some(Operation::Project)),
    Op::one_input("transform", TRANSFORM_OPTIONS, |call| {
        call.require("name", "`transform`");
        transform_options(call).map(Operation::Transform)
    }),
    Op::one_input("assignTimestampsAndWatermarks", &[], |_| Some(Operation::AssignTimestampsAndWatermarks)),
    Op::one_input("unorderedWait", &[], |_| Some(Operation::UnorderedWait)),
    Op::one_input("orderedWait", &[], |_| Some(Operation::OrderedWait)),
    Op::keyed("reduce", &[], |_| Some(Operation::Reduce)),
    Op::keyed("sum", &[], |_| Some(Operation::Sum)),
    Op::keyed("min", &[], |_| Some(Operation::Min)),
    Op::keyed("max", &[], |_| Some(Operation::Max)),
    Op::keyed("minBy", &[], |_| Some(Operation::MinBy)),
    Op::keyed("maxBy", &[], |_| Some(Operation::MaxBy)),
    Op::keyed("window", WINDOW_OPTIONS, |call| {
        let (assigner, function) = (assigner(call, "window"), window_function(call, "window"));
        Some(Operation::Window { assigner: assigner?, function: function? })
    }),
    Op::one_input("windowAll", WINDOW_OPTIONS, |call| {
        let (assigner, function) = (assigner(call, "windowAll"), window_function(call, "windowAll"));
        Some(Operation::WindowAll { assigner: assigner?, function: function? })
    }),
    Op::keyed("countWindow", COUNT_WINDOW_OPTIONS, |call| {
        let (size, slide, function) = count_window(call, "countWindow")?;
        Some(Operation::CountWindow { size, slide, function })
    }),
    Op::one_input("countWindowAll", COUNT_WINDOW_OPTIONS, |call| {
        let (size, slide, function) = count_window(call, "countWindowAll")?;
        Some(Operation::CountWindowAll { size, slide, function })
    }),
    Op::one_input("fullWindowPartition", &["function"], |call| {
        call.require("function", "`fullWindowPartition`");
        let function = call.choice("function", PARTITION_WINDOW_FUNCTIONS.iter().copied())?;
        Some(Operation::FullWindowPartition { function })
    }),
    Op {
        receiver: Receiver::Operator,
        ..Op::virtual_op("getSideOutput", StreamKind::SideOutput, &["tag"], |call| {
            call.require("tag", "`getSideOutput`");
            Some(Operation::GetSideOutput { tag: call.string("tag")?.to_owned() })
        })
    },
    Op {
        receiver: Receiver::OperatorOrSideOutput,
        ..Op::virtual_op("cache", StreamKind::Cached, &[], |_| Some(Operation::Cache))
    },
    Op {
        returns: StreamKind::Keyed,
        ..Op::partitioning("keyBy", |call| partition(call, PartitionCall::KeyBy))
    },
    Op::partitioning("rebalance", |call| partition(call, PartitionCall::Rebalance)),
    Op::partitioning("rescale", |call| partition(call, PartitionCall::Rescale)),
    Op::partitioning("shuffle", |call| partition(call, PartitionCall::Shuffle)),
    Op::partitioning("global", |call| partition(call, PartitionCall::Global)),
    Op::partitioning("broadcast", |call| partition(call, PartitionCall::Broadcast)),
    Op::partitioning("forward", |call| partition(call, PartitionCall::Forward)),
    Op::partitioning("partitionCustom", |call| partition(call, PartitionCall::PartitionCustom)),
    Op {
        returns: StreamKind::Keyed,
        ..Op::partitioning("reinterpretAsKeyedStream", |call| {
            partition(call, PartitionCall::ReinterpretAsKeyedStream)
        })
    },
    Op {
        inputs: Inputs::TwoOrMore,
        ..Op::virtual_op("union", StreamKind::Plain, &[], |_| Some(Operation::Union))
    },
    Op::two_inputs("connect", CONNECT_OPTIONS, connect),
    Op::two_inputs("connectBroadcast", &[], |_| Some(Operation::ConnectBroadcast)),
    Op {
        receiver: Receiver::KeyedOnBothSides,
        ..Op::two_inputs("intervalJoin", &[], |_| Some(Operation::IntervalJoin))
    },
    Op::two_inputs("join", &["assigner"], |call| Some(Operation::Join { assigner: assigner(call, "join")? })),
    Op::two_inputs("coGroup", &["assigner"], |call| {
        Some(Operation::CoGroup { assigner: assigner(call, "coGroup")? })
    }),
    Op {
        inputs: Inputs::OneOrMore,
        ..Op::one_input("multipleInput", MULTIPLE_INPUT_OPTIONS, |call| {
            call.require("name", "`multipleInput`");
            let (keyed, factory) = (call.flag("keyed"), transform_options(call));
            Some(Operation::MultipleInput { keyed, factory: factory? })
        })
    },
    Op::sink("addSink", &[], |_| Some(Operation::AddSink)),
    Op::sink("print", &[], |_| Some(Operation::Print)),
    Op::sink("printToErr", &[], |_| Some(Operation::PrintToErr)),
    Op::sink("writeUsingOutputFormat", &[], |_| Some(Operation::WriteUsingOutputFormat)),
    Op::sink("discard", &[], |_| Some(Operation::Discard)),
    Op::sink("sinkTo", SINK_TO_OPTIONS, |call| sink_topology::read(call).map(Operation::SinkTo)),
];

/// Reads one entry of the list, and notes in `streams` what it returns.
pub fn read_entry<'t>(
    entry: &'t Value<'t>,
    index: usize,
    path: Path<'_>,
    streams: &mut Streams<'t>,
    problems: &mut Problems,
) -> Option<OperatorDefinition> {
    let Value::Object(object) = entry else {
        wrong_type(problems, path, entry, "an object with the field `op`");
        streams.push(None);
        return None;
    };
    let (op, mut reader) = open(object, path, problems, &["id", "op", "input", "inputs"]);
    let id = streams.id(index, &mut reader);
    let inputs = streams.inputs(index, op, &mut reader);
    streams.push(op.map(|op| op.returns));
    let op = op?;
    let (operation, options) = read_call(op, &mut reader)?;
    let field_spans =
        reader.members().iter().map(|(name, property)| (Box::from(*name), span(property.range)));
    Some(OperatorDefinition {
        id,
        operation,
        inputs: inputs?,
        stream: op.returns,
        options,
        details: CallDetails::NONE,
        span: span(object.range),
        field_spans: field_spans.collect(),
    })
}

/// Opens an entry: finds its op, and looks at the names of its fields. `frame` is the fields that every entry has here.
pub fn open<'r, 't>(
    object: &'t Object<'t>,
    path: Path<'r>,
    problems: &'r mut Problems,
    frame: &'static [&'static str],
) -> (Option<&'static Op>, ObjectReader<'r, 't>) {
    let written = object.properties.iter().find(|property| property.name.as_str() == "op");
    let op = match written.map(|property| &property.value) {
        Some(Value::StringLit(name)) => Op::named(&name.value),
        _ => None,
    };
    let mut reader = match op {
        Some(op) => {
            let [setters, more_setters] = op.setters();
            ObjectReader::open(object, path, problems, &[frame, op.own, setters, more_setters], |field| {
                not_taken(op, field)
            })
        }
        None => {
            // What an unknown op takes is unknown too, so all that is left to check is whether a field exists at all.
            let mut every_field = vec![frame, SINK_OPTIONS, OPERATOR_ONLY_OPTIONS];
            every_field.extend(OPS.iter().map(|op| op.own));
            ObjectReader::open(object, path, problems, &every_field, |_| None)
        }
    };
    if op.is_none() {
        unknown_op(&mut reader);
    }
    (op, reader)
}

/// Why an op does not take a field that the format has elsewhere.
fn not_taken(op: &Op, field: &str) -> Option<(&'static str, String)> {
    let is_setter = SINK_OPTIONS.contains(&field) || OPERATOR_ONLY_OPTIONS.contains(&field);
    let message = match op.setters {
        Setters::None if is_setter => {
            format!("`{}` makes no operator, so it does not take `{field}`", op.name)
        }
        Setters::Sink if is_setter => format!("`{}` is a sink, and those do not take `{field}`", op.name),
        _ if is_setter || OPS.iter().any(|other| other.own.contains(&field)) => {
            format!("`{}` does not take `{field}`", op.name)
        }
        _ if ["id", "input", "inputs"].contains(&field) => {
            format!("an entry of a sink's topology does not take `{field}`")
        }
        _ => return None,
    };
    Some(("option-not-taken", message))
}

fn unknown_op(reader: &mut ObjectReader<'_, '_>) {
    reader.require("op", "an entry");
    let Some(name) = reader.string("op") else { return };
    let Some(property) = reader.get("op") else { return };
    let nearest = reader.problems.suggestions.nearest(name, OPS.iter().map(|op| op.name));
    let message = format!("there is no op {}", quoted(name));
    reader.problems.error("unknown-op", reader.path.field("op"), &property.value, message).suggestion =
        nearest.map(str::to_owned);
}

/// Reads everything about a call but its name and its inputs.
pub fn read_call(op: &Op, reader: &mut ObjectReader<'_, '_>) -> Option<(Operation, OperatorOptions)> {
    let operation = (op.read)(reader);
    let options = operator_options::read(reader);
    Some((operation?, options))
}

fn partition(reader: &mut ObjectReader<'_, '_>, call: PartitionCall) -> Option<Operation> {
    let modes = StreamExchangeMode::ALL.iter().map(|mode| (mode.name(), *mode));
    Some(Operation::Partition { call, exchange_mode: reader.choice("exchangeMode", modes) })
}

fn transform_options(call: &mut ObjectReader<'_, '_>) -> Option<TransformOptions> {
    let strategies = ChainingStrategy::ALL.iter().map(|strategy| (strategy.name(), *strategy));
    Some(TransformOptions {
        chaining: call.choice("chaining", strategies).unwrap_or(ChainingStrategy::Always),
        output_only_after_end_of_stream: call.flag("outputOnlyAfterEndOfStream"),
        internal_sorter_supported: call.flag("internalSorterSupported"),
        yielding: call.flag("yielding"),
    })
}

fn window_function(call: &mut ObjectReader<'_, '_>, op: &str) -> Option<WindowFunction> {
    call.require("function", &format!("`{op}`"));
    call.choice("function", WINDOW_FUNCTIONS.iter().copied())
}

fn count_window(call: &mut ObjectReader<'_, '_>, op: &str) -> Option<(i64, Option<i64>, WindowFunction)> {
    call.require("size", &format!("`{op}`"));
    let (size, slide, function) = (call.long("size"), call.long("slide"), window_function(call, op));
    Some((size?, slide, function?))
}

fn connect(call: &mut ObjectReader<'_, '_>) -> Option<Operation> {
    #[derive(Clone, Copy, PartialEq)]
    enum Function {
        Map,
        FlatMap,
        Process,
        Transform,
    }
    const FUNCTIONS: &[(&str, Function)] = &[
        ("map", Function::Map),
        ("flatMap", Function::FlatMap),
        ("process", Function::Process),
        ("transform", Function::Transform),
    ];
    let key_by = call.flag("keyBy");
    call.require("function", "`connect`");
    let factory = transform_options(call)?;
    let function = match call.choice("function", FUNCTIONS.iter().copied())? {
        Function::Transform => {
            call.require("name", "`connect` with the function `transform`");
            return Some(Operation::Connect { key_by, function: ConnectFunction::Transform(factory) });
        }
        Function::Map => ConnectFunction::Map,
        Function::FlatMap => ConnectFunction::FlatMap,
        Function::Process => ConnectFunction::Process,
    };
    for (name, property) in call.members().to_vec() {
        if TRANSFORM_OPTIONS.contains(&name) {
            let message = format!("`connect` takes `{name}` only with the function `transform`");
            call.problems.error("option-not-taken", call.path.field(name), &property.name, message);
        }
    }
    Some(Operation::Connect { key_by, function })
}
