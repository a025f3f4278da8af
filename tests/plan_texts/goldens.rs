//! Every golden pipeline that Flink plans, with its dump.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use serde_json::Value;

pub fn goldens() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut texts = Vec::new();
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .expect("the golden files are there")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    paths.sort();
    for path in paths {
        if path.extension().is_some_and(|extension| extension == "json") {
            texts.push(fs::read_to_string(path).expect("a golden file is text"));
        } else {
            let corpus = fs::File::open(path).expect("a corpus can be read");
            let lines = BufReader::new(flate2::read::GzDecoder::new(corpus)).lines();
            texts.extend(lines.map(|line| line.expect("a corpus is text")));
        }
    }
    let goldens =
        texts.iter().map(|text| serde_json::from_str::<Value>(text).expect("a golden line is JSON"));
    goldens.filter(|golden| golden["dump"].get("error").is_none()).collect()
}
