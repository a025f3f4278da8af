//! DataStream programs compared with what real Flink 2.2.0 builds when their `main` runs.
//!
//! `corpus/`, `programs/`, `legacy/`, `refused/`: `NAME.java` is a text as people paste it; `NAME.json` beside it the dump
//! that Flink gives when it is started without arguments (`tests/reference/run java`). A folder `NAME` holds what its author
//! has in other files and does not paste: Flink ran with it, planscope does not see it. In `legacy/`, `NAME.java` uses API
//! that Flink 2 removed and `NAME.modern.java` says the same in today's words: Flink ran the latter, the former must give
//! the same plan and say what is gone. `refused/` shows what the API checks of its arguments, and where it stops.
//!
//! `answers/`: a program that leaves something open, started with arguments that decide it otherwise; the answers that a
//! person gives instead, each by the line that asks, lead to the same plan.

#[path = "../comparison/mod.rs"]
mod comparison;

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use planscope::frontend::{self, Answer, Parsed, TextKind};
use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/java");

fn main() {
    let mut trials = Vec::new();
    for collection in ["corpus", "programs", "legacy", "refused"] {
        trials.extend(
            files(collection, "java")
                .into_iter()
                .map(|program| Trial::test(name(collection, &program), move || same_plan_as_flink(&program))),
        );
    }
    trials.push(Trial::test("notes_of_removed_api", notes_of_removed_api));
    trials.extend(
        files("answers", "json")
            .into_iter()
            .map(|case| Trial::test(name("answers", &case), move || answers_lead_to_the_plan(&case))),
    );
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The files of a folder with this extension, by name.
fn files(collection: &str, extension: &str) -> Vec<PathBuf> {
    let folder = Path::new(FOLDER).join(collection);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths =
        entries.map(|entry| entry.unwrap_or_else(|error| panic!("{}: {error}", folder.display())).path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == extension)).collect();
    files.sort();
    assert!(!files.is_empty(), "{} holds no .{extension}", folder.display());
    files
}

fn name(collection: &str, file: &Path) -> String {
    format!("{collection}::{}", file.file_stem().unwrap_or_default().to_string_lossy())
}

fn same_plan_as_flink(program: &Path) -> Result<(), Failed> {
    let (own, modern) = (program.with_extension("json"), program.with_extension("modern.json"));
    let dump: Value = serde_json::from_str(&fs::read_to_string(if own.exists() { own } else { modern })?)?;
    let text = fs::read_to_string(program)?;
    let parsed = frontend::read(&text, Some(TextKind::Java), &[]);
    compare(&text, &parsed, &dump)
}

fn compare(text: &str, parsed: &Parsed, dump: &Value) -> Result<(), Failed> {
    comparison::compare_parsed(parsed, dump).map_err(|differences| {
        let said = parsed.diagnostics.iter().map(|it| {
            let line = line_of(text, it.span.start);
            format!("\nline {line}: {} ({})", it.message, it.code)
        });
        format!("{differences}{}", said.collect::<String>()).into()
    })
}

/// What is gone is noted in old texts, and only there.
fn notes_of_removed_api() -> Result<(), Failed> {
    let mut wrong = Vec::new();
    for (collection, is_old) in [("legacy", true), ("programs", false), ("corpus", false)] {
        for program in files(collection, "java") {
            // The new form of an old program may still use a connector that is gone.
            if program.to_string_lossy().ends_with(".modern.java") {
                continue;
            }
            let parsed = frontend::read(&fs::read_to_string(&program)?, Some(TextKind::Java), &[]);
            let notes = parsed.diagnostics.iter().filter(|it| it.code == "removed-in-flink-2").count();
            if (notes > 0) != is_old {
                wrong.push(format!("{}: {notes} notes", name(collection, &program)));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
}

/// Answers the questions of a program, one after the other, and plans it.
fn answers_lead_to_the_plan(case: &Path) -> Result<(), Failed> {
    let case: Value = serde_json::from_str(&fs::read_to_string(case)?)?;
    let program = case["program"].as_str().ok_or("a case names its `program`")?;
    let text = fs::read_to_string(Path::new(FOLDER).join(program))?;
    let mut answers = Vec::new();
    let mut parsed = frontend::read(&text, Some(TextKind::Java), &answers);
    for answer in case["answers"].as_array().ok_or("a case has `answers`")? {
        let (line, value) = (answer["line"].as_u64(), answer["value"].as_str().unwrap_or_default());
        let asked = parsed.assumptions.iter().find(|it| {
            Some(line_of(&text, it.span.start) as u64) == line
                && it.alternatives.iter().any(|alternative| alternative.value == value)
        });
        let Some(asked) = asked else {
            return Err(format!("nothing is asked for {answer}, but\n{}", asked_in(&text, &parsed)).into());
        };
        answers.push(Answer { key: asked.key.clone(), value: value.to_owned() });
        parsed = frontend::read(&text, Some(TextKind::Java), &answers);
    }
    compare(&text, &parsed, &case["dump"]).map_err(|failed| {
        format!("{}\n{}", failed.message().unwrap_or_default(), asked_in(&text, &parsed)).into()
    })
}

/// The questions of a program, for messages.
fn asked_in(text: &str, parsed: &Parsed) -> String {
    let questions = parsed.assumptions.iter().map(|it| {
        let values: Vec<_> = it.alternatives.iter().map(|alternative| alternative.value.as_str()).collect();
        let chosen = values[it.chosen];
        format!("line {}: {} {values:?}, {chosen}\n", line_of(text, it.span.start), it.question)
    });
    questions.collect()
}

/// The line of a place in the text, from 1.
fn line_of(text: &str, offset: usize) -> usize {
    1 + text.as_bytes()[..offset.min(text.len())].iter().filter(|&&byte| byte == b'\n').count()
}
