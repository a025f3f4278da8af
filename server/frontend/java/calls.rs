//! Calls: what they are made on, their arguments, methods and lambdas of the text that are run.

use std::rc::Rc;

use tree_sitter::Node;

use super::classes::{ClassId, ClassKind, SNIPPET};
use super::evaluator::{Eval, Evaluator};
use super::library;
use super::statements::Flow;
use super::syntax::{children, has_modifier, simple_type, span};
use super::value::{Closure, ClosureCode, Data, ListKind, Thing, Value};
use crate::frontend::Span;

/// A call that is being made: its method, its arguments and its place.
#[derive(Clone, Debug)]
pub struct Invocation<'t> {
    pub method: &'t str,
    pub arguments: Vec<Value>,
    /// The call's node; the whole chain before it belongs to it.
    pub node: Node<'t>,
    /// The method's name and its arguments, without what it is called on.
    pub place: Span,
    pub type_arguments: Vec<&'t str>,
}

impl Invocation<'_> {
    pub fn argument(&self, index: usize) -> Option<&Value> {
        self.arguments.get(index)
    }

    /// All doubts of the arguments.
    pub fn doubt(&self) -> super::value::Doubt {
        self.arguments.iter().fold(super::value::Doubt::NONE, |doubt, argument| doubt.and(&argument.doubt))
    }

    /// The place of the argument with this index, in the text.
    pub fn argument_place(&self, index: usize) -> Span {
        let arguments = self.node.child_by_field_name("arguments").map_or_else(Vec::new, children);
        arguments.get(index).map_or(self.place, |argument| span(*argument))
    }
}

/// How many classes an object may be in, or a method be looked for through.
const MOST_FRAMES: usize = 200;

impl<'t> Evaluator<'t> {
    /// A call, with the chain of calls that it is made on.
    pub fn method_invocation(&mut self, node: Node<'t>) -> Eval<Value> {
        let mut chain = vec![node];
        let mut innermost = node;
        while let Some(object) = innermost.child_by_field_name("object") {
            if object.kind() != "method_invocation" {
                break;
            }
            chain.push(object);
            innermost = object;
        }
        let mut value = self.first_call(innermost)?;
        chain.pop();
        for call in chain.into_iter().rev() {
            self.step(1, call)?;
            if let Some(receiver) = broken_receiver(call) {
                // Between two statements a semicolon is missing: the next one starts here.
                value = self.expression(receiver)?;
            }
            let invocation = self.invocation(call)?;
            value = self.invoke(value, invocation)?;
        }
        Ok(value)
    }

    /// The call at the start of a chain.
    fn first_call(&mut self, call: Node<'t>) -> Eval<Value> {
        let Some(object) = call.child_by_field_name("object") else {
            let invocation = self.invocation(call)?;
            return self.own_call(invocation);
        };
        if object.kind() == "super" {
            let invocation = self.invocation(call)?;
            return self.super_call(invocation);
        }
        // `Interface.super.method()`.
        if children(call).iter().any(|part| part.kind() == "super") {
            let invocation = self.invocation(call)?;
            let class = self.classes.named(self.text_of(object), self.frame().class);
            let this = self.frame().this.clone();
            if let (Some(class), Some(this)) = (class, this)
                && let Some(result) = self.call_method_from(&[class], &this, &invocation)?
            {
                return Ok(result);
            }
            return Ok(self.unknown(invocation.place));
        }
        let receiver = self.receiver(object)?;
        let invocation = self.invocation(call)?;
        match receiver {
            Some(receiver) => self.invoke(receiver, invocation),
            None => Ok(self.foreign(None, invocation.method, &invocation.arguments, invocation.place)),
        }
    }

    /// Evaluates the arguments of a call.
    fn invocation(&mut self, call: Node<'t>) -> Eval<Invocation<'t>> {
        let name = call.child_by_field_name("name");
        let method = name.map_or("", |name| self.text_of(name));
        let start = name.map_or(call.start_byte(), |name| name.start_byte());
        let place = Span { start, end: call.end_byte() };
        let written = call.child_by_field_name("type_arguments").map_or_else(Vec::new, children);
        let type_arguments = written.into_iter().map(|argument| self.text_of(argument)).collect();
        let arguments = self.arguments(call)?;
        Ok(Invocation { method, arguments, node: call, place, type_arguments })
    }

    pub fn arguments(&mut self, call: Node<'t>) -> Eval<Vec<Value>> {
        let list = call.child_by_field_name("arguments").map_or_else(Vec::new, children);
        list.into_iter().filter(|part| !part.is_error()).map(|argument| self.expression(argument)).collect()
    }

    /// Makes a call on a value.
    pub fn invoke(&mut self, receiver: Value, invocation: Invocation<'t>) -> Eval<Value> {
        let doubt = receiver.doubt.clone();
        let result = match &receiver.data {
            Data::Class(class) => {
                let class = Rc::clone(class);
                self.static_call(&class, invocation)?
            }
            Data::Text(text) => {
                let text = Rc::clone(text);
                library::text::call(self, &text, &doubt, invocation)?
            }
            Data::Null if self.throws(&doubt) => {
                return self.throw("NullPointerException", "", invocation.node);
            }
            Data::Null => self.foreign(None, invocation.method, &invocation.arguments, invocation.place),
            Data::Ref(id) => match self.heap.get(*id) {
                Thing::Object(_) => self.call_on_object(&receiver, invocation)?,
                Thing::Closure(_) => self.call_on_closure(&receiver, invocation)?,
                Thing::Foreign(_) => self.call_on_foreign(&receiver, invocation)?,
                Thing::Flink(_) => return self.call_on_flink(receiver, invocation),
                _ => library::call_on_thing(self, &receiver, invocation)?,
            },
            _ => library::numbers::call(self, &receiver, invocation)?,
        };
        Ok(result.doubting(&doubt))
    }

    // ---------------------------------------------------------------- methods of the text

    /// A call without an object: a method of this class or of one around it, or one that is imported.
    fn own_call(&mut self, invocation: Invocation<'t>) -> Eval<Value> {
        let objects = self.enclosing_objects();
        for object in &objects {
            if let Some(closure) = self.closure_of(object) {
                // In a method that an interface has a body for: its one other method is the lambda.
                let ancestry =
                    closure.interface.map_or_else(Vec::new, |interface| self.classes.ancestry(interface));
                return match self.call_method_from(&ancestry, object, &invocation)? {
                    Some(result) => Ok(result),
                    None => self.apply_closure(&closure, &invocation.arguments, invocation.node),
                };
            }
            let class = self.heap.as_object(object).map(|it| it.class);
            let Some(class) = class else { continue };
            let ancestry = self.classes.ancestry(class);
            if let Some(result) = self.call_method_from(&ancestry, object, &invocation)? {
                return Ok(result);
            }
        }
        let mut class = Some(self.frame().class);
        while let Some(id) = class {
            let ancestry = self.classes.ancestry(id);
            // In a static method there is no object; a method that needs one is run without.
            if let Some(result) = self.call_method_from(&ancestry, &Value::NULL, &invocation)? {
                return Ok(result);
            }
            if self.classes.get(id).kind == ClassKind::Enum
                && let Some(result) = self.enum_call(id, &invocation)?
            {
                return Ok(result);
            }
            class = self.classes.get(id).outer;
        }
        if self.frame().class != SNIPPET
            && let Some(result) = self.call_method_from(&[SNIPPET], &Value::NULL, &invocation)?
        {
            return Ok(result);
        }
        // Somebody's variable may hold a function of that name: Java has no such call.
        if let Some(class) = self.imports.class_of_member(invocation.method) {
            return self.static_call(class, invocation);
        }
        let this = objects.first().cloned();
        if let Some(this) = this {
            return self.inherited_call(&this, invocation);
        }
        let open = self.imports.open_classes().to_vec();
        if let [class] = open[..] {
            return self.static_call(class, invocation);
        }
        self.call_elsewhere(None, invocation)
    }

    /// A call on `super`.
    fn super_call(&mut self, invocation: Invocation<'t>) -> Eval<Value> {
        let this = self.frame().this.clone().unwrap_or(Value::NULL);
        let ancestry = self.classes.ancestry(self.frame().class);
        match self.call_method_from(&ancestry[1..], &this, &invocation)? {
            Some(result) => Ok(result),
            None => self.inherited_call(&this, invocation),
        }
    }

    fn call_on_object(&mut self, receiver: &Value, invocation: Invocation<'t>) -> Eval<Value> {
        let class = self.heap.as_object(receiver).map_or(SNIPPET, |object| object.class);
        let ancestry = self.classes.ancestry(class);
        match self.call_method_from(&ancestry, receiver, &invocation)? {
            Some(result) => Ok(result),
            None => self.inherited_call(receiver, invocation),
        }
    }

    /// A static method of a class.
    pub fn static_call(&mut self, class: &str, invocation: Invocation<'t>) -> Eval<Value> {
        if let Some(id) = self.classes.named(class, self.frame().class) {
            self.initialize(id)?;
            let ancestry = self.classes.ancestry(id);
            if let Some(result) = self.call_method_from(&ancestry, &Value::NULL, &invocation)? {
                return Ok(result);
            }
            if self.classes.get(id).kind == ClassKind::Enum
                && let Some(result) = self.enum_call(id, &invocation)?
            {
                return Ok(result);
            }
            if let Some(result) = self.class_call(class, &invocation)? {
                return Ok(result);
            }
            return self.call_elsewhere(Some(class), invocation);
        }
        if (class, invocation.method, invocation.arguments.len()) == ("Stream", "concat", 2) {
            return library::pipelines::concatenated(self, &invocation);
        }
        let mut invocation = invocation;
        for argument in &mut invocation.arguments {
            *argument = library::pipelines::drained(self, argument, invocation.node)?;
        }
        if let Some(comparator) = library::comparators::static_call(self, class, &invocation)? {
            return Ok(comparator);
        }
        if let Some(result) = library::static_call(self, class, &invocation)? {
            return Ok(result.doubting(&invocation.doubt()));
        }
        if let Some(result) = self.flink_static_call(class, &invocation)? {
            return Ok(result);
        }
        if let Some(result) = self.enum_call_elsewhere(class, &invocation)? {
            return Ok(result);
        }
        if let Some(result) = self.class_call(class, &invocation)? {
            return Ok(result);
        }
        self.call_elsewhere(Some(class), invocation)
    }

    /// Calls the method of the first of these classes that has it. `this` is null for a static call.
    pub fn call_method_from(
        &mut self,
        classes: &[ClassId],
        this: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        for &class in classes {
            let members = self.classes.members(class);
            let Some(candidates) = members.methods.get(invocation.method) else { continue };
            let candidates: Vec<_> = candidates
                .iter()
                .copied()
                .filter(|method| method.child_by_field_name("body").is_some())
                .collect();
            let Some(method) = self.best_of(&candidates, &invocation.arguments) else { continue };
            self.initialize(class)?;
            let this =
                if has_modifier(method, "static") || this.is_null() { None } else { Some(this.clone()) };
            return self.run_method(method, class, this, invocation).map(Some);
        }
        Ok(None)
    }

    /// The method or constructor that takes these arguments best.
    pub fn best_of(&self, candidates: &[Node<'t>], arguments: &[Value]) -> Option<Node<'t>> {
        let scored = candidates.iter().filter_map(|&candidate| {
            let parameters = candidate.child_by_field_name("parameters").map_or_else(Vec::new, children);
            self.fit(&parameters, arguments).map(|score| (score, candidate))
        });
        let mut best: Option<(usize, Node<'t>)> = None;
        for (score, candidate) in scored {
            if best.is_none_or(|(known, _)| score > known) {
                best = Some((score, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    /// How well arguments fit parameters, if they do at all.
    fn fit(&self, parameters: &[Node<'t>], arguments: &[Value]) -> Option<usize> {
        let parameters: Vec<_> = parameters.iter().filter(|it| it.kind() != "receiver_parameter").collect();
        let is_variable = parameters.last().is_some_and(|last| last.kind() == "spread_parameter");
        let fixed = if is_variable { parameters.len() - 1 } else { parameters.len() };
        if arguments.len() < fixed || !is_variable && arguments.len() > fixed {
            return None;
        }
        let mut score = if is_variable { 1 } else { 2 };
        for (parameter, argument) in parameters[..fixed].iter().zip(arguments) {
            let written = parameter.child_by_field_name("type");
            let is_array = written.is_some_and(|written| written.kind() == "array_type");
            let name = written.map_or("", |written| simple_type(self.text, written));
            score += self.fits(argument, name, is_array)? * 4;
        }
        Some(score)
    }

    fn run_method(
        &mut self,
        method: Node<'t>,
        class: ClassId,
        this: Option<Value>,
        invocation: &Invocation<'t>,
    ) -> Eval<Value> {
        let Some(body) = method.child_by_field_name("body") else { return Ok(Value::NULL) };
        if self.frames.len() > MOST_FRAMES {
            return self.reach_limit(
                invocation.node,
                "too-deep",
                "methods call each other too deep to be followed",
            );
        }
        let parameters = method.child_by_field_name("parameters").map_or_else(Vec::new, children);
        let mut variables = this.as_ref().map_or_else(Vec::new, |this| self.captured_by(this));
        variables.extend(self.bind(&parameters, &invocation.arguments));
        let name = method.child_by_field_name("name").map_or("", |name| self.text_of(name)).to_owned();
        let flow = self.in_frame(this, class, name, variables, |evaluator| {
            evaluator.deeper(body, |evaluator| evaluator.block(body))
        })?;
        let result = match flow {
            Flow::Return(value) => value,
            _ => Value::NULL,
        };
        Ok(match method.child_by_field_name("type") {
            Some(written) => self.converted(result, written),
            None => result,
        })
    }

    /// The variables that the class of an object saw where it was declared.
    fn captured_by(&self, this: &Value) -> Vec<(&'t str, Value)> {
        self.heap.as_object(this).map_or_else(Vec::new, |object| object.captured.to_vec())
    }

    /// Parameters with their arguments.
    pub fn bind(&mut self, parameters: &[Node<'t>], arguments: &[Value]) -> Vec<(&'t str, Value)> {
        let mut bound = Vec::with_capacity(parameters.len());
        for (index, &parameter) in parameters.iter().enumerate() {
            match parameter.kind() {
                "formal_parameter" => {
                    let Some(name) = parameter.child_by_field_name("name") else { continue };
                    let value = arguments.get(index).cloned().unwrap_or(Value::NULL);
                    let value = match parameter.child_by_field_name("type") {
                        Some(written) => self.converted(value, written),
                        None => value,
                    };
                    bound.push((self.text_of(name), value));
                }
                "spread_parameter" => {
                    let declarator =
                        children(parameter).into_iter().find(|it| it.kind() == "variable_declarator");
                    let name = declarator.and_then(|it| it.child_by_field_name("name"));
                    let Some(name) = name else { continue };
                    let rest = arguments.get(index..).unwrap_or_default();
                    let array = match rest {
                        [single] if self.is_array(single) || single.is_null() => single.clone(),
                        rest => self.heap.list(ListKind::Array, rest.to_vec()),
                    };
                    bound.push((self.text_of(name), array));
                }
                "identifier" => {
                    bound.push((
                        self.text_of(parameter),
                        arguments.get(index).cloned().unwrap_or(Value::NULL),
                    ));
                }
                _ => {}
            }
        }
        bound
    }

    pub fn is_array(&self, value: &Value) -> bool {
        self.heap.as_list(value).is_some_and(|list| list.kind == ListKind::Array)
    }

    // ---------------------------------------------------------------- lambdas

    fn call_on_closure(&mut self, receiver: &Value, invocation: Invocation<'t>) -> Eval<Value> {
        let Some(closure) = self.closure_of(receiver) else { return Ok(Value::NULL) };
        // A method that its interface has a body for.
        if let Some(interface) = closure.interface {
            let ancestry = self.classes.ancestry(interface);
            if let Some(result) = self.call_method_from(&ancestry, receiver, &invocation)? {
                return Ok(result);
            }
        } else {
            match (invocation.method, &invocation.arguments[..]) {
                ("andThen", [next]) => {
                    let both = Box::new([receiver.clone(), next.clone()]);
                    let code = if closure.gives_nothing {
                        ClosureCode::Both(both)
                    } else {
                        ClosureCode::Composed(both)
                    };
                    return self.closure(code, invocation.node);
                }
                ("compose", [first]) => {
                    let code = ClosureCode::Composed(Box::new([first.clone(), receiver.clone()]));
                    return self.closure(code, invocation.node);
                }
                ("and" | "or", [other]) => {
                    let both = Box::new([receiver.clone(), other.clone()]);
                    let code = ClosureCode::Joined { both, is_and: invocation.method == "and" };
                    return self.closure(code, invocation.node);
                }
                ("negate", []) => {
                    return self.closure(ClosureCode::Negated(receiver.clone()), invocation.node);
                }
                ("getClass", []) => return Ok(Value::class("Lambda")),
                _ => {
                    if let Some(comparator) = library::comparators::call(self, receiver, &invocation)? {
                        return Ok(comparator);
                    }
                }
            }
        }
        self.apply_closure(&closure, &invocation.arguments, invocation.node)
    }

    /// Calls a function: a lambda, a method reference, or an object with the one method that its interface asks for.
    pub fn apply(&mut self, function: &Value, arguments: &[Value], node: Node<'t>) -> Eval<Value> {
        if let Some(closure) = self.closure_of(function) {
            return Ok(self.apply_closure(&closure, arguments, node)?.doubting(&function.doubt));
        }
        if let Some(object) = self.heap.as_object(function) {
            let class = object.class;
            const METHODS: [&str; 10] = [
                "apply",
                "accept",
                "test",
                "get",
                "run",
                "call",
                "applyAsInt",
                "compare",
                "applyAsLong",
                "create",
            ];
            for class in self.classes.ancestry(class) {
                let members = self.classes.members(class);
                let method = METHODS.iter().find(|method| members.methods.contains_key(*method));
                if let Some(method) = method {
                    let place = span(node);
                    let arguments = arguments.to_vec();
                    let invocation =
                        Invocation { method, arguments, node, place, type_arguments: Vec::new() };
                    return self.call_on_object(function, invocation);
                }
            }
        }
        Ok(self.foreign(None, "apply", arguments, span(node)))
    }

    fn apply_closure(&mut self, closure: &Closure<'t>, arguments: &[Value], node: Node<'t>) -> Eval<Value> {
        if self.frames.len() > MOST_FRAMES {
            return self.reach_limit(node, "too-deep", "functions call each other too deep to be followed");
        }
        match &closure.code {
            ClosureCode::Lambda(lambda) => self.run_lambda(closure, *lambda, arguments),
            ClosureCode::Bound { receiver, method, place } => {
                let invocation = reference_call(method, arguments.to_vec(), *place);
                self.deeper(*place, |evaluator| evaluator.invoke(receiver.clone(), invocation))
            }
            ClosureCode::Unbound { class, method, place } => self.deeper(*place, |evaluator| {
                evaluator.unbound_reference(closure, class, method, arguments, *place)
            }),
            ClosureCode::New { type_node, place } => {
                let class = simple_type(self.text, *type_node);
                if type_node.kind() == "array_type" {
                    let length = arguments.first().and_then(Value::as_int).unwrap_or(0).max(0) as usize;
                    self.step(length, *place)?;
                    return Ok(self.heap.list(ListKind::Array, vec![Value::NULL; length]));
                }
                let (captured, arguments) = (Rc::clone(&closure.captured), arguments.to_vec());
                match self.classes.named(class, closure.class) {
                    Some(id) => self.deeper(*place, |evaluator| {
                        evaluator.in_frame(
                            closure.this.clone(),
                            closure.class,
                            String::new(),
                            Vec::new(),
                            |evaluator| evaluator.construct(id, arguments, None, captured, *place),
                        )
                    }),
                    None => self.construct_elsewhere(class, Vec::new(), arguments, *place),
                }
            }
            ClosureCode::Composed(both) => {
                let [first, second] = &**both;
                self.deeper(node, |evaluator| {
                    let result = evaluator.apply(first, arguments, node)?;
                    evaluator.apply(second, &[result], node)
                })
            }
            ClosureCode::Both(both) => {
                let [first, second] = &**both;
                self.deeper(node, |evaluator| {
                    evaluator.apply(first, arguments, node)?;
                    evaluator.apply(second, arguments, node)
                })
            }
            ClosureCode::Joined { both, is_and } => {
                let [first, second] = &**both;
                let value = self.deeper(node, |evaluator| evaluator.apply(first, arguments, node))?;
                match value.as_bool() {
                    Some(is_true) if is_true != *is_and => Ok(value),
                    _ => {
                        let other =
                            self.deeper(node, |evaluator| evaluator.apply(second, arguments, node))?;
                        let decides = other.as_bool() == Some(!*is_and);
                        let result = if value.as_bool().is_some() || decides { other } else { value.clone() };
                        Ok(result.doubting(&value.doubt))
                    }
                }
            }
            ClosureCode::Negated(function) => {
                let value = self.deeper(node, |evaluator| evaluator.apply(function, arguments, node))?;
                Ok(match value.as_bool() {
                    Some(is_true) => Value::bool(!is_true).doubting(&value.doubt),
                    None => value,
                })
            }
            ClosureCode::Comparing(_)
            | ClosureCode::NaturalOrder
            | ClosureCode::Reversed(_)
            | ClosureCode::ThenComparing(_) => {
                let order = self.deeper(node, |evaluator| {
                    library::comparators::compare(evaluator, &closure.code, arguments, node)
                })?;
                Ok(match order {
                    Some(order) => order,
                    None => self.foreign(None, "compare", arguments, span(node)),
                })
            }
            ClosureCode::Identity => Ok(arguments.first().cloned().unwrap_or(Value::NULL)),
        }
    }

    fn run_lambda(&mut self, closure: &Closure<'t>, lambda: Node<'t>, arguments: &[Value]) -> Eval<Value> {
        let Some(body) = lambda.child_by_field_name("body") else { return Ok(Value::NULL) };
        let mut variables = closure.captured.to_vec();
        if let Some(parameters) = lambda.child_by_field_name("parameters") {
            let list =
                if parameters.kind() == "identifier" { vec![parameters] } else { children(parameters) };
            variables.extend(self.bind(&list, arguments));
        }
        let method = self.lambda_name(lambda, closure.class);
        self.in_frame(closure.this.clone(), closure.class, method, variables, |evaluator| {
            if body.kind() != "block" {
                return evaluator.expression(body);
            }
            Ok(match evaluator.deeper(body, |evaluator| evaluator.block(body))? {
                Flow::Return(value) => value,
                _ => Value::NULL,
            })
        })
    }

    /// The name of the method that the compiler makes of a lambda.
    fn lambda_name(&mut self, lambda: Node<'t>, class: ClassId) -> String {
        let number = self.classes.lambda_number(lambda, class);
        let mut around = lambda;
        while let Some(parent) = around.parent() {
            around = parent;
            let name = match around.kind() {
                "method_declaration" => {
                    around.child_by_field_name("name").map_or("", |name| self.text_of(name))
                }
                "constructor_declaration" => "new",
                "field_declaration" if !has_modifier(around, "static") => "new",
                "field_declaration" | "constant_declaration" | "static_initializer" => "static",
                _ => continue,
            };
            return format!("lambda${name}${number}");
        }
        format!("lambda$main${number}")
    }

    /// `Class::method`: a static method of the class, or a method of the first argument.
    fn unbound_reference(
        &mut self,
        closure: &Closure<'t>,
        class: &str,
        method: &'t str,
        arguments: &[Value],
        place: Node<'t>,
    ) -> Eval<Value> {
        let invocation = reference_call(method, arguments.to_vec(), place);
        let Some(id) = self.classes.named(class, closure.class) else {
            if let (Some((receiver, rest)), false) =
                (arguments.split_first(), library::is_static(class, method))
            {
                let is_instance = match &receiver.data {
                    Data::Text(_) => class == "String",
                    Data::Ref(_) => match self.heap.as_flink(receiver) {
                        Some(flink) if flink.is_of_streams() => true,
                        Some(flink) => {
                            class == "Object" || super::api::is_instance(flink, class, &self.program)
                        }
                        None => true,
                    },
                    Data::Int(_) | Data::Long(_) | Data::Double(_) => library::is_instance_method(method),
                    _ => false,
                };
                if is_instance && !super::api::is_static_of_flink(class, method) {
                    let invocation = reference_call(method, rest.to_vec(), place);
                    return self.invoke(receiver.clone(), invocation);
                }
            }
            return self.static_call(class, invocation);
        };
        let ancestry = self.classes.ancestry(id);
        for &ancestor in &ancestry {
            let members = self.classes.members(ancestor);
            let Some(methods) = members.methods.get(method) else { continue };
            let statics: Vec<_> = methods.iter().copied().filter(|it| has_modifier(*it, "static")).collect();
            if self.best_of(&statics, arguments).is_some() {
                return self.static_call(class, invocation);
            }
        }
        match arguments.split_first() {
            Some((receiver, rest)) => {
                let invocation = reference_call(method, rest.to_vec(), place);
                self.invoke(receiver.clone(), invocation)
            }
            None => self.static_call(class, invocation),
        }
    }
}

/// What stands between an object and the dot of a call, where a statement before it has no end.
fn broken_receiver(call: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = call.walk();
    let error = call.children(&mut cursor).find(Node::is_error)?;
    let parts = children(error);
    match parts[..] {
        [receiver] if receiver.kind() == "identifier" => Some(receiver),
        _ => None,
    }
}

fn reference_call<'t>(method: &'t str, arguments: Vec<Value>, node: Node<'t>) -> Invocation<'t> {
    Invocation { method, arguments, node, place: span(node), type_arguments: Vec::new() }
}
