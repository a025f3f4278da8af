//! How long it takes to parse, plan and explain pipelines of five shapes, from 10 to 1,000,000 calls.
//!
//! `cargo bench --bench planner`; a part of a benchmark's name, such as `explain/chain`, runs those alone.

#[path = "../planner/shapes.rs"]
mod shapes;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use planscope::explain::explain;
use planscope::flink::FlinkVersion;
use planscope::frontend::{PipelineDefinition, definition};
use planscope::planner::{self, Decision};

use shapes::Shape;

const CALLS: [usize; 7] = [10, 50, 100, 1_000, 10_000, 100_000, 1_000_000];

/// The most calls whose steps are put into words: a million calls make gigabytes of sentences.
const MOST_EXPLAINED: usize = 100_000;

fn parse(text: &str) -> PipelineDefinition {
    definition::parse(text).definition.expect("the shapes are well-formed")
}

/// Runs a benchmark for every shape and size.
fn bench(criterion: &mut Criterion, name: &str, most: usize, run: fn(&str, &PipelineDefinition)) {
    for shape in Shape::ALL {
        let mut group = criterion.benchmark_group(format!("{name}/{}", shape.name()));
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(1));
        for calls in CALLS.into_iter().filter(|&calls| calls <= most) {
            let text = shape.pipeline(calls);
            let definition = parse(&text);
            group.throughput(Throughput::Elements(calls as u64));
            group.bench_function(BenchmarkId::from_parameter(calls), |bencher| {
                bencher.iter(|| run(&text, &definition));
            });
        }
        group.finish();
    }
}

/// The text to a definition.
fn parsing(criterion: &mut Criterion) {
    bench(criterion, "parse", usize::MAX, |text, _| {
        black_box(definition::parse(text));
    });
}

/// The definition to the three graphs, with nobody watching.
fn planning(criterion: &mut Criterion) {
    bench(criterion, "plan", usize::MAX, |_, definition| {
        let plan = planner::plan(definition, FlinkVersion::V2_2_0, &mut ());
        black_box(plan.expect("the shapes are not refused"));
    });
}

/// The same, with every decision kept.
fn tracing(criterion: &mut Criterion) {
    bench(criterion, "trace", usize::MAX, |_, definition| {
        let mut decisions: Vec<Decision> = Vec::new();
        let plan = planner::plan(definition, FlinkVersion::V2_2_0, &mut decisions);
        black_box((plan.expect("the shapes are not refused"), decisions));
    });
}

/// The definition to the three graphs and every step.
fn explaining(criterion: &mut Criterion) {
    bench(criterion, "explain", MOST_EXPLAINED, |_, definition| {
        let mut decisions: Vec<Decision> = Vec::new();
        let plan = planner::plan(definition, FlinkVersion::V2_2_0, &mut decisions);
        let plan = plan.expect("the shapes are not refused");
        black_box(explain(&plan, &decisions));
    });
}

criterion_group!(benches, parsing, planning, tracing, explaining);
criterion_main!(benches);
