//! The setters of an operator that becomes a StreamNode.

use std::collections::HashSet;

use jsonc_parser::ast::{Object, ObjectProp, Value};

use super::names::quoted;
use super::object_reader::{ObjectReader, choice, int, string};
use super::path::Path;
use super::problems::Problems;
use crate::flink::ManagedMemoryUseCase;
use crate::frontend::{OperatorOptions, SlotSharingGroupOption};

/// The setters of `DataStreamSink`.
pub const SINK_OPTIONS: &[&str] = &[
    "name",
    "uid",
    "uidHash",
    "description",
    "parallelism",
    "maxParallelism",
    "slotSharingGroup",
    "disableChaining",
    "coLocationGroup",
    "managedMemory",
    "metricVariables",
];

/// The setters that `SingleOutputStreamOperator` has besides.
pub const OPERATOR_ONLY_OPTIONS: &[&str] = &["bufferTimeout", "startNewChain", "forceNonParallel"];

/// Reads every setter that was written; what is wrong with one of them is a problem noted, and it is left out.
pub fn read(call: &mut ObjectReader<'_, '_>) -> OperatorOptions {
    let managed_memory = managed_memory(call).unwrap_or_default();
    let options = OperatorOptions {
        name: call.string("name").map(str::to_owned),
        uid: call.string("uid").map(str::to_owned),
        uid_hash: call.string("uidHash").map(str::to_owned),
        description: call.string("description").map(str::to_owned),
        parallelism: call.int("parallelism"),
        max_parallelism: call.int("maxParallelism"),
        slot_sharing_group: slot_sharing_group(call),
        buffer_timeout: call.long("bufferTimeout"),
        disable_chaining: call.flag("disableChaining"),
        start_new_chain: call.flag("startNewChain"),
        force_non_parallel: call.flag("forceNonParallel"),
        co_location_group: call.string("coLocationGroup").map(str::to_owned),
        managed_memory_operator: managed_memory.operator,
        managed_memory_slot: managed_memory.slot,
        metric_variables: metric_variables(call).unwrap_or_default(),
        stream_node_ids: Vec::new(),
    };
    if let Some(property) =
        call.get("startNewChain").filter(|_| options.disable_chaining && options.start_new_chain)
    {
        let message = "`disableChaining` and `startNewChain` exclude each other";
        call.problems
            .error("conflicting-options", call.path.field("startNewChain"), &property.name, message)
            .expected = Some("one of them".to_owned());
    }
    options
}

fn slot_sharing_group(call: &mut ObjectReader<'_, '_>) -> Option<SlotSharingGroupOption> {
    const FIELDS: &[&str] = &["name", "cpuCores", "taskHeapMb", "taskOffHeapMb", "managedMb"];
    let object = match call.value("slotSharingGroup")? {
        Value::StringLit(name) => return Some(SlotSharingGroupOption::Name(name.value.to_string())),
        Value::Object(object) => object,
        value => {
            call.wrong_type("slotSharingGroup", value, "a string, or an object with a name and resources");
            return None;
        }
    };
    let path = call.path;
    let mut reader =
        ObjectReader::open(object, path.field("slotSharingGroup"), call.problems, &[FIELDS], |_| None);
    reader.require("name", "a slot sharing group");
    let name = reader.string("name");
    let cpu_cores = reader.number("cpuCores");
    let task_heap_mb = reader.int("taskHeapMb");
    let task_off_heap_mb = reader.int("taskOffHeapMb");
    let managed_mb = reader.int("managedMb");
    let name = name?.to_owned();
    Some(SlotSharingGroupOption::Resources { name, cpu_cores, task_heap_mb, task_off_heap_mb, managed_mb })
}

/// What `managedMemory` declares.
#[derive(Default)]
struct ManagedMemory {
    operator: Vec<(ManagedMemoryUseCase, i32)>,
    slot: Vec<ManagedMemoryUseCase>,
}

fn managed_memory(call: &mut ObjectReader<'_, '_>) -> Option<ManagedMemory> {
    let object = call.nested("managedMemory")?;
    let path = call.path;
    let path = path.field("managedMemory");
    let use_cases = ManagedMemoryUseCase::ALL.iter().map(|case| (case.name(), *case));
    let mut reader = ObjectReader::open(object, path, call.problems, &[&["operator", "slot"]], |_| None);
    let weights = reader.nested("operator");
    let slots = reader.array("slot");

    let mut declared = ManagedMemory::default();
    let operator = path.field("operator");
    for (property, path) in
        weights.map(|weights| unique(weights, &operator, call.problems)).unwrap_or_default()
    {
        let use_case = choice(call.problems, path, &property.name, property.name.as_str(), use_cases.clone());
        let weight = int(call.problems, path, &property.value);
        declared.operator.extend(use_case.zip(weight));
    }
    let slot = path.field("slot");
    for (index, value) in slots.iter().flat_map(|slots| slots.elements.iter().enumerate()) {
        let path = slot.index(index);
        let name = string(call.problems, path, value);
        declared
            .slot
            .extend(name.and_then(|name| choice(call.problems, path, value, name, use_cases.clone())));
    }
    Some(declared)
}

fn metric_variables(call: &mut ObjectReader<'_, '_>) -> Option<Vec<(String, String)>> {
    let object = call.nested("metricVariables")?;
    let path = call.path;
    let path = path.field("metricVariables");
    let mut variables = Vec::with_capacity(object.properties.len());
    for (property, path) in unique(object, &path, call.problems) {
        let text = string(call.problems, path, &property.value);
        variables.extend(text.map(|text| (property.name.as_str().to_owned(), text.to_owned())));
    }
    Some(variables)
}

/// The entries of an object whose keys are free; of those written twice the first.
fn unique<'p, 't: 'p>(
    object: &'t Object<'t>,
    path: &'p Path<'p>,
    problems: &mut Problems,
) -> Vec<(&'t ObjectProp<'t>, Path<'p>)> {
    let mut keys = HashSet::with_capacity(object.properties.len());
    let mut entries = Vec::with_capacity(object.properties.len());
    for property in &object.properties {
        let key = property.name.as_str();
        let path = path.field(key);
        if keys.insert(key) {
            entries.push((property, path));
        } else {
            let message = format!("the key {} is written twice", quoted(key));
            problems.error("duplicate-field", path, &property.name, message);
        }
    }
    entries
}
