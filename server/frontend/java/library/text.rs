//! `java.lang.String`.

use std::rc::Rc;

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Data, Doubt, ListKind, Value};
use super::patterns::Pattern;
use super::{format, index};

/// A call on a text.
pub fn call<'t>(
    evaluator: &mut Evaluator<'t>,
    text: &Rc<str>,
    own_doubt: &Doubt,
    invocation: Invocation<'t>,
) -> Eval<Value> {
    let Invocation { method, node, .. } = invocation;
    let arguments = &invocation.arguments;
    let doubt = own_doubt.and(&invocation.doubt());
    let receiver = Value::text(Rc::clone(text)).doubting(own_doubt);
    let is_open = evaluator.is_open_text(&receiver);
    let first = arguments.first().and_then(Value::as_text).cloned();
    let first_text = arguments.first().and_then(text_or_char);
    let made: Option<String> = match (method, arguments.len()) {
        (
            "toString" | "intern" | "strip" | "trim" | "toUpperCase" | "toLowerCase" | "stripLeading"
            | "stripTrailing",
            _,
        ) => Some(match method {
            "toUpperCase" => text.to_uppercase(),
            "toLowerCase" => text.to_lowercase(),
            "strip" | "trim" => text.trim().to_owned(),
            "stripLeading" => text.trim_start().to_owned(),
            "stripTrailing" => text.trim_end().to_owned(),
            _ => text.to_string(),
        }),
        ("concat", 1) => first.as_ref().map(|more| format!("{text}{more}")),
        ("replace", 2) => {
            let (from, to) = (first_text.clone(), arguments.get(1).and_then(text_or_char));
            from.zip(to).map(|(from, to)| text.replace(&from, &to))
        }
        ("replaceAll" | "replaceFirst", 2) => {
            // What is put in place of every character must not get out of hand.
            let to = arguments.get(1).and_then(Value::as_text);
            let to = to.filter(|to| text.len().saturating_mul(to.len()) < 1 << 22);
            match (first.as_deref().and_then(|written| Pattern::of(written, text)), to) {
                (Some(pattern), Some(to)) => pattern.replace(text, to, method == "replaceAll"),
                _ => None,
            }
        }
        ("repeat", 1) => match index(arguments.first()) {
            Some(count) => {
                evaluator.check_text(text.len().saturating_mul(count), node)?;
                Some(text.repeat(count))
            }
            None => None,
        },
        ("substring" | "subSequence", 1 | 2) if !is_open => {
            let units: Vec<u16> = text.encode_utf16().collect();
            let start = index(arguments.first());
            let end = if arguments.len() == 2 { index(arguments.get(1)) } else { Some(units.len()) };
            match (start, end) {
                (Some(start), Some(end)) => match units.get(start..end) {
                    Some(part) => Some(String::from_utf16_lossy(part)),
                    None if doubt.is_none() => {
                        return evaluator.throw("StringIndexOutOfBoundsException", "", node);
                    }
                    None => None,
                },
                _ => None,
            }
        }
        ("formatted", _) => Some(format::format(evaluator, text, arguments, node)?),
        ("stripIndent" | "translateEscapes", 0) => Some(text.to_string()),
        _ => None,
    };
    if let Some(made) = made {
        return evaluator.made_text(made, doubt, node);
    }
    // Of a text that only stands for another one no more is known.
    if is_open {
        return Ok(evaluator.unknown(invocation.place).doubting(&doubt));
    }
    let result = match (method, arguments.len()) {
        ("length", 0) => Some(Value::int(i32::try_from(text.encode_utf16().count()).unwrap_or(i32::MAX))),
        ("isEmpty", 0) => Some(Value::bool(text.is_empty())),
        ("isBlank", 0) => Some(Value::bool(text.trim().is_empty())),
        ("equals" | "contentEquals", 1) => evaluator.equals(&receiver, &arguments[0]).map(Value::bool),
        ("equalsIgnoreCase", 1) => match &first {
            Some(other) => Some(Value::bool(text.to_lowercase() == other.to_lowercase())),
            None if arguments[0].is_null() => Some(Value::bool(false)),
            None => None,
        },
        ("contains", 1) => first.map(|part| Value::bool(text.contains(&*part))),
        ("startsWith", 1) => first.map(|part| Value::bool(text.starts_with(&*part))),
        ("endsWith", 1) => first.map(|part| Value::bool(text.ends_with(&*part))),
        ("indexOf", 1) => first_text.map(|part| position(text, text.find(&part))),
        ("lastIndexOf", 1) => first_text.map(|part| position(text, text.rfind(&part))),
        ("charAt", 1) => match index(arguments.first()).and_then(|index| text.encode_utf16().nth(index)) {
            Some(unit) => Some(Value::known(Data::Char(unit))),
            None if doubt.is_none() => return evaluator.throw("StringIndexOutOfBoundsException", "", node),
            None => None,
        },
        ("compareTo", 1) => first.map(|other| {
            let order = text.encode_utf16().cmp(other.encode_utf16());
            Value::int(order as i32)
        }),
        ("hashCode", 0) => Some(Value::int(hash_code(text))),
        ("matches", 1) => {
            let pattern = first.as_deref().and_then(|written| Pattern::of(written, text));
            pattern.map(|pattern| Value::bool(pattern.matches(text)))
        }
        ("split", 1 | 2) => {
            let limit = arguments.get(1).and_then(Value::as_int).unwrap_or(0);
            match first.as_deref().and_then(|written| Pattern::of(written, text)) {
                Some(pattern) => {
                    let parts: Vec<Value> = pattern.split(text, limit).into_iter().map(Value::text).collect();
                    evaluator.step(parts.len(), node)?;
                    Some(evaluator.heap.list(ListKind::Array, parts))
                }
                None => None,
            }
        }
        ("toCharArray", 0) => {
            let units: Vec<_> = text.encode_utf16().map(|unit| Value::known(Data::Char(unit))).collect();
            evaluator.step(units.len(), node)?;
            Some(evaluator.heap.list(ListKind::Array, units))
        }
        ("lines", 0) => {
            let lines: Vec<_> = text.lines().map(Value::text).collect();
            evaluator.step(lines.len(), node)?;
            Some(evaluator.heap.list(ListKind::Stream, lines))
        }
        _ => None,
    };
    Ok(match result {
        Some(result) => result.doubting(&doubt),
        None => evaluator.unknown(invocation.place).doubting(&doubt),
    })
}

fn text_or_char(value: &Value) -> Option<String> {
    match &value.data {
        Data::Text(text) => Some(text.to_string()),
        Data::Char(unit) => Some(String::from_utf16_lossy(&[*unit])),
        _ => None,
    }
}

fn position(text: &str, found: Option<usize>) -> Value {
    let units = found.map(|at| text[..at].encode_utf16().count());
    Value::int(units.and_then(|units| i32::try_from(units).ok()).unwrap_or(-1))
}

/// `String.hashCode`.
pub fn hash_code(text: &str) -> i32 {
    text.encode_utf16().fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(unit.into()))
}
