//! Whether two operators chain: `StreamingJobGraphGenerator.isChainable`, as a list of named conditions.
//!
//! Every condition is evaluated once for each edge, even after one has failed, so that an explanation can show all of
//! them; the planner branches on the same value.

use std::collections::HashMap;
use std::fmt;

use crate::flink::{ChainingStrategy, Refused, StreamExchangeMode, StreamPartitioner};
use crate::stream_graph::{StreamEdgeIndex, StreamGraph, StreamNode, StreamNodeIndex};

/// The outcome of every condition of `isChainable` for one edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chainability {
    /// One bit a condition, set where it fails.
    failed: u16,
    /// The operator that heads the chain which the upstream operator is in.
    upstream_head: StreamNodeIndex,
    /// How many edges enter the same input of the downstream operator.
    edges_at_input: u32,
}

impl Chainability {
    /// Whether the edge chains: every condition holds.
    pub const fn holds(self) -> bool {
        self.failed == 0
    }

    /// Whether one condition holds.
    pub const fn satisfies(self, code: ConditionCode) -> bool {
        self.failed & (1 << code as u16) == 0
    }

    /// The condition at which Flink looked no further: the first that fails.
    pub fn stopped_at(self) -> Option<ConditionCode> {
        ConditionCode::ALL.into_iter().find(|&code| !self.satisfies(code))
    }

    /// The conditions that fail, in Flink's order.
    pub fn failed(self) -> impl Iterator<Item = ConditionCode> {
        ConditionCode::ALL.into_iter().filter(move |&code| !self.satisfies(code))
    }

    /// Whether the source of this edge runs inside its target's vertex, as an input of a `HEAD_WITH_SOURCES` operator:
    /// all of `isChainableInput`, which does not ask for a single input.
    pub(super) const fn holds_for_input(self) -> bool {
        self.failed & !(1 << ConditionCode::SingleInput as u16) == 0
    }

    /// Whether Flink came as far as to compare maximum parallelisms.
    fn asks_max_parallelism(self, needs_single_input: bool) -> bool {
        let before =
            ConditionCode::ALL.into_iter().take_while(|&code| code != ConditionCode::UpstreamStrategy);
        before
            .into_iter()
            .all(|code| self.satisfies(code) || (code == ConditionCode::SingleInput && !needs_single_input))
    }

    /// Every condition with what it compared, in Flink's order.
    pub fn conditions(self, graph: &StreamGraph, edge: StreamEdgeIndex) -> Vec<Condition<'_>> {
        let edge = &graph.graph[edge];
        let (up, down) = (graph.node(edge.source), graph.node(edge.target));
        let operands = |code| match code {
            ConditionCode::SingleInput => Operands::InEdges(down.in_edges.len()),
            ConditionCode::ChainingEnabled => Operands::Flag(graph.chaining),
            ConditionCode::SameSlotSharingGroup => {
                Operands::SlotSharingGroups(&up.slot_sharing_group, &down.slot_sharing_group)
            }
            ConditionCode::YieldingAfterLegacySource => Operands::Yielding {
                yields: down.yielding,
                legacy_source: graph.graph[self.upstream_head].legacy_source,
            },
            ConditionCode::UpstreamStrategy => Operands::UpstreamStrategy(up.chaining_strategy),
            ConditionCode::DownstreamStrategy => Operands::DownstreamStrategy {
                strategy: down.chaining_strategy,
                upstream_is_source: is_source(up),
            },
            ConditionCode::SameParallelism => Operands::Parallelism(up.parallelism, down.parallelism),
            ConditionCode::SameMaxParallelism => Operands::MaxParallelism {
                upstream: up.max_parallelism,
                downstream: down.max_parallelism,
                compared: compares_max_parallelism(graph),
            },
            ConditionCode::ForwardPartitioner => Operands::Partitioner(edge.partitioner),
            ConditionCode::NotBatchExchange => Operands::ExchangeMode(edge.exchange_mode),
            ConditionCode::NoUnion => {
                Operands::EdgesAtInput { type_number: edge.type_number, edges: self.edges_at_input as usize }
            }
        };
        let condition = |code| Condition { code, operands: operands(code), holds: self.satisfies(code) };
        ConditionCode::ALL.into_iter().map(condition).collect()
    }
}

/// One condition with what it compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition<'a> {
    pub code: ConditionCode,
    pub operands: Operands<'a>,
    pub holds: bool,
}

/// What a condition looked at.
#[derive(Clone, Debug, PartialEq)]
pub enum Operands<'a> {
    /// How many edges enter the downstream operator.
    InEdges(usize),
    /// Whether chaining is on for the job.
    Flag(bool),
    /// Upstream and downstream.
    SlotSharingGroups(&'a str, &'a str),
    /// Whether the downstream operator yields, and whether the upstream chain's head is a legacy source.
    Yielding {
        yields: bool,
        legacy_source: bool,
    },
    UpstreamStrategy(ChainingStrategy),
    /// The downstream strategy, and whether the upstream operator is a FLIP-27 source.
    DownstreamStrategy {
        strategy: ChainingStrategy,
        upstream_is_source: bool,
    },
    /// Upstream and downstream.
    Parallelism(i32, i32),
    /// Compared only when operators of different maximum parallelism may not chain.
    MaxParallelism {
        upstream: i32,
        downstream: i32,
        compared: bool,
    },
    Partitioner(StreamPartitioner),
    ExchangeMode(StreamExchangeMode),
    /// The input's number, and how many edges enter it.
    EdgesAtInput {
        type_number: i32,
        edges: usize,
    },
}

/// The stable names of the conditions, in Flink's order.
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

impl ConditionCode {
    /// Every condition, in Flink's order.
    pub const ALL: [Self; 11] = [
        Self::SingleInput,
        Self::ChainingEnabled,
        Self::SameSlotSharingGroup,
        Self::YieldingAfterLegacySource,
        Self::UpstreamStrategy,
        Self::DownstreamStrategy,
        Self::SameParallelism,
        Self::SameMaxParallelism,
        Self::ForwardPartitioner,
        Self::NotBatchExchange,
        Self::NoUnion,
    ];

    /// The name in URLs and data.
    pub const fn name(self) -> &'static str {
        match self {
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
        }
    }
}

impl fmt::Display for ConditionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// `isChainable` for every edge of a graph, by edge index.
///
/// Upstream edges come first, so that the head of the upstream chain is known when a yielding operator asks for it.
pub fn chainability(graph: &StreamGraph) -> Vec<Chainability> {
    let order = petgraph::algo::toposort(&graph.graph, None).expect("DataStream programs have no cycles");
    let unknown = Chainability { failed: 0, upstream_head: StreamNodeIndex::default(), edges_at_input: 0 };
    let mut result = vec![unknown; graph.graph.edge_count()];
    let mut head_of: Vec<StreamNodeIndex> = graph.graph.node_indices().collect();
    for node in order {
        let down = &graph.graph[node];
        // Most nodes have one edge in, which needs no counting.
        let mut edges_at_input: HashMap<i32, u32> = HashMap::new();
        if down.in_edges.len() > 1 {
            for &edge in &down.in_edges {
                *edges_at_input.entry(graph.graph[edge].type_number).or_default() += 1;
            }
        }
        for &edge in &down.in_edges {
            let source = graph.indices[&graph.graph[edge].source];
            let at_input = edges_at_input.get(&graph.graph[edge].type_number).copied().unwrap_or(1);
            let chainability = evaluate(graph, edge, head_of[source.index()], at_input);
            result[edge.index()] = chainability;
            if chainability.holds() {
                head_of[node.index()] = head_of[source.index()];
            }
        }
    }
    result
}

/// Evaluates all conditions for one edge.
fn evaluate(
    graph: &StreamGraph,
    edge: StreamEdgeIndex,
    upstream_head: StreamNodeIndex,
    edges_at_input: u32,
) -> Chainability {
    let edge = &graph.graph[edge];
    let (up, down) = (graph.node(edge.source), graph.node(edge.target));
    let holds = |code| match code {
        ConditionCode::SingleInput => down.in_edges.len() == 1,
        ConditionCode::ChainingEnabled => graph.chaining,
        ConditionCode::SameSlotSharingGroup => up.slot_sharing_group == down.slot_sharing_group,
        ConditionCode::YieldingAfterLegacySource => {
            !(down.yielding && graph.graph[upstream_head].legacy_source)
        }
        ConditionCode::UpstreamStrategy => up.chaining_strategy != ChainingStrategy::Never,
        ConditionCode::DownstreamStrategy => match down.chaining_strategy {
            ChainingStrategy::Always => true,
            ChainingStrategy::Never | ChainingStrategy::Head => false,
            ChainingStrategy::HeadWithSources => is_source(up),
        },
        ConditionCode::SameParallelism => up.parallelism == down.parallelism,
        ConditionCode::SameMaxParallelism => {
            !compares_max_parallelism(graph) || up.max_parallelism == down.max_parallelism
        }
        ConditionCode::ForwardPartitioner => edge.partitioner.is_forward(),
        ConditionCode::NotBatchExchange => edge.exchange_mode != StreamExchangeMode::Batch,
        ConditionCode::NoUnion => edges_at_input == 1,
    };
    let failed = ConditionCode::ALL
        .into_iter()
        .filter(|&code| !holds(code))
        .fold(0, |failed, code| failed | (1 << code as u16));
    Chainability { failed, upstream_head, edges_at_input }
}

/// Flink reads the option on maximum parallelism when the first edge comes that far, and refuses a malformed value then.
pub(super) fn refuse_malformed_option(
    graph: &StreamGraph,
    chainability: Chainability,
    needs_single_input: bool,
) -> Refused<()> {
    match &graph.chaining_of_operators_with_different_max_parallelism {
        Err(refusal) if chainability.asks_max_parallelism(needs_single_input) => Err(refusal.clone()),
        _ => Ok(()),
    }
}

fn compares_max_parallelism(graph: &StreamGraph) -> bool {
    graph.chaining_of_operators_with_different_max_parallelism == Ok(false)
}

/// A FLIP-27 source (`SourceOperatorFactory`).
pub(super) fn is_source(node: &StreamNode) -> bool {
    node.job_vertex_class == "SourceOperatorStreamTask"
}
