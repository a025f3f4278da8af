//! What holds one value: `Optional`, `StringBuilder`, `AtomicInteger` and the like.

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{ListKind, Thing, Value};
use super::index;

/// A call on an `Optional`.
pub fn call_on_optional<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    item: Option<Value>,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let node = invocation.node;
    let doubt = receiver.doubt.clone();
    let optional = |evaluator: &mut Evaluator<'t>, item: Option<Value>| {
        let item = item.filter(|item| !item.is_null());
        Some(evaluator.heap.add(Thing::Optional(item)))
    };
    Ok(match (invocation.method, &invocation.arguments[..]) {
        ("isPresent", []) => Some(Value::bool(item.is_some())),
        ("isEmpty", []) => Some(Value::bool(item.is_none())),
        ("get" | "orElseThrow" | "getAsInt" | "getAsLong", _) => match item {
            Some(item) => Some(item),
            None if !doubt.is_none() => None,
            None => return evaluator.throw("NoSuchElementException", "No value present", node),
        },
        ("orElse", [other]) => Some(item.unwrap_or_else(|| other.clone())),
        ("orElseGet", [function]) => match item {
            Some(item) => Some(item),
            None => Some(evaluator.apply(function, &[], node)?),
        },
        ("map", [function]) => {
            let mapped = item.map(|item| evaluator.apply(function, &[item], node)).transpose()?;
            optional(evaluator, mapped)
        }
        ("flatMap", [function]) => match item {
            Some(item) => Some(evaluator.apply(function, &[item], node)?),
            None => Some(receiver.clone()),
        },
        ("filter", [condition]) => match item {
            Some(item) => {
                let holds =
                    evaluator.apply(condition, std::slice::from_ref(&item), node)?.as_bool() == Some(true);
                optional(evaluator, holds.then_some(item))
            }
            None => Some(receiver.clone()),
        },
        ("or", [function]) => match item {
            Some(_) => Some(receiver.clone()),
            None => Some(evaluator.apply(function, &[], node)?),
        },
        ("ifPresent", [action]) => {
            if let Some(item) = item {
                evaluator.apply(action, &[item], node)?;
            }
            Some(Value::NULL)
        }
        ("ifPresentOrElse", [action, otherwise]) => {
            match item {
                Some(item) => evaluator.apply(action, &[item], node)?,
                None => evaluator.apply(otherwise, &[], node)?,
            };
            Some(Value::NULL)
        }
        ("stream", []) => Some(evaluator.heap.list(ListKind::Stream, item.into_iter().collect())),
        _ => None,
    })
}

/// A call on a `StringBuilder`.
pub fn call_on_builder<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let node = invocation.node;
    Ok(match (invocation.method, &invocation.arguments[..]) {
        ("append", [value, ..]) => {
            let (more, doubted) = evaluator.printed(value, node)?;
            evaluator.check_text(more.len(), node)?;
            if let Some(Thing::Builder { text, doubt }) = receiver.id().map(|id| evaluator.heap.get_mut(id)) {
                text.push_str(&more);
                *doubt = doubt.and(&doubted);
            }
            Some(receiver.clone())
        }
        ("insert", [at, value]) => {
            let (more, doubted) = evaluator.printed(value, node)?;
            evaluator.check_text(more.len(), node)?;
            let at = index(Some(at));
            if let Some(Thing::Builder { text, doubt }) = receiver.id().map(|id| evaluator.heap.get_mut(id)) {
                if let Some(at) = at.filter(|at| text.is_char_boundary(*at)) {
                    text.insert_str(at, &more);
                }
                *doubt = doubt.and(&doubted);
            }
            Some(receiver.clone())
        }
        ("toString", []) => {
            let (text, doubt) = evaluator.printed(receiver, node)?;
            Some(evaluator.made_text(text, doubt, node)?)
        }
        ("length", []) => {
            let (text, _) = evaluator.printed(receiver, node)?;
            Some(Value::int(i32::try_from(text.encode_utf16().count()).unwrap_or(i32::MAX)))
        }
        ("setLength", [length]) => {
            let length = index(Some(length));
            if let Some(Thing::Builder { text, .. }) = receiver.id().map(|id| evaluator.heap.get_mut(id))
                && let Some(length) = length.filter(|length| text.is_char_boundary(*length))
            {
                text.truncate(length);
            }
            Some(Value::NULL)
        }
        ("reverse", []) => {
            if let Some(Thing::Builder { text, .. }) = receiver.id().map(|id| evaluator.heap.get_mut(id)) {
                *text = text.chars().rev().collect();
            }
            Some(receiver.clone())
        }
        _ => None,
    })
}

/// A call on an `AtomicInteger` and the like.
pub fn call_on_counter<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    count: Value,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let node = invocation.node;
    let one = Value::int(1);
    let (new, gives_new) = match (invocation.method, &invocation.arguments[..]) {
        ("get" | "intValue" | "longValue" | "sum" | "getPlain", []) => return Ok(Some(count)),
        ("toString", []) => {
            let (text, doubt) = evaluator.printed(&count, node)?;
            return Ok(Some(evaluator.made_text(text, doubt, node)?));
        }
        ("incrementAndGet" | "getAndIncrement" | "increment", []) => {
            (evaluator.binary_value("+", count.clone(), one, node)?, invocation.method == "incrementAndGet")
        }
        ("decrementAndGet" | "getAndDecrement" | "decrement", []) => {
            (evaluator.binary_value("-", count.clone(), one, node)?, invocation.method == "decrementAndGet")
        }
        ("addAndGet" | "getAndAdd" | "add", [more]) => (
            evaluator.binary_value("+", count.clone(), more.clone(), node)?,
            invocation.method == "addAndGet",
        ),
        ("set" | "getAndSet" | "lazySet", [new]) => (new.clone(), false),
        ("updateAndGet" | "getAndUpdate", [function]) => (
            evaluator.apply(function, std::slice::from_ref(&count), node)?,
            invocation.method == "updateAndGet",
        ),
        _ => return Ok(None),
    };
    if let Some(Thing::Counter(held)) = receiver.id().map(|id| evaluator.heap.get_mut(id)) {
        *held = new.clone();
    }
    Ok(Some(if gives_new { new } else { count }))
}
