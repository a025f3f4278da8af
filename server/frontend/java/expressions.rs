//! Expressions: literals, names, operators, assignments, lambdas. Calls are in `calls`.

use tree_sitter::Node;

use super::arithmetic;
use super::classes::{ClassKind, SNIPPET, class_body};
use super::evaluator::{Eval, Evaluator};
use super::literals;
use super::syntax::{children, field_children, first_child, outer_type, simple_type, span, type_arguments};
use super::value::{Closure, ClosureCode, Data, ListKind, Object, Thing, Value};

impl<'t> Evaluator<'t> {
    pub fn expression(&mut self, node: Node<'t>) -> Eval<Value> {
        self.deeper(node, |evaluator| evaluator.expression_here(node))
    }

    /// `this`. A snippet may be the body of a method whose class is not in the text: it has an object then.
    fn this_object(&mut self) -> Value {
        if self.frame().this.is_none() && self.frame().class == SNIPPET {
            let object = Object {
                class: SNIPPET,
                fields: Vec::new(),
                outer: None,
                captured: std::rc::Rc::new([]),
                constant: None,
            };
            self.frame_mut().this = Some(self.heap.add(Thing::Object(object)));
        }
        self.frame().this.clone().unwrap_or(Value::NULL)
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
            "this" => Ok(self.this_object()),
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
        let (is_true, doubt) = self.open_ternary(condition, &value, then, otherwise)?;
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
            let members = children(body);
            let only_initializes = !members.is_empty() && members.iter().all(|it| it.kind() == "block");
            if only_initializes && self.classes.named(class, here).is_none() {
                let value =
                    self.construct_elsewhere(class, type_arguments(self.text, written), arguments, node)?;
                return self.initialize_here(value, &members);
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

    /// Runs the initializers of an anonymous class that has nothing else, on an object of its superclass.
    fn initialize_here(&mut self, value: Value, blocks: &[Node<'t>]) -> Eval<Value> {
        self.initialized_here.push((self.frames.len(), value.clone()));
        let run = blocks.iter().try_for_each(|block| self.block(*block).map(drop));
        self.initialized_here.pop();
        run.map(|()| value)
    }

    fn array_creation(&mut self, node: Node<'t>) -> Eval<Value> {
        let written = node.child_by_field_name("type");
        if let Some(value) = node.child_by_field_name("value") {
            let array = self.array_of(value, None)?;
            return Ok(array);
        }
        let mut sizes = Vec::new();
        for dimension in field_children(node, "dimensions") {
            if let Some(size) = first_child(dimension) {
                sizes.push(self.expression(size)?);
            }
        }
        let doubt = sizes.iter().fold(super::value::Doubt::NONE, |doubt, size| doubt.and(&size.doubt));
        let mut lengths = Vec::with_capacity(sizes.len());
        for size in &sizes {
            match size.as_int() {
                Some(size) if size < 0 => {
                    return self.throw("NegativeArraySizeException", &size.to_string(), node);
                }
                Some(size) => lengths.push(size as usize),
                None => return Ok(self.unknown(span(node)).doubting(&doubt)),
            }
        }
        // `new int[2][]` leaves its elements out.
        let has_open_dimension = children(node).iter().any(|part| part.kind() == "dimensions");
        let element = match written.map_or("", |written| simple_type(self.text, written)) {
            _ if has_open_dimension => Value::NULL,
            "int" | "short" | "byte" => Value::int(0),
            "long" => Value::long(0),
            "double" => Value::known(Data::Double(0.0)),
            "float" => Value::known(Data::Float(0.0)),
            "boolean" => Value::bool(false),
            "char" => Value::known(Data::Char(0)),
            _ => Value::NULL,
        };
        if lengths.is_empty() {
            return Ok(self.unknown(span(node)));
        }
        Ok(self.array_of_lengths(&lengths, &element, node)?.doubting(&doubt))
    }

    /// An array of these lengths, the outermost first, of which each innermost element has this value.
    fn array_of_lengths(&mut self, lengths: &[usize], element: &Value, node: Node<'t>) -> Eval<Value> {
        let Some((&length, inner)) = lengths.split_first() else { return Ok(element.clone()) };
        self.step(length, node)?;
        let mut items = Vec::with_capacity(length);
        for _ in 0..length {
            items.push(self.deeper(node, |evaluator| evaluator.array_of_lengths(inner, element, node))?);
        }
        Ok(self.heap.list(ListKind::Array, items))
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
