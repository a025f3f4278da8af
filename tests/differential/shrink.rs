//! Makes a pipeline small whose plan differs from Flink's, as long as it differs in the same kind of field.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;

use serde_json::{Map, Value, json};

use crate::comparison::{Differences, compare};
use crate::reference::Reference;

/// The fields that differ, whichever operators they are of: paths without indices and ids.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kinds(BTreeSet<String>);

impl Kinds {
    pub fn of(differences: &Differences) -> Self {
        let kind = |path: &str| {
            let fields = path.split('.').map(|field| {
                let name = field.split('[').next().unwrap_or_default();
                let is_id = name.chars().all(|it| it.is_ascii_digit()) || name.len() == 32;
                let name = if is_id && !name.is_empty() { "*" } else { name };
                if field.contains('[') { format!("{name}[]") } else { name.to_owned() }
            });
            fields.collect::<Vec<_>>().join(".")
        };
        let kinds = differences.0.iter().map(|difference| match difference.path.starts_with(".error") {
            // One refusal is not another: its words count, not what it quotes.
            true => format!("{} {}", difference.path, words(&difference.values)),
            false => kind(&difference.path),
        });
        Self(kinds.collect())
    }

    /// Whether the most telling kind is the same: the stage at which Flink refuses, or any field.
    fn is_kept_by(&self, other: &Self) -> bool {
        let is_refusal = |kind: &&String| kind.starts_with(".error");
        match self.0.iter().find(is_refusal) {
            Some(refusal) => other.0.contains(refusal),
            None => !other.0.iter().any(|it| is_refusal(&it)) && !self.0.is_disjoint(&other.0),
        }
    }
}

/// The first words of what is said about two refusals, without values, keys and names.
fn words(values: &str) -> String {
    let is_word = |word: &&str| word.chars().all(|it| it.is_alphabetic() || it == ',');
    values
        .split(['"', ' ', ':', '.'])
        .filter(is_word)
        .filter(|word| !word.is_empty())
        .take(14)
        .collect::<Vec<_>>()
        .join(" ")
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told: Vec<_> = self.0.iter().take(6).map(String::as_str).collect();
        write!(f, "{}{}", told.join(", "), if self.0.len() > told.len() { ", …" } else { "" })
    }
}

/// The smallest pipeline that is found by leaving out operators, options and configuration keys.
pub fn shrink(pipeline: &Value, kinds: &Kinds, reference: &mut Reference) -> io::Result<Value> {
    let mut best = with_explicit_inputs(pipeline);
    let mut differs = |candidate: &Value| -> io::Result<bool> {
        let flinks = reference.plan(candidate)?;
        Ok(compare(candidate, &flinks).is_err_and(|found| kinds.is_kept_by(&Kinds::of(&found))))
    };
    if !differs(&best)? {
        return Ok(pipeline.clone());
    }
    loop {
        let before = best.to_string().len();
        leave_out_operators(&mut best, &mut differs)?;
        leave_out_fields(&mut best, &mut differs)?;
        if best.to_string().len() >= before {
            return Ok(with_few_inputs(&best));
        }
    }
}

type Differs<'a> = dyn FnMut(&Value) -> io::Result<bool> + 'a;

fn operators(pipeline: &Value) -> &[Value] {
    pipeline["operators"].as_array().map_or(&[], Vec::as_slice)
}

/// Leaves out as many operators as possible at once, then fewer, then single ones.
fn leave_out_operators(best: &mut Value, differs: &mut Differs<'_>) -> io::Result<()> {
    let mut length = operators(best).len().div_ceil(2);
    while length > 0 {
        // From the end: what is left out there has the fewest consumers.
        let mut end = operators(best).len();
        while end > 0 {
            let start = end.saturating_sub(length);
            let candidate = without(best, start, end);
            if !operators(&candidate).is_empty() && differs(&candidate)? {
                *best = candidate;
            }
            end = start.min(operators(best).len());
        }
        length /= 2;
    }
    Ok(())
}

/// The pipeline without these operators. Whoever reads one of them reads its first input instead; who reads a source
/// that is gone is gone as well, unless another input is left.
fn without(pipeline: &Value, start: usize, end: usize) -> Value {
    let mut instead: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut kept = Vec::new();
    for (index, operator) in operators(pipeline).iter().enumerate() {
        let id = operator["id"].as_str().unwrap_or_default().to_owned();
        let ids = inputs(operator);
        let left: Vec<String> = ids
            .iter()
            .filter_map(|input| match instead.get(input) {
                Some(other) => other.clone(),
                None => Some(input.clone()),
            })
            .collect();
        let is_cut_off = !ids.is_empty() && left.is_empty();
        if (start..end).contains(&index) || is_cut_off {
            instead.insert(id, left.first().cloned());
            continue;
        }
        let mut operator = operator.clone();
        if !ids.is_empty() {
            set_inputs(&mut operator, left, ids.len());
        }
        kept.push(operator);
    }
    let mut pipeline = pipeline.clone();
    pipeline["operators"] = Value::Array(kept);
    pipeline
}

/// The ids that an operator with explicit inputs reads.
fn inputs(operator: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    match (&operator["input"], operator["inputs"].as_array()) {
        (_, Some(ids)) => ids.iter().filter_map(text).collect(),
        (id, None) => text(id).into_iter().collect(),
    }
}

fn set_inputs(operator: &mut Value, mut ids: Vec<String>, count: usize) {
    if operator["inputs"].is_array() {
        let takes_any_number = matches!(operator["op"].as_str(), Some("union" | "multipleInput"));
        let least = match operator["op"].as_str() {
            Some("multipleInput") => 1,
            _ => 2,
        };
        while ids.len() < if takes_any_number { least } else { count } {
            ids.push(ids[0].clone());
        }
        operator["inputs"] = json!(ids);
    } else {
        operator["input"] = json!(ids[0]);
    }
}

/// Leaves out every field that may be left out: of the document, of the configuration, of each operator and of what
/// is nested in it.
fn leave_out_fields(best: &mut Value, differs: &mut Differs<'_>) -> io::Result<()> {
    for path in fields(best).into_iter().rev() {
        let mut candidate = best.clone();
        if remove(&mut candidate, &path) && differs(&candidate)? {
            *best = candidate;
        }
    }
    Ok(())
}

/// The JSON pointers of all fields and elements that may go, outer before inner.
fn fields(pipeline: &Value) -> Vec<String> {
    fn needed(depth: usize, key: &str) -> bool {
        match depth {
            0 => key == "operators",
            _ => matches!(key, "id" | "op" | "input" | "type"),
        }
    }
    let mut found = Vec::new();
    let mut todo = vec![(String::new(), pipeline, 0)];
    while let Some((path, value, depth)) = todo.pop() {
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    let path = format!("{path}/{}", key.replace('~', "~0").replace('/', "~1"));
                    if !needed(depth, key) {
                        found.push(path.clone());
                    }
                    todo.push((path, member, depth + 1));
                }
            }
            Value::Array(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    let path = format!("{path}/{index}");
                    if depth > 1 {
                        found.push(path.clone());
                    }
                    todo.push((path, element, depth + 1));
                }
            }
            _ => {}
        }
    }
    found
}

/// Removes what is at a JSON pointer; says whether it was there.
fn remove(pipeline: &mut Value, path: &str) -> bool {
    let Some((parent, key)) = path.rsplit_once('/') else { return false };
    match pipeline.pointer_mut(parent) {
        Some(Value::Object(members)) => {
            members.shift_remove(&key.replace("~1", "/").replace("~0", "~")).is_some()
        }
        Some(Value::Array(elements)) => match key.parse::<usize>() {
            Ok(index) if index < elements.len() => {
                elements.remove(index);
                true
            }
            _ => false,
        },
        _ => false,
    }
}

/// The same pipeline in which every operator has an id and says what it reads.
fn with_explicit_inputs(pipeline: &Value) -> Value {
    const SOURCES: [&str; 7] = [
        "fromSource",
        "fromSequence",
        "fromData",
        "addSource",
        "socketTextStream",
        "fromCollection",
        "createInput",
    ];
    let mut previous = String::new();
    let explicit = operators(pipeline).iter().enumerate().map(|(index, operator)| {
        let op = operator["op"].as_str().unwrap_or_default();
        let id = operator["id"].as_str().map_or_else(|| format!("unnamed{index}"), str::to_owned);
        let mut entry = Map::from_iter([("id".to_owned(), json!(id)), ("op".to_owned(), json!(op))]);
        if !SOURCES.contains(&op) && operator["input"].is_null() && operator["inputs"].is_null() {
            match op {
                "multipleInput" => entry.insert("inputs".to_owned(), json!([previous])),
                _ => entry.insert("input".to_owned(), json!(previous)),
            };
        }
        let options = operator.as_object().into_iter().flatten();
        entry.extend(
            options
                .filter(|(key, _)| !matches!(key.as_str(), "id" | "op"))
                .map(|(key, value)| (key.clone(), value.clone())),
        );
        previous = id;
        Value::Object(entry)
    });
    let explicit = explicit.collect();
    let mut pipeline = pipeline.clone();
    pipeline["operators"] = Value::Array(explicit);
    pipeline
}

/// The same pipeline without the inputs that go without saying and the ids that nobody refers to.
fn with_few_inputs(pipeline: &Value) -> Value {
    let mut pipeline = pipeline.clone();
    let Some(operators) = pipeline["operators"].as_array_mut() else { return pipeline };
    let mut previous = Value::Null;
    let mut referred = BTreeSet::new();
    for operator in operators.iter_mut() {
        if let Some(entry) = operator.as_object_mut() {
            if entry.get("input").is_some_and(|input| *input == previous) {
                entry.shift_remove("input");
            }
            previous = entry.get("id").cloned().unwrap_or_default();
        }
        referred.extend(inputs(operator));
    }
    for operator in operators {
        let is_referred = operator["id"].as_str().is_some_and(|id| referred.contains(id));
        if let Some(entry) = operator.as_object_mut().filter(|_| !is_referred) {
            entry.shift_remove("id");
        }
    }
    pipeline
}

/// A pipeline for a person: one operator a line.
pub fn show(pipeline: &Value) -> String {
    let members = pipeline.as_object().into_iter().flatten().map(|(key, value)| match value.as_array() {
        Some(operators) if key == "operators" => {
            let lines: Vec<_> = operators.iter().map(|it| format!("    {it}")).collect();
            format!("  \"operators\": [\n{}\n  ]", lines.join(",\n"))
        }
        _ => format!("  {}: {value}", json!(key)),
    });
    format!("{{\n{}\n}}", members.collect::<Vec<_>>().join(",\n"))
}
