//! What is tried on a pipeline: switches for what people try most, the changes that are being tried in words, and what
//! comes of them.

use super::Links;
use super::prose::{Run, runs};
use crate::configuration::keys_of;
use crate::explain::difference::Remark;
use crate::explain::fixes::Words;
use crate::flink::FlinkVersion;
use crate::frontend::change::{CallOption, Change, Changes, OptionValue, edit};
use crate::frontend::{Operation, PipelineDefinition};
use crate::planner;
use crate::web::breaks;
use crate::web::planning::{Examined, Outcome};

const MODE: &str = "execution.runtime-mode";
const CHAINING: &str = "pipeline.operator-chaining.enabled";
const PARALLELISM: &str = "parallelism.default";
const SHUFFLE: &str = "execution.batch-shuffle-mode";

/// The bar under the source.
#[derive(Debug, Default)]
pub struct WhatIf {
    pub switches: Vec<Switch>,
    pub menus: Vec<Menu>,
    pub tried: Vec<Tried>,
    /// How many changes are asked for, whether they can be made or not.
    pub asked_for: usize,
    /// What is other in the plan; empty if nothing is tried.
    pub remarks: Vec<Remark>,
    /// What else there is to say about it.
    pub note: Option<&'static str>,
    /// To the plan with bounded sources, where BATCH has none because of them.
    pub bounded: Option<String>,
    /// To the plan without changes.
    pub reset: Option<String>,
    /// The query with which the source is changed for good.
    pub apply: Option<String>,
}

/// Something that is on or off.
#[derive(Debug)]
pub struct Switch {
    pub label: &'static str,
    pub is_on: bool,
    /// To the other state.
    pub href: String,
}

/// Something with several values.
#[derive(Debug)]
pub struct Menu {
    /// "p = 4".
    pub label: String,
    /// "Default parallelism".
    pub title: &'static str,
    pub items: Vec<Choice>,
}

/// One of them.
#[derive(Debug)]
pub struct Choice {
    pub label: String,
    pub is_chosen: bool,
    pub href: String,
}

/// A change that is being tried.
#[derive(Debug)]
pub struct Tried {
    pub what: Vec<Run>,
    /// To the plan without it.
    pub without: String,
}

impl WhatIf {
    /// What is tried on a text; nothing for one that is no pipeline.
    pub fn of(text: &str, examined: &Examined, links: &Links) -> Self {
        let reset = links.asked.reading.tries().then(|| links.trying(&Changes::default()));
        let asked_for = examined.what_if.applied.changes.len();
        let (Some(unchanged), Some(words)) = (examined.unchanged(), breaks::words(text, examined)) else {
            return Self { reset, asked_for, ..Self::default() };
        };
        let changes = &examined.what_if.applied.changes;
        let now = match &examined.outcome {
            Outcome::Planned(planned) => &planned.definition,
            Outcome::Refused(refused) => &refused.definition,
            Outcome::JobPlan(_) | Outcome::NotUnderstood => unchanged,
        };
        let trying = Trying { unchanged, now, changes, links };
        let is_refused = matches!(examined.outcome, Outcome::Refused(_));
        Self {
            switches: trying.switches(),
            menus: trying.menus(),
            tried: trying.tried(&words),
            asked_for,
            remarks: examined.what_if.difference.iter().flat_map(|difference| difference.remarks()).collect(),
            note: examined
                .what_if
                .refused_without
                .then_some("Without the changes Flink refuses the pipeline."),
            bounded: is_refused.then(|| trying.bounded()).flatten(),
            reset,
            apply: (!changes.is_empty() && !matches!(examined.outcome, Outcome::NotUnderstood))
                .then(|| links.asked.reading.to_query()),
        }
    }

    /// "1 change", "2 changes".
    pub fn count(&self) -> String {
        match self.asked_for {
            // What cannot be read.
            0 => "changes".to_owned(),
            number => super::count(number, "change"),
        }
    }

    /// As [`WhatIf::count`], where there is little room.
    pub fn count_in_short(&self) -> String {
        match self.asked_for {
            0 => "?".to_owned(),
            number => number.to_string(),
        }
    }

    /// Whether there is anything to show.
    pub fn is_blank(&self) -> bool {
        self.switches.is_empty() && self.reset.is_none()
    }
}

/// A pipeline, and what is tried on it.
struct Trying<'a> {
    unchanged: &'a PipelineDefinition,
    now: &'a PipelineDefinition,
    changes: &'a Changes,
    links: &'a Links,
}

impl Trying<'_> {
    /// To the plan with one more change; with one less if the source says so anyway.
    fn with(&self, change: Change) -> String {
        self.links.trying(&self.changes.with(change).that_change(self.unchanged))
    }

    /// Gives a key a value, or its default.
    fn set(&self, key: &str, value: &str, default: &str) -> String {
        let written = configured(self.unchanged, key);
        // The default need not be written where nothing else is.
        let value = Some(value).filter(|value| written.is_some() || !value.eq_ignore_ascii_case(default));
        self.with(Change::Configuration { key: key.to_owned(), value: value.map(str::to_owned) })
    }

    fn is(&self, key: &str, value: &str, default: &str) -> bool {
        configured(self.now, key).unwrap_or(default).trim().eq_ignore_ascii_case(value)
    }

    fn switches(&self) -> Vec<Switch> {
        let is_batch = self.is(MODE, "BATCH", "STREAMING");
        let chains = !self.is(CHAINING, "false", "true");
        vec![
            Switch {
                label: "BATCH",
                is_on: is_batch,
                href: self.set(MODE, if is_batch { "STREAMING" } else { "BATCH" }, "STREAMING"),
            },
            Switch {
                label: "Chaining",
                is_on: chains,
                href: self.set(CHAINING, if chains { "false" } else { "true" }, "true"),
            },
        ]
    }

    fn menus(&self) -> Vec<Menu> {
        let parallelism = configured(self.now, PARALLELISM).unwrap_or("1").trim().to_owned();
        let choices = ["1", "2", "3", "4", "6", "8", "12", "16", "32", "64", "128"];
        let mut menus = vec![Menu {
            label: format!("p = {}", parallelism.chars().take(12).collect::<String>()),
            title: "Default parallelism",
            items: choices
                .map(|value| Choice {
                    label: value.to_owned(),
                    is_chosen: value == parallelism,
                    href: self.set(PARALLELISM, value, "1"),
                })
                .into(),
        }];
        let modes = [
            ("ALL_EXCHANGES_BLOCKING", "blocking"),
            ("ALL_EXCHANGES_PIPELINED", "pipelined"),
            ("ALL_EXCHANGES_HYBRID_FULL", "hybrid, full"),
            ("ALL_EXCHANGES_HYBRID_SELECTIVE", "hybrid, selective"),
        ];
        // It matters in BATCH only.
        if !self.is(MODE, "STREAMING", "STREAMING") {
            let default = modes[0].0;
            let chosen = modes.iter().find(|(mode, _)| self.is(SHUFFLE, mode, default));
            menus.push(Menu {
                label: format!("shuffle: {}", chosen.map_or("other", |(_, label)| label)),
                title: "Batch shuffle mode",
                items: modes
                    .map(|(mode, _)| Choice {
                        label: mode.to_owned(),
                        is_chosen: self.is(SHUFFLE, mode, default),
                        href: self.set(SHUFFLE, mode, default),
                    })
                    .into(),
            });
        }
        menus
    }

    /// BATCH needs sources that end: to the plan with those, if it has one.
    fn bounded(&self) -> Option<String> {
        if !self.is(MODE, "BATCH", "STREAMING") {
            return None;
        }
        let calls = self.unchanged.operators.iter().enumerate();
        let unbounded =
            calls.filter(|(_, call)| matches!(call.operation, Operation::FromSource { bounded: false }));
        let bound = unbounded.map(|(call, _)| Change::Option {
            call,
            option: CallOption::Bounded,
            value: Some(OptionValue::On),
        });
        let changes = self.changes.with_all(bound.take(Changes::MOST));
        let definition = edit(self.unchanged, &changes).ok()?.definition;
        planner::plan(&definition, FlinkVersion::default(), &mut ()).ok()?;
        Some(self.links.trying(&changes))
    }

    fn tried(&self, words: &Words<'_>) -> Vec<Tried> {
        let tried = self.changes.iter().map(|change| Tried {
            what: runs(&words.one(change)),
            without: self.links.trying(&self.changes.without(change)),
        });
        tried.collect()
    }
}

/// The value that a definition gives to a key, by whichever of its names.
fn configured<'a>(definition: &'a PipelineDefinition, key: &str) -> Option<&'a str> {
    let mut names = keys_of(key);
    let entry = names.find_map(|name| definition.configuration.iter().find(|entry| entry.key == name));
    entry.map(|entry| entry.value.as_str())
}
