//! What holds for the steps of every plan: of the golden files and of the larger pipelines beside them.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::LazyLock;

use planscope::explain::{Element, Phase, Rule};
use planscope::flink::TransformationId;
use planscope::job_graph::{ConditionCode, Decision as JobGraphDecision};
use planscope::planner::Decision;
use planscope::render::counterparts::counterparts;
use planscope::render::dump_element;
use planscope::render::names::{element_name, element_named};
use planscope::stream_graph::{Decision as StreamGraphDecision, StreamEdgeIndex};
use serde_json::Value;

use super::{Explained, explained};

/// Every pipeline that Flink plans, explained, with Flink's dump.
static PLANS: LazyLock<Vec<(Explained, Value)>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut texts = Vec::new();
    for entry in fs::read_dir(&folder).expect("the golden files are there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "json") {
            texts.push(fs::read_to_string(path).expect("a golden file is text"));
        } else {
            let corpus = fs::File::open(path).expect("a corpus can be read");
            let lines = BufReader::new(flate2::read::GzDecoder::new(corpus)).lines();
            texts.extend(lines.map(|line| line.expect("a corpus is text")));
        }
    }
    let goldens =
        texts.iter().map(|text| serde_json::from_str::<Value>(text).expect("a golden line is JSON"));
    let planned = goldens.filter(|golden| golden["dump"].get("error").is_none());
    planned.map(|mut golden| (explained(&golden["pipeline"].to_string()), golden["dump"].take())).collect()
});

/// Calls `check` with each of them.
#[track_caller]
fn every_plan(check: impl Fn(&Explained, &Value)) {
    assert!(PLANS.len() > 1200, "there are only {} plans", PLANS.len());
    for (explained, dump) in PLANS.iter() {
        check(explained, dump);
    }
}

/// Every element that a plan's graphs hold.
fn elements(explained: &Explained) -> HashSet<Element> {
    let graph = &explained.plan.stream_graph;
    let job_graph = &explained.plan.job_graph;
    let virtual_nodes = graph.virtual_partition_nodes.keys().chain(graph.virtual_side_output_nodes.keys());
    let mut elements: HashSet<_> = virtual_nodes.map(|&id| Element::VirtualNode(id)).collect();
    elements.extend(graph.graph.node_weights().map(|node| Element::StreamNode(node.id)));
    elements.extend(graph.graph.edge_indices().map(Element::StreamEdge));
    elements.extend(job_graph.graph.node_indices().map(Element::JobVertex));
    elements.extend(job_graph.graph.edge_weights().map(|edge| Element::JobEdge(edge.stream_edge)));
    elements
}

/// How often a decision says of each element that it makes it.
fn made(explained: &Explained) -> HashMap<Element, usize> {
    let graph = &explained.plan.stream_graph.graph;
    let made = explained.decisions.iter().filter_map(|decision| match decision {
        Decision::StreamGraph(StreamGraphDecision::StreamNode { node, .. }) => {
            Some(Element::StreamNode(graph[*node].id))
        }
        Decision::StreamGraph(
            StreamGraphDecision::VirtualPartitionNode { id, .. }
            | StreamGraphDecision::VirtualSideOutputNode { id, .. },
        ) => Some(Element::VirtualNode(*id)),
        Decision::StreamGraph(StreamGraphDecision::StreamEdge { edge, .. }) => {
            Some(Element::StreamEdge(*edge))
        }
        Decision::JobGraph(JobGraphDecision::ChainReturned { vertex, .. }) => vertex.map(Element::JobVertex),
        Decision::JobGraph(JobGraphDecision::Connect { stream_edge, .. }) => {
            Some(Element::JobEdge(*stream_edge))
        }
        _ => None,
    });
    made.fold(HashMap::new(), |mut counts, element| {
        *counts.entry(element).or_default() += 1;
        counts
    })
}

#[test]
fn every_element_is_made_by_one_step() {
    every_plan(|explained, _| {
        let made = made(explained);
        assert_eq!(made.keys().copied().collect::<HashSet<_>>(), elements(explained));
        assert!(made.values().all(|&count| count == 1), "{made:?}");
    });
}

#[test]
fn every_element_is_born_in_the_phase_that_it_belongs_to() {
    every_plan(|explained, _| {
        let explanation = &explained.explanation;
        assert_eq!(explanation.births.keys().copied().collect::<HashSet<_>>(), elements(explained));
        let steps: HashSet<_> = explanation.births.values().collect();
        assert_eq!(steps.len(), explanation.births.len(), "no step makes two elements");
        for (element, &number) in &explanation.births {
            let step = &explanation.steps[number - 1];
            let (phase, method) = match element {
                Element::Transformation(_) => unreachable!("Transformations exist from the start"),
                Element::StreamNode(_) => (Phase::Translate, "StreamGraph.addOperator"),
                Element::VirtualNode(id)
                    if explained.plan.stream_graph.virtual_partition_nodes.contains_key(id) =>
                {
                    (Phase::Translate, "StreamGraph.addVirtualPartitionNode")
                }
                Element::VirtualNode(_) => (Phase::Translate, "StreamGraph.addVirtualSideOutputNode"),
                Element::StreamEdge(_) => (Phase::Translate, "StreamGraph.createActualEdge"),
                Element::JobVertex(_) => (Phase::Chain, "StreamingJobGraphGenerator.createJobVertex"),
                Element::JobEdge(_) => (Phase::Connect, "StreamingJobGraphGenerator.connect"),
            };
            assert_eq!((step.phase, step.method), (phase, method), "{element:?}");
        }
    });
}

#[test]
fn nothing_is_touched_before_it_is_born_except_at_its_birth() {
    every_plan(|explained, _| {
        for (at, step) in explained.explanation.steps.iter().enumerate() {
            for element in step.touches.iter().chain(&step.decides) {
                let born = match element {
                    Element::Transformation(_) => continue,
                    element => explained.explanation.births[element],
                };
                assert!(
                    born <= at + 1,
                    "step {} touches {element:?}, born at {born}: {}",
                    at + 1,
                    step.sentence
                );
            }
        }
    });
}

#[test]
fn phases_follow_one_another_and_each_comes_back_to_the_surface() {
    every_plan(|explained, _| {
        let steps = &explained.explanation.steps;
        assert!(steps.is_sorted_by_key(|step| step.phase));
        for phase in Phase::ALL {
            let steps: Vec<_> = steps.iter().filter(|step| step.phase == phase).collect();
            let mut deepest = 0;
            for step in &steps {
                assert!(step.depth <= deepest, "a recursion goes down one call at a time: {}", step.sentence);
                deepest = step.depth + 1;
            }
            // Only a connection may be missing: a plan of one vertex has none.
            let Some(surface) = steps.iter().rposition(|step| step.depth == 0) else {
                assert!(phase == Phase::Connect && steps.is_empty(), "{}", phase.name());
                continue;
            };
            assert_eq!(surface + 1, steps.len(), "{}: {}", phase.name(), steps[surface].sentence);
        }
    });
}

#[test]
fn every_transformation_that_is_gone_into_is_come_back_from_once() {
    every_plan(|explained, _| {
        let mut open = Vec::new();
        for decision in &explained.decisions {
            match decision {
                Decision::StreamGraph(StreamGraphDecision::Transform { transformation, depth }) => {
                    open.push((*transformation, *depth));
                }
                Decision::StreamGraph(StreamGraphDecision::Transformed { transformation, result, depth }) => {
                    assert_eq!(open.pop(), Some((*transformation, *depth)));
                    let graph = &explained.plan.stream_graph;
                    assert!(result.iter().all(|id| graph.indices.contains_key(id)
                        || graph.virtual_partition_nodes.contains_key(id)
                        || graph.virtual_side_output_nodes.contains_key(id)));
                }
                _ => {}
            }
        }
        assert!(open.is_empty(), "{open:?}");
    });
}

#[test]
fn every_rule_is_what_some_step_rests_on() {
    let mut named = HashSet::new();
    for (explained, _) in PLANS.iter() {
        for step in &explained.explanation.steps {
            named.insert(step.rule);
            named.extend(step.facts.iter().filter_map(|fact| fact.rule));
        }
    }
    let orphans: Vec<_> = Rule::ALL.iter().filter(|rule| !named.contains(rule)).collect();
    assert!(orphans.is_empty(), "no step leads to the pages of {orphans:?}");
}

#[test]
fn every_step_says_something_and_names_a_call_of_the_program() {
    every_plan(|explained, _| {
        let calls =
            explained.plan.transformations.graph.node_weights().map(|it| it.call).collect::<HashSet<_>>();
        for step in &explained.explanation.steps {
            assert!(step.sentence.ends_with('.'), "{}", step.sentence);
            assert!(step.facts.iter().all(|fact| !fact.label.is_empty()), "{}", step.sentence);
            assert!(step.call.is_none_or(|call| calls.contains(&call)), "{}", step.sentence);
            // What is about the whole job or several vertices is about no call.
            let about_more = step.phase == Phase::Place
                || matches!(step.rule, Rule::RuntimeMode | Rule::SlotSharingResources);
            assert!(step.call.is_some() || about_more, "{}", step.sentence);
        }
    });
}

/// Where Flink put each StreamNode: its JobVertex, and its chain index there (0 for a chained source).
fn flinks_chains(dump: &Value) -> HashMap<u64, (usize, u64)> {
    let vertices = dump["jobGraph"]["vertices"].as_array().expect("a dump has vertices");
    let chains = vertices.iter().enumerate().flat_map(|(vertex, it)| {
        let chain = it["chain"].as_array().expect("a vertex has a chain");
        let number = |value: &Value| value.as_u64().expect("ids and indices are numbers");
        chain
            .iter()
            .map(move |operator| (number(&operator["node"]), (vertex, number(&operator["chainIndex"]))))
    });
    chains.collect()
}

#[test]
fn an_edge_stays_inside_a_vertex_of_flink_exactly_when_all_conditions_hold() {
    every_plan(|explained, dump| {
        let chains = flinks_chains(dump);
        let graph = &explained.plan.stream_graph;
        for edge in graph.graph.edge_indices() {
            let chainability = explained.plan.job_graph.chainability[edge.index()];
            let conditions = chainability.conditions(graph, edge);
            assert_eq!(conditions.iter().all(|condition| condition.holds), chainability.holds());
            let at = |id: TransformationId| chains[&u64::from(id.0)];
            let ((from, chain_index), (to, _)) = (at(graph.graph[edge].source), at(graph.graph[edge].target));
            // A source that runs inside the operator it feeds need not be its only input.
            let chained_source =
                chain_index == 0 && chainability.failed().all(|it| it == ConditionCode::SingleInput);
            assert_eq!(from == to, chainability.holds() || chained_source, "{}", explained.ends(edge));
        }
    });
}

#[test]
fn create_chain_asks_once_about_every_edge_that_does_not_leave_a_chained_source() {
    every_plan(|explained, dump| {
        let chains = flinks_chains(dump);
        let graph = &explained.plan.stream_graph;
        let mut asked: Vec<StreamEdgeIndex> = Vec::new();
        for step in explained.steps_of(".isChainable") {
            let Some(Element::StreamEdge(edge)) = step.decides else { panic!("{}", step.sentence) };
            let chainability = explained.plan.job_graph.chainability[edge.index()];
            assert_eq!(step.chains, Some(chainability.holds()));
            let holds =
                chainability.conditions(graph, edge).iter().map(|it| Some(it.holds)).collect::<Vec<_>>();
            assert_eq!(step.facts.iter().map(|fact| fact.holds).collect::<Vec<_>>(), holds);
            asked.push(edge);
        }
        asked.sort();
        let of_a_walk = |edge: &StreamEdgeIndex| chains[&u64::from(graph.graph[*edge].source.0)].1 > 0;
        let expected: Vec<_> = graph.graph.edge_indices().filter(of_a_walk).collect();
        assert_eq!(asked, expected);
    });
}

#[test]
fn every_element_is_found_by_its_name_and_has_records_and_counterparts_that_are_too() {
    every_plan(|explained, _| {
        let plan = &explained.plan;
        let told =
            explained.explanation.steps.iter().flat_map(|step| step.decides.iter().chain(&step.touches));
        for element in elements(explained).into_iter().chain(told.copied()) {
            let name = element_name(plan, element);
            assert_eq!(element_named(plan, &name), Some(element), "{name}");
            assert!(!dump_element(plan, element).is_empty(), "{name}");
            for counterpart in counterparts(plan, element) {
                let other = element_name(plan, counterpart);
                assert_eq!(element_named(plan, &other), Some(counterpart), "{other}, of {name}");
            }
        }
    });
}

#[test]
fn every_edge_that_does_not_chain_is_one_job_edge() {
    every_plan(|explained, _| {
        let plan = &explained.plan;
        let vertex_of =
            |node: TransformationId| plan.job_graph.vertex_of[plan.stream_graph.indices[&node].index()];
        let broken = plan.stream_graph.graph.edge_indices().filter(|&edge| {
            let edge = &plan.stream_graph.graph[edge];
            vertex_of(edge.source) != vertex_of(edge.target)
        });
        let job_edges: HashSet<_> =
            plan.job_graph.graph.edge_weights().map(|edge| edge.stream_edge).collect();
        assert_eq!(broken.collect::<HashSet<_>>(), job_edges);
        assert_eq!(job_edges.len(), plan.job_graph.graph.edge_count());
    });
}

#[test]
fn what_changes_nothing_neither_makes_an_element_nor_decides_about_a_chain() {
    every_plan(|explained, _| {
        let steps = &explained.explanation.steps;
        let idle: HashSet<usize> = (1..)
            .zip(steps)
            .filter(|(_, step)| !step.changes_something())
            .map(|(number, _)| number)
            .collect();
        assert!(explained.explanation.births.values().all(|birth| !idle.contains(birth)));
        assert!(idle.iter().all(|number| steps[number - 1].chains.is_none()));
        assert!(idle.len() < steps.len());
    });
}
