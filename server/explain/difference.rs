//! The difference between two plans of one pipeline, before and after a change: what a change costs and what it saves.
//!
//! Operators are the same if they come from the same call of the unchanged pipeline: a change neither renames nor
//! reorders calls, however many ids of Transformations it shifts.

use std::collections::HashMap;

use crate::flink::{JobType, OperatorId, ResultPartitionType, StreamPartitioner};
use crate::planner::Plan;
use crate::stream_graph::{StreamEdgeIndex, StreamNodeIndex};

/// A plan, and which calls of the unchanged pipeline its calls are.
#[derive(Clone, Copy, Debug)]
pub struct Side<'a> {
    pub plan: &'a Plan,
    /// For each call of the planned definition; see [`crate::frontend::change::Edited::origins`].
    pub origins: &'a [Option<usize>],
}

/// What is other in the second plan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// JobVertices.
    pub vertices: Counts,
    /// JobEdges: what goes over the network.
    pub exchanges: Counts,
    /// Slots that the job needs: over all slot sharing groups, the highest parallelism in each. Nothing for a BATCH job,
    /// whose regions need them one after another, and where a parallelism is left open.
    pub slots: Option<Counts>,
    /// Edges that chain only afterwards.
    pub begin_to_chain: Vec<Ends>,
    /// Edges that chain only before.
    pub stop_chaining: Vec<Ends>,
    /// Operators whose id is another one, so that state under the old one is not found.
    pub operator_ids: Vec<Changed<OperatorId>>,
    /// Operators that are called otherwise.
    pub names: Vec<Changed<String>>,
    pub parallelism: Vec<Changed<i32>>,
    pub max_parallelism: Vec<Changed<i32>>,
    /// Edges that do not chain in either plan, and exchange their records otherwise.
    pub exchange_kinds: Vec<(Ends, Exchange, Exchange)>,
    /// Operators that only one of the plans has, such as what writes a cached stream.
    pub added: Vec<Operator>,
    pub removed: Vec<Operator>,
    /// STREAMING or BATCH, if that is other.
    pub job_type: Option<(JobType, JobType)>,
}

/// A number before and after.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub before: usize,
    pub after: usize,
}

/// An operator as people know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    pub name: String,
    /// The call of the unchanged pipeline that it comes from.
    pub call: usize,
}

/// Both ends of an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ends {
    pub upstream: Operator,
    pub downstream: Operator,
}

/// An operator, and a value of it in both plans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed<T> {
    pub operator: Operator,
    pub before: T,
    pub after: T,
}

/// How an edge's records are exchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub partitioner: StreamPartitioner,
    pub partition_type: ResultPartitionType,
}

/// A phrase about a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    pub text: String,
    pub tone: Tone,
    /// Whether it ends a sentence; else a comma follows.
    pub ends: bool,
}

/// Whether people will like it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Good,
    Neutral,
    Cost,
}

/// Which operator a node is, in both plans: its call in the unchanged pipeline, and which of that call's.
type Identity = (usize, usize);

/// The operators of a plan by identity.
pub(super) struct Identities {
    pub(super) of_node: Vec<Option<Identity>>,
    pub(super) nodes: HashMap<Identity, StreamNodeIndex>,
}

impl Identities {
    pub(super) fn of(side: Side<'_>) -> Self {
        let graph = &side.plan.stream_graph;
        let mut of_node = vec![None; graph.graph.node_count()];
        let mut nodes = HashMap::with_capacity(of_node.len());
        let mut of_call = vec![0; side.origins.len()];
        for node in graph.nodes_by_id() {
            let call = graph.graph[node].call;
            let Some(&Some(origin)) = side.origins.get(call) else { continue };
            let identity = (origin, of_call[call]);
            of_call[call] += 1;
            of_node[node.index()] = Some(identity);
            nodes.insert(identity, node);
        }
        Self { of_node, nodes }
    }

    fn edge(&self, plan: &Plan, edge: StreamEdgeIndex) -> Option<(Identity, Identity, u32)> {
        let (source, target) = plan.stream_graph.graph.edge_endpoints(edge)?;
        let nth = plan.stream_graph.graph[edge].unique_id;
        Some((self.of_node[source.index()]?, self.of_node[target.index()]?, nth))
    }
}

/// Whether an edge runs inside a JobVertex.
pub(super) fn chains(plan: &Plan, edge: StreamEdgeIndex) -> bool {
    let ends = plan.stream_graph.graph.edge_endpoints(edge);
    let vertex_of = |node: StreamNodeIndex| plan.job_graph.vertex_of[node.index()];
    ends.is_some_and(|(source, target)| vertex_of(source) == vertex_of(target))
}

impl Difference {
    /// What is other in the second plan.
    pub fn between(before: Side<'_>, after: Side<'_>) -> Self {
        let (before_ids, after_ids) = (Identities::of(before), Identities::of(after));
        let job_types = (before.plan.stream_graph.job_type, after.plan.stream_graph.job_type);
        let counts = |of: fn(&Plan) -> usize| Counts { before: of(before.plan), after: of(after.plan) };
        let mut difference = Self {
            vertices: counts(|plan| plan.job_graph.graph.node_count()),
            exchanges: counts(|plan| plan.job_graph.graph.edge_count()),
            slots: slots(before.plan).zip(slots(after.plan)).map(|(before, after)| Counts { before, after }),
            job_type: (job_types.0 != job_types.1).then_some(job_types),
            ..Self::default()
        };
        difference.compare_operators((before.plan, &before_ids), (after.plan, &after_ids));
        difference.compare_edges((before.plan, &before_ids), (after.plan, &after_ids));
        difference
    }

    fn compare_operators(&mut self, before: (&Plan, &Identities), after: (&Plan, &Identities)) {
        let operator = |plan: &Plan, node: StreamNodeIndex, (call, _): Identity| Operator {
            name: plan.stream_graph.graph[node].name.clone(),
            call,
        };
        for node in before.0.stream_graph.nodes_by_id() {
            let Some(identity) = before.1.of_node[node.index()] else { continue };
            let named = || operator(before.0, node, identity);
            let Some(&now) = after.1.nodes.get(&identity) else {
                self.removed.push(named());
                continue;
            };
            let (before, after) = (before.0, after.0);
            note(&mut self.operator_ids, named, before.hashes[node.index()], after.hashes[now.index()]);
            let (was, is) = (&before.stream_graph.graph[node].name, &after.stream_graph.graph[now].name);
            if was != is {
                self.names.push(Changed { operator: named(), before: was.clone(), after: is.clone() });
            }
            let (was, is) = (&before.job_graph, &after.job_graph);
            let (node, now) = (node.index(), now.index());
            note(&mut self.parallelism, named, was.parallelism_of[node], is.parallelism_of[now]);
            note(&mut self.max_parallelism, named, was.max_parallelism_of[node], is.max_parallelism_of[now]);
        }
        for node in after.0.stream_graph.nodes_by_id() {
            if let Some(identity) = after.1.of_node[node.index()]
                && !before.1.nodes.contains_key(&identity)
            {
                self.added.push(operator(after.0, node, identity));
            }
        }
    }

    fn compare_edges(&mut self, before: (&Plan, &Identities), after: (&Plan, &Identities)) {
        let (was, is) = (exchanges(before.0), exchanges(after.0));
        let now: HashMap<_, _> = after
            .0
            .stream_graph
            .graph
            .edge_indices()
            .filter_map(|edge| Some((after.1.edge(after.0, edge)?, edge)))
            .collect();
        for edge in before.0.stream_graph.graph.edge_indices() {
            let Some(identity) = before.1.edge(before.0, edge) else { continue };
            let Some(&now) = now.get(&identity) else { continue };
            let ends = || ends(before.0, edge, identity);
            match (was[edge.index()], is[now.index()]) {
                (None, None) => {}
                (None, Some(_)) => self.stop_chaining.push(ends()),
                (Some(_), None) => self.begin_to_chain.push(ends()),
                (Some(was), Some(is)) if !was.is_like(is) => self.exchange_kinds.push((ends(), was, is)),
                (Some(_), Some(_)) => {}
            }
        }
    }

    /// Whether the plans are the same in all that is compared.
    pub fn is_none(&self) -> bool {
        let same_counts = [self.vertices, self.exchanges, self.slots.unwrap_or_default()]
            .iter()
            .all(|it| it.before == it.after);
        let nothing_else =
            Self { vertices: self.vertices, exchanges: self.exchanges, slots: self.slots, ..Self::default() };
        same_counts && *self == nothing_else
    }

    /// The difference in a sentence or a few.
    pub fn sentence(&self) -> String {
        let mut sentence = String::new();
        for remark in self.remarks() {
            let separator = match sentence.as_str() {
                "" => "",
                said if said.ends_with('.') => " ",
                _ => ", ",
            };
            sentence.push_str(separator);
            sentence.push_str(&remark.text);
            if remark.ends {
                sentence.push('.');
            }
        }
        sentence
    }

    /// The difference in phrases, what matters most first.
    pub fn remarks(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        if self.is_none() {
            remarks.push(Remark::new(Tone::Good, "Same vertices, exchanges and operator IDs"));
            return ended(remarks);
        }
        if let Some((_, after)) = self.job_type {
            remarks.push(Remark { ends: true, ..Remark::new(Tone::Neutral, format!("Runs as {after}")) });
        }
        remarks.extend(self.counts());
        remarks.extend(self.about_edges());
        remarks.extend(self.about_operators());
        ended(remarks)
    }

    fn counts(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        let Counts { before, after } = self.vertices;
        remarks.push(if before == after {
            Remark::new(Tone::Neutral, format!("Still {}", count(after, "vertex", "vertices")))
        } else {
            Remark::new(
                fewer_is_good(before, after),
                format!("{before} → {}", count(after, "vertex", "vertices")),
            )
        });
        let Counts { before, after } = self.exchanges;
        if before != after {
            let number = before.abs_diff(after);
            let more = if before > after { "fewer" } else { "more" };
            let text = if number == 1 {
                format!("one exchange {more}")
            } else {
                format!("{number} exchanges {more}")
            };
            remarks.push(Remark::new(fewer_is_good(before, after), text));
        }
        if let Some(Counts { before, after }) = self.slots.filter(|slots| slots.before != slots.after) {
            let text = format!("{before} → {}", count(after, "slot", "slots"));
            remarks.push(Remark::new(fewer_is_good(before, after), text));
        }
        ended(remarks)
    }

    fn about_edges(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        match self.stop_chaining.as_slice() {
            [] => {}
            [edge] => {
                let text = format!("Breaks {} → {}", edge.upstream.short(), edge.downstream.short());
                remarks.push(Remark::new(Tone::Cost, text));
            }
            edges => {
                remarks.push(Remark::new(Tone::Cost, format!("Breaks {} edges that chain", edges.len())))
            }
        }
        match self.exchange_kinds.as_slice() {
            [] => {}
            [(edge, _, after)] => {
                let text = format!("{} → {} becomes {after}", edge.upstream.short(), edge.downstream.short());
                remarks.push(Remark::new(Tone::Neutral, text));
            }
            edges => {
                let (_, _, first) = edges[0];
                let alike = edges.iter().all(|(_, before, after)| {
                    is_alike(before.partitioner, after.partitioner)
                        && after.partition_type == first.partition_type
                });
                let kind = if alike {
                    format!("become {}", first.partition_type)
                } else {
                    "are of another kind".to_owned()
                };
                remarks.push(Remark::new(Tone::Neutral, format!("{} exchanges {kind}", edges.len())));
            }
        }
        each_a_sentence(remarks)
    }

    fn about_operators(&self) -> Vec<Remark> {
        let mut remarks = Vec::new();
        match self.parallelism.as_slice() {
            [] => {}
            [Changed { operator, after, .. }] => {
                let subtasks = match after {
                    1 => "1 subtask".to_owned(),
                    2.. => format!("{after} subtasks"),
                    _ => "as many subtasks as Flink decides".to_owned(),
                };
                remarks
                    .push(Remark::new(Tone::Neutral, format!("{} runs with {subtasks}", operator.short())));
            }
            operators => {
                let text = format!("{} operators run with other parallelism", operators.len());
                remarks.push(Remark::new(Tone::Neutral, text));
            }
        }
        if !self.max_parallelism.is_empty() {
            let operators = count(self.max_parallelism.len(), "operator", "operators");
            let text = format!("The maximum parallelism of {operators} changes");
            remarks.push(Remark::new(Tone::Cost, text));
        }
        for (operators, verb) in [(&self.added, "more"), (&self.removed, "fewer")] {
            if !operators.is_empty() {
                let text = format!("{} {verb}", count(operators.len(), "operator", "operators"));
                remarks.push(Remark::new(Tone::Neutral, text));
            }
        }
        if !self.names.is_empty() {
            let text =
                format!("{} called otherwise", count(self.names.len(), "operator is", "operators are"));
            remarks.push(Remark::new(Tone::Neutral, text));
        }
        remarks.push(match self.operator_ids.len() {
            0 => Remark::new(Tone::Neutral, "No operator ID changes"),
            1 => Remark::new(
                Tone::Cost,
                format!("The operator ID of {} changes", self.operator_ids[0].operator.short()),
            ),
            several => Remark::new(Tone::Cost, format!("{several} operator IDs change")),
        });
        each_a_sentence(remarks)
    }
}

impl Operator {
    /// Its name, cut to what a sentence can carry.
    pub fn short(&self) -> String {
        super::subject::short(&self.name)
    }
}

impl Exchange {
    fn is_like(self, other: Self) -> bool {
        is_alike(self.partitioner, other.partitioner) && self.partition_type == other.partition_type
    }
}

/// Whether two partitioners are of one kind: those of two plans never share a key selector.
fn is_alike(one: StreamPartitioner, other: StreamPartitioner) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

impl std::fmt::Display for Exchange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} · {}", self.partitioner, self.partition_type)
    }
}

impl Remark {
    fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { text: text.into(), tone, ends: false }
    }
}

/// The last of them ends a sentence.
fn ended(mut remarks: Vec<Remark>) -> Vec<Remark> {
    if let Some(last) = remarks.last_mut() {
        last.ends = true;
    }
    remarks
}

fn each_a_sentence(remarks: Vec<Remark>) -> Vec<Remark> {
    remarks.into_iter().map(|remark| Remark { ends: true, ..remark }).collect()
}

const fn fewer_is_good(before: usize, after: usize) -> Tone {
    if after < before { Tone::Good } else { Tone::Cost }
}

fn count(number: usize, one: &str, several: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { several })
}

fn note<T: PartialEq>(changed: &mut Vec<Changed<T>>, operator: impl Fn() -> Operator, before: T, after: T) {
    if before != after {
        changed.push(Changed { operator: operator(), before, after });
    }
}

fn ends(plan: &Plan, edge: StreamEdgeIndex, (up, down, _): (Identity, Identity, u32)) -> Ends {
    let edge = &plan.stream_graph.graph[edge];
    let operator = |id, call| Operator { name: plan.stream_graph.node(id).name.clone(), call };
    Ends { upstream: operator(edge.source, up.0), downstream: operator(edge.target, down.0) }
}

/// For each StreamEdge how its records are exchanged, if they leave the JobVertex.
fn exchanges(plan: &Plan) -> Vec<Option<Exchange>> {
    let mut exchanges = vec![None; plan.stream_graph.graph.edge_count()];
    let job_graph = &plan.job_graph.graph;
    for edge in job_graph.edge_references() {
        use petgraph::visit::EdgeRef as _;
        let partition_type = job_graph[edge.source()].outputs[edge.weight().data_set].partition_type;
        let partitioner = edge.weight().partitioner;
        exchanges[edge.weight().stream_edge.index()] = Some(Exchange { partitioner, partition_type });
    }
    exchanges
}

fn slots(plan: &Plan) -> Option<usize> {
    if plan.stream_graph.job_type != JobType::Streaming {
        return None;
    }
    let highest = |group: &crate::job_graph::SlotSharingGroup| {
        let parallelism = group.vertices.iter().map(|&vertex| plan.job_graph.graph[vertex].parallelism);
        let parallelism: Option<Vec<usize>> =
            parallelism.map(|it| usize::try_from(it).ok().filter(|&it| it > 0)).collect();
        parallelism?.into_iter().max()
    };
    plan.job_graph.slot_sharing_groups.iter().map(highest).sum()
}
