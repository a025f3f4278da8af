//! Flink's `Configuration`: typed look-up of the definition's entries, parsed as Flink parses them.
//!
//! Flink reads an option when it needs it, so a value that does not parse is refused at the stage that asks for it.

use crate::flink::{Place, Refusal, RefusalStage, Refused, SchedulerType};
use crate::frontend::ConfigurationEntry;

/// A `ConfigOption`: its key, then the older keys that it falls back to, newest first.
#[derive(Clone, Copy, Debug)]
pub struct ConfigOption(&'static [&'static str]);

impl ConfigOption {
    /// The key that Flink documents.
    pub const fn key(self) -> &'static str {
        self.0[0]
    }
}

pub const PARALLELISM_DEFAULT: ConfigOption = ConfigOption(&["parallelism.default"]);
pub const MAX_PARALLELISM: ConfigOption = ConfigOption(&["pipeline.max-parallelism"]);
pub const NAME: ConfigOption = ConfigOption(&["pipeline.name"]);
pub const RUNTIME_MODE: ConfigOption = ConfigOption(&["execution.runtime-mode"]);
pub const CHECKPOINTING_INTERVAL: ConfigOption = ConfigOption(&["execution.checkpointing.interval"]);
pub const OPERATOR_CHAINING: ConfigOption =
    ConfigOption(&["pipeline.operator-chaining.enabled", "pipeline.operator-chaining"]);
pub const OPERATOR_CHAINING_WITH_DIFFERENT_MAX_PARALLELISM: ConfigOption =
    ConfigOption(&["pipeline.operator-chaining.chain-operators-with-different-max-parallelism"]);
pub const BUFFER_TIMEOUT_ENABLED: ConfigOption = ConfigOption(&["execution.buffer-timeout.enabled"]);
pub const BUFFER_TIMEOUT: ConfigOption =
    ConfigOption(&["execution.buffer-timeout.interval", "execution.buffer-timeout"]);
pub const VERTEX_DESCRIPTION_MODE: ConfigOption = ConfigOption(&["pipeline.vertex-description-mode"]);
pub const VERTEX_NAME_INCLUDE_INDEX_PREFIX: ConfigOption =
    ConfigOption(&["pipeline.vertex-name-include-index-prefix"]);

pub const SCHEDULER: ConfigOption = ConfigOption(&["jobmanager.scheduler"]);
pub const BATCH_SHUFFLE_MODE: ConfigOption = ConfigOption(&["execution.batch-shuffle-mode"]);
pub const ADAPTIVE_AUTO_PARALLELISM: ConfigOption =
    ConfigOption(&["execution.batch.adaptive.auto-parallelism.enabled"]);
pub const SORT_INPUTS: ConfigOption = ConfigOption(&["execution.sorted-inputs.enabled"]);
pub const USE_BATCH_STATE_BACKEND: ConfigOption = ConfigOption(&["execution.batch-state-backend.enabled"]);
pub const SORTED_INPUTS_MEMORY: ConfigOption = ConfigOption(&["execution.sorted-inputs.memory"]);
pub const SORT_PARTITION_MEMORY: ConfigOption = ConfigOption(&["execution.sort-partition.memory"]);
pub const SORT_KEYED_PARTITION_MEMORY: ConfigOption =
    ConfigOption(&["execution.sort-keyed-partition.memory"]);
pub const APPROXIMATE_LOCAL_RECOVERY: ConfigOption =
    ConfigOption(&["execution.state-recovery.approximate-local-recovery"]);
pub const AUTO_GENERATE_UIDS: ConfigOption = ConfigOption(&["pipeline.auto-generate-uids"]);
pub const UNALIGNED_CHECKPOINTS: ConfigOption = ConfigOption(&["execution.checkpointing.unaligned.enabled"]);
pub const FORCE_UNALIGNED_CHECKPOINTS: ConfigOption =
    ConfigOption(&["execution.checkpointing.unaligned.forced"]);
pub const CHECKPOINTING_MODE: ConfigOption = ConfigOption(&["execution.checkpointing.mode"]);
pub const CHECKPOINTING_TIMEOUT: ConfigOption = ConfigOption(&["execution.checkpointing.timeout"]);
pub const MAX_CONCURRENT_CHECKPOINTS: ConfigOption =
    ConfigOption(&["execution.checkpointing.max-concurrent-checkpoints"]);
pub const CHECKPOINTING_INTERVAL_DURING_BACKLOG: ConfigOption =
    ConfigOption(&["execution.checkpointing.interval-during-backlog"]);

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

    /// The text set for an option.
    pub fn text(&self, option: ConfigOption) -> Option<&'a str> {
        self.entry(option).map(|entry| entry.value.as_str())
    }

    /// The value of an integer option.
    pub fn int(&self, option: ConfigOption) -> Refused<Option<i32>> {
        self.parsed(option, parse_int)
    }

    /// The value of a boolean option: `true` or `false`, in either case.
    pub fn boolean(&self, option: ConfigOption) -> Refused<Option<bool>> {
        self.parsed(option, |text| {
            let lower = text.to_lowercase();
            (lower == "true").then_some(true).or((lower == "false").then_some(false))
        })
    }

    /// The value of a duration option, in milliseconds (`Duration.toMillis`).
    pub fn duration(&self, option: ConfigOption) -> Refused<Option<i64>> {
        let Some(nanoseconds) = self.parsed(option, parse_duration)? else { return Ok(None) };
        match i64::try_from(nanoseconds / 1_000_000) {
            Ok(milliseconds) => Ok(Some(milliseconds)),
            Err(_) => {
                let overflow = self.refuse(option, "long overflow");
                Err(Box::new(Refusal { exception: "java.lang.ArithmeticException", ..*overflow }))
            }
        }
    }

    /// The value of a memory size, in whole mebibytes (`MemorySize.getMebiBytes`, which narrows without a check).
    pub fn mebibytes(&self, option: ConfigOption) -> Refused<Option<i32>> {
        self.parsed(option, |text| parse_memory(text).map(|bytes| (bytes >> 20) as i32))
    }

    /// The value of an option that takes one of some names, in either case.
    pub fn name<'n, T>(
        &self,
        option: ConfigOption,
        names: impl IntoIterator<Item = (&'n str, T)>,
    ) -> Refused<Option<T>> {
        let mut names = names.into_iter();
        self.parsed(option, |text| {
            names.find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, value)| value)
        })
    }

    /// The scheduler that was chosen, if one was.
    pub fn scheduler(&self) -> Refused<Option<SchedulerType>> {
        self.name(SCHEDULER, SchedulerType::ALL.iter().map(|scheduler| (scheduler.name(), *scheduler)))
    }

    /// A refusal of this option's value, with the words of the code that uses it.
    pub fn refuse(&self, option: ConfigOption, message: impl Into<String>) -> Box<Refusal> {
        let key = self.entry(option).map_or(option.0[0], |entry| entry.key.as_str());
        Box::new(Refusal {
            stage: self.stage,
            exception: "java.lang.IllegalArgumentException",
            message: Some(message.into()),
            place: Some(Place::Configuration { key: key.to_owned() }),
        })
    }

    fn entry(&self, option: ConfigOption) -> Option<&'a ConfigurationEntry> {
        option.0.iter().find_map(|key| self.entries.iter().find(|entry| entry.key == *key))
    }

    fn parsed<T>(&self, option: ConfigOption, parse: impl FnOnce(&str) -> Option<T>) -> Refused<Option<T>> {
        let Some(text) = self.text(option) else { return Ok(None) };
        parse(text).map(Some).ok_or_else(|| {
            self.refuse(option, format!("Could not parse value '{text}' for key '{}'.", option.0[0]))
        })
    }
}

/// `MemorySize.parseBytes`: digits and a unit, bytes without one.
fn parse_memory(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let amount: i64 = text[..digits].parse().ok()?;
    let shift = match text[digits..].trim().to_lowercase().as_str() {
        "" | "b" | "bytes" => 0,
        "k" | "kb" | "kibibytes" => 10,
        "m" | "mb" | "mebibytes" => 20,
        "g" | "gb" | "gibibytes" => 30,
        "t" | "tb" | "tebibytes" => 40,
        _ => return None,
    };
    amount.checked_mul(1 << shift)
}

/// `Integer.parseInt`: a sign, then decimal digits of any script.
fn parse_int(text: &str) -> Option<i32> {
    let ascii = |(at, character)| match character {
        '+' | '-' if at == 0 => Some(character),
        _ => decimal_digit(character),
    };
    text.chars().enumerate().map(ascii).collect::<Option<String>>()?.parse().ok()
}

/// `Character.digit` with radix 10, as the ASCII digit.
fn decimal_digit(character: char) -> Option<char> {
    let zero = ZEROS.iter().rfind(|&&zero| zero <= character)?;
    char::from_digit(u32::from(character) - u32::from(*zero), 10)
}

/// The zero of every script with decimal digits that a Java `char` holds; its nine other digits follow it.
#[rustfmt::skip]
const ZEROS: &[char] = &[
    '0', '\u{660}', '\u{6f0}', '\u{7c0}', '\u{966}', '\u{9e6}', '\u{a66}', '\u{ae6}', '\u{b66}', '\u{be6}',
    '\u{c66}', '\u{ce6}', '\u{d66}', '\u{de6}', '\u{e50}', '\u{ed0}', '\u{f20}', '\u{1040}', '\u{1090}',
    '\u{17e0}', '\u{1810}', '\u{1946}', '\u{19d0}', '\u{1a80}', '\u{1a90}', '\u{1b50}', '\u{1bb0}', '\u{1c40}',
    '\u{1c50}', '\u{a620}', '\u{a8d0}', '\u{a900}', '\u{a9d0}', '\u{a9f0}', '\u{aa50}', '\u{abf0}', '\u{ff10}',
];

/// `TimeUtils.parseDuration`: digits and a unit, milliseconds without one, or ISO-8601; never negative. In nanoseconds.
fn parse_duration(text: &str) -> Option<i128> {
    let text = text.trim();
    let nanoseconds = if text.starts_with(['P', 'p', '-', '+']) {
        parse_iso_duration(text)?
    } else {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let amount: i128 = text[..digits].parse().ok()?;
        let unit: i128 = match text[digits..].trim().to_lowercase().as_str() {
            "" | "ms" | "milli" | "millis" | "millisecond" | "milliseconds" => 1_000_000,
            "d" | "day" | "days" => 86_400_000_000_000,
            "h" | "hour" | "hours" => 3_600_000_000_000,
            "m" | "min" | "minute" | "minutes" => 60_000_000_000,
            "s" | "sec" | "secs" | "second" | "seconds" => 1_000_000_000,
            "µs" | "micro" | "micros" | "microsecond" | "microseconds" => 1_000,
            "ns" | "nano" | "nanos" | "nanosecond" | "nanoseconds" => 1,
            _ => return None,
        };
        amount.checked_mul(unit)?
    };
    let fits = nanoseconds >= 0 && nanoseconds / 1_000_000_000 <= i128::from(i64::MAX);
    fits.then_some(nanoseconds)
}

/// `java.time.Duration.parse`: `P1DT2H3M4.5S`, each number and the whole with a sign. In nanoseconds.
fn parse_iso_duration(text: &str) -> Option<i128> {
    let upper = text.to_ascii_uppercase();
    let (sign, rest) = match upper.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, upper.strip_prefix('+').unwrap_or(&upper)),
    };
    let mut rest = rest.strip_prefix('P')?;
    let mut units: &[(char, i128)] = &[('D', 86_400_000_000_000)];
    let (mut total, mut fields, mut in_time) = (0_i128, 0, false);
    while !rest.is_empty() {
        if let Some(time) = rest.strip_prefix('T').filter(|_| !in_time) {
            (rest, units, in_time) =
                (time, &[('H', 3_600_000_000_000), ('M', 60_000_000_000), ('S', 1_000_000_000)], true);
            if rest.is_empty() {
                return None;
            }
            continue;
        }
        let number_end = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '+' | '.' | ','))?;
        let letter = rest[number_end..].chars().next()?;
        let at = units.iter().position(|(unit, _)| *unit == letter)?;
        let nanoseconds = units[at].1;
        let (whole, fraction) = match rest[..number_end].split_once(['.', ',']) {
            Some((whole, fraction)) if letter == 'S' && fraction.len() <= 9 => (whole, fraction),
            Some(_) => return None,
            None => (&rest[..number_end], ""),
        };
        let amount: i128 = whole.parse().ok()?;
        let fraction: i128 = format!("{fraction:0<9}").parse().ok()?;
        let fraction = if whole.starts_with('-') { -fraction } else { fraction };
        total = total.checked_add(amount.checked_mul(nanoseconds)?)?.checked_add(fraction)?;
        (rest, units, fields) = (&rest[number_end + letter.len_utf8()..], &units[at + 1..], fields + 1);
    }
    (fields > 0).then_some(sign * total)
}

#[cfg(test)]
mod tests {
    use super::{ZEROS, parse_duration, parse_int};

    #[test]
    fn integers_are_read_as_java_reads_them() {
        for (text, number) in [
            ("4", Some(4)),
            ("+4", Some(4)),
            ("-04", Some(-4)),
            ("2147483647", Some(i32::MAX)),
            ("-2147483648", Some(i32::MIN)),
            ("\u{664}\u{0967}", Some(41)),
            ("\u{ff18}", Some(8)),
            ("2147483648", None),
            (" 4", None),
            ("4.0", None),
            ("0x4", None),
            ("1e3", None),
            ("\u{1d7d8}", None),
            ("²", None),
            ("--4", None),
            ("4-", None),
            ("+", None),
            ("", None),
        ] {
            assert_eq!(parse_int(text), number, "{text:?}");
        }
        assert!(ZEROS.is_sorted());
    }

    #[test]
    fn durations_are_read_with_every_unit_of_flink() {
        for (text, nanoseconds) in [
            ("5", Some(5_000_000)),
            ("10 s", Some(10_000_000_000)),
            ("500ms", Some(500_000_000)),
            (" 1 min ", Some(60_000_000_000)),
            ("2 Days", Some(172_800_000_000_000)),
            ("1500 micros", Some(1_500_000)),
            ("2 ns", Some(2)),
            ("PT5S", Some(5_000_000_000)),
            ("P1DT2H3M4.5S", Some(93_784_500_000_000)),
            ("PT1M-5S", Some(55_000_000_000)),
            ("PT-5S", None),
            ("-PT5S", None),
            ("99999999999999999999 ms", Some(99_999_999_999_999_999_999_000_000)),
            ("9223372036854775807 d", None),
            ("-1 ms", None),
            ("5 us", None),
            ("5 lightyears", None),
            ("", None),
            ("ms", None),
            ("P", None),
            ("PT", None),
            ("PT5D", None),
            ("PT1S2M", None),
        ] {
            assert_eq!(parse_duration(text), nanoseconds, "{text:?}");
        }
    }
}
