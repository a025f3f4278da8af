//! `java.lang.String`.

use std::rc::Rc;

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Data, Doubt, ListKind, Value};
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
            let to = arguments.get(1).and_then(Value::as_text).filter(|to| !to.contains(['$', '\\']));
            match (first.as_deref().and_then(Pattern::of), to) {
                (Some(pattern), Some(to)) => Some(pattern.replace(text, to, method == "replaceAll")),
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
        ("matches", 1) => None,
        ("split", 1 | 2) => {
            let parts = first.as_deref().and_then(Pattern::of).map(|pattern| pattern.split(text));
            match parts {
                Some(parts) => {
                    let limit = arguments.get(1).and_then(Value::as_int).unwrap_or(0);
                    let mut parts: Vec<Value> = parts.into_iter().map(Value::text).collect();
                    if limit == 0 {
                        while parts.len() > 1
                            && parts.last().is_some_and(|last| last.as_text().is_some_and(|it| it.is_empty()))
                        {
                            parts.pop();
                        }
                    }
                    evaluator.step(parts.len(), node)?;
                    (limit <= 0).then(|| evaluator.heap.list(ListKind::Array, parts))
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

/// The regular expressions that are understood: a literal, or one or more characters of a class.
struct Pattern {
    literal: Option<String>,
    class: Option<fn(char) -> bool>,
    repeats: bool,
}

impl Pattern {
    fn of(written: &str) -> Option<Self> {
        let (body, repeats) = match written.strip_suffix('+') {
            Some(body) if !body.is_empty() && !body.ends_with('\\') => (body, true),
            _ => (written, false),
        };
        let class: Option<fn(char) -> bool> = match body {
            "\\s" => Some(char::is_whitespace),
            "\\W" => Some(|char| !(char.is_ascii_alphanumeric() || char == '_')),
            "\\w" => Some(|char| char.is_ascii_alphanumeric() || char == '_'),
            "\\d" | "[0-9]" => Some(|char| char.is_ascii_digit()),
            "\\D" | "[^0-9]" => Some(|char| !char.is_ascii_digit()),
            "[^a-zA-Z0-9]" | "[^A-Za-z0-9]" => Some(|char| !char.is_ascii_alphanumeric()),
            "[^a-zA-Z0-9_]" | "[^A-Za-z0-9_]" => Some(|char| !(char.is_ascii_alphanumeric() || char == '_')),
            "[^a-z0-9]" => Some(|char| !(char.is_ascii_lowercase() || char.is_ascii_digit())),
            _ => None,
        };
        if class.is_some() {
            return Some(Self { literal: None, class, repeats });
        }
        let mut literal = String::new();
        let mut chars = body.chars();
        while let Some(char) = chars.next() {
            match char {
                '\\' => match chars.next()? {
                    escaped if escaped.is_ascii_alphanumeric() => return None,
                    escaped => literal.push(escaped),
                },
                '.' | '*' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '^' | '$' => return None,
                char => literal.push(char),
            }
        }
        (!repeats && !literal.is_empty()).then_some(Self { literal: Some(literal), class: None, repeats })
    }

    /// Where it matches: start and end of each match, in order.
    fn matches(&self, text: &str) -> Vec<(usize, usize)> {
        if let Some(literal) = &self.literal {
            return text.match_indices(literal.as_str()).map(|(at, part)| (at, at + part.len())).collect();
        }
        let Some(class) = self.class else { return Vec::new() };
        let mut found: Vec<(usize, usize)> = Vec::new();
        for (at, char) in text.char_indices().filter(|(_, char)| class(*char)) {
            match found.last_mut() {
                Some(last) if self.repeats && last.1 == at => last.1 = at + char.len_utf8(),
                _ => found.push((at, at + char.len_utf8())),
            }
        }
        found
    }

    fn replace(&self, text: &str, to: &str, all: bool) -> String {
        let mut result = String::new();
        let mut reached = 0;
        for (start, end) in self.matches(text).into_iter().take(if all { usize::MAX } else { 1 }) {
            result.push_str(&text[reached..start]);
            result.push_str(to);
            reached = end;
        }
        result.push_str(&text[reached..]);
        result
    }

    fn split(&self, text: &str) -> Vec<String> {
        let mut parts = Vec::new();
        let mut reached = 0;
        for (start, end) in self.matches(text) {
            // A match of something at the very start leaves an empty text before it.
            parts.push(text[reached..start].to_owned());
            reached = end;
        }
        parts.push(text[reached..].to_owned());
        parts
    }
}
