//! `ParameterTool` and `MultipleParameterTool`: a program is started without arguments, unless somebody says otherwise.

use super::super::arithmetic;
use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::library::numbers;
use super::super::value::{Map, MapKind, Thing, Value};
use super::Flink;

/// The parameters that are known, and whether others may come from outside.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// A map with what is known.
    pub known: Option<Value>,
    /// What the program is started with, or what a file holds, is not known.
    pub is_open: bool,
}

pub const NO_ARGUMENTS: &str = "Started without arguments, the call gives its default.";

impl<'t> Evaluator<'t> {
    pub fn make_parameters(&mut self, invocation: &Invocation<'t>) -> Option<Value> {
        let written = match invocation.method {
            "fromArgs" => invocation.argument(0).and_then(|arguments| self.items(arguments)),
            _ => None,
        };
        let written = written.filter(|items| !items.is_empty()).and_then(|items| arguments_of(&items));
        if let Some(entries) = written {
            let known = Some(self.heap.add(Thing::Map(Map { kind: MapKind::Hash, entries })));
            return Some(self.heap.flink(Flink::Parameters(Parameters { known, is_open: false })));
        }
        let parameters = match invocation.method {
            "fromMap" => Parameters { known: invocation.argument(0).cloned(), is_open: false },
            "fromArgs" | "fromPropertiesFile" | "fromSystemProperties" => {
                Parameters { known: None, is_open: true }
            }
            _ => return None,
        };
        Some(self.heap.flink(Flink::Parameters(parameters)))
    }

    /// The parameters that code elsewhere made: whatever they hold comes from outside.
    pub fn parameters_from_elsewhere(&mut self, value: &Value) -> Value {
        if let Some(id) = value.id() {
            let parameters = Parameters { known: None, is_open: true };
            *self.heap.get_mut(id) = Thing::Flink(Flink::Parameters(parameters));
        }
        value.clone()
    }

    pub fn call_on_parameters(
        &mut self,
        receiver: &Value,
        parameters: &Parameters,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let key = invocation.argument(0).and_then(Value::as_text).cloned();
        let found = match (&key, &parameters.known) {
            (Some(key), Some(known)) => {
                let entries = self.entries(known).unwrap_or_default();
                entries.into_iter().find(|(it, _)| it.as_text() == Some(key)).map(|(_, value)| value)
            }
            _ => None,
        };
        let default = invocation.argument(1).cloned();
        let kind = match invocation.method {
            "getInt" => "int",
            "getLong" => "long",
            "getDouble" => "double",
            "getFloat" => "float",
            "getBoolean" => "boolean",
            "getShort" => "int",
            _ => "",
        };
        Ok(match invocation.method {
            "get"
            | "getRequired"
            | "getInt"
            | "getLong"
            | "getDouble"
            | "getFloat"
            | "getBoolean"
            | "getShort"
            | "getMultiParameter"
            | "getMultiParameterRequired" => {
                if let Some(found) = found {
                    let parsed = found
                        .as_text()
                        .filter(|_| !kind.is_empty())
                        .and_then(|text| numbers::parse(text, kind));
                    return Ok(Some(match parsed {
                        Some(data) => Value { data, doubt: found.doubt },
                        None => found,
                    }));
                }
                if !parameters.is_open {
                    return Ok(Some(default.unwrap_or(Value::NULL)));
                }
                match default {
                    Some(default) => {
                        let default = match arithmetic::cast(kind, &default.data) {
                            Some(data) => Value { data, doubt: default.doubt },
                            None => default,
                        };
                        Some(self.outside_default(default, invocation, NO_ARGUMENTS))
                    }
                    None if invocation.method == "get" || invocation.method == "getMultiParameter" => {
                        Some(self.outside_default(Value::NULL, invocation, NO_ARGUMENTS))
                    }
                    // Without it the program would not start.
                    None => {
                        let place = crate::frontend::Span {
                            start: invocation.node.start_byte(),
                            end: invocation.node.end_byte(),
                        };
                        Some(self.unknown(place))
                    }
                }
            }
            "has" => match (found, parameters.is_open) {
                (Some(_), _) => Some(Value::bool(true)),
                (None, false) => Some(Value::bool(false)),
                (None, true) => {
                    Some(self.outside_default(Value::bool(false), invocation, "Started without arguments."))
                }
            },
            "getNumberOfParameters" if parameters.is_open => {
                Some(self.outside_default(Value::int(0), invocation, "Started without arguments."))
            }
            "getNumberOfParameters" => {
                let count =
                    parameters.known.as_ref().and_then(|known| self.entries(known)).map_or(0, |it| it.len());
                Some(Value::int(i32::try_from(count).unwrap_or(i32::MAX)))
            }
            "mergeWith" => {
                let other = invocation.argument(0).and_then(|it| self.heap.as_flink(it)).cloned();
                match other {
                    Some(Flink::Parameters(other)) => {
                        let known = match (&parameters.known, other.known) {
                            (Some(first), Some(second)) => {
                                let second = self.entries(&second).unwrap_or_default();
                                let mut entries = self.entries(first).unwrap_or_default();
                                entries.retain(|(key, _)| {
                                    second.iter().all(|(it, _)| it.as_text() != key.as_text())
                                });
                                entries.extend(second);
                                Some(self.heap.add(Thing::Map(Map { kind: MapKind::Hash, entries })))
                            }
                            (first, second) => second.or_else(|| first.clone()),
                        };
                        let merged = Parameters { known, is_open: parameters.is_open || other.is_open };
                        Some(self.heap.flink(Flink::Parameters(merged)))
                    }
                    _ => Some(receiver.clone()),
                }
            }
            "getConfiguration" => {
                let known = parameters.known.clone().unwrap_or(Value::NULL);
                let configuration = self.configuration_of(&known, invocation.place);
                if let Some(Thing::Flink(Flink::Configuration(settings))) =
                    configuration.id().map(|id| self.heap.get_mut(id))
                {
                    settings.is_open = parameters.is_open;
                }
                Some(configuration)
            }
            "toMap" | "getProperties" => match &parameters.known {
                Some(known) => Some(known.clone()),
                None => {
                    let map = Map { kind: MapKind::Linked, entries: Vec::new() };
                    Some(self.heap.add(Thing::Map(map)))
                }
            },
            "getUnrequestedParameters" => {
                Some(self.heap.list(super::super::value::ListKind::Set, Vec::new()))
            }
            _ => None,
        })
    }
}

/// What `fromArgs` reads from arguments that the text itself holds: `--key value`, `-key value` and `--key` alone.
fn arguments_of(items: &[Value]) -> Option<Vec<(Value, Value)>> {
    let texts = items.iter().map(|item| item.as_text().cloned()).collect::<Option<Vec<_>>>()?;
    let mut entries: Vec<(Value, Value)> = Vec::new();
    let mut index = 0;
    while let Some(argument) = texts.get(index) {
        let key = argument.strip_prefix("--").or_else(|| argument.strip_prefix('-'))?;
        let value = texts.get(index + 1).filter(|next| !next.starts_with('-') || next.parse::<f64>().is_ok());
        index += if value.is_some() { 2 } else { 1 };
        let value = value.map_or_else(|| Value::text("__NO_VALUE_KEY"), |value| Value::text(value.clone()));
        entries.retain(|(known, _)| known.as_text().is_none_or(|known| **known != *key));
        entries.push((Value::text(key), value));
    }
    Some(entries)
}
