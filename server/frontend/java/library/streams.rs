//! `java.util.stream`: what it gives of items that are there; what is done to each item is the pipelines' business.

use tree_sitter::Node;

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Data, ListKind, Map, MapKind, Pipeline, Thing, Value};
use super::{collections, index, maps, pipelines};

/// A call on a stream of these items.
pub fn call<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    items: Vec<Value>,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let node = invocation.node;
    evaluator.step(1 + items.len(), node)?;
    let stream = |evaluator: &mut Evaluator<'t>, items| Some(evaluator.heap.list(ListKind::Stream, items));
    let optional = |evaluator: &mut Evaluator<'t>, item| Some(evaluator.heap.add(Thing::Optional(item)));
    if let Some(stage) = pipelines::stage(invocation) {
        return Ok(Some(evaluator.heap.add(Thing::Pipeline(Pipeline { items, stages: vec![stage] }))));
    }
    Ok(match (invocation.method, &invocation.arguments[..]) {
        ("boxed" | "parallel" | "sequential" | "unordered" | "asLongStream" | "onClose", _) => {
            Some(receiver.clone())
        }
        ("sorted", arguments) => {
            let sorted = collections::sorted(evaluator, items, arguments.first(), node)?;
            stream(evaluator, sorted)
        }
        ("distinct", []) => {
            let set = evaluator.heap.list(ListKind::Set, Vec::new());
            for item in items {
                collections::add_to_set(evaluator, &set, item);
            }
            let items = evaluator.items(&set).unwrap_or_default();
            stream(evaluator, items)
        }
        ("limit", [count]) => {
            index(Some(count)).and_then(|count| stream(evaluator, items.into_iter().take(count).collect()))
        }
        ("skip", [count]) => {
            index(Some(count)).and_then(|count| stream(evaluator, items.into_iter().skip(count).collect()))
        }
        ("forEach" | "forEachOrdered", [action]) => {
            for item in items {
                evaluator.apply(action, &[item], node)?;
            }
            Some(Value::NULL)
        }
        ("reduce", [start, function]) => {
            let mut result = start.clone();
            for item in items {
                result = evaluator.apply(function, &[result, item], node)?;
            }
            Some(result)
        }
        ("reduce", [start, function, _]) => {
            let mut result = start.clone();
            for item in items {
                result = evaluator.apply(function, &[result, item], node)?;
            }
            Some(result)
        }
        ("reduce", [function]) => {
            let mut items = items.into_iter();
            let Some(mut result) = items.next() else { return Ok(optional(evaluator, None)) };
            for item in items {
                result = evaluator.apply(function, &[result, item], node)?;
            }
            optional(evaluator, Some(result))
        }
        ("findFirst" | "findAny", []) => optional(evaluator, items.into_iter().next()),
        ("min" | "max", arguments) => {
            let sorted = collections::sorted(evaluator, items, arguments.first(), node)?;
            let item = if invocation.method == "min" { sorted.first() } else { sorted.last() };
            let item = item.cloned();
            optional(evaluator, item)
        }
        ("anyMatch" | "allMatch" | "noneMatch", [condition]) => {
            let wanted = invocation.method != "allMatch";
            let mut found = false;
            for item in items {
                if evaluator.holds(condition, &item, invocation)? == wanted {
                    found = true;
                    break;
                }
            }
            Some(Value::bool(found == (invocation.method == "anyMatch")))
        }
        ("count", []) => Some(Value::long(items.len() as i64)),
        ("sum", []) => {
            let mut sum = Value::int(0);
            for item in items {
                sum = evaluator.binary_value("+", sum, item, node)?;
            }
            Some(sum)
        }
        ("toList", []) => Some(evaluator.heap.list(ListKind::List, items)),
        ("toArray", _) => Some(evaluator.heap.list(ListKind::Array, items)),
        ("iterator", []) => Some(evaluator.heap.list(ListKind::Iterator, items)),
        ("collect", [collector]) => collect(evaluator, items, collector, node)?,
        _ => None,
    })
}

/// What a collector makes of the items; collectors are what `Collectors` gives.
fn collect<'t>(
    evaluator: &mut Evaluator<'t>,
    items: Vec<Value>,
    collector: &Value,
    node: Node<'t>,
) -> Eval<Option<Value>> {
    let Some(call) = evaluator.heap.as_foreign(collector).and_then(|it| it.calls.first().cloned()) else {
        return Ok(None);
    };
    Ok(match (&*call.method, &call.arguments[..]) {
        ("toList" | "toUnmodifiableList", []) => Some(evaluator.heap.list(ListKind::List, items)),
        ("toSet" | "toUnmodifiableSet", []) => {
            let set = evaluator.heap.list(ListKind::HashSet, Vec::new());
            for item in items {
                collections::add_to_set(evaluator, &set, item);
            }
            Some(set)
        }
        ("toCollection", _) => Some(evaluator.heap.list(ListKind::List, items)),
        ("joining", arguments) => {
            let mut parts = Vec::new();
            let mut doubt = super::super::value::Doubt::NONE;
            for item in items {
                let (text, more) = evaluator.printed(&item, node)?;
                doubt = doubt.and(&more);
                parts.push(text);
            }
            let text = |index: usize| arguments.get(index).and_then(Value::as_text).map_or("", |text| text);
            let joined = format!("{}{}{}", text(1), parts.join(text(0)), text(2));
            Some(evaluator.made_text(joined, doubt, node)?)
        }
        ("groupingBy" | "groupingByConcurrent" | "partitioningBy", [key, rest @ ..]) => {
            let (supplier, downstream) = match rest {
                [] => (None, None),
                [downstream] => (None, Some(downstream)),
                [supplier, downstream, ..] => (Some(supplier), Some(downstream)),
            };
            let mut groups: Vec<(Value, Vec<Value>)> = Vec::new();
            if &*call.method == "partitioningBy" {
                groups = [false, true].map(|side| (Value::bool(side), Vec::new())).to_vec();
            }
            for item in items {
                let key = evaluator.apply(key, std::slice::from_ref(&item), node)?;
                evaluator.step(1 + groups.len() / 16, node)?;
                match groups.iter_mut().find(|(known, _)| evaluator.equals(known, &key) == Some(true)) {
                    Some((_, group)) => group.push(item),
                    None => groups.push((key, vec![item])),
                }
            }
            let map = new_map(evaluator, supplier, node)?;
            for (key, group) in groups {
                let collected = match downstream {
                    Some(downstream) => {
                        evaluator.deeper(node, |evaluator| collect(evaluator, group, downstream, node))?
                    }
                    None => Some(evaluator.heap.list(ListKind::List, group)),
                };
                let Some(collected) = collected else { return Ok(None) };
                maps::put(evaluator, &map, key, collected);
            }
            Some(map)
        }
        ("mapping" | "filtering", [function, downstream]) => {
            let mut passed = Vec::with_capacity(items.len());
            for item in items {
                let result = evaluator.apply(function, std::slice::from_ref(&item), node)?;
                match &*call.method {
                    "mapping" => passed.push(result),
                    _ if result.as_bool() == Some(true) => passed.push(item),
                    _ => {}
                }
            }
            evaluator.deeper(node, |evaluator| collect(evaluator, passed, downstream, node))?
        }
        ("collectingAndThen", [downstream, function]) => {
            match evaluator.deeper(node, |evaluator| collect(evaluator, items, downstream, node))? {
                Some(collected) => Some(evaluator.apply(function, &[collected], node)?),
                None => None,
            }
        }
        ("summingInt" | "summingLong", [function]) => {
            let mut sum = if &*call.method == "summingInt" { Value::int(0) } else { Value::long(0) };
            for item in items {
                let number = evaluator.apply(function, &[item], node)?;
                sum = evaluator.binary_value("+", sum, number, node)?;
            }
            Some(sum)
        }
        ("toMap" | "toConcurrentMap" | "toUnmodifiableMap", [key, value, rest @ ..]) => {
            let map = new_map(evaluator, rest.get(1), node)?;
            for item in items {
                let key = evaluator.apply(key, std::slice::from_ref(&item), node)?;
                let value = evaluator.apply(value, &[item], node)?;
                maps::put(evaluator, &map, key, value);
            }
            Some(map)
        }
        ("counting", []) => Some(Value::known(Data::Long(items.len() as i64))),
        _ => None,
    })
}

/// The map that a collector fills: what its supplier gives, else a `HashMap`.
fn new_map<'t>(evaluator: &mut Evaluator<'t>, supplier: Option<&Value>, node: Node<'t>) -> Eval<Value> {
    if let Some(supplier) = supplier {
        let map = evaluator.apply(supplier, &[], node)?;
        if matches!(evaluator.heap.thing(&map), Some(Thing::Map(_))) {
            return Ok(map);
        }
    }
    Ok(evaluator.heap.add(Thing::Map(Map { kind: MapKind::Hash, entries: Vec::new() })))
}
