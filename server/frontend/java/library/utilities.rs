//! Static methods of Java's classes and their constants.

use super::super::calls::Invocation;
use super::super::decisions::alternative;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{ClosureCode, Data, Doubt, ListKind, Map, MapKind, Thing, Value};
use super::{collections, format, index, natural_order, numbers, time};

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
            return number_call(evaluator, class, invocation);
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
        ("Character", _) => character(invocation),
        ("Integer" | "Long" | "Double", "max" | "min" | "sum" | "compare") | ("Math", _) => {
            math(evaluator, invocation)?
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
            return enum_set(evaluator, invocation);
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
        ("System", method) => return system(evaluator, method, invocation),
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

fn map(evaluator: &mut Evaluator<'_>, entries: Vec<(Value, Value)>) -> Value {
    evaluator.heap.add(Thing::Map(Map { kind: MapKind::Linked, entries }))
}

/// Variable arguments: one array or collection stands for its items.
pub fn spread(evaluator: &Evaluator<'_>, arguments: &[Value]) -> Vec<Value> {
    match arguments {
        [single] => evaluator.items(single).unwrap_or_else(|| vec![single.clone()]),
        _ => arguments.to_vec(),
    }
}

fn number_call<'t>(
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
        return Ok(match super::super::arithmetic::cast(name, &first.data) {
            Some(data) => Some(Value { data, doubt: first.doubt.clone() }),
            None if matches!(first.data, Data::Bool(_)) => Some(first.clone()),
            None => Some(evaluator.foreign(None, invocation.method, &[], invocation.place)),
        });
    };
    match numbers::parse(text, name) {
        Some(data) => Ok(Some(Value::known(data))),
        None if !evaluator.throws(&first.doubt) => Ok(Some(evaluator.unknown(invocation.place))),
        None => {
            let message = format!("For input string: \"{text}\"");
            evaluator.throw("NumberFormatException", &message, invocation.node)
        }
    }
}

fn math<'t>(evaluator: &mut Evaluator<'t>, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
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

/// `System`: what is set outside of the program is not, where nothing is said.
fn system<'t>(
    evaluator: &mut Evaluator<'t>,
    method: &str,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    match method {
        "exit" => Err(super::super::evaluator::Stop::End),
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
        let place =
            crate::frontend::Span { start: invocation.node.start_byte(), end: invocation.node.end_byte() };
        self.outside_value(default, place, because)
    }

    /// Likewise, of this piece of the text.
    pub fn outside_value(&mut self, default: Value, place: crate::frontend::Span, because: &str) -> Value {
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

/// Static methods of `Character`.
fn character(invocation: &Invocation<'_>) -> Option<Value> {
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

/// The static methods of `EnumSet`, which runs over its constants in the order of their declarations.
fn enum_set<'t>(evaluator: &mut Evaluator<'t>, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
    let arguments = &invocation.arguments;
    let given = match invocation.method {
        "noneOf" => Vec::new(),
        "of" => spread(evaluator, arguments),
        "copyOf" => arguments.first().and_then(|items| evaluator.items(items)).unwrap_or_default(),
        "allOf" => match arguments.first().map(|class| &class.data) {
            Some(Data::Class(class)) => {
                let class = class.clone();
                match evaluator.classes.named(&class, evaluator.frame().class) {
                    Some(class) => evaluator.constants_of(class)?,
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        },
        method => {
            let bounds = match method {
                "range" => arguments.clone(),
                _ => arguments.first().and_then(|items| evaluator.items(items)).unwrap_or_default(),
            };
            let class = bounds.first().and_then(|it| evaluator.heap.as_object(it)).map(|object| object.class);
            let Some(class) = class else { return Ok(None) };
            let ordinal = |evaluator: &Evaluator<'t>, value: &Value| {
                evaluator.heap.as_object(value).and_then(|object| object.constant).map(|(_, ordinal)| ordinal)
            };
            let known: Vec<_> = bounds.iter().map(|it| ordinal(evaluator, it)).collect();
            let mut constants = evaluator.constants_of(class)?;
            match (method, &known[..]) {
                ("range", [Some(from), Some(to)]) => constants.retain(|it| {
                    ordinal(evaluator, it).is_some_and(|ordinal| (*from..=*to).contains(&ordinal))
                }),
                ("range", _) => return Ok(None),
                _ => constants.retain(|it| !known.contains(&ordinal(evaluator, it))),
            }
            constants
        }
    };
    evaluator.step(given.len(), invocation.node)?;
    let set = evaluator.heap.list(ListKind::SortedSet, Vec::new());
    for item in given {
        collections::add_to_set(evaluator, &set, item);
    }
    Ok(Some(set))
}
