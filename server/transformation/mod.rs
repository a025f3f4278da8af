//! The Transformation tree: what the DataStream API leaves behind when a program's calls have been made.
//!
//! Mirrors `org.apache.flink.api.dag.Transformation` and its subclasses, and the environment's list of them.

mod build;
pub(crate) mod calls;
mod environment;
mod options;
mod resources;

pub use build::{build, build_with_early_graphs};
pub(crate) use environment::PARALLELISM_UNKNOWN;
pub use environment::{CheckpointConfig, ExecutionEnvironment};
pub(crate) use options::{set_parallelism, validate_max_parallelism};
pub use resources::{ResourceProfile, SlotSharingGroup};

use std::collections::{BTreeMap, BTreeSet, HashSet};

use petgraph::graph::{DiGraph, NodeIndex};

use crate::flink::{
    ChainingStrategy, KeySelectorId, ManagedMemoryUseCase, StreamExchangeMode, StreamPartitioner,
    TransformationId,
};
use crate::frontend::SinkTopology;

/// A Transformation in its graph.
pub type TransformationIndex = NodeIndex<u32>;

/// All Transformations of a program and the environment's own list.
#[derive(Clone, Debug, Default)]
pub struct Transformations {
    /// Edges run from input to consumer; their weight is the input's number in the consumer.
    pub graph: DiGraph<Transformation, usize, u32>,
    /// The environment that the calls were made on.
    pub environment: ExecutionEnvironment,
    /// The environment's list, in the order of the calls: what `addOperator` was called with.
    pub roots: Vec<TransformationIndex>,
    /// How many ids the counter has given out.
    pub last_id: u32,
    /// Ids that the program's text gives to StreamNodes.
    pub(crate) given_ids: HashSet<TransformationId>,
    /// How many key selectors and partitioners the program has made.
    pub(crate) last_key_selector: u32,
}

impl Transformations {
    /// The next id of the counter that Transformations and virtual nodes share (`Transformation.getNewNodeId`), past
    /// those that the program's text gives.
    pub fn new_node_id(&mut self) -> TransformationId {
        loop {
            self.last_id += 1;
            let id = TransformationId(self.last_id);
            if !self.given_ids.contains(&id) {
                return id;
            }
        }
    }

    /// An id that the program's text gives: the counter goes on behind it.
    pub(crate) fn take_given_id(&mut self, id: TransformationId) -> TransformationId {
        self.last_id = self.last_id.max(id.0);
        id
    }

    /// Adds a Transformation that reads these inputs, in order.
    pub(crate) fn add(
        &mut self,
        mut transformation: Transformation,
        inputs: Vec<TransformationIndex>,
    ) -> TransformationIndex {
        transformation.inputs.clone_from(&inputs);
        let added = self.graph.add_node(transformation);
        for (number, input) in inputs.into_iter().enumerate() {
            self.graph.add_edge(input, added, number);
        }
        added
    }

    /// The Transformations that can be reached from the environment's list, by id: those that a plan shows.
    pub fn reachable(&self) -> Vec<TransformationIndex> {
        let reversed = petgraph::visit::Reversed(&self.graph);
        let mut search = petgraph::visit::Dfs::empty(reversed);
        search.stack.extend(self.roots.iter().copied());
        let mut found = Vec::with_capacity(self.graph.node_count());
        while let Some(index) = search.next(reversed) {
            found.push(index);
        }
        found.sort_by_key(|&index| self.graph[index].id);
        found
    }
}

/// One Transformation.
#[derive(Clone, Debug)]
pub struct Transformation {
    pub id: TransformationId,
    pub kind: TransformationKind,
    pub name: String,
    pub description: Option<String>,
    /// In API order; the same Transformation may occur twice.
    pub inputs: Vec<TransformationIndex>,
    pub parallelism: i32,
    /// Whether the program set the parallelism (`isParallelismConfigured`).
    pub parallelism_configured: bool,
    /// -1: not set.
    pub max_parallelism: i32,
    pub uid: Option<String>,
    pub uid_hash: Option<String>,
    pub slot_sharing_group: Option<SlotSharingGroup>,
    pub co_location_group: Option<String>,
    /// Milliseconds; -1: not set.
    pub buffer_timeout: i64,
    /// `declareManagedMemoryUseCaseAtOperatorScope`: use case to weight.
    pub managed_memory_operator: BTreeMap<ManagedMemoryUseCase, i32>,
    /// `declareManagedMemoryUseCaseAtSlotScope`.
    pub managed_memory_slot: BTreeSet<ManagedMemoryUseCase>,
    pub supports_concurrent_execution_attempts: bool,
    /// It reads an `InputFormat`.
    pub input_format: bool,
    /// It writes an `OutputFormat`.
    pub output_format: bool,
    /// The call of the definition that made it.
    pub call: usize,
    /// The ids of the StreamNodes that a sink expands to, where the program's text gives them.
    pub(crate) given_ids: Vec<TransformationId>,
    /// The sink that it was expanded from.
    pub expanded_from: Option<TransformationId>,
}

/// `ExecutionConfig.PARALLELISM_DEFAULT`: the parallelism is the environment's.
pub const PARALLELISM_DEFAULT: i32 = -1;

impl Transformation {
    pub(crate) fn new(
        id: TransformationId,
        call: usize,
        name: impl Into<String>,
        kind: TransformationKind,
        parallelism: i32,
    ) -> Self {
        Self {
            id,
            kind,
            name: name.into(),
            description: None,
            inputs: Vec::new(),
            parallelism,
            parallelism_configured: false,
            max_parallelism: -1,
            uid: None,
            uid_hash: None,
            slot_sharing_group: None,
            co_location_group: None,
            buffer_timeout: -1,
            managed_memory_operator: BTreeMap::new(),
            managed_memory_slot: BTreeSet::new(),
            supports_concurrent_execution_attempts: true,
            input_format: false,
            output_format: false,
            call,
            given_ids: Vec::new(),
            expanded_from: None,
        }
    }

    /// `Transformation.setParallelism`: it counts as configured unless it is the default again.
    pub(crate) fn set_parallelism(&mut self, parallelism: i32) {
        self.parallelism = parallelism;
        self.parallelism_configured = parallelism != PARALLELISM_DEFAULT;
    }
}

/// Which class of Transformation it is, with what only that class has.
#[derive(Clone, Debug)]
pub enum TransformationKind {
    Source {
        operator: OperatorFactory,
        bounded: bool,
    },
    LegacySource {
        operator: OperatorFactory,
        bounded: bool,
    },
    OneInput {
        operator: OperatorFactory,
        keyed: bool,
    },
    Reduce {
        operator: OperatorFactory,
    },
    TimestampsAndWatermarks {
        operator: OperatorFactory,
    },
    TwoInput {
        operator: OperatorFactory,
        keyed_inputs: [bool; 2],
    },
    /// `BroadcastStateTransformation` and its keyed form: the second input is broadcast.
    BroadcastState {
        operator: OperatorFactory,
        keyed: bool,
    },
    /// `MultipleInputTransformation` and its keyed form.
    MultipleInput {
        operator: OperatorFactory,
        keyed: bool,
    },
    LegacySink {
        operator: OperatorFactory,
        keyed: bool,
    },
    /// Sink V2; it is expanded into operators when it is translated.
    Sink {
        topology: SinkTopology,
        /// The selector of the keyed stream that it is called on.
        key: Option<KeySelectorId>,
        /// Only if the program set one.
        chaining_strategy: Option<ChainingStrategy>,
    },
    Partition {
        partitioner: StreamPartitioner,
        exchange_mode: StreamExchangeMode,
    },
    SideOutput {
        tag: String,
    },
    Union,
    Cache,
}

impl TransformationKind {
    /// The simple name of Flink's class.
    pub const fn class_name(&self) -> &'static str {
        match self {
            Self::Source { .. } => "SourceTransformation",
            Self::LegacySource { .. } => "LegacySourceTransformation",
            Self::OneInput { .. } => "OneInputTransformation",
            Self::Reduce { .. } => "ReduceTransformation",
            Self::TimestampsAndWatermarks { .. } => "TimestampsAndWatermarksTransformation",
            Self::TwoInput { .. } => "TwoInputTransformation",
            Self::BroadcastState { keyed: false, .. } => "BroadcastStateTransformation",
            Self::BroadcastState { keyed: true, .. } => "KeyedBroadcastStateTransformation",
            Self::MultipleInput { keyed: false, .. } => "MultipleInputTransformation",
            Self::MultipleInput { keyed: true, .. } => "KeyedMultipleInputTransformation",
            Self::LegacySink { .. } => "LegacySinkTransformation",
            Self::Sink { .. } => "SinkTransformation",
            Self::Partition { .. } => "PartitionTransformation",
            Self::SideOutput { .. } => "SideOutputTransformation",
            Self::Union => "UnionTransformation",
            Self::Cache => "CacheTransformation",
        }
    }

    /// The strategy of the operator, for classes that have one (`PhysicalTransformation.setChainingStrategy`).
    pub(crate) fn set_chaining_strategy(&mut self, strategy: ChainingStrategy) {
        match self {
            Self::Source { operator, .. }
            | Self::LegacySource { operator, .. }
            | Self::OneInput { operator, .. }
            | Self::Reduce { operator }
            | Self::TimestampsAndWatermarks { operator }
            | Self::TwoInput { operator, .. }
            | Self::MultipleInput { operator, .. }
            | Self::LegacySink { operator, .. } => operator.chaining_strategy = strategy,
            Self::Sink { chaining_strategy, .. } => *chaining_strategy = Some(strategy),
            // Flink makes the operator of a broadcast state without asking for the strategy that was set.
            Self::BroadcastState { .. }
            | Self::Partition { .. }
            | Self::SideOutput { .. }
            | Self::Union
            | Self::Cache => {}
        }
    }

    /// Whether it is a source that may never end (`Boundedness.CONTINUOUS_UNBOUNDED`).
    pub const fn is_unbounded_source(&self) -> bool {
        matches!(self, Self::Source { bounded: false, .. } | Self::LegacySource { bounded: false, .. })
    }

    /// Whether it leaves no StreamNode behind, only a property of the edges that run through it.
    pub const fn is_virtual(&self) -> bool {
        matches!(self, Self::Partition { .. } | Self::SideOutput { .. } | Self::Union)
    }
}

/// What a `StreamOperatorFactory` says of the operator it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperatorFactory {
    pub chaining_strategy: ChainingStrategy,
    /// A `YieldingOperatorFactory`: async I/O, sink writers.
    pub yielding: bool,
    /// A source operator around a `SourceFunction` (`isStreamSource` with a legacy function).
    pub legacy_source: bool,
    pub output_only_after_end_of_stream: bool,
    pub internal_sorter_supported: bool,
    /// A `CoordinatedOperatorFactory`.
    pub coordinator: bool,
}

impl OperatorFactory {
    /// The factory of an ordinary operator with this strategy.
    pub const fn with_strategy(chaining_strategy: ChainingStrategy) -> Self {
        Self {
            chaining_strategy,
            yielding: false,
            legacy_source: false,
            output_only_after_end_of_stream: false,
            internal_sorter_supported: false,
            coordinator: false,
        }
    }
}
