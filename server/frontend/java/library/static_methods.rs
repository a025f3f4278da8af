//! Static methods of Java's classes and their constants.

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{ClosureCode, Data, Doubt, ListKind, Map, MapKind, Thing, Value};
use super::{collections, format, index, numbers, outside, time};

/// A static method of one of Java's classes; nothing if the class or the method is not one.
pub fn static_call<'t>(
    evaluator: &mut Evaluator<'t>,
    class: &str,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let node = invocation.node;
    let arguments = &invocation.arguments;
    let first = arguments.first();
    Ok(match (class, invocation.method) {
        ("Duration", _) => time::duration(evaluator, invocation),
        ("Time", _) => {
            let duration = time::duration(evaluator, invocation);
            if duration.is_some() {
                evaluator.removed("`Time`", invocation.place, "`Duration`");
            }
            duration
        }
        ("String", "valueOf" | "copyValueOf") if first.is_some_and(|first| evaluator.is_array(first)) => {
            let units: Vec<u16> = evaluator
                .items(first.unwrap_or(&Value::NULL))
                .unwrap_or_default()
                .iter()
                .filter_map(|item| if let Data::Char(unit) = item.data { Some(unit) } else { None })
                .collect();
            Some(evaluator.made_text(String::from_utf16_lossy(&units), invocation.doubt(), node)?)
        }
        ("String", "valueOf" | "copyValueOf") => {
            let (text, doubt) = evaluator.printed(first.unwrap_or(&Value::NULL), node)?;
            Some(evaluator.made_text(text, doubt, node)?)
        }
        ("String", "format") => {
            // A locale may stand first.
            let from = usize::from(first.is_some_and(|first| first.as_text().is_none()));
            match arguments.get(from).and_then(Value::as_text).cloned() {
                Some(pattern) => {
                    let rest = spread(evaluator, &arguments[from + 1..]);
                    let mut doubt = invocation.doubt();
                    for argument in &rest {
                        doubt = doubt.and(&evaluator.printed(argument, node)?.1);
                    }
                    let text = format::format(evaluator, &pattern, &rest, node)?;
                    Some(evaluator.made_text(text, doubt, node)?)
                }
                None => None,
            }
        }
        ("String", "join") => {
            let separator = first.and_then(Value::as_text).map_or_else(String::new, |text| text.to_string());
            let parts = match arguments.get(1).and_then(|it| evaluator.items(it)) {
                Some(items) => items,
                None => arguments[1..].to_vec(),
            };
            let mut texts = Vec::new();
            let mut doubt = Doubt::NONE;
            for part in parts {
                let (text, more) = evaluator.printed(&part, node)?;
                doubt = doubt.and(&more);
                texts.push(text);
            }
            Some(evaluator.made_text(texts.join(&separator), doubt, node)?)
        }
        // Of numbers in another base nothing is known.
        ("Integer" | "Long", "toString") if arguments.len() > 1 => None,
        ("Integer" | "Long" | "Double" | "Float" | "Boolean" | "Short", "valueOf" | "toString")
        | (_, "parseInt" | "parseLong" | "parseDouble" | "parseFloat" | "parseBoolean") => {
            return numbers::static_call(evaluator, class, invocation);
        }
        ("Integer" | "Long" | "Boolean", "getInteger" | "getLong" | "getBoolean") => {
            let default = match (class, arguments.get(1)) {
                (_, Some(default)) => default.clone(),
                ("Boolean", None) => Value::bool(false),
                _ => Value::NULL,
            };
            Some(evaluator.outside_default(default, invocation, "Nothing outside of the program sets it."))
        }
        ("Integer" | "Long", "toHexString" | "toBinaryString" | "toOctalString") => {
            let number = first.map(|number| (number.as_long(), &number.data));
            let number = number.and_then(|(number, data)| match data {
                // Negative numbers show as many bits as their type has.
                Data::Long(_) => number.map(|number| number as u64),
                _ => number.map(|number| u64::from(number as u32)),
            });
            number.map(|number| {
                Value::text(match invocation.method {
                    "toHexString" => format!("{number:x}"),
                    "toBinaryString" => format!("{number:b}"),
                    _ => format!("{number:o}"),
                })
            })
        }
        ("Character", _) => numbers::character(invocation),
        ("Integer" | "Long" | "Double", "max" | "min" | "sum" | "compare") | ("Math", _) => {
            numbers::math(evaluator, invocation)?
        }
        ("Objects", "requireNonNull") | ("Preconditions", "checkNotNull") => match first {
            Some(value) if value.is_null() && value.doubt.is_none() => {
                return evaluator.throw("NullPointerException", "", node);
            }
            Some(value) => Some(value.clone()),
            None => None,
        },
        ("Objects", "requireNonNullElse") => match first {
            Some(value) if value.is_null() => arguments.get(1).cloned(),
            value => value.cloned(),
        },
        ("Objects", "requireNonNullElseGet") => match (first, arguments.get(1)) {
            (Some(value), Some(supplier)) if value.is_null() => Some(evaluator.apply(supplier, &[], node)?),
            (value, _) => value.cloned(),
        },
        ("Objects", "equals") => match arguments.get(..2) {
            Some([left, right]) => match evaluator.equals(left, right) {
                Some(equal) => Some(Value::bool(equal)),
                None => Some(evaluator.unknown(invocation.place)),
            },
            _ => None,
        },
        ("Objects", "isNull") => first.and_then(|value| evaluator.same(value, &Value::NULL)).map(Value::bool),
        ("Objects", "nonNull") => {
            first.and_then(|value| evaluator.same(value, &Value::NULL)).map(|it| Value::bool(!it))
        }
        ("Objects", "toString") => {
            let (text, doubt) = evaluator.printed(first.unwrap_or(&Value::NULL), node)?;
            Some(evaluator.made_text(text, doubt, node)?)
        }
        ("Arrays", "asList")
        | ("List" | "ImmutableList", "of" | "copyOf")
        | ("Lists", "newArrayList")
        | ("Collections", "unmodifiableList" | "synchronizedList" | "unmodifiableCollection") => {
            let items = spread(evaluator, arguments);
            evaluator.step(items.len(), node)?;
            let made = evaluator.heap.list(ListKind::List, items);
            let array = arguments.first().filter(|it| arguments.len() == 1 && evaluator.is_array(it));
            let array = array.filter(|_| invocation.method == "asList").and_then(Value::id);
            if let Some(Thing::List(list)) = made.id().map(|id| evaluator.heap.get_mut(id)) {
                list.array = array;
            }
            Some(made)
        }
        ("EnumSet", "of" | "copyOf" | "noneOf" | "allOf" | "range" | "complementOf") => {
            return collections::enum_set(evaluator, invocation);
        }
        ("Set" | "ImmutableSet", "of" | "copyOf") | ("Collections", "unmodifiableSet") => {
            let items = spread(evaluator, arguments);
            evaluator.step(items.len(), node)?;
            Some(evaluator.heap.list(ListKind::Set, items))
        }
        ("Collections", "singletonList" | "singleton") => {
            let items = arguments.clone();
            Some(evaluator.heap.list(ListKind::List, items))
        }
        ("Collections", "emptyList" | "emptySet") => Some(evaluator.heap.list(ListKind::List, Vec::new())),
        ("Collections", "emptyMap") => Some(map(evaluator, Vec::new())),
        ("Collections", "singletonMap") | ("Map" | "ImmutableMap", "of") => {
            let pairs = arguments.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
            Some(map(evaluator, pairs))
        }
        ("Map", "entry") | ("Tuple2", "of") => match &arguments[..] {
            [key, value] => Some(evaluator.heap.add(Thing::Entry(key.clone(), value.clone()))),
            _ => None,
        },
        ("Map", "ofEntries") => {
            let entries = spread(evaluator, arguments);
            let pairs = entries.iter().filter_map(|entry| match evaluator.heap.thing(entry) {
                Some(Thing::Entry(key, value)) => Some((key.clone(), value.clone())),
                _ => None,
            });
            let pairs = pairs.collect();
            Some(map(evaluator, pairs))
        }
        ("Map", "copyOf") | ("Collections", "unmodifiableMap") => first.cloned(),
        ("Collections", "addAll") => {
            if let Some((list, items)) = arguments.split_first() {
                for item in spread(evaluator, items) {
                    if let Some(Thing::List(list)) = list.id().map(|id| evaluator.heap.get_mut(id)) {
                        list.items.push(item);
                    }
                }
            }
            Some(Value::bool(true))
        }
        ("Collections", "sort" | "reverse") | ("Arrays", "sort" | "fill") if arguments.len() <= 2 => {
            let Some(mut items) = first.and_then(|list| evaluator.items(list)) else { return Ok(None) };
            match invocation.method {
                "sort" => items = collections::sorted(evaluator, items, arguments.get(1), node)?,
                "fill" => items.fill(arguments.get(1).cloned().unwrap_or(Value::NULL)),
                _ => items.reverse(),
            }
            let mut shown = None;
            if let Some(Thing::List(list)) = first.and_then(Value::id).map(|id| evaluator.heap.get_mut(id)) {
                list.items.clone_from(&items);
                shown = list.array;
            }
            if let Some(Thing::List(array)) = shown.map(|id| evaluator.heap.get_mut(id)) {
                array.items = items;
            }
            Some(Value::NULL)
        }
        ("Collections", "nCopies") => match (index(first), arguments.get(1)) {
            (Some(count), Some(item)) => {
                evaluator.step(count, node)?;
                Some(evaluator.heap.list(ListKind::List, vec![item.clone(); count]))
            }
            _ => None,
        },
        ("Arrays", "stream") | ("Stream" | "IntStream" | "LongStream", "of") => {
            let items = spread(evaluator, arguments);
            evaluator.step(items.len(), node)?;
            Some(evaluator.heap.list(ListKind::Stream, items))
        }
        ("Stream" | "IntStream", "empty") => Some(evaluator.heap.list(ListKind::Stream, Vec::new())),
        ("Stream", "concat") => {
            let mut items = Vec::new();
            for stream in arguments {
                items.extend(evaluator.items(stream).unwrap_or_default());
            }
            evaluator.step(items.len(), node)?;
            Some(evaluator.heap.list(ListKind::Stream, items))
        }
        ("IntStream" | "LongStream", "range" | "rangeClosed") => match &arguments[..] {
            [from, to] => {
                collections::range(evaluator, from, to, invocation.method == "rangeClosed", invocation)?
            }
            _ => None,
        },
        ("Arrays", "copyOfRange" | "copyOf") => {
            let Some(items) = first.and_then(|list| evaluator.items(list)) else { return Ok(None) };
            let (from, to) = match &arguments[1..] {
                [from, to] => (index(Some(from)), index(Some(to))),
                [to] => (Some(0), index(Some(to))),
                _ => (None, None),
            };
            let (Some(from), Some(to)) = (from, to) else { return Ok(None) };
            evaluator.step(to.saturating_sub(from), node)?;
            let copied = (from..to).map(|at| items.get(at).cloned().unwrap_or(Value::NULL)).collect();
            Some(evaluator.heap.list(ListKind::Array, copied))
        }
        ("Arrays", "toString") => match first.and_then(|list| evaluator.items(list)) {
            Some(items) => {
                let list = evaluator.heap.list(ListKind::List, items);
                let (text, doubt) = evaluator.printed(&list, node)?;
                Some(evaluator.made_text(text, doubt, node)?)
            }
            None => None,
        },
        ("Optional", "of" | "ofNullable") => {
            let value = first.cloned().unwrap_or(Value::NULL);
            let doubt = value.doubt.clone();
            let item = (!value.is_null()).then_some(value);
            Some(evaluator.heap.add(Thing::Optional(item)).doubting(&doubt))
        }
        ("Optional", "empty") => Some(evaluator.heap.add(Thing::Optional(None))),
        ("Function" | "UnaryOperator", "identity") => Some(evaluator.closure(ClosureCode::Identity, node)?),
        ("Collectors", _) => {
            Some(evaluator.foreign(Some("Collectors"), invocation.method, arguments, invocation.place))
        }
        ("System", method) => return outside::system(evaluator, method, invocation),
        ("Thread", "sleep") => Some(Value::NULL),
        ("Class", "forName") => {
            let name = first
                .and_then(Value::as_text)
                .map(|name| name.rsplit(['.', '$']).next().unwrap_or(name).to_owned());
            name.map(Value::class)
        }
        _ => None,
    })
}

pub fn map(evaluator: &mut Evaluator<'_>, entries: Vec<(Value, Value)>) -> Value {
    evaluator.heap.add(Thing::Map(Map { kind: MapKind::Linked, entries }))
}

/// Variable arguments: one array or collection stands for its items.
pub fn spread(evaluator: &Evaluator<'_>, arguments: &[Value]) -> Vec<Value> {
    match arguments {
        [single] => evaluator.items(single).unwrap_or_else(|| vec![single.clone()]),
        _ => arguments.to_vec(),
    }
}

/// A constant of one of Java's classes.
pub fn constant(class: &str, name: &str) -> Option<Value> {
    Some(match (class, name) {
        ("Integer", "MAX_VALUE") => Value::int(i32::MAX),
        ("Integer", "MIN_VALUE") => Value::int(i32::MIN),
        ("Long", "MAX_VALUE") => Value::long(i64::MAX),
        ("Long", "MIN_VALUE") => Value::long(i64::MIN),
        ("Double", "MAX_VALUE") => Value::known(Data::Double(f64::MAX)),
        ("Boolean", "TRUE") => Value::bool(true),
        ("Boolean", "FALSE") => Value::bool(false),
        _ => return None,
    })
}

/// Whether a method of one of Java's classes is static, for method references.
pub fn is_static(class: &str, method: &str) -> bool {
    matches!(
        (class, method),
        ("String", "valueOf" | "format" | "join")
            | (
                "Integer" | "Long" | "Double" | "Boolean",
                "valueOf" | "parseInt" | "parseLong" | "parseDouble" | "parseBoolean"
            )
            | ("Integer" | "Long" | "Double", "sum" | "max" | "min" | "compare")
            | (
                "Math"
                    | "Objects"
                    | "Arrays"
                    | "Collections"
                    | "Optional"
                    | "List"
                    | "Stream"
                    | "Duration"
                    | "System",
                _
            )
    )
}

/// Whether a method is called on a boxed number, for method references.
pub fn is_instance_method(method: &str) -> bool {
    ["intValue", "longValue", "doubleValue", "toString", "compareTo", "hashCode", "equals"].contains(&method)
}
