//! The rules of Flink's that steps rest on, by the codes under which each has a page: `/rules/<code>`.
//!
//! A step or fact names its rule where the planner's decision is turned into words, so that every decision leads to
//! the page that explains it. `tests/rules/` holds the pages: each is the reference that people read and a test.

use std::fmt;

use crate::flink::StreamPartitioner;
use crate::job_graph::{ConditionCode, OutputReuse, PartitionTypeRule, ReplacedPartitionType};
use crate::stream_graph::{PartitionerRule, ResolvedProperty, SlotSharingGroupRule};

/// Declares the rules, topic by topic, with their codes.
macro_rules! rules {
    ($($(#[$topic_meta:meta])* $topic:ident $slug:literal $title:literal {
        $($(#[$meta:meta])* $rule:ident = $code:literal,)+
    })+) => {
        /// What a rule is about: the parts of the index of rules, in the order in which Flink comes to them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Topic { $($(#[$topic_meta])* $topic),+ }

        impl Topic {
            /// Every topic, in order.
            pub const ALL: &'static [Self] = &[$(Self::$topic),+];

            /// The stable name in addresses.
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$topic => $slug),+ }
            }

            /// What people read.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$topic => $title),+ }
            }
        }

        /// A rule of Flink's that has a page of its own.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule { $($($(#[$meta])* $rule,)+)+ }

        impl Rule {
            /// Every rule, in the order of the index.
            pub const ALL: &'static [Self] = &[$($(Self::$rule,)+)+];

            /// The stable name in addresses and data.
            pub const fn code(self) -> &'static str {
                match self { $($(Self::$rule => $code,)+)+ }
            }

            /// What it is about.
            pub const fn topic(self) -> Topic {
                match self { $($(Self::$rule => Topic::$topic,)+)+ }
            }
        }
    };
}

rules! {
    /// Calls become Transformations, and those StreamNodes.
    Translation "translation" "Translating the program" {
        /// Calls of the DataStream API only add Transformations.
        Transformations = "transformations",
        /// STREAMING or BATCH, and what follows for the whole job.
        RuntimeMode = "runtime-mode",
        /// Inputs are translated before what reads them.
        TranslationOrder = "translation-order",
        /// A Transformation is translated once.
        AlreadyTransformed = "already-transformed",
        /// What a StreamNode is made of.
        StreamNodes = "stream-nodes",
        /// How many subtasks an operator has.
        OperatorParallelism = "operator-parallelism",
        /// How far an operator may be scaled.
        OperatorMaxParallelism = "operator-max-parallelism",
        /// A keyed operator of a BATCH job reads its input sorted.
        SortedInputs = "sorted-inputs",
        /// Sinks become a writer, a committer and more.
        SinkExpansion = "sink-expansion",
        /// `cache()` writes a data set that outlives the job.
        Caches = "caches",
    }
    /// What has no StreamNode of its own.
    VirtualNodes "virtual-nodes" "Virtual nodes" {
        /// Partitionings are virtual nodes until an edge takes their partitioner.
        VirtualPartitionNodes = "virtual-partition-nodes",
        /// Of several partitionings in a row each leaves something.
        PartitioningOnPartitioning = "partitioning-on-partitioning",
        /// Side outputs are virtual nodes until an edge takes their tag.
        SideOutputs = "side-outputs",
        /// A union stands for its inputs.
        Unions = "unions",
    }
    /// How an edge gets its partitioner, and what each one does.
    Partitioners "partitioners" "Partitioners" {
        /// A call of the program set it.
        ExplicitPartitioner = "explicit-partitioner",
        /// None was set and the parallelism is equal.
        ForwardForEqualParallelism = "forward-for-equal-parallelism",
        /// None was set and the parallelism differs.
        RebalanceForDifferentParallelism = "rebalance-for-different-parallelism",
        /// None was set in a dynamic graph.
        ForwardForUnspecified = "forward-for-unspecified",
        /// `ForwardPartitioner`.
        Forward = "forward",
        /// `RebalancePartitioner`.
        Rebalance = "rebalance",
        /// `RescalePartitioner`.
        Rescale = "rescale",
        /// `ShufflePartitioner`.
        Shuffle = "shuffle",
        /// `BroadcastPartitioner`.
        Broadcast = "broadcast",
        /// `GlobalPartitioner`.
        Global = "global",
        /// `KeyGroupStreamPartitioner`.
        Hash = "hash",
        /// `CustomPartitionerWrapper`.
        Custom = "custom",
        /// What a partitioning asks of the exchange.
        ExchangeModeOfPartitioning = "exchange-mode",
        /// When buffers are sent that are not full.
        BufferTimeout = "buffer-timeout",
        /// Which edges unaligned checkpoints can use.
        UnalignedCheckpoints = "unaligned-checkpoints",
    }
    /// By what operators find their state again.
    OperatorIds "operator-ids" "Operator ids" {
        /// Breadth first from the sources; a node waits for its inputs.
        HashOrder = "hash-order",
        /// The hash of a uid.
        Uid = "uid",
        /// The hash of a place in the graph.
        StructuralHash = "structural-hash",
        /// An id that savepoints are searched for first.
        UidHash = "uid-hash",
        /// The id of a JobVertex is that of its head.
        JobVertexId = "job-vertex-id",
    }
    /// `isChainable`, and how chains are made.
    Chaining "chaining" "Chaining" {
        /// [`ConditionCode::SingleInput`].
        SingleInput = "single-input",
        /// [`ConditionCode::ChainingEnabled`].
        ChainingEnabled = "chaining-enabled",
        /// [`ConditionCode::SameSlotSharingGroup`].
        SameSlotSharingGroup = "same-slot-sharing-group",
        /// [`ConditionCode::YieldingAfterLegacySource`].
        YieldingAfterLegacySource = "yielding-after-legacy-source",
        /// [`ConditionCode::UpstreamStrategy`].
        UpstreamStrategy = "upstream-strategy",
        /// [`ConditionCode::DownstreamStrategy`].
        DownstreamStrategy = "downstream-strategy",
        /// [`ConditionCode::SameParallelism`].
        SameParallelism = "same-parallelism",
        /// [`ConditionCode::SameMaxParallelism`].
        SameMaxParallelism = "same-max-parallelism",
        /// [`ConditionCode::ForwardPartitioner`].
        ForwardPartitioner = "forward-partitioner",
        /// [`ConditionCode::NotBatchExchange`].
        NotBatchExchange = "not-batch-exchange",
        /// [`ConditionCode::NoUnion`].
        NoUnion = "no-union",
        /// The four strategies, and what sets them.
        ChainingStrategies = "chaining-strategies",
        /// `createChain` goes down along chains and comes back.
        CreateChain = "create-chain",
        /// The place of an operator in its chain.
        ChainIndex = "chain-index",
        /// Edges that leave a chain are handed up to its head.
        TransitiveOutEdges = "transitive-out-edges",
        /// Sources that run inside the operator they feed.
        SourceChaining = "source-chaining",
        /// A chain becomes a JobVertex when the walk comes back to its head.
        JobVertices = "job-vertices",
    }
    /// What leaves a JobVertex, and who reads it.
    Exchange "exchange" "Exchanging data" {
        /// The edge's exchange mode decides the result partition type.
        PartitionTypeByExchangeMode = "partition-type-by-exchange-mode",
        /// The producer emits only at the end of its input.
        NoOutputUntilEndOfInput = "no-output-until-end-of-input",
        /// The job's exchange mode decides the result partition type.
        PartitionTypeByGlobalExchangeMode = "partition-type-by-global-exchange-mode",
        /// Data that is written while it is read.
        HybridShuffle = "hybrid-shuffle",
        /// Data sets that outlive the job.
        PersistentDataSets = "persistent-data-sets",
        /// Edges that may read one data set share it.
        OutputReuse = "output-reuse",
        /// A data set that several read keeps all of its data.
        HybridSelectiveUpgrade = "hybrid-selective-upgrade",
        /// Which subtasks are connected.
        DistributionPatterns = "distribution-patterns",
        /// A JobEdge is a consumer of a data set.
        JobEdges = "job-edges",
    }
    /// Where tasks run.
    Placement "placement" "Slots and memory" {
        /// The program named the group.
        SlotSharingGroupSpecified = "slot-sharing-group-specified",
        /// All inputs are in it.
        SlotSharingGroupInherited = "slot-sharing-group-inherited",
        /// Inputs disagree, or there are none.
        SlotSharingGroupDefault = "slot-sharing-group-default",
        /// Which JobVertices share slots.
        SlotSharing = "slot-sharing",
        /// What a slot of a group has.
        SlotSharingResources = "slot-sharing-resources",
        /// Subtasks that run beside each other.
        CoLocation = "co-location",
        /// Shares of managed memory that operators weigh.
        OperatorMemory = "operator-memory",
        /// Managed memory that all of a slot share.
        SlotMemory = "slot-memory",
    }
    /// What a BATCH job leaves to the time when it runs.
    Dynamic "adaptive-batch" "Adaptive batch" {
        /// A partitioner that nobody set waits for chaining.
        PartitionerConversion = "partitioner-conversion",
        /// Flink decides the parallelism when it knows how much there is to read.
        ParallelismLeftOpen = "parallelism-left-open",
        /// Vertices that FORWARD connects have one parallelism.
        ForwardGroups = "forward-groups",
    }
}

impl Rule {
    /// The rule with this code.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.code() == code)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl From<ConditionCode> for Rule {
    fn from(code: ConditionCode) -> Self {
        match code {
            ConditionCode::SingleInput => Self::SingleInput,
            ConditionCode::ChainingEnabled => Self::ChainingEnabled,
            ConditionCode::SameSlotSharingGroup => Self::SameSlotSharingGroup,
            ConditionCode::YieldingAfterLegacySource => Self::YieldingAfterLegacySource,
            ConditionCode::UpstreamStrategy => Self::UpstreamStrategy,
            ConditionCode::DownstreamStrategy => Self::DownstreamStrategy,
            ConditionCode::SameParallelism => Self::SameParallelism,
            ConditionCode::SameMaxParallelism => Self::SameMaxParallelism,
            ConditionCode::ForwardPartitioner => Self::ForwardPartitioner,
            ConditionCode::NotBatchExchange => Self::NotBatchExchange,
            ConditionCode::NoUnion => Self::NoUnion,
        }
    }
}

impl From<StreamPartitioner> for Rule {
    fn from(partitioner: StreamPartitioner) -> Self {
        match partitioner {
            StreamPartitioner::Forward => Self::Forward,
            StreamPartitioner::ForwardForUnspecified => Self::ForwardForUnspecified,
            StreamPartitioner::Rebalance => Self::Rebalance,
            StreamPartitioner::Rescale => Self::Rescale,
            StreamPartitioner::Shuffle => Self::Shuffle,
            StreamPartitioner::Broadcast => Self::Broadcast,
            StreamPartitioner::Global => Self::Global,
            StreamPartitioner::KeyGroup(_) => Self::Hash,
            StreamPartitioner::Custom(_) => Self::Custom,
        }
    }
}

impl From<PartitionerRule> for Rule {
    fn from(rule: PartitionerRule) -> Self {
        match rule {
            PartitionerRule::Explicit => Self::ExplicitPartitioner,
            PartitionerRule::ForwardForEqualParallelism { .. } => Self::ForwardForEqualParallelism,
            PartitionerRule::ForwardForUnspecified { .. } => Self::ForwardForUnspecified,
            PartitionerRule::RebalanceForDifferentParallelism { .. } => {
                Self::RebalanceForDifferentParallelism
            }
        }
    }
}

impl From<&ResolvedProperty> for Rule {
    fn from(property: &ResolvedProperty) -> Self {
        match property {
            ResolvedProperty::Partition { taken: true, .. } => Self::VirtualPartitionNodes,
            ResolvedProperty::Partition { taken: false, .. } => Self::PartitioningOnPartitioning,
            ResolvedProperty::SideOutput { .. } => Self::SideOutputs,
        }
    }
}

impl From<SlotSharingGroupRule> for Rule {
    fn from(rule: SlotSharingGroupRule) -> Self {
        match rule {
            SlotSharingGroupRule::Specified => Self::SlotSharingGroupSpecified,
            SlotSharingGroupRule::Inherited => Self::SlotSharingGroupInherited,
            SlotSharingGroupRule::Default => Self::SlotSharingGroupDefault,
        }
    }
}

impl From<PartitionTypeRule> for Rule {
    fn from(rule: PartitionTypeRule) -> Self {
        match rule {
            PartitionTypeRule::ExchangeMode(_) => Self::PartitionTypeByExchangeMode,
            PartitionTypeRule::NoOutputUntilEndOfInput => Self::NoOutputUntilEndOfInput,
            PartitionTypeRule::GlobalExchangeMode => Self::PartitionTypeByGlobalExchangeMode,
        }
    }
}

impl From<OutputReuse> for Rule {
    fn from(reuse: OutputReuse) -> Self {
        match reuse {
            OutputReuse::ReadOnce | OutputReuse::NoneEqual | OutputReuse::Reused => Self::OutputReuse,
            OutputReuse::ReusedAndUpgraded => Self::HybridSelectiveUpgrade,
        }
    }
}

impl From<ReplacedPartitionType> for Rule {
    fn from(replaced: ReplacedPartitionType) -> Self {
        match replaced {
            ReplacedPartitionType::ByCache(_) => Self::PersistentDataSets,
            ReplacedPartitionType::ByBroadcast(_) => Self::HybridSelectiveUpgrade,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rule;
    use crate::job_graph::ConditionCode;

    #[test]
    fn a_condition_and_its_page_have_one_name() {
        for condition in ConditionCode::ALL {
            assert_eq!(Rule::from(condition).code(), condition.name());
        }
    }

    #[test]
    fn codes_are_unique_and_lead_back_to_their_rule() {
        for &rule in Rule::ALL {
            assert_eq!(Rule::from_code(rule.code()), Some(rule));
        }
    }
}
