//! planscope beside real Flink 2.2.0 in a warm JVM: the same pipelines, in the same run; `tests/bench/beside_flink` runs it.
//!
//! Flink's time is that for the StreamGraph and the JobGraph; planscope's holds the program's calls as well. Both are
//! medians. Memory is the most that planning held beyond what was there before; for Flink, what the heap grew by without
//! a collection in between, so garbage counts.

#[path = "../planner/shapes.rs"]
mod shapes;

#[path = "../differential/reference.rs"]
#[expect(dead_code, reason = "benchmarks ask for no dumps")]
mod reference;

use std::hint::black_box;
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use planscope::flink::FlinkVersion;
use planscope::frontend::{PipelineDefinition, definition};
use planscope::planner;
use serde_json::Value;

use shapes::Shape;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Sizes at which both plan, and those that planscope plans alone.
const BOTH: [usize; 3] = [10, 100, 1_000];
const ALONE: [usize; 2] = [10_000, 100_000];

/// A chain goes on, beyond where Flink overflows its stack.
const CHAIN_OVERFLOWS: usize = 10_000;
const CHAIN_ALONE: usize = 1_000_000;

/// How long a pipeline is planned again and again, and how often at least.
const MEASURED: Duration = Duration::from_secs(1);
const TIMES: usize = 5;

fn main() {
    let mut flink = match reference::check() {
        Ok(()) => Some(reference::Reference::start("bench").expect("the reference starts")),
        Err(reason) => {
            println!("planscope alone: {reason}");
            None
        }
    };
    println!(
        "{:<10}{:>10}{:>16}{:>10}{:>16}{:>16}{:>10}{:>9}",
        "shape", "calls", "planscope ms", "MB", "Flink ms", "+ calls ms", "MB", "ratio"
    );
    for shape in Shape::ALL {
        let is_chain = matches!(shape, Shape::Chain);
        let sizes = BOTH.into_iter().chain(ALONE).chain(is_chain.then_some(CHAIN_ALONE));
        for calls in sizes {
            let text = shape.pipeline(calls);
            let ours = measure(&text);
            let is_asked = BOTH.contains(&calls) || is_chain && calls == CHAIN_OVERFLOWS;
            let flinks = flink.as_mut().filter(|_| is_asked).map(|flink| {
                let definition = serde_json::from_str(&text).expect("the shapes are JSON");
                flink.plan(&definition).expect("the reference answers")
            });
            print(shape, calls, &ours, flinks.as_ref());
        }
    }
}

struct Measured {
    time: Duration,
    peak_bytes: usize,
}

/// The time and the memory that planscope takes to plan a pipeline.
fn measure(text: &str) -> Measured {
    let definition = definition::parse(text).definition.expect("the shapes are well-formed");
    let before = ALLOCATOR.current_usage();
    ALLOCATOR.reset_peak_usage();
    plan(&definition);
    let peak_bytes = ALLOCATOR.peak_usage().saturating_sub(before);
    let start = Instant::now();
    let mut times = Vec::new();
    while times.len() < TIMES || start.elapsed() < MEASURED {
        times.push(plan(&definition));
    }
    times.sort();
    Measured { time: times[times.len() / 2], peak_bytes }
}

/// Plans once; giving the plan back does not count, as the JVM's garbage does not.
fn plan(definition: &PipelineDefinition) -> Duration {
    let start = Instant::now();
    let plan = black_box(planner::plan(definition, FlinkVersion::V2_2_0, &mut ()));
    let time = start.elapsed();
    assert!(plan.is_ok(), "the shapes are not refused");
    time
}

fn print(shape: Shape, calls: usize, ours: &Measured, flinks: Option<&Value>) {
    const MILLION: f64 = 1e6;
    let milliseconds = ours.time.as_secs_f64() * 1e3;
    let megabytes = ours.peak_bytes as f64 / MILLION;
    print!("{:<10}{calls:>10}{milliseconds:>16.4}{megabytes:>10.2}", shape.name());
    let number = |field: &str| flinks.and_then(|flinks| flinks[field].as_f64()).map(|it| it / MILLION);
    match (number("graphsNanos"), number("callsNanos"), number("peakBytes")) {
        (Some(graphs), Some(called), Some(megabytes)) => {
            println!("{graphs:>16.3}{called:>16.3}{megabytes:>10.2}{:>9.0}", graphs / milliseconds);
        }
        _ => println!(" {:>18}", flinks.and_then(|flinks| flinks["error"].as_str()).unwrap_or("-")),
    }
}
