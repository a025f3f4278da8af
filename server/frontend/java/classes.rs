//! The classes of the text: their members, what they extend, and the names that the compiler gives them.

use std::collections::HashMap;
use std::rc::Rc;

use tree_sitter::Node;

use super::syntax::{
    children, field_children, first_child, has_modifier, simple_type, text_of, type_arguments,
};

/// A class of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassKind {
    Class,
    Interface,
    Enum,
    Record,
    /// Without a name: its one supertype says what it is.
    Anonymous,
    /// What holds the statements and methods of a text that has no class around them.
    Snippet,
}

/// A type that a class extends or implements.
#[derive(Clone, Debug)]
pub struct Supertype<'t> {
    pub name: &'t str,
    pub arguments: Vec<&'t str>,
    pub is_interface: bool,
}

#[derive(Debug)]
pub struct Class<'t> {
    pub kind: ClassKind,
    /// The simple name; empty for an anonymous class.
    pub name: &'t str,
    /// The declaration, or the creation of an anonymous class.
    pub node: Node<'t>,
    /// What holds its members.
    pub body: Node<'t>,
    pub outer: Option<ClassId>,
    /// Whether its objects hold the object that they were made in.
    pub is_inner: bool,
    /// Whether it is declared in a method's body.
    pub is_local: bool,
    pub supertypes: Vec<Supertype<'t>>,
    members: Option<Rc<Members<'t>>>,
}

/// The members of a class, in text order.
#[derive(Debug, Default)]
pub struct Members<'t> {
    pub methods: HashMap<&'t str, Vec<Node<'t>>>,
    pub constructors: Vec<Node<'t>>,
    /// Field declarations and initializers, in text order.
    pub initializers: Vec<Node<'t>>,
    /// The declarators of fields, by name.
    pub fields: HashMap<&'t str, Node<'t>>,
    pub enum_constants: Vec<Node<'t>>,
    /// The components of a record.
    pub components: Vec<&'t str>,
}

/// All classes of a text.
#[derive(Debug)]
pub struct Classes<'t> {
    text: &'t str,
    classes: Vec<Class<'t>>,
    by_name: HashMap<&'t str, Vec<ClassId>>,
    by_node: HashMap<usize, ClassId>,
    /// The numbers of anonymous classes by node, for the classes that were asked for.
    numbers: HashMap<ClassId, Rc<HashMap<usize, usize>>>,
    /// The numbers of lambdas by node, likewise.
    lambda_numbers: HashMap<ClassId, Rc<HashMap<usize, usize>>>,
}

/// The class that holds what stands outside of all classes.
pub const SNIPPET: ClassId = ClassId(0);

impl<'t> Classes<'t> {
    /// Collects the classes that are members of the text or of each other.
    pub fn of(text: &'t str, root: Node<'t>) -> Self {
        let mut classes = Self {
            text,
            classes: Vec::new(),
            by_name: HashMap::new(),
            by_node: HashMap::new(),
            numbers: HashMap::new(),
            lambda_numbers: HashMap::new(),
        };
        classes.add(Class {
            kind: ClassKind::Snippet,
            name: "Main",
            node: root,
            body: root,
            outer: None,
            is_inner: false,
            is_local: false,
            supertypes: Vec::new(),
            members: None,
        });
        let mut to_visit = vec![(root, None)];
        while let Some((body, outer)) = to_visit.pop() {
            for member in children(body) {
                if is_class_declaration(member) {
                    let id = classes.declare(member, outer, false);
                    to_visit.push((classes.get(id).body, Some(id)));
                } else if member.kind() == "enum_body_declarations" || member.is_error() {
                    to_visit.push((member, outer));
                }
            }
        }
        classes
    }

    pub fn get(&self, id: ClassId) -> &Class<'t> {
        &self.classes[id.0 as usize]
    }

    /// All classes but that of a snippet, in the order of their declarations.
    pub fn declared(&self) -> Vec<ClassId> {
        let mut ids: Vec<_> = (1..self.classes.len()).map(|index| ClassId(index as u32)).collect();
        ids.sort_by_key(|id| self.get(*id).node.start_byte());
        ids
    }

    fn add(&mut self, class: Class<'t>) -> ClassId {
        let id = ClassId(u32::try_from(self.classes.len()).expect("a text holds fewer classes"));
        if class.kind != ClassKind::Snippet {
            self.by_node.insert(class.node.id(), id);
        }
        if !class.name.is_empty() && class.kind != ClassKind::Snippet {
            self.by_name.entry(class.name).or_default().push(id);
        }
        self.classes.push(class);
        id
    }

    /// The class of a declaration.
    pub fn declare(&mut self, node: Node<'t>, outer: Option<ClassId>, is_local: bool) -> ClassId {
        if let Some(&known) = self.by_node.get(&node.id()) {
            return known;
        }
        let kind = match node.kind() {
            "interface_declaration" | "annotation_type_declaration" => ClassKind::Interface,
            "enum_declaration" => ClassKind::Enum,
            "record_declaration" => ClassKind::Record,
            _ => ClassKind::Class,
        };
        let name = node.child_by_field_name("name").map_or("", |name| text_of(self.text, name));
        let supertypes = supertypes(self.text, node, kind);
        let in_interface = outer.is_some_and(|outer| self.get(outer).kind == ClassKind::Interface);
        let is_inner = kind == ClassKind::Class
            && (is_local || outer.is_some() && !in_interface && !has_modifier(node, "static"));
        let body = node.child_by_field_name("body").unwrap_or(node);
        self.add(Class { kind, name, node, body, outer, is_inner, is_local, supertypes, members: None })
    }

    /// The class of `new Type(…) { … }`, or of an enum's constant with a body.
    pub fn anonymous(&mut self, node: Node<'t>, body: Node<'t>, outer: ClassId) -> ClassId {
        if let Some(&known) = self.by_node.get(&node.id()) {
            return known;
        }
        let supertype = match node.child_by_field_name("type") {
            Some(written) => Supertype {
                name: simple_type(self.text, written),
                arguments: type_arguments(self.text, written),
                is_interface: false,
            },
            None => Supertype { name: self.get(outer).name, arguments: Vec::new(), is_interface: false },
        };
        self.add(Class {
            kind: ClassKind::Anonymous,
            name: "",
            node,
            body,
            outer: Some(outer),
            is_inner: true,
            is_local: true,
            supertypes: vec![supertype],
            members: None,
        })
    }

    /// The class of this name as it is seen from another one: its own and its outer classes' before all others.
    pub fn named(&self, name: &str, from: ClassId) -> Option<ClassId> {
        let candidates = self.by_name.get(name)?;
        let mut scope = Some(from);
        while let Some(class) = scope {
            if self.get(class).name == name {
                return Some(class);
            }
            if let Some(&found) = candidates.iter().find(|id| self.get(**id).outer == Some(class)) {
                return Some(found);
            }
            scope = self.get(class).outer;
        }
        candidates.first().copied()
    }

    /// The superclass, if it is in the text.
    pub fn superclass(&self, id: ClassId) -> Option<ClassId> {
        let class = self.get(id);
        class
            .supertypes
            .iter()
            .filter(|it| !it.is_interface)
            .find_map(|it| self.named(it.name, id))
            .filter(|&found| found != id && self.get(found).kind != ClassKind::Interface)
    }

    /// This class and all that it extends and implements, in the order in which a method is looked for.
    pub fn ancestry(&self, id: ClassId) -> Vec<ClassId> {
        let mut found = vec![id];
        let mut next = 0;
        // Superclasses first, then interfaces.
        let mut class = id;
        while let Some(superclass) = self.superclass(class).filter(|superclass| !found.contains(superclass)) {
            found.push(superclass);
            class = superclass;
        }
        while let Some(&class) = found.get(next) {
            for supertype in &self.get(class).supertypes {
                if let Some(id) = self.named(supertype.name, class).filter(|id| !found.contains(id)) {
                    found.push(id);
                }
            }
            next += 1;
        }
        found
    }

    /// The types outside of the text that a class extends or implements, directly or not, nearest first.
    pub fn foreign_supertypes(&self, id: ClassId) -> Vec<&Supertype<'t>> {
        let ancestry = self.ancestry(id);
        let all =
            ancestry.iter().flat_map(|&class| self.get(class).supertypes.iter().map(move |it| (class, it)));
        all.filter(|(class, it)| self.named(it.name, *class).is_none()).map(|(_, it)| it).collect()
    }

    /// Whether the class extends or implements a type of one of these names.
    pub fn extends_any(&self, id: ClassId, names: &[&str]) -> bool {
        self.foreign_supertypes(id).iter().any(|it| names.contains(&it.name))
    }

    pub fn members(&mut self, id: ClassId) -> Rc<Members<'t>> {
        let class = &mut self.classes[id.0 as usize];
        if let Some(members) = &class.members {
            return Rc::clone(members);
        }
        let members = Rc::new(read_members(self.text, class));
        class.members = Some(Rc::clone(&members));
        members
    }

    /// The name of the class file: `Outer$Inner`, `Outer$1`.
    pub fn binary_name(&mut self, id: ClassId) -> String {
        let mut suffix = String::new();
        let mut class = id;
        loop {
            let Class { kind, name, outer, is_local, node, .. } = *self.get(class);
            let own = match kind {
                ClassKind::Anonymous => self.anonymous_number(node, outer).to_string(),
                _ if is_local => format!("1{name}"),
                _ => name.to_owned(),
            };
            suffix = if suffix.is_empty() { own } else { format!("{own}${suffix}") };
            match outer {
                Some(outer) if outer != SNIPPET || is_local => class = outer,
                _ => return suffix,
            }
        }
    }

    /// What Flink calls a function of this class (`generateFunctionName`): an anonymous one has the name of its supertype.
    pub fn function_name(&mut self, id: ClassId) -> String {
        let Class { kind, name, node, outer, .. } = *self.get(id);
        if kind != ClassKind::Anonymous {
            return name.to_owned();
        }
        let supertype = self.get(id).supertypes.first().map_or("Object", |it| it.name);
        format!("{supertype}${}", self.anonymous_number(node, outer))
    }

    /// The number in the name of the method that a lambda becomes. Those of functions that can be serialized, as Flink's all
    /// can, have other names and are not counted.
    pub fn lambda_number(&mut self, lambda: Node<'t>, class: ClassId) -> usize {
        let numbers = self.lambda_numbers.get(&class).map(Rc::clone).unwrap_or_else(|| {
            let numbers = Rc::new(number_lambdas(self.text, self.get(class).body));
            self.lambda_numbers.insert(class, Rc::clone(&numbers));
            numbers
        });
        numbers.get(&lambda.id()).copied().unwrap_or(0)
    }

    fn anonymous_number(&mut self, node: Node<'t>, outer: Option<ClassId>) -> usize {
        let outer = outer.unwrap_or(SNIPPET);
        let numbers = self.numbers.get(&outer).map(Rc::clone).unwrap_or_else(|| {
            let numbers = Rc::new(number_anonymous_classes(self.get(outer).body));
            self.numbers.insert(outer, Rc::clone(&numbers));
            numbers
        });
        numbers.get(&node.id()).copied().unwrap_or(1)
    }
}

/// The numbers of the anonymous classes directly in a class: from the first statement to the last, but in one expression a
/// call's arguments come before what it is called on.
fn number_anonymous_classes(body: Node<'_>) -> HashMap<usize, usize> {
    enum Step<'t> {
        Visit(Node<'t>),
        Number(Node<'t>),
    }
    let mut numbers = HashMap::new();
    let mut steps: Vec<_> = children(body).into_iter().rev().map(Step::Visit).collect();
    while let Some(step) = steps.pop() {
        let node = match step {
            Step::Visit(node) => node,
            Step::Number(node) => {
                let number = numbers.len() + 1;
                numbers.insert(node.id(), number);
                continue;
            }
        };
        match node.kind() {
            kind if is_declaration_kind(kind) => {}
            "method_invocation" => {
                steps.extend(node.child_by_field_name("object").map(Step::Visit));
                steps.extend(node.child_by_field_name("arguments").map(Step::Visit));
            }
            "object_creation_expression" => {
                if class_body(node).is_some() {
                    steps.push(Step::Number(node));
                }
                let parts = children(node).into_iter().filter(|part| part.kind() != "class_body");
                steps.extend(parts.rev().map(Step::Visit));
            }
            "enum_constant" => {
                if node.child_by_field_name("body").is_some() {
                    steps.push(Step::Number(node));
                }
                steps.extend(node.child_by_field_name("arguments").map(Step::Visit));
            }
            _ => steps.extend(children(node).into_iter().rev().map(Step::Visit)),
        }
    }
    numbers
}

/// The numbers of the lambdas directly in a class, in text order, but those inside of a lambda before it.
fn number_lambdas(text: &str, body: Node<'_>) -> HashMap<usize, usize> {
    let mut numbers = HashMap::new();
    let mut steps: Vec<_> = children(body).into_iter().rev().map(|node| (node, false)).collect();
    while let Some((node, is_done)) = steps.pop() {
        let kind = node.kind();
        if is_done {
            numbers.insert(node.id(), numbers.len());
            continue;
        }
        if is_declaration_kind(kind) || kind == "class_body" {
            continue;
        }
        if kind == "lambda_expression" && !is_function_of_flink(text, node) {
            steps.push((node, true));
        }
        steps.extend(children(node).into_iter().rev().map(|child| (child, false)));
    }
    numbers
}

/// Whether a lambda is written where Flink takes a function.
fn is_function_of_flink(text: &str, lambda: Node<'_>) -> bool {
    let Some(parent) = lambda.parent() else { return false };
    let written = match parent.kind() {
        "argument_list" => {
            let name = parent.parent().and_then(|call| call.child_by_field_name("name"));
            return matches!(
                name.map_or("", |name| text_of(text, name)),
                "map"
                    | "flatMap"
                    | "filter"
                    | "process"
                    | "keyBy"
                    | "reduce"
                    | "apply"
                    | "aggregate"
                    | "where"
                    | "equalTo"
                    | "withTimestampAssigner"
                    | "partitionCustom"
                    | "withDynamicGap"
            );
        }
        "cast_expression" => parent.child_by_field_name("type"),
        "variable_declarator" => {
            parent.parent().and_then(|declaration| declaration.child_by_field_name("type"))
        }
        _ => None,
    };
    let name = written.map_or("", |written| simple_type(text, written));
    let is_of_java =
        matches!(name, "Function" | "BiFunction" | "IntFunction" | "ToIntFunction" | "ToLongFunction");
    !is_of_java
        && (name.ends_with("Function") || matches!(name, "KeySelector" | "Partitioner" | "OutputSelector"))
}

/// The body of an anonymous class.
pub fn class_body(creation: Node<'_>) -> Option<Node<'_>> {
    children(creation).into_iter().find(|part| part.kind() == "class_body")
}

fn is_declaration_kind(kind: &str) -> bool {
    matches!(
        kind,
        "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration"
    )
}

/// Whether a node declares a class, an interface, an enum or a record.
pub fn is_class_declaration(node: Node<'_>) -> bool {
    is_declaration_kind(node.kind())
}

fn supertypes<'t>(text: &'t str, node: Node<'t>, kind: ClassKind) -> Vec<Supertype<'t>> {
    let mut found = Vec::new();
    for clause in children(node) {
        let is_interface = match clause.kind() {
            "superclass" => false,
            "super_interfaces" | "extends_interfaces" => true,
            _ => continue,
        };
        let is_interface = is_interface || kind == ClassKind::Interface;
        let types = if clause.kind() == "superclass" {
            children(clause)
        } else {
            first_child(clause).map_or_else(Vec::new, children)
        };
        found.extend(types.into_iter().map(|written| Supertype {
            name: simple_type(text, written),
            arguments: type_arguments(text, written),
            is_interface,
        }));
    }
    found
}

fn read_members<'t>(text: &'t str, class: &Class<'t>) -> Members<'t> {
    let mut members = Members::default();
    let mut to_read: Vec<_> = children(class.body).into_iter().rev().collect();
    while let Some(member) = to_read.pop() {
        match member.kind() {
            "method_declaration" => {
                if let Some(name) = member.child_by_field_name("name") {
                    members.methods.entry(text_of(text, name)).or_default().push(member);
                }
            }
            "constructor_declaration" | "compact_constructor_declaration" => {
                members.constructors.push(member)
            }
            "field_declaration" | "constant_declaration" => {
                for declarator in field_children(member, "declarator") {
                    if let Some(name) = declarator.child_by_field_name("name") {
                        members.fields.insert(text_of(text, name), declarator);
                    }
                }
                members.initializers.push(member);
            }
            "static_initializer" => members.initializers.push(member),
            "block" if class.kind != ClassKind::Snippet => members.initializers.push(member),
            "enum_constant" => members.enum_constants.push(member),
            "enum_body_declarations" => to_read.extend(children(member).into_iter().rev()),
            // What is around a broken place is still read.
            "ERROR" => to_read.extend(children(member).into_iter().rev()),
            _ => {}
        }
    }
    if let (ClassKind::Record, Some(parameters)) = (class.kind, class.node.child_by_field_name("parameters"))
    {
        let names = children(parameters).into_iter().filter_map(|it| it.child_by_field_name("name"));
        members.components = names.map(|name| text_of(text, name)).collect();
    }
    members
}
