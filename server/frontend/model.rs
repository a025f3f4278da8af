//! The pipeline definition: the calls that a DataStream program makes, in program order.
//!
//! Every front end produces it and the planner reads it. References are resolved to indices, options are
//! typed, and each call knows the kind of stream it returns.

use super::Span;
use crate::configuration::ConfigurationEntry;
use crate::flink::{
    ChainingStrategy, ManagedMemoryUseCase, Place, Refusal, StreamExchangeMode, TransformationId,
};

/// A whole program.
#[derive(Clone, Debug, Default)]
pub struct PipelineDefinition {
    /// The name given to `execute`.
    pub job: Option<String>,
    /// Flink configuration, in the order it was written; keys are unique.
    pub configuration: Vec<ConfigurationEntry>,
    /// The calls, in program order.
    pub operators: Vec<OperatorDefinition>,
    /// Setters that the program calls only after later calls have been made, in program order. The definition format has none.
    pub late_setters: Vec<LateSetters>,
    /// The calls, as indices, after which the program asks for the execution plan of what it has so far: the graph that Flink
    /// generates for it takes ids from the counter too.
    pub early_graphs: Vec<usize>,
    /// The exception that Flink throws at the program's last call, where nothing else here says so.
    pub refusal: Option<Box<Refusal>>,
    /// Where in the text that is, if it is about nothing that is a call here.
    pub refusal_span: Option<Span>,
}

/// Setters on what a call returned, called when other calls have taken note of what they change: the parallelism of a
/// stream, say, after it has been partitioned.
#[derive(Clone, Debug, PartialEq)]
pub struct LateSetters {
    /// The last call made before them, as an index.
    pub after: usize,
    /// The call on whose result they are called, as an index.
    pub operator: usize,
    pub options: OperatorOptions,
}

impl PipelineDefinition {
    /// Where in the text a place is.
    pub fn span_of(&self, place: &Place) -> Option<Span> {
        match place {
            Place::Operator { index, field } => {
                let operator = self.operators.get(*index)?;
                let field_span = field.and_then(|field| operator.field_span(field));
                Some(field_span.unwrap_or(operator.span))
            }
            Place::Configuration { key } => self
                .configuration
                .iter()
                .find(|entry| entry.key == *key)
                .map(|entry| entry.range.clone().into()),
        }
    }

    /// The JSON path of a place, such as `operators[3].parallelism`.
    pub fn path_of(&self, place: &Place) -> String {
        match place {
            Place::Operator { index, field: Some(field) } => format!("operators[{index}].{field}"),
            Place::Operator { index, field: None } => format!("operators[{index}]"),
            Place::Configuration { key } => format!("config.{key}"),
        }
    }
}

/// One call of the DataStream API.
#[derive(Clone, Debug)]
pub struct OperatorDefinition {
    /// The stream's name in the document.
    pub id: Option<String>,
    pub operation: Operation,
    /// The streams the call is made on and with, as indices of earlier calls, in API order.
    pub inputs: Vec<usize>,
    /// What kind of object the call returns.
    pub stream: StreamKind,
    /// The setters called on the result.
    pub options: OperatorOptions,
    /// What a program shows of the call that the definition format leaves to its defaults.
    pub details: CallDetails,
    /// The whole entry in the pasted text.
    pub span: Span,
    /// Each field of the entry that was written, with its place.
    pub field_spans: Vec<(Box<str>, Span)>,
}

impl OperatorDefinition {
    /// Where a field of this call stands in the text, if it was written.
    pub fn field_span(&self, field: &str) -> Option<Span> {
        self.field_spans.iter().find(|(name, _)| **name == *field).map(|(_, span)| *span)
    }
}

/// What a program shows of a call that the definition format leaves to its defaults.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallDetails {
    /// `StreamExecutionEnvironment.getParallelism()` when the call is made, if it is not the one that the program ends with.
    pub environment_parallelism: Option<i32>,
    /// The classes of a window.
    pub window: Option<Box<WindowDetails>>,
    /// A sink that hands its records to the client (`CollectSinkOperatorFactory`), for which it has a coordinator.
    pub collects: bool,
    /// The function of an old sink can be executed several times at once (`SupportsConcurrentExecutionAttempts`).
    pub concurrent_execution_attempts: bool,
    /// The second stream of `connectBroadcast` has been broadcast by a call of its own.
    pub is_broadcast: bool,
}

impl CallDetails {
    /// Nothing but defaults.
    pub const NONE: Self = Self {
        environment_parallelism: None,
        window: None,
        collects: false,
        concurrent_execution_attempts: false,
        is_broadcast: false,
    };
}

/// The classes of a program's window as Flink prints them. What is not there is as in the definition format.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WindowDetails {
    /// An assigner that is none of [`WindowAssigner`]'s, or one with another text.
    pub assigner: Option<ShownClass>,
    pub trigger: Option<ShownClass>,
    pub evictor: Option<ShownClass>,
    /// The trigger fires once, when the input ends (`GlobalWindows.createWithEndOfStreamTrigger`).
    pub fires_at_end_of_stream: bool,
    /// The names of the functions that the program gives: the one that merges, the one that is handed the window.
    pub functions: Vec<String>,
    /// What an `AllWindowedStream` merges is handed to a `ProcessAllWindowFunction`, not to an `AllWindowFunction`.
    pub hands_on_to_process: bool,
    /// The place of the call that Flink finds for an `AllWindowedStream`: `main(WordCount.java:17)`.
    pub call_location: Option<String>,
    /// The serializer, as it prints itself, of what an `AllWindowedStream` merges.
    pub serializer: Option<String>,
}

/// A class whose object Flink prints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownClass {
    /// `Class.getSimpleName`.
    pub name: String,
    /// `Object.toString`.
    pub text: String,
}

/// The class of the object that a call returns: it decides what may be called on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamKind {
    /// `SingleOutputStreamOperator` (sources too): has side outputs and operator setters.
    Operator,
    /// `KeyedStream`.
    Keyed,
    /// `SideOutputDataStream`.
    SideOutput,
    /// A plain `DataStream`: a partitioning or a union.
    Plain,
    /// `CachedDataStream`.
    Cached,
    /// `DataStreamSink`: no stream at all.
    Sink,
}

/// The API call of an entry, with the options that only this call has.
#[derive(Clone, Debug, PartialEq)]
pub enum Operation {
    FromSource {
        bounded: bool,
    },
    FromSequence,
    FromData,
    AddSource {
        parallel: bool,
    },
    SocketTextStream,
    FromCollection,
    CreateInput,

    Map,
    FlatMap,
    Filter,
    Process,
    Project,
    Transform(TransformOptions),
    AssignTimestampsAndWatermarks,
    UnorderedWait,
    OrderedWait,

    Reduce,
    Sum,
    Min,
    Max,
    MinBy,
    MaxBy,

    Window {
        assigner: WindowAssigner,
        function: WindowFunction,
    },
    WindowAll {
        assigner: WindowAssigner,
        function: WindowFunction,
    },
    CountWindow {
        size: i64,
        slide: Option<i64>,
        function: WindowFunction,
    },
    CountWindowAll {
        size: i64,
        slide: Option<i64>,
        function: WindowFunction,
    },
    FullWindowPartition {
        function: PartitionWindowFunction,
    },

    GetSideOutput {
        tag: String,
    },
    Cache,

    /// A partitioning call; `exchange_mode` is set on its Transformation afterwards.
    Partition {
        call: PartitionCall,
        exchange_mode: Option<StreamExchangeMode>,
    },

    Union,
    Connect {
        key_by: bool,
        function: ConnectFunction,
    },
    ConnectBroadcast,
    IntervalJoin,
    Join {
        assigner: WindowAssigner,
    },
    CoGroup {
        assigner: WindowAssigner,
    },
    MultipleInput {
        keyed: bool,
        factory: TransformOptions,
    },

    AddSink,
    Print,
    PrintToErr,
    WriteUsingOutputFormat,
    Discard,
    SinkTo(SinkTopology),
}

/// The DataStream methods that partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PartitionCall {
    KeyBy,
    Rebalance,
    Rescale,
    Shuffle,
    Global,
    Broadcast,
    Forward,
    PartitionCustom,
    ReinterpretAsKeyedStream,
}

impl PartitionCall {
    /// Every method.
    pub const ALL: [Self; 9] = [
        Self::KeyBy,
        Self::Rebalance,
        Self::Rescale,
        Self::Shuffle,
        Self::Global,
        Self::Broadcast,
        Self::Forward,
        Self::PartitionCustom,
        Self::ReinterpretAsKeyedStream,
    ];

    /// The method's name in the DataStream API.
    pub const fn method(self) -> &'static str {
        match self {
            Self::KeyBy => "keyBy",
            Self::Rebalance => "rebalance",
            Self::Rescale => "rescale",
            Self::Shuffle => "shuffle",
            Self::Global => "global",
            Self::Broadcast => "broadcast",
            Self::Forward => "forward",
            Self::PartitionCustom => "partitionCustom",
            Self::ReinterpretAsKeyedStream => "reinterpretAsKeyedStream",
        }
    }

    /// The kind of stream that it returns.
    pub const fn stream(self) -> StreamKind {
        match self {
            Self::KeyBy | Self::ReinterpretAsKeyedStream => StreamKind::Keyed,
            _ => StreamKind::Plain,
        }
    }
}

/// What an operator factory given to `transform` says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransformOptions {
    pub chaining: ChainingStrategy,
    pub output_only_after_end_of_stream: bool,
    pub internal_sorter_supported: bool,
    /// A `YieldingOperatorFactory`.
    pub yielding: bool,
}

/// `WindowAssigner`s; times in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowAssigner {
    TumblingEventTimeWindows { size: i64 },
    TumblingProcessingTimeWindows { size: i64 },
    SlidingEventTimeWindows { size: i64, slide: i64 },
    SlidingProcessingTimeWindows { size: i64, slide: i64 },
    EventTimeSessionWindows { gap: i64 },
    ProcessingTimeSessionWindows { gap: i64 },
    GlobalWindows,
}

/// What is called on a `WindowedStream`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WindowFunction {
    Reduce,
    Aggregate,
    Apply,
    Process,
    Sum,
    Min,
    Max,
}

/// What is called on a `PartitionWindowedStream`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartitionWindowFunction {
    MapPartition,
    Reduce,
    Aggregate,
    SortPartition,
}

/// What is called on `ConnectedStreams`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConnectFunction {
    Map,
    FlatMap,
    Process,
    Transform(TransformOptions),
}

/// The interfaces that a Sink V2 implements; a topology is `Some`, even if empty, when its interface is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SinkTopology {
    pub writer_state: bool,
    pub committer: bool,
    pub pre_write: Option<Vec<TopologyOperator>>,
    pub pre_commit: Option<Vec<TopologyOperator>>,
    pub post_commit: Option<Vec<TopologyOperator>>,
    /// `SupportsConcurrentExecutionAttempts`: its writer does. The definition format has no word for it.
    pub concurrent_execution_attempts: bool,
    /// The co-location group that it gives to its writer, its committer and what is between them, if it does.
    pub co_location_group: Option<String>,
    /// `CustomSinkOperatorUidHashes`: the hashes of its writer and its committer.
    pub uid_hashes: [Option<String>; 2],
}

/// A call inside a sink's own topology: a one-input or partitioning call on the one before.
#[derive(Clone, Debug, PartialEq)]
pub struct TopologyOperator {
    pub operation: Operation,
    pub options: OperatorOptions,
    /// It has the sink's parallelism, but does not count as configured even if the sink's does.
    pub takes_parallelism_unconfigured: bool,
}

/// The setters of an operator that becomes a StreamNode. Values are as written: what Flink refuses is still in them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OperatorOptions {
    /// Sources and `transform` take their name as an argument; elsewhere it is the setter `name`.
    pub name: Option<String>,
    pub uid: Option<String>,
    pub uid_hash: Option<String>,
    pub description: Option<String>,
    pub parallelism: Option<i32>,
    pub max_parallelism: Option<i32>,
    pub slot_sharing_group: Option<SlotSharingGroupOption>,
    /// Milliseconds; -1 is "not set" to Flink.
    pub buffer_timeout: Option<i64>,
    pub disable_chaining: bool,
    pub start_new_chain: bool,
    pub force_non_parallel: bool,
    pub co_location_group: Option<String>,
    pub managed_memory_operator: Vec<(ManagedMemoryUseCase, i32)>,
    pub managed_memory_slot: Vec<ManagedMemoryUseCase>,
    pub metric_variables: Vec<(String, String)>,
    /// Where the text gives ids: that of the StreamNode which the call makes, or those that a sink expands to, in order.
    /// Flink's counter gives the others.
    pub stream_node_ids: Vec<TransformationId>,
}

/// The argument of `slotSharingGroup`: a name, or a group with resources.
#[derive(Clone, Debug, PartialEq)]
pub enum SlotSharingGroupOption {
    Name(String),
    Resources {
        name: String,
        cpu_cores: Option<f64>,
        task_heap_mb: Option<i32>,
        task_off_heap_mb: Option<i32>,
        managed_mb: Option<i32>,
    },
}
