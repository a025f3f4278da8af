//! Calls: what they are made on, their arguments, methods and lambdas of the text that are run.

use std::rc::Rc;

use tree_sitter::Node;

use super::classes::{ClassId, ClassKind, SNIPPET};
use super::evaluator::{Eval, Evaluator};
use super::library;
use super::statements::Flow;
use super::syntax::{children, has_modifier, simple_type, span};
use super::value::{Data, ListKind, Thing, Value};
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
pub const MOST_FRAMES: usize = 200;

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
        if let Some((frames, object)) = self.initialized_here.last().cloned()
            && frames == self.frames.len()
            && (tells_object(invocation.method) || !self.is_own_method(invocation.method))
        {
            return self.invoke(object, invocation);
        }
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

    /// Whether this class, or one around it, has a method of this name.
    fn is_own_method(&mut self, method: &str) -> bool {
        let mut class = Some(self.frame().class);
        while let Some(id) = class {
            let mut ancestry = self.classes.ancestry(id).into_iter();
            if ancestry.any(|ancestor| self.classes.members(ancestor).methods.contains_key(method)) {
                return true;
            }
            class = self.classes.get(id).outer;
        }
        self.classes.members(SNIPPET).methods.contains_key(method)
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

    pub fn call_on_object(&mut self, receiver: &Value, invocation: Invocation<'t>) -> Eval<Value> {
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
}

/// Whether a method of this name fills a collection or a configuration.
fn tells_object(method: &str) -> bool {
    ["add", "put", "set"].iter().any(|prefix| method.starts_with(prefix))
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
