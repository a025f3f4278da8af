//! The pages of the rules, as Markdown in `tests/rules/`, built into the program.
//!
//! Each page is the reference that people read and a test: it shows pipelines, and in fixed notations what Flink makes
//! of them, which `tests/rules/main.rs` holds against the planner and against real Flink. `tests/rules/README.md` says
//! how a page is written.

mod page;

pub use page::{Check, CheckKind, Example, Page, PageError, Part, Section, parse};

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use rust_embed::RustEmbed;

use crate::explain::Rule;

#[derive(RustEmbed)]
#[folder = "tests/rules/"]
#[include = "*.md"]
struct Files;

/// The Markdown of a rule's page; `None` only while a page is missing, which the test of the pages does not allow.
pub fn markdown(rule: Rule) -> Option<Cow<'static, str>> {
    match Files::get(&format!("{rule}.md"))?.data {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        Cow::Owned(bytes) => String::from_utf8(bytes).ok().map(Cow::Owned),
    }
}

/// A rule's page; `None` only while one is missing or broken, which the test of the pages does not allow.
pub fn page(rule: Rule) -> Option<&'static Page> {
    static PAGES: LazyLock<HashMap<Rule, Page>> = LazyLock::new(|| {
        let parsed = Rule::ALL.iter().filter_map(|&rule| Some((rule, parse(&markdown(rule)?).ok()?)));
        parsed.collect()
    });
    PAGES.get(&rule)
}
