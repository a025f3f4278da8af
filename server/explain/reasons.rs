//! Why an edge does not chain, in the few words that fit on the edge itself.

use crate::flink::StreamPartitioner;
use crate::frontend::{Operation, PipelineDefinition, Span};
use crate::job_graph::{Condition, ConditionCode, Operands};
use crate::planner::Plan;
use crate::stream_graph::{StreamEdgeIndex, StreamNodeIndex};

/// The reasons of a plan's edges, with the calls and lines of the program that they come from.
#[derive(Clone, Debug)]
pub struct Reasons<'a> {
    plan: &'a Plan,
    definition: &'a PipelineDefinition,
    /// Offsets at which the lines of the text begin; empty if there is no text.
    lines: Vec<usize>,
}

impl<'a> Reasons<'a> {
    /// Without the text that the definition was read from, calls have names but no lines.
    pub fn new(plan: &'a Plan, definition: &'a PipelineDefinition, text: Option<&str>) -> Self {
        let lines = text.map_or_else(Vec::new, |text| {
            let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect()
        });
        Self { plan, definition, lines }
    }

    /// The definition's call with this index.
    pub fn operation(&self, call: usize) -> Option<&'a Operation> {
        self.definition.operators.get(call).map(|operator| &operator.operation)
    }

    /// The line of the call with this index, from 1.
    pub fn line(&self, call: usize) -> Option<usize> {
        let Span { start, .. } = self.definition.operators.get(call)?.span;
        match self.lines.partition_point(|&line| line <= start) {
            0 => None,
            line => Some(line),
        }
    }

    /// A partitioning call with its line, as "keyBy, line 25"; only the line where the name would repeat the partitioner.
    pub fn partitioning(&self, call: usize, partitioner: StreamPartitioner) -> String {
        let name = self.operation(call).map_or("partitioning", partitioning_method);
        match self.line(call) {
            Some(line) if name.eq_ignore_ascii_case(&partitioner.to_string()) => format!("line {line}"),
            Some(line) => format!("{name}, line {line}"),
            None => name.to_owned(),
        }
    }

    /// Why this edge does not chain, in at most two phrases such as "2 inputs, 1 ≠ 4"; `None` for an edge that chains.
    ///
    /// The phrases are those of the most telling conditions that failed, not of the first at which Flink stopped: a
    /// person wants to hear of the parallelism, not that the partitioner which follows from it is no forward partitioner.
    pub fn of_edge(&self, edge: StreamEdgeIndex) -> Option<String> {
        let graph = &self.plan.stream_graph;
        let vertex_of = |node: StreamNodeIndex| self.plan.job_graph.vertex_of.get(node.index());
        let (source, target) = graph.graph.edge_endpoints(edge)?;
        if vertex_of(source) == vertex_of(target) {
            // A source may be chained into an operator with several inputs, which `isChainable` alone would refuse.
            return None;
        }
        let chainability = self.plan.job_graph.chainability.get(edge.index())?;
        let stopped_at = chainability.stopped_at()?;
        let conditions = chainability.conditions(graph, edge);
        let failed = conditions.iter().filter(|condition| !condition.holds);
        let mut phrases: Vec<(Rank, String)> =
            failed.filter_map(|condition| self.phrase(edge, condition)).collect();
        phrases.sort_by_key(|(rank, _)| *rank);
        if let Some((Rank::Inputs, _)) = phrases.first()
            && phrases.iter().any(|(rank, _)| *rank == Rank::Parallelism)
        {
            // With several inputs another partitioner would not help either, and the label names it anyway.
            phrases.retain(|(rank, _)| *rank != Rank::Partitioner);
        }
        phrases.dedup();
        let mut phrases = phrases.into_iter().map(|(_, phrase)| phrase);
        Some(match (phrases.next(), phrases.next()) {
            // The second is said in as few words as can be.
            (Some(first), Some(second)) => match second.strip_prefix("max parallelism ") {
                Some(values) => format!("{first}, max {values}"),
                None => format!("{first}, {}", second.strip_prefix("parallelism ").unwrap_or(&second)),
            },
            (Some(only), None) => only,
            (None, _) => stopped_at.to_string().replace('-', " "),
        })
    }

    /// What a failed condition says, and how telling that is; `None` if it only follows from another one.
    fn phrase(&self, edge: StreamEdgeIndex, condition: &Condition<'_>) -> Option<(Rank, String)> {
        Some(match (condition.code, &condition.operands) {
            (ConditionCode::SingleInput, Operands::InEdges(count)) => {
                (Rank::Inputs, format!("{count} inputs"))
            }
            (ConditionCode::ChainingEnabled, _) => (Rank::Off, "chaining off".to_owned()),
            (ConditionCode::SameSlotSharingGroup, Operands::SlotSharingGroups(upstream, downstream)) => {
                (Rank::Groups, format!("{upstream} ≠ {downstream}"))
            }
            (ConditionCode::YieldingAfterLegacySource, _) => {
                (Rank::Strategy, "yields after a legacy source".to_owned())
            }
            (
                ConditionCode::UpstreamStrategy | ConditionCode::DownstreamStrategy,
                Operands::UpstreamStrategy(strategy) | Operands::DownstreamStrategy { strategy, .. },
            ) => (Rank::Strategy, strategy.to_string()),
            (ConditionCode::SameParallelism, Operands::Parallelism(upstream, downstream)) => {
                (Rank::Parallelism, format!("parallelism {upstream} ≠ {downstream}"))
            }
            (ConditionCode::SameMaxParallelism, Operands::MaxParallelism { upstream, downstream, .. }) => {
                let value = |max: i32| if max < 0 { "unset".to_owned() } else { max.to_string() };
                (Rank::Rest, format!("max parallelism {} ≠ {}", value(*upstream), value(*downstream)))
            }
            (ConditionCode::ForwardPartitioner, _) => {
                // None if Flink chose the partitioner, which follows from the parallelism.
                self.plan.stream_graph.partitioning(edge)?;
                let call = self.plan.stream_graph.partitioning_call(edge);
                (Rank::Partitioner, self.partitioning(call, self.plan.stream_graph.graph[edge].partitioner))
            }
            (ConditionCode::NotBatchExchange, Operands::ExchangeMode(mode)) => {
                (Rank::Rest, format!("{mode} exchange"))
            }
            // Several edges on one input are several inputs: single-input says so.
            _ => return None,
        })
    }
}

/// A reason as it is read aloud: "parallelism 6 is not 4".
pub fn spoken(reason: &str) -> String {
    reason.replace('≠', "is not")
}

/// How telling a failed condition is; the least is said first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Off,
    Inputs,
    Groups,
    Strategy,
    Partitioner,
    Parallelism,
    Rest,
}

/// The method of the DataStream API that partitions in this call.
const fn partitioning_method(operation: &Operation) -> &'static str {
    match operation {
        Operation::Partition { call, .. } => call.method(),
        Operation::ConnectBroadcast => "broadcast",
        Operation::Connect { .. } | Operation::MultipleInput { .. } => "keyBy",
        Operation::IntervalJoin => "intervalJoin",
        Operation::Join { .. } => "join",
        Operation::CoGroup { .. } => "coGroup",
        Operation::WindowAll { .. } => "windowAll",
        Operation::CountWindowAll { .. } => "countWindowAll",
        Operation::FullWindowPartition { .. } => "fullWindowPartition",
        Operation::Cache => "cache",
        Operation::SinkTo(_) => "sinkTo",
        _ => "partitioning",
    }
}
