//! All steps as a list: the calls of Flink's methods as a tree, phase by phase, in reading order.

use super::filter::StepFilter;
use super::steps::FilterChoice;
use super::{Links, count};
use crate::explain::reasons::Reasons;
use crate::explain::{Fact, Phase, Rule, Step};
use crate::web::planning::Planned;

/// The page of all steps.
#[derive(Debug)]
pub struct StepList {
    pub title: String,
    pub filters: Vec<FilterChoice>,
    pub is_filtered: bool,
    /// Those of this page, by phase.
    pub sections: Vec<Section>,
    /// Which of the list's pages this is, and how many there are.
    pub page: usize,
    pub pages: usize,
    pub links: Links,
}

/// Steps of one phase.
#[derive(Debug)]
pub struct Section {
    pub phase: Phase,
    pub rows: Vec<StepRow>,
}

/// One step.
#[derive(Debug)]
pub struct StepRow {
    pub number: usize,
    pub sentence: String,
    pub method: &'static str,
    pub rule: Rule,
    pub chains: Option<bool>,
    /// The conditions that fail.
    pub failed: Vec<Fact>,
    /// How deep Flink's recursion is, from 1.
    pub level: u32,
    /// The same as far as it can be shown.
    pub indent: u32,
    pub line: Option<usize>,
    /// Whether it is the step that the explorer shows.
    pub is_current: bool,
}

impl StepList {
    /// The page before this one.
    pub fn previous(&self) -> Option<usize> {
        self.page.checked_sub(1).filter(|&page| page > 0)
    }

    /// The page after this one.
    pub fn next(&self) -> Option<usize> {
        (self.page < self.pages).then_some(self.page + 1)
    }

    /// How many steps are on a page.
    const ON_A_PAGE: usize = 200;
    /// The deepest level that is indented.
    const DEEPEST: u32 = 12;

    /// The page of a plan's steps that is asked for.
    pub fn of(planned: &Planned, reasons: &Reasons<'_>, links: &Links) -> Self {
        let filter = &links.asked.filter;
        let all = &planned.explanation.steps;
        let numbers = filter.numbers(&planned.plan, &planned.explanation);
        let pages = numbers.len().div_ceil(Self::ON_A_PAGE).max(1);
        let page = links.asked.page.unwrap_or(1).clamp(1, pages);
        let on_page = numbers.iter().skip((page - 1) * Self::ON_A_PAGE).take(Self::ON_A_PAGE);
        let row = |number: usize| {
            let step = &all[number - 1];
            StepRow {
                number,
                sentence: step.sentence.clone(),
                method: step.method,
                rule: step.rule,
                chains: step.chains,
                failed: step.facts.iter().filter(|fact| fact.holds == Some(false)).cloned().collect(),
                level: step.depth + 1,
                indent: step.depth.min(Self::DEEPEST),
                line: step.call.and_then(|call| reasons.line(call)),
                is_current: links.asked.step == Some(number),
            }
        };
        let mut sections: Vec<Section> = Vec::new();
        for &number in on_page {
            let Step { phase, .. } = all[number - 1];
            match sections.last_mut() {
                Some(section) if section.phase == phase => section.rows.push(row(number)),
                _ => sections.push(Section { phase, rows: vec![row(number)] }),
            }
        }
        Self {
            title: match filter.is_empty() {
                true => format!("{} from the program to the JobGraph", count(all.len(), "step")),
                false => format!("{} of {}", numbers.len(), count(all.len(), "step")),
            },
            filters: FilterChoice::all(planned, filter),
            is_filtered: *filter != StepFilter::default(),
            sections,
            page,
            pages,
            links: links.clone(),
        }
    }
}
