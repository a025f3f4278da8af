//! `Comparator`: what its static methods make, and what is made of one.

use std::cmp::Ordering;

use tree_sitter::Node;

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{ClosureCode, Value};

/// `Comparator.comparing`, `Comparator.naturalOrder`, `Map.Entry.comparingByKey`.
pub fn static_call<'t>(
    evaluator: &mut Evaluator<'t>,
    class: &str,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let node = invocation.node;
    let code = match (class, invocation.method, &invocation.arguments[..]) {
        (
            "Comparator",
            "comparing" | "comparingInt" | "comparingLong" | "comparingDouble",
            [key, order @ ..],
        ) => comparing(key.clone(), order.first().cloned()),
        ("Comparator", "naturalOrder", []) => ClosureCode::NaturalOrder,
        ("Comparator" | "Collections", "reverseOrder", []) => {
            let natural = evaluator.closure(ClosureCode::NaturalOrder, node)?;
            ClosureCode::Reversed(natural)
        }
        ("Collections", "reverseOrder", [order]) => ClosureCode::Reversed(order.clone()),
        ("Entry", "comparingByKey" | "comparingByValue", order) => {
            let method = if invocation.method == "comparingByKey" { "getKey" } else { "getValue" };
            let code = ClosureCode::Unbound { class: "Entry".into(), method, place: node };
            let key = evaluator.closure(code, node)?;
            comparing(key, order.first().cloned())
        }
        _ => return Ok(None),
    };
    evaluator.closure(code, node).map(Some)
}

fn comparing<'t>(key: Value, order: Option<Value>) -> ClosureCode<'t> {
    ClosureCode::Comparing(Box::new([key, order.unwrap_or(Value::NULL)]))
}

/// The methods of a comparator that make another one.
pub fn call<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let node = invocation.node;
    let code = match (invocation.method, &invocation.arguments[..]) {
        ("reversed", []) => ClosureCode::Reversed(receiver.clone()),
        (
            "thenComparing" | "thenComparingInt" | "thenComparingLong" | "thenComparingDouble",
            [next, order @ ..],
        ) => {
            let next = if order.is_empty() && is_comparator(evaluator, next) {
                next.clone()
            } else {
                evaluator.closure(comparing(next.clone(), order.first().cloned()), node)?
            };
            ClosureCode::ThenComparing(Box::new([receiver.clone(), next]))
        }
        _ => return Ok(None),
    };
    evaluator.closure(code, node).map(Some)
}

/// Whether the argument of `thenComparing` compares, and does not give a key: a lambda of two parameters.
fn is_comparator(evaluator: &Evaluator<'_>, value: &Value) -> bool {
    let Some(closure) = evaluator.heap.as_closure(value) else {
        return evaluator.extends(value, "Comparator") == Some(true);
    };
    match &closure.code {
        ClosureCode::Lambda(lambda) => lambda
            .child_by_field_name("parameters")
            .is_some_and(|it| it.kind() != "identifier" && it.named_child_count() == 2),
        ClosureCode::Unbound { method, .. } | ClosureCode::Bound { method, .. } => {
            method.starts_with("compare")
        }
        ClosureCode::Comparing(_)
        | ClosureCode::NaturalOrder
        | ClosureCode::Reversed(_)
        | ClosureCode::ThenComparing(_) => true,
        _ => false,
    }
}

/// What a comparator says of two values; nothing if it cannot be told.
pub fn compare<'t>(
    evaluator: &mut Evaluator<'t>,
    code: &ClosureCode<'t>,
    arguments: &[Value],
    node: Node<'t>,
) -> Eval<Option<Value>> {
    let [left, right] = arguments else { return Ok(None) };
    let ordering = match code {
        ClosureCode::NaturalOrder => natural(evaluator, left, right, node)?,
        ClosureCode::Comparing(parts) => {
            let [key, order] = &**parts;
            let left = evaluator.apply(key, std::slice::from_ref(left), node)?;
            let right = evaluator.apply(key, std::slice::from_ref(right), node)?;
            if order.is_null() {
                natural(evaluator, &left, &right, node)?
            } else {
                apply(evaluator, order, &left, &right, node)?
            }
        }
        ClosureCode::Reversed(order) => apply(evaluator, order, right, left, node)?,
        ClosureCode::ThenComparing(both) => {
            let [first, second] = &**both;
            match apply(evaluator, first, left, right, node)? {
                Some(Ordering::Equal) => apply(evaluator, second, left, right, node)?,
                decided => decided,
            }
        }
        _ => None,
    };
    Ok(ordering.map(|ordering| Value::int(ordering as i32)))
}

fn apply<'t>(
    evaluator: &mut Evaluator<'t>,
    order: &Value,
    left: &Value,
    right: &Value,
    node: Node<'t>,
) -> Eval<Option<Ordering>> {
    let result = evaluator.apply(order, &[left.clone(), right.clone()], node)?;
    Ok(result.as_int().map(|result| result.cmp(&0)))
}

/// The natural order of two values; nothing if it cannot be told.
pub fn natural<'t>(
    evaluator: &mut Evaluator<'t>,
    left: &Value,
    right: &Value,
    node: Node<'t>,
) -> Eval<Option<Ordering>> {
    if let (Some(left), Some(right)) = (left.as_double(), right.as_double()) {
        return Ok(left.partial_cmp(&right));
    }
    if let (Some(left), Some(right)) = (left.as_bool(), right.as_bool()) {
        return Ok(Some(left.cmp(&right)));
    }
    if let (Some(left), Some(right)) = (left.as_text(), right.as_text()) {
        return Ok(Some(left.encode_utf16().cmp(right.encode_utf16())));
    }
    let constant = |value: &Value| evaluator.heap.as_object(value).and_then(|object| object.constant);
    if let (Some((_, left)), Some((_, right))) = (constant(left), constant(right)) {
        return Ok(Some(left.cmp(&right)));
    }
    if evaluator.heap.as_object(left).is_none() {
        return Ok(None);
    }
    let invocation = Invocation {
        method: "compareTo",
        arguments: vec![right.clone()],
        node,
        place: super::super::syntax::span(node),
        type_arguments: Vec::new(),
    };
    let result = evaluator.invoke(left.clone(), invocation)?;
    Ok(result.as_int().map(|result| result.cmp(&0)))
}
