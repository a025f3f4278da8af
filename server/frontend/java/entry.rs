//! Where a program starts: `main`, or whatever builds a pipeline in a text that has none.

use tree_sitter::Node;

use super::classes::{ClassId, ClassKind, SNIPPET, is_class_declaration};
use super::evaluator::{Eval, Evaluator, Stop};
use super::syntax::{children, has_modifier, simple_type, span};
use super::value::{ListKind, Thing, Value};
use super::{api, decisions};
use crate::frontend::Span;

impl<'t> Evaluator<'t> {
    /// Runs the program of the text.
    pub fn run(&mut self, root: Node<'t>) {
        let result = self.start(root);
        match result {
            Err(Stop::Thrown { exception, place }) => self.uncaught(&exception, place),
            Err(Stop::End) if !self.is_executed => {
                self.warning("ends-early", Span::default(), "the program ends before it executes a job");
            }
            Ok(()) | Err(Stop::End | Stop::Limit) => {}
        }
        let has_error = self.diagnostics.iter().any(|it| it.severity == crate::frontend::Severity::Error);
        if self.program.operators.is_empty() && !has_error && !self.is_executed {
            self.error(
                "no-pipeline",
                Span::default(),
                "no call of the DataStream API is reached in this text",
            );
        }
    }

    fn start(&mut self, root: Node<'t>) -> Eval<()> {
        let main = self.main_method();
        if let Some((class, main)) = main {
            match self.run_entry(class, main) {
                // A launcher whose code is elsewhere: what it launches is looked for.
                Ok(()) | Err(Stop::End) if self.program.operators.is_empty() && !self.is_executed => {}
                result => return result,
            }
        } else {
            let statements: Vec<_> =
                children(root).into_iter().filter(|it| is_statement_of_snippet(*it)).collect();
            self.statements(&statements)?;
            if !self.program.operators.is_empty() || self.is_executed {
                return Ok(());
            }
        }
        match self.building_method(main.map(|(_, main)| main)) {
            Some((class, method)) => self.run_entry(class, method),
            None => Ok(()),
        }
    }

    /// Every method of the text with its class, in text order.
    fn methods(&mut self) -> Vec<(ClassId, Node<'t>)> {
        let mut classes = self.classes.declared();
        classes.insert(0, SNIPPET);
        let mut methods: Vec<_> = Vec::new();
        for class in classes {
            let members = self.classes.members(class);
            methods.extend(members.methods.values().flatten().map(|method| (class, *method)));
        }
        methods.retain(|(_, method)| method.child_by_field_name("body").is_some());
        methods.sort_by_key(|(_, method)| method.start_byte());
        methods
    }

    /// `main`: that of the public class before those of others.
    fn main_method(&mut self) -> Option<(ClassId, Node<'t>)> {
        let mut mains = self.methods();
        mains.retain(|(_, method)| {
            method.child_by_field_name("name").is_some_and(|it| self.text_of(it) == "main")
        });
        let of_public = mains.iter().find(|(class, _)| {
            *class != SNIPPET
                && self.classes.get(*class).outer.is_none()
                && has_modifier(self.classes.get(*class).node, "public")
        });
        of_public.or(mains.first()).copied()
    }

    /// A method that works on streams, in a text without `main`: one that makes an environment, or takes one, or a stream.
    fn building_method(&mut self, main: Option<Node<'t>>) -> Option<(ClassId, Node<'t>)> {
        let mut methods = self.methods();
        methods.retain(|(_, method)| Some(method.id()) != main.map(|main| main.id()));
        let mentions =
            |evaluator: &Self, method: Node<'t>, what: &str| evaluator.text_of(method).contains(what);
        let takes = |evaluator: &Self, method: Node<'t>, of: fn(&str) -> bool| {
            let parameters = method.child_by_field_name("parameters").map_or_else(Vec::new, children);
            parameters.iter().any(|parameter| {
                parameter.child_by_field_name("type").is_some_and(|it| of(simple_type(evaluator.text, it)))
            })
        };
        let executing = methods.iter().find(|(_, method)| {
            mentions(self, *method, "getExecutionEnvironment") && mentions(self, *method, ".execute")
        });
        let making = methods.iter().find(|(_, method)| mentions(self, *method, "getExecutionEnvironment"));
        let given = methods.iter().find(|(_, method)| takes(self, *method, api::is_environment_class));
        let of_streams = methods.iter().find(|(_, method)| takes(self, *method, api::is_stream_class));
        executing.or(making).or(given).or(of_streams).copied()
    }

    fn run_entry(&mut self, class: ClassId, method: Node<'t>) -> Eval<()> {
        self.initialize(class)?;
        let parameters = method.child_by_field_name("parameters").map_or_else(Vec::new, children);
        let is_main = method.child_by_field_name("name").is_some_and(|it| self.text_of(it) == "main");
        let mut arguments = Vec::new();
        for parameter in parameters {
            arguments.push(self.entry_argument(parameter, is_main));
        }
        let is_object_method = !has_modifier(method, "static") && class != SNIPPET;
        let this = if is_object_method && !is_main && self.classes.get(class).kind == ClassKind::Class {
            Some(self.entry_object(class, method)?)
        } else {
            None
        };
        let variables = {
            let parameters = method.child_by_field_name("parameters").map_or_else(Vec::new, children);
            self.bind(&parameters, &arguments)
        };
        let name = method.child_by_field_name("name").map_or("main", |it| self.text_of(it)).to_owned();
        let Some(body) = method.child_by_field_name("body") else { return Ok(()) };
        self.in_frame(this, class, name, variables, |evaluator| evaluator.block(body))?;
        Ok(())
    }

    /// The object whose method is run first: whatever else makes it gives it what is not known here.
    fn entry_object(&mut self, class: ClassId, node: Node<'t>) -> Eval<Value> {
        let members = self.classes.members(class);
        let parameters = |it: &Node<'t>| it.child_by_field_name("parameters").map_or_else(Vec::new, children);
        let constructor = members.constructors.iter().min_by_key(|it| parameters(it).len());
        let mut arguments = Vec::new();
        for parameter in constructor.map_or_else(Vec::new, parameters) {
            arguments.push(self.entry_argument(parameter, false));
        }
        let object = self.construct(class, arguments, None, std::rc::Rc::new([]), node)?;
        for ancestor in self.classes.ancestry(class) {
            let members = self.classes.members(ancestor);
            for &field in members.initializers.iter().filter(|it| it.kind() == "field_declaration") {
                let is_injected =
                    children(field).first().is_some_and(|it| self.text_of(*it).starts_with('@'));
                let written = field.child_by_field_name("type").map_or("", |it| simple_type(self.text, it));
                for declarator in super::syntax::field_children(field, "declarator") {
                    let Some(name) = declarator.child_by_field_name("name") else { continue };
                    let has_value = declarator.child_by_field_name("value").is_some();
                    let value = self.foreign(Some(written), "", &[], span(declarator));
                    let name = self.text_of(name);
                    let held = self
                        .object_mut(&object)
                        .and_then(|it| it.fields.iter_mut().find(|(it, _)| *it == name));
                    if let Some((_, held)) =
                        held.filter(|(_, held)| !has_value && (held.is_null() || is_injected))
                    {
                        *held = value;
                    }
                }
            }
        }
        Ok(object)
    }

    /// What the first method is called with: no arguments, the environment, streams of which nothing is known.
    fn entry_argument(&mut self, parameter: Node<'t>, is_main: bool) -> Value {
        let written = parameter.child_by_field_name("type");
        let name = written.map_or("", |it| simple_type(self.text, it));
        if is_main {
            let place = span(parameter);
            let alternatives = vec![decisions::alternative("none", "none")];
            let question = "Which arguments is the program started with?";
            let asked = self.ask("arguments", place, question, "None are assumed.", alternatives);
            let doubt = asked.map_or(super::value::Doubt::NONE, super::value::Doubt::of);
            return self.heap.list(ListKind::Array, Vec::new()).doubting(&doubt);
        }
        if api::is_environment_class(name) {
            return self.the_environment();
        }
        let value = self.foreign(Some(name), "", &[], span(parameter));
        if !api::is_stream_class(name) {
            if let Some(Thing::Foreign(foreign)) = value.id().map(|id| self.heap.get_mut(id)) {
                foreign.calls.clear();
            }
        }
        value
    }

    /// An exception that nothing catches: there is no plan.
    fn uncaught(&mut self, exception: &Value, place: Span) {
        let (class, message) = match self.heap.thing(exception) {
            Some(Thing::Foreign(foreign)) => {
                let message =
                    foreign.calls.first().and_then(|call| call.arguments.first()).and_then(Value::as_text);
                (
                    foreign.class.as_deref().unwrap_or("an exception").to_owned(),
                    message.map(|it| it.to_string()),
                )
            }
            Some(Thing::Object(object)) => (self.classes.get(object.class).name.to_owned(), None),
            _ => ("an exception".to_owned(), None),
        };
        let message = match message.filter(|message| !message.is_empty()) {
            Some(message) => format!("the program throws {class} here: {message}"),
            None => format!("the program throws {class} here"),
        };
        self.error("throws", place, message);
    }
}

/// Whether a node at the top of a text is a statement of a snippet.
fn is_statement_of_snippet(node: Node<'_>) -> bool {
    !is_class_declaration(node)
        && !matches!(
            node.kind(),
            "import_declaration" | "package_declaration" | "method_declaration" | "module_declaration"
        )
}
