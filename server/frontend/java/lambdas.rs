//! Lambdas and method references: how they are called, and what the compiler calls them.

use std::rc::Rc;

use tree_sitter::Node;

use super::calls::{Invocation, MOST_FRAMES};
use super::classes::ClassId;
use super::evaluator::{Eval, Evaluator};
use super::library;
use super::statements::Flow;
use super::syntax::{children, has_modifier, simple_type, span};
use super::value::{Closure, ClosureCode, Data, ListKind, Value};

impl<'t> Evaluator<'t> {
    pub fn call_on_closure(&mut self, receiver: &Value, invocation: Invocation<'t>) -> Eval<Value> {
        let Some(closure) = self.closure_of(receiver) else { return Ok(Value::NULL) };
        // A method that its interface has a body for.
        if let Some(interface) = closure.interface {
            let ancestry = self.classes.ancestry(interface);
            if let Some(result) = self.call_method_from(&ancestry, receiver, &invocation)? {
                return Ok(result);
            }
        }
        let is_declared = closure.interface.is_some_and(|interface| {
            let mut ancestry = self.classes.ancestry(interface).into_iter();
            ancestry.any(|it| self.classes.members(it).methods.contains_key(invocation.method))
        });
        if !is_declared {
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

    pub fn apply_closure(
        &mut self,
        closure: &Closure<'t>,
        arguments: &[Value],
        node: Node<'t>,
    ) -> Eval<Value> {
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

fn reference_call<'t>(method: &'t str, arguments: Vec<Value>, node: Node<'t>) -> Invocation<'t> {
    Invocation { method, arguments, node, place: span(node), type_arguments: Vec::new() }
}
