//! The steps as a specification: what a person sees happen, in which order, and why.

mod chaining_conditions;
mod dynamic_graphs;
mod every_plan;
mod taught_tables;
mod worked_examples;

use planscope::explain::{Explanation, Step, explain};
use planscope::flink::{FlinkVersion, Refusal};
use planscope::frontend::definition;
use planscope::planner::{self, Decision, Plan};
use planscope::stream_graph::StreamEdgeIndex;

/// A plan together with the decisions that made it, and the steps that tell them.
struct Explained {
    plan: Plan,
    decisions: Vec<Decision>,
    explanation: Explanation,
}

impl Explained {
    /// The steps of one of Flink's methods, in order.
    fn steps_of<'a>(&'a self, method: &'a str) -> impl Iterator<Item = &'a Step> {
        self.explanation.steps.iter().filter(move |step| step.method.ends_with(method))
    }

    /// The names of both ends of a StreamEdge, without what a source's or sink's name begins with.
    fn ends(&self, edge: StreamEdgeIndex) -> String {
        let edge = &self.plan.stream_graph.graph[edge];
        let name = |id| short(&self.plan.stream_graph.node(id).name);
        format!("{} → {}", name(edge.source), name(edge.target))
    }
}

/// A node's name without `Source: ` or `Sink: `.
fn short(name: &str) -> &str {
    name.split_once(": ").map_or(name, |(_, name)| name)
}

/// What Flink throws instead of planning a pipeline.
#[track_caller]
fn refused(text: &str) -> Refusal {
    let definition = definition::parse(text).definition.unwrap_or_else(|| panic!("no definition: {text}"));
    match planner::plan(&definition, FlinkVersion::V2_2_0, &mut ()) {
        Ok(_) => panic!("Flink plans it: {text}"),
        Err(refusal) => *refusal,
    }
}

/// Plans and explains a pipeline that Flink does not refuse.
#[track_caller]
fn explained(text: &str) -> Explained {
    let definition = definition::parse(text).definition.unwrap_or_else(|| panic!("no definition: {text}"));
    let mut decisions = Vec::new();
    let plan = planner::plan(&definition, FlinkVersion::V2_2_0, &mut decisions)
        .unwrap_or_else(|refusal| panic!("{refusal}: {text}"));
    let explanation = explain(&plan, &decisions);
    Explained { plan, decisions, explanation }
}
