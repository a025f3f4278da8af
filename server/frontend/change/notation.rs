//! How addresses write changes: `mode:BATCH,chaining:off,5.parallelism:2,6.drop`.
//!
//! Changes are separated by commas. Each says what is changed, and after a colon what to: a configuration key by a short
//! name or as `config.KEY`; a call by its index from 0, with the option of the definition format. `unset` takes out what
//! stands after it. In keys and values `%`, `,` and control characters are percent-encoded, and `:` in keys.

use std::fmt;

use super::{CallOption, Change, Changes, OptionValue};
use crate::flink::{ChainingStrategy, StreamExchangeMode};
use crate::frontend::PartitionCall;

/// Keys that are tried often, by short names.
const SHORT: [(&str, &str); 4] = [
    ("mode", "execution.runtime-mode"),
    ("chaining", CHAINING),
    ("parallelism", "parallelism.default"),
    ("shuffle", "execution.batch-shuffle-mode"),
];
const CHAINING: &str = "pipeline.operator-chaining.enabled";

/// Why a text is no list of changes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    #[error("`{change}` is no change: {why}")]
    NoChange { change: String, why: String },
    #[error("there are more than {} changes", Changes::MOST)]
    TooMany,
}

impl Changes {
    /// Reads what [`Changes`] prints. Of two changes of the same thing the later one counts.
    ///
    /// # Errors
    /// The first change that is none.
    pub fn parse(text: &str) -> Result<Self, NotationError> {
        let mut changes = Self::default();
        for piece in text.split(',').filter(|piece| !piece.is_empty()) {
            let change =
                parse(piece).map_err(|why| NotationError::NoChange { change: shortened(piece), why })?;
            changes.push(change);
            if changes.len() > Self::MOST {
                return Err(NotationError::TooMany);
            }
        }
        Ok(changes)
    }
}

/// As much of a pasted change as a message shows.
fn shortened(piece: &str) -> String {
    const SHOWN: usize = 60;
    let shown =
        piece.chars().take(SHOWN).map(|character| if character.is_control() { ' ' } else { character });
    let more = if piece.chars().nth(SHOWN).is_some() { "…" } else { "" };
    shown.collect::<String>() + more
}

fn parse(piece: &str) -> Result<Change, String> {
    let (subject, value) =
        piece.split_once(':').map_or((piece, None), |(subject, value)| (subject, Some(value)));
    let needs_value = |example: &str| value.ok_or_else(|| format!("it needs a value, as `{example}`"));
    if let Some(key) = subject.strip_prefix("config.") {
        if key == "unset" {
            let key = decoded(needs_value("config.unset:KEY")?)?;
            return Ok(Change::Configuration { key, value: None });
        }
        let key = decoded(key)?;
        let value = Some(decoded(needs_value("config.KEY:VALUE")?)?);
        return Ok(Change::Configuration { key, value });
    }
    if subject == "unset" {
        let name = needs_value("unset:mode")?;
        let (_, key) = short_name(name).ok_or_else(|| {
            "only `mode`, `chaining`, `parallelism` and `shuffle` have short names".to_owned()
        })?;
        return Ok(Change::Configuration { key: key.to_owned(), value: None });
    }
    if let Some((name, key)) = short_name(subject) {
        let value = decoded(needs_value(&format!("{name}:VALUE"))?)?;
        let value = match (key, value.as_str()) {
            (CHAINING, "on") => "true".to_owned(),
            (CHAINING, "off") => "false".to_owned(),
            _ => value,
        };
        return Ok(Change::Configuration { key: key.to_owned(), value: Some(value) });
    }
    let (call, what) =
        subject.split_once('.').and_then(|(call, what)| Some((call_index(call)?, what))).ok_or_else(
            || "it begins neither with a configuration key nor with the number of a call".to_owned(),
        )?;
    change_of_call(call, what, value)
}

fn short_name(name: &str) -> Option<(&'static str, &'static str)> {
    SHORT.into_iter().find(|(short, _)| *short == name)
}

/// An index, in the one form that it is printed in.
fn call_index(text: &str) -> Option<usize> {
    let index: usize = text.parse().ok()?;
    (index.to_string() == text).then_some(index)
}

fn change_of_call(call: usize, what: &str, value: Option<&str>) -> Result<Change, String> {
    let needs_value = || value.ok_or_else(|| format!("`{what}` needs a value"));
    let option_named = |name: &str| {
        CallOption::from_field(name)
            .ok_or_else(|| format!("a call has no option `{name}` that can be changed"))
    };
    Ok(match what {
        "drop" if value.is_some() => return Err("`drop` takes no value".to_owned()),
        "drop" => Change::Drop { call },
        "op" => Change::Replace { call, partitioning: partitioning(needs_value()?)? },
        "insert" => {
            let value = needs_value()?;
            let (method, input) = value.split_once('@').unwrap_or((value, "0"));
            let input = call_index(input).ok_or("an input is a number, from 0")?;
            Change::Insert { call, input, partitioning: partitioning(method)? }
        }
        "unset" => Change::Option { call, option: option_named(needs_value()?)?, value: None },
        name => {
            let option = option_named(name)?;
            Change::Option { call, option, value: option_value(option, &decoded(needs_value()?)?)? }
        }
    })
}

fn partitioning(method: &str) -> Result<PartitionCall, String> {
    PartitionCall::ALL.into_iter().find(|call| call.method() == method).ok_or_else(|| {
        let methods = PartitionCall::ALL.map(|call| format!("`{}`", call.method()));
        format!("the partitioning calls are {}", methods.join(", "))
    })
}

/// The value as the option has it; nothing for a flag that is off, which is the same as no flag.
fn option_value(option: CallOption, text: &str) -> Result<Option<OptionValue>, String> {
    let number = |least: i64, most: i64, java: &str| {
        let number = text.parse::<i64>().ok().filter(|number| (least..=most).contains(number));
        number
            .map(|number| Some(OptionValue::Number(number)))
            .ok_or_else(|| format!("`{}` is an integer that fits in Java's {java}", option.field()))
    };
    match option {
        CallOption::Name
        | CallOption::Uid
        | CallOption::UidHash
        | CallOption::Description
        | CallOption::SlotSharingGroup
        | CallOption::CoLocationGroup => Ok(Some(OptionValue::Text(text.to_owned()))),
        CallOption::Parallelism | CallOption::MaxParallelism => {
            number(i64::from(i32::MIN), i64::from(i32::MAX), "int")
        }
        CallOption::BufferTimeout => number(i64::MIN, i64::MAX, "long"),
        CallOption::DisableChaining
        | CallOption::StartNewChain
        | CallOption::ForceNonParallel
        | CallOption::Bounded => match text {
            "true" => Ok(Some(OptionValue::On)),
            "false" => Ok(None),
            _ => Err(format!("`{}` is `true` or `false`", option.field())),
        },
        CallOption::Chaining => ChainingStrategy::from_name(text)
            .map(|strategy| Some(OptionValue::Chaining(strategy)))
            .ok_or_else(|| format!("the strategies are {}", ChainingStrategy::NAMES.join(", "))),
        CallOption::ExchangeMode => StreamExchangeMode::from_name(text)
            .map(|mode| Some(OptionValue::ExchangeMode(mode)))
            .ok_or_else(|| format!("the exchange modes are {}", StreamExchangeMode::NAMES.join(", "))),
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => number.fmt(f),
            Self::On => f.write_str("true"),
            Self::Chaining(strategy) => strategy.fmt(f),
            Self::ExchangeMode(mode) => mode.fmt(f),
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Configuration { key, value } => {
                let short = SHORT.into_iter().find(|(_, known)| known == key);
                match (short, value.as_deref()) {
                    (Some((name, CHAINING)), Some("true")) => write!(f, "{name}:on"),
                    (Some((name, CHAINING)), Some("false")) => write!(f, "{name}:off"),
                    (Some((name, _)), Some(value)) => write!(f, "{name}:{}", Encoded(value, false)),
                    (Some((name, _)), None) => write!(f, "unset:{name}"),
                    (None, Some(value)) => {
                        write!(f, "config.{}:{}", Encoded(key, true), Encoded(value, false))
                    }
                    (None, None) => write!(f, "config.unset:{}", Encoded(key, false)),
                }
            }
            Self::Option { call, option, value: Some(value) } => {
                write!(f, "{call}.{}:{}", option.field(), Encoded(&value.to_string(), false))
            }
            Self::Option { call, option, value: None } => write!(f, "{call}.unset:{}", option.field()),
            Self::Drop { call } => write!(f, "{call}.drop"),
            Self::Replace { call, partitioning } => write!(f, "{call}.op:{}", partitioning.method()),
            Self::Insert { call, input: 0, partitioning } => {
                write!(f, "{call}.insert:{}", partitioning.method())
            }
            Self::Insert { call, input, partitioning } => {
                write!(f, "{call}.insert:{}@{input}", partitioning.method())
            }
        }
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, change) in self.iter().enumerate() {
            if number > 0 {
                f.write_str(",")?;
            }
            change.fmt(f)?;
        }
        Ok(())
    }
}

/// A text with what the notation uses percent-encoded; the colon, too, in a key.
struct Encoded<'a>(&'a str, bool);

impl fmt::Display for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            let is_special =
                matches!(character, '%' | ',') || character.is_control() || (self.1 && character == ':');
            if !is_special {
                write!(f, "{character}")?;
                continue;
            }
            let mut bytes = [0; 4];
            for byte in character.encode_utf8(&mut bytes).bytes() {
                write!(f, "%{byte:02X}")?;
            }
        }
        Ok(())
    }
}

fn decoded(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = after;
            continue;
        }
        let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
        let decoded = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let decoded = decoded.and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(decoded.ok_or("a `%` is followed by two hexadecimal digits")?);
        rest = &after[2..];
    }
    String::from_utf8(bytes).map_err(|_| "it is not UTF-8 once it is decoded".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_change_has_one_short_form() {
        for form in [
            "mode:BATCH",
            "chaining:off",
            "chaining:on",
            "chaining:perhaps",
            "parallelism:4",
            "shuffle:ALL_EXCHANGES_PIPELINED",
            "unset:mode",
            "config.pipeline.max-parallelism:128",
            "config.a%3Ab:c:d",
            "config.unset:pipeline.max-parallelism",
            "5.parallelism:2",
            "5.maxParallelism:-1",
            "5.bufferTimeout:9223372036854775807",
            "5.name:Orders%2C all 100%25 of them → here",
            "5.name:",
            "5.disableChaining:true",
            "5.unset:startNewChain",
            "5.chaining:HEAD_WITH_SOURCES",
            "5.exchangeMode:PIPELINED",
            "6.drop",
            "6.op:rescale",
            "7.insert:rebalance",
            "7.insert:rebalance@1",
            "mode:BATCH,5.parallelism:2,6.drop",
            "",
        ] {
            let changes = Changes::parse(form).unwrap_or_else(|error| panic!("{form}: {error}"));
            assert_eq!(changes.to_string(), form);
        }
    }

    #[test]
    fn other_forms_of_a_change_are_read_as_well() {
        for (form, canonical) in [
            ("chaining:true", "chaining:on"),
            ("config.execution.runtime-mode:BATCH", "mode:BATCH"),
            ("config.unset:execution.runtime-mode", "unset:mode"),
            ("5.disableChaining:false", "5.unset:disableChaining"),
            ("7.insert:rebalance@0", "7.insert:rebalance"),
            (",mode:BATCH,,", "mode:BATCH"),
            ("5.name:%41%c3%A4", "5.name:Aä"),
        ] {
            assert_eq!(
                Changes::parse(form).map(|changes| changes.to_string()),
                Ok(canonical.to_owned()),
                "{form}"
            );
        }
    }

    #[test]
    fn of_two_changes_of_one_thing_the_later_counts() {
        for (form, canonical) in [
            ("5.parallelism:2,mode:BATCH,5.parallelism:4", "mode:BATCH,5.parallelism:4"),
            ("5.parallelism:2,5.unset:parallelism", "5.unset:parallelism"),
            ("6.drop,6.op:rescale", "6.op:rescale"),
            ("chaining:off,config.pipeline.operator-chaining:true", "config.pipeline.operator-chaining:true"),
            ("7.insert:rescale,7.insert:rebalance@1", "7.insert:rescale,7.insert:rebalance@1"),
        ] {
            assert_eq!(
                Changes::parse(form).map(|changes| changes.to_string()),
                Ok(canonical.to_owned()),
                "{form}"
            );
        }
    }

    #[test]
    fn what_is_no_change_is_said() {
        for (form, why) in [
            ("BATCH", "it begins neither with a configuration key nor with the number of a call"),
            ("mode", "it needs a value, as `mode:VALUE`"),
            ("config.x", "it needs a value, as `config.KEY:VALUE`"),
            ("unset:x", "only `mode`, `chaining`, `parallelism` and `shuffle` have short names"),
            ("05.drop", "it begins neither with a configuration key nor with the number of a call"),
            ("-1.drop", "it begins neither with a configuration key nor with the number of a call"),
            ("5.drop:now", "`drop` takes no value"),
            ("5.parallelism", "`parallelism` needs a value"),
            ("5.parallelism:two", "`parallelism` is an integer that fits in Java's int"),
            ("5.parallelism:2147483648", "`parallelism` is an integer that fits in Java's int"),
            ("5.disableChaining:yes", "`disableChaining` is `true` or `false`"),
            ("5.input:x", "a call has no option `input` that can be changed"),
            ("5.chaining:SOMETIMES", "the strategies are ALWAYS, NEVER, HEAD, HEAD_WITH_SOURCES"),
            ("5.name:%", "a `%` is followed by two hexadecimal digits"),
            ("5.name:%+1", "a `%` is followed by two hexadecimal digits"),
            ("5.name:%ff", "it is not UTF-8 once it is decoded"),
        ] {
            let error = NotationError::NoChange { change: form.to_owned(), why: why.to_owned() };
            assert_eq!(Changes::parse(form), Err(error), "{form}");
        }
        let many: Vec<_> = (0..=Changes::MOST).map(|call| format!("{call}.drop")).collect();
        assert_eq!(Changes::parse(&many.join(",")), Err(NotationError::TooMany));
    }
}
