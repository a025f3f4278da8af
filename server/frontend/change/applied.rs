//! Changes made in what a front end read.

use super::{Change, Changes, Edited, edit};
use crate::configuration::{UNCHECKED_KEYS, keys_of};
use crate::frontend::{Diagnostic, Parsed, PipelineDefinition, Severity, Span};

/// What is being tried on a pipeline.
#[derive(Clone, Debug, Default)]
pub struct Applied {
    pub changes: Changes,
    /// The definition as it was read, if there is one and there are changes.
    pub unchanged: Option<PipelineDefinition>,
    /// For each call of the definition, which call it was before the changes.
    pub origins: Vec<Option<usize>>,
}

impl Parsed {
    /// Makes the changes that this notation names. If one of them cannot be made there is no definition any more, and a
    /// diagnostic that says so.
    pub fn change(&mut self, notation: &str) -> Applied {
        let changes = match Changes::parse(notation) {
            Ok(changes) => changes,
            Err(wrong) => {
                self.diagnostics.push(error("no-change", wrong.to_string()));
                self.job_plan = None;
                return Applied { unchanged: self.definition.take(), ..Applied::default() };
            }
        };
        let Some(definition) = self.definition.take() else {
            if !changes.is_empty() && self.job_plan.take().is_some() {
                let why = "this is a plan, which does not say the calls that it comes from";
                let message = format!("the change `{}` cannot be made: {why}", shown(&changes));
                self.diagnostics.push(error("change-does-not-apply", message));
            }
            return Applied { changes, ..Applied::default() };
        };
        if changes.is_empty() {
            let origins = (0..definition.operators.len()).map(Some).collect();
            self.definition = Some(definition);
            return Applied { changes, unchanged: None, origins };
        }
        self.diagnostics.extend(changes.iter().filter_map(without_effect));
        let origins = match edit(&definition, &changes) {
            Ok(Edited { definition, origins }) => {
                self.definition = Some(definition);
                origins
            }
            Err(diagnostic) => {
                self.diagnostics.push(*diagnostic);
                Vec::new()
            }
        };
        Applied { changes, unchanged: Some(definition), origins }
    }
}

/// Says of a configuration key that no plan depends on it.
fn without_effect(change: &Change) -> Option<Diagnostic> {
    let Change::Configuration { key, value: Some(_) } = change else { return None };
    if keys_of(key).next().is_some() || UNCHECKED_KEYS.contains(&key.as_str()) {
        return None;
    }
    let message = format!("the change `{}` has no effect: no plan depends on that key", shown(change));
    Some(Diagnostic { severity: Severity::Warning, ..error("key-without-effect", message) })
}

/// An error about the changes, which have no place in the text.
fn error(code: &'static str, message: String) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code,
        path: String::new(),
        span: Span::default(),
        message,
        expected: None,
        suggestion: None,
    }
}

/// Changes as a message shows them, in backquotes.
fn shown(changes: &impl ToString) -> String {
    changes.to_string().replace('`', "'")
}
