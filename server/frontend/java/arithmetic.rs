//! Java's operators on numbers and booleans.

use super::value::Data;

/// Two numbers as the type in which Java calculates with them.
enum Pair {
    Int(i32, i32),
    Long(i64, i64),
    Float(f32, f32),
    Double(f64, f64),
}

fn as_double(data: &Data) -> Option<f64> {
    Some(match *data {
        Data::Int(value) => value.into(),
        Data::Long(value) => value as f64,
        Data::Float(value) => value.into(),
        Data::Double(value) => value,
        Data::Char(value) => value.into(),
        _ => return None,
    })
}

fn as_long(data: &Data) -> Option<i64> {
    Some(match *data {
        Data::Int(value) => value.into(),
        Data::Long(value) => value,
        Data::Char(value) => value.into(),
        _ => return None,
    })
}

fn promoted(left: &Data, right: &Data) -> Option<Pair> {
    let is = |wanted: fn(&Data) -> bool| wanted(left) || wanted(right);
    Some(if is(|data| matches!(data, Data::Double(_))) {
        Pair::Double(as_double(left)?, as_double(right)?)
    } else if is(|data| matches!(data, Data::Float(_))) {
        Pair::Float(as_double(left)? as f32, as_double(right)? as f32)
    } else if is(|data| matches!(data, Data::Long(_))) {
        Pair::Long(as_long(left)?, as_long(right)?)
    } else {
        Pair::Int(as_long(left)? as i32, as_long(right)? as i32)
    })
}

const BY_ZERO: &str = "/ by zero";

/// The value of an operator, or the message of an `ArithmeticException`; nothing if it is not for these values.
pub fn binary(operator: &str, left: &Data, right: &Data) -> Option<Result<Data, &'static str>> {
    if let (Data::Bool(left), Data::Bool(right)) = (left, right) {
        return Some(Ok(Data::Bool(match operator {
            "&" => left & right,
            "|" => left | right,
            "^" => left ^ right,
            _ => return None,
        })));
    }
    if let "<<" | ">>" | ">>>" = operator {
        let distance = as_long(right)? as u32;
        return Some(Ok(match *left {
            Data::Long(value) => Data::Long(match operator {
                "<<" => value.wrapping_shl(distance),
                ">>" => value.wrapping_shr(distance),
                _ => (value as u64).wrapping_shr(distance) as i64,
            }),
            _ => {
                let value = as_long(left)? as i32;
                Data::Int(match operator {
                    "<<" => value.wrapping_shl(distance),
                    ">>" => value.wrapping_shr(distance),
                    _ => (value as u32).wrapping_shr(distance) as i32,
                })
            }
        }));
    }
    let pair = promoted(left, right)?;
    if let "<" | ">" | "<=" | ">=" = operator {
        let (left, right) = match pair {
            Pair::Int(left, right) => return Some(Ok(Data::Bool(compare(operator, &left, &right)))),
            Pair::Long(left, right) => return Some(Ok(Data::Bool(compare(operator, &left, &right)))),
            Pair::Float(left, right) => (f64::from(left), f64::from(right)),
            Pair::Double(left, right) => (left, right),
        };
        return Some(Ok(Data::Bool(compare(operator, &left, &right))));
    }
    Some(match pair {
        Pair::Int(left, right) => match operator {
            "+" => Ok(Data::Int(left.wrapping_add(right))),
            "-" => Ok(Data::Int(left.wrapping_sub(right))),
            "*" => Ok(Data::Int(left.wrapping_mul(right))),
            "/" | "%" if right == 0 => Err(BY_ZERO),
            "/" => Ok(Data::Int(left.wrapping_div(right))),
            "%" => Ok(Data::Int(left.wrapping_rem(right))),
            "&" => Ok(Data::Int(left & right)),
            "|" => Ok(Data::Int(left | right)),
            "^" => Ok(Data::Int(left ^ right)),
            _ => return None,
        },
        Pair::Long(left, right) => match operator {
            "+" => Ok(Data::Long(left.wrapping_add(right))),
            "-" => Ok(Data::Long(left.wrapping_sub(right))),
            "*" => Ok(Data::Long(left.wrapping_mul(right))),
            "/" | "%" if right == 0 => Err(BY_ZERO),
            "/" => Ok(Data::Long(left.wrapping_div(right))),
            "%" => Ok(Data::Long(left.wrapping_rem(right))),
            "&" => Ok(Data::Long(left & right)),
            "|" => Ok(Data::Long(left | right)),
            "^" => Ok(Data::Long(left ^ right)),
            _ => return None,
        },
        Pair::Float(left, right) => Ok(Data::Float(match operator {
            "+" => left + right,
            "-" => left - right,
            "*" => left * right,
            "/" => left / right,
            "%" => left % right,
            _ => return None,
        })),
        Pair::Double(left, right) => Ok(Data::Double(match operator {
            "+" => left + right,
            "-" => left - right,
            "*" => left * right,
            "/" => left / right,
            "%" => left % right,
            _ => return None,
        })),
    })
}

fn compare<T: PartialOrd>(operator: &str, left: &T, right: &T) -> bool {
    match operator {
        "<" => left < right,
        ">" => left > right,
        "<=" => left <= right,
        _ => left >= right,
    }
}

/// The value of an operator before its operand.
pub fn unary(operator: &str, operand: &Data) -> Option<Data> {
    Some(match (operator, operand) {
        ("!", Data::Bool(value)) => Data::Bool(!value),
        ("-", Data::Int(value)) => Data::Int(value.wrapping_neg()),
        ("-", Data::Long(value)) => Data::Long(value.wrapping_neg()),
        ("-", Data::Float(value)) => Data::Float(-value),
        ("-", Data::Double(value)) => Data::Double(-value),
        ("-", Data::Char(value)) => Data::Int(-i32::from(*value)),
        ("~", Data::Int(value)) => Data::Int(!value),
        ("~", Data::Long(value)) => Data::Long(!value),
        ("+", Data::Int(_) | Data::Long(_) | Data::Float(_) | Data::Double(_)) => operand.clone(),
        _ => return None,
    })
}

/// A cast to a primitive type, or the conversion to one where a value is assigned.
pub fn cast(name: &str, data: &Data) -> Option<Data> {
    let whole = || match *data {
        Data::Float(value) => Some(value as i64),
        Data::Double(value) => Some(value as i64),
        _ => as_long(data),
    };
    Some(match name {
        "int" => match *data {
            Data::Float(value) => Data::Int(value as i32),
            Data::Double(value) => Data::Int(value as i32),
            _ => Data::Int(whole()? as i32),
        },
        "long" => Data::Long(whole()?),
        "short" => Data::Int((whole()? as i16).into()),
        "byte" => Data::Int((whole()? as i8).into()),
        "char" => Data::Char(whole()? as u16),
        "float" => Data::Float(as_double(data)? as f32),
        "double" => Data::Double(as_double(data)?),
        _ => return None,
    })
}
