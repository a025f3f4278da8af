//! Finds the elements that a person means: by name, uid, id, or by what stands in an error message.

use std::collections::HashMap;
use std::ops::Range;

use crate::explain::Element;
use crate::planner::Plan;
use crate::render::chain::ChainTree;
use crate::render::names::element_named;
use crate::stream_graph::StreamNodeIndex;

/// What was looked for, and what was found.
#[derive(Debug)]
pub struct Found {
    pub understood: Understood,
    /// The best first, as many as are shown.
    pub hits: Vec<Hit>,
    /// How many there are in all.
    pub total: usize,
    /// How many operators were looked at.
    pub operators: usize,
}

/// What a text was taken for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Understood {
    /// Nothing to look for: all operators.
    Everything,
    /// A name, uid, or a part of one.
    Name,
    /// The name of an element, such as `n5`, or the number of a node.
    Element,
    /// An id, or several: those that the plan has, and those that it has not.
    Ids { known: Vec<String>, unknown: Vec<String>, in_a_message: bool },
    /// An id of which only a part is there.
    PartOfId { part: String, in_a_message: bool },
    /// A message that names operators.
    Message,
}

/// An element that was found.
#[derive(Debug, PartialEq, Eq)]
pub struct Hit {
    pub element: Element,
    pub by: By,
}

/// By what an element was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum By {
    /// It is shown since nothing was looked for.
    Nothing,
    /// This part of its name.
    Name(Range<usize>),
    Uid,
    OperatorId,
    /// The id that savepoints are searched for first.
    UidHash,
    Element,
}

/// The most hits that are shown.
const MOST_HITS: usize = 50;
/// How many digits an id has.
const ID_DIGITS: usize = 32;
/// The fewest digits that are taken for a part of an id.
const FEWEST_DIGITS: usize = 6;
/// The shortest name that is looked for in a message: shorter ones stand in other words.
const SHORTEST_NAME: usize = 4;

impl Found {
    /// Looks for a text in a plan.
    pub fn of(plan: &Plan, text: &str) -> Self {
        let text = text.trim();
        let nodes = in_reading_order(plan);
        let operators = nodes.len();
        let found = |understood, hits: Vec<Hit>| {
            let total = hits.len();
            Self { understood, hits: hits.into_iter().take(MOST_HITS).collect(), total, operators }
        };
        if text.is_empty() {
            let hits = nodes.iter().map(|&node| hit(plan, node, By::Nothing));
            return found(Understood::Everything, hits.collect());
        }
        let ids = ids(text);
        if !ids.is_empty() {
            let in_a_message = text.len() > ID_DIGITS;
            let by_id = by_id(plan, &nodes);
            let (known, unknown): (Vec<_>, Vec<_>) = ids.into_iter().partition(|id| by_id.contains_key(id));
            let hits = nodes.iter().filter_map(|&node| hit_by_id(plan, node, &known)).collect();
            return found(Understood::Ids { known, unknown, in_a_message }, hits);
        }
        let is_a_message = text.contains('\n') || text.chars().count() > 60;
        if !is_a_message {
            if let Some(element) = element(plan, text) {
                return found(Understood::Element, vec![Hit { element, by: By::Element }]);
            }
            let hits = by_name(plan, &nodes, text);
            if !hits.is_empty() {
                return found(Understood::Name, hits);
            }
        }
        if let Some(part) = part_of_id(text) {
            let hits = nodes.iter().filter(|node| part.fits(&plan.hashes[node.index()].to_string()));
            let hits: Vec<_> = hits.map(|&node| hit(plan, node, By::OperatorId)).collect();
            let in_a_message = text.contains(char::is_whitespace);
            return found(Understood::PartOfId { part: part.text(), in_a_message }, hits);
        }
        if text.contains(char::is_whitespace) {
            let hits = named_in(plan, &nodes, text);
            if !hits.is_empty() {
                return found(Understood::Message, hits);
            }
        }
        found(Understood::Name, Vec::new())
    }
}

fn hit(plan: &Plan, node: StreamNodeIndex, by: By) -> Hit {
    Hit { element: Element::StreamNode(plan.stream_graph.graph[node].id), by }
}

/// All StreamNodes: vertex by vertex, along the chains.
fn in_reading_order(plan: &Plan) -> Vec<StreamNodeIndex> {
    let vertices = plan.job_graph.topological.iter();
    let operators = vertices.flat_map(|&vertex| ChainTree::of(plan, vertex).operators);
    operators.map(|operator| operator.node).collect()
}

/// The element that a text names as the graphs do: `n5`, `e4-5`, `vC`, `#5`, `5`.
fn element(plan: &Plan, text: &str) -> Option<Element> {
    if let Some(element) = element_named(plan, text) {
        return Some(element);
    }
    let id = text.strip_prefix('#').unwrap_or(text);
    // Nodes first: they are what people count.
    let kinds = if text.starts_with('#') { ["t", "n", "x"] } else { ["n", "x", "t"] };
    kinds.into_iter().find_map(|kind| element_named(plan, &format!("{kind}{id}")))
}

/// Every id of 32 digits in a text, in lower case and once.
fn ids(text: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for word in digits(text).filter(|word| word.len() == ID_DIGITS) {
        let id = word.to_ascii_lowercase();
        if !ids.contains(&id) && ids.len() < MOST_HITS {
            ids.push(id);
        }
    }
    ids
}

/// The words of a text that are nothing but hexadecimal digits.
fn digits(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|char: char| !char.is_ascii_alphanumeric());
    words.filter(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// What is left of an id that was cut: its beginning, and for one that was cut in the middle its end.
#[derive(Debug, PartialEq, Eq)]
struct PartOfId {
    beginning: String,
    end: String,
}

impl PartOfId {
    fn fits(&self, id: &str) -> bool {
        id.starts_with(&self.beginning) && id.ends_with(&self.end)
    }

    fn text(&self) -> String {
        if self.end.is_empty() {
            self.beginning.clone()
        } else {
            format!("{}…{}", self.beginning, self.end)
        }
    }
}

/// The first part of an id in a text: digits that are no word and no number.
fn part_of_id(text: &str) -> Option<PartOfId> {
    if let Some((before, after)) = text.split_once('…').or_else(|| text.split_once("..")) {
        // As the graphs show it: 8 digits, and the last 4.
        let beginning = digits(before).last()?;
        let end = digits(after.trim_start_matches('.')).next().unwrap_or_default();
        let is_whole = before.ends_with(beginning) && beginning.len() >= FEWEST_DIGITS;
        if is_whole && beginning.len() + end.len() < ID_DIGITS {
            return Some(PartOfId {
                beginning: beginning.to_ascii_lowercase(),
                end: end.to_ascii_lowercase(),
            });
        }
    }
    let is_part = |word: &&str| {
        (FEWEST_DIGITS..ID_DIGITS).contains(&word.len()) && word.bytes().any(|byte| byte.is_ascii_digit())
    };
    let alone = !text.contains(char::is_whitespace);
    let has_letter =
        |word: &&str| alone || word.len() >= 8 && word.bytes().any(|byte| byte.is_ascii_alphabetic());
    let part = digits(text).filter(is_part).find(has_letter)?;
    Some(PartOfId { beginning: part.to_ascii_lowercase(), end: String::new() })
}

/// The StreamNodes by their ids, and by those that savepoints are searched for first.
fn by_id(plan: &Plan, nodes: &[StreamNodeIndex]) -> HashMap<String, StreamNodeIndex> {
    let mut by_id = HashMap::with_capacity(nodes.len());
    for &node in nodes {
        by_id.insert(plan.hashes[node.index()].to_string(), node);
        if let Some(hash) = &plan.stream_graph.graph[node].user_hash {
            by_id.insert(hash.to_lowercase(), node);
        }
    }
    by_id
}

fn hit_by_id(plan: &Plan, node: StreamNodeIndex, ids: &[String]) -> Option<Hit> {
    let id = plan.hashes[node.index()].to_string();
    if ids.contains(&id) {
        return Some(hit(plan, node, By::OperatorId));
    }
    let hash = plan.stream_graph.graph[node].user_hash.as_ref()?.to_lowercase();
    ids.contains(&hash).then(|| hit(plan, node, By::UidHash))
}

/// Operators whose name or uid has this text: those with a word that begins with it first.
fn by_name(plan: &Plan, nodes: &[StreamNodeIndex], text: &str) -> Vec<Hit> {
    let mut word_starts = Vec::new();
    let mut middles = Vec::new();
    for &node in nodes {
        let stream_node = &plan.stream_graph.graph[node];
        let name = occurrence(&stream_node.name, text);
        match name {
            Some((range, true)) => word_starts.push(hit(plan, node, By::Name(range))),
            Some((range, false)) => middles.push(hit(plan, node, By::Name(range))),
            None => match stream_node.uid.as_deref().and_then(|uid| occurrence(uid, text)) {
                Some((_, true)) => word_starts.push(hit(plan, node, By::Uid)),
                Some((_, false)) => middles.push(hit(plan, node, By::Uid)),
                None => {}
            },
        }
    }
    word_starts.extend(middles);
    word_starts
}

/// Where a text stands in a name, whatever the case, and whether a word begins there.
fn occurrence(name: &str, text: &str) -> Option<(Range<usize>, bool)> {
    let wanted: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
    let mut middle = None;
    let mut before = None;
    for (start, char) in name.char_indices() {
        let begins_word = before.is_none_or(|before: char| {
            !before.is_alphanumeric() || (before.is_lowercase() && char.is_uppercase())
        });
        before = Some(char);
        let Some(length) = prefix(&name[start..], &wanted) else { continue };
        let range = start..start + length;
        if begins_word {
            return Some((range, true));
        }
        middle.get_or_insert(range);
    }
    middle.map(|range| (range, false))
}

/// How many bytes of a name these characters are, if it begins with them.
fn prefix(name: &str, wanted: &[char]) -> Option<usize> {
    let mut wanted = wanted.iter();
    for (at, char) in name.char_indices() {
        if wanted.as_slice().is_empty() {
            return Some(at);
        }
        for lower in char.to_lowercase() {
            if wanted.next() != Some(&lower) {
                return None;
            }
        }
    }
    wanted.as_slice().is_empty().then_some(name.len())
}

/// Operators whose names stand in a message, the longest names first: what is a part of another name is less likely meant.
fn named_in(plan: &Plan, nodes: &[StreamNodeIndex], message: &str) -> Vec<Hit> {
    let message = message.to_lowercase();
    let name = |node: StreamNodeIndex| plan.stream_graph.graph[node].name.to_lowercase();
    let is_named = |node: &StreamNodeIndex| {
        let name = name(*node);
        name.len() >= SHORTEST_NAME && message.contains(&name)
    };
    let mut named: Vec<StreamNodeIndex> = nodes.iter().copied().filter(is_named).collect();
    named.sort_by_key(|&node| std::cmp::Reverse(name(node).len()));
    let all = |node: StreamNodeIndex| By::Name(0..plan.stream_graph.graph[node].name.len());
    named.into_iter().map(|node| hit(plan, node, all(node))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::planning::{self, Outcome};
    use std::sync::Arc;

    const PIPELINE: &str = r#"{ "operators": [
        { "op": "socketTextStream" },
        { "op": "map", "name": "Parse order", "uid": "parse" },
        { "op": "keyBy" },
        { "op": "map", "name": "reOrder", "uidHash": "0123456789ABCDEF0123456789abcdef" },
        { "op": "print" }
    ] }"#;

    /// What a text was taken for, and the StreamNodes that were found.
    fn find(text: &str) -> (Understood, Vec<u32>) {
        let examined = planning::examine(&Arc::<str>::from(PIPELINE).into());
        let Outcome::Planned(planned) = examined.outcome else { panic!("it has a plan") };
        let found = Found::of(&planned.plan, text);
        let nodes = found.hits.iter().map(|hit| match hit.element {
            Element::StreamNode(id) | Element::Transformation(id) | Element::VirtualNode(id) => id.0,
            ref other => panic!("{other:?}"),
        });
        (found.understood, nodes.collect())
    }

    #[test]
    fn names_are_found_by_the_beginnings_of_words_before_their_middles() {
        assert_eq!(find("order"), (Understood::Name, vec![2, 4]));
        assert_eq!(find(" ORDER "), (Understood::Name, vec![2, 4]));
        assert_eq!(find("parse"), (Understood::Name, vec![2]));
        assert_eq!(find("rse"), (Understood::Name, vec![2]));
        assert_eq!(find("nothing like it"), (Understood::Name, vec![]));
        assert_eq!(find(""), (Understood::Everything, vec![1, 2, 4, 5]));
    }

    #[test]
    fn elements_go_by_the_names_and_numbers_of_the_graphs() {
        assert_eq!(find("n4"), (Understood::Element, vec![4]));
        assert_eq!(find("#3"), (Understood::Element, vec![3]));
        assert_eq!(find("4"), (Understood::Element, vec![4]));
    }

    #[test]
    fn a_whole_error_message_is_searched_for_ids() {
        let source = "cbc357ccb763df2852fee8c4fc7d55f2".to_owned();
        let known =
            |in_a_message| Understood::Ids { known: vec![source.clone()], unknown: vec![], in_a_message };
        assert_eq!(find(&source), (known(false), vec![1]));
        assert_eq!(find(&source.to_uppercase()), (known(false), vec![1]));
        let message = format!(
            "java.lang.IllegalStateException: Failed to rollback to checkpoint/savepoint s3://x/1. Cannot map \
             checkpoint/savepoint state for operator {source} to the new program, because the operator is not available."
        );
        assert_eq!(find(&message), (known(true), vec![1]));
        let missing = "1312a02d00000000000000000000000a";
        let (understood, nodes) = find(&format!("There is no operator for the state {missing}"));
        assert_eq!(nodes, [] as [u32; 0]);
        let expected =
            Understood::Ids { known: vec![], unknown: vec![missing.to_owned()], in_a_message: true };
        assert_eq!(understood, expected);
    }

    #[test]
    fn an_id_that_was_cut_is_found_by_what_is_left() {
        let part = |part: &str, in_a_message| Understood::PartOfId { part: part.to_owned(), in_a_message };
        assert_eq!(find("cbc357cc"), (part("cbc357cc", false), vec![1]));
        assert_eq!(find("cbc357cc…55f2"), (part("cbc357cc…55f2", false), vec![1]));
        assert_eq!(find("cbc357cc...55f2"), (part("cbc357cc…55f2", false), vec![1]));
        assert_eq!(find("cbc357cc…0000").1, [] as [u32; 0]);
        assert_eq!(find("There is no operator for the state 1312a02d"), (part("1312a02d", true), vec![]));
        assert_eq!(find("state cbc357cc of it"), (part("cbc357cc", true), vec![1]));
    }

    #[test]
    fn a_uid_hash_is_found_whatever_its_case() {
        let hash = "0123456789abcdef0123456789abcdef";
        assert_eq!(find(hash).1, [4]);
        assert_eq!(find(&hash.to_uppercase()).1, [4]);
    }

    #[test]
    fn a_message_that_names_operators_finds_them() {
        let message = "2026-01-01 12:00:00 WARN Task - Parse order -> somewhere (1/4)#0 switched from RUNNING to FAILED";
        assert_eq!(find(message), (Understood::Message, vec![2]));
    }

    #[test]
    fn what_is_matched_is_a_part_of_the_name() {
        for (name, text, expected) in [
            ("Parse order", "order", Some((6..11, true))),
            ("ÄÖÜ größe", "GRÖSSE", None),
            ("ÄÖÜ größe", "größe", Some((7..14, true))),
            ("İstanbul", "i̇st", Some((0..4, true))),
            ("reOrder", "order", Some((2..7, true))),
            ("preorder", "order", Some((3..8, false))),
            ("a", "ab", None),
        ] {
            assert_eq!(occurrence(name, text), expected, "{name} {text}");
        }
    }
}
