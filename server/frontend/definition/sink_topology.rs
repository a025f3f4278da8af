//! `sinkTo`: the interfaces that a Sink V2 implements, and the topologies it may add.

use jsonc_parser::ast::Value;

use super::names::quoted;
use super::object_reader::{ObjectReader, wrong_type};
use super::operators::{self, Op};
use super::path::Path;
use super::problems::Problems;
use crate::frontend::{SinkTopology, TopologyOperator};

/// The ops a topology may hold; after the writer it carries committables, on which nothing else makes sense.
const OPS: &[&str] = &["map", "flatMap", "filter", "process", "transform"];

/// Reads the options of `sinkTo`.
pub fn read(call: &mut ObjectReader<'_, '_>) -> Option<SinkTopology> {
    let writer_state = call.flag("writerState");
    let committer = call.flag("committer");
    let pre_write = topology(call, "preWrite");
    let pre_commit = topology(call, "preCommit");
    let post_commit = topology(call, "postCommit");
    for field in ["preCommit", "postCommit"] {
        if let Some(property) = call.get(field).filter(|_| !committer) {
            let message = format!("`{field}` needs `\"committer\": true`");
            call.problems.error("needs-committer", call.path.field(field), &property.name, message);
        }
    }
    Some(SinkTopology {
        writer_state,
        committer,
        pre_write: pre_write?,
        pre_commit: pre_commit?,
        post_commit: post_commit?,
        ..SinkTopology::default()
    })
}

/// A topology, if it was written and makes sense: `None` if it does not.
fn topology(call: &mut ObjectReader<'_, '_>, field: &'static str) -> Option<Option<Vec<TopologyOperator>>> {
    if call.get(field).is_none() {
        return Some(None);
    }
    let entries = call.array(field)?;
    let path = call.path;
    let path = path.field(field);
    let mut operators = Vec::with_capacity(entries.elements.len());
    for (index, entry) in entries.elements.iter().enumerate() {
        operators.extend(entry_of(entry, path.index(index), call.problems));
    }
    (operators.len() == entries.elements.len()).then_some(Some(operators))
}

fn entry_of<'t>(entry: &'t Value<'t>, path: Path<'_>, problems: &mut Problems) -> Option<TopologyOperator> {
    let Value::Object(object) = entry else {
        wrong_type(problems, path, entry, "an object with the field `op`");
        return None;
    };
    let (op, mut reader) = operators::open(object, path, problems, &["op"]);
    let op = op.filter(|op| check(op, &mut reader))?;
    let (operation, options) = operators::read_call(op, &mut reader)?;
    Some(TopologyOperator { operation, options, takes_parallelism_unconfigured: false })
}

fn check(op: &Op, reader: &mut ObjectReader<'_, '_>) -> bool {
    let allowed = op.is_partitioning() || OPS.contains(&op.name);
    if let Some(property) = reader.get("op").filter(|_| !allowed) {
        let message = format!("{} cannot stand in a sink's topology", quoted(op.name));
        let diagnostic =
            reader.problems.error("not-in-topology", reader.path.field("op"), &property.value, message);
        diagnostic.expected =
            Some("`map`, `flatMap`, `filter`, `process`, `transform` or a partitioning op".to_owned());
    }
    allowed
}
