//! Why an edge does not chain, condition by condition, and which call of the program it comes from.

use super::Pipeline;
use crate::flink::ChainingStrategy;
use crate::frontend::OperatorOptions;
use crate::job_graph::{Condition, ConditionCode, Operands};
use crate::stream_graph::StreamEdgeIndex;

/// A condition that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub code: ConditionCode,
    /// In words, as a phrase with code in backquotes.
    pub words: String,
    /// Whether Flink looked no further.
    pub stopped_here: bool,
    /// Whether it only follows from another one that fails.
    pub follows: bool,
    /// The call of the (changed) definition that it comes from.
    pub call: Option<usize>,
    /// The option of that call.
    pub field: Option<&'static str>,
}

/// The conditions that fail for an edge, in Flink's order.
pub(super) fn of_edge(pipeline: Pipeline<'_>, edge: StreamEdgeIndex) -> Vec<Reason> {
    let Pipeline { plan, .. } = pipeline;
    let chainability = plan.job_graph.chainability[edge.index()];
    let stopped_at = chainability.stopped_at();
    let conditions = chainability.conditions(&plan.stream_graph, edge);
    let follows = follows_from_parallelism(pipeline, edge);
    let failed = conditions.iter().filter(|condition| !condition.holds);
    failed
        .map(|condition| {
            let code = condition.code;
            let (call, field) = origin(pipeline, edge, code);
            Reason {
                code,
                words: words(condition, follows),
                stopped_here: stopped_at == Some(code),
                follows: code == ConditionCode::ForwardPartitioner && follows,
                call,
                field,
            }
        })
        .collect()
}

/// Whether Flink chose an edge's partitioner, because the parallelism differs.
pub(super) fn follows_from_parallelism(pipeline: Pipeline<'_>, edge: StreamEdgeIndex) -> bool {
    let Pipeline { plan, .. } = pipeline;
    let chainability = plan.job_graph.chainability[edge.index()];
    plan.stream_graph.partitioning(edge).is_none() && !chainability.satisfies(ConditionCode::SameParallelism)
}

fn words(condition: &Condition<'_>, follows: bool) -> String {
    let unset = |max: i32| if max < 0 { "unset".to_owned() } else { max.to_string() };
    match &condition.operands {
        Operands::InEdges(edges) => format!("{edges} input edges, where a chain has 1"),
        Operands::Flag(_) => "chaining is off for the whole job".to_owned(),
        Operands::SlotSharingGroups(upstream, downstream) => {
            format!("slot sharing groups {upstream} ≠ {downstream}")
        }
        Operands::Yielding { .. } => "it yields, and its chain would begin with a legacy source".to_owned(),
        Operands::UpstreamStrategy(strategy) => format!("nothing chains to what is {strategy}"),
        Operands::DownstreamStrategy { strategy: ChainingStrategy::HeadWithSources, .. } => {
            "it heads its chain, and takes in nothing but sources".to_owned()
        }
        Operands::DownstreamStrategy { strategy: ChainingStrategy::Head, .. } => {
            "it heads its chain (HEAD)".to_owned()
        }
        Operands::DownstreamStrategy { strategy, .. } => format!("it chains to nothing ({strategy})"),
        Operands::Parallelism(upstream, downstream) => match (upstream, downstream) {
            (-1, set) => format!("parallelism left open ≠ {set}"),
            (set, -1) => format!("parallelism {set} ≠ left open"),
            _ => format!("parallelism {upstream} ≠ {downstream}"),
        },
        Operands::MaxParallelism { upstream, downstream, .. } => {
            format!("maximum parallelism {} ≠ {}", unset(*upstream), unset(*downstream))
        }
        Operands::Partitioner(partitioner) if follows => {
            format!("{partitioner}, which Flink chose because the parallelism differs")
        }
        Operands::Partitioner(partitioner) => format!("{partitioner} is not FORWARD"),
        Operands::ExchangeMode(mode) => format!("its exchange mode is {mode}"),
        Operands::EdgesAtInput { edges, .. } => format!("a union: {edges} edges at one input"),
    }
}

/// The call that a condition fails for, and the option of it.
fn origin(
    pipeline: Pipeline<'_>,
    edge: StreamEdgeIndex,
    code: ConditionCode,
) -> (Option<usize>, Option<&'static str>) {
    let Pipeline { plan, definition, .. } = pipeline;
    let edge_weight = &plan.stream_graph.graph[edge];
    let call = |id| plan.stream_graph.node(id).call;
    let (up, down) = (call(edge_weight.source), call(edge_weight.target));
    // Of the two ends the one that says something, the nearer to the consumer first.
    let either = |field: &'static str, is_set: fn(&OperatorOptions) -> bool| {
        let sets = |call: usize| definition.operators.get(call).is_some_and(|it| is_set(&it.options));
        match (sets(down), sets(up)) {
            (true, _) => (Some(down), Some(field)),
            (false, true) => (Some(up), Some(field)),
            (false, false) => (Some(down), None),
        }
    };
    let strategy = |call: usize| {
        let options = definition.operators.get(call).map(|it| &it.options);
        let field = options.and_then(|options| {
            let disabled = options.disable_chaining.then_some("disableChaining");
            disabled.or(options.start_new_chain.then_some("startNewChain"))
        });
        (Some(call), field)
    };
    match code {
        ConditionCode::SingleInput | ConditionCode::NoUnion | ConditionCode::YieldingAfterLegacySource => {
            (Some(down), None)
        }
        ConditionCode::ChainingEnabled => (None, None),
        ConditionCode::SameSlotSharingGroup => {
            either("slotSharingGroup", |options| options.slot_sharing_group.is_some())
        }
        ConditionCode::UpstreamStrategy => strategy(up),
        ConditionCode::DownstreamStrategy => strategy(down),
        ConditionCode::SameParallelism => either("parallelism", |options| options.parallelism.is_some()),
        ConditionCode::SameMaxParallelism => {
            either("maxParallelism", |options| options.max_parallelism.is_some())
        }
        ConditionCode::ForwardPartitioner if follows_from_parallelism(pipeline, edge) => {
            either("parallelism", |options| options.parallelism.is_some())
        }
        ConditionCode::ForwardPartitioner | ConditionCode::NotBatchExchange => {
            (Some(plan.stream_graph.partitioning_call(edge)), None)
        }
    }
}
