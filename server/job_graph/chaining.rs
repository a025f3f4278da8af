//! Whether two operators chain: `StreamingJobGraphGenerator.isChainable`, as a list of named conditions.

use std::fmt;

use crate::flink::{ChainingStrategy, StreamExchangeMode, StreamPartitioner};
use crate::stream_graph::{StreamEdgeIndex, StreamGraph};

/// Every condition of `isChainable` for one edge, evaluated, in Flink's order.
#[derive(Clone, Debug, PartialEq)]
pub struct Chainability {
    pub conditions: Vec<Condition>,
}

impl Chainability {
    /// Whether the edge chains: every condition holds.
    pub fn holds(&self) -> bool {
        self.conditions.iter().all(|condition| condition.holds)
    }

    /// The condition at which Flink looked no further: the first that fails.
    pub fn stopped_at(&self) -> Option<&Condition> {
        self.conditions.iter().find(|condition| !condition.holds)
    }

    /// The conditions that fail.
    pub fn failed(&self) -> impl Iterator<Item = &Condition> {
        self.conditions.iter().filter(|condition| !condition.holds)
    }
}

/// One condition with what it compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    pub code: ConditionCode,
    pub operands: Operands,
    pub holds: bool,
}

/// What a condition looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Operands {
    InEdges(usize),
    Flag(bool),
    SlotSharingGroups(String, String),
    /// Whether the downstream operator yields, and whether the chain's head is a legacy source.
    Yielding {
        yields: bool,
        legacy_source: bool,
    },
    Strategy(ChainingStrategy),
    /// The downstream strategy, and whether the upstream operator is a FLIP-27 source.
    DownstreamStrategy {
        strategy: ChainingStrategy,
        upstream_is_source: bool,
    },
    Parallelism(i32, i32),
    /// Compared only when chaining operators of different maximum parallelism is off.
    MaxParallelism {
        upstream: i32,
        downstream: i32,
        compared: bool,
    },
    Partitioner(StreamPartitioner),
    ExchangeMode(StreamExchangeMode),
    /// The input number, and how many edges enter it.
    UnionInput {
        type_number: i32,
        edges: usize,
    },
}

/// The stable names of the conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ConditionCode {
    SingleInput,
    ChainingEnabled,
    SameSlotSharingGroup,
    YieldingAfterLegacySource,
    UpstreamStrategy,
    DownstreamStrategy,
    SameParallelism,
    SameMaxParallelism,
    ForwardPartitioner,
    NotBatchExchange,
    NoUnion,
}

impl fmt::Display for ConditionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SingleInput => "single-input",
            Self::ChainingEnabled => "chaining-enabled",
            Self::SameSlotSharingGroup => "same-slot-sharing-group",
            Self::YieldingAfterLegacySource => "yielding-after-legacy-source",
            Self::UpstreamStrategy => "upstream-strategy",
            Self::DownstreamStrategy => "downstream-strategy",
            Self::SameParallelism => "same-parallelism",
            Self::SameMaxParallelism => "same-max-parallelism",
            Self::ForwardPartitioner => "forward-partitioner",
            Self::NotBatchExchange => "not-batch-exchange",
            Self::NoUnion => "no-union",
        })
    }
}

/// `StreamingJobGraphGenerator.isChainable`.
pub fn is_chainable(_graph: &StreamGraph, _edge: StreamEdgeIndex) -> Chainability {
    todo!()
}
