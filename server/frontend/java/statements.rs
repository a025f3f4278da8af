//! Statements: blocks, declarations, branches, loops, exceptions.

use tree_sitter::Node;

use super::classes::{ClassId, is_class_declaration};
use super::evaluator::{Eval, Evaluator, Stop};
use super::syntax::{children, field_children, first_child, simple_type, span};
use super::value::{Doubt, ListKind, Thing, Value};
use crate::frontend::Span;

/// How a statement ends.
#[derive(Debug)]
pub enum Flow<'t> {
    Normal,
    Break(Option<&'t str>),
    Continue(Option<&'t str>),
    Return(Value),
    Yield(Value),
}

impl<'t> Evaluator<'t> {
    /// Runs the statements of a block in a scope of their own.
    pub fn block(&mut self, node: Node<'t>) -> Eval<Flow<'t>> {
        let depth = self.frame().variables.len();
        let flow = self.statements(&children(node));
        self.frame_mut().variables.truncate(depth);
        flow
    }

    /// Runs statements one after the other.
    pub fn statements(&mut self, statements: &[Node<'t>]) -> Eval<Flow<'t>> {
        for &statement in statements {
            match self.statement(statement)? {
                Flow::Normal => {}
                flow => return Ok(flow),
            }
        }
        Ok(Flow::Normal)
    }

    pub fn statement(&mut self, node: Node<'t>) -> Eval<Flow<'t>> {
        self.deeper(node, |evaluator| evaluator.statement_here(node))
    }

    fn statement_here(&mut self, node: Node<'t>) -> Eval<Flow<'t>> {
        match node.kind() {
            "expression_statement" => {
                for expression in children(node) {
                    let value = self.expression(expression)?;
                    if expression.kind() == "method_invocation" {
                        self.note_unseen(&value, node);
                    }
                }
                Ok(Flow::Normal)
            }
            "local_variable_declaration" => {
                self.local_variables(node)?;
                Ok(Flow::Normal)
            }
            "block" | "constructor_body" => self.block(node),
            "if_statement" => self.if_statement(node),
            "for_statement" => self.for_statement(node, None),
            "enhanced_for_statement" => self.enhanced_for(node, None),
            "while_statement" => self.while_statement(node, None),
            "do_statement" => self.do_statement(node, None),
            "labeled_statement" => self.labeled(node),
            "return_statement" => {
                let value = first_child(node).map(|value| self.expression(value)).transpose()?;
                Ok(Flow::Return(value.unwrap_or(Value::NULL)))
            }
            "yield_statement" => {
                let value = first_child(node).map(|value| self.expression(value)).transpose()?;
                Ok(Flow::Yield(value.unwrap_or(Value::NULL)))
            }
            "break_statement" => Ok(Flow::Break(first_child(node).map(|label| self.text_of(label)))),
            "continue_statement" => Ok(Flow::Continue(first_child(node).map(|label| self.text_of(label)))),
            "throw_statement" => {
                let exception = first_child(node).map(|value| self.expression(value)).transpose()?;
                let exception = exception.unwrap_or(Value::NULL);
                Err(Stop::Thrown { exception, place: span(node) })
            }
            "try_statement" | "try_with_resources_statement" => self.try_statement(node),
            "synchronized_statement" => match node.child_by_field_name("body") {
                Some(body) => self.block(body),
                None => Ok(Flow::Normal),
            },
            "switch_expression" => self.switch(node, true),
            _ if is_class_declaration(node) => {
                let class = self.frame().class;
                self.classes.declare(node, Some(class), true);
                Ok(Flow::Normal)
            }
            // Whatever is whole in a broken place; what is none of these has no effect.
            "ERROR" => {
                let whole: Vec<_> =
                    children(node).into_iter().filter(|part| is_statement(part.kind())).collect();
                self.statements(&whole)
            }
            _ => Ok(Flow::Normal),
        }
    }

    fn local_variables(&mut self, node: Node<'t>) -> Eval<()> {
        let written = node.child_by_field_name("type");
        for declarator in field_children(node, "declarator") {
            let Some(name) = declarator.child_by_field_name("name") else { continue };
            let value = match declarator.child_by_field_name("value") {
                Some(value) => self.initializer(value, written)?,
                None => Value::NULL,
            };
            let name = self.text_of(name);
            self.declare(name, value);
        }
        Ok(())
    }

    /// The value of a variable's initializer, as the type that the variable has.
    pub fn initializer(&mut self, value: Node<'t>, written: Option<Node<'t>>) -> Eval<Value> {
        let value = match value.kind() {
            "array_initializer" => self.array_initializer(value, written)?,
            _ => self.expression(value)?,
        };
        Ok(written.map_or(value.clone(), |written| self.converted(value, written)))
    }

    fn if_statement(&mut self, node: Node<'t>) -> Eval<Flow<'t>> {
        let (Some(condition), Some(then)) =
            (node.child_by_field_name("condition"), node.child_by_field_name("consequence"))
        else {
            return Ok(Flow::Normal);
        };
        let otherwise = node.child_by_field_name("alternative");
        let value = self.expression(condition)?;
        let decision = self.decide(condition, &value, Some(then), otherwise)?;
        let flow = match (decision.is_true, otherwise) {
            (true, _) => self.statement(then)?,
            (false, Some(otherwise)) => self.statement(otherwise)?,
            (false, None) => Flow::Normal,
        };
        if let Some((names, doubt)) = decision.doubted {
            self.doubt_names(&names, &doubt);
        }
        Ok(flow)
    }

    /// Runs the body of a loop once: whether the loop goes on, or how it ends.
    fn round(&mut self, body: Node<'t>, label: Option<&str>) -> Eval<Result<(), Flow<'t>>> {
        Ok(match self.statement(body)? {
            Flow::Normal | Flow::Continue(None) => Ok(()),
            Flow::Continue(to) if to == label => Ok(()),
            Flow::Break(None) => Err(Flow::Normal),
            Flow::Break(to) if to == label => Err(Flow::Normal),
            flow => Err(flow),
        })
    }

    fn for_statement(&mut self, node: Node<'t>, label: Option<&str>) -> Eval<Flow<'t>> {
        let Some(body) = node.child_by_field_name("body") else { return Ok(Flow::Normal) };
        let depth = self.frame().variables.len();
        for init in field_children(node, "init") {
            if init.kind() == "local_variable_declaration" {
                self.local_variables(init)?;
            } else {
                self.expression(init)?;
            }
        }
        let condition = node.child_by_field_name("condition");
        let updates = field_children(node, "update");
        let mut rounds = 0;
        let flow = loop {
            if let Some(condition) = condition
                && !self.goes_on(condition, body, rounds)?
            {
                break Flow::Normal;
            }
            if let Err(flow) = self.round(body, label)? {
                break flow;
            }
            rounds += 1;
            for &update in &updates {
                self.expression(update)?;
            }
        };
        self.frame_mut().variables.truncate(depth);
        Ok(flow)
    }

    fn while_statement(&mut self, node: Node<'t>, label: Option<&str>) -> Eval<Flow<'t>> {
        let (Some(condition), Some(body)) =
            (node.child_by_field_name("condition"), node.child_by_field_name("body"))
        else {
            return Ok(Flow::Normal);
        };
        let mut rounds = 0;
        while self.goes_on(condition, body, rounds)? {
            if let Err(flow) = self.round(body, label)? {
                return Ok(flow);
            }
            rounds += 1;
        }
        Ok(Flow::Normal)
    }

    fn do_statement(&mut self, node: Node<'t>, label: Option<&str>) -> Eval<Flow<'t>> {
        let (Some(condition), Some(body)) =
            (node.child_by_field_name("condition"), node.child_by_field_name("body"))
        else {
            return Ok(Flow::Normal);
        };
        let mut rounds = 1;
        loop {
            if let Err(flow) = self.round(body, label)? {
                return Ok(flow);
            }
            if !self.goes_on(condition, body, rounds)? {
                return Ok(Flow::Normal);
            }
            rounds += 1;
        }
    }

    fn labeled(&mut self, node: Node<'t>) -> Eval<Flow<'t>> {
        let parts = children(node);
        let [label, statement] = parts[..] else { return Ok(Flow::Normal) };
        let label = Some(self.text_of(label));
        let flow = match statement.kind() {
            "for_statement" => self.for_statement(statement, label)?,
            "enhanced_for_statement" => self.enhanced_for(statement, label)?,
            "while_statement" => self.while_statement(statement, label)?,
            "do_statement" => self.do_statement(statement, label)?,
            _ => self.statement(statement)?,
        };
        Ok(match flow {
            Flow::Break(to) if to == label => Flow::Normal,
            flow => flow,
        })
    }

    fn enhanced_for(&mut self, node: Node<'t>, label: Option<&str>) -> Eval<Flow<'t>> {
        let (Some(name), Some(value), Some(body)) = (
            node.child_by_field_name("name"),
            node.child_by_field_name("value"),
            node.child_by_field_name("body"),
        ) else {
            return Ok(Flow::Normal);
        };
        let name = self.text_of(name);
        let written = node.child_by_field_name("type");
        let collection = self.expression(value)?;
        let items = self.items_of_loop(&collection, value, body)?;
        let depth = self.frame().variables.len();
        let mut flow = Flow::Normal;
        for item in items {
            let item = written.map_or(item.clone(), |written| self.converted(item, written));
            self.declare(name, item);
            let round = self.round(body, label);
            self.frame_mut().variables.truncate(depth);
            if let Err(end) = round? {
                flow = end;
                break;
            }
        }
        Ok(flow)
    }

    fn try_statement(&mut self, node: Node<'t>) -> Eval<Flow<'t>> {
        let depth = self.frame().variables.len();
        let frames = self.frames.len();
        // A clause that ends the program does not expect what it catches.
        let catches = children(node).into_iter().any(|part| {
            part.kind() == "catch_clause"
                && part.child_by_field_name("body").is_some_and(|body| !self.ends_program(body, 0))
        });
        self.catching += usize::from(catches);
        let mut result = self.try_body(node);
        self.catching -= usize::from(catches);
        self.frame_mut().variables.truncate(depth);
        if let Err(Stop::Thrown { exception, place }) = result {
            debug_assert_eq!(self.frames.len(), frames, "a frame is left on every way out of it");
            result = self.caught(node, exception, place);
            self.frame_mut().variables.truncate(depth);
        }
        let finally = children(node).into_iter().find(|part| part.kind() == "finally_clause");
        if let (Some(block), false) =
            (finally.and_then(first_child), matches!(result, Err(Stop::End | Stop::Limit)))
        {
            match self.block(block)? {
                Flow::Normal => {}
                flow => return Ok(flow),
            }
        }
        result
    }

    fn try_body(&mut self, node: Node<'t>) -> Eval<Flow<'t>> {
        if let Some(resources) = node.child_by_field_name("resources") {
            for resource in children(resources) {
                let (Some(name), Some(value)) =
                    (resource.child_by_field_name("name"), resource.child_by_field_name("value"))
                else {
                    continue;
                };
                let value = self.initializer(value, resource.child_by_field_name("type"))?;
                let name = self.text_of(name);
                self.declare(name, value);
            }
        }
        match node.child_by_field_name("body") {
            Some(body) => self.block(body),
            None => Ok(Flow::Normal),
        }
    }

    /// Hands an exception to the first clause that takes it.
    fn caught(&mut self, node: Node<'t>, exception: Value, place: Span) -> Eval<Flow<'t>> {
        for clause in children(node).into_iter().filter(|part| part.kind() == "catch_clause") {
            let Some(parameter) = first_child(clause) else { continue };
            let types = children(parameter).into_iter().find(|part| part.kind() == "catch_type");
            let types = types.map_or_else(Vec::new, children);
            let names: Vec<_> = types.iter().map(|written| simple_type(self.text, *written)).collect();
            if !names.iter().any(|name| self.is_exception_of(&exception, name)) {
                continue;
            }
            if let Some(name) = parameter.child_by_field_name("name") {
                let name = self.text_of(name);
                self.declare(name, exception.clone());
            }
            return match clause.child_by_field_name("body") {
                Some(body) => self.block(body),
                None => Ok(Flow::Normal),
            };
        }
        Err(Stop::Thrown { exception, place })
    }

    fn is_exception_of(&self, exception: &Value, class: &str) -> bool {
        if ["Exception", "Throwable"].contains(&class) {
            return true;
        }
        match self.heap.thing(exception) {
            Some(Thing::Object(object)) => {
                let ancestry = self.classes.ancestry(object.class);
                ancestry.iter().any(|id| self.classes.get(*id).name == class)
                    || self
                        .classes
                        .foreign_supertypes(object.class)
                        .iter()
                        .any(|it| is_exception(it.name, class))
            }
            Some(Thing::Foreign(foreign)) => {
                foreign.class.as_deref().is_none_or(|it| is_exception(it, class))
            }
            _ => true,
        }
    }

    /// A switch, as a statement or as an expression.
    pub fn switch(&mut self, node: Node<'t>, is_statement: bool) -> Eval<Flow<'t>> {
        let (Some(condition), Some(body)) =
            (node.child_by_field_name("condition"), node.child_by_field_name("body"))
        else {
            return Ok(Flow::Normal);
        };
        let value = self.expression(condition)?;
        let groups: Vec<_> = children(body);
        let chosen = self.chosen_group(&value, condition, &groups)?;
        let Some(chosen) = chosen else { return Ok(Flow::Normal) };
        let depth = self.frame().variables.len();
        let mut flow = Flow::Normal;
        for &group in &groups[chosen..] {
            let parts: Vec<_> =
                children(group).into_iter().filter(|part| part.kind() != "switch_label").collect();
            if group.kind() == "switch_rule" {
                flow = match parts.first() {
                    Some(expression) if expression.kind() == "expression_statement" => {
                        let value =
                            first_child(*expression).map(|value| self.expression(value)).transpose()?;
                        Flow::Yield(value.unwrap_or(Value::NULL))
                    }
                    Some(statement) => self.statement(*statement)?,
                    None => Flow::Normal,
                };
                break;
            }
            flow = self.statements(&parts)?;
            if !matches!(flow, Flow::Normal) {
                break;
            }
        }
        self.frame_mut().variables.truncate(depth);
        Ok(match flow {
            Flow::Break(None) => Flow::Normal,
            Flow::Yield(value) if is_statement => {
                drop(value);
                Flow::Normal
            }
            Flow::Yield(result) => Flow::Yield(result.doubting(&value.doubt)),
            flow => flow,
        })
    }

    /// The value of a switch.
    pub fn switch_value(&mut self, node: Node<'t>) -> Eval<Value> {
        Ok(match self.switch(node, false)? {
            Flow::Yield(value) | Flow::Return(value) => value,
            _ => Value::NULL,
        })
    }

    /// Whether a label of a switch is for a value: what is not known is not decided here.
    pub fn label_takes(&mut self, label: Node<'t>, value: &Value) -> Eval<Option<bool>> {
        let parts = children(label);
        if parts.is_empty() {
            return Ok(Some(false));
        }
        for part in parts {
            let takes = match part.kind() {
                "pattern" => match first_child(part) {
                    Some(pattern) if pattern.kind() == "type_pattern" => {
                        let parts = children(pattern);
                        let (Some(&written), Some(&name)) = (parts.first(), parts.last()) else { continue };
                        let takes = self.is_instance(value, simple_type(self.text, written));
                        if takes == Some(true) {
                            let name = self.text_of(name);
                            self.declare(name, value.clone());
                        }
                        takes
                    }
                    _ => None,
                },
                // A constant of an enum is written without its class.
                "identifier" => {
                    let name = self.text_of(part);
                    match self.heap.as_object(value).map(|object| object.constant) {
                        Some(Some((constant, _))) => Some(constant == name),
                        _ if self.heap.as_foreign(value).is_some() => {
                            let foreign = self.heap.as_foreign(value);
                            foreign.and_then(|it| self.flink_constant_of(it)).map(|(_, it)| it == name)
                        }
                        _ => {
                            let constant = self.expression(part)?;
                            self.equals(value, &constant)
                        }
                    }
                }
                _ => {
                    let constant = self.expression(part)?;
                    self.equals(value, &constant)
                }
            };
            match takes {
                Some(true) => return Ok(Some(true)),
                Some(false) => {}
                None => return Ok(None),
            }
        }
        Ok(Some(false))
    }

    /// The items that an enhanced `for` runs over; of what is not known one is assumed.
    fn items_of_loop(&mut self, collection: &Value, value: Node<'t>, body: Node<'t>) -> Eval<Vec<Value>> {
        if let Some(items) = self.items(collection) {
            self.step(items.len() / 8, value)?;
            return Ok(items.into_iter().map(|item| item.doubting(&collection.doubt)).collect());
        }
        if collection.is_null() && collection.doubt.is_none() {
            return self.throw("NullPointerException", "", value);
        }
        let rounds = self.assumed_rounds(value, body)?;
        let item = self.unknown(span(value)).doubting(&collection.doubt);
        Ok(vec![item; rounds])
    }

    /// Runs a method's or a lambda's body in a new frame.
    pub fn in_frame<T>(
        &mut self,
        this: Option<Value>,
        class: ClassId,
        method: String,
        variables: Vec<(&'t str, Value)>,
        run: impl FnOnce(&mut Self) -> Eval<T>,
    ) -> Eval<T> {
        self.frames.push(super::evaluator::Frame { this, class, method, variables: variables.into() });
        let result = run(self);
        self.frames.pop();
        result
    }

    /// Marks variables and fields that an undecided branch may have changed.
    pub fn doubt_names(&mut self, names: &[&'t str], doubt: &Doubt) {
        for name in names {
            if let Some(value) = self.variable_mut(name) {
                value.doubt = value.doubt.and(doubt);
                continue;
            }
            for object in self.enclosing_objects() {
                let field =
                    self.object_mut(&object).and_then(|it| it.fields.iter_mut().find(|(it, _)| it == name));
                if let Some((_, value)) = field {
                    value.doubt = value.doubt.and(doubt);
                    break;
                }
            }
        }
    }

    fn array_initializer(&mut self, node: Node<'t>, written: Option<Node<'t>>) -> Eval<Value> {
        let element = written.and_then(|written| written.child_by_field_name("element"));
        let mut items = Vec::new();
        for part in children(node) {
            items.push(match part.kind() {
                "array_initializer" => {
                    self.deeper(part, |evaluator| evaluator.array_initializer(part, element))?
                }
                _ => {
                    let item = self.expression(part)?;
                    element.map_or(item.clone(), |element| self.converted(item, element))
                }
            });
        }
        Ok(self.heap.list(ListKind::Array, items))
    }

    pub fn array_of(&mut self, node: Node<'t>, written: Option<Node<'t>>) -> Eval<Value> {
        self.array_initializer(node, written)
    }
}

fn is_statement(kind: &str) -> bool {
    kind.ends_with("_statement")
        || ["local_variable_declaration", "block", "switch_expression"].contains(&kind)
}

/// Whether an exception of this class is caught as that one, as far as Java's own classes go.
fn is_exception(thrown: &str, caught: &str) -> bool {
    const UNDER_ILLEGAL_ARGUMENT: [&str; 2] = ["NumberFormatException", "IllegalFormatException"];
    const CHECKED: [&str; 4] =
        ["IOException", "FileNotFoundException", "InterruptedException", "SQLException"];
    const UNDER_INDEX: [&str; 2] = ["ArrayIndexOutOfBoundsException", "StringIndexOutOfBoundsException"];
    thrown == caught
        || caught == "RuntimeException" && thrown.ends_with("Exception") && !CHECKED.contains(&thrown)
        || caught == "IllegalArgumentException" && UNDER_ILLEGAL_ARGUMENT.contains(&thrown)
        || caught == "IndexOutOfBoundsException" && UNDER_INDEX.contains(&thrown)
        || caught == "IOException" && thrown == "FileNotFoundException"
}
