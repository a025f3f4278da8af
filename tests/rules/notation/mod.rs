//! The notations in which pages say what a plan is: one line for each thing, in Flink's order.
//!
//! Nodes go by Flink's names; where two have the same, by name and id. JobVertices go by their letters.

mod job_graph;
mod stream_graph;

use std::collections::HashMap;
use std::fmt::Write as _;

use planscope::explain::{Explanation, Phase, explain, letter};
use planscope::flink::{FlinkVersion, Refusal, TransformationId};
use planscope::frontend::definition;
use planscope::job_graph::{Decision as JobGraphDecision, JobVertexIndex};
use planscope::planner::{self, Decision, Plan};
use planscope::rules::CheckKind;
use planscope::stream_graph::{
    Decision as StreamGraphDecision, StreamEdgeIndex, StreamNode, StreamNodeIndex,
};

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
    let name = |node: &StreamNode| match counts[node.name.as_str()] {
        1 => node.name.clone(),
        _ => format!("{} ({})", node.name, node.id),
    };
    plan.stream_graph.graph.node_weights().map(|node| (node.id, name(node))).collect()
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

    fn stream_graph_decisions(&self) -> impl Iterator<Item = &StreamGraphDecision> {
        self.decisions.iter().filter_map(|decision| match decision {
            Decision::StreamGraph(decision) => Some(decision),
            Decision::JobGraph(_) => None,
        })
    }

    fn job_graph_decisions(&self) -> impl Iterator<Item = &JobGraphDecision> {
        self.decisions.iter().filter_map(|decision| match decision {
            Decision::JobGraph(decision) => Some(decision),
            Decision::StreamGraph(_) => None,
        })
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
