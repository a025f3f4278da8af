//! How long it takes to read Java: the programs of `tests/java`, and 500 kB of text in one file.
//!
//! `cargo bench --bench java`.

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use planscope::frontend::java;

/// The texts: the longest program, and large ones of different makings.
fn texts() -> Vec<(&'static str, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/corpus");
    let longest = fs::read_to_string(folder.join("23-fraud-detection.java")).expect("the program is there");
    let size = 500_000;
    let repeated = |head: &str, piece: &dyn Fn(usize) -> String, tail: &str| {
        let mut text = head.to_owned();
        let mut number = 0;
        while text.len() + tail.len() < size {
            text.push_str(&piece(number));
            number += 1;
        }
        text + tail
    };
    let head = "public class Large { public static void main(String[] args) throws Exception {\n\
                StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();\n";
    let chains = repeated(
        head,
        &|number| {
            format!(
                "DataStream<String> s{number} = env.fromData(\"a\").name(\"source {number}\").map(x -> x + 1)\
                 .keyBy(x -> x).reduce((a, b) -> a).uid(\"u\" + {number});\n"
            )
        },
        "env.execute(); } }",
    );
    let functions = repeated(
        &format!("{head}env.fromData(1).map(new F0()).print(); env.execute(); }}\n"),
        &|number| {
            format!(
                "static class F{number} implements MapFunction<Integer, Integer> {{\n\
                 @Override public Integer map(Integer v) {{ for (int i = 0; i < v; i++) {{ v += i * 2; }} return v; }}\n}}\n"
            )
        },
        "}",
    );
    let one_chain =
        repeated(&format!("{head}env.fromData(1)"), &|_| ".map(x -> x + 1)".to_owned(), ".print(); } }");
    vec![
        ("444-lines", longest),
        ("500-kB-of-chains", chains),
        ("500-kB-of-functions", functions),
        ("500-kB-in-one-chain", one_chain),
    ]
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("java");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    for (name, text) in texts() {
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| black_box(java::read(&text, &[])));
        });
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
