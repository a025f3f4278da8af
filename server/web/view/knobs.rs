//! What can be tried on one call: its parallelism, its chaining, or to do without it.

use super::Links;
use crate::frontend::change::{CallOption, Change, Changes, OptionValue, edit};
use crate::frontend::{Operation, OperatorDefinition};
use crate::web::planning::Examined;

/// Something of a call that can be set otherwise.
#[derive(Debug)]
pub struct Knob {
    pub title: &'static str,
    pub choices: Vec<KnobChoice>,
}

/// One way to set it.
#[derive(Debug)]
pub struct KnobChoice {
    pub label: String,
    /// The address at which it is tried.
    pub href: String,
    /// Whether it is set so.
    pub is_on: bool,
}

/// Of definitions with more calls nothing is offered: each offer is tried on the whole definition.
const MOST_CALLS: usize = 2_000;

/// What can be tried on a call of the definition as it is planned. Only what the call takes is offered.
pub fn of_call(examined: &Examined, links: &Links, call: usize) -> Vec<Knob> {
    let knobs = || {
        let pipeline = examined.pipeline()?;
        let unchanged = examined.unchanged()?;
        let original = (*pipeline.origins.get(call)?)?;
        let operator = pipeline.definition.operators.get(call)?;
        let written = unchanged.operators.get(original)?;
        let try_out = |change: Change| {
            let changes = pipeline.changes.with(change).that_change(unchanged);
            edit(unchanged, &changes).ok().map(|_| links.with_changes(&changes, links.asked.step))
        };
        if unchanged.operators.len() > MOST_CALLS {
            return None;
        }
        if matches!(operator.operation, Operation::Partition { .. }) {
            let href = try_out(Change::Drop { call: original })?;
            let choice = KnobChoice { label: "leave it out".to_owned(), href, is_on: false };
            return Some(vec![Knob { title: "This call", choices: vec![choice] }]);
        }
        let set = |option, value| Change::Option { call: original, option, value };
        let mut knobs =
            vec![parallelism(operator, written, &|value| try_out(set(CallOption::Parallelism, value)))];
        for (title, option, is_on) in [
            ("disableChaining", CallOption::DisableChaining, operator.options.disable_chaining),
            ("startNewChain", CallOption::StartNewChain, operator.options.start_new_chain),
        ] {
            let choices = [("off", None), ("on", Some(OptionValue::On))];
            let choices = choices.into_iter().filter_map(|(label, value)| {
                let is_on = is_on == value.is_some();
                Some(KnobChoice { label: label.to_owned(), href: try_out(set(option, value))?, is_on })
            });
            knobs.push(Knob { title, choices: choices.collect() });
        }
        knobs.retain(|knob| knob.choices.len() > 1);
        Some(knobs)
    };
    knobs().unwrap_or_default()
}

/// Not set, as it is written, half and double of it, and the first few powers of two.
fn parallelism(
    operator: &OperatorDefinition,
    written: &OperatorDefinition,
    try_out: &dyn Fn(Option<OptionValue>) -> Option<String>,
) -> Knob {
    let now = operator.options.parallelism;
    let mut values: Vec<i32> = vec![1, 2, 4, 8];
    for value in [now, written.options.parallelism].into_iter().flatten() {
        values.extend([value, value / 2, value.saturating_mul(2)]);
    }
    values.retain(|&value| value > 0);
    values.sort_unstable();
    values.dedup();
    let values = std::iter::once(None).chain(values.into_iter().map(Some));
    let choices = values.filter_map(|value| {
        Some(KnobChoice {
            label: value.map_or_else(|| "unset".to_owned(), |value| value.to_string()),
            href: try_out(value.map(|value| OptionValue::Number(value.into())))?,
            is_on: value == now,
        })
    });
    Knob { title: "parallelism", choices: choices.collect() }
}

/// The changes that are made, without any.
pub fn reset(examined: &Examined, links: &Links) -> Option<String> {
    let changed = !examined.what_if.applied.changes.is_empty();
    changed.then(|| links.with_changes(&Changes::default(), links.asked.step))
}
