//! Maps and `Properties`.

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{ListKind, Map, MapKind, Thing, Value};
use super::{natural_order, numbers};

/// The entries of a map in the order in which Java runs over them.
pub fn in_order(evaluator: &Evaluator<'_>, map: &Map) -> Vec<(Value, Value)> {
    let mut entries = map.entries.clone();
    match map.kind {
        MapKind::Linked => entries,
        MapKind::Sorted => {
            entries.sort_by(|(left, _), (right, _)| natural_order(evaluator, left, right));
            entries
        }
        MapKind::Hash => {
            let hashes: Vec<_> = entries.iter().map(|(key, _)| hash_of(evaluator, key)).collect();
            by_bucket(entries, &hashes)
        }
    }
}

/// The hash code of a value, where it does not depend on the run.
pub fn hash_of(_evaluator: &Evaluator<'_>, value: &Value) -> Option<i32> {
    numbers::hash_code(&value.data)
}

/// Items in the order of a `HashMap`'s buckets; as they are where a hash code is not known.
pub fn by_bucket<T>(items: Vec<T>, hashes: &[Option<i32>]) -> Vec<T> {
    let Some(hashes) = hashes.iter().copied().collect::<Option<Vec<_>>>() else { return items };
    let mut buckets = 16_usize;
    while items.len() > buckets / 4 * 3 {
        buckets *= 2;
    }
    let spread = |hash: i32| {
        let hash = hash as u32;
        (hash ^ (hash >> 16)) as usize & (buckets - 1)
    };
    let mut numbered: Vec<_> = items.into_iter().zip(hashes).collect();
    numbered.sort_by_key(|(_, hash)| spread(*hash));
    numbered.into_iter().map(|(item, _)| item).collect()
}

fn map_mut<'e>(evaluator: &'e mut Evaluator<'_>, value: &Value) -> Option<&'e mut Map> {
    match value.id().map(|id| evaluator.heap.get_mut(id)) {
        Some(Thing::Map(map)) => Some(map),
        _ => None,
    }
}

fn position(evaluator: &Evaluator<'_>, map: &Value, key: &Value) -> Option<usize> {
    let Some(Thing::Map(map)) = evaluator.heap.thing(map) else { return None };
    map.entries.iter().position(|(known, _)| evaluator.equals(known, key) == Some(true))
}

/// Whether it cannot be told that a map has no such key.
fn may_hold(evaluator: &Evaluator<'_>, map: &Value, key: &Value) -> bool {
    let Some(Thing::Map(map)) = evaluator.heap.thing(map) else { return false };
    map.entries.iter().any(|(known, _)| evaluator.equals(known, key).is_none())
}

fn get(evaluator: &Evaluator<'_>, map: &Value, key: &Value) -> Option<Value> {
    let at = position(evaluator, map, key)?;
    match evaluator.heap.thing(map) {
        Some(Thing::Map(map)) => map.entries.get(at).map(|(_, value)| value.clone()),
        _ => None,
    }
}

/// Puts an entry into a map; the value that was there.
pub fn put(evaluator: &mut Evaluator<'_>, map: &Value, key: Value, value: Value) -> Value {
    let at = position(evaluator, map, &key);
    let Some(map) = map_mut(evaluator, map) else { return Value::NULL };
    match at {
        Some(at) => std::mem::replace(&mut map.entries[at].1, value),
        None => {
            map.entries.push((key, value));
            Value::NULL
        }
    }
}

/// A call on a map.
pub fn call<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let Some(Thing::Map(map)) = evaluator.heap.thing(receiver) else { return Ok(None) };
    let length = map.entries.len();
    let node = invocation.node;
    evaluator.step(1 + length / 16, node)?;
    Ok(match (invocation.method, &invocation.arguments[..]) {
        ("put" | "setProperty", [key, value]) => {
            evaluator.check_text(16, node)?;
            Some(put(evaluator, receiver, key.clone(), value.clone()))
        }
        ("putIfAbsent", [key, value]) => match get(evaluator, receiver, key) {
            Some(known) => Some(known),
            None => Some(put(evaluator, receiver, key.clone(), value.clone())),
        },
        ("computeIfAbsent", [key, function]) => match get(evaluator, receiver, key) {
            Some(known) => Some(known),
            None => {
                let value = evaluator.apply(function, std::slice::from_ref(key), node)?;
                put(evaluator, receiver, key.clone(), value.clone());
                Some(value)
            }
        },
        ("merge", [key, value, function]) => {
            let value = match get(evaluator, receiver, key) {
                Some(known) => evaluator.apply(function, &[known, value.clone()], node)?,
                None => value.clone(),
            };
            put(evaluator, receiver, key.clone(), value.clone());
            Some(value)
        }
        ("putAll", [other]) => {
            let Some(entries) = evaluator.entries(other) else { return Ok(None) };
            evaluator.step(entries.len(), node)?;
            for (key, value) in entries {
                put(evaluator, receiver, key, value);
            }
            Some(Value::NULL)
        }
        ("get" | "getProperty" | "getOrDefault" | "containsKey", [key, ..])
            if position(evaluator, receiver, key).is_none() && may_hold(evaluator, receiver, key) =>
        {
            None
        }
        ("get", [key]) => Some(get(evaluator, receiver, key).unwrap_or(Value::NULL)),
        ("getProperty", [key]) => Some(get(evaluator, receiver, key).unwrap_or(Value::NULL)),
        ("getOrDefault" | "getProperty", [key, default]) => {
            Some(get(evaluator, receiver, key).unwrap_or_else(|| default.clone()))
        }
        ("containsKey", [key]) => Some(Value::bool(position(evaluator, receiver, key).is_some())),
        ("containsValue", [value]) => {
            let entries = evaluator.entries(receiver).unwrap_or_default();
            Some(Value::bool(entries.iter().any(|(_, known)| evaluator.equals(known, value) == Some(true))))
        }
        ("remove", [key]) => {
            let at = position(evaluator, receiver, key);
            match (at, map_mut(evaluator, receiver)) {
                (Some(at), Some(map)) => Some(map.entries.remove(at).1),
                _ => Some(Value::NULL),
            }
        }
        ("size", []) => Some(Value::int(i32::try_from(length).unwrap_or(i32::MAX))),
        ("isEmpty", []) => Some(Value::bool(length == 0)),
        ("clear", []) => {
            if let Some(map) = map_mut(evaluator, receiver) {
                map.entries.clear();
            }
            Some(Value::NULL)
        }
        ("keySet" | "stringPropertyNames" | "values" | "entrySet", []) => {
            let entries = evaluator.entries(receiver).unwrap_or_default();
            evaluator.step(entries.len(), node)?;
            let items = match invocation.method {
                "values" => entries.into_iter().map(|(_, value)| value).collect(),
                "entrySet" => {
                    let made =
                        entries.into_iter().map(|(key, value)| evaluator.heap.add(Thing::Entry(key, value)));
                    made.collect()
                }
                _ => entries.into_iter().map(|(key, _)| key).collect(),
            };
            Some(evaluator.heap.list(ListKind::Set, items))
        }
        ("descendingMap", []) => {
            let mut entries = evaluator.entries(receiver).unwrap_or_default();
            evaluator.step(entries.len(), node)?;
            entries.reverse();
            Some(evaluator.heap.add(Thing::Map(Map { kind: MapKind::Linked, entries })))
        }
        ("firstKey" | "lastKey", []) => {
            let entries = evaluator.entries(receiver).unwrap_or_default();
            evaluator.step(entries.len(), node)?;
            let entry = if invocation.method == "firstKey" { entries.first() } else { entries.last() };
            entry.map(|(key, _)| key.clone())
        }
        ("forEach", [action]) => {
            for (key, value) in evaluator.entries(receiver).unwrap_or_default() {
                evaluator.apply(action, &[key, value], node)?;
            }
            Some(Value::NULL)
        }
        ("equals", [other]) => evaluator.equals(receiver, other).map(Value::bool),
        ("toString", []) => {
            let (text, doubt) = evaluator.printed(receiver, node)?;
            Some(evaluator.made_text(text, doubt, node)?)
        }
        _ => None,
    })
}
