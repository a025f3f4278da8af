//! The pipelines of the golden files.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use serde_json::Value;

/// The text of every definition in the golden files, and whether Flink plans it.
pub fn every_pipeline() -> Vec<(String, bool)> {
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
    texts.sort();
    assert!(texts.len() > 1200, "there are only {} pipelines", texts.len());
    let goldens =
        texts.iter().map(|text| serde_json::from_str::<Value>(text).expect("a golden line is JSON"));
    goldens.map(|golden| (golden["pipeline"].to_string(), golden["dump"].get("error").is_none())).collect()
}

/// The definition as a person would lay it out, one field a line.
pub fn pretty(text: &str) -> String {
    let value: Value = serde_json::from_str(text).expect("a definition is JSON");
    serde_json::to_string_pretty(&value).expect("a value can be written")
}
