//! Objects of the text's classes: constructors, fields, enums, records; and static fields.

use std::rc::Rc;

use tree_sitter::Node;

use super::calls::Invocation;
use super::classes::{ClassId, ClassKind, SNIPPET};
use super::decisions::alternative;
use super::evaluator::{Eval, Evaluator};
use super::syntax::{children, field_children, first_child, has_modifier};
use super::value::{Captured, Data, Doubt, ListKind, Object, Thing, Value};

impl<'t> Evaluator<'t> {
    /// Makes an object and runs its constructors.
    pub fn construct(
        &mut self,
        class: ClassId,
        arguments: Vec<Value>,
        outer: Option<Value>,
        captured: Captured<'t>,
        node: Node<'t>,
    ) -> Eval<Value> {
        self.initialize(class)?;
        let outer = match outer {
            Some(outer) => Some(outer),
            None if self.classes.get(class).is_inner => self.frame().this.clone(),
            None => None,
        };
        let object = Object { class, fields: Vec::new(), outer, captured, constant: None };
        let value = self.heap.add(Thing::Object(object));
        self.deeper(node, |evaluator| evaluator.construct_as(&value, class, arguments, node))?;
        Ok(value)
    }

    /// Runs the constructor of a class on an object: that of its superclass first, then its initializers, then its body.
    fn construct_as(
        &mut self,
        this: &Value,
        class: ClassId,
        arguments: Vec<Value>,
        node: Node<'t>,
    ) -> Eval<()> {
        let members = self.classes.members(class);
        let constructor = self.best_of(&members.constructors, &arguments);
        let kind = self.classes.get(class).kind;
        let Some(constructor) = constructor else {
            // An anonymous class hands its arguments to its superclass.
            let for_super = if kind == ClassKind::Anonymous { arguments.clone() } else { Vec::new() };
            self.construct_superclass(this, class, for_super, node)?;
            self.initialize_fields(this, class)?;
            if kind == ClassKind::Record {
                self.set_components(this, class, &arguments);
                let compact =
                    members.constructors.first().filter(|it| it.kind() == "compact_constructor_declaration");
                if let Some(body) = compact.and_then(|it| it.child_by_field_name("body")) {
                    let parameters = members.components.iter().copied().zip(arguments).collect();
                    let components = Rc::clone(&members);
                    let set = self.in_frame(
                        Some(this.clone()),
                        class,
                        "<init>".to_owned(),
                        parameters,
                        |evaluator| {
                            evaluator.deeper(body, |evaluator| evaluator.block(body))?;
                            let values =
                                components.components.iter().map(|name| evaluator.variable(name).cloned());
                            Ok(values.map(|value| value.unwrap_or(Value::NULL)).collect::<Vec<_>>())
                        },
                    )?;
                    self.set_components(this, class, &set);
                }
            }
            return Ok(());
        };
        let parameters = constructor.child_by_field_name("parameters").map_or_else(Vec::new, children);
        let mut variables =
            self.heap.as_object(this).map_or_else(Vec::new, |object| object.captured.to_vec());
        variables.extend(self.bind(&parameters, &arguments));
        let Some(body) = constructor.child_by_field_name("body") else { return Ok(()) };
        self.in_frame(Some(this.clone()), class, "<init>".to_owned(), variables, |evaluator| {
            let statements = children(body);
            let explicit = statements.first().filter(|it| it.kind() == "explicit_constructor_invocation");
            let mut initializes = true;
            match explicit {
                Some(&call) => {
                    let arguments = evaluator.arguments(call)?;
                    let is_this =
                        call.child_by_field_name("constructor").is_some_and(|it| it.kind() == "this");
                    if is_this {
                        evaluator
                            .deeper(call, |evaluator| evaluator.construct_as(this, class, arguments, call))?;
                        initializes = false;
                    } else {
                        evaluator.construct_superclass(this, class, arguments, call)?;
                    }
                }
                None => evaluator.construct_superclass(this, class, Vec::new(), node)?,
            }
            if initializes {
                evaluator.initialize_fields(this, class)?;
            }
            let rest = if explicit.is_some() { &statements[1..] } else { &statements[..] };
            evaluator.statements(rest)?;
            Ok(())
        })
    }

    fn construct_superclass(
        &mut self,
        this: &Value,
        class: ClassId,
        arguments: Vec<Value>,
        node: Node<'t>,
    ) -> Eval<()> {
        match self.classes.superclass(class) {
            Some(superclass) if superclass != class => {
                self.deeper(node, |evaluator| evaluator.construct_as(this, superclass, arguments, node))
            }
            _ => Ok(()),
        }
    }

    fn set_components(&mut self, this: &Value, class: ClassId, values: &[Value]) {
        let members = self.classes.members(class);
        let Some(object) = self.object_mut(this) else { return };
        for (name, value) in members.components.iter().zip(values) {
            match object.fields.iter_mut().find(|(known, _)| known == name) {
                Some((_, field)) => *field = value.clone(),
                None => object.fields.push((name, value.clone())),
            }
        }
    }

    /// Gives an object's fields their first values, and runs the initializers between them.
    fn initialize_fields(&mut self, this: &Value, class: ClassId) -> Eval<()> {
        let members = self.classes.members(class);
        let is_field =
            |member: &&Node<'t>| member.kind() == "field_declaration" && !has_modifier(**member, "static");
        for member in members.initializers.iter().filter(is_field) {
            let default = default_value(member.child_by_field_name("type").map_or("", |it| self.text_of(it)));
            for declarator in field_children(*member, "declarator") {
                let Some(name) = declarator.child_by_field_name("name") else { continue };
                let name = self.text_of(name);
                if let Some(object) = self.object_mut(this) {
                    object.fields.push((name, default.clone()));
                }
            }
        }
        if members.initializers.is_empty() {
            return Ok(());
        }
        let variables = self.heap.as_object(this).map_or_else(Vec::new, |object| object.captured.to_vec());
        self.in_frame(Some(this.clone()), class, "<init>".to_owned(), variables, |evaluator| {
            for &member in &members.initializers {
                match member.kind() {
                    "block" => {
                        evaluator.block(member)?;
                    }
                    "field_declaration" if !has_modifier(member, "static") => {
                        let written = member.child_by_field_name("type");
                        for declarator in field_children(member, "declarator") {
                            let (Some(name), Some(value)) = (
                                declarator.child_by_field_name("name"),
                                declarator.child_by_field_name("value"),
                            ) else {
                                continue;
                            };
                            let value = evaluator.initializer(value, written)?;
                            let name = evaluator.text_of(name);
                            let object = evaluator.object_mut(this);
                            let field = object
                                .and_then(|it| it.fields.iter_mut().rev().find(|(known, _)| *known == name));
                            if let Some((_, field)) = field {
                                *field = value;
                            }
                        }
                    }
                    _ => {}
                }
            }
            Ok(())
        })
    }

    // ---------------------------------------------------------------- static fields

    /// Runs the static initializers of a class, once.
    pub fn initialize(&mut self, class: ClassId) -> Eval<()> {
        if class == SNIPPET || !self.initialized.insert(class) {
            return Ok(());
        }
        if let Some(superclass) = self.classes.superclass(class) {
            self.initialize(superclass)?;
        }
        let members = self.classes.members(class);
        let in_interface = self.classes.get(class).kind == ClassKind::Interface;
        let is_static = |member: Node<'t>| {
            in_interface || member.kind() == "constant_declaration" || has_modifier(member, "static")
        };
        for &member in &members.initializers {
            if matches!(member.kind(), "field_declaration" | "constant_declaration") && is_static(member) {
                let default =
                    default_value(member.child_by_field_name("type").map_or("", |it| self.text_of(it)));
                for declarator in field_children(member, "declarator") {
                    if let Some(name) = declarator.child_by_field_name("name") {
                        self.statics.insert((class, self.text_of(name)), default.clone());
                    }
                }
            }
        }
        let anchor = self.classes.get(class).node;
        self.deeper(anchor, |evaluator| {
            evaluator.in_frame(None, class, "<clinit>".to_owned(), Vec::new(), |evaluator| {
                evaluator.enum_constants(class)?;
                for &member in &members.initializers {
                    match member.kind() {
                        "static_initializer" => {
                            if let Some(block) = first_child(member) {
                                evaluator.block(block)?;
                            }
                        }
                        "field_declaration" | "constant_declaration" if is_static(member) => {
                            let written = member.child_by_field_name("type");
                            for declarator in field_children(member, "declarator") {
                                let (Some(name), Some(value)) = (
                                    declarator.child_by_field_name("name"),
                                    declarator.child_by_field_name("value"),
                                ) else {
                                    continue;
                                };
                                let value = evaluator.initializer(value, written)?;
                                let name = evaluator.text_of(name);
                                evaluator.statics.insert((class, name), value);
                            }
                        }
                        _ => {}
                    }
                }
                Ok(())
            })
        })
    }

    /// A static field of exactly this class.
    pub fn static_field(&mut self, class: ClassId, name: &'t str) -> Eval<Option<Value>> {
        if class == SNIPPET {
            return self.field_of_snippet(name);
        }
        let members = self.classes.members(class);
        if !members.fields.contains_key(name) && self.classes.get(class).kind != ClassKind::Enum {
            return Ok(None);
        }
        self.initialize(class)?;
        Ok(self.statics.get(&(class, name)).cloned())
    }

    /// A field that a snippet declares among its statements, outside of any method.
    fn field_of_snippet(&mut self, name: &'t str) -> Eval<Option<Value>> {
        let outermost = self.frames.first().map(|frame| &frame.variables);
        Ok(outermost.and_then(|variables| variables.get(name)).cloned())
    }

    fn enum_constants(&mut self, class: ClassId) -> Eval<()> {
        let members = self.classes.members(class);
        for (ordinal, &constant) in members.enum_constants.iter().enumerate() {
            let Some(name) = constant.child_by_field_name("name") else { continue };
            let name = self.text_of(name);
            let arguments = self.arguments(constant)?;
            let of = match constant.child_by_field_name("body") {
                Some(body) => self.classes.anonymous(constant, body, class),
                None => class,
            };
            let ordinal = i32::try_from(ordinal).unwrap_or(i32::MAX);
            let constant_of = Some((name, ordinal));
            let object = Object {
                class: of,
                fields: Vec::new(),
                outer: None,
                captured: Rc::new([]),
                constant: constant_of,
            };
            let value = self.heap.add(Thing::Object(object));
            self.initialized.insert(of);
            self.statics.insert((class, name), value.clone());
            self.deeper(constant, |evaluator| evaluator.construct_as(&value, of, arguments, constant))?;
        }
        Ok(())
    }

    /// The constants of an enum.
    pub fn constants_of(&mut self, class: ClassId) -> Eval<Vec<Value>> {
        self.initialize(class)?;
        let members = self.classes.members(class);
        let names = members.enum_constants.iter().filter_map(|it| it.child_by_field_name("name"));
        let names: Vec<_> = names.map(|name| self.text_of(name)).collect();
        Ok(names.into_iter().filter_map(|name| self.statics.get(&(class, name)).cloned()).collect())
    }

    /// `values` and `valueOf`.
    pub fn enum_call(&mut self, class: ClassId, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        match (invocation.method, &invocation.arguments[..]) {
            ("values", []) => {
                let constants = self.constants_of(class)?;
                Ok(Some(self.heap.list(ListKind::Array, constants)))
            }
            ("valueOf", [name]) => {
                let constants = self.constants_of(class)?;
                if !name.doubt.is_none() || name.as_text().is_none() {
                    return Ok(Some(self.open_constant(constants, name, invocation)));
                }
                let Data::Text(wanted) = &name.data else { return Ok(None) };
                let found = constants.into_iter().find(|it| {
                    let constant = self.heap.as_object(it).and_then(|object| object.constant);
                    constant.is_some_and(|(constant, _)| constant == &**wanted)
                });
                match found {
                    Some(constant) => Ok(Some(constant)),
                    None => {
                        let message = format!("No enum constant {}.{wanted}", self.classes.get(class).name);
                        self.throw("IllegalArgumentException", &message, invocation.node)
                    }
                }
            }
            _ => Ok(None),
        }
    }

    /// The constant whose name comes from outside: which one it is can be chosen.
    fn open_constant(&mut self, constants: Vec<Value>, name: &Value, invocation: &Invocation<'t>) -> Value {
        let name_of = |constant: &Value| {
            let object = self.heap.as_object(constant);
            object.and_then(|object| object.constant).map_or("", |(name, _)| name)
        };
        let names: Vec<_> = constants.iter().map(name_of).collect();
        if names.is_empty() {
            return self.unknown(invocation.place).doubting(&name.doubt);
        }
        let (chosen, doubt) = self.choose_constant(&names, name, invocation);
        constants[chosen].clone().doubting(&doubt)
    }

    /// Which of an enum's constants has the name that comes from outside, and the question that this rests on.
    pub fn choose_constant(
        &mut self,
        constants: &[&str],
        name: &Value,
        invocation: &Invocation<'t>,
    ) -> (usize, Doubt) {
        let mut names = constants.to_vec();
        let wanted = name.as_text().filter(|_| !self.is_placeholder(name));
        let by_itself = wanted.and_then(|wanted| names.iter().position(|name| *name == &**wanted));
        let first = by_itself.unwrap_or(0);
        names[..=first].rotate_right(1);
        let because = match by_itself {
            Some(_) => format!("Started without arguments it is {}.", names[0]),
            None => "The text does not say; the first one is assumed.".to_owned(),
        };
        let question = format!("Which constant is {}?", self.excerpt(invocation.place));
        let alternatives = names.iter().map(|name| alternative(name, name)).collect();
        let Some(asked) = self.ask("constant", invocation.place, question, because, alternatives) else {
            return (first, Doubt::NONE);
        };
        let chosen = self.questions.chosen(asked).0;
        let chosen = constants.iter().position(|name| *name == chosen).unwrap_or(first);
        (chosen, Doubt::of(asked))
    }
}

/// What a field has before it is given a value.
fn default_value(written: &str) -> Value {
    match written {
        "int" | "short" | "byte" => Value::int(0),
        "long" => Value::long(0),
        "double" => Value::known(Data::Double(0.0)),
        "float" => Value::known(Data::Float(0.0)),
        "boolean" => Value::bool(false),
        "char" => Value::known(Data::Char(0)),
        _ => Value::NULL,
    }
}
