//! `java.time.Duration`, `TimeUnit`, and Flink 1.x's `Time`.

use super::super::api::Flink;
use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::Value;

/// Milliseconds of a unit that methods and constants name.
pub fn millis_of_unit(unit: &str) -> Option<i64> {
    Some(match unit {
        "milliseconds" | "ofMillis" | "MILLISECONDS" | "MILLIS" => 1,
        "seconds" | "ofSeconds" | "SECONDS" => 1_000,
        "minutes" | "ofMinutes" | "MINUTES" => 60_000,
        "hours" | "ofHours" | "HOURS" => 3_600_000,
        "days" | "ofDays" | "DAYS" => 86_400_000,
        _ => return None,
    })
}

/// A factory of durations.
pub fn duration<'t>(evaluator: &mut Evaluator<'t>, invocation: &Invocation<'t>) -> Option<Value> {
    let first = invocation.argument(0);
    let millis = match invocation.method {
        "ofNanos" => first?.as_long()? / 1_000_000,
        "parse" => {
            let text = first?.as_text()?.to_string();
            iso_millis(&text)?
        }
        "between" => return None,
        "of" => {
            let amount = first?.as_long()?;
            let unit = invocation.argument(1)?;
            let unit = evaluator.heap.as_foreign(unit)?.calls.first()?.method.to_string();
            amount.wrapping_mul(millis_of_unit(&unit)?)
        }
        method => first?.as_long()?.wrapping_mul(millis_of_unit(method)?),
    };
    let doubt = invocation.doubt();
    Some(evaluator.heap.flink(Flink::Duration(millis)).doubting(&doubt))
}

/// Milliseconds of `PT1H30M`.
fn iso_millis(text: &str) -> Option<i64> {
    let rest = text.strip_prefix(['P', 'p'])?;
    let (days, time) = rest.split_once(['T', 't']).unwrap_or((rest, ""));
    let mut millis = 0.0;
    for (part, units) in
        [(days, &[('D', 86_400_000.0)][..]), (time, &[('H', 3_600_000.0), ('M', 60_000.0), ('S', 1_000.0)])]
    {
        let mut number = String::new();
        for char in part.chars() {
            if char.is_ascii_digit() || char == '.' || char == '-' {
                number.push(char);
                continue;
            }
            let (_, unit) = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(&char))?;
            millis += number.parse::<f64>().ok()? * unit;
            number.clear();
        }
    }
    Some(millis as i64)
}

/// A call on a duration.
pub fn call<'t>(
    evaluator: &mut Evaluator<'t>,
    millis: i64,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let argument = invocation.argument(0);
    let other = argument.and_then(|it| match evaluator.heap.as_flink(it) {
        Some(Flink::Duration(millis)) => Some(*millis),
        _ => None,
    });
    let amount = argument.and_then(Value::as_long);
    let result = match invocation.method {
        "toMillis" | "toMilliseconds" => return Ok(Some(Value::long(millis))),
        "getSeconds" | "toSeconds" => return Ok(Some(Value::long(millis / 1_000))),
        "toMinutes" => return Ok(Some(Value::long(millis / 60_000))),
        "toHours" => return Ok(Some(Value::long(millis / 3_600_000))),
        "toDays" => return Ok(Some(Value::long(millis / 86_400_000))),
        "toNanos" => return Ok(Some(Value::long(millis.wrapping_mul(1_000_000)))),
        "isZero" => return Ok(Some(Value::bool(millis == 0))),
        "isNegative" => return Ok(Some(Value::bool(millis < 0))),
        "toString" => return Ok(Some(Value::text(duration_text(millis)))),
        "equals" => return Ok(other.map(|other| Value::bool(other == millis))),
        "compareTo" => return Ok(other.map(|other| Value::int(millis.cmp(&other) as i32))),
        "plus" => other.map(|other| millis.wrapping_add(other)),
        "minus" => other.map(|other| millis.wrapping_sub(other)),
        "multipliedBy" => amount.map(|amount| millis.wrapping_mul(amount)),
        "dividedBy" => amount.filter(|amount| *amount != 0).map(|amount| millis.wrapping_div(amount)),
        "plusMillis" => amount.map(|amount| millis.wrapping_add(amount)),
        "plusSeconds" => amount.map(|amount| millis.wrapping_add(amount.wrapping_mul(1_000))),
        "plusMinutes" => amount.map(|amount| millis.wrapping_add(amount.wrapping_mul(60_000))),
        "negated" => Some(millis.wrapping_neg()),
        "abs" => Some(millis.wrapping_abs()),
        "toDuration" => Some(millis),
        _ => None,
    };
    Ok(result.map(|millis| evaluator.heap.flink(Flink::Duration(millis))))
}

/// `Duration.toString`.
pub fn duration_text(millis: i64) -> String {
    if millis == 0 {
        return "PT0S".to_owned();
    }
    let (hours, minutes) = (millis / 3_600_000, millis % 3_600_000 / 60_000);
    let (seconds, rest) = (millis % 60_000 / 1_000, millis % 1_000);
    let mut text = "PT".to_owned();
    if hours != 0 {
        text.push_str(&format!("{hours}H"));
    }
    if minutes != 0 {
        text.push_str(&format!("{minutes}M"));
    }
    match (seconds, rest) {
        (0, 0) => {}
        (seconds, 0) => text.push_str(&format!("{seconds}S")),
        (seconds, rest) => {
            let sign = if seconds == 0 && rest < 0 { "-" } else { "" };
            let fraction = format!("{:03}", rest.abs());
            text.push_str(&format!("{sign}{seconds}.{}S", fraction.trim_end_matches('0')));
        }
    }
    text
}

/// A call on a constant of `TimeUnit`.
pub fn call_on_unit<'t>(
    evaluator: &mut Evaluator<'t>,
    unit: i64,
    invocation: &Invocation<'t>,
) -> Option<Value> {
    let amount = invocation.argument(0)?.as_long()?;
    let millis = amount.wrapping_mul(unit);
    Some(match invocation.method {
        "toMillis" => Value::long(millis),
        "toSeconds" => Value::long(millis / 1_000),
        "toMinutes" => Value::long(millis / 60_000),
        "toHours" => Value::long(millis / 3_600_000),
        "toDays" => Value::long(millis / 86_400_000),
        "toDuration" => evaluator.heap.flink(Flink::Duration(millis)),
        _ => return None,
    })
}
