//! A definition that is written reads back as the same calls.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use planscope::flink::FlinkVersion;
use planscope::frontend::definition::{parse, write};
use planscope::frontend::{OperatorDefinition, PipelineDefinition, Span};
use planscope::{planner, render};
use serde_json::Value;

use crate::read;

#[test]
fn the_form_is_canonical() {
    let text = r#"{"operators": [
        {"op": "socketTextStream", "id": "lines"}, {"id": "words", "input": "lines", "name": "Tokenizer", "op": "flatMap"},
        {"op": "keyBy"}, {"op": "sum", "startNewChain": false, "uid": "counts"}, {"op": "print"},
        {"op": "transform", "input": "words", "chaining": "HEAD", "yielding": true, "name": "a \"b\""},
        {"op": "union", "inputs": ["lines", "words"]},
        {"op": "sinkTo", "committer": true, "preCommit": [], "postCommit": [{"op": "map", "parallelism": 2}, {"op": "rebalance"}]}],
        "config": {"parallelism.default": 2, "pipeline.name": "007", "pipeline.operator-chaining.enabled": false}, "job": "Word Count"}"#;
    let written = write(&read(text));
    assert_eq!(
        written,
        r#"{
  "version": 1,
  "job": "Word Count",
  "config": {
    "parallelism.default": 2,
    "pipeline.name": "007",
    "pipeline.operator-chaining.enabled": false
  },
  "operators": [
    { "id": "lines", "op": "socketTextStream" },
    { "id": "words", "op": "flatMap", "name": "Tokenizer" },
    { "op": "keyBy" },
    { "op": "sum", "uid": "counts" },
    { "op": "print" },
    { "op": "transform", "input": "words", "chaining": "HEAD", "yielding": true, "name": "a \"b\"" },
    { "op": "union", "inputs": ["lines", "words"] },
    { "op": "sinkTo", "committer": true, "preCommit": [], "postCommit": [{ "op": "map", "parallelism": 2 }, { "op": "rebalance" }] }
  ]
}
"#
    );
    assert_eq!(write(&read(&written)), written, "what is written is written the same again");
}

#[test]
fn what_the_format_does_not_take_is_written_as_what_plans_the_same() {
    let mut definition = read(
        r#"{"operators": [{"id": "a", "op": "fromSource"}, {"id": "b", "op": "map", "disableChaining": true}, {"id": "c", "op": "print"},
            {"op": "map", "input": "b"}, {"op": "transform", "input": "b", "name": ""}]}"#,
    );
    // Another front end's ids, setters in the order of its calls, and names that it does not give.
    definition.operators[0].id = Some("the source".to_owned());
    definition.operators[1].id = None;
    definition.operators[1].options.start_new_chain = true;
    definition.operators[2].id = Some("map-2".to_owned());
    definition.operators[2].options.buffer_timeout = Some(5);
    definition.operators[4].options.name = None;
    let written = write(&definition);
    let lines: Vec<_> = written.lines().skip(3).take(5).map(str::trim).collect();
    assert_eq!(
        lines,
        [
            r#"{ "id": "fromSource-1", "op": "fromSource" },"#,
            r#"{ "id": "map-2_", "op": "map", "startNewChain": true },"#,
            r#"{ "id": "map-2", "op": "print" },"#,
            r#"{ "op": "map", "input": "map-2_" },"#,
            r#"{ "op": "transform", "input": "map-2_", "name": "" }"#,
        ]
    );
    assert_eq!(dump(&read(&written)), dump(&definition));
}

#[test]
fn every_golden_pipeline_is_written_as_the_same_calls_and_plans_the_same() {
    let mut count = 0;
    for pipeline in golden_pipelines() {
        let Some(definition) = parse(&pipeline).definition else { continue };
        count += 1;
        let written = write(&definition);
        let again = parse(&written);
        let again = again.definition.unwrap_or_else(|| panic!("{:?}\n{written}", again.diagnostics));
        assert_eq!(meaning(&again), meaning(&definition), "{written}");
        assert_eq!(dump(&again), dump(&definition), "{written}");
    }
    assert!(count > 1500, "there are only {count} definitions");
}

/// Everything but where it stands in the text.
fn meaning(definition: &PipelineDefinition) -> String {
    let configuration = definition.configuration.iter().map(|entry| (&entry.key, &entry.value));
    let operators = definition.operators.iter().map(|operator| OperatorDefinition {
        span: Span::default(),
        field_spans: Vec::new(),
        ..operator.clone()
    });
    format!(
        "{:?} {:?} {:?}",
        definition.job,
        configuration.collect::<Vec<_>>(),
        operators.collect::<Vec<_>>()
    )
}

fn dump(definition: &PipelineDefinition) -> Value {
    let version = FlinkVersion::V2_2_0;
    let dump = match planner::plan(definition, version, &mut ()) {
        Ok(plan) => serde_json::to_value(render::dump(&plan)),
        Err(refusal) => serde_json::to_value(render::dump_refusal(version, &refusal)),
    };
    dump.expect("a dump is JSON")
}

/// The text of each pipeline that there is a golden plan of.
fn golden_pipelines() -> Vec<String> {
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
    let golden = |text: &String| serde_json::from_str::<Value>(text).expect("a golden line is JSON");
    texts.iter().map(|text| golden(text)["pipeline"].to_string()).collect()
}
