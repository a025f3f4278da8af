//! Boxed numbers, booleans and characters.

use super::super::arithmetic;
use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Data, Value};
use super::natural_order;

/// A call on a number, a boolean or a character.
pub fn call<'t>(evaluator: &mut Evaluator<'t>, receiver: &Value, invocation: Invocation<'t>) -> Eval<Value> {
    let cast = |name: &str| arithmetic::cast(name, &receiver.data).map(Value::known);
    let result = match (invocation.method, &invocation.arguments[..]) {
        ("intValue" | "shortValue" | "byteValue", []) => cast("int"),
        ("longValue", []) => cast("long"),
        ("doubleValue", []) => cast("double"),
        ("floatValue", []) => cast("float"),
        ("booleanValue" | "charValue", []) => Some(receiver.clone()),
        ("toString", []) => {
            let (text, doubt) = evaluator.printed(receiver, invocation.node)?;
            Some(evaluator.made_text(text, doubt, invocation.node)?)
        }
        ("equals", [other]) => evaluator.equals(receiver, other).map(Value::bool),
        ("compareTo" | "compare", [other]) => {
            Some(Value::int(natural_order(evaluator, receiver, other) as i32))
        }
        ("hashCode", []) => hash_code(&receiver.data).map(Value::int),
        _ => None,
    };
    let doubt = receiver.doubt.and(&invocation.doubt());
    Ok(match result {
        Some(result) => result.doubting(&doubt),
        None => evaluator.unknown(invocation.place).doubting(&doubt),
    })
}

/// `hashCode` of what has one that does not depend on the run.
pub fn hash_code(data: &Data) -> Option<i32> {
    Some(match data {
        Data::Int(value) => *value,
        Data::Long(value) => (value ^ (value >> 32)) as i32,
        Data::Bool(value) => {
            if *value {
                1231
            } else {
                1237
            }
        }
        Data::Char(value) => i32::from(*value),
        Data::Text(text) => super::text::hash_code(text),
        _ => return None,
    })
}

/// `Float.toString`.
pub fn float_text(value: f32) -> String {
    if value == 0.0 || (1e-3..1e7).contains(&value.abs()) {
        let digits = value.to_string();
        return if digits.contains('.') { digits } else { format!("{digits}.0") };
    }
    if !value.is_finite() {
        return crate::flink::java_double(value.into());
    }
    let scientific = format!("{value:E}");
    match scientific.split_once('E') {
        Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0E{exponent}"),
        _ => scientific,
    }
}

/// `Integer.parseInt` and its like.
pub fn parse(text: &str, name: &str) -> Option<Data> {
    match name {
        "int" => text.parse().ok().map(Data::Int),
        "long" => text.parse().ok().map(Data::Long),
        "double" => text.trim().parse().ok().map(Data::Double),
        "float" => text.trim().parse().ok().map(Data::Float),
        _ => Some(Data::Bool(text.eq_ignore_ascii_case("true"))),
    }
}

/// Static methods of the classes of boxed numbers and booleans.
pub fn static_call<'t>(
    evaluator: &mut Evaluator<'t>,
    class: &str,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let Some(first) = invocation.argument(0) else { return Ok(None) };
    let name = match (class, invocation.method) {
        (_, "parseInt") | ("Integer" | "Short", _) => "int",
        (_, "parseLong") | ("Long", _) => "long",
        (_, "parseDouble") | ("Double", _) => "double",
        (_, "parseFloat") | ("Float", _) => "float",
        _ => "boolean",
    };
    if invocation.method == "toString" {
        let (text, doubt) = evaluator.printed(first, invocation.node)?;
        return Ok(Some(evaluator.made_text(text, doubt, invocation.node)?));
    }
    if first.is_null() && invocation.method.starts_with("parse") && evaluator.throws(&first.doubt) {
        if name == "boolean" {
            return Ok(Some(Value::bool(false)));
        }
        return evaluator.throw("NumberFormatException", "Cannot parse null string: null", invocation.node);
    }
    let Data::Text(text) = &first.data else {
        return Ok(match arithmetic::cast(name, &first.data) {
            Some(data) => Some(Value { data, doubt: first.doubt.clone() }),
            None if matches!(first.data, Data::Bool(_)) => Some(first.clone()),
            None => Some(evaluator.foreign(None, invocation.method, &[], invocation.place)),
        });
    };
    match parse(text, name) {
        Some(data) => Ok(Some(Value::known(data))),
        None if !evaluator.throws(&first.doubt) => Ok(Some(evaluator.unknown(invocation.place))),
        None => {
            let message = format!("For input string: \"{text}\"");
            evaluator.throw("NumberFormatException", &message, invocation.node)
        }
    }
}

/// Static methods of `Math` and of numbers that calculate.
pub fn math<'t>(evaluator: &mut Evaluator<'t>, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
    let node = invocation.node;
    let known = invocation.arguments.iter().all(|argument| argument.as_double().is_some());
    if !known {
        return Ok(None);
    }
    Ok(match (invocation.method, &invocation.arguments[..]) {
        ("max" | "min", [left, right]) => {
            // The sum has the type of the result.
            let typed = evaluator.binary_value("+", left.clone(), right.clone(), node)?;
            let first_wins = (natural_order(evaluator, left, right) == std::cmp::Ordering::Greater)
                == (invocation.method == "max");
            let chosen = if first_wins { left } else { right };
            let zero = evaluator.binary_value("-", typed.clone(), typed, node)?;
            Some(evaluator.binary_value("+", chosen.clone(), zero, node)?)
        }
        ("sum" | "addExact", [left, right]) => {
            Some(evaluator.binary_value("+", left.clone(), right.clone(), node)?)
        }
        ("multiplyExact", [left, right]) => {
            Some(evaluator.binary_value("*", left.clone(), right.clone(), node)?)
        }
        ("floorDiv", [left, right]) => match (left.as_long(), right.as_long()) {
            (Some(left), Some(right)) if right != 0 => {
                let value = left.div_euclid(right);
                Some(if matches!(invocation.arguments[0].data, Data::Int(_)) {
                    Value::int(value as i32)
                } else {
                    Value::long(value)
                })
            }
            _ => None,
        },
        ("floorMod", [left, right]) => match (left.as_long(), right.as_long()) {
            (Some(left), Some(right)) if right != 0 => {
                let value = left.rem_euclid(right);
                Some(if matches!(invocation.arguments[1].data, Data::Int(_)) {
                    Value::int(value as i32)
                } else {
                    Value::long(value)
                })
            }
            _ => None,
        },
        ("compare", [left, right]) => Some(Value::int(natural_order(evaluator, left, right) as i32)),
        ("abs", [value]) => Some(Value::known(match value.data {
            Data::Int(value) => Data::Int(value.wrapping_abs()),
            Data::Long(value) => Data::Long(value.wrapping_abs()),
            Data::Float(value) => Data::Float(value.abs()),
            Data::Double(value) => Data::Double(value.abs()),
            ref other => other.clone(),
        })),
        ("ceil" | "floor" | "sqrt" | "log" | "log10" | "exp" | "rint", [value]) => {
            let value = value.as_double().unwrap_or(0.0);
            Some(Value::known(Data::Double(match invocation.method {
                "ceil" => value.ceil(),
                "floor" => value.floor(),
                "sqrt" => value.sqrt(),
                "log" => value.ln(),
                "log10" => value.log10(),
                "exp" => value.exp(),
                _ => value.round_ties_even(),
            })))
        }
        ("round", [value]) => {
            let rounded = (value.as_double().unwrap_or(0.0) + 0.5).floor() as i64;
            Some(if matches!(value.data, Data::Float(_)) {
                Value::int(rounded as i32)
            } else {
                Value::long(rounded)
            })
        }
        ("pow", [base, exponent]) => {
            let (base, exponent) = (base.as_double().unwrap_or(0.0), exponent.as_double().unwrap_or(0.0));
            Some(Value::known(Data::Double(base.powf(exponent))))
        }
        ("toIntExact", [value]) => value.as_long().map(|value| Value::int(value as i32)),
        _ => None,
    })
}

/// Static methods of `Character`.
pub fn character(invocation: &Invocation<'_>) -> Option<Value> {
    let Data::Char(unit) = invocation.argument(0)?.data else { return None };
    let char = char::from_u32(unit.into())?;
    let changed = |changed: Option<char>| {
        let unit = changed.and_then(|it| u16::try_from(u32::from(it)).ok());
        unit.map(|unit| Value::known(Data::Char(unit)))
    };
    match invocation.method {
        "toUpperCase" => changed(char.to_uppercase().next()),
        "toLowerCase" => changed(char.to_lowercase().next()),
        "isDigit" => Some(Value::bool(char.is_numeric())),
        "isLetter" | "isAlphabetic" => Some(Value::bool(char.is_alphabetic())),
        "isLetterOrDigit" => Some(Value::bool(char.is_alphanumeric())),
        "isUpperCase" => Some(Value::bool(char.is_uppercase())),
        "isLowerCase" => Some(Value::bool(char.is_lowercase())),
        "isWhitespace" | "isSpaceChar" => Some(Value::bool(char.is_whitespace())),
        "toString" | "valueOf" => Some(Value::text(char.to_string())),
        _ => None,
    }
}
