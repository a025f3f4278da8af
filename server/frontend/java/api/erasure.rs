//! What Java's compiler leaves out of a lambda: the type arguments of what it takes and gives.
//!
//! Mirrors where Flink's `TypeExtractor` finds a class with type parameters and nothing that says what they are. What a `map`
//! or `flatMap` gives may still be said by `returns`; until it is, whatever asks for the stream's type is refused. A key, or
//! the result of a join, is refused at once. Only what is certain is refused: a lambda of which it cannot be told whether its
//! result has type parameters is taken to be fine.

use tree_sitter::Node;

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::program::NewCall;
use super::super::syntax::{children, first_child, simple_type, type_arguments};
use super::super::value::{Closure, ClosureCode, Value};
use crate::flink::{Refusal, RefusalStage};
use crate::frontend::Operation;

const INVALID_TYPES: &str = "org.apache.flink.api.common.functions.InvalidTypesException";

/// How many expressions of a lambda are looked at for their types.
const MOST_EXPRESSIONS: usize = 1_000;

impl<'t> Evaluator<'t> {
    /// Notes that Flink does not know what an operator gives, since its function is a lambda. `map` and `flatMap` are known by
    /// the place of their call, a window's function by its class.
    pub fn note_erased(&mut self, made: usize, invocation: &Invocation<'t>) -> Eval<()> {
        let [function] = &invocation.arguments[..] else { return Ok(()) };
        let Some((lambda, closure)) = self.lambda_of(function) else { return Ok(()) };
        let is_erased = match invocation.method {
            // They give what they give to a `Collector`, which has a type parameter.
            "flatMap" | "apply" => true,
            "map" => {
                let input = self.program.operators[made].inputs.first().copied();
                let input = input.and_then(|input| self.element_of(input));
                match invocation.type_arguments.first() {
                    Some(written) => written.contains('<'),
                    None if is_argument(invocation, lambda) => {
                        self.generic_result(lambda, &closure, input.as_deref()).is_some()
                    }
                    None => self.is_declared_generic(lambda),
                }
            }
            _ => false,
        };
        if is_erased {
            let name = if invocation.method == "apply" {
                format!("{}@0", self.function_name(function, invocation.node)?)
            } else {
                self.call_location(invocation)
            };
            self.erased.insert(made, name);
        }
        Ok(())
    }

    /// `returns`: now the type is known.
    pub fn restore_type(&mut self, operator: usize) {
        self.erased.remove(&operator);
    }

    /// Refuses a call that asks for the type of a stream that has none.
    pub fn check_types_of(&mut self, call: &NewCall) {
        if matches!(call.operation, Operation::GetSideOutput { .. }) {
            return;
        }
        for &input in &call.inputs {
            self.check_type_of(input);
        }
    }

    /// Refuses to ask for a type that is not known.
    pub fn check_type_of(&mut self, operator: usize) {
        if let Some(function) = self.erased.get(&operator) {
            let refusal = erased_result(RefusalStage::Build, function);
            self.program.refuse(refusal.at(operator, None));
        }
    }

    /// At the end of the program: the types of streams that nothing reads are asked for as well.
    pub fn check_types_at_the_end(&mut self) {
        if let Some((operator, function)) = self.erased.first_key_value() {
            let refusal = erased_result(RefusalStage::StreamGraph, function);
            self.program.refuse(refusal.at(*operator, None));
        }
    }

    /// Refuses a key selector that is a lambda and gives what has type parameters.
    pub fn check_key_selector(&mut self, invocation: &Invocation<'t>, input: usize) {
        let [selector] = &invocation.arguments[..] else { return };
        let Some((lambda, closure)) = self.lambda_of(selector) else { return };
        if !is_argument(invocation, lambda) {
            return;
        }
        let input = self.element_of(input);
        if let Some(class) = self.generic_result(lambda, &closure, input.as_deref()) {
            let interface = "org.apache.flink.api.java.functions.KeySelector";
            self.program.refuse_in_text(missing_parameters(&class, interface), invocation.place);
        }
    }

    /// Refuses the function of a join or a co-group that is a lambda and takes or gives what has type parameters.
    pub fn check_join_function(&mut self, invocation: &Invocation<'t>, is_co_group: bool) {
        let [function] = &invocation.arguments[..] else { return };
        let Some((lambda, closure)) = self.lambda_of(function) else { return };
        let parameters = lambda.child_by_field_name("parameters").map_or_else(Vec::new, children);
        let (class, interface) = if is_co_group {
            (Some("Collector".to_owned()), "CoGroupFunction")
        } else if parameters.len() == 3 {
            (Some("Collector".to_owned()), "FlatJoinFunction")
        } else if is_argument(invocation, lambda) {
            (self.generic_result(lambda, &closure, None), "JoinFunction")
        } else {
            (None, "JoinFunction")
        };
        if let Some(class) = class {
            let interface = format!("org.apache.flink.api.common.functions.{interface}");
            self.program.refuse_in_text(missing_parameters(&class, &interface), invocation.place);
        }
    }

    fn lambda_of(&self, function: &Value) -> Option<(Node<'t>, Closure<'t>)> {
        let closure = self.closure_of(function)?;
        match closure.code {
            ClosureCode::Lambda(lambda) => Some((lambda, closure)),
            _ => None,
        }
    }

    /// Whether a lambda that is not written as an argument is declared as a function that gives what has type parameters.
    fn is_declared_generic(&self, lambda: Node<'t>) -> bool {
        let Some(parent) = lambda.parent() else { return false };
        let written = match parent.kind() {
            "variable_declarator" => parent.parent().and_then(|it| it.child_by_field_name("type")),
            "cast_expression" => parent.child_by_field_name("type"),
            _ => None,
        };
        let arguments = written.map_or_else(Vec::new, |written| type_arguments(self.text, written));
        arguments.last().is_some_and(|last| last.contains('<'))
    }

    /// The class with type parameters that a lambda certainly gives; `input` is the type of its parameter.
    fn generic_result(&self, lambda: Node<'t>, closure: &Closure<'t>, input: Option<&str>) -> Option<String> {
        let parameters = lambda.child_by_field_name("parameters")?;
        let parameter = match parameters.kind() {
            "identifier" => Some(parameters),
            _ => first_child(parameters),
        };
        let parameter = parameter.map(|it| self.text_of(it.child_by_field_name("name").unwrap_or(it)));
        let body = lambda.child_by_field_name("body")?;
        let mut results = Vec::new();
        if body.kind() == "block" {
            let mut to_visit = vec![body];
            let mut seen = 0;
            while let Some(node) = to_visit.pop() {
                seen += 1;
                match node.kind() {
                    _ if seen > MOST_EXPRESSIONS => return None,
                    "return_statement" => results.extend(first_child(node)),
                    "lambda_expression" | "class_body" => {}
                    _ => to_visit.extend(children(node)),
                }
            }
        } else {
            results.push(body);
        }
        for _ in 0..MOST_EXPRESSIONS {
            let result = results.pop()?;
            match result.kind() {
                "parenthesized_expression" => results.extend(first_child(result)),
                "ternary_expression" => {
                    results.extend(result.child_by_field_name("consequence"));
                    results.extend(result.child_by_field_name("alternative"));
                }
                "object_creation_expression" => {
                    let written = result.child_by_field_name("type")?;
                    if written.kind() == "generic_type" {
                        return Some(simple_type(self.text, written).to_owned());
                    }
                }
                "cast_expression" => {
                    let written = result.child_by_field_name("type")?;
                    if written.kind() == "generic_type" {
                        return Some(simple_type(self.text, written).to_owned());
                    }
                }
                "identifier" if Some(self.text_of(result)) == parameter => {
                    let name = input?.split('<').next()?;
                    let is_tuple = name
                        .strip_prefix("Tuple")
                        .is_some_and(|rest| rest.parse::<u8>().is_ok_and(|it| it > 0));
                    if is_tuple {
                        return Some(name.to_owned());
                    }
                }
                "method_invocation" => {
                    let object = result.child_by_field_name("object").map_or("", |it| self.text_of(it));
                    let method = result.child_by_field_name("name").map_or("", |it| self.text_of(it));
                    if self.classes.named(object, closure.class).is_none()
                        && let Some(class) = generic_factory(object, method)
                    {
                        return Some(class.to_owned());
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// Whether a lambda is written where the call takes it. One that is declared elsewhere has the types of its declaration.
fn is_argument(invocation: &Invocation<'_>, lambda: Node<'_>) -> bool {
    let arguments = invocation.node.child_by_field_name("arguments").map_or_else(Vec::new, children);
    arguments.iter().any(|argument| argument.id() == lambda.id())
}

/// The class with type parameters that a static method gives.
fn generic_factory<'c>(class: &'c str, method: &str) -> Option<&'c str> {
    let is_tuple = class.strip_prefix("Tuple").is_some_and(|rest| rest.parse::<u8>().is_ok_and(|it| it > 0));
    match method {
        "of" if is_tuple => Some(class),
        "of" | "copyOf" if matches!(class, "List" | "Set" | "Map") => Some(class),
        "of" | "ofNullable" | "empty" if class == "Optional" => Some(class),
        "asList" if class == "Arrays" => Some("List"),
        "singletonList" | "emptyList" if class == "Collections" => Some("List"),
        "entry" if class == "Map" => Some("Entry"),
        _ => None,
    }
}

/// What Flink says when it is asked for a type that a lambda has lost.
fn erased_result(stage: RefusalStage, function: &str) -> Refusal {
    let message = format!(
        "The return type of function '{function}' could not be determined automatically, due to type erasure. You can give \
         type information hints by using the returns(...) method on the result of the transformation call, or by letting \
         your function implement the 'ResultTypeQueryable' interface."
    );
    Refusal { stage, exception: INVALID_TYPES, message: Some(message), place: None }
}

/// What Flink says of a lambda that takes or gives a class whose type arguments are lost.
fn missing_parameters(class: &str, interface: &str) -> Refusal {
    let message = format!(
        "The generic type parameters of '{class}' are missing. In many cases lambda methods don't provide enough information \
         for automatic type extraction when Java generics are involved. An easy workaround is to use an (anonymous) class \
         instead that implements the '{interface}' interface. Otherwise the type has to be specified explicitly using type \
         information."
    );
    Refusal { stage: RefusalStage::Build, exception: INVALID_TYPES, message: Some(message), place: None }
}
