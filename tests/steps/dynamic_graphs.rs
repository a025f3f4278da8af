//! What happens only in a dynamic graph: a BATCH job whose scheduler decides parallelism as it runs.

use planscope::explain::Step;

use super::{Explained, explained};

fn told<'a>(explained: &'a Explained, method: &'a str) -> Vec<&'a str> {
    explained.steps_of(method).map(|step| step.sentence.as_str()).collect()
}

fn facts(step: &Step) -> Vec<String> {
    step.facts.iter().map(|fact| format!("{}: {}", fact.label, fact.value)).collect()
}

const SET_PARALLELISMS: &str = "setVertexParallelismsForDynamicGraphIfNecessary";

#[test]
fn an_edge_that_nobody_partitioned_is_forward_when_it_chains_and_rescaled_when_it_does_not() {
    let plan = explained(
        r#"{"config": {"execution.runtime-mode": "BATCH"}, "operators": [
            {"op": "fromSequence"}, {"op": "map", "startNewChain": true}, {"op": "print"}]}"#,
    );
    assert_eq!(
        told(&plan, "tryConvertPartitionerForDynamicGraph"),
        [
            "Map (2) → Sink: Print to Std. Out (3) chains, so the partitioner that nobody set is FORWARD for good.",
            "Source: Sequence Source (1) → Map (2) does not chain, and nobody set its partitioner: RESCALE takes the place of \
          FORWARD, since the parallelism may still change."
        ]
    );
    assert_eq!(
        told(&plan, SET_PARALLELISMS),
        [
            "The parallelism of JobVertex B is left open: no operator in it sets one, and Flink decides it when it knows \
             how much there is to read.",
            "The parallelism of JobVertex A is left open: no operator in it sets one, and Flink decides it when it knows \
             how much there is to read.",
        ]
    );
}

#[test]
fn vertices_that_forward_connects_get_the_parallelism_that_one_of_them_sets() {
    let plan = explained(
        r#"{"config": {"execution.runtime-mode": "BATCH", "parallelism.default": 4}, "operators": [
            {"op": "fromSequence"}, {"op": "rebalance"}, {"op": "map", "parallelism": 4, "maxParallelism": 64},
            {"op": "forward"}, {"op": "filter", "startNewChain": true}, {"op": "print"}]}"#,
    );
    let steps: Vec<_> = plan.steps_of(SET_PARALLELISMS).collect();
    let group = steps.last().expect("the forward group is the last step");
    assert_eq!(
        group.sentence,
        "JobVertices B and C are a forward group: explicit FORWARD edges connect them, so they have one parallelism."
    );
    assert_eq!(facts(group), ["Parallelism: 4", "Maximum parallelism: 64"]);
}

#[test]
fn a_graph_that_is_not_dynamic_has_none_of_these_steps() {
    let plan = explained(
        r#"{"config": {"execution.runtime-mode": "BATCH", "jobmanager.scheduler": "Default"}, "operators": [
            {"op": "fromSequence"}, {"op": "map", "startNewChain": true}, {"op": "print"}]}"#,
    );
    assert!(told(&plan, "tryConvertPartitionerForDynamicGraph").is_empty());
    assert!(told(&plan, SET_PARALLELISMS).is_empty());
}
