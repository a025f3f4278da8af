//! Names: which variable, field, class or package one stands for.

use tree_sitter::Node;

use super::classes::SNIPPET;
use super::evaluator::{Eval, Evaluator};
use super::syntax::span;
use super::value::{Data, Thing, Value};

impl<'t> Evaluator<'t> {
    /// A simple name: a variable, a field of this object or one around it, a static field, a class.
    pub fn name(&mut self, node: Node<'t>) -> Eval<Value> {
        let name = self.text_of(node);
        match self.lookup(name)? {
            Some(value) => Ok(value),
            None => self.unresolved(name, node),
        }
    }

    /// What a simple name stands for, if it is anything of the text.
    pub fn lookup(&mut self, name: &'t str) -> Eval<Option<Value>> {
        if let Some(value) = self.variable(name) {
            return Ok(Some(value.clone()));
        }
        for object in self.enclosing_objects() {
            let Some(found) = self.heap.as_object(&object) else { continue };
            if let Some((_, value)) = found.fields.iter().find(|(field, _)| *field == name) {
                return Ok(Some(value.clone()));
            }
            if let Some((_, value)) = found.captured.iter().rev().find(|(captured, _)| *captured == name) {
                return Ok(Some(value.clone()));
            }
        }
        let mut class = Some(self.frame().class);
        while let Some(id) = class {
            for ancestor in self.classes.ancestry(id) {
                if let Some(value) = self.static_field(ancestor, name)? {
                    return Ok(Some(value));
                }
            }
            class = self.classes.get(id).outer;
        }
        if self.frame().class != SNIPPET
            && let Some(value) = self.static_field(SNIPPET, name)?
        {
            return Ok(Some(value));
        }
        if self.classes.named(name, self.frame().class).is_some() {
            return Ok(Some(Value::class(name)));
        }
        Ok(None)
    }

    /// A name that is declared nowhere in the text: a class, the start of a package, or something of another file.
    fn unresolved(&mut self, name: &'t str, node: Node<'t>) -> Eval<Value> {
        if let Some(class) = self.imports.class_of_member(name) {
            return self.static_member_elsewhere(class, name, node);
        }
        let is_constant = name.len() > 1 && !name.bytes().any(|byte| byte.is_ascii_lowercase());
        // The one class of Flink's API whose name looks like a constant's.
        let is_constant = is_constant && name != "CEP";
        let starts_upper = name.starts_with(|first: char| first.is_uppercase());
        if starts_upper && (!is_constant || self.imports.qualified(name).is_some()) {
            return Ok(Value::class(name));
        }
        if let Some(value) = self.implicit_environment(name, node) {
            return Ok(value);
        }
        if is_constant {
            let classes = self.imports.open_classes().to_vec();
            if let [class] = classes[..] {
                return self.static_member_elsewhere(class, name, node);
            }
        }
        Ok(self.foreign(None, name, &[], span(node)))
    }

    pub fn field_access(&mut self, node: Node<'t>) -> Eval<Value> {
        let (Some(object), Some(field)) =
            (node.child_by_field_name("object"), node.child_by_field_name("field"))
        else {
            return Ok(self.unknown(span(node)));
        };
        let name = self.text_of(field);
        if name == "this" {
            // `Outer.this`.
            let class = self.classes.named(self.text_of(object), self.frame().class);
            let objects = self.enclosing_objects();
            let found = objects.into_iter().find(|it| {
                let of = self.heap.as_object(it).map(|object| object.class);
                of.is_some_and(|of| class.is_some_and(|class| self.classes.ancestry(of).contains(&class)))
            });
            return Ok(found.unwrap_or(Value::NULL));
        }
        if object.kind() == "super" {
            let this = self.frame().this.clone().unwrap_or(Value::NULL);
            return self.field_of(&this, name, node);
        }
        match self.receiver(object)? {
            Some(receiver) => self.field_of(&receiver, name, node),
            None => Ok(self.package_or_class(name)),
        }
    }

    /// What a call or a field access is made on; nothing for the name of a package.
    pub fn receiver(&mut self, object: Node<'t>) -> Eval<Option<Value>> {
        if object.kind() == "identifier" {
            let name = self.text_of(object);
            if let Some(value) = self.lookup(name)? {
                return Ok(Some(value));
            }
            let is_package =
                name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
            const TOP_LEVEL: [&str; 7] = ["org", "com", "io", "java", "javax", "net", "de"];
            if is_package && TOP_LEVEL.contains(&name) {
                return Ok(None);
            }
            return self.unresolved(name, object).map(Some);
        }
        if object.kind() == "field_access"
            && let (Some(inner), Some(field)) =
                (object.child_by_field_name("object"), object.child_by_field_name("field"))
            && matches!(inner.kind(), "identifier" | "field_access")
            && self.is_package(inner)
        {
            let value = self.package_or_class(self.text_of(field));
            return Ok(matches!(value.data, Data::Class(_)).then_some(value));
        }
        self.expression(object).map(Some)
    }

    /// Whether a dotted name is that of a package.
    fn is_package(&self, node: Node<'t>) -> bool {
        let mut root = node;
        while let Some(object) = root.child_by_field_name("object").filter(|_| root.kind() == "field_access")
        {
            root = object;
        }
        let written = self.text_of(node);
        let all_lower = !written.contains(|char: char| char.is_uppercase() || char == '(');
        all_lower && self.variable(self.text_of(root)).is_none() && root.kind() == "identifier" && {
            let name = self.text_of(root);
            ["org", "com", "io", "java", "javax", "net", "de"].contains(&name)
        }
    }

    fn package_or_class(&self, name: &'t str) -> Value {
        if name.starts_with(|first: char| first.is_uppercase()) { Value::class(name) } else { Value::NULL }
    }

    /// A field of a value, or a static field of a class.
    pub fn field_of(&mut self, receiver: &Value, name: &'t str, node: Node<'t>) -> Eval<Value> {
        if let Data::Class(class) = &receiver.data {
            let class = class.clone();
            let from = self.frame().class;
            if let Some(id) = self.classes.named(&class, from) {
                for ancestor in self.classes.ancestry(id) {
                    if let Some(value) = self.static_field(ancestor, name)? {
                        return Ok(value);
                    }
                }
                if self.classes.named(name, id).is_some() {
                    return Ok(Value::class(name));
                }
            }
            return self.static_member_elsewhere(&class, name, node);
        }
        match self.heap.thing(receiver) {
            Some(Thing::List(list)) if name == "length" => {
                let length = Value::int(i32::try_from(list.items.len()).unwrap_or(i32::MAX));
                Ok(length.doubting(&receiver.doubt))
            }
            Some(Thing::Object(object)) => {
                if let Some((_, value)) = object.fields.iter().find(|(field, _)| *field == name) {
                    return Ok(value.clone());
                }
                let class = object.class;
                for ancestor in self.classes.ancestry(class) {
                    if let Some(value) = self.static_field(ancestor, name)? {
                        return Ok(value);
                    }
                }
                Ok(self.foreign(None, name, &[], span(node)))
            }
            Some(Thing::Entry(first, second)) => match name {
                "f0" => Ok(first.clone()),
                "f1" => Ok(second.clone()),
                _ => Ok(self.foreign(None, name, &[], span(node))),
            },
            _ if receiver.is_null() && self.throws(&receiver.doubt) => {
                self.throw("NullPointerException", "", node)
            }
            _ => Ok(self.foreign(None, name, &[], span(node)).doubting(&receiver.doubt)),
        }
    }
}
