//! What the name of a node tells: DataStream calls and SQL name most operators themselves.

use crate::frontend::{Operation, PartitionWindowFunction};

/// The prefix that Flink puts before the name of a source.
pub(super) const SOURCE: &str = "Source: ";
/// The prefix that Flink puts before the name of a sink around a `SinkFunction`.
pub(super) const SINK: &str = "Sink: ";

/// A call of the API with the name that it gives its operator.
#[derive(Clone, Debug)]
pub(super) struct NamedCall {
    pub(super) operation: Operation,
    /// Whether the operator is keyed: the name tells it also behind a FORWARD edge.
    pub(super) keyed: bool,
}

/// The one-input call whose operator has this name unless it is given another.
pub(super) fn one_input_call(name: &str) -> Option<NamedCall> {
    let full_window = |function| Operation::FullWindowPartition { function };
    let (operation, keyed) = match name {
        "Map" => (Operation::Map, false),
        "Flat Map" => (Operation::FlatMap, false),
        "Filter" => (Operation::Filter, false),
        "Process" => (Operation::Process, false),
        "KeyedProcess" => (Operation::Process, true),
        "Projection" => (Operation::Project, false),
        "Timestamps/Watermarks" => (Operation::AssignTimestampsAndWatermarks, false),
        "async wait operator" => (Operation::UnorderedWait, false),
        "Keyed Reduce" => (Operation::Reduce, true),
        "Keyed Aggregation" => (Operation::Sum, true),
        "MapPartition" => (full_window(PartitionWindowFunction::MapPartition), false),
        "PartitionReduce" => (full_window(PartitionWindowFunction::Reduce), false),
        "PartitionAggregate" => (full_window(PartitionWindowFunction::Aggregate), false),
        "SortPartition" => (full_window(PartitionWindowFunction::SortPartition), false),
        "KeyedSortPartition" => (full_window(PartitionWindowFunction::SortPartition), true),
        _ => return None,
    };
    Some(NamedCall { operation, keyed })
}

/// How many inputs an operator with this name has, if the name tells: SQL writes its operator before a bracket.
pub(super) fn inputs_of(name: &str) -> Option<Inputs> {
    const TWO: [&str; 7] = [
        "Co-Map",
        "Co-Flat Map",
        "Co-Process",
        "Co-Keyed-Process",
        "Interval Join",
        "Co-Process-Broadcast",
        "Co-Process-Broadcast-Keyed",
    ];
    const SQL_TWO: [&str; 12] = [
        "Join",
        "HashJoin",
        "NestedLoopJoin",
        "SortMergeJoin",
        "AdaptiveJoin",
        "IntervalJoin",
        "TemporalJoin",
        "WindowJoin",
        "DeltaJoin",
        "SemiJoin",
        "AntiJoin",
        "PythonIntervalJoin",
    ];
    if TWO.contains(&name) {
        return Some(Inputs::Two);
    }
    if one_input_call(name).is_some() || name.starts_with(SINK) || is_window(name) {
        return Some(Inputs::One);
    }
    match name.split_once('[').map(|(operator, _)| operator) {
        Some(operator) if SQL_TWO.contains(&operator) => Some(Inputs::Two),
        Some("MultipleInput" | "BatchMultipleInput") => Some(Inputs::Many),
        // All other operators of SQL have one input; several edges are a UNION ALL.
        Some(operator) if operator.chars().all(char::is_alphanumeric) && !operator.is_empty() => {
            Some(Inputs::One)
        }
        _ => None,
    }
}

/// How the edges into an operator are its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Inputs {
    /// All edges are one input: a union.
    One,
    Two,
    /// Each edge is an input.
    Many,
}

/// Whether a text is what Flink calls a window operator of its own, or how it describes one.
fn is_window(name: &str) -> bool {
    const CLASSES: [&str; 9] = [
        "TumblingEventTimeWindows",
        "TumblingProcessingTimeWindows",
        "SlidingEventTimeWindows",
        "SlidingProcessingTimeWindows",
        "EventTimeSessionWindows",
        "ProcessingTimeSessionWindows",
        "DynamicEventTimeSessionWindows",
        "DynamicProcessingTimeSessionWindows",
        "GlobalWindows",
    ];
    CLASSES.contains(&name) || name.starts_with("TriggerWindow(")
}

/// Whether an operator is a window over all elements: it describes itself in these words, and is never parallel.
pub(super) fn is_all_window(name: &str, description: Option<&str>) -> bool {
    name.starts_with("TriggerWindow(")
        || description.is_some_and(|description| description.starts_with("TriggerWindow("))
}

/// Whether an operator is a window that ends with its input: it emits nothing before.
pub(super) fn is_window_of_whole_input(description: Option<&str>) -> bool {
    description.is_some_and(|description| {
        description.starts_with("Window(") && description.contains("EndOfStreamTrigger")
    })
}

/// Whether an operator has this name because a stream with broadcast state made it.
pub(super) fn is_broadcast_state(name: &str) -> bool {
    matches!(name, "Co-Process-Broadcast" | "Co-Process-Broadcast-Keyed")
}
