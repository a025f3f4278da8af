//! A program's functions as Flink sees them: what they are called.

use tree_sitter::Node;

use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Thing, Value};

impl<'t> Evaluator<'t> {
    /// What Flink calls a function in a description: its class's simple name, with rules for anonymous ones and lambdas.
    pub fn function_name(&mut self, function: &Value, node: Node<'t>) -> Eval<String> {
        self.rests_on(function);
        match self.heap.thing(function) {
            Some(Thing::Object(object)) => {
                let class = object.class;
                Ok(self.classes.function_name(class))
            }
            Some(Thing::Closure(closure)) => {
                let class = closure.class;
                Ok(format!("{}$$Lambda", self.classes.binary_name(class)))
            }
            Some(Thing::Foreign(foreign)) if foreign.class.is_some() => {
                Ok(foreign.class.as_deref().unwrap_or_default().to_owned())
            }
            _ => {
                let (text, doubt) = self.to_text(function, node)?;
                self.questions.matter(&doubt);
                Ok(text)
            }
        }
    }

    /// Whether a function's class extends or implements a type of this name, if that can be told.
    pub fn extends(&self, function: &Value, name: &str) -> Option<bool> {
        match self.heap.thing(function)? {
            Thing::Object(object) => {
                let known = self.classes.foreign_supertypes(object.class);
                Some(known.iter().any(|it| it.name == name))
            }
            Thing::Foreign(foreign) => (foreign.class.as_deref() == Some(name)).then_some(true),
            _ => None,
        }
    }

    /// Whether the function behind a merging one is a `ProcessWindowFunction` or its form for all windows.
    pub fn is_process_function(&self, function: &Value, is_all: bool) -> bool {
        let name = if is_all { "ProcessAllWindowFunction" } else { "ProcessWindowFunction" };
        match self.heap.thing(function) {
            Some(Thing::Object(object)) => {
                self.classes.foreign_supertypes(object.class).iter().any(|it| it.name.starts_with("Process"))
            }
            Some(Thing::Foreign(foreign)) => {
                foreign.class.as_deref().is_none_or(|class| class == name || class.contains("Process"))
            }
            _ => false,
        }
    }

    /// The name of the file that the text would be in: that of its public class, or of its first one.
    pub fn file_name(&self) -> String {
        let declared = self.classes.declared();
        let top: Vec<_> = declared.into_iter().filter(|id| self.classes.get(*id).outer.is_none()).collect();
        let public =
            top.iter().find(|id| super::super::syntax::has_modifier(self.classes.get(**id).node, "public"));
        let name = public.or(top.first()).map_or("Main", |id| self.classes.get(*id).name);
        format!("{name}.java")
    }
}
