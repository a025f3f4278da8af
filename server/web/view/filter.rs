//! Which of a plan's steps somebody wants to go through: `?steps=chain,breaks,n5`.

use std::fmt;

use super::Asked;
use crate::explain::{Explanation, Phase, Step};
use crate::planner::Plan;
use crate::render::names::element_named;

/// A filter of steps: those of these phases, that break a chain, that change something, that are about an element. What
/// is not asked for lets all steps through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepFilter {
    /// One bit a phase.
    pub(super) phases: u8,
    /// Only the steps that decide that an edge does not chain.
    pub breaks: bool,
    /// Only the steps after which a graph, or what is decided about it, differs.
    pub changing: bool,
    /// Only the steps that decide about this element or read it.
    pub about: Option<String>,
}

impl StepFilter {
    const BREAKS: &'static str = "breaks";
    const CHANGING: &'static str = "changing";
    /// Reads `chain,breaks,n5`. What is no part of a filter is as if it were not there.
    pub fn parse(text: &str) -> Self {
        let mut filter = Self::default();
        for word in text.split(',') {
            match Phase::ALL.into_iter().find(|phase| phase.name() == word) {
                Some(phase) => filter.phases |= bit(phase),
                None if word == Self::BREAKS => filter.breaks = true,
                None if word == Self::CHANGING => filter.changing = true,
                None if is_name(word) => filter.about = Some(word.to_owned()),
                None => {}
            }
        }
        filter
    }

    /// Whether it lets all steps through.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The filter that lets through what is about one element.
    pub fn about(name: &str) -> Self {
        Self { about: Some(name.to_owned()), ..Self::default() }
    }

    /// Whether a phase is asked for.
    pub fn has(&self, phase: Phase) -> bool {
        self.phases & bit(phase) != 0
    }

    /// The same with a phase asked for, or no longer.
    pub fn toggled(&self, phase: Phase) -> Self {
        Self { phases: self.phases ^ bit(phase), ..self.clone() }
    }

    /// The numbers of the steps that it lets through, in order.
    pub fn numbers(&self, plan: &Plan, explanation: &Explanation) -> Vec<usize> {
        let about = self.about.as_deref().map(|name| element_named(plan, name));
        let lets_through = |step: &Step| {
            (self.phases == 0 || self.has(step.phase))
                && (!self.breaks || step.chains == Some(false))
                && (!self.changing || step.changes_something())
                && about.is_none_or(|element| element.is_some_and(|element| step.is_about(element)))
        };
        let numbered = explanation.steps.iter().zip(1..);
        numbered.filter(|(step, _)| lets_through(step)).map(|(_, number)| number).collect()
    }
}

const fn bit(phase: Phase) -> u8 {
    1 << phase as u8
}

/// Whether a word may be the name of an element.
fn is_name(word: &str) -> bool {
    word.len() <= Asked::LONGEST_NAME
        && word.starts_with(['t', 'n', 'x', 'e', 'v', 'j'])
        && word[1..]
            .chars()
            .all(|char| char.is_ascii_digit() || char.is_ascii_uppercase() || "-.".contains(char))
        && word.len() > 1
}

impl fmt::Display for StepFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let phases = Phase::ALL.into_iter().filter(|&phase| self.has(phase)).map(Phase::name);
        let flags = [(self.breaks, Self::BREAKS), (self.changing, Self::CHANGING)];
        let flags = flags.into_iter().filter(|(on, _)| *on).map(|(_, name)| name);
        let mut words: Vec<&str> = phases.chain(flags).collect();
        words.extend(self.about.as_deref());
        f.write_str(&words.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_is_written_as_it_is_read_and_nonsense_is_left_out() {
        for (text, written) in [
            ("", ""),
            ("chain", "chain"),
            ("breaks,connect,chain", "chain,connect,breaks"),
            ("n5,changing", "changing,n5"),
            ("e4-5.1", "e4-5.1"),
            ("vAA", "vAA"),
            ("n5,n6", "n6"),
            ("none,,<b>,translate&,t,ünd", ""),
            ("translate,translate", "translate"),
        ] {
            assert_eq!(StepFilter::parse(text).to_string(), written, "{text}");
        }
    }
}
