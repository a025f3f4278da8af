//! The notations in which pages say what a plan is: one line for each thing, in Flink's order.
//!
//! Nodes go by Flink's names; where two have the same, by name and id. JobVertices go by their letters.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use planscope::explain::{Explanation, Phase, Rule, explain, letter};
use planscope::flink::{FlinkVersion, Refusal, ResultPartitionType, StreamExchangeMode, TransformationId};
use planscope::frontend::definition;
use planscope::job_graph::{self, HashRule, JobVertexIndex, ReplacedPartitionType};
use planscope::planner::{self, Decision, Plan};
use planscope::rules::CheckKind;
use planscope::stream_graph::{self, StreamEdgeIndex, StreamNodeIndex};
use planscope::transformation::TransformationKind;

/// An example's pipeline, planned or refused.
pub struct Subject {
    outcome: Result<Planned, Refusal>,
}

struct Planned {
    plan: Plan,
    decisions: Vec<Decision>,
    explanation: Explanation,
    names: HashMap<TransformationId, String>,
}

impl Subject {
    /// Plans a pipeline.
    pub fn of(pipeline: &str) -> Result<Self, String> {
        let parsed = definition::parse(pipeline);
        if let Some(diagnostic) = parsed.diagnostics.first() {
            return Err(format!("{}: {}", diagnostic.path, diagnostic.message));
        }
        let definition = parsed.definition.ok_or("it is no definition")?;
        let mut decisions = Vec::new();
        let outcome = planner::plan(&definition, FlinkVersion::V2_2_0, &mut decisions);
        let outcome = outcome.map(|plan| {
            let explanation = explain(&plan, &decisions);
            let names = names(&plan);
            Planned { plan, decisions, explanation, names }
        });
        Ok(Self { outcome: outcome.map_err(|refusal| *refusal) })
    }

    /// What the plan is, in the notation of a kind of check.
    pub fn tell(&self, kind: CheckKind, about: &str) -> Result<String, String> {
        if let CheckKind::Refusal = kind {
            return match &self.outcome {
                Ok(_) => Err("Flink does not refuse it".to_owned()),
                Err(refusal) => Ok(format!(
                    "{}: {}: {}\n",
                    refusal.stage,
                    refusal.exception,
                    refusal.message.as_deref().unwrap_or("null").trim_end()
                )),
            };
        }
        let planned = self.outcome.as_ref().map_err(|refusal| format!("Flink refuses it: {refusal}"))?;
        let lines = match kind {
            CheckKind::Job => planned.job(),
            CheckKind::Transformations => planned.transformations(),
            CheckKind::Nodes => planned.nodes(),
            CheckKind::VirtualNodes => planned.virtual_nodes(),
            CheckKind::Edges => planned.edges(),
            CheckKind::Buffers => planned.buffers(),
            CheckKind::Conditions => planned.conditions(about)?,
            CheckKind::Ids => planned.ids(),
            CheckKind::Chains => planned.chains(),
            CheckKind::Vertices => planned.vertices(),
            CheckKind::ChainIndices => planned.chain_indices(),
            CheckKind::DataSets => planned.data_sets(),
            CheckKind::JobEdges => planned.job_edges(),
            CheckKind::Slots => planned.slots(),
            CheckKind::Memory => planned.memory(),
            CheckKind::Steps => planned.steps(about)?,
            CheckKind::Refusal => unreachable!("a refusal was told above"),
        };
        let lines = if lines.is_empty() { vec!["none".to_owned()] } else { lines };
        Ok(lines.into_iter().map(|line| line + "\n").collect())
    }
}

/// What each node is called.
fn names(plan: &Plan) -> HashMap<TransformationId, String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for node in plan.stream_graph.graph.node_weights() {
        *counts.entry(&node.name).or_default() += 1;
    }
    let name = |node: &stream_graph::StreamNode| match counts[node.name.as_str()] {
        1 => node.name.clone(),
        _ => format!("{} ({})", node.name, node.id),
    };
    plan.stream_graph.graph.node_weights().map(|node| (node.id, name(node))).collect()
}

/// The result partition type that a rule gave, before anything replaced it.
fn by_rule(in_the_end: ResultPartitionType, replaced: Option<ReplacedPartitionType>) -> ResultPartitionType {
    match replaced {
        Some(ReplacedPartitionType::ByCache(by_rule) | ReplacedPartitionType::ByBroadcast(by_rule)) => {
            by_rule
        }
        None => in_the_end,
    }
}

/// A line that grows by what is worth saying.
struct Line(String);

impl Line {
    fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    fn and(mut self, text: impl AsRef<str>) -> Self {
        let _ = write!(self.0, ", {}", text.as_ref());
        self
    }

    fn and_if(self, worth_saying: bool, text: impl FnOnce() -> String) -> Self {
        if worth_saying { self.and(text()) } else { self }
    }
}

fn or_unset(number: i32) -> String {
    if number > 0 { number.to_string() } else { "unset".to_owned() }
}

/// A parallelism, which a dynamic graph may leave open.
fn or_open(number: i32) -> String {
    if number > 0 { number.to_string() } else { "open".to_owned() }
}

fn joined(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<_> = items.into_iter().collect();
    if items.is_empty() { "none".to_owned() } else { items.join(", ") }
}

impl Planned {
    fn name(&self, id: TransformationId) -> &str {
        &self.names[&id]
    }

    fn node_name(&self, node: StreamNodeIndex) -> &str {
        self.name(self.plan.stream_graph.graph[node].id)
    }

    fn edge_name(&self, edge: StreamEdgeIndex) -> String {
        let edge = &self.plan.stream_graph.graph[edge];
        format!("{} → {}", self.name(edge.source), self.name(edge.target))
    }

    fn letter(&self, vertex: JobVertexIndex) -> String {
        let position = self.plan.job_graph.topological.iter().position(|&other| other == vertex);
        letter(position.expect("every vertex is in topological order"))
    }

    fn stream_graph_decisions(&self) -> impl Iterator<Item = &stream_graph::Decision> {
        self.decisions.iter().filter_map(|decision| match decision {
            Decision::StreamGraph(decision) => Some(decision),
            Decision::JobGraph(_) => None,
        })
    }

    fn job_graph_decisions(&self) -> impl Iterator<Item = &job_graph::Decision> {
        self.decisions.iter().filter_map(|decision| match decision {
            Decision::JobGraph(decision) => Some(decision),
            Decision::StreamGraph(_) => None,
        })
    }

    /// `BATCH, ALL_EDGES_BLOCKING, dynamic`.
    fn job(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let line = Line::new(graph.job_type.name())
            .and(graph.global_exchange_mode.name())
            .and_if(graph.dynamic, || "dynamic".to_owned())
            .and_if(!graph.chaining, || "chaining off".to_owned());
        vec![line.0]
    }

    /// `3 PartitionTransformation Partition: inputs 2, HASH`.
    fn transformations(&self) -> Vec<String> {
        let transformations = &self.plan.transformations;
        let mut indices = transformations.reachable();
        indices.sort_by_key(|&index| transformations.graph[index].id);
        let lines = indices.into_iter().map(|index| {
            let transformation = &transformations.graph[index];
            let inputs =
                transformation.inputs.iter().map(|&input| transformations.graph[input].id.to_string());
            let partitioner = match &transformation.kind {
                TransformationKind::Partition { partitioner, .. } => Some(partitioner.to_string()),
                TransformationKind::SideOutput { tag } => Some(format!("tag {tag}")),
                _ => None,
            };
            let listed =
                if transformations.roots.contains(&index) { "in the list" } else { "not in the list" };
            let line = format!(
                "{} {} {}: inputs {}",
                transformation.id,
                transformation.kind.class_name(),
                transformation.name,
                joined(inputs)
            );
            let line = partitioner.into_iter().fold(Line::new(line), Line::and);
            line.and(listed).0
        });
        lines.collect()
    }

    /// `2 Flat Map: OneInputStreamTask, ALWAYS, parallelism 1, group default (slot-sharing-group-inherited)`.
    fn nodes(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let mut rules = HashMap::new();
        for decision in self.stream_graph_decisions() {
            if let stream_graph::Decision::StreamNode { node, slot_sharing_group, .. } = decision {
                rules.insert(*node, Rule::from(*slot_sharing_group));
            }
        }
        let lines = graph.nodes_by_id().into_iter().map(|index| {
            let node = &graph.graph[index];
            let configured = if node.parallelism_configured { " set" } else { "" };
            let line = Line::new(format!("{} {}: {}", node.id, node.name, node.job_vertex_class))
                .and(node.chaining_strategy.name())
                .and(format!("parallelism {}{configured}", node.parallelism))
                .and_if(node.max_parallelism > 0, || format!("max {}", node.max_parallelism))
                .and(format!("group {} by {}", node.slot_sharing_group, rules[&index]))
                .and_if(node.yielding, || "yielding".to_owned());
            let line = node
                .input_requirements
                .iter()
                .fold(line, |line, (input, requirement)| line.and(format!("input {input} {requirement}")));
            let line = node
                .managed_memory_operator
                .iter()
                .fold(line, |line, (use_case, weight)| line.and(format!("{use_case} weight {weight}")));
            let line = node.managed_memory_slot.iter().fold(line, |line, use_case| line.and(use_case.name()));
            let line = node.uid.iter().fold(line, |line, uid| line.and(format!("uid {uid}")));
            line.0
        });
        lines.collect()
    }

    /// `6: Flat Map with HASH`, `7: Flat Map, output late`.
    fn virtual_nodes(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let name = |id: &TransformationId| match self.names.get(id) {
            Some(name) => name.clone(),
            None => format!("virtual node {id}"),
        };
        let mut lines = BTreeMap::new();
        for (&id, node) in &graph.virtual_partition_nodes {
            let line = Line::new(format!("{id}: {} with {}", name(&node.original), node.partitioner))
                .and_if(node.exchange_mode != StreamExchangeMode::Undefined, || {
                    format!("exchange {}", node.exchange_mode)
                });
            lines.insert(id, line.0);
        }
        for (&id, node) in &graph.virtual_side_output_nodes {
            lines.insert(id, format!("{id}: {}, output {}", name(&node.original), node.tag));
        }
        lines.into_values().collect()
    }

    /// `Map → Filter: FORWARD by forward-for-equal-parallelism, chains`.
    fn edges(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let lines = self.stream_graph_decisions().filter_map(|decision| {
            let stream_graph::Decision::StreamEdge { edge, rule, .. } = decision else { return None };
            let stream_edge = &graph.graph[*edge];
            let line =
                format!("{}: {} by {}", self.edge_name(*edge), stream_edge.partitioner, Rule::from(*rule));
            let converted = self.plan.job_graph.partitioners[edge.index()];
            let line = Line::new(line)
                .and_if(stream_edge.exchange_mode != StreamExchangeMode::Undefined, || {
                    format!("exchange {}", stream_edge.exchange_mode)
                })
                .and_if(stream_edge.type_number > 0, || format!("input {}", stream_edge.type_number))
                .and_if(stream_edge.unique_id > 0, || format!("number {}", stream_edge.unique_id));
            let line = stream_edge.output_tag.iter().fold(line, |line, tag| line.and(format!("tag {tag}")));
            let line = line.and_if(converted.to_string() != stream_edge.partitioner.to_string(), || {
                format!("becomes {converted}")
            });
            Some(line.and(self.chains_or_not(*edge)).0)
        });
        lines.collect()
    }

    fn chains_or_not(&self, edge: StreamEdgeIndex) -> String {
        let (source, target) =
            self.plan.stream_graph.graph.edge_endpoints(edge).expect("an edge has two ends");
        let vertex_of = |node: StreamNodeIndex| self.plan.job_graph.vertex_of[node.index()];
        match self.plan.job_graph.chainability[edge.index()].stopped_at() {
            None => "chains".to_owned(),
            Some(_) if vertex_of(source) == vertex_of(target) => "runs inside".to_owned(),
            Some(code) => format!("stops at {code}"),
        }
    }

    /// `Map → Filter: 100 ms, unaligned checkpoints`.
    fn buffers(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let edges = graph.graph.edge_indices().map(|edge| {
            let stream_edge = &graph.graph[edge];
            let timeout = match stream_edge.buffer_timeout {
                -1 => "full buffers only".to_owned(),
                timeout => format!("{timeout} ms"),
            };
            let unaligned = if stream_edge.supports_unaligned_checkpoints {
                "unaligned checkpoints"
            } else {
                "aligned checkpoints only"
            };
            Line::new(format!("{}: {timeout}", self.edge_name(edge))).and(unaligned).0
        });
        edges.collect()
    }

    /// `✗ same-parallelism: 2 ≠ 4, Flink stops here`.
    fn conditions(&self, about: &str) -> Result<Vec<String>, String> {
        let mut edges = self.plan.stream_graph.graph.edge_indices();
        let edge = edges.find(|&edge| self.edge_name(edge) == about).ok_or_else(|| {
            let edges = self.plan.stream_graph.graph.edge_indices().map(|edge| self.edge_name(edge));
            format!("there is no edge {about}; there are {}", joined(edges))
        })?;
        let of_edge = |step: &&planscope::explain::Step| {
            step.chains.is_some() && step.decides == Some(planscope::explain::Element::StreamEdge(edge))
        };
        let step = self.explanation.steps.iter().find(of_edge).ok_or("nobody asks whether it chains")?;
        let lines = step.facts.iter().map(|fact| {
            let mark = if fact.holds == Some(true) { "✓" } else { "✗" };
            let rule = fact.rule.expect("a condition has a page");
            Line::new(format!("{mark} {rule}: {}", fact.value))
                .and_if(fact.stopped_here, || "Flink stops here".to_owned())
                .0
        });
        Ok(lines.collect())
    }

    /// `Flat Map 7df1…: ordinal 1, inputs Source: Socket Stream`.
    fn ids(&self) -> Vec<String> {
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
    fn chains(&self) -> Vec<String> {
        let job_graph = &self.plan.job_graph;
        let line = |&vertex: &JobVertexIndex| {
            let job_vertex = &job_graph.graph[vertex];
            format!("{} ×{}  {}", self.letter(vertex), or_open(job_vertex.parallelism), job_vertex.name)
        };
        job_graph.topological.iter().map(line).collect()
    }

    /// `A cbc3…: SourceStreamTask, parallelism 1, max unset, operators Flat Map, Source: Socket Stream`.
    fn vertices(&self) -> Vec<String> {
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
    fn chain_indices(&self) -> Vec<String> {
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
    fn data_sets(&self) -> Vec<String> {
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
    fn job_edges(&self) -> Vec<String> {
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
    fn slots(&self) -> Vec<String> {
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
    fn memory(&self) -> Vec<String> {
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

    /// The sentences of a phase or method, or of several, indented by the depth of Flink's recursion.
    fn steps(&self, about: &str) -> Result<Vec<String>, String> {
        let words: Vec<_> = about.split_whitespace().collect();
        if words.is_empty() {
            return Err("steps are those of a phase or of methods".to_owned());
        }
        let asked = |method: &str, phase: Phase| {
            let method = method.rsplit('.').next().unwrap_or(method);
            words.contains(&method) || words.contains(&phase.name())
        };
        let steps = self.explanation.steps.iter().filter(|step| asked(step.method, step.phase));
        let steps: Vec<_> = steps.collect();
        let least = steps.iter().map(|step| step.depth).min().unwrap_or_default();
        let indent = |depth: u32| "  ".repeat((depth - least) as usize);
        Ok(steps.iter().map(|step| indent(step.depth) + &step.sentence).collect())
    }
}
