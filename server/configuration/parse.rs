//! The texts of values, read as Flink's `ConfigurationUtils` reads them.

use crate::flink::{
    BatchShuffleMode, CheckpointingMode, ClosureCleanerLevel, ExternalizedCheckpointRetention,
    RecoveryClaimMode, RuntimeExecutionMode, SchedulerType, VertexDescriptionMode,
};

/// What a value is, in words for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    Text,
    Integer,
    Long,
    Boolean,
    Duration,
    MemorySize,
    /// One of these names, in either case.
    OneOf(&'static [&'static str]),
}

/// A type that a `ConfigOption` can have.
pub trait ConfigValue: Sized {
    const KIND: ValueKind;

    /// The value in this text, unless it is malformed.
    fn parse(text: &str) -> Option<Self>;
}

impl ConfigValue for String {
    const KIND: ValueKind = ValueKind::Text;

    fn parse(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl ConfigValue for i32 {
    const KIND: ValueKind = ValueKind::Integer;

    fn parse(text: &str) -> Option<Self> {
        parse_integer(text)
    }
}

impl ConfigValue for i64 {
    const KIND: ValueKind = ValueKind::Long;

    fn parse(text: &str) -> Option<Self> {
        parse_integer(text)
    }
}

impl ConfigValue for bool {
    const KIND: ValueKind = ValueKind::Boolean;

    fn parse(text: &str) -> Option<Self> {
        match text.to_uppercase().as_str() {
            "TRUE" => Some(true),
            "FALSE" => Some(false),
            _ => None,
        }
    }
}

/// A `java.time.Duration` that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duration {
    nanoseconds: i128,
}

impl Duration {
    /// `Duration.toMillis`; nothing where that overflows.
    pub fn to_millis(self) -> Option<i64> {
        i64::try_from(self.nanoseconds / 1_000_000).ok()
    }
}

impl ConfigValue for Duration {
    const KIND: ValueKind = ValueKind::Duration;

    fn parse(text: &str) -> Option<Self> {
        parse_duration(text).map(|nanoseconds| Self { nanoseconds })
    }
}

/// A `MemorySize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemorySize {
    bytes: i64,
}

impl MemorySize {
    /// The weight of managed memory that an operator of this size declares: whole mebibytes, at least 1. Flink's cast
    /// keeps the low bits of a larger number.
    pub fn managed_memory_weight(self) -> i32 {
        let mebibytes = self.bytes >> 20;
        (mebibytes as i32).max(1)
    }

    /// Whole mebibytes.
    pub const fn mebibytes(self) -> i64 {
        self.bytes >> 20
    }
}

impl ConfigValue for MemorySize {
    const KIND: ValueKind = ValueKind::MemorySize;

    fn parse(text: &str) -> Option<Self> {
        parse_memory(text).map(|bytes| Self { bytes })
    }
}

/// Enumerations are read by name. Java compares the names in capitals, so that a long s counts as an S.
macro_rules! read_by_name {
    ($($name:ident),+ $(,)?) => {
        $(impl ConfigValue for $name {
            const KIND: ValueKind = ValueKind::OneOf(Self::NAMES);

            fn parse(text: &str) -> Option<Self> {
                let capitals = text.to_uppercase();
                Self::ALL.iter().copied().find(|constant| constant.name().to_uppercase() == capitals)
            }
        })+
    };
}

read_by_name!(
    BatchShuffleMode,
    CheckpointingMode,
    ClosureCleanerLevel,
    ExternalizedCheckpointRetention,
    RecoveryClaimMode,
    RuntimeExecutionMode,
    SchedulerType,
    VertexDescriptionMode,
);

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

/// `Integer.parseInt` and `Long.parseLong`: a sign, then decimal digits of any script.
fn parse_integer<T: std::str::FromStr>(text: &str) -> Option<T> {
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
    use super::{ConfigValue, MemorySize, ZEROS, parse_duration, parse_integer};
    use crate::flink::RuntimeExecutionMode;

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
            assert_eq!(parse_integer::<i32>(text), number, "{text:?}");
        }
        assert!(ZEROS.is_sorted());
    }

    #[test]
    fn booleans_and_names_are_compared_in_capitals() {
        for (text, value) in [
            ("true", Some(true)),
            ("TRUE", Some(true)),
            ("fal\u{17f}e", Some(false)),
            (" true", None),
            ("yes", None),
            ("", None),
        ] {
            assert_eq!(bool::parse(text), value, "{text:?}");
        }
        for (text, value) in [
            ("batch", Some(RuntimeExecutionMode::Batch)),
            ("STREAM\u{131}NG", Some(RuntimeExecutionMode::Streaming)),
            ("sometimes", None),
        ] {
            assert_eq!(RuntimeExecutionMode::parse(text), value, "{text:?}");
        }
    }

    #[test]
    fn memory_becomes_a_weight_of_at_least_1() {
        for (text, weight) in [
            ("128 mb", Some(128)),
            (" 7 M ", Some(7)),
            ("3 tb", Some(3_145_728)),
            ("1 bytes", Some(1)),
            ("0", Some(1)),
            ("2048 tb", Some(1)),
            ("9223372036854775807", Some(1)),
            ("8388608 tb", None),
            ("-1 mb", None),
            ("1 pb", None),
            ("1.5 mb", None),
            ("", None),
        ] {
            assert_eq!(MemorySize::parse(text).map(MemorySize::managed_memory_weight), weight, "{text:?}");
        }
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
