//! Branches that the text does not decide: what is assumed, and whether anybody has to know.

use tree_sitter::Node;

use super::calls::Invocation;
use super::evaluator::{Eval, Evaluator};
use super::syntax::{children, first_child, span};
use super::value::{ClosureCode, Doubt, Thing, Value};
use crate::frontend::Alternative;

/// What a piece of a program may do that others can see.
#[derive(Debug, PartialEq, Eq)]
enum Consequence<'t> {
    /// Nothing but messages.
    None,
    /// It gives these variables and fields other values.
    Assigns(Vec<&'t str>),
    /// More than that.
    Acts,
}

/// A branch that was taken.
#[derive(Debug)]
pub struct Decision<'t> {
    pub is_true: bool,
    /// The names whose values rest on it, once the branch has been run.
    pub doubted: Option<(Vec<&'t str>, Doubt)>,
}

const TRUE: &str = "true";
const FALSE: &str = "false";

impl<'t> Evaluator<'t> {
    /// Which branch is taken. What is not known, or only known for a start without arguments, becomes a question.
    pub fn decide(
        &mut self,
        condition: Node<'t>,
        value: &Value,
        then: Option<Node<'t>>,
        otherwise: Option<Node<'t>>,
    ) -> Eval<Decision<'t>> {
        let known = value.as_bool();
        if let (Some(is_true), true) = (known, value.doubt.is_none()) {
            return Ok(Decision { is_true, doubted: None });
        }
        let mut assigned = Vec::new();
        let mut acts = false;
        for branch in [then, otherwise].into_iter().flatten() {
            match self.consequence(branch)? {
                Consequence::None => {}
                Consequence::Assigns(names) => assigned.extend(names),
                Consequence::Acts => acts = true,
            }
        }
        if let (Some(is_true), true) = (known, self.is_decided(condition, value)) {
            if acts {
                self.rests_on(value);
            }
            return Ok(Decision { is_true, doubted: Some((assigned, value.doubt.clone())) });
        }
        let ends = [then, otherwise].map(|branch| branch.is_some_and(|branch| self.ends_program(branch, 0)));
        let is_true = match (known.unwrap_or(false), ends) {
            (true, [true, false]) => false,
            (false, [false, true]) => true,
            (by_itself, _) => by_itself,
        };
        if !acts && assigned.is_empty() {
            return Ok(Decision { is_true, doubted: None });
        }
        let question = self.ask_about_condition(condition, value, is_true, [then, otherwise]);
        let Some(question) = question else { return Ok(Decision { is_true, doubted: None }) };
        let doubt = Doubt::of(question);
        if acts {
            self.questions.matter(&doubt);
        }
        let (chosen, is_answered) = self.questions.chosen(question);
        // In a loop the same question may have another answer by itself each time.
        let is_true = if is_answered { chosen == TRUE } else { is_true };
        if is_answered {
            self.questions.matter(&doubt);
        }
        if acts || is_answered {
            self.learn_condition(condition, is_true, &Doubt::NONE)?;
        }
        Ok(Decision { is_true, doubted: Some((assigned, doubt)) })
    }

    fn ask_about_condition(
        &mut self,
        condition: Node<'t>,
        value: &Value,
        is_true: bool,
        branches: [Option<Node<'t>>; 2],
    ) -> Option<u32> {
        let inner =
            if condition.kind() == "parenthesized_expression" { first_child(condition) } else { None };
        let place = span(inner.unwrap_or(condition));
        let because = match value.as_bool() {
            Some(by_itself) if by_itself == is_true => {
                format!("Started without arguments it is {is_true}.")
            }
            Some(_) => format!("Without arguments the program would end here, so {is_true} is assumed."),
            None => format!("The text does not say; {is_true} is assumed."),
        };
        let label = |value: &str, branch: Option<Node<'t>>| match branch {
            Some(branch) => format!("{value}: line {}", self.line_of(branch.start_byte())),
            None => value.to_owned(),
        };
        let alternative = |value: &str, branch: Option<Node<'t>>| Alternative {
            value: value.to_owned(),
            label: label(value, branch),
            span: branch.map(span),
        };
        let mut alternatives = vec![alternative(TRUE, branches[0]), alternative(FALSE, branches[1])];
        if !is_true {
            alternatives.reverse();
        }
        let question = format!("Is {} true?", self.excerpt(place));
        self.ask("if", place, question, because, alternatives)
    }

    /// Whether a loop goes on. One round is assumed of a loop whose condition is not known.
    pub fn goes_on(&mut self, condition: Node<'t>, body: Node<'t>, rounds: usize) -> Eval<bool> {
        let value = self.expression(condition)?;
        if let Some(goes_on) = value.as_bool() {
            if !value.doubt.is_none() && self.consequence(body)? == Consequence::Acts {
                self.rests_on(&value);
            }
            return Ok(goes_on);
        }
        Ok(rounds < self.assumed_rounds(condition, body)?)
    }

    /// How often a loop runs whose bounds are not known.
    pub fn assumed_rounds(&mut self, bound: Node<'t>, body: Node<'t>) -> Eval<usize> {
        if self.consequence(body)? != Consequence::Acts {
            return Ok(1);
        }
        Ok(self.ask_for_rounds(bound))
    }

    /// How often a function is run by the `forEach` of something that is not known.
    pub fn rounds_of_action(&mut self, action: &Value, call: Node<'t>) -> Eval<usize> {
        let bound = call.child_by_field_name("object").unwrap_or(call);
        let own_method = match self.closure_of(action).map(|closure| (closure.code, closure.class)) {
            Some((ClosureCode::Lambda(lambda), _)) => {
                return match lambda.child_by_field_name("body") {
                    Some(body) => self.assumed_rounds(bound, body),
                    None => Ok(1),
                };
            }
            Some((ClosureCode::Bound { receiver, .. }, _)) => self.heap.as_object(&receiver).is_some(),
            Some((ClosureCode::Unbound { class, .. }, from)) => self.classes.named(&class, from).is_some(),
            Some(_) => true,
            None => self.heap.as_object(action).is_some(),
        };
        Ok(if own_method { self.ask_for_rounds(bound) } else { 1 })
    }

    fn ask_for_rounds(&mut self, bound: Node<'t>) -> usize {
        let place = span(bound);
        let alternatives = ["1", "0", "2", "3", "4"].map(|rounds| Alternative {
            value: rounds.to_owned(),
            label: if rounds == "1" { "once".to_owned() } else { format!("{rounds} times") },
            span: None,
        });
        let question = format!("How often does the loop over {} run?", self.excerpt(place));
        let because = "What it runs over comes from outside of the text; one round is assumed.";
        let rounds = self.assume("loop", place, question, because, alternatives.into());
        rounds.parse().unwrap_or(1)
    }

    /// Whether a condition that a stream or a collection is given holds for an item. What is not known is asked for; the plan
    /// rests on the answer, since it is not known what becomes of the items.
    pub fn holds(&mut self, condition: &Value, item: &Value, invocation: &Invocation<'t>) -> Eval<bool> {
        let value = self.apply(condition, std::slice::from_ref(item), invocation.node)?;
        self.rests_on(&value);
        if let Some(holds) = value.as_bool() {
            return Ok(holds);
        }
        let place = invocation.argument_place(0);
        let question = format!("Does {} hold?", self.excerpt(place));
        let because = "The text does not say; it is assumed to hold.";
        let alternatives = vec![alternative(TRUE, "for all"), alternative(FALSE, "for none")];
        Ok(self.assume("holds", place, question, because, alternatives) == TRUE)
    }

    /// The group of a switch that takes the value.
    pub fn chosen_group(
        &mut self,
        value: &Value,
        condition: Node<'t>,
        groups: &[Node<'t>],
    ) -> Eval<Option<usize>> {
        let mut default = None;
        let mut by_value = None;
        let mut is_open = !value.doubt.is_none();
        let mut labels: Vec<(usize, Node<'t>)> = Vec::new();
        for (index, &group) in groups.iter().enumerate() {
            for label in children(group).into_iter().filter(|part| part.kind() == "switch_label") {
                labels.push((index, label));
                if self.text_of(label).trim_start().starts_with("default") {
                    default = Some(index);
                    continue;
                }
                if by_value.is_some() {
                    continue;
                }
                match self.label_takes(label, value)? {
                    Some(true) => by_value = Some(index),
                    Some(false) => {}
                    None => is_open = true,
                }
            }
        }
        let mut chosen = by_value.or(default);
        if !is_open {
            return Ok(chosen);
        }
        // A group that only throws is chosen last.
        if chosen.is_none_or(|index| self.ends_program(groups[index], 0)) {
            chosen = (0..groups.len()).find(|&index| !self.ends_program(groups[index], 0)).or(chosen);
        }
        let place = span(condition);
        let mut alternatives: Vec<_> = labels
            .iter()
            .map(|(index, label)| Alternative {
                value: format!("group{index}"),
                label: self.text_of(*label).to_owned(),
                span: Some(span(groups[*index])),
            })
            .collect();
        if let Some(chosen) = chosen {
            let first = labels.iter().position(|(index, _)| *index == chosen);
            if let Some(first) = first {
                let first = alternatives.remove(first);
                alternatives.insert(0, first);
            }
        }
        if alternatives.is_empty() {
            return Ok(chosen);
        }
        let question = format!("Which case of {} is taken?", self.excerpt(place));
        let because = "The value comes from outside of the text.";
        let Some(asked) = self.ask("switch", place, question, because, alternatives) else {
            return Ok(chosen);
        };
        self.questions.matter(&Doubt::of(asked));
        // Where nobody answers, each value takes its own case.
        let (answer, is_answered) = self.questions.chosen(asked);
        if is_answered || by_value.is_none() {
            let answer = answer.strip_prefix("group").and_then(|index| index.parse().ok());
            let mut of_answer = labels.iter().filter(|(index, _)| Some(*index) == answer);
            if let (Some((_, label)), None, true) = (of_answer.next(), of_answer.next(), is_answered) {
                self.learn_label(condition, *label)?;
            }
            return Ok(answer);
        }
        Ok(chosen)
    }

    /// Whether a branch ends in an exception or the end of the program.
    pub fn ends_program(&self, branch: Node<'t>, depth: usize) -> bool {
        match branch.kind() {
            "throw_statement" => true,
            "return_statement" => first_child(branch).is_none() && self.frame().method == "main",
            "expression_statement" => {
                let Some(call) = first_child(branch).filter(|it| it.kind() == "method_invocation") else {
                    return false;
                };
                let name = call.child_by_field_name("name").map_or("", |name| self.text_of(name));
                let object = call.child_by_field_name("object").map(|object| self.text_of(object));
                name == "exit" && object == Some("System")
                    || object.is_none() && depth < 4 && self.own_method_ends(name, depth)
            }
            "block" | "switch_block_statement_group" | "switch_rule" => {
                children(branch).last().is_some_and(|last| depth < 8 && self.ends_program(*last, depth + 1))
            }
            _ => false,
        }
    }

    fn own_method_ends(&self, name: &str, depth: usize) -> bool {
        let class = self.classes.get(self.frame().class);
        let methods = children(class.body).into_iter().filter(|member| member.kind() == "method_declaration");
        let mut named = methods
            .filter(|member| member.child_by_field_name("name").is_some_and(|it| self.text_of(it) == name));
        let body = named.next().and_then(|method| method.child_by_field_name("body"));
        body.is_some_and(|body| {
            children(body).last().is_some_and(|last| {
                // A method that simply returns goes on behind its call.
                last.kind() != "return_statement" && self.ends_program(*last, depth + 1)
            })
        })
    }

    /// What running a piece of the program may change.
    fn consequence(&mut self, node: Node<'t>) -> Eval<Consequence<'t>> {
        self.step(node.descendant_count() / 32, node)?;
        let mut assigned: Vec<&'t str> = Vec::new();
        let mut to_visit = vec![node];
        while let Some(node) = to_visit.pop() {
            match node.kind() {
                "return_statement" | "throw_statement" | "break_statement" | "continue_statement"
                | "yield_statement" => return Ok(Consequence::Acts),
                "assignment_expression" | "update_expression" => {
                    let target = node.child_by_field_name("left").or_else(|| first_child(node));
                    let name = target.and_then(|target| self.assigned_name(target));
                    assigned.extend(name);
                    to_visit.extend(node.child_by_field_name("right"));
                }
                "method_invocation" => {
                    if self.is_message(node) {
                        continue;
                    }
                    if !self.is_harmless(node) {
                        return Ok(Consequence::Acts);
                    }
                    to_visit.extend(node.child_by_field_name("arguments"));
                }
                "object_creation_expression" => {
                    let class = node.child_by_field_name("type").map_or("", |it| self.text_of(it));
                    let own = class.split('<').next().unwrap_or(class);
                    if self.classes.named(own, self.frame().class).is_some() {
                        return Ok(Consequence::Acts);
                    }
                    to_visit.extend(children(node));
                }
                "lambda_expression" | "class_body" => {}
                _ => to_visit.extend(children(node)),
            }
        }
        Ok(if assigned.is_empty() { Consequence::None } else { Consequence::Assigns(assigned) })
    }

    fn assigned_name(&self, target: Node<'t>) -> Option<&'t str> {
        let name = match target.kind() {
            "identifier" => target,
            "field_access" => target.child_by_field_name("field")?,
            "array_access" => {
                return target.child_by_field_name("array").and_then(|it| self.assigned_name(it));
            }
            _ => return None,
        };
        Some(self.text_of(name))
    }

    /// A call that only tells somebody something.
    fn is_message(&self, call: Node<'t>) -> bool {
        const LOGGERS: [&str; 9] =
            ["LOG", "log", "logger", "LOGGER", "Log", "System.out", "System.err", "LOGGER_", "_log"];
        const TELLS: [&str; 4] = ["printStackTrace", "println", "printf", "printUsage"];
        let object = call.child_by_field_name("object").map_or("", |object| self.text_of(object));
        let name = call.child_by_field_name("name").map_or("", |name| self.text_of(name));
        LOGGERS.contains(&object) || TELLS.contains(&name) && !object.is_empty()
    }

    /// A call that gives a value and changes nothing.
    fn is_harmless(&self, call: Node<'t>) -> bool {
        const CLASSES: [&str; 14] = [
            "Integer",
            "Long",
            "Double",
            "Boolean",
            "String",
            "Math",
            "Duration",
            "Time",
            "Arrays",
            "List",
            "Collections",
            "Objects",
            "System",
            "Optional",
        ];
        if call.child_by_field_name("name").is_some_and(|name| self.text_of(name) == "exit") {
            return false;
        }
        let mut root = call;
        while let ("method_invocation" | "field_access", Some(object)) =
            (root.kind(), root.child_by_field_name("object"))
        {
            root = object;
        }
        if root.kind() == "method_invocation" {
            return false;
        }
        let name = self.text_of(root);
        match self.variable(name) {
            Some(value) => match self.heap.thing(value) {
                None | Some(Thing::Optional(_)) => true,
                Some(Thing::Flink(flink)) => flink.is_parameters(),
                Some(Thing::List(list)) => {
                    list.items.iter().all(|item| item.id().is_none()) && {
                        let method = call.child_by_field_name("name").map_or("", |name| self.text_of(name));
                        ["get", "size", "isEmpty", "contains", "clone"].contains(&method)
                    }
                }
                Some(_) => false,
            },
            None => CLASSES.contains(&name) || root.kind() == "string_literal",
        }
    }
}

/// An alternative without a text of its own.
pub fn alternative(value: &str, label: &str) -> Alternative {
    Alternative { value: value.to_owned(), label: label.to_owned(), span: None }
}
