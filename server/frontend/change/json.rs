//! Changes made in a JSON text: what they do not concern stays as it was written, to the letter.

use std::collections::HashSet;
use std::ops::Range;

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;

use super::{Change, Changes, OptionValue, edit};
use crate::configuration::keys_of;
use crate::frontend::definition::{is_source, syntax};
use crate::frontend::{Diagnostic, PartitionCall, PipelineDefinition};

/// The text of a definition with changes made in it, which reads as the definition with them.
///
/// # Errors
/// The first change that cannot be made.
pub fn edit_text(
    text: &str,
    definition: &PipelineDefinition,
    changes: &Changes,
) -> Result<String, Box<Diagnostic>> {
    edit(definition, changes)?;
    let readable = syntax::without_byte_order_mark(text);
    let tree = syntax::parse(&readable)?;
    let Some(document) = Document::of(&readable, &tree) else { return Ok(text.to_owned()) };
    Ok(document.with(changes).apply(text))
}

/// A field's new value, as JSON; nothing takes it out.
type NewValue = Option<String>;

/// The parts of a document that can change.
struct Document<'t> {
    text: &'t str,
    root: &'t Object<'t>,
    configuration: Option<&'t Object<'t>>,
    array: &'t Array<'t>,
    entries: Vec<Entry<'t>>,
    ids: HashSet<String>,
    /// New values of configuration keys.
    keys: Vec<(String, NewValue)>,
}

/// One call in the text, and what it becomes.
struct Entry<'t> {
    object: &'t Object<'t>,
    id: Option<String>,
    reads: Reads,
    /// Its id and what it reads as they were written.
    written: (Option<String>, Reads),
    dropped: bool,
    /// Entries that come before it.
    before: Vec<String>,
    fields: Vec<(&'static str, NewValue)>,
}

/// How an entry says what it reads.
#[derive(Clone, PartialEq)]
enum Reads {
    /// The entry before it, by saying nothing.
    EntryBefore,
    Input(String),
    Inputs(Vec<String>),
}

impl Reads {
    fn ids_mut(&mut self) -> &mut [String] {
        match self {
            Self::EntryBefore => &mut [],
            Self::Input(id) => std::slice::from_mut(id),
            Self::Inputs(ids) => ids,
        }
    }

    fn names(&self, id: &str) -> bool {
        match self {
            Self::EntryBefore => false,
            Self::Input(read) => read == id,
            Self::Inputs(read) => read.iter().any(|read| read == id),
        }
    }
}

impl<'t> Document<'t> {
    /// The document in a tree that was read as a definition before.
    fn of(text: &'t str, tree: &'t Value<'t>) -> Option<Self> {
        let Value::Object(root) = tree else { return None };
        let Some(Value::Array(array)) = property(root, "operators").map(|it| &it.value) else { return None };
        let configuration = match property(root, "config").map(|it| &it.value) {
            Some(Value::Object(object)) => Some(object),
            _ => None,
        };
        let entries: Vec<_> = array.elements.iter().map(Entry::of).collect::<Option<_>>()?;
        let ids = entries.iter().filter_map(|entry| entry.id.clone()).collect();
        Some(Self { text, root, configuration, array, entries, ids, keys: Vec::new() })
    }

    fn with(mut self, changes: &Changes) -> Self {
        for change in changes {
            match change {
                Change::Configuration { key, value } => self.configure(key, value.as_deref()),
                Change::Option { call, option, value } => {
                    self.entries[*call].fields.push((option.field(), value.as_ref().map(option_json)));
                }
                Change::Replace { call, partitioning } => {
                    self.entries[*call].fields.push(("op", Some(string(partitioning.method()))));
                }
                Change::Drop { .. } | Change::Insert { .. } => {}
            }
        }
        let mut dropped: Vec<usize> = changes
            .iter()
            .filter_map(|change| if let Change::Drop { call } = change { Some(*call) } else { None })
            .collect();
        dropped.sort_unstable();
        dropped.into_iter().for_each(|call| self.drop(call));
        let mut inserted: Vec<_> = changes
            .iter()
            .filter_map(|change| match change {
                Change::Insert { call, input, partitioning } => Some((*call, *input, *partitioning)),
                _ => None,
            })
            .collect();
        inserted.sort_unstable_by_key(|&(call, input, _)| (call, input));
        for (call, input, partitioning) in inserted {
            self.insert(call, input, partitioning);
        }
        self
    }

    fn configure(&mut self, key: &str, value: Option<&str>) {
        let written = |name: &str| self.configuration.is_some_and(|object| property(object, name).is_some());
        let names: Vec<&str> = keys_of(key).collect();
        let names = if names.is_empty() { vec![key] } else { names };
        match value {
            Some(value) => {
                let read = names.iter().copied().find(|name| written(name)).unwrap_or(key);
                self.keys.push((read.to_owned(), Some(scalar(value))));
            }
            None => {
                let written =
                    names.into_iter().filter(|name| written(name)).map(|name| (name.to_owned(), None));
                let written: Vec<_> = written.collect();
                self.keys.extend(written);
            }
        }
    }

    /// Leaves an entry out: who read it reads what it read.
    fn drop(&mut self, call: usize) {
        let before = (0..call).rev().find(|&other| !self.entries[other].dropped);
        let source = match &self.entries[call].reads {
            Reads::EntryBefore => before,
            Reads::Input(id) => self.named(id),
            Reads::Inputs(ids) => ids.first().and_then(|id| self.named(id)),
        };
        let Some(source) = source else { return };
        self.entries[call].dropped = true;
        if let Some(id) = self.entries[call].id.take()
            && self.entries[call..].iter().any(|entry| entry.reads.names(&id))
        {
            let now = self.entries[source].id.get_or_insert_with(|| id.clone()).clone();
            for entry in &mut self.entries[call..] {
                entry
                    .reads
                    .ids_mut()
                    .iter_mut()
                    .filter(|read| **read == id)
                    .for_each(|read| read.clone_from(&now));
            }
        }
        // The entry after it read it without a name, and now reads the one before.
        if let Some(after) = self.entries.get(call + 1)
            && after.reads == Reads::EntryBefore
            && after.takes_input()
            && before != Some(source)
            && let Some(id) = self.entries[source].id.clone()
        {
            self.entries[call + 1].reads = Reads::Input(id);
        }
    }

    fn named(&self, id: &str) -> Option<usize> {
        self.entries.iter().position(|entry| !entry.dropped && entry.id.as_deref() == Some(id))
    }

    /// Puts a partitioning call between an entry and one of its inputs.
    fn insert(&mut self, call: usize, input: usize, partitioning: PartitionCall) {
        let op = string(partitioning.method());
        let entry = match self.entries[call].reads.clone() {
            Reads::EntryBefore => format!(r#"{{ "op": {op} }}"#),
            Reads::Input(read) => {
                self.entries[call].reads = Reads::EntryBefore;
                format!(r#"{{ "op": {op}, "input": {} }}"#, string(&read))
            }
            Reads::Inputs(mut read) => {
                let id = self.fresh_id(partitioning.method());
                let input = std::mem::replace(&mut read[input], id.clone());
                self.entries[call].reads = Reads::Inputs(read);
                format!(r#"{{ "id": {}, "op": {op}, "input": {} }}"#, string(&id), string(&input))
            }
        };
        self.entries[call].before.push(entry);
    }

    fn fresh_id(&mut self, name: &str) -> String {
        let numbered = std::iter::once(name.to_owned()).chain((2..).map(|number| format!("{name}{number}")));
        let id = numbered.into_iter().find(|id| !self.ids.contains(id)).expect("there are numbers enough");
        self.ids.insert(id.clone());
        id
    }

    /// The text with all of it.
    fn apply(self, text: &str) -> String {
        let mut edits = Edits::default();
        self.edit_configuration(&mut edits);
        for entry in &self.entries {
            if !entry.dropped {
                let fields = entry.new_fields();
                edits.object(self.text, entry.object, &fields);
            }
        }
        let ranges: Vec<Range<usize>> =
            self.entries.iter().map(|entry| entry.object.range.start..entry.object.range.end).collect();
        let dropped: Vec<bool> = self.entries.iter().map(|entry| entry.dropped).collect();
        edits.remove_items(&ranges, &dropped);
        for (index, entry) in self.entries.iter().enumerate() {
            let separator = separator(self.text, self.array.range.start, &ranges, index);
            for new in &entry.before {
                edits.insert(ranges[index].start, format!("{new}{separator}"));
            }
        }
        edits.apply(text)
    }

    fn edit_configuration(&self, edits: &mut Edits) {
        let keys: Vec<(&str, NewValue)> =
            self.keys.iter().map(|(key, value)| (key.as_str(), value.clone())).collect();
        if let Some(object) = self.configuration {
            edits.object(self.text, object, &keys);
            return;
        }
        let Some(operators) = self.root.properties.iter().position(|it| it.name.as_str() == "operators")
        else {
            return;
        };
        let ranges = property_ranges(self.root);
        let separator = separator(self.text, self.root.range.start, &ranges, operators);
        // As dense as the rest.
        let space = if separator == "," { "" } else { " " };
        let fields: Vec<_> = keys
            .iter()
            .filter_map(|(key, value)| Some(format!("{}:{space}{}", string(key), value.as_ref()?)))
            .collect();
        if !fields.is_empty() {
            let fields = fields.join(&format!(",{space}"));
            let new = format!("\"config\":{space}{{{space}{fields}{space}}}{separator}");
            edits.insert(ranges[operators].start, new);
        }
    }
}

impl<'t> Entry<'t> {
    fn of(value: &'t Value<'t>) -> Option<Self> {
        let Value::Object(object) = value else { return None };
        let text = |field: &str| match property(object, field).map(|it| &it.value) {
            Some(Value::StringLit(literal)) => Some(literal.value.to_string()),
            _ => None,
        };
        let reads = match property(object, "inputs").map(|it| &it.value) {
            Some(Value::Array(ids)) => Reads::Inputs(
                ids.elements
                    .iter()
                    .filter_map(|id| match id {
                        Value::StringLit(literal) => Some(literal.value.to_string()),
                        _ => None,
                    })
                    .collect(),
            ),
            _ => text("input").map_or(Reads::EntryBefore, Reads::Input),
        };
        let written = (text("id"), reads);
        let (id, reads) = written.clone();
        Some(Self { object, id, reads, written, dropped: false, before: Vec::new(), fields: Vec::new() })
    }

    /// Whether it reads anything at all: a source comes first, and says nothing of an input either.
    fn takes_input(&self) -> bool {
        let op = property(self.object, "op").map(|it| &it.value);
        !matches!(op, Some(Value::StringLit(op)) if is_source(&op.value))
    }

    /// The fields that are other than they were written.
    fn new_fields(&self) -> Vec<(&'static str, NewValue)> {
        let (id, reads) = &self.written;
        let mut fields = self.fields.clone();
        if self.id != *id {
            fields.push(("id", self.id.as_deref().map(string)));
        }
        if self.reads != *reads {
            let list = matches!(reads, Reads::Inputs(_));
            match &self.reads {
                Reads::EntryBefore => fields.push((if list { "inputs" } else { "input" }, None)),
                Reads::Input(id) => fields.push(("input", Some(string(id)))),
                Reads::Inputs(ids) => {
                    let ids: Vec<_> = ids.iter().map(|id| string(id)).collect();
                    fields.push(("inputs", Some(format!("[{}]", ids.join(", ")))));
                }
            }
        }
        fields
    }
}

fn property<'t>(object: &'t Object<'t>, name: &str) -> Option<&'t ObjectProp<'t>> {
    object.properties.iter().find(|property| property.name.as_str() == name)
}

fn property_ranges(object: &Object<'_>) -> Vec<Range<usize>> {
    object.properties.iter().map(|property| property.range.start..property.range.end).collect()
}

/// What stands between an item that is put before the one with this index and that one: as between others there, but for
/// spaces that align columns.
fn separator(text: &str, open: usize, items: &[Range<usize>], index: usize) -> String {
    let between = |first: usize| &text[items[first].end..items[first + 1].start];
    let (comma, space) = match (index, items.len()) {
        (1.., _) => ("", between(index - 1)),
        (0, 2..) => ("", between(0)),
        _ => (",", items.first().map_or("", |first| &text[open + 1..first.start])),
    };
    if space.contains('\n') {
        return format!("{comma}{space}");
    }
    let is_dense = match items {
        [] => false,
        [only] => !text[open..only.end].contains(char::is_whitespace),
        _ => !space.contains(char::is_whitespace),
    };
    if is_dense { ",".to_owned() } else { ", ".to_owned() }
}

/// A string as JSON.
fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A configuration value as people write it: a number or `true` where that reads as the same text.
fn scalar(value: &str) -> String {
    let is_number = value.parse::<i64>().is_ok_and(|number| number.to_string() == value);
    if is_number || matches!(value, "true" | "false") { value.to_owned() } else { string(value) }
}

fn option_json(value: &OptionValue) -> String {
    match value {
        OptionValue::Text(text) => string(text),
        OptionValue::Number(number) => number.to_string(),
        OptionValue::On => "true".to_owned(),
        OptionValue::Chaining(strategy) => string(strategy.name()),
        OptionValue::ExchangeMode(mode) => string(mode.name()),
    }
}

/// Replacements of ranges of a text that do not overlap.
#[derive(Default)]
struct Edits(Vec<(Range<usize>, String)>);

impl Edits {
    fn insert(&mut self, at: usize, text: String) {
        self.0.push((at..at, text));
    }

    /// Takes items of a list out, each with the comma that separates it.
    fn remove_items(&mut self, items: &[Range<usize>], removed: &[bool]) {
        let mut kept_before = false;
        for (index, item) in items.iter().enumerate() {
            if !removed[index] {
                kept_before = true;
                continue;
            }
            let range = match (kept_before, items.get(index + 1)) {
                (true, _) => items[index - 1].end..item.end,
                (false, Some(next)) => item.start..next.start,
                (false, None) => item.clone(),
            };
            self.0.push((range, String::new()));
        }
    }

    /// Gives an object's fields these values.
    fn object(&mut self, text: &str, object: &Object<'_>, fields: &[(&str, NewValue)]) {
        let ranges = property_ranges(object);
        let mut removed = vec![false; ranges.len()];
        let mut added = Vec::new();
        for (name, value) in fields {
            let written = object.properties.iter().position(|it| it.name.as_str() == *name);
            match (written, value) {
                (Some(at), Some(value)) => {
                    let range = object.properties[at].value.range();
                    self.0.push((range.start..range.end, value.clone()));
                }
                (Some(at), None) => removed[at] = true,
                (None, Some(value)) => added.push((*name, value)),
                (None, None) => {}
            }
        }
        self.remove_items(&ranges, &removed);
        let colon = object
            .properties
            .last()
            .map(|last| &text[last.name.range().end..last.value.range().start])
            .map_or(": ", |colon| if colon.contains(char::is_whitespace) { ": " } else { ":" });
        let separator = match ranges.len() {
            0 => ", ".to_owned(),
            1 => separator(text, object.range.start, &ranges, 0),
            several => separator(text, object.range.start, &ranges, several - 1),
        };
        let mut is_first = removed.iter().all(|removed| *removed);
        let end = ranges.last().map_or(object.range.start + 1, |last| last.end);
        for (name, value) in added {
            let before = if is_first { "" } else { &separator };
            self.insert(end, format!("{before}{}{colon}{value}", string(name)));
            is_first = false;
        }
    }

    fn apply(mut self, text: &str) -> String {
        // Stable: what is put in at one place keeps its order.
        self.0.sort_by_key(|(range, _)| (range.start, range.end));
        let mut result = String::with_capacity(text.len());
        let mut reached = 0;
        for (range, replacement) in self.0 {
            result.push_str(&text[reached..range.start.max(reached)]);
            result.push_str(&replacement);
            reached = range.end.max(reached);
        }
        result.push_str(&text[reached..]);
        result
    }
}
