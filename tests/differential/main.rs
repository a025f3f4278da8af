//! Fresh random pipelines planned by real Flink 2.2.0 and by planscope, and compared field by field.
//!
//! `PLANSCOPE_DIFFERENTIAL_COUNT` says how many, `PLANSCOPE_DIFFERENTIAL_SEED` which: the same seed makes the same
//! pipelines. What differs is made small before it is told. Flink is asked through `tests/reference/run`; where a JDK
//! or its jars are missing, the tests are reported as ignored with the reason, or fail if `PLANSCOPE_REQUIRE_REFERENCE`
//! is set.

#[path = "../comparison/mod.rs"]
mod comparison;
mod reference;
mod shrink;

use std::collections::BTreeMap;
use std::env;
use std::io;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Completion, Failed, Trial};
use serde_json::Value;

use comparison::compare;
use reference::Reference;
use shrink::{Kinds, shrink};

const PROFILES: [&str; 3] = ["streaming", "batch", "mixed"];

/// How many kinds of difference are made small and told.
const KINDS_TOLD: usize = 5;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let reference = reference::check();
    let count = number("PLANSCOPE_DIFFERENTIAL_COUNT", 60);
    let seed = number("PLANSCOPE_DIFFERENTIAL_SEED", 1);
    let mut trials: Vec<_> = PROFILES
        .into_iter()
        .enumerate()
        .map(|(index, profile)| {
            // The counts of the profiles add up to what was asked for.
            let count = (count + index as u64) / PROFILES.len() as u64;
            trial(profile, &reference, move || differential(profile, seed, count))
        })
        .collect();
    trials.push(trial("a_seed_makes_the_same_pipelines_again", &reference, move || same_again(seed)));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// A test that needs the reference.
fn trial(
    name: &str,
    reference: &Result<(), String>,
    run: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let reference = reference.clone();
    Trial::ignorable_test(name, move || match reference {
        Ok(()) => run().map(|()| Completion::Completed),
        Err(reason) if env::var_os("PLANSCOPE_REQUIRE_REFERENCE").is_some() => Err(reason.into()),
        Err(reason) => Ok(Completion::ignored_with(reason)),
    })
}

/// The number in an environment variable.
fn number(variable: &str, absent: u64) -> u64 {
    let Ok(text) = env::var(variable) else { return absent };
    text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {text:?}"))
}

/// Compares this many pipelines of a seed; the differences are told by kind, each with a small pipeline.
fn differential(profile: &str, seed: u64, count: u64) -> Result<(), Failed> {
    let mut failing: BTreeMap<Kinds, (usize, Value)> = BTreeMap::new();
    let (mut compared, mut different) = (0, 0);
    for pair in reference::generate(profile, seed, count)? {
        let pair = pair?;
        compared += 1;
        if let Err(differences) = compare(&pair["pipeline"], &pair["dump"]) {
            different += 1;
            let (times, example) =
                failing.entry(Kinds::of(&differences)).or_insert_with(|| (0, pair["pipeline"].clone()));
            *times += 1;
            if pair["pipeline"].to_string().len() < example.to_string().len() {
                *example = pair["pipeline"].clone();
            }
        }
    }
    let again = format!("PLANSCOPE_DIFFERENTIAL_SEED={seed} PLANSCOPE_DIFFERENTIAL_COUNT=…");
    println!(
        "{profile}: {compared} random pipelines compared with Flink, {different} differ ({again} repeats them)"
    );
    if compared != count {
        return Err(format!("Flink answered {compared} times instead of {count}").into());
    }
    if failing.is_empty() {
        return Ok(());
    }
    let mut reference = Reference::start("plan")?;
    let mut told = format!("{different} of {compared} plans differ from Flink's, seed {seed}");
    for (kinds, (times, example)) in failing.into_iter().take(KINDS_TOLD) {
        let (small, differences) = match smallest(&example, &kinds, &mut reference) {
            Ok(smallest) => smallest,
            Err(error) => (example, format!("not made smaller: {error}")),
        };
        told += &format!("\n\n{times} × {kinds}\n{}\n{differences}", shrink::show(&small));
    }
    Err(told.into())
}

/// A small pipeline that differs in the same way, and how.
fn smallest(example: &Value, kinds: &Kinds, reference: &mut Reference) -> io::Result<(Value, String)> {
    let small = shrink(example, kinds, reference)?;
    let differences = match compare(&small, &reference.plan(&small)?) {
        Err(differences) => differences.to_string(),
        Ok(()) => "it differs no more when it is planned alone".to_owned(),
    };
    Ok((small, differences))
}

/// Another process makes the same pipelines and the same plans of a seed.
fn same_again(seed: u64) -> Result<(), Failed> {
    let made = || reference::generate("mixed", seed, 30)?.collect::<io::Result<Vec<_>>>();
    let (first, second) = (made()?, made()?);
    assert_eq!(first.len(), 30);
    match first.iter().zip(&second).position(|(first, second)| first != second) {
        None => Ok(()),
        Some(index) => Err(format!("another pipeline or plan: {}", first[index]["pipeline"]).into()),
    }
}
