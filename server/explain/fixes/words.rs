//! Changes in words, as a person would say them who has the source before them.

use std::collections::HashMap;
use std::mem::Discriminant;

use crate::configuration::{ConfigurationEntry, keys_of};
use crate::explain::subject::short;
use crate::frontend::change::{CallOption, Change, OptionValue};
use crate::frontend::{
    ConnectFunction, Operation, OperatorDefinition, OperatorOptions, PartitionCall, PipelineDefinition,
    SlotSharingGroupOption, TextKind,
};

/// A place in a text, by its first byte and the one after its last, and what is called there.
type MadeAt = (usize, usize, Discriminant<Operation>);

const fn made_at_place(operator: &OperatorDefinition) -> MadeAt {
    (operator.span.start, operator.span.end, std::mem::discriminant(&operator.operation))
}

/// The pipeline that changes are said of, as it was pasted.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    definition: &'a PipelineDefinition,
    kind: TextKind,
    text: &'a str,
    /// Offsets at which the lines of the text begin.
    lines: Vec<usize>,
    /// How many calls of one kind a program makes at a place.
    made_at: HashMap<MadeAt, usize>,
    /// What the operator of each call is called, where its plan is known.
    names: Vec<Option<String>>,
}

impl<'a> Words<'a> {
    /// Of the definition that was read from this text.
    pub fn new(definition: &'a PipelineDefinition, kind: TextKind, text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        let lines = std::iter::once(0).chain(breaks.map(|(at, _)| at + 1)).collect();
        let mut made_at = HashMap::new();
        if kind == TextKind::Java {
            for operator in &definition.operators {
                *made_at.entry(made_at_place(operator)).or_insert(0) += 1;
            }
        }
        Self { definition, kind, text, lines, made_at, names: vec![None; definition.operators.len()] }
    }

    /// With the names that operators have in a plan.
    #[must_use]
    pub fn with_names_of(mut self, pipeline: super::Pipeline<'_>) -> Self {
        for node in pipeline.plan.stream_graph.nodes_by_id() {
            let node = &pipeline.plan.stream_graph.graph[node];
            if let Some(&Some(origin)) = pipeline.origins.get(node.call)
                && let Some(name) = self.names.get_mut(origin)
            {
                name.get_or_insert_with(|| node.name.clone());
            }
        }
        self
    }

    /// All of them in one phrase.
    pub fn all(&self, changes: &[Change]) -> String {
        let mut phrases = changes.iter().map(|change| self.one(change));
        let first = phrases.next().unwrap_or_default();
        let others: Vec<_> = phrases.map(|phrase| lower_first(&phrase)).collect();
        match others.split_last() {
            None => first,
            Some((last, [])) => format!("{first}, and {last}"),
            Some((last, between)) => format!("{first}, {}, and {last}", between.join(", ")),
        }
    }

    /// One change as a phrase with code in backquotes: "Remove `rebalance`, line 40".
    pub fn one(&self, change: &Change) -> String {
        match change {
            Change::Configuration { key, value: Some(value) } => {
                format!("Set `{}: {}`", visible(key), quoted(value))
            }
            Change::Configuration { key, value: None } => match self.entry(key) {
                Some(entry) => {
                    format!("Remove `{}`, line {}", self.setting(entry), self.line_of(entry.range.start))
                }
                // It is only tried.
                None => format!("Leave `{}` at its default", visible(key)),
            },
            Change::Option { call, option, value: Some(value) } => {
                let is_text = matches!(value, OptionValue::Text(_));
                let (name, line) = (self.name(*call), self.line(*call));
                if self.written(*call, *option).is_some() {
                    let value = in_quotes(&value.to_string(), is_text);
                    return format!("Change `{}` of {name} to `{value}`{line}", self.option(*option));
                }
                let setter = self.setter(*option, Some((&value.to_string(), is_text)));
                format!("Add `{setter}` to {name}{line}")
            }
            Change::Option { call, option, value: None } => {
                let (name, line) = (self.name(*call), self.line(*call));
                match self.written(*call, *option) {
                    Some((value, is_text)) => {
                        let setter = self.setter(*option, Some((&value, is_text)));
                        format!("Remove `{setter}` of {name}{line}")
                    }
                    // It is only tried.
                    None => format!("Take back `{}` of {name}", self.option(*option)),
                }
            }
            Change::Drop { call } => format!("Remove `{}`{}", self.method(*call), self.line(*call)),
            Change::Replace { call, partitioning } => {
                format!(
                    "Replace `{}` by `{}`{}",
                    self.method(*call),
                    self.partitioning(*partitioning),
                    self.line(*call)
                )
            }
            Change::Insert { call, input, partitioning } => {
                let inputs = self.definition.operators.get(*call).map_or(1, |operator| operator.inputs.len());
                let input = if inputs > 1 { format!(" at input {}", input + 1) } else { String::new() };
                format!(
                    "Put `{}` before {}{input}{}",
                    self.partitioning(*partitioning),
                    self.name(*call),
                    self.line(*call)
                )
            }
        }
    }

    /// How the source writes an option with its value.
    fn setter(&self, option: CallOption, value: Option<(&str, bool)>) -> String {
        let value = value.map(|(value, is_text)| in_quotes(value, is_text)).unwrap_or_default();
        if self.kind == TextKind::Definition {
            format!("{}: {value}", option.field())
        } else {
            let argument = if is_flag(option) { "" } else { &value };
            format!(".{}({argument})", method(option))
        }
    }

    /// How the source calls an option.
    fn option(&self, option: CallOption) -> &'static str {
        if self.kind == TextKind::Definition { option.field() } else { method(option) }
    }

    /// The value that the source gives an option, and whether it is a string.
    fn written(&self, call: usize, option: CallOption) -> Option<(String, bool)> {
        written(self.definition.operators.get(call)?, option)
    }

    /// The entry of the configuration that Flink reads for a key.
    fn entry(&self, key: &str) -> Option<&'a ConfigurationEntry> {
        let mut entries = keys_of(key);
        entries.find_map(|key| self.definition.configuration.iter().find(|entry| entry.key == key))
    }

    /// How the source gives a configuration key its value.
    fn setting(&self, entry: &ConfigurationEntry) -> String {
        let written = self.text.get(entry.range.clone()).filter(|written| !written.contains('\n'));
        match written {
            Some(written) if self.kind != TextKind::Definition => quoted(written),
            _ => format!("{}: {}", visible(&entry.key), quoted(&entry.value)),
        }
    }

    /// What people call the operator of a call.
    fn name(&self, call: usize) -> String {
        let operator = self.definition.operators.get(call);
        let known = self.names.get(call).and_then(Option::as_deref);
        let known = known.or_else(|| operator.and_then(|operator| operator.options.name.as_deref()));
        match known.or_else(|| operator.and_then(|operator| operator.id.as_deref())) {
            Some(name) => short(name).replace('`', "'"),
            None => match operator.map(|operator| &operator.operation) {
                Some(Operation::Partition { call, .. }) => format!("`{}`", call.method()),
                _ => format!("call {call}"),
            },
        }
    }

    /// How the source writes the partitioning call that is there.
    fn method(&self, call: usize) -> String {
        match self.definition.operators.get(call).map(|operator| &operator.operation) {
            Some(Operation::Partition { call, .. }) => self.partitioning(*call),
            _ => "call".to_owned(),
        }
    }

    fn partitioning(&self, call: PartitionCall) -> String {
        match (self.kind, call) {
            (TextKind::Definition, _) => call.method().to_owned(),
            (_, PartitionCall::KeyBy | PartitionCall::PartitionCustom) => format!(".{}(…)", call.method()),
            (_, PartitionCall::ReinterpretAsKeyedStream) => format!("DataStreamUtils.{}(…)", call.method()),
            _ => format!(".{}()", call.method()),
        }
    }

    fn line_of(&self, offset: usize) -> usize {
        self.lines.partition_point(|&line| line <= offset)
    }

    /// ", line 40"; where a program makes several calls at that place, in a loop or a method, that this is one of them: an
    /// edit there would change all.
    fn line(&self, call: usize) -> String {
        let Some(operator) = self.definition.operators.get(call) else { return String::new() };
        let line = self.line_of(operator.span.start);
        match self.made_at.get(&made_at_place(operator)) {
            Some(&made) if made > 1 => format!(", line {line}, in one of the {made} calls that it makes"),
            _ => format!(", line {line}"),
        }
    }
}

/// A value as the source says it, and whether it is a string.
fn written(operator: &OperatorDefinition, option: CallOption) -> Option<(String, bool)> {
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
        ..
    } = &operator.options;
    let flag = |is_set: &bool| is_set.then(|| ("true".to_owned(), false));
    let text = |text: &Option<String>| text.clone().map(|text| (text, true));
    match option {
        CallOption::Name => text(name),
        CallOption::Uid => text(uid),
        CallOption::UidHash => text(uid_hash),
        CallOption::Description => text(description),
        CallOption::CoLocationGroup => text(co_location_group),
        CallOption::Parallelism => parallelism.map(|number| (number.to_string(), false)),
        CallOption::MaxParallelism => max_parallelism.map(|number| (number.to_string(), false)),
        CallOption::BufferTimeout => buffer_timeout.map(|number| (number.to_string(), false)),
        CallOption::SlotSharingGroup => slot_sharing_group.as_ref().map(|group| match group {
            SlotSharingGroupOption::Name(name) | SlotSharingGroupOption::Resources { name, .. } => {
                (name.clone(), true)
            }
        }),
        CallOption::ExchangeMode => match operator.operation {
            Operation::Partition { exchange_mode: Some(mode), .. } => Some((mode.to_string(), false)),
            _ => None,
        },
        CallOption::DisableChaining => flag(disable_chaining),
        CallOption::StartNewChain => flag(start_new_chain),
        CallOption::ForceNonParallel => flag(force_non_parallel),
        CallOption::Bounded => flag(&matches!(operator.operation, Operation::FromSource { bounded: true })),
        CallOption::Chaining => match &operator.operation {
            Operation::Transform(factory)
            | Operation::MultipleInput { factory, .. }
            | Operation::Connect { function: ConnectFunction::Transform(factory), .. } => {
                Some((factory.chaining.to_string(), false))
            }
            _ => None,
        },
    }
}

/// Whether it is there or not, without a value.
const fn is_flag(option: CallOption) -> bool {
    matches!(
        option,
        CallOption::DisableChaining
            | CallOption::StartNewChain
            | CallOption::ForceNonParallel
            | CallOption::Bounded
    )
}

/// The setter of the DataStream API.
const fn method(option: CallOption) -> &'static str {
    match option {
        CallOption::Name => "name",
        CallOption::Uid => "uid",
        CallOption::UidHash => "setUidHash",
        CallOption::Description => "setDescription",
        CallOption::Parallelism => "setParallelism",
        CallOption::MaxParallelism => "setMaxParallelism",
        CallOption::SlotSharingGroup => "slotSharingGroup",
        CallOption::BufferTimeout => "setBufferTimeout",
        CallOption::DisableChaining => "disableChaining",
        CallOption::StartNewChain => "startNewChain",
        CallOption::ForceNonParallel => "forceNonParallel",
        CallOption::CoLocationGroup => "setCoLocationGroupKey",
        CallOption::Bounded => "bounded",
        CallOption::Chaining => "setChainingStrategy",
        CallOption::ExchangeMode => "exchangeMode",
    }
}

/// A value as the source writes it.
fn in_quotes(value: &str, is_text: bool) -> String {
    if is_text { format!("\"{}\"", quoted(value)) } else { quoted(value) }
}

/// A pasted value as a phrase shows it, in code.
fn quoted(text: &str) -> String {
    short(&visible(text))
}

/// A text that ends neither the code that it stands in nor its line.
fn visible(text: &str) -> String {
    let visible = text.chars().map(|character| match character {
        '`' => '\'',
        character if character.is_control() => ' ',
        character => character,
    });
    visible.collect()
}

fn lower_first(phrase: &str) -> String {
    let mut chars = phrase.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
