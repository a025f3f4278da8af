//! The pages of the rules as tests: what each page says of its pipelines is what the planner makes of them, and what
//! real Flink 2.2.0 makes of them (`tests/golden/rules.jsonl.gz` holds Flink's dumps).
//!
//! `PLANSCOPE_UPDATE_RULES=1` writes the pages' checks and asks Flink for the dumps anew: read the difference before you
//! keep it. `tests/rules/README.md` says how a page is written, and [`notation`] what its checks mean.

#[path = "../comparison/mod.rs"]
mod comparison;
mod flink;
mod notation;

use std::collections::HashSet;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use planscope::explain::Rule;
use planscope::rules::{Check, CheckKind, Example, Page, Part, parse};
use serde_json::Value;

use notation::Subject;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules");

fn main() -> ExitCode {
    if env::var_os("PLANSCOPE_UPDATE_RULES").is_some() {
        update();
        return ExitCode::SUCCESS;
    }
    let mut trials: Vec<_> =
        Rule::ALL.iter().map(|&rule| Trial::test(rule.code(), move || holds(rule))).collect();
    trials.push(Trial::test("every_page_is_of_a_rule", every_page_is_of_a_rule));
    trials.push(Trial::test("every_link_leads_to_a_page", every_link_leads_to_a_page));
    trials.push(Trial::test("every_kind_of_check_is_used", every_kind_of_check_is_used));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn path(rule: Rule) -> PathBuf {
    PathBuf::from(FOLDER).join(format!("{rule}.md"))
}

/// A rule's page as it stands in the folder, with its Markdown.
fn read(rule: Rule) -> Result<(String, Page), String> {
    let path = path(rule);
    let markdown = fs::read_to_string(&path)
        .map_err(|error| format!("a rule has a page: {}: {error}", path.display()))?;
    let page = parse(&markdown).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok((markdown, page))
}

/// The checks of an example.
fn checks(example: &Example) -> impl Iterator<Item = &Check> {
    example.parts.iter().filter_map(|part| match part {
        Part::Check(check) => Some(check),
        Part::Prose(_) => None,
    })
}

/// What a page says is true of planscope's plans, and those are Flink's.
fn holds(rule: Rule) -> Result<(), Failed> {
    let (_, page) = read(rule)?;
    let flinks = flink::dumps(rule)?;
    let mut told = Vec::new();
    for (example, number) in page.examples().zip(1..) {
        let place = format!("{rule}.md, example {number}, \"{}\"", example.title);
        let subject = Subject::of(&example.pipeline).map_err(|error| format!("{place}: {error}"))?;
        for check in checks(example) {
            let actual =
                subject.tell(check.kind, &check.about).map_err(|error| format!("{place}: {error}"))?;
            if actual != check.expected {
                told.push(format!(
                    "{place}, {} {}\nthe page says:\n{}\nthe plan is:\n{actual}",
                    check.kind.word(),
                    check.about,
                    check.expected
                ));
            }
        }
        let pipeline: Value =
            serde_json::from_str(&example.pipeline).map_err(|error| format!("{place}: {error}"))?;
        match flinks.get(number - 1) {
            Some((asked, dump)) if *asked == pipeline => {
                if let Err(differences) = comparison::compare(&pipeline, dump) {
                    told.push(format!("{place} is not what Flink does:\n{differences}"));
                }
            }
            _ => told.push(format!(
                "{place}: Flink has not been asked about this pipeline: run with PLANSCOPE_UPDATE_RULES=1"
            )),
        }
    }
    let count = page.examples().count();
    if flinks.len() > count {
        told.push(format!("{rule}.md: there are {} dumps of Flink's for {count} examples", flinks.len()));
    }
    if told.is_empty() { Ok(()) } else { Err(told.join("\n").into()) }
}

fn every_page_is_of_a_rule() -> Result<(), Failed> {
    for entry in fs::read_dir(FOLDER)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let Some(code) = name.strip_suffix(".md").filter(|&code| code != "README") else { continue };
        if Rule::from_code(code).is_none() {
            return Err(format!("{name} is the page of no rule").into());
        }
    }
    Ok(())
}

/// Where links may lead that is no rule's page.
const OTHER_PAGES: [&str; 1] = ["/configuration"];

fn every_link_leads_to_a_page() -> Result<(), Failed> {
    for &rule in Rule::ALL {
        let (_, page) = read(rule)?;
        for link in &page.links {
            let other = link.strip_suffix(".md").and_then(Rule::from_code);
            let leads = other.is_some_and(|other| other != rule)
                || OTHER_PAGES.contains(&link.split('#').next().unwrap_or_default());
            if !leads {
                return Err(format!("{rule}.md: {link} leads to no other page").into());
            }
        }
        if !page.links.iter().any(|link| link.ends_with(".md")) {
            return Err(format!("{rule}.md leads to no other rule").into());
        }
    }
    Ok(())
}

fn every_kind_of_check_is_used() -> Result<(), Failed> {
    let mut used = HashSet::new();
    for &rule in Rule::ALL {
        let (_, page) = read(rule)?;
        used.extend(page.examples().flat_map(checks).map(|check| check.kind));
    }
    match CheckKind::ALL.iter().find(|kind| !used.contains(kind)) {
        Some(unused) => Err(format!("no page checks {}", unused.word()).into()),
        None => Ok(()),
    }
}

/// Writes the checks of all pages as the plans are, and asks Flink for its dumps.
fn update() {
    let mut pipelines = Vec::new();
    for &rule in Rule::ALL {
        let (mut markdown, page) = match read(rule) {
            Ok(read) => read,
            Err(error) => {
                eprintln!("{error}");
                continue;
            }
        };
        let mut written = Vec::new();
        for (example, number) in page.examples().zip(1..) {
            let place = format!("{rule}.md, example {number}, \"{}\"", example.title);
            match serde_json::from_str::<Value>(&example.pipeline) {
                Ok(pipeline) => pipelines.push((rule, pipeline)),
                Err(error) => eprintln!("{place}: {error}"),
            }
            let subject = match Subject::of(&example.pipeline) {
                Ok(subject) => subject,
                Err(error) => {
                    eprintln!("{place}: {error}");
                    continue;
                }
            };
            for check in checks(example) {
                match subject.tell(check.kind, &check.about) {
                    Ok(actual) => written.push((check.range.clone(), actual)),
                    Err(error) => eprintln!("{place}: {error}"),
                }
            }
        }
        // From the last to the first, so that what stands before keeps its place.
        for (range, actual) in written.into_iter().rev() {
            // An empty check has no lines yet: they come after the line of its fence.
            let range = match range.is_empty() {
                true => {
                    let at = markdown[range.start..]
                        .find('\n')
                        .map_or(markdown.len(), |end| range.start + end + 1);
                    at..at
                }
                false => range,
            };
            markdown.replace_range(range, &actual);
        }
        fs::write(path(rule), markdown)
            .unwrap_or_else(|error| panic!("{rule}.md cannot be written: {error}"));
    }
    flink::ask(&pipelines);
}
