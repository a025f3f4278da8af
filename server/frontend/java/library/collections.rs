//! Lists, sets, arrays, queues and iterators.

use super::super::calls::Invocation;
use super::super::decisions::alternative;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Data, List, ListKind, Thing, Value};
use super::{index, maps, natural_order, static_methods};

/// The items of a list in the order in which Java runs over them.
pub fn in_order(evaluator: &Evaluator<'_>, list: &List) -> Vec<Value> {
    let mut items = list.items.clone();
    match list.kind {
        ListKind::SortedSet => {
            items.sort_by(|left, right| natural_order(evaluator, left, right));
        }
        ListKind::HashSet => {
            let hashes: Vec<_> = items.iter().map(|item| maps::hash_of(evaluator, item)).collect();
            return maps::by_bucket(items, &hashes);
        }
        _ => {}
    }
    items
}

/// Adds an item to a set, unless it is in it.
pub fn add_to_set(evaluator: &mut Evaluator<'_>, set: &Value, item: Value) -> bool {
    let Some(list) = evaluator.heap.as_list(set) else { return false };
    if list.items.iter().any(|known| evaluator.equals(known, &item) == Some(true)) {
        return false;
    }
    if let Some(list) = list_mut(evaluator, set) {
        list.items.push(item);
    }
    true
}

fn list_mut<'e>(evaluator: &'e mut Evaluator<'_>, value: &Value) -> Option<&'e mut List> {
    match value.id().map(|id| evaluator.heap.get_mut(id)) {
        Some(Thing::List(list)) => Some(list),
        _ => None,
    }
}

/// A call on a collection.
pub fn call<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let Some(list) = evaluator.heap.as_list(receiver) else { return Ok(None) };
    let (kind, length) = (list.kind, list.items.len());
    let node = invocation.node;
    evaluator.step(1 + length / 64, node)?;
    let is_set = matches!(kind, ListKind::Set | ListKind::HashSet | ListKind::SortedSet);
    let arguments = &invocation.arguments;
    let count = |count: usize| Value::int(i32::try_from(count).unwrap_or(i32::MAX));
    Ok(match (invocation.method, &arguments[..]) {
        ("size", []) => Some(count(length)),
        ("isEmpty", []) => Some(Value::bool(length == 0)),
        ("add" | "addLast" | "offer" | "offerLast" | "addElement", [item]) => {
            evaluator.check_text(16, node)?;
            if is_set {
                return Ok(Some(Value::bool(add_to_set(evaluator, receiver, item.clone()))));
            }
            let item = item.clone();
            if let Some(list) = list_mut(evaluator, receiver) {
                list.items.push(item);
            }
            Some(Value::bool(true))
        }
        ("add", [position, item]) => {
            let (position, item) = (index(Some(position)), item.clone());
            if let (Some(position), Some(list)) = (position, list_mut(evaluator, receiver))
                && position <= list.items.len()
            {
                list.items.insert(position, item);
            }
            Some(Value::NULL)
        }
        ("push" | "addFirst" | "offerFirst", [item]) => {
            let item = item.clone();
            if let Some(list) = list_mut(evaluator, receiver) {
                list.items.insert(0, item);
            }
            Some(Value::NULL)
        }
        ("addAll", [others]) => {
            let Some(items) = evaluator.items(others) else { return Ok(None) };
            evaluator.step(items.len(), node)?;
            for item in items {
                if is_set {
                    add_to_set(evaluator, receiver, item);
                } else if let Some(list) = list_mut(evaluator, receiver) {
                    list.items.push(item);
                }
            }
            Some(Value::bool(true))
        }
        ("get" | "elementAt" | "set" | "remove", [position, ..])
            if position.as_int().is_some() && !is_set =>
        {
            let position = index(Some(position)).filter(|position| *position < length);
            let Some(position) = position else {
                if !receiver.doubt.is_none() || !arguments[0].doubt.is_none() {
                    return Ok(None);
                }
                let message = format!(
                    "Index {} out of bounds for length {length}",
                    arguments[0].as_int().unwrap_or(-1)
                );
                return evaluator.throw("IndexOutOfBoundsException", &message, node);
            };
            let new = arguments.get(1).cloned();
            let Some(list) = list_mut(evaluator, receiver) else { return Ok(None) };
            match (invocation.method, new) {
                ("set", Some(new)) => Some(std::mem::replace(&mut list.items[position], new)),
                ("remove", _) => Some(list.items.remove(position)),
                _ => Some(list.items[position].clone()),
            }
        }
        ("remove", [item]) => {
            let position = position_of(evaluator, receiver, item);
            if let (Some(position), Some(list)) = (position, list_mut(evaluator, receiver)) {
                list.items.remove(position);
            }
            Some(Value::bool(position.is_some()))
        }
        ("contains", [item]) => Some(Value::bool(position_of(evaluator, receiver, item).is_some())),
        ("indexOf", [item]) => {
            let position = position_of(evaluator, receiver, item);
            Some(position.map_or(Value::int(-1), count))
        }
        ("getFirst" | "peek" | "peekFirst" | "element" | "first" | "firstElement", []) => {
            Some(evaluator.items(receiver).and_then(|items| items.first().cloned()).unwrap_or(Value::NULL))
        }
        ("getLast" | "peekLast" | "last" | "lastElement", []) => {
            Some(evaluator.items(receiver).and_then(|items| items.last().cloned()).unwrap_or(Value::NULL))
        }
        ("next" | "poll" | "pop" | "removeFirst" | "pollFirst" | "remove", []) => {
            let first = evaluator.items(receiver).and_then(|items| items.first().cloned());
            if let Some(list) = list_mut(evaluator, receiver)
                && !list.items.is_empty()
            {
                list.items.remove(0);
            }
            match first {
                Some(first) => Some(first),
                None if ["poll", "pollFirst"].contains(&invocation.method) => Some(Value::NULL),
                None => return evaluator.throw("NoSuchElementException", "", node),
            }
        }
        ("pollLast" | "removeLast", []) => {
            list_mut(evaluator, receiver).map(|list| list.items.pop().unwrap_or(Value::NULL))
        }
        ("hasNext", []) => Some(Value::bool(length > 0)),
        ("clear", []) => {
            if let Some(list) = list_mut(evaluator, receiver) {
                list.items.clear();
            }
            Some(Value::NULL)
        }
        ("iterator" | "listIterator", []) => {
            let items = evaluator.items(receiver).unwrap_or_default();
            evaluator.step(items.len(), node)?;
            Some(evaluator.heap.list(ListKind::Iterator, items))
        }
        ("stream" | "parallelStream", []) => {
            let items = evaluator.items(receiver).unwrap_or_default();
            evaluator.step(items.len(), node)?;
            Some(evaluator.heap.list(ListKind::Stream, items))
        }
        ("subList", [from, to]) => {
            let items = evaluator.items(receiver).unwrap_or_default();
            let (Some(from), Some(to)) = (index(Some(from)), index(Some(to))) else { return Ok(None) };
            match items.get(from..to) {
                Some(part) => {
                    evaluator.step(part.len(), node)?;
                    Some(evaluator.heap.list(ListKind::List, part.to_vec()))
                }
                None => return evaluator.throw("IndexOutOfBoundsException", "", node),
            }
        }
        ("toArray", _) | ("clone", []) => {
            let items = evaluator.items(receiver).unwrap_or_default();
            evaluator.step(items.len(), node)?;
            Some(evaluator.heap.list(ListKind::Array, items))
        }
        ("forEach", [action]) => {
            for item in evaluator.items(receiver).unwrap_or_default() {
                evaluator.apply(action, &[item], node)?;
            }
            Some(Value::NULL)
        }
        ("removeIf", [condition]) => {
            let items = evaluator.items(receiver).unwrap_or_default();
            let mut kept = Vec::new();
            for item in items {
                if !evaluator.holds(condition, &item, invocation)? {
                    kept.push(item);
                }
            }
            if let Some(list) = list_mut(evaluator, receiver) {
                list.items = kept;
            }
            Some(Value::bool(true))
        }
        ("replaceAll", [function]) => {
            let items = evaluator.items(receiver).unwrap_or_default();
            let mut replaced = Vec::new();
            for item in items {
                replaced.push(evaluator.apply(function, &[item], node)?);
            }
            if let Some(list) = list_mut(evaluator, receiver) {
                list.items = replaced;
            }
            Some(Value::NULL)
        }
        ("sort", [comparator]) => {
            let items = evaluator.items(receiver).unwrap_or_default();
            let sorted = sorted(evaluator, items, Some(comparator), node)?;
            if let Some(list) = list_mut(evaluator, receiver) {
                list.items = sorted;
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

fn position_of(evaluator: &Evaluator<'_>, list: &Value, item: &Value) -> Option<usize> {
    let list = evaluator.heap.as_list(list)?;
    list.items.iter().position(|known| evaluator.equals(known, item) == Some(true))
}

/// Items sorted by a comparator, or by their natural order.
pub fn sorted<'t>(
    evaluator: &mut Evaluator<'t>,
    mut items: Vec<Value>,
    comparator: Option<&Value>,
    node: tree_sitter::Node<'t>,
) -> Eval<Vec<Value>> {
    evaluator.step(items.len(), node)?;
    let comparator = comparator.filter(|comparator| !comparator.is_null());
    let Some(comparator) = comparator else {
        // Those of a class of the text are compared by its own method.
        let is_own = items
            .iter()
            .any(|item| evaluator.heap.as_object(item).is_some_and(|object| object.constant.is_none()));
        if is_own {
            let natural = evaluator.closure(super::super::value::ClosureCode::NaturalOrder, node)?;
            return sorted(evaluator, items, Some(&natural), node);
        }
        items.sort_by(|left, right| natural_order(evaluator, left, right));
        return Ok(items);
    };
    let mut is_known = true;
    // Insertion, so that an exception or a limit can end it at any comparison.
    let mut sorted: Vec<Value> = Vec::with_capacity(items.len());
    for item in items {
        let mut position = sorted.len();
        while position > 0 {
            let order = evaluator.apply(comparator, &[sorted[position - 1].clone(), item.clone()], node)?;
            is_known &= order.as_int().is_some();
            if order.as_int().is_none_or(|order| order <= 0) {
                break;
            }
            position -= 1;
        }
        sorted.insert(position, item);
    }
    if !is_known {
        let place = super::super::syntax::span(node);
        let question = format!("Which order does {} give?", evaluator.excerpt(place));
        let because = "How these are compared is not in the text; the order that they come in is assumed.";
        let alternatives = vec![
            alternative("as-they-come", "the order that they come in"),
            alternative("reversed", "the reverse"),
        ];
        if evaluator.assume("order", place, question, because, alternatives) == "reversed" {
            sorted.reverse();
        }
    }
    Ok(sorted)
}

/// A range of whole numbers.
pub fn range<'t>(
    evaluator: &mut Evaluator<'t>,
    from: &Value,
    to: &Value,
    closed: bool,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let (Some(start), Some(end)) = (from.as_long(), to.as_long()) else { return Ok(None) };
    let end = if closed { end.saturating_add(1) } else { end };
    let length = usize::try_from(end.saturating_sub(start).max(0)).unwrap_or(usize::MAX);
    evaluator.step(length, invocation.node)?;
    let is_long = matches!(from.data, Data::Long(_)) || matches!(to.data, Data::Long(_));
    let items =
        (start..end).map(|number| if is_long { Value::long(number) } else { Value::int(number as i32) });
    let items = items.collect();
    Ok(Some(evaluator.heap.list(ListKind::Stream, items)))
}

/// The static methods of `EnumSet`, which runs over its constants in the order of their declarations.
pub fn enum_set<'t>(evaluator: &mut Evaluator<'t>, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
    let arguments = &invocation.arguments;
    let given = match invocation.method {
        "noneOf" => Vec::new(),
        "of" => static_methods::spread(evaluator, arguments),
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
        add_to_set(evaluator, &set, item);
    }
    Ok(Some(set))
}
