//! What holds for the fixes of every plan: each one mends, at the price that it says.

use planscope::explain::difference::{Difference, Side};
use planscope::explain::explain;
use planscope::flink::FlinkVersion;
use planscope::frontend::change::{Change, edit_text};
use planscope::frontend::definition;
use planscope::planner::{self, Decision, Plan};
use planscope::stream_graph::{StreamEdgeIndex, StreamNodeIndex};

use crate::corpora::every_pipeline;
use crate::fixes::Tried;
use crate::read;

/// The nodes that a call of the unchanged definition became.
fn nodes_of(plan: &Plan, origins: &[Option<usize>], call: usize) -> Vec<StreamNodeIndex> {
    let graph = &plan.stream_graph;
    graph.nodes_by_id().into_iter().filter(|&node| origins[graph.graph[node].call] == Some(call)).collect()
}

/// Whether the edge of one plan is inside of a vertex in another one.
fn chains_there(
    plan: &Plan,
    edge: StreamEdgeIndex,
    calls: usize,
    there: &Plan,
    origins: &[Option<usize>],
) -> bool {
    let here: Vec<_> = (0..calls).map(Some).collect();
    let (source, target) = plan.stream_graph.graph.edge_endpoints(edge).expect("an edge has ends");
    let counterpart = |node: StreamNodeIndex| {
        let call = plan.stream_graph.graph[node].call;
        let nth =
            nodes_of(plan, &here, call).iter().position(|&other| other == node).expect("it is one of them");
        nodes_of(there, origins, call)[nth]
    };
    let (source, target) = (counterpart(source), counterpart(target));
    assert!(there.stream_graph.graph.contains_edge(source, target), "the edge is still there");
    there.job_graph.vertex_of[source.index()] == there.job_graph.vertex_of[target.index()]
}

#[test]
fn every_fix_makes_its_edge_chain_when_the_changed_text_is_planned_anew_at_the_price_it_says() {
    let (mut breaks, mut mended, mut fixes, mut hopeless) = (0, 0, 0, 0);
    for (text, is_planned) in every_pipeline() {
        if !is_planned {
            continue;
        }
        let tried = Tried::of(text, "");
        for broken in tried.breaks() {
            breaks += 1;
            mended += usize::from(!broken.fixes.is_empty());
            hopeless += usize::from(broken.fixes.is_empty());
            assert!(!broken.fixes.is_empty() || broken.verdict.is_some() || broken.untried > 0);
            assert!(!broken.reasons.is_empty());
            for fix in &broken.fixes {
                fixes += 1;
                let new = edit_text(&tried.text, &tried.unchanged, &fix.changes).expect("a fix can be made");
                let parsed = definition::parse(&new);
                let Some(definition) = parsed.definition else { panic!("{new}: {:?}", parsed.diagnostics) };
                let mut decisions: Vec<Decision> = Vec::new();
                let plan = planner::plan(&definition, FlinkVersion::V2_2_0, &mut decisions)
                    .expect("a fix can be planned");
                let step = &explain(&plan, &decisions).steps[fix.step - 1];
                assert_eq!(step.chains, Some(true), "{}\n{new}", step.sentence);
                let is_dropped =
                    |call: &usize| fix.changes.iter().any(|it| *it == Change::Drop { call: *call });
                let calls = tried.unchanged.operators.len();
                let origins: Vec<_> = (0..calls).filter(|call| !is_dropped(call)).map(Some).collect();
                assert!(
                    chains_there(&tried.plan, broken.edge, calls, &plan, &origins),
                    "{}\n{new}",
                    fix.what
                );
                let before = Side { plan: &tried.plan, origins: &(0..calls).map(Some).collect::<Vec<_>>() };
                let difference = Difference::between(before, Side { plan: &plan, origins: &origins });
                assert_eq!(difference, fix.difference, "{}\n{new}", fix.what);
                assert!(difference.sentence().ends_with('.') && !difference.is_none(), "{}", fix.what);
            }
        }
    }
    println!("{breaks} breaks: {mended} with fixes ({fixes}), {hopeless} without");
    assert!(mended > 1000 && hopeless > 1000, "{mended} of {breaks} breaks have a fix");
}

#[test]
fn what_is_said_of_a_fix_needs_no_more_than_the_source() {
    let text = crate::calls(r#"{"op": "fromSource"}, {"op": "map", "parallelism": 2}, {"op": "print"}"#);
    let definition = read(&text);
    let tried = Tried::of(text, "");
    let fix = &tried.breaks()[0].fixes[0];
    assert_eq!(fix.adds, fix.changes.iter().cloned().collect::<Vec<_>>());
    assert!(fix.changes.that_change(&definition).len() == fix.changes.len());
}
