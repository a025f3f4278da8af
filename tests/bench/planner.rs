//! How long it takes to parse, plan and explain pipelines of four shapes, from 10 to 100,000 calls.
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

const CALLS: [usize; 5] = [10, 50, 1_000, 10_000, 100_000];

fn parse(text: &str) -> PipelineDefinition {
    definition::parse(text).definition.expect("the shapes are well-formed")
}

/// Runs a benchmark for every shape and size.
fn bench(criterion: &mut Criterion, name: &str, run: fn(&str, &PipelineDefinition)) {
    for shape in Shape::ALL {
        let mut group = criterion.benchmark_group(format!("{name}/{}", shape.name()));
        group
            .sample_size(10)
            .warm_up_time(Duration::from_millis(300))
            .measurement_time(Duration::from_secs(1));
        for calls in CALLS {
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
    bench(criterion, "parse", |text, _| {
        black_box(definition::parse(text));
    });
}

/// The definition to the three graphs, with nobody watching.
fn planning(criterion: &mut Criterion) {
    bench(criterion, "plan", |_, definition| {
        let plan = planner::plan(definition, FlinkVersion::V2_2_0, &mut ());
        black_box(plan.expect("the shapes are not refused"));
    });
}

/// The definition to the three graphs and every step.
fn explaining(criterion: &mut Criterion) {
    bench(criterion, "explain", |_, definition| {
        let mut decisions: Vec<Decision> = Vec::new();
        let plan = planner::plan(definition, FlinkVersion::V2_2_0, &mut decisions);
        let plan = plan.expect("the shapes are not refused");
        black_box(explain(&plan, &decisions));
    });
}

criterion_group!(benches, parsing, planning, explaining);
criterion_main!(benches);
