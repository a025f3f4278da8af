//! What programs use of Java's own library while they build a plan: texts, numbers, collections, streams, time.
//!
//! A method that is not here gives a value of which nothing is known; it is never an error.

pub mod collections;
pub mod comparators;
pub mod format;
mod holders;
pub mod maps;
pub mod numbers;
mod outside;
mod patterns;
pub mod pipelines;
mod static_methods;
pub mod streams;
pub mod text;
pub mod time;

use tree_sitter::Node;

use super::calls::Invocation;
use super::evaluator::{Eval, Evaluator};
use super::value::{Data, ListKind, MapKind, Thing, Value};

pub use static_methods::{constant, is_instance_method, is_static, static_call};

/// A call on a collection, a map, an `Optional`, a builder of texts.
pub fn call_on_thing<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    invocation: Invocation<'t>,
) -> Eval<Value> {
    let result = match evaluator.heap.thing(receiver) {
        Some(Thing::List(list)) if list.kind == ListKind::Stream => {
            let items = list.items.clone();
            streams::call(evaluator, receiver, items, &invocation)?
        }
        Some(Thing::Pipeline(pipeline)) => {
            let pipeline = pipeline.clone();
            pipelines::call(evaluator, receiver, pipeline, &invocation)?
        }
        Some(Thing::List(_)) => collections::call(evaluator, receiver, &invocation)?,
        Some(Thing::Map(_)) => maps::call(evaluator, receiver, &invocation)?,
        Some(Thing::Entry(key, value)) => {
            let (key, value) = (key.clone(), value.clone());
            match invocation.method {
                "getKey" => Some(key),
                "getValue" => Some(value),
                "getField" => invocation.argument(0).and_then(Value::as_int).map(|field| match field {
                    0 => key,
                    _ => value,
                }),
                _ => None,
            }
        }
        Some(Thing::Optional(item)) => {
            let item = item.clone();
            holders::call_on_optional(evaluator, receiver, item, &invocation)?
        }
        Some(Thing::Builder { .. }) => holders::call_on_builder(evaluator, receiver, &invocation)?,
        Some(Thing::Counter(count)) => {
            let count = count.clone();
            holders::call_on_counter(evaluator, receiver, count, &invocation)?
        }
        _ => None,
    };
    Ok(result.unwrap_or_else(|| unknown_result(evaluator, receiver, &invocation)))
}

/// What a method gives that is not known here.
pub fn unknown_result<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    invocation: &Invocation<'t>,
) -> Value {
    let doubt = receiver.doubt.and(&invocation.doubt());
    let mut handed = invocation.arguments.clone();
    handed.push(receiver.clone());
    evaluator.foreign(None, invocation.method, &handed, invocation.place).doubting(&doubt)
}

/// A call on an object of a class that is not in the text, where its class is one of Java's.
pub fn call_on_foreign<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let Some(foreign) = evaluator.heap.as_foreign(receiver) else { return Ok(None) };
    let class = foreign.class.clone();
    let first = foreign.calls.first().and_then(|call| call.arguments.first()).cloned();
    let unit =
        foreign.calls.first().filter(|_| class.is_none()).and_then(|call| time::millis_of_unit(&call.method));
    if let Some(result) = unit.and_then(|unit| time::call_on_unit(evaluator, unit, invocation)) {
        return Ok(Some(result));
    }
    Ok(match (class.as_deref(), invocation.method) {
        (Some(class), "getMessage" | "getLocalizedMessage") if is_throwable(class) => {
            Some(first.unwrap_or(Value::NULL))
        }
        (Some(class), "printStackTrace" | "getCause" | "initCause") if is_throwable(class) => {
            Some(Value::NULL)
        }
        (Some(class), "getClass") if invocation.arguments.is_empty() && is_whole(evaluator, receiver) => {
            Some(Value::class(class))
        }
        (_, "equals") => {
            let other = invocation.argument(0).cloned().unwrap_or(Value::NULL);
            match evaluator.equals(receiver, &other) {
                Some(equal) => Some(Value::bool(equal)),
                None => Some(evaluator.unknown(invocation.place)),
            }
        }
        (_, "toString") => {
            let (text, doubt) = evaluator.printed(receiver, invocation.node)?;
            Some(evaluator.made_text(text, doubt, invocation.node)?)
        }
        _ => None,
    })
}

/// Whether a value is an object of the very class that is known of it: made by its constructor, or by the builder that
/// is named after it.
fn is_whole(evaluator: &Evaluator<'_>, value: &Value) -> bool {
    let Some(foreign) = evaluator.heap.as_foreign(value) else { return false };
    let is_builder = foreign.class.as_deref().is_some_and(|class| class.ends_with("Builder"));
    let [first, .., last] = &foreign.calls[..] else {
        return !is_builder && foreign.calls.first().is_some_and(|call| &*call.method == "new");
    };
    !is_builder && (&*first.method == "new" || last.method.starts_with("build"))
}

fn is_throwable(class: &str) -> bool {
    class.ends_with("Exception") || class.ends_with("Error") || class == "Throwable"
}

/// Makes an object of one of Java's classes.
pub fn construct<'t>(
    evaluator: &mut Evaluator<'t>,
    class: &str,
    arguments: &[Value],
    node: Node<'t>,
) -> Eval<Option<Value>> {
    // What orders it is another comparison than the natural one.
    if let ("TreeSet" | "TreeMap" | "PriorityQueue" | "ConcurrentSkipListMap", Some(order)) =
        (class, arguments.last())
        && (evaluator.heap.as_closure(order).is_some()
            || evaluator.extends(order, "Comparator") == Some(true))
    {
        return Ok(None);
    }
    let heap = &mut evaluator.heap;
    Ok(Some(match class {
        "ArrayList"
        | "LinkedList"
        | "Vector"
        | "Stack"
        | "ArrayDeque"
        | "PriorityQueue"
        | "CopyOnWriteArrayList" => {
            let items = arguments.first().and_then(|given| evaluator.items(given)).unwrap_or_default();
            evaluator.step(items.len(), node)?;
            evaluator.heap.list(ListKind::List, items)
        }
        "HashSet" | "LinkedHashSet" | "TreeSet" => {
            let kind = match class {
                "HashSet" => ListKind::HashSet,
                "TreeSet" => ListKind::SortedSet,
                _ => ListKind::Set,
            };
            let items = arguments.first().and_then(|given| evaluator.items(given)).unwrap_or_default();
            evaluator.step(items.len(), node)?;
            let set = evaluator.heap.list(kind, Vec::new());
            for item in items {
                collections::add_to_set(evaluator, &set, item);
            }
            set
        }
        "HashMap" | "LinkedHashMap" | "TreeMap" | "ConcurrentHashMap" | "Properties" | "Hashtable"
        | "EnumMap" => {
            let kind = match class {
                "LinkedHashMap" => MapKind::Linked,
                "TreeMap" | "EnumMap" => MapKind::Sorted,
                _ => MapKind::Hash,
            };
            let entries = arguments.first().and_then(|given| evaluator.entries(given)).unwrap_or_default();
            evaluator.step(entries.len(), node)?;
            evaluator.heap.add(Thing::Map(super::value::Map { kind, entries }))
        }
        "StringBuilder" | "StringBuffer" => {
            let (text, doubt) = match arguments.first() {
                Some(first) if first.as_text().is_some() => evaluator.printed(first, node)?,
                _ => (String::new(), super::value::Doubt::NONE),
            };
            evaluator.heap.add(Thing::Builder { text, doubt })
        }
        "AtomicInteger" | "AtomicLong" | "AtomicBoolean" | "AtomicReference" | "LongAdder" => {
            let zero = match class {
                "AtomicInteger" => Value::int(0),
                "AtomicBoolean" => Value::bool(false),
                "AtomicReference" => Value::NULL,
                _ => Value::long(0),
            };
            heap.add(Thing::Counter(arguments.first().cloned().unwrap_or(zero)))
        }
        "String" => match arguments.first() {
            Some(first) if first.as_text().is_some() => first.clone(),
            None => Value::text(""),
            Some(_) => return Ok(None),
        },
        "Integer" | "Long" | "Double" | "Boolean" => arguments.first().cloned().unwrap_or(Value::NULL),
        "SimpleEntry" | "SimpleImmutableEntry" | "Tuple2" => match arguments {
            [first, second] => heap.add(Thing::Entry(first.clone(), second.clone())),
            _ => return Ok(None),
        },
        _ => return Ok(None),
    }))
}

/// A list's index from an argument.
fn index(value: Option<&Value>) -> Option<usize> {
    value.and_then(Value::as_int).and_then(|index| usize::try_from(index).ok())
}

/// Whether a value is one that can be compared with `compareTo` here.
pub fn natural_order(evaluator: &Evaluator<'_>, left: &Value, right: &Value) -> std::cmp::Ordering {
    let ordinal = |value: &Value| evaluator.heap.as_object(value)?.constant.map(|(_, ordinal)| ordinal);
    if let (Some(left), Some(right)) = (ordinal(left), ordinal(right)) {
        return left.cmp(&right);
    }
    match (&left.data, &right.data) {
        (Data::Text(left), Data::Text(right)) => left.encode_utf16().cmp(right.encode_utf16()),
        (Data::Bool(left), Data::Bool(right)) => left.cmp(right),
        _ => {
            let (left, right) = (left.as_double().unwrap_or(0.0), right.as_double().unwrap_or(0.0));
            left.partial_cmp(&right).unwrap_or(std::cmp::Ordering::Equal)
        }
    }
}
