//! Plans compared field by field with what real Flink 2.2.0 makes of the same pipelines.
//!
//! `tests/golden/*.json` holds one small pipeline a file, named after the behaviour that it shows;
//! `tests/golden/*.jsonl.gz` hold larger ones, one a line. A difference is a bug of the planner, never a tolerance here.

mod comparison;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use comparison::compare;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

/// The corpora: each file's name, what is in it and how many plans that are.
const CORPORA: [(&str, &str, usize); 3] = [
    ("core", "core operators and options in streaming, some of them refused", 600),
    ("features", "one feature a pipeline, alone and beside others, streaming and batch", 27),
    ("random", "random pipelines over everything, streaming and batch", 400),
];

fn main() {
    let files = golden_files();
    let mut trials: Vec<_> = files.into_iter().map(trial).collect();
    trials.extend(CORPORA.map(|(name, about, count)| {
        Trial::test(format!("corpus::{name}"), move || corpus(name, about, count))
    }));
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
    compare(&golden["pipeline"], &golden["dump"])
        .map_err(|differences| format!("{about}\n{differences}").into())
}

/// Every plan of a corpus; the first few that differ are told.
fn corpus(name: &str, about: &str, count: usize) -> Result<(), Failed> {
    let file = fs::File::open(Path::new(FOLDER).join(format!("{name}.jsonl.gz")))?;
    let (mut compared, mut told) = (0, Vec::new());
    for (number, line) in BufReader::new(flate2::read::GzDecoder::new(file)).lines().enumerate() {
        let golden: Value = serde_json::from_str(&line?)?;
        compared += 1;
        if let Err(differences) = compare(&golden["pipeline"], &golden["dump"]) {
            told.push(format!("line {}: {}\n{differences}", number + 1, golden["pipeline"]));
        }
    }
    match &told[..] {
        [] if compared == count => Ok(()),
        [] => Err(format!("{about}: the corpus holds {compared} plans instead of {count}").into()),
        _ => {
            let first = told.iter().take(3).map(String::as_str).collect::<Vec<_>>().join("\n");
            Err(format!("{about}: {} of {compared} plans differ from Flink's:\n{first}", told.len()).into())
        }
    }
}
