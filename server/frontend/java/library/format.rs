//! `String.format`, as far as names are made with it.

use tree_sitter::Node;

use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Data, Value};

/// Formats arguments; what is not understood stays as it is written.
pub fn format<'t>(
    evaluator: &mut Evaluator<'t>,
    pattern: &str,
    arguments: &[Value],
    node: Node<'t>,
) -> Eval<String> {
    let mut result = String::with_capacity(pattern.len());
    let mut rest = pattern;
    let mut next = 0;
    while let Some(at) = rest.find('%') {
        result.push_str(&rest[..at]);
        let behind = &rest[at + 1..];
        let length = behind.find(|char: char| char.is_ascii_alphabetic() || char == '%').map(|end| end + 1);
        let Some(length) = length else {
            result.push_str(&rest[at..]);
            return Ok(result);
        };
        let (specifier, remaining) = behind.split_at(length);
        rest = remaining;
        let conversion = specifier.chars().last().unwrap_or('%');
        let options = &specifier[..specifier.len() - 1];
        match conversion {
            'n' => result.push('\n'),
            '%' => result.push('%'),
            _ => {
                let (position, options) = match options.split_once('$') {
                    Some((position, options)) => (position.parse::<usize>().ok().map(|it| it - 1), options),
                    None => (None, options),
                };
                let argument = arguments.get(position.unwrap_or(next)).cloned();
                if position.is_none() {
                    next += 1;
                }
                let Some(argument) = argument else {
                    result.push('%');
                    result.push_str(specifier);
                    continue;
                };
                let text = one(evaluator, conversion, options, &argument, node)?;
                evaluator.check_text(text.len(), node)?;
                result.push_str(&text);
            }
        }
    }
    result.push_str(rest);
    Ok(result)
}

/// The widest that a value is padded to.
const GREATEST_WIDTH: usize = 1_000;

fn one<'t>(
    evaluator: &mut Evaluator<'t>,
    conversion: char,
    options: &str,
    argument: &Value,
    node: Node<'t>,
) -> Eval<String> {
    let flags: String = options.chars().take_while(|char| "-+ 0,#(".contains(*char)).collect();
    let (width, precision) = match options[flags.len()..].split_once('.') {
        Some((width, precision)) => (width.parse::<usize>().ok(), precision.parse::<usize>().ok()),
        None => (options[flags.len()..].parse::<usize>().ok(), None),
    };
    let mut text = match (conversion, &argument.data) {
        ('f', _) => match argument.as_double() {
            Some(value) => fixed(value, precision.unwrap_or(6).min(GREATEST_WIDTH)),
            None => evaluator.to_text(argument, node)?.0,
        },
        ('x' | 'X', Data::Int(value)) => format!("{value:x}"),
        ('x' | 'X', Data::Long(value)) => format!("{value:x}"),
        ('d', _) if flags.contains(',') => {
            let digits = evaluator.to_text(argument, node)?.0;
            grouped(&digits)
        }
        ('c', Data::Int(value)) => {
            u32::try_from(*value).ok().and_then(char::from_u32).map(String::from).unwrap_or_default()
        }
        _ => evaluator.to_text(argument, node)?.0,
    };
    if let ('s' | 'S', Some(precision)) = (conversion, precision) {
        text = text.chars().take(precision).collect();
    }
    if conversion.is_ascii_uppercase() {
        text = text.to_uppercase();
    }
    if flags.contains('+') && !text.starts_with('-') {
        text.insert(0, '+');
    }
    let missing = width.unwrap_or(0).min(GREATEST_WIDTH).saturating_sub(text.chars().count());
    if flags.contains('-') {
        text.extend(std::iter::repeat_n(' ', missing));
    } else if flags.contains('0') {
        let sign = usize::from(text.starts_with(['-', '+']));
        text.insert_str(sign, &"0".repeat(missing));
    } else {
        text.insert_str(0, &" ".repeat(missing));
    }
    Ok(text)
}

/// A number with this many digits behind the point: Java rounds the digits that it prints, halves upwards.
fn fixed(value: f64, precision: usize) -> String {
    let exact = format!("{}", value.abs());
    let (whole, fraction) = exact.split_once('.').unwrap_or((&exact, ""));
    if !value.is_finite() || fraction.len() <= precision {
        return format!("{value:.precision$}");
    }
    let kept: String = whole.chars().chain(fraction.chars().take(precision)).collect();
    let rounds_up = fraction.as_bytes()[precision] >= b'5';
    let mut digits: Vec<u8> = kept.into_bytes();
    if rounds_up {
        let mut at = digits.len();
        loop {
            if at == 0 {
                digits.insert(0, b'1');
                break;
            }
            at -= 1;
            if digits[at] < b'9' {
                digits[at] += 1;
                break;
            }
            digits[at] = b'0';
        }
    }
    let text: String = digits.into_iter().map(char::from).collect();
    let (whole, fraction) = text.split_at(text.len() - precision);
    let sign = if value < 0.0 { "-" } else { "" };
    if precision == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{fraction}") }
}

fn grouped(digits: &str) -> String {
    let (sign, digits) = digits.strip_prefix('-').map_or(("", digits), |digits| ("-", digits));
    let mut result = sign.to_owned();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            result.push(',');
        }
        result.push(digit);
    }
    result
}
