//! What is set outside of the program: the environment's variables, properties, arguments.

use super::super::calls::Invocation;
use super::super::decisions::alternative;
use super::super::evaluator::{Eval, Evaluator, Stop};
use super::super::value::{Data, Doubt, Value};
use super::static_methods::map;
use crate::frontend::Span;

/// `System`: what is set outside of the program is not, where nothing is said.
pub fn system<'t>(
    evaluator: &mut Evaluator<'t>,
    method: &str,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    match method {
        "exit" => Err(Stop::End),
        "getenv" | "getProperty" => {
            if invocation.arguments.is_empty() {
                return Ok(Some(map(evaluator, Vec::new())));
            }
            let default = invocation.argument(1).cloned().unwrap_or(Value::NULL);
            Ok(Some(evaluator.outside_default(
                default,
                invocation,
                "Nothing outside of the program sets it.",
            )))
        }
        "currentTimeMillis" | "nanoTime" => Ok(Some(evaluator.unknown(invocation.place))),
        "lineSeparator" => Ok(Some(Value::text("\n"))),
        "setProperty" | "gc" | "arraycopy" => Ok(Some(Value::NULL)),
        _ => Ok(None),
    }
}

impl<'t> Evaluator<'t> {
    /// A value that is set outside of the program, or its default: what it is becomes a question where the plan rests on it.
    pub fn outside_default(&mut self, default: Value, invocation: &Invocation<'t>, because: &str) -> Value {
        let place = Span { start: invocation.node.start_byte(), end: invocation.node.end_byte() };
        self.outside_value(default, place, because)
    }

    /// Likewise, of this piece of the text.
    pub fn outside_value(&mut self, default: Value, place: Span, because: &str) -> Value {
        let shown = match &default.data {
            Data::Null => "null".to_owned(),
            Data::Bool(value) => value.to_string(),
            Data::Int(value) => value.to_string(),
            Data::Long(value) => value.to_string(),
            Data::Double(value) => value.to_string(),
            Data::Float(value) => value.to_string(),
            Data::Text(text) => text.to_string(),
            _ => return default,
        };
        let mut alternatives = vec![alternative("default", &shown)];
        match &default.data {
            Data::Bool(value) => {
                let other = (!value).to_string();
                alternatives.push(alternative(&other, &other));
            }
            Data::Int(value) if *value != 1 => alternatives.push(alternative("1", "1")),
            Data::Int(_) => alternatives.push(alternative("2", "2")),
            _ => {}
        }
        let key = self.question_key("argument", place);
        let given = self.questions.given(&key).map(str::to_owned);
        let typed = given.as_deref().filter(|given| *given != "default").and_then(|given| {
            Some(match &default.data {
                Data::Bool(_) => Data::Bool(given.parse().ok()?),
                Data::Int(_) => Data::Int(given.parse().ok()?),
                Data::Long(_) => Data::Long(given.parse().ok()?),
                _ => return None,
            })
        });
        if let (Some(given), Some(_)) = (&given, &typed)
            && !alternatives.iter().any(|it| it.value == *given)
        {
            alternatives.push(alternative(given, given));
        }
        let question = format!("What is {}?", self.excerpt(place));
        let because = format!("{because} It is {shown} then.");
        match self.ask("argument", place, question, because, alternatives) {
            Some(question) => {
                let data = typed.unwrap_or(default.data);
                Value { data, doubt: default.doubt.and(&Doubt::of(question)) }
            }
            None => default,
        }
    }

    /// Whether a text only stands for one that is not known.
    pub fn is_open_text(&self, value: &Value) -> bool {
        value.doubt.assumptions().iter().any(|&question| {
            let assumption = self.questions.get(question);
            assumption.alternatives.first().is_some_and(|it| it.value == "unknown")
        })
    }
}
