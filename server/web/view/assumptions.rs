//! What a plan rests on although its text does not say it, with every other possibility as a link.

use super::prose::{Run, runs};
use super::source::Places;
use super::{Links, MOST_LISTED, count};
use crate::frontend::UnsaidProperty;
use crate::web::planning::Examined;

/// The most operators that the form offers: each is a line of a menu.
const MOST_OFFERED: usize = 400;

/// What a plan rests on.
#[derive(Debug)]
pub struct Assumptions {
    /// "This plan rests on 3 assumptions".
    pub title: String,
    pub count: usize,
    pub items: Vec<Item>,
    /// How many more there are.
    pub left_out: usize,
    pub unsaid: Option<UnsaidView>,
}

/// One assumption.
#[derive(Debug)]
pub struct Item {
    pub line: usize,
    pub column: usize,
    /// Where it is, as the script counts: in UTF-16 units.
    pub start: usize,
    pub question: Vec<Run>,
    /// The question as plain text.
    pub label: String,
    pub because: Vec<Run>,
    pub options: Vec<Choice>,
    pub is_answered: bool,
}

/// One possible answer.
#[derive(Debug)]
pub struct Choice {
    /// Tells it from all others.
    pub key: String,
    pub label: Vec<Run>,
    pub is_chosen: bool,
    pub href: String,
}

/// What is assumed of every operator alike, and may be said of each.
#[derive(Debug)]
pub struct UnsaidView {
    pub properties: Vec<UnsaidProperty>,
    /// Ends of keys, and names.
    pub operators: Vec<(String, String)>,
    /// What the address says beside: the form keeps it.
    pub kept: Vec<(String, String)>,
    pub lead: bool,
}

impl Assumptions {
    /// What there is to say about a text; nothing if it says everything itself.
    pub fn of(text: &str, examined: &Examined, links: &Links) -> Option<Self> {
        let (assumptions, unsaid) = (&examined.assumptions, &examined.unsaid);
        if assumptions.is_empty() && unsaid.properties.is_empty() {
            return None;
        }
        let places = Places::of(text);
        let items = assumptions.iter().take(MOST_LISTED).map(|assumption| {
            let (line, column) = places.position(assumption.span.start);
            let options = assumption.alternatives.iter().enumerate().map(|(number, alternative)| Choice {
                key: format!("{}:{}", assumption.key, alternative.value),
                label: runs(&alternative.label),
                is_chosen: number == assumption.chosen,
                href: links.assuming(&assumption.key, &alternative.value, number == 0),
            });
            Item {
                line,
                column,
                start: places.utf16(assumption.span.start),
                question: runs(&assumption.question),
                label: assumption.question.replace('`', ""),
                because: runs(&assumption.because),
                options: options.collect(),
                is_answered: assumption.is_answered,
            }
        });
        let unsaid = (!unsaid.properties.is_empty()).then(|| UnsaidView {
            properties: unsaid.properties.clone(),
            operators: unsaid
                .subjects
                .iter()
                .take(MOST_OFFERED)
                .map(|subject| (subject.key.clone(), format!("{} · {}", subject.key, subject.name)))
                .collect(),
            kept: links.asked.for_a_form(),
            lead: links.lead,
        });
        Some(Self {
            title: format!("This plan rests on {}", count(assumptions.len(), "assumption")),
            count: assumptions.len(),
            items: items.collect(),
            left_out: assumptions.len().saturating_sub(MOST_LISTED),
            unsaid,
        })
    }
}
