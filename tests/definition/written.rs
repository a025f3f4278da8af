//! A definition that is written reads back as the same calls.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use planscope::flink::FlinkVersion;
use planscope::frontend::definition::{parse, write};
use planscope::frontend::{OperatorDefinition, PipelineDefinition, Span, read as read_any};
use planscope::{planner, render};
use serde_json::{Value, json};

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

/// Programs whose plan rests on what the format has no word for, and what that is.
const NOT_SAID: [(&str, &str); 8] = [
    ("13-batch-report", "a join in a window that fires once, at the end of the input"),
    ("28-odd-settings", "whether a parallelism is the environment's or the operator's own"),
    ("38-uids-of-every-kind", "the uid hash of a sink's writer"),
    ("44-collecting", "a sink that hands its records to the client"),
    ("62-registered-things", "whether a parallelism is the environment's or the operator's own"),
    ("167-setters-after-use", "whether a parallelism is the environment's or the operator's own"),
    ("169-recursion", "whether a parallelism is the environment's or the operator's own"),
    ("82-late-setters-in-batch", "setters that are called when others have read the stream already"),
];

#[test]
fn every_java_program_is_written_as_a_definition_with_the_same_job_graph() {
    let (mut count, mut different) = (0, Vec::new());
    for path in java_programs() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a program is text");
        let Some(definition) = read_any(&text, None, &[]).definition else { continue };
        // A program without a pipeline, and refusals of arguments that the format has not, cannot be written.
        if definition.operators.is_empty() || definition.refusal.is_some() {
            continue;
        }
        let of_program = dump(&definition);
        let shown = planner::with_shown_names(definition.clone()).unwrap_or(definition);
        let written = write(&shown);
        let parsed = parse(&written);
        let again =
            parsed.definition.unwrap_or_else(|| panic!("{name}: {:?}\n{written}", parsed.diagnostics));
        count += 1;
        let (of_program, of_definition) = (plan_to_people(of_program), plan_to_people(dump(&again)));
        if of_definition != of_program {
            different.push((name, difference(&of_program, &of_definition, "")));
        }
    }
    different.retain(|(name, _)| !NOT_SAID.iter().any(|(known, _)| known == name));
    assert!(different.is_empty(), "{} of {count}:\n{different:#?}", different.len());
    assert!(count > 80, "there are only {count} programs");
}

/// The JobGraph, or the refusal, without what the format cannot say and no chain, id or name depends on: the ids of StreamNodes,
/// and whether Flink may run an operator twice at once.
fn plan_to_people(mut dump: Value) -> Value {
    let without = |value: &mut Value, fields: &[&str]| {
        if let Some(object) = value.as_object_mut() {
            fields.iter().for_each(|field| drop(object.remove(*field)));
        }
    };
    for vertex in dump["jobGraph"]["vertices"].as_array_mut().into_iter().flatten() {
        without(vertex, &["supportsConcurrentExecutionAttempts", "inPhysicalEdges"]);
        for operator in vertex["chain"].as_array_mut().into_iter().flatten() {
            without(operator, &["node", "chainedOutputs"]);
        }
        for output in vertex["outputs"].as_array_mut().into_iter().flatten() {
            without(output, &["sourceNode"]);
        }
    }
    json!([dump["jobGraph"].take(), dump["error"].take()])
}

fn difference(one: &Value, other: &Value, path: &str) -> String {
    match (one, other) {
        (Value::Object(expected), Value::Object(_)) => {
            let different = expected.iter().find(|(key, value)| other.get(key.as_str()) != Some(value));
            different.map_or_else(
                || path.to_owned(),
                |(key, value)| difference(value, &other[key], &format!("{path}.{key}")),
            )
        }
        (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
            let different = expected.iter().zip(actual).position(|(value, other)| value != other);
            different.map_or_else(
                || path.to_owned(),
                |at| difference(&expected[at], &actual[at], &format!("{path}[{at}]")),
            )
        }
        _ => format!("{path}: {one} {other}").chars().take(400).collect(),
    }
}

fn java_programs() -> Vec<std::path::PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    let folders = ["corpus", "legacy", "programs"].map(|name| folder.join(name));
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).expect("the programs are there"));
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut programs: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == "java")).collect();
    programs.sort();
    programs
}
