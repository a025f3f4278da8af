//! Writes a definition in its JSON format: what [`super::parse`] reads back as the same calls.
//!
//! The form is canonical: one call a line, fields in the order of the reference, nothing that is a default. What a model can
//! hold and the format cannot say is left out where it changes no plan: a setter that the call's object has not, a
//! topology behind a committer that is not there, `disableChaining` before a `startNewChain` that replaces it. An id that
//! the format does not take, or that is there twice, is replaced.
//!
//! What programs can do and the format has no word for is lost: making no call at all, the ids of StreamNodes, the moment at which a setter is
//! called, whether a parallelism is the environment's at that call or the operator's own, a refusal that no call explains,
//! sinks whose writer may run twice at once or that co-locate their parts, and the classes of windows; of those, name and
//! description can be written as such (see [`crate::planner::with_shown_names`]).

use std::collections::HashSet;
use std::io;

use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Map, Value, json};

use super::streams::is_id;
use crate::configuration::ConfigurationEntry;
use crate::flink::{ChainingStrategy, ManagedMemoryUseCase};
use crate::frontend::{
    ConnectFunction, Operation, OperatorDefinition, OperatorOptions, PartitionCall, PartitionWindowFunction,
    PipelineDefinition, SinkTopology, SlotSharingGroupOption, StreamKind, TopologyOperator, TransformOptions,
    WindowAssigner, WindowFunction,
};

/// The definition's text.
pub fn write(definition: &PipelineDefinition) -> String {
    let ids = Ids::of(definition);
    let mut lines = vec!["  \"version\": 1".to_owned()];
    if let Some(job) = &definition.job {
        lines.push(format!("  \"job\": {}", one_line(&json!(job))));
    }
    if !definition.configuration.is_empty() {
        let entries = definition.configuration.iter().map(configuration_entry);
        lines.push(block("config", '{', entries, '}'));
    }
    let calls = (0..definition.operators.len()).map(|index| one_line(&call(definition, index, &ids)));
    lines.push(block("operators", '[', calls, ']'));
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}

/// A field whose value takes a line for each of its entries.
fn block(field: &str, open: char, entries: impl Iterator<Item = String>, close: char) -> String {
    let entries: Vec<_> = entries.map(|entry| format!("    {entry}")).collect();
    if entries.is_empty() {
        return format!("  \"{field}\": {open}{close}");
    }
    format!("  \"{field}\": {open}\n{}\n  {close}", entries.join(",\n"))
}

fn configuration_entry(entry: &ConfigurationEntry) -> String {
    let ConfigurationEntry { key, value, .. } = entry;
    // A number or a boolean stands as one, if it reads as the same text again.
    let bare = matches!(value.as_str(), "true" | "false")
        || value.parse::<i64>().is_ok_and(|number| number.to_string() == *value);
    let value = if bare { value.clone() } else { one_line(&json!(value)) };
    format!("{}: {value}", one_line(&json!(key)))
}

/// The id of each call that has one or is referred to.
struct Ids(Vec<Option<String>>);

impl Ids {
    fn of(definition: &PipelineDefinition) -> Self {
        let mut taken: HashSet<&str> = HashSet::new();
        let operators = &definition.operators;
        let mut ids: Vec<Option<String>> = operators
            .iter()
            .map(|operator| operator.id.as_deref().filter(|id| is_id(id) && taken.insert(id)))
            .map(|id| id.map(str::to_owned))
            .collect();
        let mut needed = vec![false; operators.len()];
        for (index, operator) in operators.iter().enumerate() {
            if !reads_entry_before(definition, index) {
                operator.inputs.iter().for_each(|&input| needed[input] = true);
            }
        }
        for (index, operator) in operators.iter().enumerate() {
            if ids[index].is_none() && (needed[index] || operator.id.is_some()) {
                let (op, _) = operation_fields(&operator.operation);
                let mut id = format!("{op}-{}", index + 1);
                while taken.contains(id.as_str()) {
                    id.push('_');
                }
                ids[index] = Some(id);
            }
        }
        Self(ids)
    }
}

/// Whether the format takes the call's input from the entry before, so that it need not be written.
fn reads_entry_before(definition: &PipelineDefinition, index: usize) -> bool {
    let inputs = &definition.operators[index].inputs;
    index > 0 && inputs[..] == [index - 1] && definition.operators[index - 1].stream != StreamKind::Sink
}

fn call(definition: &PipelineDefinition, index: usize, ids: &Ids) -> Value {
    let operator: &OperatorDefinition = &definition.operators[index];
    let mut fields = Fields::default();
    fields.some("id", ids.0[index].as_ref());
    let (op, own) = operation_fields(&operator.operation);
    fields.value("op", op);
    if !reads_entry_before(definition, index) {
        let inputs: Vec<_> = operator.inputs.iter().map(|&input| json!(ids.0[input])).collect();
        match &inputs[..] {
            [] => {}
            [input] => fields.value("input", input),
            _ => fields.value("inputs", inputs),
        }
    }
    fields.0.extend(own.0);
    if operator.options.name.is_none() && takes_name_as_argument(&operator.operation) {
        fields.value("name", "");
    }
    let mut options = operator.options.clone();
    // The format has one environment for all calls, and its setters are called at once.
    if takes_environment_parallelism(&operator.operation) {
        options.parallelism = options.parallelism.or(operator.details.environment_parallelism);
    }
    if let Operation::SinkTo(topology) = &operator.operation {
        options.co_location_group = options.co_location_group.or_else(|| topology.co_location_group.clone());
    }
    for late in definition.late_setters.iter().filter(|late| late.operator == index) {
        set_late(&mut options, &late.options);
    }
    match operator.stream {
        StreamKind::Operator => setters(&mut fields, &options, true),
        StreamKind::Sink => setters(&mut fields, &options, false),
        StreamKind::Keyed | StreamKind::SideOutput | StreamKind::Plain | StreamKind::Cached => {}
    }
    Value::Object(fields.0)
}

/// Whether an operator has the environment's parallelism unless it sets its own.
const fn takes_environment_parallelism(operation: &Operation) -> bool {
    !matches!(
        operation,
        Operation::FromData
            | Operation::FromCollection
            | Operation::SocketTextStream
            | Operation::AddSource { parallel: false }
            | Operation::AssignTimestampsAndWatermarks
            | Operation::WindowAll { .. }
            | Operation::CountWindowAll { .. }
            | Operation::FullWindowPartition { .. }
    )
}

/// Sets what is set in `late`, as if it had been set at once.
fn set_late(options: &mut OperatorOptions, late: &OperatorOptions) {
    let OperatorOptions {
        name,
        uid,
        uid_hash,
        description,
        parallelism,
        max_parallelism,
        slot_sharing_group,
        buffer_timeout,
        disable_chaining,
        start_new_chain,
        force_non_parallel,
        co_location_group,
        managed_memory_operator,
        managed_memory_slot,
        metric_variables,
        stream_node_ids: _,
    } = late.clone();
    options.name = name.or(options.name.take());
    options.uid = uid.or(options.uid.take());
    options.uid_hash = uid_hash.or(options.uid_hash.take());
    options.description = description.or(options.description.take());
    options.parallelism = parallelism.or(options.parallelism);
    options.max_parallelism = max_parallelism.or(options.max_parallelism);
    options.slot_sharing_group = slot_sharing_group.or(options.slot_sharing_group.take());
    options.buffer_timeout = buffer_timeout.or(options.buffer_timeout);
    options.disable_chaining |= disable_chaining;
    options.start_new_chain |= start_new_chain;
    options.force_non_parallel |= force_non_parallel;
    options.co_location_group = co_location_group.or(options.co_location_group.take());
    options.managed_memory_operator.extend(managed_memory_operator);
    options.managed_memory_slot.extend(managed_memory_slot);
    options.metric_variables.extend(metric_variables);
}

/// Whether the format wants a name of this call.
const fn takes_name_as_argument(operation: &Operation) -> bool {
    matches!(
        operation,
        Operation::Transform(_)
            | Operation::MultipleInput { .. }
            | Operation::Connect { function: ConnectFunction::Transform(_), .. }
    )
}

/// The name of an operation, and the options that are its own.
fn operation_fields(operation: &Operation) -> (&'static str, Fields) {
    let mut own = Fields::default();
    let op = match operation {
        Operation::FromSource { bounded } => {
            own.flag("bounded", *bounded);
            "fromSource"
        }
        Operation::FromSequence => "fromSequence",
        Operation::FromData => "fromData",
        Operation::AddSource { parallel } => {
            if !parallel {
                own.value("parallel", false);
            }
            "addSource"
        }
        Operation::SocketTextStream => "socketTextStream",
        Operation::FromCollection => "fromCollection",
        Operation::CreateInput => "createInput",
        Operation::Map => "map",
        Operation::FlatMap => "flatMap",
        Operation::Filter => "filter",
        Operation::Process => "process",
        Operation::Project => "project",
        Operation::Transform(factory) => {
            own.factory(*factory);
            "transform"
        }
        Operation::AssignTimestampsAndWatermarks => "assignTimestampsAndWatermarks",
        Operation::UnorderedWait => "unorderedWait",
        Operation::OrderedWait => "orderedWait",
        Operation::Reduce => "reduce",
        Operation::Sum => "sum",
        Operation::Min => "min",
        Operation::Max => "max",
        Operation::MinBy => "minBy",
        Operation::MaxBy => "maxBy",
        Operation::Window { assigner, function } => {
            own.assigner(*assigner);
            own.value("function", window_function(*function));
            "window"
        }
        Operation::WindowAll { assigner, function } => {
            own.assigner(*assigner);
            own.value("function", window_function(*function));
            "windowAll"
        }
        Operation::CountWindow { size, slide, function } => {
            own.count_window(*size, *slide, *function);
            "countWindow"
        }
        Operation::CountWindowAll { size, slide, function } => {
            own.count_window(*size, *slide, *function);
            "countWindowAll"
        }
        Operation::FullWindowPartition { function } => {
            own.value("function", partition_window_function(*function));
            "fullWindowPartition"
        }
        Operation::GetSideOutput { tag } => {
            own.value("tag", tag.as_str());
            "getSideOutput"
        }
        Operation::Cache => "cache",
        Operation::Partition { call, exchange_mode } => {
            own.some("exchangeMode", exchange_mode.map(|mode| mode.name()));
            partition_call(*call)
        }
        Operation::Union => "union",
        Operation::Connect { key_by, function } => {
            own.flag("keyBy", *key_by);
            own.connect_function(*function);
            "connect"
        }
        Operation::ConnectBroadcast => "connectBroadcast",
        Operation::IntervalJoin => "intervalJoin",
        Operation::Join { assigner } => {
            own.assigner(*assigner);
            "join"
        }
        Operation::CoGroup { assigner } => {
            own.assigner(*assigner);
            "coGroup"
        }
        Operation::MultipleInput { keyed, factory } => {
            own.flag("keyed", *keyed);
            own.factory(*factory);
            "multipleInput"
        }
        Operation::AddSink => "addSink",
        Operation::Print => "print",
        Operation::PrintToErr => "printToErr",
        Operation::WriteUsingOutputFormat => "writeUsingOutputFormat",
        Operation::Discard => "discard",
        Operation::SinkTo(topology) => {
            own.sink_topology(topology);
            "sinkTo"
        }
    };
    (op, own)
}

/// The setters of an operator, or those that a sink has too.
fn setters(fields: &mut Fields, options: &OperatorOptions, is_operator: bool) {
    fields.some("name", options.name.as_ref());
    fields.some("uid", options.uid.as_ref());
    fields.some("uidHash", options.uid_hash.as_ref());
    fields.some("description", options.description.as_ref());
    fields.some("parallelism", options.parallelism);
    fields.some("maxParallelism", options.max_parallelism);
    fields.some("slotSharingGroup", options.slot_sharing_group.as_ref().map(slot_sharing_group));
    if is_operator {
        fields.some("bufferTimeout", options.buffer_timeout);
    }
    let starts_new_chain = is_operator && options.start_new_chain;
    fields.flag("disableChaining", options.disable_chaining && !starts_new_chain);
    fields.flag("startNewChain", starts_new_chain);
    fields.flag("forceNonParallel", is_operator && options.force_non_parallel);
    fields.some("coLocationGroup", options.co_location_group.as_ref());
    let mut memory = Fields::default();
    if !options.managed_memory_operator.is_empty() {
        let weights = options.managed_memory_operator.iter();
        let weights = weights.map(|(use_case, weight)| (use_case.name().to_owned(), json!(weight)));
        memory.value("operator", Value::Object(weights.collect()));
    }
    if !options.managed_memory_slot.is_empty() {
        let use_cases: Vec<_> =
            options.managed_memory_slot.iter().copied().map(ManagedMemoryUseCase::name).collect();
        memory.value("slot", use_cases);
    }
    if !memory.0.is_empty() {
        fields.value("managedMemory", Value::Object(memory.0));
    }
    if !options.metric_variables.is_empty() {
        let variables = options.metric_variables.iter().map(|(name, value)| (name.clone(), json!(value)));
        fields.value("metricVariables", Value::Object(variables.collect()));
    }
}

fn slot_sharing_group(group: &SlotSharingGroupOption) -> Value {
    match group {
        SlotSharingGroupOption::Name(name) => json!(name),
        SlotSharingGroupOption::Resources { name, cpu_cores, task_heap_mb, task_off_heap_mb, managed_mb } => {
            let mut fields = Fields::default();
            fields.value("name", name.as_str());
            fields.some("cpuCores", *cpu_cores);
            fields.some("taskHeapMb", *task_heap_mb);
            fields.some("taskOffHeapMb", *task_off_heap_mb);
            fields.some("managedMb", *managed_mb);
            Value::Object(fields.0)
        }
    }
}

const fn partition_call(call: PartitionCall) -> &'static str {
    match call {
        PartitionCall::KeyBy => "keyBy",
        PartitionCall::Rebalance => "rebalance",
        PartitionCall::Rescale => "rescale",
        PartitionCall::Shuffle => "shuffle",
        PartitionCall::Global => "global",
        PartitionCall::Broadcast => "broadcast",
        PartitionCall::Forward => "forward",
        PartitionCall::PartitionCustom => "partitionCustom",
        PartitionCall::ReinterpretAsKeyedStream => "reinterpretAsKeyedStream",
    }
}

fn window_function(function: WindowFunction) -> &'static str {
    name_in(super::windows::WINDOW_FUNCTIONS, function)
}

fn partition_window_function(function: PartitionWindowFunction) -> &'static str {
    name_in(super::windows::PARTITION_WINDOW_FUNCTIONS, function)
}

/// The name of a value in the table that it is read with.
fn name_in<T: PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    let found = table.iter().find(|(_, other)| *other == value);
    found.map(|(name, _)| *name).expect("the table that values are read with holds all of them")
}

/// The fields of an object, in the order in which they are added.
#[derive(Default)]
struct Fields(Map<String, Value>);

impl Fields {
    fn value(&mut self, field: &str, value: impl Serialize) {
        self.0.insert(field.to_owned(), json!(value));
    }

    fn some(&mut self, field: &str, value: Option<impl Serialize>) {
        if let Some(value) = value {
            self.value(field, value);
        }
    }

    /// A field that is false where it is not written.
    fn flag(&mut self, field: &str, value: bool) {
        if value {
            self.value(field, true);
        }
    }

    fn factory(&mut self, factory: TransformOptions) {
        if factory.chaining != ChainingStrategy::Always {
            self.value("chaining", factory.chaining.name());
        }
        self.flag("outputOnlyAfterEndOfStream", factory.output_only_after_end_of_stream);
        self.flag("internalSorterSupported", factory.internal_sorter_supported);
        self.flag("yielding", factory.yielding);
    }

    fn connect_function(&mut self, function: ConnectFunction) {
        let name = match function {
            ConnectFunction::Map => "map",
            ConnectFunction::FlatMap => "flatMap",
            ConnectFunction::Process => "process",
            ConnectFunction::Transform(_) => "transform",
        };
        self.value("function", name);
        if let ConnectFunction::Transform(factory) = function {
            self.factory(factory);
        }
    }

    fn assigner(&mut self, assigner: WindowAssigner) {
        let value = match assigner {
            WindowAssigner::TumblingEventTimeWindows { size } => {
                json!({ "type": "TumblingEventTimeWindows", "size": size })
            }
            WindowAssigner::TumblingProcessingTimeWindows { size } => {
                json!({ "type": "TumblingProcessingTimeWindows", "size": size })
            }
            WindowAssigner::SlidingEventTimeWindows { size, slide } => {
                json!({ "type": "SlidingEventTimeWindows", "size": size, "slide": slide })
            }
            WindowAssigner::SlidingProcessingTimeWindows { size, slide } => {
                json!({ "type": "SlidingProcessingTimeWindows", "size": size, "slide": slide })
            }
            WindowAssigner::EventTimeSessionWindows { gap } => {
                json!({ "type": "EventTimeSessionWindows", "gap": gap })
            }
            WindowAssigner::ProcessingTimeSessionWindows { gap } => {
                json!({ "type": "ProcessingTimeSessionWindows", "gap": gap })
            }
            WindowAssigner::GlobalWindows => json!({ "type": "GlobalWindows" }),
        };
        self.value("assigner", value);
    }

    fn count_window(&mut self, size: i64, slide: Option<i64>, function: WindowFunction) {
        self.value("size", size);
        self.some("slide", slide);
        self.value("function", window_function(function));
    }

    fn sink_topology(&mut self, topology: &SinkTopology) {
        let SinkTopology { writer_state, committer, pre_write, pre_commit, post_commit, .. } = topology;
        self.flag("writerState", *writer_state);
        self.flag("committer", *committer);
        self.some("preWrite", pre_write.as_deref().map(topology_operators));
        if *committer {
            self.some("preCommit", pre_commit.as_deref().map(topology_operators));
            self.some("postCommit", post_commit.as_deref().map(topology_operators));
        }
    }
}

fn topology_operators(operators: &[TopologyOperator]) -> Vec<Value> {
    let entry = |operator: &TopologyOperator| {
        let mut fields = Fields::default();
        let (op, own) = operation_fields(&operator.operation);
        fields.value("op", op);
        fields.0.extend(own.0);
        if !matches!(operator.operation, Operation::Partition { .. }) {
            setters(&mut fields, &operator.options, true);
        }
        Value::Object(fields.0)
    };
    operators.iter().map(entry).collect()
}

/// JSON in one line, with spaces where a person would put them.
fn one_line(value: &Value) -> String {
    let mut bytes = Vec::new();
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Spaced);
    value.serialize(&mut serializer).expect("a value is written to memory");
    String::from_utf8(bytes).expect("JSON is text")
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        writer.write_all(if first { b" " } else { b", " })
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b" }")
    }
}
