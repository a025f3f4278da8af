//! DataStream programs compared with what real Flink 2.2.0 builds when their `main` runs without arguments.
//!
//! `NAME.java` is a text as people paste it; `NAME.json` beside it the dump that Flink gives (`tests/reference/run java`).
//! A folder `NAME` holds what its author has in other files and does not paste: Flink ran with it, planscope does not see it.
//! In `legacy/`, `NAME.java` uses API that Flink 2 removed and `NAME.modern.java` says the same in today's words: Flink ran
//! the latter, the former must give the same plan.

#[path = "../comparison/mod.rs"]
mod comparison;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use planscope::frontend::{self, TextKind};
use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/java");
const COLLECTIONS: [&str; 3] = ["corpus", "legacy", "programs"];

fn main() {
    let trials = COLLECTIONS.iter().flat_map(|collection| trials(collection)).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The tests of a folder's programs, by name.
fn trials(collection: &str) -> Vec<Trial> {
    let folder = Path::new(FOLDER).join(collection);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths =
        entries.map(|entry| entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).path());
    let mut programs: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == "java")).collect();
    programs.sort();
    assert!(!programs.is_empty(), "{} holds no program", folder.display());
    programs.into_iter().map(|program| trial(collection, program)).collect()
}

/// The test of one program, under its name.
fn trial(collection: &str, program: PathBuf) -> Trial {
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Trial::test(format!("{collection}::{name}"), move || same_plan_as_flink(&program))
}

fn same_plan_as_flink(program: &Path) -> Result<(), Failed> {
    let (own, modern) = (program.with_extension("json"), program.with_extension("modern.json"));
    let dump: Value = serde_json::from_str(&fs::read_to_string(if own.exists() { own } else { modern })?)?;
    let text = fs::read_to_string(program)?;
    let parsed = frontend::read(&text, TextKind::from_slug("java"), &[]);
    comparison::compare_parsed(&parsed, &dump).map_err(|differences| {
        let said = parsed.diagnostics.iter().map(|it| {
            let line = text[..it.span.start.min(text.len())].lines().count();
            format!("\nline {line}: {} ({})", it.message, it.code)
        });
        format!("{differences}{}", said.collect::<String>()).into()
    })
}
