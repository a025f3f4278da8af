//! Flink's `Configuration`: typed look-up of the definition's entries.
//!
//! [`OPTIONS`] lists every key that a plan depends on. Flink reads an option when it needs it, so a value that does not
//! parse is refused at the stage that asks for it.

mod options;
mod parse;

pub use options::*;
pub use parse::{ConfigValue, Duration, MemorySize, ValueKind};

use std::marker::PhantomData;
use std::ops::Range;

use crate::flink::{Refusal, RefusalStage, Refused};

/// One configuration entry, its value as the text that a configuration file would hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigurationEntry {
    pub key: String,
    pub value: String,
    /// Where key and value stand in the pasted text, in bytes.
    pub range: Range<usize>,
}

/// A `ConfigOption` whose value has this type.
#[derive(Debug)]
pub struct ConfigOption<T: 'static> {
    description: &'static OptionDescription,
    value: PhantomData<fn() -> T>,
}

impl<T> Clone for ConfigOption<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ConfigOption<T> {}

impl<T> ConfigOption<T> {
    const fn new(description: &'static OptionDescription) -> Self {
        Self { description, value: PhantomData }
    }

    /// The key that Flink documents.
    pub const fn key(self) -> &'static str {
        self.description.key
    }
}

/// The key of [`PARALLELISM_DEFAULT`].
pub const PARALLELISM_DEFAULT_KEY: &str = PARALLELISM_DEFAULT.key();

/// Keys that change no plan, and whose values Flink reads in formats of their own when a job is built: it refuses what it
/// cannot read there, and planscope does not check it.
pub const UNCHECKED_KEYS: [&str; 4] = [
    "execution.job-listeners",
    "pipeline.cached-files",
    "pipeline.global-job-parameters",
    "pipeline.serialization-config",
];

/// What there is to say about an option.
#[derive(Debug, PartialEq, Eq)]
pub struct OptionDescription {
    /// The key that Flink documents.
    pub key: &'static str,
    /// Keys that it falls back to, in that order.
    pub older_keys: &'static [&'static str],
    pub kind: ValueKind,
    /// As it would be written; some options have none.
    pub default: Option<&'static str>,
    pub influence: Influence,
    /// What it does to a plan, in one sentence.
    pub effect: &'static str,
}

/// How an option can matter to a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Influence {
    /// It changes the plan.
    Plan,
    /// Some of its values, alone or together with others, make Flink refuse the plan.
    Refusal,
    /// Nothing in a plan shows it, but Flink reads it and refuses a malformed value.
    Malformed,
}

/// The definition's entries, as the stage that asks sees them.
#[derive(Clone, Copy, Debug)]
pub struct Configuration<'a> {
    entries: &'a [ConfigurationEntry],
    stage: RefusalStage,
}

impl<'a> Configuration<'a> {
    pub const fn new(entries: &'a [ConfigurationEntry], stage: RefusalStage) -> Self {
        Self { entries, stage }
    }

    /// The value of an option that has a default.
    pub fn get<T: ConfigValue>(&self, option: ConfigOption<T>) -> Refused<T> {
        let set = self.get_optional(option)?;
        Ok(set
            .or_else(|| option.description.default.and_then(T::parse))
            .expect("an option that is read with its default has one, and the tests parse them all"))
    }

    /// The value that is set for an option.
    pub fn get_optional<T: ConfigValue>(&self, option: ConfigOption<T>) -> Refused<Option<T>> {
        let Some(entry) = self.entry(option) else { return Ok(None) };
        T::parse(&entry.value).map(Some).ok_or_else(|| {
            let message = format!("Could not parse value '{}' for key '{}'.", entry.value, option.key());
            self.refuse(option, message)
        })
    }

    /// Reads a value only to refuse a malformed one.
    pub fn check<T: ConfigValue>(&self, option: ConfigOption<T>) -> Refused<()> {
        self.get_optional(option).map(drop)
    }

    /// The duration of an option that has a default, in milliseconds.
    pub fn get_millis(&self, option: ConfigOption<Duration>) -> Refused<i64> {
        self.millis(option, self.get(option)?)
    }

    /// The duration that is set for an option, in milliseconds.
    pub fn get_optional_millis(&self, option: ConfigOption<Duration>) -> Refused<Option<i64>> {
        self.get_optional(option)?.map(|duration| self.millis(option, duration)).transpose()
    }

    fn millis(&self, option: ConfigOption<Duration>, duration: Duration) -> Refused<i64> {
        duration.to_millis().ok_or_else(|| {
            let overflow = self.refuse(option, "long overflow");
            Box::new(Refusal { exception: "java.lang.ArithmeticException", ..*overflow })
        })
    }

    /// A refusal of this option's value, with the words of the code that uses it.
    pub fn refuse<T>(&self, option: ConfigOption<T>, message: impl Into<String>) -> Box<Refusal> {
        let key = self.entry(option).map_or(option.key(), |entry| entry.key.as_str());
        Box::new(Refusal::illegal_argument(self.stage, message).at_key(key))
    }

    fn entry<T>(&self, option: ConfigOption<T>) -> Option<&'a ConfigurationEntry> {
        let OptionDescription { key, older_keys, .. } = option.description;
        std::iter::once(key)
            .chain(*older_keys)
            .find_map(|key| self.entries.iter().find(|entry| entry.key == *key))
    }
}
