//! What the format has and this version of planscope does not plan yet.
//!
//! One place, so that it can shrink and go; nothing else in the front end knows of it.

use jsonc_parser::ast::{ObjectProp, Value};
use jsonc_parser::common::Ranged;

use super::object_reader::ObjectReader;
use super::operators::Op;
use super::path::Path;
use super::problems::Problems;

const CODE: &str = "not-built-yet";

const OPS: &[&str] = &[
    "fromCollection",
    "createInput",
    "project",
    "unorderedWait",
    "orderedWait",
    "minBy",
    "maxBy",
    "window",
    "windowAll",
    "countWindow",
    "countWindowAll",
    "fullWindowPartition",
    "cache",
    "connectBroadcast",
    "intervalJoin",
    "join",
    "coGroup",
    "multipleInput",
    "writeUsingOutputFormat",
    "reinterpretAsKeyedStream",
];

const OPTIONS: &[&str] = &["managedMemory", "coLocationGroup", "preWrite", "preCommit", "postCommit"];

const FLAGS: &[&str] = &["writerState", "committer"];

/// The keys of [`super::PLAN_KEYS`] that the planner acts on.
const PLANNED_KEYS: &[&str] = &[
    "parallelism.default",
    "pipeline.max-parallelism",
    "pipeline.name",
    "execution.runtime-mode",
    "pipeline.operator-chaining.enabled",
    "pipeline.operator-chaining",
    "pipeline.operator-chaining.chain-operators-with-different-max-parallelism",
    "execution.buffer-timeout.enabled",
    "execution.buffer-timeout.interval",
    "execution.buffer-timeout",
    "execution.checkpointing.interval",
    "pipeline.vertex-description-mode",
    "pipeline.vertex-name-include-index-prefix",
];

/// Says so for an op and for each option.
pub fn call(op: &Op, reader: &mut ObjectReader<'_, '_>) {
    if let Some(property) = reader.get("op").filter(|_| OPS.contains(&op.name)) {
        say(reader.problems, reader.path.field("op"), &property.value, format!("`{}`", op.name));
    }
    for (name, property) in reader.members().to_vec() {
        let what = match &property.value {
            _ if OPTIONS.contains(&name) => format!("`{name}`"),
            Value::BooleanLit(literal) if literal.value && FLAGS.contains(&name) => format!("`{name}`"),
            Value::Object(_) if name == "slotSharingGroup" => {
                "a `slotSharingGroup` with resources".to_owned()
            }
            _ => continue,
        };
        say(reader.problems, reader.path.field(name), &property.name, what);
    }
}

/// Says so for a configuration entry that would change the plan.
pub fn configuration(property: &ObjectProp<'_>, value: &str, path: Path<'_>, problems: &mut Problems) {
    let key = property.name.as_str();
    if !PLANNED_KEYS.contains(&key) {
        say(problems, path, &property.name, format!("the key `{key}`"));
    } else if key == "execution.runtime-mode" {
        let batch = ["BATCH", "AUTOMATIC"].into_iter().find(|mode| mode.eq_ignore_ascii_case(value));
        if let Some(mode) = batch {
            say(problems, path, &property.value, format!("the runtime mode `{mode}`"));
        }
    }
}

fn say(problems: &mut Problems, path: Path<'_>, place: &impl Ranged, what: String) {
    problems.error(CODE, path, place, format!("this version of planscope does not plan {what} yet"));
}
