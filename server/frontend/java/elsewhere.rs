//! Code that is not in the text: what is assumed of its methods, objects and constants.

use tree_sitter::Node;

use super::api::{self, Flink};
use super::calls::Invocation;
use super::connectors;
use super::decisions::alternative;
use super::evaluator::{Eval, Evaluator};
use super::library;
use super::syntax::span;
use super::value::{Data, Doubt, Thing, Value};
use crate::frontend::{Alternative, Operation, Span, StreamKind};

impl<'t> Evaluator<'t> {
    /// A method that an object of the text inherits from a class outside of it.
    pub fn inherited_call(&mut self, this: &Value, invocation: Invocation<'t>) -> Eval<Value> {
        let Some(object) = self.heap.as_object(this) else { return self.call_elsewhere(None, invocation) };
        let (class, constant) = (object.class, object.constant);
        let result = match (invocation.method, &invocation.arguments[..]) {
            ("getClass", []) => {
                let name = self.classes.get(class).name;
                Some(Value::class(name))
            }
            ("name" | "toString", []) if constant.is_some() => constant.map(|(name, _)| Value::text(name)),
            ("ordinal", []) => constant.map(|(_, ordinal)| Value::int(ordinal)),
            ("getDeclaringClass", []) => Some(Value::class(self.classes.get(class).name)),
            ("compareTo", [other]) => {
                let other = self.heap.as_object(other).and_then(|other| other.constant);
                constant.zip(other).map(|((_, own), (_, other))| Value::int(own - other))
            }
            ("toString", []) => {
                let (text, doubt) = self.printed(this, invocation.node)?;
                Some(self.made_text(text, doubt, invocation.node)?)
            }
            ("equals", [other]) => self.equals(this, other).map(Value::bool),
            ("hashCode", []) => None,
            ("setChainingStrategy", [strategy]) => {
                let strategy = strategy.clone();
                if let Some(object) = self.object_mut(this) {
                    object.fields.retain(|(name, _)| *name != "chainingStrategy");
                    object.fields.push(("chainingStrategy", strategy));
                }
                Some(Value::NULL)
            }
            // The accessor of a record.
            (method, []) => {
                let object = self.heap.as_object(this);
                let field = object.and_then(|object| object.fields.iter().find(|(name, _)| *name == method));
                let is_record = self.classes.get(class).kind == super::classes::ClassKind::Record;
                field.filter(|_| is_record).map(|(_, value)| value.clone())
            }
            _ => None,
        };
        match result {
            Some(result) => Ok(result),
            None => self.call_elsewhere(None, invocation),
        }
    }

    /// A method whose code is not in the text.
    pub fn call_elsewhere(&mut self, class: Option<&str>, invocation: Invocation<'t>) -> Eval<Value> {
        let Invocation { method, arguments, place, .. } = &invocation;
        // A factory gives an object of its class; of what another method gives nothing is known.
        let gives_builder = class.is_some_and(|class| connectors::gives_builder(self.connector_class(class)));
        let is_factory = gives_builder || class.is_some() && is_factory(method);
        let result = self.foreign(class.filter(|_| is_factory), method, arguments, *place);
        Ok(result.doubting(&invocation.doubt()))
    }

    /// A call on an object whose class is not in the text.
    pub fn call_on_foreign(&mut self, receiver: &Value, invocation: Invocation<'t>) -> Eval<Value> {
        let Some(foreign) = self.heap.as_foreign(receiver) else { return Ok(Value::NULL) };
        let class = foreign.class.clone();
        let saw_streams = foreign.saw_streams;
        let is_stream = class.as_deref().is_some_and(api::is_stream_class);
        if class.as_deref().is_some_and(api::is_environment_class) {
            let environment = self.the_environment();
            return self.invoke(environment, invocation);
        }
        // Code elsewhere made them, of arguments that are not there.
        if class.as_deref().is_some_and(api::is_parameters_class) {
            let parameters = self.parameters_from_elsewhere(receiver);
            return self.invoke(parameters, invocation);
        }
        if (is_stream || class.is_none() && api::is_method_of_streams(invocation.method))
            && let Some(stream) = self.assumed_stream(receiver, invocation.place)
        {
            return self.invoke(stream, invocation);
        }
        if let Some(result) = self.call_on_constant(receiver, &invocation) {
            return Ok(result);
        }
        if let Some(result) = library::call_on_foreign(self, receiver, &invocation)? {
            return Ok(result);
        }
        if let ("getId", Some("OutputTag")) = (invocation.method, class.as_deref())
            && let Some(id) = foreign_argument(self, receiver)
        {
            return Ok(id);
        }
        if let Some(result) = self.ask_stream_graph(receiver, &invocation) {
            return Ok(result);
        }
        if let Some(result) = self.append_connector(receiver, &invocation)? {
            return Ok(result);
        }
        if let ("forEach" | "forEachOrdered" | "forEachRemaining", [action]) =
            (invocation.method, &invocation.arguments[..])
        {
            let bound = invocation.node.child_by_field_name("object");
            let place = bound.map_or(invocation.place, span);
            for _ in 0..self.rounds_of_action(action, invocation.node)? {
                let item = self.unknown(place).doubting(&receiver.doubt);
                self.apply(action, &[item.clone(), item], invocation.node)?;
            }
            return Ok(Value::NULL);
        }
        let hands_streams = saw_streams || invocation.arguments.iter().any(|it| self.is_of_streams(it));
        let changes_itself = class.is_some() && !is_question(invocation.method);
        if changes_itself {
            let call = super::value::ForeignCall {
                method: invocation.method.into(),
                arguments: invocation.arguments.clone(),
            };
            if let Some(Thing::Foreign(foreign)) = receiver.id().map(|id| self.heap.get_mut(id)) {
                foreign.calls.push(call);
                foreign.saw_streams = hands_streams;
            }
            return Ok(receiver.clone());
        }
        let place = Span { start: invocation.node.start_byte(), end: invocation.node.end_byte() };
        let gives = class.as_deref().filter(|class| api::is_table_environment_class(class));
        let gives = gives.and_then(|_| api::stream_of_table(invocation.method));
        let result = self.foreign(gives, invocation.method, &invocation.arguments, place);
        if let Some(Thing::Foreign(foreign)) = result.id().map(|id| self.heap.get_mut(id)) {
            foreign.saw_streams = hands_streams;
        }
        Ok(result.doubting(&invocation.doubt()))
    }

    /// An object of a class that is not in the text.
    pub fn construct_elsewhere(
        &mut self,
        class: &str,
        type_arguments: Vec<&'t str>,
        arguments: Vec<Value>,
        node: Node<'t>,
    ) -> Eval<Value> {
        if class == "OutputTag" {
            self.check_tag(&arguments, node);
        }
        if let Some(value) = library::construct(self, class, &arguments, node)? {
            return Ok(value);
        }
        if let Some(value) = self.construct_flink(class, &type_arguments, &arguments, node)? {
            return Ok(value);
        }
        let made = self.foreign(Some(class), "new", &arguments, span(node));
        if let (Some(argument), Some(Thing::Foreign(foreign))) =
            (type_arguments.first(), made.id().map(|id| self.heap.get_mut(id)))
        {
            foreign.type_argument = Some((*argument).into());
        }
        Ok(made)
    }

    /// A constant of a class that is not in the text.
    pub fn static_member_elsewhere(&mut self, class: &str, name: &'t str, node: Node<'t>) -> Eval<Value> {
        if self.classes.named(class, self.frame().class).is_some() {
            let class = Value::class(class);
            return if class.data_class() == Some(name) {
                Ok(class)
            } else {
                self.own_static(&class, name, node)
            };
        }
        if let Some(value) = library::constant(class, name) {
            return Ok(value);
        }
        if let Some(value) = self.flink_constant(class, name) {
            return Ok(value);
        }
        // A nested class: `KafkaSource.Builder`, `AbstractMap.SimpleEntry`.
        let is_constant = name.len() > 1 && !name.bytes().any(|byte| byte.is_ascii_lowercase());
        if name.starts_with(|first: char| first.is_uppercase()) && !is_constant {
            return Ok(Value::class(name));
        }
        // What class a constant is an object of cannot be told.
        Ok(self.constant_elsewhere(class, name, span(node)))
    }

    fn own_static(&mut self, class: &Value, name: &'t str, node: Node<'t>) -> Eval<Value> {
        let Data::Class(class) = &class.data else { return Ok(Value::NULL) };
        if let Some(id) = self.classes.named(class, self.frame().class)
            && let Some(value) = self.static_field(id, name)?
        {
            return Ok(value);
        }
        Ok(self.foreign(None, name, &[], span(node)))
    }

    /// The methods of `Class`, on a class literal or what `getClass` gives.
    pub fn class_call(&mut self, class: &str, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        let own = self.classes.named(class, self.frame().class);
        Ok(match (invocation.method, &invocation.arguments[..]) {
            ("getSimpleName", []) => Some(Value::text(class)),
            ("getName" | "getCanonicalName" | "getTypeName", []) => {
                let package = self.imports.package.map_or(String::new(), |package| format!("{package}."));
                match own {
                    Some(id) => {
                        let name = self.classes.binary_name(id);
                        let name = if invocation.method == "getCanonicalName" {
                            name.replace('$', ".")
                        } else {
                            name
                        };
                        Some(Value::text(format!("{package}{name}")))
                    }
                    None => self.imports.qualified(class).map(Value::text),
                }
            }
            ("getClassLoader" | "getResource" | "getResourceAsStream" | "getPackage", _) => {
                Some(self.unknown(invocation.place))
            }
            ("cast", [value]) => Some(value.clone()),
            ("isInstance", [value]) => self.is_instance(value, class).map(Value::bool),
            ("hashCode", []) => None,
            ("equals", [other]) => self.equals(&Value::class(class), other).map(Value::bool),
            _ => None,
        })
    }

    /// The stream that code outside of the text gives, as it is assumed. Whoever asks again gets the same one.
    pub fn assumed_stream(&mut self, value: &Value, used_at: Span) -> Option<Value> {
        let id = value.id()?;
        let Thing::Foreign(foreign) = self.heap.get(id) else { return None };
        let (place, class) = (foreign.span, foreign.class.clone());
        let calls = foreign.calls.clone();
        let given =
            calls.iter().flat_map(|call| &call.arguments).find_map(|it| match self.heap.as_flink(it) {
                Some(Flink::Stream(operator)) => Some(*operator),
                _ => None,
            });
        let name = calls.last().map_or("", |call| &*call.method).to_owned();
        let place = if place.start == place.end { used_at } else { place };
        let keyed = class.as_deref() == Some("KeyedStream");
        let question = format!("Which stream does {} give?", self.excerpt(place));
        let operator = match given {
            Some(given) => {
                let alternatives = vec![
                    alternative("same", "the stream that it is given, as it is"),
                    alternative("map", "one operator on the stream that it is given"),
                ];
                let because = "Its code is not in the text; it is assumed to add no operator.";
                match &*self.assume("stream", place, question, because, alternatives) {
                    "map" => self.call_api(Operation::Map, vec![given], StreamKind::Operator, place),
                    _ => given,
                }
            }
            None => {
                let alternatives = vec![
                    alternative("unbounded", "a source that never ends"),
                    alternative("bounded", "a source that ends"),
                ];
                let because = "Its code is not in the text; a single source that never ends is assumed.";
                let bounded = self.assume("stream", place, question, because, alternatives) == "bounded";
                let operation = Operation::FromSource { bounded };
                let name =
                    if name.is_empty() { self.text[std::ops::Range::from(place)].to_owned() } else { name };
                self.source_call(operation, Some(name), place)
            }
        };
        let operator = if keyed && self.program.operators[operator].stream != StreamKind::Keyed {
            self.key_by(operator, place)
        } else {
            operator
        };
        *self.heap.get_mut(id) = Thing::Flink(Flink::Stream(operator));
        Some(Value::at(id))
    }

    /// What code outside of the text was handed a stream and gives nothing back may add to the plan, unseen.
    pub fn note_unseen(&mut self, value: &Value, statement: Node<'t>) {
        let Some(foreign) = self.heap.as_foreign(value) else { return };
        if !foreign.saw_streams {
            return;
        }
        let place = span(statement);
        let question = format!("What does {} add to the plan?", self.excerpt(place));
        let class = foreign.class.clone();
        let left_out = class.as_deref().and_then(|class| connectors::left_out(self.connector_class(class)));
        let because =
            left_out.unwrap_or("It is handed a stream or the environment, and its code is not in the text.");
        let alternatives = vec![alternative("nothing", "nothing")];
        self.assume("elsewhere", place, question, because, alternatives);
    }

    /// A name that nothing declares but that can only be the environment: people paste what is around one chain.
    pub fn implicit_environment(&mut self, name: &str, node: Node<'t>) -> Option<Value> {
        const NAMES: [&str; 6] =
            ["env", "see", "senv", "streamExecutionEnvironment", "environment", "executionEnvironment"];
        // What is called `environment` and handed on may as well be a word such as "production".
        let is_used = node.parent().is_some_and(|parent| match parent.kind() {
            "method_invocation" => true,
            "argument_list" => name != "environment",
            _ => false,
        });
        (NAMES.contains(&name) && is_used).then(|| self.the_environment())
    }

    /// Whether it depends on where the program is started whether its environment is of this class.
    pub fn is_open_environment(&self, value: &Value, class: &str) -> bool {
        matches!(self.heap.as_flink(value), Some(Flink::Environment))
            && self.program.environment_class.is_none()
            && matches!(class, "LocalStreamEnvironment" | "RemoteStreamEnvironment")
    }

    /// The environment; there is one.
    pub fn the_environment(&mut self) -> Value {
        if let Some(environment) = &self.environment {
            return environment.clone();
        }
        let environment = self.heap.flink(Flink::Environment);
        self.environment = Some(environment.clone());
        environment
    }

    /// Which side of a ternary counts, whose condition is not known or only known for a start without arguments.
    pub fn open_ternary(
        &mut self,
        condition: Node<'t>,
        value: &Value,
        then: Node<'t>,
        otherwise: Node<'t>,
    ) -> Eval<(bool, Doubt)> {
        let is_true = value.as_bool().unwrap_or(false);
        if self.is_decided(condition, value) {
            return Ok((is_true, value.doubt.clone()));
        }
        let place = span(condition);
        let side = |value: &str, node: Node<'t>| Alternative {
            value: value.to_owned(),
            label: format!("{value}: {}", self.excerpt(span(node))),
            span: Some(span(node)),
        };
        let mut alternatives = vec![side("true", then), side("false", otherwise)];
        if !is_true {
            alternatives.reverse();
        }
        let because = match value.as_bool() {
            Some(by_itself) => format!("Started without arguments it is {by_itself}."),
            None => "The text does not say; false is assumed.".to_owned(),
        };
        let question = format!("Is {} true?", self.excerpt(place));
        let Some(question) = self.ask("if", place, question, because, alternatives) else {
            return Ok((is_true, Doubt::NONE));
        };
        let (chosen, is_answered) = self.questions.chosen(question);
        let is_true = if is_answered { chosen == "true" } else { is_true };
        let doubt = Doubt::of(question);
        self.learn_condition(condition, is_true, &doubt)?;
        Ok((is_true, doubt))
    }
}

/// The first argument of the call that made an object.
fn foreign_argument(evaluator: &Evaluator<'_>, value: &Value) -> Option<Value> {
    evaluator.heap.as_foreign(value)?.calls.first()?.arguments.first().cloned()
}

impl Value {
    fn data_class(&self) -> Option<&str> {
        if let Data::Class(class) = &self.data { Some(class) } else { None }
    }
}

/// Whether a method asks an object for something rather than telling it something.
fn is_question(method: &str) -> bool {
    const PREFIXES: [&str; 7] = ["get", "is", "has", "to", "size", "contains", "as"];
    let follows = |prefix: &str| {
        method
            .strip_prefix(prefix)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase))
    };
    PREFIXES.iter().any(|prefix| follows(prefix))
}

/// Whether a static method makes an object of its own class.
fn is_factory(method: &str) -> bool {
    const PREFIXES: [&str; 13] = [
        "builder",
        "newBuilder",
        "of",
        "create",
        "for",
        "new",
        "from",
        "build",
        "with",
        "instance",
        "sink",
        "source",
        "exactlyOnceSink",
    ];
    PREFIXES.iter().any(|prefix| method.starts_with(prefix))
}
