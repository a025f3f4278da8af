//! Large pipelines plan on a small stack, in memory that grows with them and no faster.

use std::time::Instant;

use peak_alloc::PeakAlloc;
use planscope::explain::explain;
use planscope::flink::FlinkVersion;
use planscope::planner;
use planscope::render;

use super::parse;
use super::shapes::{Shape, document};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Flink itself overflows the default stack of 1 MB at about 1,760 operators.
const STACK: usize = 192 * 1024;

/// What a call may take at most while it is parsed, planned, explained and dumped, in bytes.
const BYTES_A_CALL: usize = 24 * 1024;

/// Parses, plans, explains and dumps on a small stack; gives the numbers of nodes, vertices and steps.
fn all_of(text: &str) -> (usize, usize, usize) {
    std::thread::scope(|scope| {
        let run = || {
            let definition = parse(text);
            let mut decisions: Vec<planner::Decision> = Vec::new();
            let plan = planner::plan(&definition, FlinkVersion::V2_2_0, &mut decisions)
                .unwrap_or_else(|refusal| panic!("{refusal}"));
            let explanation = explain(&plan, &decisions);
            serde_json::to_writer(std::io::sink(), &render::dump(&plan)).expect("a dump is JSON");
            let job_graph = &plan.job_graph.graph;
            (plan.stream_graph.graph.node_count(), job_graph.node_count(), explanation.steps.len())
        };
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        thread.expect("a thread can be made").join().expect("nothing panics")
    })
}

/// A chain whose description is in one line: as a tree, each operator is indented by its depth, as it is in Flink.
fn chain(calls: usize) -> String {
    let config = r#"{"config": {"pipeline.vertex-description-mode": "CASCADING"}, "#;
    Shape::Chain.pipeline(calls).replacen('{', config, 1)
}

/// One test, so that no other large plan counts towards the peak.
#[test]
fn large_pipelines_plan_on_a_small_stack_and_in_reasonable_memory() {
    let union = {
        let mut entries: Vec<_> =
            (0..20_000).map(|at| format!(r#"{{"id": "s{at}", "op": "fromSource"}}"#)).collect();
        let inputs: Vec<_> = (0..20_000).map(|at| format!("\"s{at}\"")).collect();
        entries.push(format!(r#"{{"op": "union", "inputs": [{}]}}"#, inputs.join(", ")));
        entries.push(r#"{"op": "print"}"#.to_owned());
        document(&entries)
    };
    for (name, text, calls, nodes, vertices) in [
        ("a chain of 200,000", chain(200_000), 200_000, 200_000, 1),
        ("a fan-out of 100,000", Shape::FanOut.pipeline(100_000), 100_000, 100_000, 1),
        ("a ladder of diamonds, 100,000 in all", Shape::Diamonds.pipeline(100_000), 100_000, 100_000, 33_334),
        ("a union of 20,000", union, 20_002, 20_001, 20_001),
    ] {
        let before = ALLOCATOR.current_usage();
        ALLOCATOR.reset_peak_usage();
        let start = Instant::now();
        let (planned_nodes, planned_vertices, steps) = all_of(&text);
        let peak = ALLOCATOR.peak_usage().saturating_sub(before);
        println!("{name}: {:?}, {} MB, {steps} steps", start.elapsed(), peak >> 20);
        assert_eq!((planned_nodes, planned_vertices), (nodes, vertices), "{name}");
        assert!(peak < calls * BYTES_A_CALL, "{name} took {} MB", peak >> 20);
    }
}
