//! What `java.util.stream` does only when it is asked for a result: each item goes through all stages before the next one.
//!
//! The order matters: an operator that is made for an item comes before those that are made for the next item.

use tree_sitter::Node;

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::syntax::span;
use super::super::value::{ClosureCode, ListKind, Pipeline, Stage, StageKind, Thing, Value};
use super::{index, streams};

/// After how many stages what is there is done at once: stages nest.
const MOST_STAGES: usize = 24;

/// What takes the items that come out of the last stage; whether it wants more.
type Taker<'e, 't> = dyn FnMut(&mut Evaluator<'t>, Value) -> Eval<bool> + 'e;

/// The stage that a method adds.
pub fn stage<'t>(invocation: &Invocation<'t>) -> Option<Stage<'t>> {
    let [function] = &invocation.arguments[..] else { return None };
    let kind = match invocation.method {
        "map" | "mapToObj" | "mapToInt" | "mapToLong" | "mapToDouble" => StageKind::Map,
        "flatMap" => StageKind::FlatMap,
        "filter" => StageKind::Filter,
        "takeWhile" => StageKind::TakeWhile,
        "dropWhile" => StageKind::DropWhile,
        "peek" => StageKind::Peek,
        "limit" => StageKind::Limit(index(Some(function))?),
        "skip" => StageKind::Skip(index(Some(function))?),
        _ => return None,
    };
    Some(Stage { kind, function: function.clone(), node: invocation.node })
}

/// `Stream.concat`: the items of the one, then those of the other.
pub fn concatenated<'t>(evaluator: &mut Evaluator<'t>, invocation: &Invocation<'t>) -> Eval<Value> {
    let node = invocation.node;
    let function = evaluator.closure(ClosureCode::Identity, node)?;
    let stages = vec![Stage { kind: StageKind::FlatMap, function, node }];
    Ok(evaluator.heap.add(Thing::Pipeline(Pipeline { items: invocation.arguments.clone(), stages })))
}

/// A call on a stream that has stages.
pub fn call<'t>(
    evaluator: &mut Evaluator<'t>,
    receiver: &Value,
    pipeline: Pipeline<'t>,
    invocation: &Invocation<'t>,
) -> Eval<Option<Value>> {
    let node = invocation.node;
    if let Some(next) = stage(invocation) {
        if pipeline.stages.len() >= MOST_STAGES {
            let items = drain(evaluator, &pipeline, node)?;
            return Ok(Some(evaluator.heap.add(Thing::Pipeline(Pipeline { items, stages: vec![next] }))));
        }
        let mut longer = pipeline;
        longer.stages.push(next);
        return Ok(Some(evaluator.heap.add(Thing::Pipeline(longer))));
    }
    match (invocation.method, &invocation.arguments[..]) {
        ("boxed" | "parallel" | "sequential" | "unordered" | "asLongStream" | "onClose", _) => {
            return Ok(Some(receiver.clone()));
        }
        ("forEach" | "forEachOrdered", [action]) => {
            run(evaluator, &pipeline, node, &mut |evaluator, item| {
                evaluator.apply(action, &[item], node)?;
                Ok(true)
            })?;
            return Ok(Some(Value::NULL));
        }
        ("reduce", [start, function] | [start, function, _]) => {
            let mut result = start.clone();
            run(evaluator, &pipeline, node, &mut |evaluator, item| {
                result = evaluator.apply(function, &[result.clone(), item], node)?;
                Ok(true)
            })?;
            return Ok(Some(result));
        }
        ("reduce", [function]) => {
            let mut result: Option<Value> = None;
            run(evaluator, &pipeline, node, &mut |evaluator, item| {
                result = Some(match result.take() {
                    Some(before) => evaluator.apply(function, &[before, item], node)?,
                    None => item,
                });
                Ok(true)
            })?;
            return Ok(Some(evaluator.heap.add(Thing::Optional(result))));
        }
        _ => {}
    }
    // These want no more items than they need.
    let wants_one = matches!(invocation.method, "findFirst" | "findAny");
    let mut items = Vec::new();
    let matches = matches!(invocation.method, "anyMatch" | "allMatch" | "noneMatch");
    let condition = invocation.argument(0).filter(|_| matches).cloned();
    let stops_at = invocation.method != "allMatch";
    let mut is_decided = false;
    run(evaluator, &pipeline, node, &mut |evaluator, item| {
        if let Some(condition) = &condition {
            is_decided = evaluator.apply(condition, &[item], node)?.as_bool() == Some(stops_at);
            return Ok(!is_decided);
        }
        items.push(item);
        Ok(!wants_one)
    })?;
    if condition.is_some() {
        return Ok(Some(Value::bool(is_decided == (invocation.method == "anyMatch"))));
    }
    let done = evaluator.heap.list(ListKind::Stream, items.clone());
    streams::call(evaluator, &done, items, invocation)
}

/// The items of a stream, all its stages done; a value that is no such stream stays as it is.
pub fn drained<'t>(evaluator: &mut Evaluator<'t>, value: &Value, node: Node<'t>) -> Eval<Value> {
    let Some(Thing::Pipeline(pipeline)) = evaluator.heap.thing(value) else { return Ok(value.clone()) };
    let pipeline = pipeline.clone();
    let items = drain(evaluator, &pipeline, node)?;
    Ok(evaluator.heap.list(ListKind::Stream, items).doubting(&value.doubt))
}

fn drain<'t>(evaluator: &mut Evaluator<'t>, pipeline: &Pipeline<'t>, node: Node<'t>) -> Eval<Vec<Value>> {
    let mut items = Vec::new();
    run(evaluator, pipeline, node, &mut |_, item| {
        items.push(item);
        Ok(true)
    })?;
    Ok(items)
}

fn run<'t>(
    evaluator: &mut Evaluator<'t>,
    pipeline: &Pipeline<'t>,
    node: Node<'t>,
    taker: &mut Taker<'_, 't>,
) -> Eval<()> {
    if pipeline.stages.iter().any(|stage| stage.kind == StageKind::Limit(0)) {
        return Ok(());
    }
    // How many items each stage has let through.
    let mut passed = vec![0; pipeline.stages.len()];
    for item in &pipeline.items {
        evaluator.step(1, node)?;
        if !advance(evaluator, item.clone(), &pipeline.stages, &mut passed, taker)? {
            break;
        }
    }
    Ok(())
}

/// Takes an item through the stages; whether more are wanted.
fn advance<'t>(
    evaluator: &mut Evaluator<'t>,
    item: Value,
    stages: &[Stage<'t>],
    passed: &mut [usize],
    taker: &mut Taker<'_, 't>,
) -> Eval<bool> {
    let ([stage, rest @ ..], [count, others @ ..]) = (stages, passed) else {
        return taker(evaluator, item);
    };
    let node = stage.node;
    evaluator.deeper(node, |evaluator| {
        match stage.kind {
            StageKind::Limit(most) => {
                *count += 1;
                let is_last = *count >= most;
                return Ok(advance(evaluator, item, rest, others, taker)? && !is_last);
            }
            StageKind::Skip(first) if *count < first => {
                *count += 1;
                return Ok(true);
            }
            StageKind::Skip(_) => return advance(evaluator, item, rest, others, taker),
            _ => {}
        }
        let asks = matches!(stage.kind, StageKind::Filter | StageKind::TakeWhile | StageKind::DropWhile);
        let (result, holds) = if asks {
            let invocation = Invocation {
                method: "filter",
                arguments: vec![stage.function.clone()],
                node,
                place: span(node),
                type_arguments: Vec::new(),
            };
            (Value::NULL, evaluator.holds(&stage.function, &item, &invocation)?)
        } else {
            (evaluator.apply(&stage.function, std::slice::from_ref(&item), node)?, false)
        };
        match stage.kind {
            StageKind::Map => advance(evaluator, result, rest, others, taker),
            StageKind::Peek => advance(evaluator, item, rest, others, taker),
            StageKind::FlatMap => {
                if let Some(Thing::Pipeline(inner)) = evaluator.heap.thing(&result) {
                    let inner = inner.clone();
                    // That it ends by itself does not end the stream around it.
                    let mut wants_more = true;
                    run(evaluator, &inner, node, &mut |evaluator, item| {
                        wants_more = advance(evaluator, item, rest, others, taker)?;
                        Ok(wants_more)
                    })?;
                    return Ok(wants_more);
                }
                let inner = evaluator.items(&result).unwrap_or_default();
                for item in inner {
                    evaluator.step(1, node)?;
                    if !advance(evaluator, item, rest, others, taker)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            StageKind::Filter if holds => advance(evaluator, item, rest, others, taker),
            StageKind::Filter => Ok(true),
            StageKind::TakeWhile if holds => advance(evaluator, item, rest, others, taker),
            StageKind::TakeWhile => Ok(false),
            StageKind::DropWhile if holds && *count == 0 => Ok(true),
            StageKind::DropWhile => {
                *count = 1;
                advance(evaluator, item, rest, others, taker)
            }
            StageKind::Limit(_) | StageKind::Skip(_) => Ok(true),
        }
    })
}
