//! Which changes may help against each condition of `isChainable`. Whether they do is for the planner to say.

use super::Pipeline;
use super::reasons::follows_from_parallelism;
use crate::explain::subject::short;
use crate::flink::{ChainingStrategy, JobType, StreamExchangeMode};
use crate::frontend::change::{CallOption, Change, Changes, OptionValue};
use crate::frontend::{
    ConnectFunction, Operation, OperatorDefinition, OperatorOptions, PartitionCall, SlotSharingGroupOption,
};
use crate::job_graph::ConditionCode;
use crate::stream_graph::{StreamEdgeIndex, StreamNode};

/// Changes that may make an edge chain, together.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Candidate {
    pub(super) changes: Vec<Change>,
    /// Under which condition the pipeline still computes the same.
    pub(super) caution: Option<String>,
    /// Whether it does less than a shorter one: it is worth a look even if that one helps.
    pub(super) is_gentler: bool,
}

impl Candidate {
    fn of(changes: Vec<Change>) -> Self {
        Self { changes, ..Self::default() }
    }

    /// Both together.
    fn and(&self, other: &Self) -> Self {
        let mut changes = self.changes.clone();
        changes.extend(other.changes.iter().filter(|change| !self.changes.contains(change)).cloned());
        Self {
            changes,
            caution: self.caution.clone().or_else(|| other.caution.clone()),
            is_gentler: self.is_gentler || other.is_gentler,
        }
    }

    /// Whether a fix changes no more than this, or the same things to other values.
    pub(super) fn is_covered_by(&self, fix: &[Change]) -> bool {
        let is_same_thing = |one: &Change, other: &Change| match (one, other) {
            (
                Change::Option { call, option, .. },
                Change::Option { call: other, option: other_option, .. },
            ) => call == other && option == other_option,
            _ => one == other,
        };
        !self.is_gentler
            && fix.iter().all(|done| self.changes.iter().any(|change| is_same_thing(change, done)))
    }
}

/// What may help.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    pub(super) candidates: Vec<Candidate>,
    /// Why nothing helps that keeps the pipeline's meaning.
    pub(super) hopeless: Option<String>,
    /// How many combinations there are besides.
    pub(super) left_out: usize,
}

/// The most combinations that are tried for one edge.
const MOST: usize = 24;

/// What may make an edge chain: for each condition that fails one of the changes that help against it.
pub(super) fn of_edge(pipeline: Pipeline<'_>, edge: StreamEdgeIndex) -> Candidates {
    let subject = Subject::new(pipeline, edge);
    let chainability = pipeline.plan.job_graph.chainability[edge.index()];
    let mut hopeless = None;
    let mut verdict = None;
    let mut combinations = vec![Candidate::default()];
    let mut left_out = 0_usize;
    for code in chainability.failed() {
        let alternatives = match subject.against(code) {
            Remedy::None(why) => {
                hopeless.get_or_insert(why);
                continue;
            }
            Remedy::Follows => continue,
            Remedy::OneOf(alternatives, why) => {
                verdict = verdict.or(why);
                alternatives
            }
        };
        let all = combinations.len().saturating_mul(alternatives.len());
        let combined = alternatives
            .iter()
            .flat_map(|one| combinations.iter().map(move |others| others.and(one)))
            .take(MOST);
        combinations = combined.collect();
        left_out = left_out.saturating_add(all - combinations.len());
    }
    if let Some(why) = hopeless {
        return Candidates { hopeless: Some(why), ..Candidates::default() };
    }
    combinations.retain(|candidate| !candidate.changes.is_empty());
    let all = combinations.len();
    combinations.retain(|candidate| candidate.changes.len() <= Changes::MOST);
    left_out = left_out.saturating_add(all - combinations.len());
    // Fewer changes first.
    combinations.sort_by_key(|candidate| (candidate.caution.is_some(), candidate.changes.len()));
    Candidates { candidates: combinations, hopeless: verdict, left_out }
}

/// What helps against a condition.
enum Remedy {
    /// Nothing, and why.
    None(String),
    /// What helps against the condition that it follows from.
    Follows,
    /// Any of these; and why none of them is without a caution, if so.
    OneOf(Vec<Candidate>, Option<String>),
}

impl Remedy {
    fn one_of(changes: Vec<Vec<Change>>) -> Self {
        Self::OneOf(changes.into_iter().map(Candidate::of).collect(), None)
    }
}

/// The edge in question.
struct Subject<'a> {
    pipeline: Pipeline<'a>,
    edge: StreamEdgeIndex,
    up: &'a StreamNode,
    down: &'a StreamNode,
}

impl<'a> Subject<'a> {
    fn new(pipeline: Pipeline<'a>, edge: StreamEdgeIndex) -> Self {
        let graph = &pipeline.plan.stream_graph;
        let (up, down) = (graph.node(graph.graph[edge].source), graph.node(graph.graph[edge].target));
        Self { pipeline, edge, up, down }
    }

    fn against(&self, code: ConditionCode) -> Remedy {
        match code {
            ConditionCode::SingleInput => self.several_inputs(),
            ConditionCode::NoUnion => Remedy::None(format!(
                "Nothing that keeps the union: {} takes records of several edges at one input, and only one edge chains.",
                name_of(self.down)
            )),
            ConditionCode::ChainingEnabled => {
                Remedy::one_of(vec![vec![unset_key("pipeline.operator-chaining.enabled")]])
            }
            ConditionCode::SameSlotSharingGroup => self.slot_sharing_groups(),
            ConditionCode::YieldingAfterLegacySource => self.yielding(),
            ConditionCode::UpstreamStrategy => self.upstream_strategy(),
            ConditionCode::DownstreamStrategy => self.downstream_strategy(),
            ConditionCode::SameParallelism => self.parallelism(),
            ConditionCode::SameMaxParallelism => self.max_parallelism(),
            ConditionCode::ForwardPartitioner => self.partitioner(),
            ConditionCode::NotBatchExchange => self.exchange_mode(),
        }
    }

    /// A call of the planned definition, if it is one of the unchanged as well: only those can be changed.
    fn call(&self, node: &StreamNode) -> Option<(usize, &'a OperatorDefinition)> {
        self.original(node.call)
    }

    fn original(&self, call: usize) -> Option<(usize, &'a OperatorDefinition)> {
        let origin = (*self.pipeline.origins.get(call)?)?;
        Some((origin, self.pipeline.definition.operators.get(call)?))
    }

    /// Takes an option away from a call that sets it.
    fn unset(
        &self,
        node: &StreamNode,
        option: CallOption,
        is_set: fn(&OperatorOptions) -> bool,
    ) -> Option<Vec<Change>> {
        let (call, operator) = self.call(node)?;
        is_set(&operator.options).then(|| vec![Change::Option { call, option, value: None }])
    }

    fn set(&self, node: &StreamNode, option: CallOption, value: OptionValue) -> Option<Vec<Change>> {
        let (call, _) = self.call(node)?;
        Some(vec![Change::Option { call, option, value: Some(value) }])
    }

    /// Whether the edge comes from a source (FLIP-27) that feeds nothing else.
    fn is_only_source(&self) -> bool {
        let Self { up, .. } = self;
        up.in_edges.is_empty() && !up.legacy_source && up.out_edges.len() == 1
    }

    /// Whether the source could run inside of the operator, had that another strategy.
    fn takes_in_sources_if_told(&self) -> bool {
        let is_multiple_input = self
            .call(self.down)
            .is_some_and(|(_, operator)| matches!(operator.operation, Operation::MultipleInput { .. }));
        let takes_sources_in = self.down.chaining_strategy == ChainingStrategy::HeadWithSources;
        is_multiple_input && !takes_sources_in && self.down.in_edges.len() > 1 && self.is_only_source()
    }

    fn several_inputs(&self) -> Remedy {
        let inputs = self.down.in_edges.len();
        let takes_sources_in = self.down.chaining_strategy == ChainingStrategy::HeadWithSources;
        if self.is_only_source() && takes_sources_in {
            // Flink asks the other conditions only.
            return Remedy::Follows;
        }
        if self.takes_in_sources_if_told() {
            let value = OptionValue::Chaining(ChainingStrategy::HeadWithSources);
            return Remedy::one_of(self.set(self.down, CallOption::Chaining, value).into_iter().collect());
        }
        if !self.pipeline.plan.job_graph.chainability[self.edge.index()].satisfies(ConditionCode::NoUnion) {
            return self.against(ConditionCode::NoUnion);
        }
        Remedy::None(format!(
            "Nothing that keeps the {inputs} inputs of {}: what reads several edges always heads its chain, since no one \
             task hands it all its records.",
            name_of(self.down)
        ))
    }

    fn slot_sharing_groups(&self) -> Remedy {
        let is_set = |options: &OperatorOptions| options.slot_sharing_group.is_some();
        let group = |of: &StreamNode| OptionValue::Text(of.slot_sharing_group.clone());
        let option = CallOption::SlotSharingGroup;
        let mut alternatives = vec![
            self.unset(self.down, option, is_set),
            self.unset(self.up, option, is_set),
            self.set(self.down, option, group(self.up)),
            self.set(self.up, option, group(self.down)),
        ];
        // Resources go with a group's name; a name alone would say something else of it.
        let has_resources = |node: &StreamNode| {
            self.call(node).is_some_and(|(_, operator)| {
                matches!(operator.options.slot_sharing_group, Some(SlotSharingGroupOption::Resources { .. }))
            })
        };
        if has_resources(self.up) || has_resources(self.down) {
            alternatives.truncate(2);
        }
        Remedy::one_of(alternatives.into_iter().flatten().collect())
    }

    fn yielding(&self) -> Remedy {
        let name = name_of(self.down);
        if self.up.in_edges.is_empty() {
            return Remedy::None(format!(
                "Nothing that keeps the source: {name} yields while it waits, which the lock of a legacy source does not \
                 allow in one chain. A source of the newer interface (fromSource) would chain."
            ));
        }
        let starts = self.set(self.up, CallOption::StartNewChain, OptionValue::On);
        Remedy::one_of(starts.into_iter().collect())
    }

    /// Whether a call gives its operator a strategy of its own, other than ALWAYS.
    fn own_strategy(&self, node: &StreamNode) -> Option<ChainingStrategy> {
        let (_, operator) = self.call(node)?;
        match &operator.operation {
            Operation::Transform(factory)
            | Operation::MultipleInput { factory, .. }
            | Operation::Connect { function: ConnectFunction::Transform(factory), .. } => {
                Some(factory.chaining)
            }
            _ => None,
        }
    }

    fn upstream_strategy(&self) -> Remedy {
        let disabled = self.unset(self.up, CallOption::DisableChaining, |options| options.disable_chaining);
        let own = self.own_strategy(self.up).filter(|strategy| *strategy == ChainingStrategy::Never);
        let own = own.and_then(|_| {
            self.set(self.up, CallOption::Chaining, OptionValue::Chaining(ChainingStrategy::Always))
        });
        let starts = self
            .set(self.up, CallOption::StartNewChain, OptionValue::On)
            .filter(|_| !self.up.in_edges.is_empty());
        match (disabled, own) {
            (Some(disabled), Some(own)) => Remedy::one_of(vec![[disabled, own].concat()]),
            (Some(disabled), None) => {
                let starts = starts.map(|starts| Candidate {
                    is_gentler: true,
                    ..Candidate::of([disabled.clone(), starts].concat())
                });
                let alternatives = [Some(Candidate::of(disabled)), starts];
                Remedy::OneOf(alternatives.into_iter().flatten().collect(), None)
            }
            (None, Some(own)) => Remedy::one_of(vec![own]),
            (None, None) => Remedy::None(format!(
                "Nothing in the program: the operator class of {} lets nothing chain to it or behind it.",
                name_of(self.up)
            )),
        }
    }

    fn downstream_strategy(&self) -> Remedy {
        let disabled = self.unset(self.down, CallOption::DisableChaining, |options| options.disable_chaining);
        let starts = self.unset(self.down, CallOption::StartNewChain, |options| options.start_new_chain);
        let own = self.own_strategy(self.down).filter(|strategy| *strategy != ChainingStrategy::Always);
        let own = own.and_then(|_| {
            self.set(self.down, CallOption::Chaining, OptionValue::Chaining(ChainingStrategy::Always))
        });
        let set: Vec<Change> = [disabled, starts, own].into_iter().flatten().flatten().collect();
        if self.takes_in_sources_if_told() {
            // The strategy that takes the source in is the answer to several inputs.
            return Remedy::Follows;
        }
        // A keyed operator in BATCH.
        if !self.down.input_requirements.is_empty() {
            let unsorted = vec![
                key("execution.sorted-inputs.enabled", "false"),
                key("execution.batch-state-backend.enabled", "false"),
            ];
            let streaming = vec![key("execution.runtime-mode", "STREAMING")];
            return Remedy::one_of([unsorted, streaming].map(|mode| [set.clone(), mode].concat()).into());
        }
        if !set.is_empty() {
            return Remedy::one_of(vec![set]);
        }
        Remedy::None(format!(
            "Nothing in the program: the operator class of {} says that it heads its chain.",
            name_of(self.down)
        ))
    }

    fn parallelism(&self) -> Remedy {
        let is_set = |options: &OperatorOptions| options.parallelism.is_some();
        let option = CallOption::Parallelism;
        let to = |node: &StreamNode| OptionValue::Number(i64::from(node.parallelism));
        let forced = |options: &OperatorOptions| options.force_non_parallel;
        let alternatives = [
            self.unset(self.down, option, is_set),
            self.unset(self.up, option, is_set),
            self.unset(self.down, CallOption::ForceNonParallel, forced),
            self.unset(self.up, CallOption::ForceNonParallel, forced),
            self.set(self.down, option, to(self.up)).filter(|_| self.up.parallelism > 0),
            self.set(self.up, option, to(self.down)).filter(|_| self.down.parallelism > 0),
        ];
        Remedy::one_of(alternatives.into_iter().flatten().collect())
    }

    fn max_parallelism(&self) -> Remedy {
        let is_set = |options: &OperatorOptions| options.max_parallelism.is_some();
        let option = CallOption::MaxParallelism;
        let to = |node: &StreamNode| OptionValue::Number(i64::from(node.max_parallelism));
        let forced = |options: &OperatorOptions| options.force_non_parallel;
        let alternatives = [
            self.unset(self.down, option, is_set),
            self.unset(self.up, option, is_set),
            self.unset(self.down, CallOption::ForceNonParallel, forced),
            self.unset(self.up, CallOption::ForceNonParallel, forced),
            self.set(self.down, option, to(self.up)).filter(|_| self.up.max_parallelism > 0),
            self.set(self.up, option, to(self.down)).filter(|_| self.down.max_parallelism > 0),
            Some(vec![key(
                "pipeline.operator-chaining.chain-operators-with-different-max-parallelism",
                "true",
            )]),
        ];
        Remedy::one_of(alternatives.into_iter().flatten().collect())
    }

    fn partitioner(&self) -> Remedy {
        if follows_from_parallelism(self.pipeline, self.edge) {
            return Remedy::Follows;
        }
        let graph = &self.pipeline.plan.stream_graph;
        // From the consumer upwards: the first is the one that counts.
        let calls: Vec<usize> = graph.partitioning_calls(self.edge).collect();
        let Some(&nearest) = calls.first() else {
            return Remedy::None(format!(
                "Nothing: Flink itself chooses {} for this edge.",
                graph.graph[self.edge].partitioner
            ));
        };
        let mut methods = Vec::with_capacity(calls.len());
        for &call in &calls {
            match self.original(call) {
                Some((origin, OperatorDefinition { operation: Operation::Partition { call, .. }, .. })) => {
                    methods.push((origin, *call));
                }
                Some((_, operator)) => return Remedy::None(inherent(&operator.operation, self.down)),
                None => {
                    return Remedy::None(
                        "Take back the change that put the partitioning call in.".to_owned(),
                    );
                }
            }
        }
        let drop_all = || methods.iter().map(|&(call, _)| Change::Drop { call }).collect::<Vec<_>>();
        let name = name_of(self.down);
        if methods[0].1 != PartitionCall::KeyBy {
            let caution = methods.iter().find_map(|(_, method)| loses(*method, &name));
            return Remedy::OneOf(vec![Candidate { caution, ..Candidate::of(drop_all()) }], None);
        }
        let (origin, _) =
            self.original(nearest).unwrap_or((nearest, &self.pipeline.definition.operators[nearest]));
        let partitioning = PartitionCall::ReinterpretAsKeyedStream;
        let reinterpreted = Candidate {
            caution: Some(
                "Right only if the stream is partitioned by that key already, exactly as `keyBy` would."
                    .to_owned(),
            ),
            ..Candidate::of(vec![Change::Replace { call: origin, partitioning }])
        };
        let dropped = Candidate {
            caution: Some(format!("Right only if {name} uses neither keyed state nor timers.")),
            ..Candidate::of(drop_all())
        };
        let verdict =
            "Nothing that keeps `keyBy`: all records of a key have to meet in one subtask.".to_owned();
        Remedy::OneOf(vec![reinterpreted, dropped], Some(verdict))
    }

    fn exchange_mode(&self) -> Remedy {
        let graph = &self.pipeline.plan.stream_graph;
        let is_batch = graph.job_type == JobType::Batch;
        let streaming = vec![key("execution.runtime-mode", "STREAMING")];
        let mut set = Vec::new();
        for call in graph.partitioning_calls(self.edge) {
            let Some((call, operator)) = self.original(call) else { continue };
            if let Operation::Partition { exchange_mode: Some(StreamExchangeMode::Batch), .. } =
                operator.operation
            {
                set.push(Change::Option { call, option: CallOption::ExchangeMode, value: None });
            }
        }
        let own = (!set.is_empty()).then_some(set);
        let alternatives: Vec<_> =
            [own, Some(streaming).filter(|_| is_batch)].into_iter().flatten().collect();
        if alternatives.is_empty() {
            return Remedy::None("Nothing: Flink itself asks for a BATCH exchange on this edge.".to_owned());
        }
        Remedy::one_of(alternatives)
    }
}

/// Why a call's own partitioning cannot be left out.
fn inherent(operation: &Operation, down: &StreamNode) -> String {
    let name = name_of(down);
    match operation {
        Operation::Connect { .. }
        | Operation::IntervalJoin
        | Operation::Join { .. }
        | Operation::CoGroup { .. } => {
            format!("Nothing that keeps {name}: its inputs have to meet by key.")
        }
        Operation::ConnectBroadcast => {
            format!("Nothing that keeps the broadcast: every subtask of {name} needs every record.")
        }
        Operation::WindowAll { .. } | Operation::CountWindowAll { .. } => {
            format!("Nothing that keeps {name}: a window over all records gathers them in one subtask.")
        }
        Operation::FullWindowPartition { .. } => {
            format!("Nothing that keeps {name}: it partitions by itself.")
        }
        Operation::Cache => {
            "Nothing that keeps the cache: its data set is read from outside of the job.".to_owned()
        }
        Operation::SinkTo(_) => format!("Nothing in the program: the sink itself partitions before {name}."),
        _ => format!("Nothing that keeps {name}: the call itself partitions."),
    }
}

/// What is lost without a partitioning call, if more than the balance between subtasks.
fn loses(method: PartitionCall, name: &str) -> Option<String> {
    match method {
        PartitionCall::Broadcast => {
            Some(format!("Right only if not every subtask of {name} needs every record."))
        }
        PartitionCall::PartitionCustom => {
            Some(format!("Right only if {name} does not rely on which subtask gets a record."))
        }
        PartitionCall::Global => {
            Some(format!("Right only if not all records have to meet in one subtask of {name}."))
        }
        _ => None,
    }
}

fn key(key: &str, value: &str) -> Change {
    Change::Configuration { key: key.to_owned(), value: Some(value.to_owned()) }
}

fn unset_key(key: &str) -> Change {
    Change::Configuration { key: key.to_owned(), value: None }
}

/// What people call an operator.
fn name_of(node: &StreamNode) -> String {
    short(&node.name)
}
