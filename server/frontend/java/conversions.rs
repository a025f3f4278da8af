//! What a value is as something else: as a text, as a number, as a value of a declared type; and when two are equal.

use tree_sitter::Node;

use super::api::Flink;
use super::calls::Invocation;
use super::decisions::alternative;
use super::evaluator::{Eval, Evaluator};
use super::syntax::{simple_type, span, type_arguments};
use super::value::{Data, Doubt, ListKind, Thing, Value};
use super::{api, arithmetic, connectors, library};

impl<'t> Evaluator<'t> {
    /// A value where one of this type is wanted: numbers change their type, lambdas learn what they implement, streams what
    /// they carry.
    pub fn converted(&mut self, value: Value, written: Node<'t>) -> Value {
        let name = simple_type(self.text, written);
        if let Data::Int(_) | Data::Long(_) | Data::Float(_) | Data::Double(_) | Data::Char(_) = value.data {
            let primitive = match name {
                "Long" => "long",
                "Double" => "double",
                "Float" => "float",
                "Integer" | "Short" | "Byte" | "Character" => return value,
                name => name,
            };
            if written.kind() != "array_type"
                && let Some(data) = arithmetic::cast(primitive, &value.data)
            {
                return Value { data, doubt: value.doubt };
            }
            return value;
        }
        let Some(id) = value.id() else { return value };
        // A stream is made where it is declared, whether it is used or not.
        if api::is_stream_class(name) && self.heap.as_foreign(&value).is_some() {
            if let Some(Thing::Foreign(foreign)) = value.id().map(|id| self.heap.get_mut(id)) {
                foreign.class = Some(name.into());
            }
            let place = span(written);
            if let Some(stream) = self.assumed_stream(&value, place) {
                return stream.doubting(&value.doubt);
            }
        }
        let class = self.classes.named(name, self.frame().class);
        // What a static method of a class elsewhere gives was taken for an object of that class.
        let is_decisive = api::is_stream_class(name)
            || api::is_environment_class(name)
            || api::is_parameters_class(name)
            || class.is_none() && self.is_connector(name) && !self.is_connector_value(&value);
        let declared = super::syntax::type_arguments(self.text, written);
        match self.heap.get_mut(id) {
            // `OutputTag<T> tag = new OutputTag<>("id") {}`.
            Thing::Foreign(foreign)
                if name == "OutputTag" && foreign.type_argument.is_none() && !declared.is_empty() =>
            {
                foreign.type_argument = Some(declared[0].into());
            }
            Thing::Closure(closure) => {
                closure.interface = closure.interface.or(class);
                closure.gives_nothing |=
                    matches!(name, "Consumer" | "BiConsumer" | "Runnable" | "IntConsumer");
            }
            Thing::Foreign(foreign)
                if (foreign.class.is_none() || is_decisive)
                    && written.kind() != "array_type"
                    && !["var", "Object", "T", "R", "void"].contains(&name) =>
            {
                foreign.class = Some(name.into());
            }
            Thing::Flink(Flink::Stream(operator)) => {
                let operator = *operator;
                if let Some(element) = type_arguments(self.text, written).first() {
                    self.note_element(operator, element);
                }
            }
            _ => {}
        }
        value
    }

    /// Whether the connector table knows the class.
    fn is_connector(&self, name: &str) -> bool {
        connectors::is_known(self.connector_class(name))
    }

    fn is_connector_value(&self, value: &Value) -> bool {
        let class = self.heap.as_foreign(value).and_then(|foreign| foreign.class.as_deref());
        class.is_some_and(|class| self.is_connector(class))
    }

    /// How well a value fits a parameter of this type, if at all.
    pub fn fits(&self, value: &Value, name: &str, is_array: bool) -> Option<usize> {
        let is_primitive =
            matches!(name, "int" | "long" | "double" | "float" | "short" | "byte" | "char" | "boolean")
                && !is_array;
        if name == "Object" && !is_array {
            return Some(1);
        }
        let is_type_variable = name.len() <= 3
            && name.starts_with(|first: char| first.is_ascii_uppercase())
            && name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
        if is_type_variable && !is_array {
            return Some(1);
        }
        match &value.data {
            Data::Null => (!is_primitive).then_some(1),
            Data::Bool(_) => ["boolean", "Boolean"].contains(&name).then_some(3),
            Data::Int(_) => match name {
                "int" | "Integer" => Some(4),
                "long" => Some(3),
                "double" | "float" => Some(2),
                "short" | "byte" | "char" | "Long" | "Number" | "Serializable" | "Comparable" => Some(1),
                _ => None,
            },
            Data::Long(_) => match name {
                "long" | "Long" => Some(4),
                "double" | "float" => Some(2),
                "Number" | "Serializable" | "Comparable" => Some(1),
                _ => None,
            },
            Data::Float(_) | Data::Double(_) => match name {
                "double" | "Double" | "float" | "Float" => Some(4),
                "Number" | "Serializable" | "Comparable" => Some(1),
                _ => None,
            },
            Data::Char(_) => match name {
                "char" | "Character" => Some(4),
                "int" | "long" => Some(2),
                "Serializable" | "Comparable" => Some(1),
                _ => None,
            },
            Data::Text(_) => match name {
                "String" => Some(4),
                "CharSequence" | "Serializable" | "Comparable" => Some(2),
                _ => None,
            },
            Data::Class(_) => (name == "Class").then_some(4),
            Data::Ref(id) => match self.heap.get(*id) {
                Thing::Object(object) => {
                    let ancestry = self.classes.ancestry(object.class);
                    if ancestry.iter().any(|id| self.classes.get(*id).name == name) {
                        return Some(4);
                    }
                    if self.classes.foreign_supertypes(object.class).iter().any(|it| it.name == name) {
                        return Some(4);
                    }
                    // A class of the text that is no ancestor takes no such object.
                    let is_other = self.classes.named(name, self.frame().class).is_some();
                    (!is_other && !is_primitive && name != "String").then_some(1)
                }
                Thing::Closure(_) => {
                    let is_value =
                        is_primitive || is_array || matches!(name, "String" | "List" | "Map" | "Set");
                    (!is_value && !api::is_stream_class(name)).then_some(2)
                }
                Thing::List(list) => {
                    let is_array_value = list.kind == ListKind::Array;
                    match (is_array, is_array_value) {
                        (true, true) => Some(4),
                        (true, false) | (false, true) => None,
                        (false, false) => (matches!(
                            name,
                            "List" | "Collection" | "Iterable" | "Set" | "ArrayList" | "Queue" | "Deque"
                        ) || name.ends_with("Stream")
                            || name.ends_with("List")
                            || name.ends_with("Iterator"))
                        .then_some(3),
                    }
                }
                Thing::Map(_) => (name.ends_with("Map") || name == "Properties").then_some(3),
                Thing::Flink(flink) => api::fits(flink, name, &self.program),
                Thing::Foreign(foreign) => match foreign.class.as_deref() {
                    Some(class) if class == name => Some(4),
                    Some(_) => (!is_primitive).then_some(1),
                    None => Some(1),
                },
                _ => (!is_primitive).then_some(1),
            },
        }
    }

    /// Whether a value is an instance of a class, if that can be told.
    pub fn is_instance(&self, value: &Value, class: &str) -> Option<bool> {
        match &value.data {
            Data::Null => Some(false),
            Data::Ref(id) => match self.heap.get(*id) {
                Thing::Object(object) => Some(
                    class == "Object"
                        || self
                            .classes
                            .ancestry(object.class)
                            .iter()
                            .any(|id| self.classes.get(*id).name == class)
                        || self.classes.foreign_supertypes(object.class).iter().any(|it| it.name == class),
                ),
                Thing::Flink(flink) => Some(api::is_instance(flink, class, &self.program)),
                Thing::Foreign(foreign) => match foreign.class.as_deref() {
                    Some(known) if known == class => Some(true),
                    _ => None,
                },
                _ => self.fits(value, class, false).map(|score| score > 1).or(Some(false)),
            },
            _ => Some(self.fits(value, class, false).is_some_and(|score| score > 1)),
        }
    }

    /// `==`: whether two values are the same, if that can be told.
    pub fn same(&self, left: &Value, right: &Value) -> Option<bool> {
        let is_foreign = |value: &Value| self.heap.as_foreign(value).is_some();
        match (&left.data, &right.data) {
            (Data::Null, Data::Null) => Some(true),
            // What a foreign method returns may be null; what a constructor or a factory makes is not.
            (Data::Null, _) if is_foreign(right) => self.is_made(right),
            (_, Data::Null) if is_foreign(left) => self.is_made(left),
            (Data::Null, _) | (_, Data::Null) => Some(false),
            (Data::Ref(left), Data::Ref(right)) if left == right => Some(true),
            _ if is_foreign(left) && is_foreign(right) => self.equals(left, right),
            _ if is_foreign(left) || is_foreign(right) => None,
            (Data::Ref(_), Data::Ref(_)) => self.same_objects(left, right),
            _ => self.equals(left, right),
        }
    }

    /// That something which was certainly made is not null.
    fn is_made(&self, value: &Value) -> Option<bool> {
        let foreign = self.heap.as_foreign(value)?;
        let made = foreign
            .calls
            .first()
            .is_some_and(|call| ["new", "builder", "newBuilder", "of", "create"].contains(&&*call.method));
        made.then_some(false)
    }

    fn same_objects(&self, left: &Value, right: &Value) -> Option<bool> {
        // Enum constants, environments: one object each.
        match (self.heap.as_flink(left), self.heap.as_flink(right)) {
            (Some(Flink::Environment), Some(Flink::Environment)) => Some(true),
            (Some(Flink::Stream(left)), Some(Flink::Stream(right))) => Some(left == right),
            _ => Some(false),
        }
    }

    /// `equals`: whether two values are equal, if that can be told.
    pub fn equals(&self, left: &Value, right: &Value) -> Option<bool> {
        if let (Some(left), Some(right)) = (left.as_double(), right.as_double()) {
            return Some(left == right);
        }
        match (&left.data, &right.data) {
            (Data::Null, Data::Null) => Some(true),
            (Data::Bool(left), Data::Bool(right)) => Some(left == right),
            // A text that stands for an unknown one equals nothing for certain.
            (Data::Text(left_text), Data::Text(right_text)) => {
                let is_open = self.is_placeholder(left) || self.is_placeholder(right);
                (!is_open).then_some(left_text == right_text)
            }
            (Data::Class(left), Data::Class(right)) => Some(left == right),
            (Data::Ref(left_id), Data::Ref(right_id)) => {
                if left_id == right_id {
                    return Some(true);
                }
                match (self.heap.get(*left_id), self.heap.get(*right_id)) {
                    (Thing::List(left), Thing::List(right)) => {
                        if left.items.len() != right.items.len() {
                            return Some(false);
                        }
                        let pairs = left.items.iter().zip(&right.items);
                        let equal: Option<Vec<_>> =
                            pairs.take(1000).map(|(a, b)| self.shallow_equals(a, b)).collect();
                        equal.map(|equal| equal.into_iter().all(|it| it))
                    }
                    (Thing::Flink(Flink::Duration(left)), Thing::Flink(Flink::Duration(right))) => {
                        Some(left == right)
                    }
                    (Thing::Foreign(left), Thing::Foreign(right)) => {
                        self.flink_constant_of(left).zip(self.flink_constant_of(right)).map(|(a, b)| a == b)
                    }
                    (Thing::Foreign(_), _) | (_, Thing::Foreign(_)) => None,
                    (Thing::Object(left), Thing::Object(right)) if left.constant.is_none() => {
                        let is_record =
                            self.classes.get(left.class).kind == super::classes::ClassKind::Record;
                        if !is_record || left.class != right.class {
                            return Some(false);
                        }
                        let pairs = left.fields.iter().zip(&right.fields);
                        let equal: Option<Vec<_>> =
                            pairs.map(|((_, a), (_, b))| self.shallow_equals(a, b)).collect();
                        equal.map(|equal| equal.into_iter().all(|it| it))
                    }
                    _ => Some(false),
                }
            }
            (Data::Ref(id), _) | (_, Data::Ref(id)) if matches!(self.heap.get(*id), Thing::Foreign(_)) => {
                None
            }
            _ => Some(false),
        }
    }

    fn shallow_equals(&self, left: &Value, right: &Value) -> Option<bool> {
        match (&left.data, &right.data) {
            (Data::Ref(left), Data::Ref(right)) => Some(left == right),
            _ => self.equals(left, right),
        }
    }

    /// Whether a text only stands for one that is not known.
    pub fn is_placeholder(&self, value: &Value) -> bool {
        value
            .doubt
            .assumptions()
            .iter()
            .any(|&question| self.questions.get(question).key.starts_with("value-"))
            && value.doubt.assumptions().iter().any(|&question| !self.questions.get(question).is_answered)
            && value.doubt.assumptions().iter().any(|&question| {
                self.questions.get(question).alternatives.first().is_some_and(|it| it.value == "unknown")
            })
    }

    /// `String.valueOf`: the text of a value, and the doubt in it beyond the value's own.
    pub fn printed(&mut self, value: &Value, node: Node<'t>) -> Eval<(String, Doubt)> {
        self.deeper(node, |evaluator| evaluator.printed_here(value, node))
    }

    fn printed_here(&mut self, value: &Value, node: Node<'t>) -> Eval<(String, Doubt)> {
        let plain = match &value.data {
            Data::Null => "null".to_owned(),
            Data::Bool(value) => value.to_string(),
            Data::Int(value) => value.to_string(),
            Data::Long(value) => value.to_string(),
            Data::Float(value) => library::numbers::float_text(*value),
            Data::Double(value) => crate::flink::java_double(*value),
            Data::Char(unit) => String::from_utf16_lossy(&[*unit]),
            Data::Text(text) => text.to_string(),
            Data::Class(name) => format!("class {name}"),
            Data::Ref(id) => return self.text_of_thing(*id, value, node),
        };
        Ok((plain, value.doubt.clone()))
    }

    fn text_of_thing(
        &mut self,
        id: super::value::HeapId,
        value: &Value,
        node: Node<'t>,
    ) -> Eval<(String, Doubt)> {
        let mut doubt = value.doubt.clone();
        match self.heap.get(id) {
            Thing::List(list) if list.kind != ListKind::Array => {
                let items = list.items.clone();
                self.step(items.len(), node)?;
                let mut parts = Vec::with_capacity(items.len());
                for item in items {
                    let (text, more) = self.printed(&item, node)?;
                    doubt = doubt.and(&more);
                    parts.push(text);
                }
                Ok((format!("[{}]", parts.join(", ")), doubt))
            }
            Thing::Map(_) => {
                let entries = self.entries(value).unwrap_or_default();
                let mut parts = Vec::with_capacity(entries.len());
                for (key, entry) in entries {
                    let (key, first) = self.printed(&key, node)?;
                    let (entry, second) = self.printed(&entry, node)?;
                    doubt = doubt.and(&first).and(&second);
                    parts.push(format!("{key}={entry}"));
                }
                Ok((format!("{{{}}}", parts.join(", ")), doubt))
            }
            Thing::Optional(None) => Ok(("Optional.empty".to_owned(), doubt)),
            Thing::Optional(Some(item)) => {
                let item = item.clone();
                let (text, more) = self.printed(&item, node)?;
                Ok((format!("Optional[{text}]"), doubt.and(&more)))
            }
            Thing::Builder { text, doubt: more } => Ok((text.clone(), doubt.and(more))),
            Thing::Counter(count) => {
                let count = count.clone();
                self.printed(&count, node)
            }
            Thing::Flink(Flink::Duration(millis)) => Ok((library::time::duration_text(*millis), doubt)),
            Thing::Object(object) => {
                let (class, constant) = (object.class, object.constant);
                let method = Invocation {
                    method: "toString",
                    arguments: Vec::new(),
                    node,
                    place: span(node),
                    type_arguments: Vec::new(),
                };
                let ancestry = self.classes.ancestry(class);
                if let Some(text) = self.call_method_from(&ancestry, value, &method)?
                    && text.as_text().is_some()
                {
                    return self.printed(&text, node);
                }
                if let Some((name, _)) = constant {
                    return Ok((name.to_owned(), doubt));
                }
                if self.classes.get(class).kind == super::classes::ClassKind::Record {
                    return self.text_of_record(value, class, node);
                }
                let package = self.imports.package.map_or(String::new(), |package| format!("{package}."));
                Ok((format!("{package}{}@0", self.classes.binary_name(class)), doubt))
            }
            Thing::Foreign(foreign) => {
                let place = foreign.span;
                let (text, question) = self.stand_in(place);
                Ok((text, question.map_or(doubt.clone(), |question| doubt.and(&Doubt::of(question)))))
            }
            _ => {
                let place = span(node);
                let (text, question) = self.stand_in(place);
                Ok((text, question.map_or(doubt.clone(), |question| doubt.and(&Doubt::of(question)))))
            }
        }
    }

    fn text_of_record(
        &mut self,
        value: &Value,
        class: super::classes::ClassId,
        node: Node<'t>,
    ) -> Eval<(String, Doubt)> {
        let mut doubt = value.doubt.clone();
        let fields = self.heap.as_object(value).map_or_else(Vec::new, |object| object.fields.clone());
        let mut parts = Vec::with_capacity(fields.len());
        for (name, field) in fields {
            let (text, more) = self.printed(&field, node)?;
            doubt = doubt.and(&more);
            parts.push(format!("{name}={text}"));
        }
        Ok((format!("{}[{}]", self.classes.get(class).name, parts.join(", ")), doubt))
    }

    /// The text that stands for a value from outside, and the question about it.
    fn stand_in(&mut self, place: crate::frontend::Span) -> (String, Option<u32>) {
        let written: String =
            self.text[std::ops::Range::from(place)].split_whitespace().collect::<Vec<_>>().join(" ");
        let key = self.question_key("value", place);
        if let Some(given) = self.questions.given(&key) {
            let given = given.to_owned();
            let alternatives = vec![alternative(&given, &given), alternative("unknown", &written)];
            let question = format!("What is {}?", self.excerpt(place));
            let because = "Somebody gave it.";
            return (given, self.ask("value", place, question, because, alternatives));
        }
        let question = format!("What is {}?", self.excerpt(place));
        let because = "It comes from outside of the text; the plan shows its own words in its place.";
        let alternatives = vec![alternative("unknown", &written)];
        (written, self.ask("value", place, question, because, alternatives))
    }

    /// The items of what can be iterated over.
    pub fn items(&self, value: &Value) -> Option<Vec<Value>> {
        match self.heap.thing(value)? {
            Thing::List(list) => Some(library::collections::in_order(self, list)),
            Thing::Optional(item) => Some(item.iter().cloned().collect()),
            _ => None,
        }
    }

    /// The entries of a map, in the order in which Java runs over them.
    pub fn entries(&self, value: &Value) -> Option<Vec<(Value, Value)>> {
        match self.heap.thing(value)? {
            Thing::Map(map) => Some(library::maps::in_order(self, map)),
            _ => None,
        }
    }
}
