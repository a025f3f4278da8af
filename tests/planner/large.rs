//! Large pipelines plan on a small stack, in memory that grows with them and no faster.

use peak_alloc::PeakAlloc;
use planscope::explain::explain;
use planscope::flink::FlinkVersion;
use planscope::planner::{self, Decision};
use planscope::render;

use super::shapes::{Shape, document};
use super::{parse, plan};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Flink itself overflows the default stack of 1 MB at about 1,760 operators.
const STACK: usize = 192 * 1024;

/// What a call may take at most while it is parsed and planned, in bytes.
const BYTES_TO_PLAN: usize = 6 * 1024;

/// What a call may take at most while it is explained and dumped as well, in bytes.
const BYTES_TO_EXPLAIN: usize = 20 * 1024;

/// Runs something on a small stack; gives its result and the most memory that it held.
fn on_a_small_stack<R: Send>(run: impl FnOnce() -> R + Send) -> (R, usize) {
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    let result = std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        thread.expect("a thread can be made").join().expect("nothing panics")
    });
    (result, ALLOCATOR.peak_usage().saturating_sub(before))
}

/// Sources that all end in one sink.
fn union(sources: usize) -> String {
    let mut entries: Vec<_> =
        (0..sources).map(|at| format!(r#"{{"id": "s{at}", "op": "fromSource"}}"#)).collect();
    let inputs: Vec<_> = (0..sources).map(|at| format!("\"s{at}\"")).collect();
    entries.push(format!(r#"{{"op": "union", "inputs": [{}]}}"#, inputs.join(", ")));
    entries.push(r#"{"op": "print"}"#.to_owned());
    document(&entries)
}

/// One test, so that no other large plan counts towards the peak.
#[test]
fn large_pipelines_plan_on_a_small_stack_and_in_reasonable_memory() {
    for (name, text, calls, nodes, vertices) in [
        ("a chain of 200,000", Shape::Chain.pipeline(200_000), 200_000, 200_000, 1),
        ("a fan-out of 100,000", Shape::FanOut.pipeline(100_000), 100_000, 100_000, 1),
        ("a ladder of diamonds, 100,000 in all", Shape::Diamonds.pipeline(100_000), 100_000, 100_000, 33_334),
        ("a comb of 50,000 teeth", Shape::Comb.pipeline(150_001), 150_001, 100_001, 50_001),
        ("a union of 20,000", union(20_000), 20_002, 20_001, 20_001),
    ] {
        let (planned, peak) = on_a_small_stack(|| {
            let plan = plan(&text);
            (plan.stream_graph.graph.node_count(), plan.job_graph.graph.node_count())
        });
        assert_eq!(planned, (nodes, vertices), "{name}");
        assert!(peak < calls * BYTES_TO_PLAN, "{name} took {} MB", peak >> 20);
    }
    const CALLS: usize = 10_000;
    for shape in Shape::ALL {
        // As a tree, each operator of a chain is indented by its depth, as it is in Flink; in cascade it is not.
        let cascading = r#"{"config": {"pipeline.vertex-description-mode": "CASCADING"}, "#;
        let text = shape.pipeline(CALLS).replacen('{', cascading, 1);
        let ((), peak) = on_a_small_stack(|| {
            let mut decisions: Vec<Decision> = Vec::new();
            let plan = planner::plan(&parse(&text), FlinkVersion::V2_2_0, &mut decisions);
            let plan = plan.unwrap_or_else(|refusal| panic!("{refusal}"));
            assert!(explain(&plan, &decisions).steps.len() > CALLS, "{}", shape.name());
            serde_json::to_writer(std::io::sink(), &render::dump(&plan)).expect("a dump is JSON");
        });
        assert!(peak < CALLS * BYTES_TO_EXPLAIN, "{} took {} MB", shape.name(), peak >> 20);
    }
}
