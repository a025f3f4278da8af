//! Finds the sinks that Flink has expanded: a writer and what stands before and behind it under the sink's name.
//!
//! A Sink V2 is one call whose operators take their ids only when the graph is made, after those of all other calls. So the
//! place of the call among the others, which decides the order of a node's outputs, is not where the ids say: it is told from
//! the ids that the plan leaves out.

use std::collections::HashMap;

use super::document::{Pact, PlanNode, ShipStrategy};
use super::names::{Inputs, inputs_of};
use super::questions::{Question, Questions};
use crate::flink::TransformationId;

const WRITER: &str = ": Writer";
const COMMITTER: &str = ": Committer";

/// A sink, by the positions of its nodes in the plan.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Sink {
    /// The name that the call gave it.
    pub(super) name: String,
    pub(super) pre_write: Vec<usize>,
    pub(super) writer: usize,
    pub(super) pre_commit: Vec<usize>,
    pub(super) committer: Option<usize>,
    pub(super) post_commit: Vec<usize>,
    /// After which other node the call stood: a position in the plan, of a node that is no sink's.
    pub(super) after: usize,
}

impl Sink {
    /// The nodes in the order in which Flink makes them.
    pub(super) fn nodes(&self) -> impl Iterator<Item = usize> {
        let before = self.pre_write.iter().copied().chain([self.writer]);
        before
            .chain(self.pre_commit.iter().copied())
            .chain(self.committer)
            .chain(self.post_commit.iter().copied())
    }

    /// The node that reads what the sink is called on.
    fn first(&self) -> usize {
        self.pre_write.first().copied().unwrap_or(self.writer)
    }
}

/// A plan and who reads what in it.
#[derive(Clone, Copy)]
pub(super) struct Graph<'p> {
    pub(super) nodes: &'p [PlanNode],
    pub(super) positions: &'p HashMap<TransformationId, usize>,
    /// For each node the positions of its consumers, one for each edge.
    pub(super) consumers: &'p [Vec<usize>],
}

/// The sinks of a plan, in the order of their calls.
pub(super) fn find(graph: Graph<'_>, questions: &mut Questions<'_>) -> Vec<Sink> {
    let writers = (0..graph.nodes.len()).filter(|&position| graph.nodes[position].name.ends_with(WRITER));
    let mut sinks: Vec<Sink> = writers.filter_map(|writer| sink_of(graph, writer)).collect();
    sinks.sort_by_key(|sink| graph.nodes[sink.writer].id);
    place(graph, &mut sinks, questions);
    sinks
}

/// The sink around a writer, if what is around it is what Flink makes of one.
fn sink_of(graph: Graph<'_>, writer: usize) -> Option<Sink> {
    let node = &graph.nodes[writer];
    let name = node.name.strip_suffix(WRITER)?;
    let is_part = |position: usize| {
        let part = &graph.nodes[position];
        let of_sink = part.name.strip_prefix(name).is_some_and(|rest| rest.starts_with(": "));
        of_sink && part.pact == Pact::Operator && part.description.is_none()
    };
    if !is_part(writer) {
        return None;
    }
    let mut pre_write = Vec::new();
    let mut first = writer;
    while let [edge] = graph.nodes[first].predecessors[..] {
        let before = graph.positions[&edge.id];
        if graph.consumers[before].len() != 1
            || !is_part(before)
            || graph.nodes[before].predecessors.len() != 1
        {
            break;
        }
        pre_write.insert(0, before);
        first = before;
    }
    let mut behind = Vec::new();
    let mut last = writer;
    while let [next] = graph.consumers[last][..] {
        if !is_part(next) || graph.nodes[next].predecessors.len() != 1 {
            break;
        }
        behind.push(next);
        last = next;
    }
    // What consumes the last part is no sink's: nothing reads a sink.
    if !graph.consumers[last].is_empty() {
        return None;
    }
    let is_committer = |&position: &usize| graph.nodes[position].name.strip_prefix(name) == Some(COMMITTER);
    let committer_at = behind.iter().position(is_committer);
    let (pre_commit, committer, post_commit) = match committer_at {
        None if behind.is_empty() => (Vec::new(), None, Vec::new()),
        None => return None,
        Some(at) => {
            let post_commit = behind.split_off(at + 1);
            let committer = behind.pop();
            (behind, committer, post_commit)
        }
    };
    let sink =
        Sink { name: name.to_owned(), pre_write, writer, pre_commit, committer, post_commit, after: 0 };
    sink.nodes().is_sorted().then_some(())?;
    // The writer and the committer have the sink's parallelism, and what follows them is not repartitioned.
    let same = |position: usize| graph.nodes[position].parallelism == node.parallelism;
    let forward = |position: Option<usize>| {
        position.is_none_or(|position| {
            graph.nodes[position].predecessors[0].ship_strategy == ShipStrategy::Forward
        })
    };
    let first_behind = sink.pre_commit.first().copied().or(sink.committer);
    let fits = sink.committer.is_none_or(same)
        && forward(first_behind)
        && forward(sink.post_commit.first().copied());
    fits.then_some(sink)
}

/// Finds after which node each sink was called. Sinks come in the order of their ids; each took one id where the plan has
/// a gap.
fn place(graph: Graph<'_>, sinks: &mut [Sink], questions: &mut Questions<'_>) {
    let mut of_sink = vec![false; graph.nodes.len()];
    sinks.iter().flat_map(Sink::nodes).for_each(|position| of_sink[position] = true);
    let others: Vec<usize> = (0..graph.nodes.len()).filter(|&position| !of_sink[position]).collect();
    let mut spare = Gaps::of(graph, &others);
    let mut earliest = 0;
    for sink in sinks {
        let first = sink.first();
        let read = graph.nodes[first].predecessors.iter().map(|edge| graph.positions[&edge.id]);
        let read: Vec<usize> = read.collect();
        let last_read = read.iter().copied().max().unwrap_or(0);
        // Positions among the others: the sink is called after what it reads.
        let at_least = others.partition_point(|&other| other <= last_read).saturating_sub(1);
        let needed = 1 + explicit_partitionings(graph, first);
        let guess = spare.first_with(at_least.max(earliest), needed);
        // Only the order among those who read the same matters.
        let mut rivals: Vec<usize> =
            read.iter().flat_map(|&read| graph.consumers[read].iter().copied()).collect();
        rivals.retain(|&rival| !of_sink[rival]);
        rivals.sort_unstable();
        rivals.dedup();
        let mut choices: Vec<Choice> = Vec::new();
        let mut from = at_least;
        for rival in rivals.iter().take(MOST_RIVALS) {
            let to = others.partition_point(|other| other < rival);
            if let Some(gap) = (from..to).find(|&gap| spare.has_any(gap)) {
                let node = &graph.nodes[*rival];
                let (value, label) = (format!("before-{}", node.id), format!("before `{}`", node.name));
                choices.push(Choice { gaps: from..to, gap, value, label });
            }
            from = to;
        }
        let last = others.len() - 1;
        let (value, label) = ("last".to_owned(), "after all others".to_owned());
        choices.push(Choice { gaps: from..usize::MAX, gap: last, value, label });
        let guessed = choices.iter().position(|choice| choice.gaps.contains(&guess));
        let mut choice = choices.remove(guessed.unwrap_or(choices.len() - 1));
        choice.gap = guess;
        choices.insert(0, choice);
        let alternatives: Vec<_> =
            choices.iter().map(|choice| (choice.value.clone(), choice.label.clone())).collect();
        let chosen = questions.ask_of(
            &graph.nodes[sink.writer],
            Question {
                key: "order",
                asked: &format!("When was `{}` called?", sink.name),
                because: "The operators of a sink are numbered after all others, and others read the same stream: \
                          the order of the calls is the order of its outputs.",
                alternatives: &alternatives,
                told: choices.len() > 1,
            },
        );
        let gap = choices[chosen].gap;
        spare.take(gap, needed);
        earliest = gap;
        sink.after = others.get(gap).copied().unwrap_or(0);
    }
}

/// Before how many others of the readers of a stream a sink is offered to have been called.
const MOST_RIVALS: usize = 24;

/// A place that the call of a sink may have had among those who read the same stream.
struct Choice {
    /// All gaps that mean the same.
    gaps: std::ops::Range<usize>,
    /// The one that is taken.
    gap: usize,
    value: String,
    label: String,
}

/// How many partitioning calls the edges into a node must have come from.
fn explicit_partitionings(graph: Graph<'_>, position: usize) -> usize {
    let node = &graph.nodes[position];
    let explicit = node.predecessors.iter().filter(|edge| {
        let parallelism = graph.nodes[graph.positions[&edge.id]].parallelism;
        match edge.ship_strategy {
            ShipStrategy::Forward => false,
            ShipStrategy::Rebalance => parallelism == node.parallelism,
            _ => true,
        }
    });
    // Several edges that nothing was said of are a union, which takes an id too.
    let several = node.predecessors.len() > 1 && inputs_of(&node.name) != Some(Inputs::Two);
    explicit.count().max(usize::from(several))
}

/// Ids that no node has, counted behind each node that is no sink's, those that its successor needs left out.
struct Gaps {
    /// All of them.
    ids: Vec<usize>,
    /// Those that nothing else explains.
    unexplained: Vec<usize>,
}

impl Gaps {
    fn of(graph: Graph<'_>, others: &[usize]) -> Self {
        let (mut ids, mut unexplained) = (Vec::new(), Vec::new());
        for (number, &other) in others.iter().enumerate() {
            let gap = match others.get(number + 1) {
                Some(&next) => {
                    let gap = (graph.nodes[next].id.0 - graph.nodes[other].id.0) as usize - 1;
                    unexplained.push(gap.saturating_sub(explicit_partitionings(graph, next)));
                    gap
                }
                // Nobody knows how many calls there were in all.
                None => {
                    unexplained.push(usize::MAX);
                    usize::MAX
                }
            };
            ids.push(gap);
        }
        Self { ids, unexplained }
    }

    /// The first gap from here on that has so many ids to spare; the last one always has.
    fn first_with(&self, from: usize, needed: usize) -> usize {
        let gaps = self.unexplained.iter().enumerate().skip(from);
        let found = gaps.into_iter().find(|(_, spare)| **spare >= needed).map(|(gap, _)| gap);
        found.unwrap_or(self.ids.len().saturating_sub(1))
    }

    /// Whether a call can have been made in this gap at all.
    fn has_any(&self, gap: usize) -> bool {
        self.ids[gap] > 0
    }

    fn take(&mut self, gap: usize, count: usize) {
        for gaps in [&mut self.ids, &mut self.unexplained] {
            if let Some(spare) = gaps.get_mut(gap).filter(|spare| **spare != usize::MAX) {
                *spare = spare.saturating_sub(count);
            }
        }
    }
}
