//! A plan dump of planscope compared with Flink's, field by field.

use std::fmt;

use planscope::flink::FlinkVersion;
use planscope::frontend::{Parsed, definition};
use planscope::{planner, render};
use serde_json::Value;

/// How many differences of one plan are told.
const DIFFERENCES_TOLD: usize = 8;

/// How many characters of the values in one field are told.
const VALUES_TOLD: usize = 600;

/// A field in which two dumps differ.
#[derive(Clone, Debug)]
pub struct Difference {
    /// Where in the dump, such as `.jobGraph.vertices[1].name`.
    pub path: String,
    /// What Flink has there and what planscope has.
    pub values: String,
}

/// The fields in which two dumps of one pipeline differ: at least one.
#[derive(Clone, Debug)]
pub struct Differences(pub Vec<Difference>);

impl fmt::Display for Differences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = self.0.iter().take(DIFFERENCES_TOLD);
        let lines: Vec<_> = told.map(|it| format!("{}: {}", it.path, shortened(&it.values))).collect();
        write!(f, "{}", lines.join("\n"))?;
        match self.0.len().saturating_sub(DIFFERENCES_TOLD) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

/// As much of a long text as helps.
fn shortened(values: &str) -> String {
    match values.char_indices().nth(VALUES_TOLD) {
        Some((end, _)) => format!("{} …", &values[..end]),
        None => values.to_owned(),
    }
}

/// Plans a pipeline definition and compares the dump with Flink's.
#[allow(dead_code)] // Each test program compares what it has: definitions or texts that are read already.
pub fn compare(pipeline: &Value, flinks: &Value) -> Result<(), Differences> {
    compare_parsed(&definition::parse(&pipeline.to_string()), flinks)
}

/// Plans what a front end read and compares the dump with Flink's.
pub fn compare_parsed(parsed: &Parsed, flinks: &Value) -> Result<(), Differences> {
    let ours = dump(parsed);
    let mut found = Vec::new();
    if flinks["error"]["stage"] == "definition" {
        // The definition itself is wrong: Flink was not asked, and the words are planscope's own.
        let stage = &ours["error"]["stage"];
        differences(&flinks["error"]["stage"], stage, ".error.stage", &mut found);
    } else {
        differences(flinks, &ours, "", &mut found);
    }
    if found.is_empty() { Ok(()) } else { Err(Differences(found)) }
}

/// The dump of a pipeline as planscope makes it.
fn dump(parsed: &Parsed) -> Value {
    let version = FlinkVersion::V2_2_0;
    let dump = match &parsed.definition {
        None => {
            let messages: Vec<_> =
                parsed.diagnostics.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
            serde_json::to_value(render::dump_definition_error(version, messages.join("; ")))
        }
        Some(definition) => match planner::plan(definition, version, &mut ()) {
            Ok(plan) => serde_json::to_value(render::dump(&plan)),
            Err(refusal) => serde_json::to_value(render::dump_refusal(version, &refusal)),
        },
    };
    dump.expect("a dump is JSON")
}

/// Adds every field in which two dumps differ. Fractions are compared as numbers, all else exactly.
fn differences(flinks: &Value, ours: &Value, path: &str, found: &mut Vec<Difference>) {
    match (flinks, ours) {
        (Value::Object(expected), Value::Object(actual)) => {
            for (key, value) in expected {
                let path = format!("{path}.{key}");
                match actual.get(key) {
                    Some(other) => differences(value, other, &path, found),
                    None => found.push(Difference { path, values: format!("Flink {value}, here absent") }),
                }
            }
            let surplus = actual.iter().filter(|(key, _)| !expected.contains_key(*key));
            found.extend(surplus.map(|(key, value)| Difference {
                path: format!("{path}.{key}"),
                values: format!("Flink absent, here {value}"),
            }));
        }
        (Value::Array(expected), Value::Array(actual)) => {
            if expected.len() != actual.len() {
                let values = format!("Flink has {}, here {}", expected.len(), actual.len());
                found.push(Difference { path: format!("{path}.length"), values });
            }
            for (index, (value, other)) in expected.iter().zip(actual).enumerate() {
                differences(value, other, &format!("{path}[{index}]"), found);
            }
        }
        (Value::Number(expected), Value::Number(actual)) if expected.is_f64() => {
            let (expected, actual) =
                (expected.as_f64().unwrap_or_default(), actual.as_f64().unwrap_or_default());
            if (expected - actual).abs() > 1e-12 * expected.abs().max(1.0) {
                let values = format!("Flink {expected}, here {actual}");
                found.push(Difference { path: path.to_owned(), values });
            }
        }
        _ if flinks == ours => {}
        _ => found.push(Difference { path: path.to_owned(), values: format!("Flink {flinks}, here {ours}") }),
    }
}
