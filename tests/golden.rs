//! Plans compared field by field with what real Flink 2.2.0 makes of the same pipelines.
//!
//! `tests/golden/*.json` holds one small pipeline a file, named after the behaviour that it shows. Larger ones are in
//! `core.jsonl.gz` (STREAMING, the most common operators) and `everything.jsonl.gz` (every operator, STREAMING and
//! BATCH). A difference is a bug of the planner, never a tolerance here.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use planscope::flink::FlinkVersion;
use planscope::frontend::definition;
use planscope::{planner, render};
use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

/// How many differences of one plan are told.
const DIFFERENCES_TOLD: usize = 8;

fn main() {
    let files = golden_files();
    let mut trials: Vec<_> = files.into_iter().map(trial).collect();
    trials.push(Trial::test("core", || corpus("core.jsonl.gz", 600)));
    trials.push(Trial::test("everything", || corpus("everything.jsonl.gz", 427)));
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The files with one behaviour each, by name.
fn golden_files() -> Vec<PathBuf> {
    let entries = fs::read_dir(FOLDER).unwrap_or_else(|error| panic!("{FOLDER}: {error}"));
    let paths = entries.map(|entry| entry.unwrap_or_else(|error| panic!("{FOLDER}: {error}")).path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == "json")).collect();
    files.sort();
    assert!(!files.is_empty(), "{FOLDER} holds no golden file");
    files
}

/// The test of one file, under the file's name.
fn trial(path: PathBuf) -> Trial {
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Trial::test(name, move || behaviour(&path))
}

fn behaviour(path: &Path) -> Result<(), Failed> {
    let golden: Value = serde_json::from_str(&fs::read_to_string(path)?)?;
    let about = golden["about"].as_str().ok_or("a golden file says in `about` what it shows")?;
    compare(&golden).map_err(|differences| format!("{about}\n{differences}").into())
}

/// Every plan of a corpus with this many; the first few that differ are told.
fn corpus(name: &str, plans: usize) -> Result<(), Failed> {
    let file = fs::File::open(Path::new(FOLDER).join(name))?;
    let (mut compared, mut told) = (0, Vec::new());
    for (number, line) in BufReader::new(flate2::read::GzDecoder::new(file)).lines().enumerate() {
        let golden: Value = serde_json::from_str(&line?)?;
        compared += 1;
        if let Err(differences) = compare(&golden) {
            told.push(format!("line {}: {}\n{differences}", number + 1, golden["pipeline"]));
        }
    }
    match &told[..] {
        [] if compared == plans => Ok(()),
        [] => Err(format!("{name} holds {compared} plans instead of {plans}").into()),
        _ => {
            let first = told.iter().take(3).map(String::as_str).collect::<Vec<_>>().join("\n");
            Err(format!("{} of {compared} plans differ from Flink's:\n{first}", told.len()).into())
        }
    }
}

/// Plans the pipeline and compares the dump with Flink's.
fn compare(golden: &Value) -> Result<(), String> {
    let flinks = &golden["dump"];
    let ours = dump(&golden["pipeline"].to_string());
    if flinks["error"]["stage"] == "definition" {
        // The definition itself is wrong: Flink was not asked, and the words are planscope's own.
        return match &ours["error"]["stage"] {
            stage if stage == "definition" => Ok(()),
            stage => Err(format!("error.stage: \"definition\" expected, here {stage}")),
        };
    }
    let mut found = Vec::new();
    differences(flinks, &ours, "", &mut found);
    if found.is_empty() {
        return Ok(());
    }
    let more = found.len().saturating_sub(DIFFERENCES_TOLD);
    found.truncate(DIFFERENCES_TOLD);
    if more > 0 {
        found.push(format!("and {more} more"));
    }
    Err(found.join("\n"))
}

/// The dump of a pipeline as planscope makes it.
fn dump(pipeline: &str) -> Value {
    let version = FlinkVersion::V2_2_0;
    let parsed = definition::parse(pipeline);
    let dump = match &parsed.definition {
        None => {
            let messages: Vec<_> =
                parsed.diagnostics.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
            serde_json::to_value(render::dump_definition_error(version, messages.join("; ")))
        }
        Some(definition) => match planner::plan(definition, version, &mut ()) {
            Ok(plan) => serde_json::to_value(render::dump(&plan)),
            Err(refusal) => serde_json::to_value(render::dump_refusal(version, &refusal)),
        },
    };
    dump.expect("a dump is JSON")
}

/// Adds a line for every field in which two dumps differ. Fractions are compared as numbers, all else exactly.
fn differences(flinks: &Value, ours: &Value, path: &str, found: &mut Vec<String>) {
    match (flinks, ours) {
        (Value::Object(expected), Value::Object(actual)) => {
            for (key, value) in expected {
                let path = format!("{path}.{key}");
                match actual.get(key) {
                    Some(other) => differences(value, other, &path, found),
                    None => found.push(format!("{path}: Flink {value}, here absent")),
                }
            }
            let surplus = actual.iter().filter(|(key, _)| !expected.contains_key(*key));
            found.extend(surplus.map(|(key, value)| format!("{path}.{key}: Flink absent, here {value}")));
        }
        (Value::Array(expected), Value::Array(actual)) => {
            if expected.len() != actual.len() {
                found.push(format!("{path}: Flink has {}, here {}", expected.len(), actual.len()));
            }
            for (index, (value, other)) in expected.iter().zip(actual).enumerate() {
                differences(value, other, &format!("{path}[{index}]"), found);
            }
        }
        (Value::Number(expected), Value::Number(actual)) if expected.is_f64() => {
            let (expected, actual) =
                (expected.as_f64().unwrap_or_default(), actual.as_f64().unwrap_or_default());
            if (expected - actual).abs() > 1e-12 * expected.abs().max(1.0) {
                found.push(format!("{path}: Flink {expected}, here {actual}"));
            }
        }
        _ if flinks == ours => {}
        _ => found.push(format!("{path}: Flink {flinks}, here {ours}")),
    }
}
