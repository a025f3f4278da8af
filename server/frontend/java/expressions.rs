//! Expressions: literals, names, operators, assignments, lambdas. Calls are in `calls`.

use tree_sitter::Node;

use super::arithmetic;
use super::classes::{ClassKind, SNIPPET, class_body};
use super::evaluator::{Eval, Evaluator};
use super::literals;
use super::syntax::{children, field_children, first_child, outer_type, simple_type, span, type_arguments};
use super::value::{Closure, ClosureCode, Data, ListKind, Thing, Value};

impl<'t> Evaluator<'t> {
    pub fn expression(&mut self, node: Node<'t>) -> Eval<Value> {
        self.deeper(node, |evaluator| evaluator.expression_here(node))
    }

    fn expression_here(&mut self, node: Node<'t>) -> Eval<Value> {
        match node.kind() {
            "identifier" => self.name(node),
            "method_invocation" => self.method_invocation(node),
            "string_literal" => Ok(Value::text(literals::string(self.text_of(node)))),
            "decimal_integer_literal"
            | "hex_integer_literal"
            | "octal_integer_literal"
            | "binary_integer_literal" => Ok(Value::known(literals::integer(self.text_of(node)))),
            "decimal_floating_point_literal" | "hex_floating_point_literal" => {
                Ok(Value::known(literals::floating_point(self.text_of(node))))
            }
            "true" => Ok(Value::bool(true)),
            "false" => Ok(Value::bool(false)),
            "null_literal" => Ok(Value::NULL),
            "character_literal" => Ok(Value::known(Data::Char(literals::character(self.text_of(node))))),
            "this" => Ok(self.frame().this.clone().unwrap_or(Value::NULL)),
            "parenthesized_expression" => match first_child(node) {
                Some(inner) => self.expression(inner),
                None => Ok(Value::NULL),
            },
            "field_access" => self.field_access(node),
            "assignment_expression" => self.assignment(node),
            "update_expression" => self.update(node),
            "binary_expression" => self.binary(node),
            "unary_expression" => self.unary(node),
            "ternary_expression" => self.ternary(node),
            "cast_expression" => self.cast(node),
            "instanceof_expression" => self.instance_of(node),
            "lambda_expression" => self.closure(ClosureCode::Lambda(node), node),
            "method_reference" => self.method_reference(node),
            "object_creation_expression" => self.object_creation(node),
            "array_creation_expression" => self.array_creation(node),
            "array_access" => self.array_access(node),
            "array_initializer" => self.array_of(node, None),
            "class_literal" => {
                let written = first_child(node).map_or("", |written| simple_type(self.text, written));
                Ok(Value::class(written))
            }
            "switch_expression" => self.switch_value(node),
            _ => Ok(self.unknown(span(node))),
        }
    }

    // ---------------------------------------------------------------- names

    /// A simple name: a variable, a field of this object or one around it, a static field, a class.
    fn name(&mut self, node: Node<'t>) -> Eval<Value> {
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
        let starts_upper = name.starts_with(|first: char| first.is_uppercase());
        // The one class of Flink's API whose name looks like a constant's.
        let is_constant = is_constant && name != "CEP";
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

    fn field_access(&mut self, node: Node<'t>) -> Eval<Value> {
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

    // ---------------------------------------------------------------- assignments

    fn assignment(&mut self, node: Node<'t>) -> Eval<Value> {
        let (Some(left), Some(right), Some(operator)) = (
            node.child_by_field_name("left"),
            node.child_by_field_name("right"),
            node.child_by_field_name("operator"),
        ) else {
            return Ok(Value::NULL);
        };
        let operator = self.text_of(operator);
        let value = if operator == "=" {
            self.expression(right)?
        } else {
            let old = self.expression(left)?;
            let operand = self.expression(right)?;
            self.binary_value(operator.trim_end_matches('='), old, operand, node)?
        };
        self.assign(left, value.clone())?;
        Ok(value)
    }

    /// Gives a variable, a field or an element a value.
    pub fn assign(&mut self, target: Node<'t>, value: Value) -> Eval<()> {
        match target.kind() {
            "identifier" => {
                let name = self.text_of(target);
                if let Some(variable) = self.variable_mut(name) {
                    *variable = as_kind_of(variable, value);
                    return Ok(());
                }
                for object in self.enclosing_objects() {
                    let field = self
                        .object_mut(&object)
                        .and_then(|it| it.fields.iter_mut().find(|(it, _)| *it == name));
                    if let Some((_, field)) = field {
                        *field = as_kind_of(field, value);
                        return Ok(());
                    }
                }
                let mut class = Some(self.frame().class);
                while let Some(id) = class {
                    for ancestor in self.classes.ancestry(id) {
                        if let Some(old) = self.static_field(ancestor, name)? {
                            self.statics.insert((ancestor, name), as_kind_of(&old, value));
                            return Ok(());
                        }
                    }
                    class = self.classes.get(id).outer;
                }
                // A field of a superclass that is not in the text; or a variable that a snippet declares outside of it.
                let this = self.frame().this.clone();
                match this.and_then(|this| {
                    self.object_mut(&this).map(|object| object.fields.push((name, value.clone())))
                }) {
                    Some(()) => {}
                    None => self.declare(name, value),
                }
            }
            "field_access" => {
                let (Some(object), Some(field)) =
                    (target.child_by_field_name("object"), target.child_by_field_name("field"))
                else {
                    return Ok(());
                };
                let name = self.text_of(field);
                let Some(receiver) = self.receiver(object)? else { return Ok(()) };
                if let Data::Class(class) = &receiver.data {
                    if let Some(id) = self.classes.named(class, self.frame().class) {
                        self.static_field(id, name)?;
                        self.statics.insert((id, name), value);
                    }
                } else if let Some(object) = self.object_mut(&receiver) {
                    match object.fields.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, field)) => *field = as_kind_of(field, value),
                        None => object.fields.push((name, value)),
                    }
                }
            }
            "array_access" => {
                let (Some(array), Some(index)) =
                    (target.child_by_field_name("array"), target.child_by_field_name("index"))
                else {
                    return Ok(());
                };
                let (array, index) = (self.expression(array)?, self.expression(index)?);
                let index = index.as_int().and_then(|index| usize::try_from(index).ok());
                if let (Some(id), Some(index)) = (array.id(), index)
                    && let Thing::List(list) = self.heap.get_mut(id)
                {
                    if let Some(item) = list.items.get_mut(index) {
                        *item = value;
                        return Ok(());
                    }
                    return self.throw("ArrayIndexOutOfBoundsException", "", target);
                }
            }
            "parenthesized_expression" => {
                if let Some(inner) = first_child(target) {
                    return self.assign(inner, value);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn update(&mut self, node: Node<'t>) -> Eval<Value> {
        let Some(target) = first_child(node) else { return Ok(Value::NULL) };
        let is_prefix = node.child(0).is_some_and(|first| !first.is_named());
        let sign = if self.text_of(node).contains("++") { "+" } else { "-" };
        let old = self.expression(target)?;
        let new = self.binary_value(sign, old.clone(), Value::int(1), node)?;
        let new = as_kind_of(&old, new);
        self.assign(target, new.clone())?;
        Ok(if is_prefix { new } else { old })
    }

    // ---------------------------------------------------------------- operators

    fn binary(&mut self, node: Node<'t>) -> Eval<Value> {
        // `a + b + c + …` leans to the left: no recursion along it.
        let mut spine = Vec::new();
        let mut leftmost = node;
        while leftmost.kind() == "binary_expression" {
            spine.push(leftmost);
            match leftmost.child_by_field_name("left") {
                Some(left) => leftmost = left,
                None => return Ok(Value::NULL),
            }
        }
        let mut value = self.expression(leftmost)?;
        for expression in spine.into_iter().rev() {
            let (Some(operator), Some(right)) =
                (expression.child_by_field_name("operator"), expression.child_by_field_name("right"))
            else {
                continue;
            };
            let operator = self.text_of(operator);
            if let "&&" | "||" = operator {
                let decides = value.as_bool() == Some(operator == "||");
                if decides && value.doubt.is_none() {
                    continue;
                }
                if decides {
                    // What is on the right may count after all; it is not run where it is not reached.
                    continue;
                }
                let right = self.expression(right)?;
                let result = match (value.as_bool(), right.as_bool()) {
                    (Some(_), Some(right)) => Some(right),
                    (None, Some(right)) if right == (operator == "||") => Some(right),
                    _ => None,
                };
                let doubt = value.doubt.and(&right.doubt);
                value = match result {
                    Some(result) => Value::bool(result).doubting(&doubt),
                    None => self.unknown(span(expression)).doubting(&doubt),
                };
                continue;
            }
            let right = self.expression(right)?;
            value = self.binary_value(operator, value, right, expression)?;
        }
        Ok(value)
    }

    /// The value of an operator between two values.
    pub fn binary_value(&mut self, operator: &str, left: Value, right: Value, node: Node<'t>) -> Eval<Value> {
        let doubt = left.doubt.and(&right.doubt);
        if operator == "+" && (is_textual(&left) || is_textual(&right)) {
            let (mut text, first) = self.printed(&left, node)?;
            let (second_text, second) = self.printed(&right, node)?;
            text.push_str(&second_text);
            return self.made_text(text, doubt.and(&first).and(&second), node);
        }
        if let "==" | "!=" = operator {
            let equal = self.same(&left, &right);
            return Ok(match equal {
                Some(equal) => Value::bool(equal == (operator == "==")).doubting(&doubt),
                None => self.unknown(span(node)).doubting(&doubt),
            });
        }
        match arithmetic::binary(operator, &left.data, &right.data) {
            Some(Ok(data)) => Ok(Value::known(data).doubting(&doubt)),
            Some(Err(message)) => self.throw("ArithmeticException", message, node),
            None => Ok(self.unknown(span(node)).doubting(&doubt)),
        }
    }

    fn unary(&mut self, node: Node<'t>) -> Eval<Value> {
        let (Some(operator), Some(operand)) =
            (node.child_by_field_name("operator"), node.child_by_field_name("operand"))
        else {
            return Ok(Value::NULL);
        };
        let operator = self.text_of(operator);
        if operator == "-" {
            // The smallest numbers are written as the negation of what is no number by itself.
            if let Some(data) = literals::negative(operand.kind(), self.text_of(operand)) {
                return Ok(Value::known(data));
            }
        }
        let value = self.expression(operand)?;
        Ok(match arithmetic::unary(operator, &value.data) {
            Some(data) => Value::known(data).doubting(&value.doubt),
            None => self.unknown(span(node)).doubting(&value.doubt),
        })
    }

    fn ternary(&mut self, node: Node<'t>) -> Eval<Value> {
        let (Some(condition), Some(then), Some(otherwise)) = (
            node.child_by_field_name("condition"),
            node.child_by_field_name("consequence"),
            node.child_by_field_name("alternative"),
        ) else {
            return Ok(Value::NULL);
        };
        let value = self.expression(condition)?;
        if let (Some(is_true), true) = (value.as_bool(), value.doubt.is_none()) {
            return self.expression(if is_true { then } else { otherwise });
        }
        let (is_true, doubt) = self.open_ternary(condition, &value, then, otherwise);
        let result = self.expression(if is_true { then } else { otherwise })?;
        if self.is_of_streams(&result) {
            self.questions.matter(&doubt);
        }
        Ok(result.doubting(&doubt))
    }

    fn cast(&mut self, node: Node<'t>) -> Eval<Value> {
        let Some(value) = node.child_by_field_name("value") else { return Ok(Value::NULL) };
        let value = self.expression(value)?;
        let Some(written) = node.child_by_field_name("type") else { return Ok(value) };
        if let Some(data) = arithmetic::cast(simple_type(self.text, written), &value.data) {
            return Ok(Value { data, doubt: value.doubt });
        }
        Ok(self.converted(value, written))
    }

    fn instance_of(&mut self, node: Node<'t>) -> Eval<Value> {
        let Some(left) = node.child_by_field_name("left") else { return Ok(Value::NULL) };
        let value = self.expression(left)?;
        let Some(written) = node.child_by_field_name("right") else { return Ok(self.unknown(span(node))) };
        let class = simple_type(self.text, written);
        let is_instance = self.is_instance(&value, class);
        if self.is_open_environment(&value, class) {
            let because = "On a cluster the environment is another one.";
            return Ok(self.outside_value(Value::bool(false), span(node), because));
        }
        if let Some(name) = node.child_by_field_name("name") {
            let name = self.text_of(name);
            self.declare(name, value.clone());
        }
        Ok(match is_instance {
            Some(is_instance) => Value::bool(is_instance).doubting(&value.doubt),
            None => self.unknown(span(node)).doubting(&value.doubt),
        })
    }

    // ---------------------------------------------------------------- lambdas

    pub fn closure(&mut self, code: ClosureCode<'t>, node: Node<'t>) -> Eval<Value> {
        let captured = self.capture(node)?;
        let (this, class) = (self.frame().this.clone(), self.frame().class);
        Ok(self.heap.add(Thing::Closure(Closure {
            code,
            captured,
            this,
            class,
            interface: None,
            gives_nothing: false,
        })))
    }

    fn method_reference(&mut self, node: Node<'t>) -> Eval<Value> {
        let parts = children(node);
        let Some(&target) = parts.first() else { return Ok(Value::NULL) };
        let written = self.text_of(node);
        let method = written.rsplit("::").next().unwrap_or_default().trim();
        if method == "new" {
            return self.closure(ClosureCode::New { type_node: target, place: node }, node);
        }
        let code = match target.kind() {
            "super" => ClosureCode::Bound {
                receiver: self.frame().this.clone().unwrap_or(Value::NULL),
                method,
                place: node,
            },
            "identifier"
            | "this"
            | "field_access"
            | "method_invocation"
            | "object_creation_expression"
            | "parenthesized_expression"
            | "string_literal"
            | "array_access" => match self.receiver(target)? {
                Some(Value { data: Data::Class(class), .. }) => {
                    ClosureCode::Unbound { class, method, place: node }
                }
                Some(receiver) => ClosureCode::Bound { receiver, method, place: node },
                None => ClosureCode::Unbound { class: "".into(), method, place: node },
            },
            _ => ClosureCode::Unbound { class: simple_type(self.text, target).into(), method, place: node },
        };
        self.closure(code, node)
    }

    // ---------------------------------------------------------------- objects and arrays

    fn object_creation(&mut self, node: Node<'t>) -> Eval<Value> {
        let Some(written) = node.child_by_field_name("type") else { return Ok(Value::NULL) };
        let outer = children(node).into_iter().find(|part| {
            part.end_byte() <= written.start_byte()
                && !["type_arguments", "marker_annotation"].contains(&part.kind())
        });
        let outer = outer.map(|outer| self.expression(outer)).transpose()?;
        let class = simple_type(self.text, written);
        let arguments = self.arguments(node)?;
        if let Some(body) = class_body(node) {
            let here = self.frame().class;
            let anonymous = self.classes.anonymous(node, body, here);
            // An `OutputTag` is made as a subclass to keep its type.
            if class == "OutputTag" {
                return self.construct_elsewhere(class, type_arguments(self.text, written), arguments, node);
            }
            let captured = self.capture(body)?;
            return self.construct(anonymous, arguments, None, captured, node);
        }
        match self.classes.named(class, self.frame().class) {
            Some(id) if self.classes.get(id).kind != ClassKind::Interface => {
                let captured = if self.classes.get(id).is_local {
                    let body = self.classes.get(id).node;
                    self.capture(body)?
                } else {
                    std::rc::Rc::new([])
                };
                self.construct(id, arguments, outer, captured, node)
            }
            _ => {
                // `new DorisSink.Builder<>()` is known by what it builds.
                let class = if class == "Builder" { outer_type(self.text, written) } else { class };
                self.construct_elsewhere(class, type_arguments(self.text, written), arguments, node)
            }
        }
    }

    fn array_creation(&mut self, node: Node<'t>) -> Eval<Value> {
        let written = node.child_by_field_name("type");
        if let Some(value) = node.child_by_field_name("value") {
            let array = self.array_of(value, None)?;
            return Ok(array);
        }
        let dimensions = field_children(node, "dimensions");
        let size = dimensions.first().and_then(|dimension| first_child(*dimension));
        let Some(size) = size else { return Ok(self.unknown(span(node))) };
        let size = self.expression(size)?;
        let element = match written.map_or("", |written| simple_type(self.text, written)) {
            _ if dimensions.len() > 1 => Value::NULL,
            "int" | "short" | "byte" => Value::int(0),
            "long" => Value::long(0),
            "double" => Value::known(Data::Double(0.0)),
            "float" => Value::known(Data::Float(0.0)),
            "boolean" => Value::bool(false),
            "char" => Value::known(Data::Char(0)),
            _ => Value::NULL,
        };
        match size.as_int() {
            Some(size) if size < 0 => self.throw("NegativeArraySizeException", &size.to_string(), node),
            Some(length) => {
                let length = length as usize;
                self.step(length, node)?;
                Ok(self.heap.list(ListKind::Array, vec![element; length]).doubting(&size.doubt))
            }
            None => Ok(self.unknown(span(node)).doubting(&size.doubt)),
        }
    }

    fn array_access(&mut self, node: Node<'t>) -> Eval<Value> {
        let (Some(array), Some(index)) =
            (node.child_by_field_name("array"), node.child_by_field_name("index"))
        else {
            return Ok(Value::NULL);
        };
        let (array, index) = (self.expression(array)?, self.expression(index)?);
        let doubt = array.doubt.and(&index.doubt);
        let Some(list) = self.heap.as_list(&array) else {
            return Ok(self.foreign(None, "", &[], span(node)).doubting(&doubt));
        };
        let position = index.as_int().and_then(|index| usize::try_from(index).ok());
        match position.and_then(|position| list.items.get(position)) {
            Some(item) => Ok(item.clone().doubting(&doubt)),
            // An argument that is not there when the program starts without any: it is given when it is needed.
            None if !self.throws(&doubt) || index.as_int().is_none() => {
                Ok(self.foreign(None, "", &[], span(node)).doubting(&doubt))
            }
            None => {
                let message = format!(
                    "Index {} out of bounds for length {}",
                    index.as_int().unwrap_or(-1),
                    list.items.len()
                );
                self.throw("ArrayIndexOutOfBoundsException", &message, node)
            }
        }
    }
}

fn is_textual(value: &Value) -> bool {
    matches!(value.data, Data::Text(_))
}

/// A value that takes the place of another one: numbers keep the type of the variable.
fn as_kind_of(old: &Value, new: Value) -> Value {
    let data = match (&old.data, &new.data) {
        (Data::Long(_), Data::Int(_) | Data::Char(_)) => arithmetic::cast("long", &new.data),
        (Data::Double(_), Data::Int(_) | Data::Long(_) | Data::Float(_) | Data::Char(_)) => {
            arithmetic::cast("double", &new.data)
        }
        (Data::Float(_), Data::Int(_) | Data::Long(_)) => arithmetic::cast("float", &new.data),
        (Data::Char(_), Data::Int(_) | Data::Long(_)) => arithmetic::cast("char", &new.data),
        (Data::Int(_), Data::Long(_) | Data::Double(_)) => arithmetic::cast("int", &new.data),
        _ => None,
    };
    match data {
        Some(data) => Value { data, doubt: new.doubt },
        None => new,
    }
}
