//! Flink's own vocabulary: the enumerations and value types that every room speaks.
//!
//! `Display` prints what Flink's `toString` prints, since that text ends in plans, edge ids and messages.

use std::fmt;

/// A version of Flink whose rules the planner follows. Where versions differ, the rule that differs asks for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FlinkVersion {
    #[default]
    V2_2_0,
}

impl fmt::Display for FlinkVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::V2_2_0 => "2.2.0",
        })
    }
}

/// The id of a Transformation, of the StreamNode made from it, or of a virtual node: Flink draws them all
/// from one counter (`Transformation.getNewNodeId`), which starts at 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransformationId(pub u32);

impl fmt::Display for TransformationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Which key selector object a partitioner holds. Two `keyBy` calls have two selectors, and partitioners
/// with different selectors are not equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeySelectorId(pub u32);

/// The 16 bytes of an operator id or a JobVertexID (`AbstractID`), printed as 32 hex digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OperatorId(pub [u8; 16]);

impl fmt::Display for OperatorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for OperatorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Declares an enumeration whose variants print as Flink's constants, with the list of all of them.
macro_rules! flink_enum {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $text:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $name { $($(#[$variant_meta])* $variant),+ }

        impl $name {
            /// Every constant, in Flink's order.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The names of all constants.
            pub const NAMES: &'static [&'static str] = &[$($text),+];

            /// The constant's name in Flink.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }

            /// The constant with this name, if Flink has one.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|constant| constant.name() == name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

flink_enum! {
    /// `StreamExchangeMode`: how a StreamEdge asks its data to be exchanged.
    StreamExchangeMode {
        Pipelined = "PIPELINED",
        Batch = "BATCH",
        HybridFull = "HYBRID_FULL",
        HybridSelective = "HYBRID_SELECTIVE",
        Undefined = "UNDEFINED",
    }
}

flink_enum! {
    /// `GlobalStreamExchangeMode`: what edges do whose exchange mode is undefined.
    GlobalStreamExchangeMode {
        AllEdgesBlocking = "ALL_EDGES_BLOCKING",
        ForwardEdgesPipelined = "FORWARD_EDGES_PIPELINED",
        PointwiseEdgesPipelined = "POINTWISE_EDGES_PIPELINED",
        AllEdgesPipelined = "ALL_EDGES_PIPELINED",
        AllEdgesPipelinedApproximate = "ALL_EDGES_PIPELINED_APPROXIMATE",
        AllEdgesHybridFull = "ALL_EDGES_HYBRID_FULL",
        AllEdgesHybridSelective = "ALL_EDGES_HYBRID_SELECTIVE",
    }
}

flink_enum! {
    /// `ChainingStrategy`: with which neighbours an operator is willing to chain.
    ChainingStrategy {
        Always = "ALWAYS",
        Never = "NEVER",
        Head = "HEAD",
        HeadWithSources = "HEAD_WITH_SOURCES",
    }
}

flink_enum! {
    /// `pipeline.vertex-description-mode`: how a JobVertex describes the operators in it.
    VertexDescriptionMode { Tree = "TREE", Cascading = "CASCADING" }
}

flink_enum! {
    /// `ManagedMemoryUseCase`: what an operator or a slot needs managed memory for.
    ManagedMemoryUseCase {
        Operator = "OPERATOR",
        StateBackend = "STATE_BACKEND",
        Python = "PYTHON",
    }
}

impl ManagedMemoryUseCase {
    /// Whether it is weighed among operators; the others are for a slot as a whole.
    pub const fn is_operator_scope(self) -> bool {
        matches!(self, Self::Operator)
    }
}

flink_enum! {
    /// `RuntimeExecutionMode`.
    RuntimeExecutionMode { Streaming = "STREAMING", Batch = "BATCH", Automatic = "AUTOMATIC" }
}

flink_enum! {
    /// `BatchShuffleMode`: how tasks of a BATCH job exchange data where an edge does not say.
    BatchShuffleMode {
        AllExchangesPipelined = "ALL_EXCHANGES_PIPELINED",
        AllExchangesBlocking = "ALL_EXCHANGES_BLOCKING",
        AllExchangesHybridFull = "ALL_EXCHANGES_HYBRID_FULL",
        AllExchangesHybridSelective = "ALL_EXCHANGES_HYBRID_SELECTIVE",
    }
}

flink_enum! {
    /// `CheckpointingMode`.
    CheckpointingMode { ExactlyOnce = "EXACTLY_ONCE", AtLeastOnce = "AT_LEAST_ONCE" }
}

flink_enum! {
    /// `ExecutionConfig.ClosureCleanerLevel`.
    ClosureCleanerLevel { None = "NONE", TopLevel = "TOP_LEVEL", Recursive = "RECURSIVE" }
}

flink_enum! {
    /// `ExternalizedCheckpointRetention`.
    ExternalizedCheckpointRetention {
        DeleteOnCancellation = "DELETE_ON_CANCELLATION",
        RetainOnCancellation = "RETAIN_ON_CANCELLATION",
        NoExternalizedCheckpoints = "NO_EXTERNALIZED_CHECKPOINTS",
    }
}

flink_enum! {
    /// `RecoveryClaimMode`.
    RecoveryClaimMode { Claim = "CLAIM", NoClaim = "NO_CLAIM", Legacy = "LEGACY" }
}

flink_enum! {
    /// `SchedulerType`.
    SchedulerType { Default = "Default", Adaptive = "Adaptive", AdaptiveBatch = "AdaptiveBatch" }
}

flink_enum! {
    /// `JobType`.
    JobType { Batch = "BATCH", Streaming = "STREAMING" }
}

flink_enum! {
    /// `ResultPartitionType`: how a vertex keeps what it produces for its consumers.
    ResultPartitionType {
        Blocking = "BLOCKING",
        BlockingPersistent = "BLOCKING_PERSISTENT",
        Pipelined = "PIPELINED",
        PipelinedBounded = "PIPELINED_BOUNDED",
        PipelinedApproximate = "PIPELINED_APPROXIMATE",
        HybridFull = "HYBRID_FULL",
        HybridSelective = "HYBRID_SELECTIVE",
    }
}

impl ResultPartitionType {
    /// `isBlockingOrBlockingPersistentResultPartition`.
    pub const fn is_blocking(self) -> bool {
        matches!(self, Self::Blocking | Self::BlockingPersistent)
    }

    /// `isHybridResultPartition`.
    pub const fn is_hybrid(self) -> bool {
        matches!(self, Self::HybridFull | Self::HybridSelective)
    }

    /// `mustBePipelinedConsumed`: producer and consumers run at the same time.
    pub const fn must_be_pipelined(self) -> bool {
        matches!(self, Self::Pipelined | Self::PipelinedBounded)
    }

    /// `canBePipelinedConsumed`: consumers may start before the producer has finished.
    pub const fn can_be_pipelined(self) -> bool {
        !self.is_blocking()
    }

    /// `isReconsumable`: several consumers may read it.
    pub const fn is_reconsumable(self) -> bool {
        matches!(self, Self::Blocking | Self::BlockingPersistent | Self::HybridFull)
    }
}

flink_enum! {
    /// `DistributionPattern`: which producing subtasks are connected to which consuming ones.
    DistributionPattern { AllToAll = "ALL_TO_ALL", Pointwise = "POINTWISE" }
}

flink_enum! {
    /// `SubtaskStateMapper`: how in-flight data is redistributed when the parallelism changes.
    SubtaskStateMapper {
        Arbitrary = "ARBITRARY",
        First = "FIRST",
        Full = "FULL",
        Range = "RANGE",
        RoundRobin = "ROUND_ROBIN",
        Unsupported = "UNSUPPORTED",
    }
}

/// A `StreamPartitioner`: which subtasks of the consumer a record goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StreamPartitioner {
    Forward,
    /// `ForwardForUnspecifiedPartitioner`: what a dynamic graph puts where none was set; FORWARD if the edge chains,
    /// RESCALE otherwise.
    ForwardForUnspecified,
    Rebalance,
    Rescale,
    Shuffle,
    Broadcast,
    Global,
    /// `KeyGroupStreamPartitioner`, made by `keyBy`.
    KeyGroup(KeySelectorId),
    /// `CustomPartitionerWrapper`, made by `partitionCustom`.
    Custom(KeySelectorId),
}

impl StreamPartitioner {
    /// Whether each producing subtask feeds only some consuming ones (`isPointwise`).
    pub const fn is_pointwise(self) -> bool {
        matches!(self, Self::Forward | Self::ForwardForUnspecified | Self::Rescale)
    }

    /// Whether it is a `ForwardPartitioner` or extends it.
    pub const fn is_forward(self) -> bool {
        matches!(self, Self::Forward | Self::ForwardForUnspecified)
    }

    /// Whether records of one key that leave one subtask arrive at one subtask (`isIntraInputKeyCorrelated`), as far as
    /// Flink assumes it.
    pub const fn keeps_keys_together(self) -> bool {
        !matches!(self, Self::Rebalance | Self::Rescale)
    }

    /// Whether every consuming subtask gets every record (`isBroadcast`).
    pub const fn is_broadcast(self) -> bool {
        matches!(self, Self::Broadcast)
    }

    /// The distribution pattern of a JobEdge with this partitioner.
    pub const fn distribution_pattern(self) -> DistributionPattern {
        if self.is_pointwise() { DistributionPattern::Pointwise } else { DistributionPattern::AllToAll }
    }

    /// `getUpstreamSubtaskStateMapper`.
    pub const fn upstream_subtask_state_mapper(self) -> SubtaskStateMapper {
        match self {
            Self::Forward | Self::ForwardForUnspecified | Self::Rescale | Self::Broadcast => {
                SubtaskStateMapper::Unsupported
            }
            _ => SubtaskStateMapper::Arbitrary,
        }
    }

    /// `getDownstreamSubtaskStateMapper`.
    pub const fn downstream_subtask_state_mapper(self) -> SubtaskStateMapper {
        match self {
            Self::Forward | Self::ForwardForUnspecified | Self::Rescale | Self::Broadcast => {
                SubtaskStateMapper::Unsupported
            }
            Self::Rebalance | Self::Shuffle => SubtaskStateMapper::RoundRobin,
            Self::Global => SubtaskStateMapper::First,
            Self::KeyGroup(_) => SubtaskStateMapper::Range,
            Self::Custom(_) => SubtaskStateMapper::Full,
        }
    }
}

impl fmt::Display for StreamPartitioner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Forward | Self::ForwardForUnspecified => "FORWARD",
            Self::Rebalance => "REBALANCE",
            Self::Rescale => "RESCALE",
            Self::Shuffle => "SHUFFLE",
            Self::Broadcast => "BROADCAST",
            Self::Global => "GLOBAL",
            Self::KeyGroup(_) => "HASH",
            Self::Custom(_) => "CUSTOM",
        })
    }
}

/// An exception that Flink throws instead of making a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{exception}: {}", message.as_deref().unwrap_or("no message"))]
pub struct Refusal {
    /// At which stage Flink throws it.
    pub stage: RefusalStage,
    /// The Java exception's class, with its package.
    pub exception: &'static str,
    /// The exception's message; some have none.
    pub message: Option<String>,
    /// What in the definition it is about, where that is one thing.
    pub place: Option<Place>,
}

/// A result, or Flink's exception.
pub type Refused<T> = Result<T, Box<Refusal>>;

flink_enum! {
    /// At which stage of planning Flink refuses a pipeline.
    RefusalStage { Build = "build", StreamGraph = "streamGraph", JobGraph = "jobGraph" }
}

impl Refusal {
    /// The place of a call, or of one field of it.
    pub fn at(mut self, call: usize, field: Option<&'static str>) -> Self {
        self.place = Some(Place::Operator { index: call, field });
        self
    }

    /// The place of a configuration entry.
    pub fn at_key(mut self, key: &str) -> Self {
        self.place = Some(Place::Configuration { key: key.to_owned() });
        self
    }

    /// An `IllegalArgumentException`.
    pub fn illegal_argument(stage: RefusalStage, message: impl Into<String>) -> Self {
        Self::new(stage, "java.lang.IllegalArgumentException", message)
    }

    /// An `IllegalStateException`.
    pub fn illegal_state(stage: RefusalStage, message: impl Into<String>) -> Self {
        Self::new(stage, "java.lang.IllegalStateException", message)
    }

    /// An `UnsupportedOperationException`.
    pub fn unsupported_operation(stage: RefusalStage, message: impl Into<String>) -> Self {
        Self::new(stage, "java.lang.UnsupportedOperationException", message)
    }

    fn new(stage: RefusalStage, exception: &'static str, message: impl Into<String>) -> Self {
        Self { stage, exception, message: Some(message.into()), place: None }
    }
}

/// A place in a pipeline definition, before it is known where that stands in the pasted text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The call with this index, or one field of it.
    Operator { index: usize, field: Option<&'static str> },
    /// A configuration entry.
    Configuration { key: String },
}

/// `Double.toString`: plain from 0.001 to 10 million, in scientific notation outside.
pub(crate) fn java_double(value: f64) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if value == 0.0 || (1e-3..1e7).contains(&value.abs()) {
        return with_fraction(&value.to_string());
    }
    let scientific = format!("{value:E}");
    match scientific.split_once('E') {
        Some((digits, exponent)) => format!("{}E{exponent}", with_fraction(digits)),
        None => scientific,
    }
}

fn with_fraction(digits: &str) -> String {
    if digits.contains('.') { digits.to_owned() } else { format!("{digits}.0") }
}
