//! The values of a program that is evaluated: what is known of them, and on which open questions they rest.
//!
//! Whatever can change or be shared lies in the [`Heap`], so that values are small, and what refers to itself costs nothing.

use std::rc::Rc;

use tree_sitter::Node;

use super::api::Flink;
use super::classes::ClassId;
use crate::frontend::Span;

/// A value and the open questions that it rests on.
#[derive(Clone, Debug)]
pub struct Value {
    pub data: Data,
    pub doubt: Doubt,
}

/// Which assumptions a value rests on, as indices into the evaluator's list; most rest on none.
#[derive(Clone, Debug, Default)]
pub struct Doubt(Option<Rc<[u32]>>);

impl Doubt {
    pub const NONE: Self = Self(None);

    pub fn of(assumption: u32) -> Self {
        Self(Some(Rc::new([assumption])))
    }

    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }

    pub fn assumptions(&self) -> &[u32] {
        self.0.as_deref().unwrap_or_default()
    }

    /// This doubt and another one.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        match (&self.0, &other.0) {
            (_, None) => self.clone(),
            (None, _) => other.clone(),
            (Some(own), Some(others)) if Rc::ptr_eq(own, others) => self.clone(),
            (Some(own), Some(others)) => {
                let more = others.iter().filter(|assumption| !own.contains(assumption));
                Self(Some(own.iter().chain(more).copied().collect()))
            }
        }
    }
}

/// What a value is.
#[derive(Clone, Debug)]
pub enum Data {
    Null,
    Bool(bool),
    /// `byte`, `short` and `int`.
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Char(u16),
    Text(Rc<str>),
    /// A class itself, by simple name: what static methods are called on, and class literals.
    Class(Rc<str>),
    /// Something in the heap.
    Ref(HeapId),
}

/// A place in the heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeapId(u32);

impl Value {
    pub const NULL: Self = Self { data: Data::Null, doubt: Doubt::NONE };

    pub const fn known(data: Data) -> Self {
        Self { data, doubt: Doubt::NONE }
    }

    pub fn bool(value: bool) -> Self {
        Self::known(Data::Bool(value))
    }

    pub fn int(value: i32) -> Self {
        Self::known(Data::Int(value))
    }

    pub fn long(value: i64) -> Self {
        Self::known(Data::Long(value))
    }

    pub fn text(value: impl Into<Rc<str>>) -> Self {
        Self::known(Data::Text(value.into()))
    }

    pub fn class(name: impl Into<Rc<str>>) -> Self {
        Self::known(Data::Class(name.into()))
    }

    pub const fn at(id: HeapId) -> Self {
        Self::known(Data::Ref(id))
    }

    /// The value with more doubt.
    #[must_use]
    pub fn doubting(self, doubt: &Doubt) -> Self {
        if doubt.is_none() { self } else { Self { doubt: self.doubt.and(doubt), ..self } }
    }

    pub fn is_null(&self) -> bool {
        matches!(self.data, Data::Null)
    }

    pub fn as_bool(&self) -> Option<bool> {
        if let Data::Bool(value) = self.data { Some(value) } else { None }
    }

    /// The value as a whole number, if it is one.
    pub fn as_long(&self) -> Option<i64> {
        match self.data {
            Data::Int(value) => Some(value.into()),
            Data::Long(value) => Some(value),
            Data::Char(value) => Some(value.into()),
            _ => None,
        }
    }

    pub fn as_int(&self) -> Option<i32> {
        self.as_long().and_then(|value| value.try_into().ok())
    }

    /// The value as a number, if it is one.
    pub fn as_double(&self) -> Option<f64> {
        match self.data {
            Data::Float(value) => Some(value.into()),
            Data::Double(value) => Some(value),
            _ => self.as_long().map(|value| value as f64),
        }
    }

    pub fn as_text(&self) -> Option<&Rc<str>> {
        if let Data::Text(text) = &self.data { Some(text) } else { None }
    }

    pub const fn id(&self) -> Option<HeapId> {
        if let Data::Ref(id) = self.data { Some(id) } else { None }
    }
}

/// What lies in the heap.
#[derive(Debug)]
pub enum Thing<'t> {
    List(List),
    Map(Map),
    Pipeline(Pipeline<'t>),
    Entry(Value, Value),
    Optional(Option<Value>),
    /// `StringBuilder`, `StringJoiner`.
    Builder {
        text: String,
        doubt: Doubt,
    },
    Counter(Value),
    Object(Object<'t>),
    Closure(Closure<'t>),
    Foreign(Foreign),
    Flink(Flink),
}

/// An array, a list, a set, a `java.util.stream.Stream`, an iterator.
#[derive(Clone, Debug)]
pub struct List {
    pub kind: ListKind,
    pub items: Vec<Value>,
    /// The array that it shows: `Arrays.asList(array)`.
    pub array: Option<HeapId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    Array,
    List,
    /// In the order of insertion.
    Set,
    HashSet,
    SortedSet,
    /// `java.util.stream.Stream` and its primitive forms.
    Stream,
    /// What is left of it.
    Iterator,
}

/// A `java.util.stream.Stream` with what is done to each of its items once it is asked for a result.
#[derive(Clone, Debug)]
pub struct Pipeline<'t> {
    pub items: Vec<Value>,
    pub stages: Vec<Stage<'t>>,
}

/// One of the methods that were called on a stream.
#[derive(Clone, Debug)]
pub struct Stage<'t> {
    pub kind: StageKind,
    pub function: Value,
    pub node: Node<'t>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageKind {
    Map,
    FlatMap,
    Filter,
    TakeWhile,
    DropWhile,
    Peek,
    Limit(usize),
    Skip(usize),
}

/// A map; entries in the order of insertion.
#[derive(Clone, Debug)]
pub struct Map {
    pub kind: MapKind,
    pub entries: Vec<(Value, Value)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapKind {
    Linked,
    Hash,
    Sorted,
}

/// An object of a class in the text.
#[derive(Debug)]
pub struct Object<'t> {
    pub class: ClassId,
    pub fields: Vec<(&'t str, Value)>,
    /// The object that it was made in, for inner and anonymous classes.
    pub outer: Option<Value>,
    /// The variables that a local or anonymous class sees.
    pub captured: Captured<'t>,
    /// The name and the ordinal of an enum's constant.
    pub constant: Option<(&'t str, i32)>,
}

/// The variables that a lambda or an anonymous class saw when it was made.
pub type Captured<'t> = Rc<[(&'t str, Value)]>;

/// A lambda or a method reference.
#[derive(Clone, Debug)]
pub struct Closure<'t> {
    pub code: ClosureCode<'t>,
    pub captured: Captured<'t>,
    /// `this` where it was written.
    pub this: Option<Value>,
    /// The class that it was written in.
    pub class: ClassId,
    /// The interface of the text that it implements, once that is known.
    pub interface: Option<ClassId>,
    /// It implements an interface whose method gives nothing: a `Consumer`, a `Runnable`.
    pub gives_nothing: bool,
}

/// What a closure does.
#[derive(Clone, Debug)]
pub enum ClosureCode<'t> {
    Lambda(Node<'t>),
    /// A method of a value.
    Bound {
        receiver: Value,
        method: &'t str,
        place: Node<'t>,
    },
    /// A static method, or a method of the first argument.
    Unbound {
        class: Rc<str>,
        method: &'t str,
        place: Node<'t>,
    },
    New {
        type_node: Node<'t>,
        place: Node<'t>,
    },
    /// Does one after the other, on what the first gives: `andThen`, `compose`.
    Composed(Box<[Value; 2]>),
    /// Does one after the other, on the same arguments: `andThen` of a `Consumer`.
    Both(Box<[Value; 2]>),
    Negated(Value),
    /// Asks the second only if the first does not decide: `and` and `or` of a `Predicate`.
    Joined {
        both: Box<[Value; 2]>,
        is_and: bool,
    },
    Identity,
    /// Compares what the first gives, by the second or in natural order if that is null.
    Comparing(Box<[Value; 2]>),
    NaturalOrder,
    Reversed(Value),
    /// Asks the second comparator of what is equal to the first.
    ThenComparing(Box<[Value; 2]>),
}

/// Something whose class is not in the text: its class if that is known, and what was called on it.
#[derive(Clone, Debug)]
pub struct Foreign {
    /// The simple name of the class, or of the one that its builder came from.
    pub class: Option<Rc<str>>,
    /// The constructor's or factory method's call and those on it since, in order.
    pub calls: Vec<ForeignCall>,
    /// Where it came into the program.
    pub span: Span,
    /// Whether a stream or the environment was handed to the code that made it.
    pub saw_streams: bool,
    /// The class whose constant it is.
    pub constant_of: Option<Rc<str>>,
    /// The first type argument that its constructor was given.
    pub type_argument: Option<Rc<str>>,
}

/// A call of a method that is not in the text.
#[derive(Clone, Debug)]
pub struct ForeignCall {
    pub method: Rc<str>,
    pub arguments: Vec<Value>,
}

impl Foreign {
    /// Whether a method of this name was called.
    pub fn has_called(&self, method: &str) -> bool {
        self.calls.iter().any(|call| &*call.method == method)
    }

    /// The arguments of the last call of this method.
    pub fn arguments_of(&self, method: &str) -> Option<&[Value]> {
        self.calls.iter().rev().find(|call| &*call.method == method).map(|call| &*call.arguments)
    }
}

/// Everything that values refer to. It is dropped as a whole.
#[derive(Debug, Default)]
pub struct Heap<'t> {
    things: Vec<Thing<'t>>,
}

impl<'t> Heap<'t> {
    pub fn add(&mut self, thing: Thing<'t>) -> Value {
        let id = HeapId(u32::try_from(self.things.len()).expect("the evaluator stops long before"));
        self.things.push(thing);
        Value::at(id)
    }

    pub fn get(&self, id: HeapId) -> &Thing<'t> {
        &self.things[id.0 as usize]
    }

    pub fn get_mut(&mut self, id: HeapId) -> &mut Thing<'t> {
        &mut self.things[id.0 as usize]
    }

    /// What a value refers to.
    pub fn thing(&self, value: &Value) -> Option<&Thing<'t>> {
        value.id().map(|id| self.get(id))
    }

    pub fn list(&mut self, kind: ListKind, items: Vec<Value>) -> Value {
        self.add(Thing::List(List { kind, items, array: None }))
    }

    pub fn flink(&mut self, flink: Flink) -> Value {
        self.add(Thing::Flink(flink))
    }

    /// The part of Flink's API that a value is.
    pub fn as_flink(&self, value: &Value) -> Option<&Flink> {
        if let Some(Thing::Flink(flink)) = self.thing(value) { Some(flink) } else { None }
    }

    pub fn as_foreign(&self, value: &Value) -> Option<&Foreign> {
        if let Some(Thing::Foreign(foreign)) = self.thing(value) { Some(foreign) } else { None }
    }

    pub fn as_list(&self, value: &Value) -> Option<&List> {
        if let Some(Thing::List(list)) = self.thing(value) { Some(list) } else { None }
    }

    pub fn as_object(&self, value: &Value) -> Option<&Object<'t>> {
        if let Some(Thing::Object(object)) = self.thing(value) { Some(object) } else { None }
    }

    pub fn as_closure(&self, value: &Value) -> Option<&Closure<'t>> {
        if let Some(Thing::Closure(closure)) = self.thing(value) { Some(closure) } else { None }
    }
}
