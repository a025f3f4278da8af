//! The notations of operator ids and of the JobGraph.

use std::collections::BTreeMap;

use planscope::explain::Rule;
use planscope::flink::ResultPartitionType;
use planscope::job_graph::{self, HashRule, JobVertexIndex, ReplacedPartitionType};

use super::{Line, Planned, joined, or_open, or_unset};

/// The result partition type that a rule gave, before anything replaced it.
fn by_rule(in_the_end: ResultPartitionType, replaced: Option<ReplacedPartitionType>) -> ResultPartitionType {
    match replaced {
        Some(ReplacedPartitionType::ByCache(by_rule) | ReplacedPartitionType::ByBroadcast(by_rule)) => {
            by_rule
        }
        None => in_the_end,
    }
}

impl Planned {
    /// `Flat Map 7df1…: ordinal 1, inputs Source: Socket Stream`.
    pub(super) fn ids(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let lines = self.job_graph_decisions().filter_map(|decision| match decision {
            job_graph::Decision::HashPostponed { node, missing } => {
                Some(format!("{} waits for {}", self.node_name(*node), self.node_name(*missing)))
            }
            job_graph::Decision::Hash { node, hash, rule } => {
                let line = match rule {
                    HashRule::Uid(uid) => Line::new(format!("{} {hash}: uid {uid}", self.node_name(*node))),
                    HashRule::Structure { ordinal, chainable_outputs, inputs, .. } => {
                        let outputs = chainable_outputs
                            .iter()
                            .map(|&edge| self.name(graph.graph[edge].target).to_owned());
                        let inputs_shown = inputs.iter().map(|(input, _)| self.node_name(*input).to_owned());
                        Line::new(format!("{} {hash}: ordinal {ordinal}", self.node_name(*node)))
                            .and_if(!chainable_outputs.is_empty(), || {
                                format!("chains to {}", joined(outputs))
                            })
                            .and_if(!inputs.is_empty(), || format!("inputs {}", joined(inputs_shown)))
                    }
                };
                let user_hash = graph.graph[*node].user_hash.iter();
                Some(user_hash.fold(line, |line, user_hash| line.and(format!("uidHash {user_hash}"))).0)
            }
            _ => None,
        });
        lines.collect()
    }

    /// `A ×2  Source: numbers -> Square`.
    pub(super) fn chains(&self) -> Vec<String> {
        let job_graph = &self.plan.job_graph;
        let line = |&vertex: &JobVertexIndex| {
            let job_vertex = &job_graph.graph[vertex];
            format!("{} ×{}  {}", self.letter(vertex), or_open(job_vertex.parallelism), job_vertex.name)
        };
        job_graph.topological.iter().map(line).collect()
    }

    /// `A cbc3…: SourceStreamTask, parallelism 1, max unset, operators Flat Map, Source: Socket Stream`.
    pub(super) fn vertices(&self) -> Vec<String> {
        let job_graph = &self.plan.job_graph;
        let lines = job_graph.topological.iter().map(|&vertex| {
            let job_vertex = &job_graph.graph[vertex];
            let configured = if job_vertex.parallelism_configured { " set" } else { "" };
            let operators = job_vertex.operators.iter().map(|&node| self.node_name(node).to_owned());
            Line::new(format!("{} {}: {}", self.letter(vertex), job_vertex.id, job_vertex.invokable))
                .and(format!("parallelism {}{configured}", or_open(job_vertex.parallelism)))
                .and(format!("max {}", or_unset(job_vertex.max_parallelism)))
                .and(format!("operators {}", joined(operators)))
                .and_if(job_vertex.input_output_format, || "InputOutputFormatVertex".to_owned())
                .and_if(job_vertex.coordinators > 0, || format!("coordinators {}", job_vertex.coordinators))
                .0
        });
        lines.collect()
    }

    /// `A 2 Flat Map: end`.
    pub(super) fn chain_indices(&self) -> Vec<String> {
        let job_graph = &self.plan.job_graph;
        let lines = job_graph.topological.iter().flat_map(|&vertex| {
            job_graph.graph[vertex].chain.iter().map(move |operator| {
                let place = match (operator.chain_start, operator.chain_end) {
                    (true, true) => "start and end",
                    (true, false) => "start",
                    (false, true) => "end",
                    (false, false) if operator.chain_index == 0 => "source inside",
                    (false, false) => "middle",
                };
                let name = self.node_name(operator.node);
                format!("{} {} {name}: {place}", self.letter(vertex), operator.chain_index)
            })
        });
        lines.collect()
    }

    /// `A#0 of Flat Map: HASH, PIPELINED_BOUNDED by partition-type-by-global-exchange-mode, read by B`.
    pub(super) fn data_sets(&self) -> Vec<String> {
        let job_graph = &self.plan.job_graph;
        let mut made = BTreeMap::new();
        for decision in self.job_graph_decisions() {
            if let job_graph::Decision::Output {
                vertex, data_set, reuse, partition_type, rule, replaced, ..
            } = decision
                && !reuse.is_reused()
            {
                made.insert((*vertex, *data_set), (*partition_type, *rule, *replaced));
            }
        }
        let lines = job_graph.topological.iter().flat_map(|&vertex| {
            let outputs = job_graph.graph[vertex].outputs.iter().enumerate();
            let made = &made;
            outputs.map(move |(number, output)| {
                let (first_type, rule, replaced) = made[&(vertex, number)];
                let readers = output.consumers.iter().map(|&edge| {
                    let (_, reader) = job_graph.graph.edge_endpoints(edge).expect("an edge has two ends");
                    self.letter(reader)
                });
                let source = self.node_name(output.source_node);
                let line = Line::new(format!(
                    "{}#{number} of {source}: {}",
                    self.letter(vertex),
                    output.partitioner
                ))
                .and(format!("{} by {}", by_rule(first_type, replaced), Rule::from(rule)));
                let line = replaced.into_iter().fold(line, |line, replaced| {
                    line.and(format!("made {first_type} by {}", Rule::from(replaced)))
                });
                let line = line
                    .and_if(output.partition_type != first_type, || {
                        format!("in the end {}", output.partition_type)
                    })
                    .and(match output.consumer_parallelism {
                        1 => "for 1 subtask".to_owned(),
                        parallelism => format!("for {} subtasks", or_open(parallelism)),
                    })
                    .and_if(output.consumer_max_parallelism > 0, || {
                        format!("max {}", output.consumer_max_parallelism)
                    });
                let line = output.output_tag.iter().fold(line, |line, tag| line.and(format!("tag {tag}")));
                line.and(format!("read by {}", joined(readers))).0
            })
        });
        lines.collect()
    }

    /// `A#0 → B: HASH, ALL_TO_ALL`.
    pub(super) fn job_edges(&self) -> Vec<String> {
        let job_graph = &self.plan.job_graph;
        let lines = job_graph.topological.iter().flat_map(|&vertex| {
            job_graph.graph[vertex].inputs.iter().map(move |&edge| {
                let (producer, _) = job_graph.graph.edge_endpoints(edge).expect("an edge has two ends");
                let job_edge = &job_graph.graph[edge];
                let output = &job_graph.graph[producer].outputs[job_edge.data_set];
                Line::new(format!(
                    "{}#{} → {}: {}",
                    self.letter(producer),
                    job_edge.data_set,
                    self.letter(vertex),
                    job_edge.partitioner
                ))
                .and(job_edge.distribution_pattern.name())
                .and(output.partition_type.name())
                .and_if(job_edge.type_number > 0, || format!("input {}", job_edge.type_number))
                .0
            })
        });
        lines.collect()
    }

    /// `default: A, B (Together)`, `co-location pair: A, B`.
    pub(super) fn slots(&self) -> Vec<String> {
        let vertices = |vertices: &[JobVertexIndex]| {
            let mut letters: Vec<_> = vertices.iter().map(|&vertex| self.letter(vertex)).collect();
            letters.sort();
            joined(letters)
        };
        let lines = self.job_graph_decisions().filter_map(|decision| match decision {
            job_graph::Decision::SlotSharing { name, vertices: members, rule } => {
                let why = match rule {
                    job_graph::SlotSharingRule::Named => "named",
                    job_graph::SlotSharingRule::Together => "all of a STREAMING job",
                    job_graph::SlotSharingRule::PipelinedRegion => "a pipelined region",
                };
                let group =
                    members.first().and_then(|&first| self.plan.job_graph.graph[first].slot_sharing_group);
                let group =
                    &self.plan.job_graph.slot_sharing_groups[group.expect("every vertex is in a group")];
                let line = format!("{name}: {} ({why})", vertices(members));
                let has_resources = group.resource_profile != "ResourceProfile{UNKNOWN}";
                Some(Line::new(line).and_if(has_resources, || group.resource_profile.clone()).0)
            }
            job_graph::Decision::CoLocation { name, vertices: members } => {
                Some(format!("co-location {name}: {}", vertices(members)))
            }
            _ => None,
        });
        lines.collect()
    }

    /// `Sum: OPERATOR 0.5, weight 128 of 256`.
    pub(super) fn memory(&self) -> Vec<String> {
        let lines = self.job_graph_decisions().filter_map(|decision| match decision {
            job_graph::Decision::ManagedMemory { node, use_case, fraction, weight } => {
                let line = Line::new(format!("{}: {use_case} {fraction}", self.node_name(*node)));
                let line = weight
                    .iter()
                    .fold(line, |line, (own, total)| line.and(format!("weight {own} of {total}")));
                Some(line.0)
            }
            _ => None,
        });
        lines.collect()
    }
}
