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
