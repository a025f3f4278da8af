//! The streams of a document: which entry an id names, and what may be called on it.

use std::collections::HashMap;

use jsonc_parser::ast::{Array, Value};
use jsonc_parser::common::{Range, Ranged};

use super::names::quoted;
use super::object_reader::{ObjectReader, string};
use super::operators::{Inputs, Op, Receiver};
use super::path::Path;
use super::problems::Problems;
use crate::frontend::StreamKind;

/// Every id of the document with the entry it names first, and the kinds of the streams made so far.
pub struct Streams<'t> {
    ids: HashMap<&'t str, usize>,
    /// The ids in program order, for suggestions.
    in_order: Vec<(usize, &'t str)>,
    /// By entry. Nothing is known of the stream of an entry whose op is unknown.
    kinds: Vec<Option<StreamKind>>,
}

impl<'t> Streams<'t> {
    /// Collects the ids of all entries, so that a reference to a later one can be told from one to nothing.
    pub fn named_in(entries: &'t Array<'t>) -> Self {
        let mut streams = Self {
            ids: HashMap::new(),
            in_order: Vec::new(),
            kinds: Vec::with_capacity(entries.elements.len()),
        };
        for (index, entry) in entries.elements.iter().enumerate() {
            let Value::Object(entry) = entry else { continue };
            let mut fields = entry.properties.iter();
            // A field that should have been `id` is a problem already; that nothing has the id is not another one.
            let id = fields.clone().find(|field| field.name.as_str() == "id");
            let id = id.or_else(|| fields.find(|field| field.name.as_str().eq_ignore_ascii_case("id")));
            if let Some(Value::StringLit(id)) = id.map(|field| &field.value) {
                streams.ids.entry(&id.value).or_insert(index);
                streams.in_order.push((index, &id.value));
            }
        }
        streams
    }

    /// Notes what the next entry returns.
    pub fn push(&mut self, kind: Option<StreamKind>) {
        self.kinds.push(kind);
    }

    /// Reads the id of the entry with this index.
    pub fn id(&self, index: usize, reader: &mut ObjectReader<'_, 't>) -> Option<String> {
        let id = reader.string("id")?;
        let value = reader.value("id")?;
        let path = reader.path.field("id");
        if !is_id(id) {
            let message = format!("{} cannot be an id", quoted(id));
            reader.problems.error("invalid-id", path, value, message).expected =
                Some("a letter or `_`, then letters, digits, `_`, `.` and `-`".to_owned());
        }
        let first = self.ids.get(id).copied().unwrap_or(index);
        if first != index {
            let message = format!("the id {} is taken by operators[{first}]", quoted(id));
            reader.problems.error("duplicate-id", path, value, message);
        }
        Some(id.to_owned())
    }

    /// The entries that a call's streams come from, in API order. Every reference is checked, also those of an entry
    /// whose op is unknown; nothing is returned if one is wrong or the op does not take that many.
    pub fn inputs(
        &self,
        index: usize,
        op: Option<&Op>,
        reader: &mut ObjectReader<'_, 't>,
    ) -> Option<Vec<usize>> {
        let written = match (reader.get("input"), reader.get("inputs")) {
            (Some(_), Some(inputs)) => {
                let message = "`input` and `inputs` are both written";
                let path = reader.path.field("inputs");
                reader.problems.error("surplus-input", path, &inputs.name, message).expected =
                    Some("one of them".to_owned());
                self.single(index, reader);
                self.list(index, reader);
                return None;
            }
            (Some(_), None) => self.single(index, reader).map(|input| vec![input])?,
            (None, Some(_)) => self.list(index, reader)?,
            (None, None) if reader.is_meant("input") || reader.is_meant("inputs") => return None,
            (None, None) => return self.default_input(index, op?, reader),
        };
        let op = op?;
        check_count(op, written.len(), reader)
            .then_some(written)
            .filter(|inputs| self.check_kinds(op, inputs, reader))
    }

    fn single(&self, index: usize, reader: &mut ObjectReader<'_, 't>) -> Option<usize> {
        let value = reader.value("input")?;
        self.reference(index, value, reader.path.field("input"), reader.problems)
    }

    fn list(&self, index: usize, reader: &mut ObjectReader<'_, 't>) -> Option<Vec<usize>> {
        let ids = reader.array("inputs")?;
        let path = reader.path.field("inputs");
        let mut inputs = Vec::with_capacity(ids.elements.len());
        for (number, id) in ids.elements.iter().enumerate() {
            inputs.extend(self.reference(index, id, path.index(number), reader.problems));
        }
        (inputs.len() == ids.elements.len()).then_some(inputs)
    }

    /// The entry that an id names, if it is an earlier one and a stream.
    fn reference(
        &self,
        index: usize,
        value: &'t Value<'t>,
        path: Path<'_>,
        problems: &mut Problems,
    ) -> Option<usize> {
        let id = string(problems, path, value)?;
        match self.ids.get(id).copied() {
            Some(target) if target < index => {
                if self.kinds[target] == Some(StreamKind::Sink) {
                    let message = format!("{} is a sink: nothing can be called on it", quoted(id));
                    problems.error("not-a-stream", path, value, message);
                    return None;
                }
                Some(target)
            }
            Some(target) => {
                let message = if target == index {
                    format!("{} is this entry itself", quoted(id))
                } else {
                    format!("{} is defined later, by operators[{target}]", quoted(id))
                };
                problems.error("not-earlier", path, value, message).expected =
                    Some("the id of an earlier entry".to_owned());
                None
            }
            None => {
                let earlier = self.in_order.iter().take_while(|(at, _)| *at < index).map(|(_, id)| *id);
                let nearest = problems.suggestions.nearest(id, earlier);
                let diagnostic =
                    problems.error("unknown-id", path, value, format!("no entry has the id {}", quoted(id)));
                diagnostic.expected = Some("the id of an earlier entry".to_owned());
                diagnostic.suggestion = nearest.map(str::to_owned);
                None
            }
        }
    }

    /// The stream of the entry just before, where the op takes one.
    fn default_input(&self, index: usize, op: &Op, reader: &mut ObjectReader<'_, 't>) -> Option<Vec<usize>> {
        match op.inputs {
            Inputs::None => return Some(Vec::new()),
            Inputs::One | Inputs::OneOrMore => {}
            Inputs::Two | Inputs::TwoOrMore => {
                reader.require("inputs", &format!("`{}`", op.name));
                return None;
            }
        }
        let why = match index.checked_sub(1).map(|before| self.kinds[before]) {
            None => "there is no entry before the first one",
            Some(Some(StreamKind::Sink)) => "the entry before is a sink",
            Some(_) => {
                let inputs = vec![index - 1];
                return self.check_kinds(op, &inputs, reader).then_some(inputs);
            }
        };
        let message = format!("`{}` has no input: {why}", op.name);
        let path = reader.path.field("input");
        let place = place_of("op", reader);
        reader.problems.error("missing-input", path, &place, message).expected = Some(if index == 0 {
            "a source as the first entry".to_owned()
        } else {
            "`input` with the id of an earlier entry".to_owned()
        });
        None
    }

    /// Whether the API has this call on streams of these kinds.
    fn check_kinds(&self, op: &Op, inputs: &[usize], reader: &mut ObjectReader<'_, 't>) -> bool {
        let receivers = if op.receiver == Receiver::KeyedOnBothSides {
            inputs
        } else {
            inputs.get(..1).unwrap_or(inputs)
        };
        let kinds = receivers.iter().filter_map(|&input| self.kinds[input]);
        let Some(kind) = kinds.into_iter().find(|kind| !op.receiver.allows(*kind)) else { return true };
        let message = format!("`{}` cannot be called on {}", op.name, describe(kind, op.receiver));
        let field = ["inputs", "input"].into_iter().find(|field| reader.get(field).is_some());
        let field = field.unwrap_or("op");
        let (path, place) = (reader.path.field(field), place_of(field, reader));
        reader.problems.error("wrong-stream", path, &place, message).expected =
            op.receiver.expected().map(str::to_owned);
        false
    }
}

fn check_count(op: &Op, count: usize, reader: &mut ObjectReader<'_, '_>) -> bool {
    let (least, most, expected) = match op.inputs {
        Inputs::None => (0, 0, "no input: it is a source"),
        Inputs::One => (1, 1, "one input"),
        Inputs::OneOrMore => (1, usize::MAX, "`inputs` with one id or more"),
        Inputs::Two => (2, 2, "`inputs` with two ids"),
        Inputs::TwoOrMore => (2, usize::MAX, "`inputs` with two ids or more"),
    };
    let code = if count < least {
        "missing-input"
    } else if count > most {
        "surplus-input"
    } else {
        return true;
    };
    let field = if reader.get("inputs").is_some() { "inputs" } else { "input" };
    let place = place_of(field, reader);
    let inputs = if count == 1 { "one input" } else { "inputs" };
    let message = match count {
        0 => format!("`{}` is given no input", op.name),
        1 => format!("`{}` is given {inputs}", op.name),
        _ => format!("`{}` is given {count} {inputs}", op.name),
    };
    reader.problems.error(code, reader.path.field(field), &place, message).expected =
        Some(expected.to_owned());
    false
}

/// The place of a field's value, or of the entry where the field is not written.
fn place_of(field: &str, reader: &ObjectReader<'_, '_>) -> Range {
    reader.value(field).map_or_else(|| reader.object().range(), Ranged::range)
}

/// Whether the format takes this as an id.
pub fn is_id(id: &str) -> bool {
    let is_start = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_.-".contains(byte);
    id.as_bytes().first().is_some_and(is_start) && id.as_bytes().iter().all(is_part)
}

/// What a stream is, where a call needs another.
const fn describe(kind: StreamKind, receiver: Receiver) -> &'static str {
    match kind {
        StreamKind::Operator if matches!(receiver, Receiver::Keyed | Receiver::KeyedOnBothSides) => {
            "a stream that is not keyed"
        }
        StreamKind::Operator => "an operator's own stream",
        StreamKind::Keyed => "a keyed stream",
        StreamKind::SideOutput => "a side output",
        StreamKind::Plain => "a partitioned stream or a union",
        StreamKind::Cached => "a cached stream",
        StreamKind::Sink => "a sink",
    }
}
