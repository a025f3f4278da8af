//! The document: its version, its job, its configuration and its list of calls.

use jsonc_parser::ast::{Array, Value};

use super::configuration;
use super::names::quoted;
use super::object_reader::{ObjectReader, wrong_type};
use super::operators;
use super::path::Path;
use super::problems::Problems;
use super::streams::Streams;
use crate::frontend::{OperatorDefinition, PipelineDefinition};

const FIELDS: &[&str] = &["version", "job", "config", "operators"];

/// Reads a document. What it returns means something only if no problem is an error.
pub fn read(document: &Value<'_>, problems: &mut Problems) -> Option<PipelineDefinition> {
    let Value::Object(object) = document else {
        wrong_type(problems, Path::DOCUMENT, document, "an object with the field `operators`");
        return None;
    };
    let mut reader = ObjectReader::open(object, Path::DOCUMENT, problems, &[FIELDS], |_| None);
    version(&mut reader);
    let job = reader.string("job").map(str::to_owned);
    let configuration = reader.nested("config").map(|config| {
        let path = Path::DOCUMENT;
        configuration::read(config, path.field("config"), reader.problems)
    });
    reader.require("operators", "a pipeline definition");
    let operators = reader.array("operators")?;
    let operators = calls(operators, reader.problems)?;
    let configuration = configuration.unwrap_or_default();
    Some(PipelineDefinition { job, configuration, operators, ..PipelineDefinition::default() })
}

fn version(reader: &mut ObjectReader<'_, '_>) {
    match reader.value("version") {
        None => {}
        Some(Value::NumberLit(number)) if number.value == "1" => {}
        Some(value @ Value::NumberLit(number)) => {
            let message = format!("version {} of this format is not known", quoted(number.value));
            let path = reader.path.field("version");
            reader.problems.error("unsupported-version", path, value, message).expected =
                Some("1".to_owned());
        }
        Some(value) => reader.wrong_type("version", value, "the number 1"),
    }
}

/// Reads every entry, and returns them if each of them makes sense.
fn calls(entries: &Array<'_>, problems: &mut Problems) -> Option<Vec<OperatorDefinition>> {
    let document = Path::DOCUMENT;
    let path = document.field("operators");
    if entries.elements.is_empty() {
        let expected = "at least one entry, the first of them a source".to_owned();
        problems.error("no-operators", path, entries, "the list of operators is empty").expected =
            Some(expected);
    }
    let mut streams = Streams::named_in(entries);
    let mut calls = Vec::with_capacity(entries.elements.len());
    for (index, entry) in entries.elements.iter().enumerate() {
        calls.extend(operators::read_entry(entry, index, path.index(index), &mut streams, problems));
    }
    (calls.len() == entries.elements.len()).then_some(calls)
}
