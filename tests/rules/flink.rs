//! Flink's dumps of the pages' pipelines, in one file: a line for each example, in the order of rules and examples.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use planscope::explain::Rule;
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/rules.jsonl.gz");
const RUN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/run");

/// For each rule its pipelines, each with Flink's dump.
type Dumps = HashMap<String, Vec<(Value, Value)>>;

/// The pipelines of a rule's page that Flink was asked about, each with its dump.
pub fn dumps(rule: Rule) -> Result<&'static [(Value, Value)], String> {
    static DUMPS: LazyLock<Result<Dumps, String>> =
        LazyLock::new(|| read().map_err(|error| format!("{FILE}: {error}")));
    let dumps = DUMPS.as_ref().map_err(Clone::clone)?;
    Ok(dumps.get(rule.code()).map_or(&[], Vec::as_slice))
}

fn read() -> std::io::Result<Dumps> {
    let mut dumps = Dumps::new();
    for line in BufReader::new(GzDecoder::new(fs::File::open(FILE)?)).lines() {
        let mut golden: Value = serde_json::from_str(&line?)?;
        let rule = golden["rule"].as_str().unwrap_or_default().to_owned();
        dumps.entry(rule).or_default().push((golden["pipeline"].take(), golden["dump"].take()));
    }
    Ok(dumps)
}

/// Asks Flink about all pipelines and keeps its dumps.
pub fn ask(pipelines: &[(Rule, Value)]) {
    let mut child = Command::new(RUN)
        .arg("plan")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the reference can be started");
    let mut stdin = child.stdin.take().expect("standard input is piped");
    let definitions: String = pipelines.iter().map(|(_, pipeline)| format!("{pipeline}\n")).collect();
    let writer = std::thread::spawn(move || stdin.write_all(definitions.as_bytes()));
    let answers: Vec<_> = BufReader::new(child.stdout.take().expect("standard output is piped"))
        .lines()
        .map(|line| serde_json::from_str::<Value>(&line.expect("Flink answers")).expect("a dump is JSON"))
        .collect();
    writer.join().expect("no panic").expect("Flink reads the definitions");
    child.wait().expect("Flink ends");
    assert_eq!(answers.len(), pipelines.len(), "Flink answers about each pipeline");
    let mut file = GzEncoder::new(Vec::new(), Compression::best());
    for ((rule, pipeline), dump) in pipelines.iter().zip(answers) {
        let golden = json!({ "rule": rule.code(), "pipeline": pipeline, "dump": dump });
        writeln!(file, "{golden}").expect("writing to memory does not fail");
    }
    let content = file.finish().expect("writing to memory does not fail");
    fs::write(FILE, content).unwrap_or_else(|error| panic!("{FILE}: {error}"));
}
