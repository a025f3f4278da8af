//! Find: what a text was taken for, and the elements that were found.

use super::steps::{Chip, chips};
use super::{Links, count};
use crate::explain::Element;
use crate::planner::Plan;
use crate::render::names::{Letters, element_name, letter};
use crate::web::find::{By, Found, Hit, Understood};
use crate::web::planning::Planned;

/// The results of a search.
#[derive(Debug)]
pub struct Finder {
    pub hits: Vec<HitView>,
    /// What the text was taken for, where that is not plain.
    pub understood: Option<String>,
    /// How many were found: "14 of 204 operators, 5 shown".
    pub count: String,
}

/// An element that was found.
#[derive(Debug)]
pub struct HitView {
    pub name: String,
    pub chip: Chip,
    /// What it is called, before, in, and after what was looked for.
    pub before: String,
    pub matched: String,
    pub after: String,
    pub note: String,
    pub side: String,
    pub href: String,
}

impl Finder {
    /// What is found in a plan.
    pub fn of(planned: &Planned, links: &Links, text: &str) -> Self {
        let plan = &planned.plan;
        let found = Found::of(plan, text);
        let letters = Letters::of(plan);
        let hits: Vec<_> = found.hits.iter().map(|hit| HitView::of(plan, &letters, links, hit)).collect();
        let shown = if hits.len() < found.total { format!(", {} shown", hits.len()) } else { String::new() };
        let operators = count(found.operators, "operator");
        Self {
            count: match found.understood {
                Understood::Everything => format!("{operators}{shown}"),
                Understood::Element => String::new(),
                _ => format!("{} of {operators}{shown}", found.total),
            },
            understood: in_words(&found),
            hits,
        }
    }
}

/// What the text was taken for.
fn in_words(found: &Found) -> Option<String> {
    Some(match &found.understood {
        Understood::Everything => return None,
        Understood::Element => "An element’s own name or number.".to_owned(),
        Understood::Name if found.total == 0 => {
            "No operator’s name or uid has this text, and there is no id in it.".to_owned()
        }
        Understood::Name => return None,
        Understood::Ids { known, unknown, in_a_message } => {
            let begin = if *in_a_message { "A message with " } else { "" };
            let what = match (known.len() + unknown.len(), *in_a_message) {
                (1, true) => "an operator ID in it".to_owned(),
                (1, false) => "An operator ID, 32 digits".to_owned(),
                (ids, true) => format!("{ids} IDs in it"),
                (ids, false) => format!("{ids} operator IDs"),
            };
            let missing = match unknown.as_slice() {
                [] => String::new(),
                [only] => format!(" No operator here has the ID {only}."),
                several => format!(" No operator here has the IDs {}.", several.join(", ")),
            };
            format!("{begin}{what}.{missing}")
        }
        Understood::PartOfId { part, in_a_message } => {
            let what = if *in_a_message { "A message with a part of an ID in it" } else { "A part of an ID" };
            if found.total == 0 {
                format!(
                    "{what}. No operator here has an ID that begins with {part}. Paste all 32 digits to be sure."
                )
            } else {
                format!("{what}: {part}.")
            }
        }
        Understood::Message => "A message that names operators.".to_owned(),
    })
}

impl HitView {
    fn of(plan: &Plan, letters: &Letters, links: &Links, hit: &Hit) -> Self {
        let name = element_name(plan, hit.element);
        let mut chips = chips(plan, letters, hit.element);
        let full = chips.iter().map(|chip| chip.name.as_str()).collect::<Vec<_>>().join(" → ");
        let range = match &hit.by {
            By::Name(range) => range.clone(),
            _ => 0..0,
        };
        let (note, side) = note(plan, letters, hit);
        let chip = if chips.is_empty() {
            Chip { letter: None, colour: 0, name: name.clone() }
        } else {
            chips.remove(0)
        };
        Self {
            before: full.get(..range.start).unwrap_or_default().to_owned(),
            matched: full.get(range.clone()).unwrap_or_default().to_owned(),
            after: full.get(range.end..).unwrap_or(&full).to_owned(),
            chip,
            note,
            side,
            href: links.select(&name),
            name,
        }
    }
}

/// Where an element is, and what else there is to say.
fn note(plan: &Plan, letters: &Letters, hit: &Hit) -> (String, String) {
    let Element::StreamNode(id) = hit.element else {
        return (hit.element.kind().to_owned(), String::new());
    };
    let Some(&node) = plan.stream_graph.indices.get(&id) else { return Default::default() };
    let Some(&vertex) = plan.job_graph.vertex_of.get(node.index()) else { return Default::default() };
    let job_vertex = &plan.job_graph.graph[vertex];
    let mut notes = vec![letter(letters.position(vertex))];
    let position = job_vertex.chain.iter().position(|operator| operator.node == node).unwrap_or(0);
    let operators = job_vertex.chain.len();
    if job_vertex.head() == node {
        notes.push(if operators == 1 { "alone".to_owned() } else { format!("head of {operators}") });
    } else {
        notes.push(plan.stream_graph.graph[job_vertex.head()].name.clone());
        notes.push(format!("operator {} of {operators}", position + 1));
    }
    notes.push(format!("StreamNode {id}"));
    if let Some(uid) = &plan.stream_graph.graph[node].uid {
        notes.push(format!("uid {uid}"));
    }
    let side = match hit.by {
        By::OperatorId if job_vertex.head() == node => "its ID, and its JobVertex’s".to_owned(),
        By::OperatorId => "its ID".to_owned(),
        By::UidHash => "its uidHash".to_owned(),
        By::Uid => "its uid".to_owned(),
        _ => match plan.job_graph.parallelism_of.get(node.index()) {
            Some(&parallelism) if parallelism > 0 => format!("p={parallelism}"),
            _ => String::new(),
        },
    };
    (notes.join(" · "), side)
}
