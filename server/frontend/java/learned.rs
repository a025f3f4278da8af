//! What a decided branch says of the variables in its condition: they keep to it until they get other values.
//!
//! Without it one variable would be asked about at each of its conditions, and the answers could say what no start of the
//! program gives.

use tree_sitter::Node;

use super::evaluator::{Eval, Evaluator};
use super::syntax::{children, first_child};
use super::value::{Data, Doubt, Value};

impl<'t> Evaluator<'t> {
    /// Takes a condition for true or false; what is learned from an assumption rests on it.
    pub fn learn_condition(&mut self, condition: Node<'t>, is_true: bool, doubt: &Doubt) -> Eval<()> {
        let mut to_learn = vec![(condition, is_true)];
        while let Some((condition, is_true)) = to_learn.pop() {
            match condition.kind() {
                "parenthesized_expression" => {
                    to_learn.extend(first_child(condition).map(|inner| (inner, is_true)))
                }
                "unary_expression" if self.operator_of(condition) == "!" => {
                    let operand = condition.child_by_field_name("operand");
                    to_learn.extend(operand.map(|operand| (operand, !is_true)));
                }
                "binary_expression" => {
                    let sides = ["left", "right"].map(|side| condition.child_by_field_name(side));
                    let [Some(left), Some(right)] = sides else { continue };
                    match (self.operator_of(condition), is_true) {
                        ("&&", true) | ("||", false) => to_learn.extend([(left, is_true), (right, is_true)]),
                        ("==", true) | ("!=", false) => self.learn_equal(left, right, doubt)?,
                        _ => {}
                    }
                }
                "method_invocation" if is_true => {
                    let name = condition.child_by_field_name("name").map_or("", |it| self.text_of(it));
                    let arguments = condition.child_by_field_name("arguments").map(children);
                    if let ("equals", Some([argument]), Some(object)) =
                        (name, arguments.as_deref(), condition.child_by_field_name("object"))
                    {
                        self.learn_equal(object, *argument, doubt)?;
                    }
                }
                "identifier" => self.learn(condition, Value::bool(is_true).doubting(doubt)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes what a switch is over for the one constant of the label that was taken.
    pub fn learn_label(&mut self, condition: Node<'t>, label: Node<'t>) -> Eval<()> {
        let inner =
            if condition.kind() == "parenthesized_expression" { first_child(condition) } else { None };
        match &children(label)[..] {
            [constant] => self.learn_equal(inner.unwrap_or(condition), *constant, &Doubt::NONE),
            _ => Ok(()),
        }
    }

    /// A variable and a literal that are equal.
    fn learn_equal(&mut self, left: Node<'t>, right: Node<'t>, doubt: &Doubt) -> Eval<()> {
        for (variable, literal) in [(left, right), (right, left)] {
            let is_literal = ["string_literal", "decimal_integer_literal", "character_literal"];
            if variable.kind() == "identifier" && is_literal.contains(&literal.kind()) {
                let value = self.expression(literal)?;
                self.learn(variable, value.doubting(doubt));
            }
        }
        Ok(())
    }

    /// Only a variable of the method: a field may be another one the next time. What is certain stays.
    fn learn(&mut self, variable: Node<'t>, value: Value) {
        let name = self.text_of(variable);
        let Some(known) = self.variable(name) else { return };
        let is_of_kind = std::mem::discriminant(&known.data) == std::mem::discriminant(&value.data);
        let is_open = is_of_kind && !known.doubt.is_none();
        // Of a number it is not known here which kind of number the variable is.
        let is_unknown =
            matches!(value.data, Data::Bool(_) | Data::Text(_)) && self.heap.as_foreign(known).is_some();
        if let (true, Some(known)) = (is_open || is_unknown, self.variable_mut(name)) {
            *known = value;
        }
    }

    /// Whether a condition is a variable whose value another branch has decided: it is not asked about again.
    pub fn is_decided(&self, condition: Node<'t>, value: &Value) -> bool {
        let mut inner = condition;
        while let ("parenthesized_expression" | "unary_expression", Some(next)) =
            (inner.kind(), children(inner).last())
        {
            inner = *next;
        }
        let [question] = value.doubt.assumptions() else { return false };
        let key = &self.questions.get(*question).key;
        inner.kind() == "identifier" && value.as_bool().is_some() && key.starts_with("if-")
    }

    fn operator_of(&self, expression: Node<'t>) -> &'t str {
        expression.child_by_field_name("operator").map_or("", |operator| self.text_of(operator))
    }
}
