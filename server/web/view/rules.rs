//! The reference of Flink's rules: the index by topic, and a page with its pipelines drawn.

use std::sync::Arc;

use askama::Template;

use super::count;
use super::source::{Line, Source};
use crate::explain::{Rule, Topic};
use crate::flink::FlinkVersion;
use crate::render::{Direction, GraphKind, svg};
use crate::rules::{self, Check, CheckKind, Example, Page, Part};
use crate::web::planning::{self, Outcome, Planned};

/// All rules, by topic.
#[derive(Template)]
#[template(path = "rules.html", config = "templates/askama.toml")]
pub struct RulesPage {
    version: FlinkVersion,
    count: usize,
    topics: Vec<TopicView>,
}

struct TopicView {
    topic: Topic,
    rules: Vec<RuleLink>,
}

/// A link to a rule's page.
struct RuleLink {
    rule: Rule,
    title: &'static str,
    summary: &'static str,
}

impl RuleLink {
    fn to(rule: Rule) -> Option<Self> {
        let page = rules::page(rule)?;
        Some(Self { rule, title: &page.title, summary: &page.summary })
    }
}

impl RulesPage {
    pub fn new() -> Self {
        let of_topic = |topic| Rule::ALL.iter().copied().filter(move |rule| rule.topic() == topic);
        Self {
            version: FlinkVersion::default(),
            count: Rule::ALL.len(),
            topics: Topic::ALL
                .iter()
                .map(|&topic| TopicView { topic, rules: of_topic(topic).filter_map(RuleLink::to).collect() })
                .collect(),
        }
    }
}

/// A rule's page.
#[derive(Template)]
#[template(path = "rule.html", config = "templates/askama.toml")]
pub struct RulePage {
    version: FlinkVersion,
    rule: Rule,
    page: &'static Page,
    /// Sections that are read, in order.
    sections: Vec<SectionView>,
    /// Sections that stand beside them.
    asides: Vec<SectionView>,
    related: Vec<RuleLink>,
    previous: Option<RuleLink>,
    next: Option<RuleLink>,
}

struct SectionView {
    title: &'static str,
    /// HTML.
    prose: &'static str,
    examples: Vec<ExampleView>,
}

struct ExampleView {
    number: usize,
    title: &'static str,
    /// HTML.
    prose: &'static str,
    /// What becomes of it, in a few words.
    outcome: String,
    lines: Vec<Line>,
    /// Drawings, each under its graph's name.
    drawings: Vec<(&'static str, String)>,
    parts: Vec<PartView>,
}

/// Something below the pipeline.
enum PartView {
    /// HTML.
    Prose(&'static str),
    /// `isChainable` of an edge.
    Conditions { edge: &'static str, conditions: Vec<ConditionView> },
    /// Lines in one of the notations.
    Lines { title: String, lines: Vec<TextLine> },
}

struct ConditionView {
    holds: bool,
    rule: Option<RuleLink>,
    name: &'static str,
    value: &'static str,
    stopped_here: bool,
}

/// A line, with how deep it is indented.
struct TextLine {
    depth: usize,
    pieces: Vec<Piece>,
}

/// A piece of a line; the code of a rule leads to its page.
struct Piece {
    text: &'static str,
    rule: Option<Rule>,
}

/// Titles of the sections that stand beside the others.
const ASIDE: [&str; 2] = ["What to do", "In planscope"];
const RELATED: &str = "Related";

impl RulePage {
    /// Plans and draws the page's pipelines.
    pub fn of(rule: Rule, page: &'static Page) -> Self {
        let mut number = 0;
        let (mut sections, mut asides) = (Vec::new(), Vec::new());
        for section in page.sections.iter().filter(|section| section.title != RELATED) {
            let examples = section.examples.iter().map(|example| {
                number += 1;
                ExampleView::of(example, number)
            });
            let view =
                SectionView { title: &section.title, prose: &section.prose, examples: examples.collect() };
            if ASIDE.contains(&view.title) { asides.push(view) } else { sections.push(view) }
        }
        let mut related: Vec<Rule> = Vec::new();
        for other in page.links.iter().filter_map(|link| Rule::from_code(link.strip_suffix(".md")?)) {
            if !related.contains(&other) {
                related.push(other);
            }
        }
        let at = Rule::ALL.iter().position(|&other| other == rule);
        let beside = |offset: fn(usize) -> Option<usize>| RuleLink::to(*Rule::ALL.get(offset(at?)?)?);
        Self {
            version: FlinkVersion::default(),
            rule,
            page,
            sections,
            asides,
            related: related.into_iter().filter_map(RuleLink::to).collect(),
            previous: beside(|at| at.checked_sub(1)),
            next: beside(|at| at.checked_add(1)),
        }
    }
}

impl ExampleView {
    fn of(example: &'static Example, number: usize) -> Self {
        let text: Arc<str> = Arc::from(example.pipeline.trim_end());
        let examined = planning::examine(&Arc::clone(&text).into());
        let (outcome, lines, drawings) = match &examined.outcome {
            Outcome::Planned(planned) => (
                outcome(planned),
                Source::planned(&text, &examined, planned, None).lines,
                drawings(planned, &text, &example.graphs),
            ),
            _ => ("Flink refuses it".to_owned(), Source::shown(&text).lines, Vec::new()),
        };
        let parts = example.parts.iter().map(|part| match part {
            Part::Prose(html) => PartView::Prose(html),
            Part::Check(check) => PartView::of(check),
        });
        Self {
            number,
            title: &example.title,
            prose: &example.prose,
            outcome,
            lines,
            drawings,
            parts: parts.collect(),
        }
    }
}

/// "5 operators in 2 chains".
fn outcome(planned: &Planned) -> String {
    let operators = planned.plan.stream_graph.graph.node_count();
    let vertices = planned.plan.job_graph.graph.node_count();
    format!("{} in {}", count(operators, "operator"), count(vertices, "job vertex"))
}

fn drawings(planned: &Planned, text: &str, graphs: &[GraphKind]) -> Vec<(&'static str, String)> {
    let draw = |&graph: &GraphKind| {
        let scene =
            svg::layout(&planned.plan, &planned.definition, Some(text), graph, Direction::Down).ok()?;
        Some((graph.title(), svg::picture(&scene)))
    };
    graphs.iter().filter_map(draw).collect()
}

impl PartView {
    fn of(check: &'static Check) -> Self {
        if check.kind == CheckKind::Conditions {
            let conditions = check.expected.lines().filter_map(ConditionView::of).collect();
            return Self::Conditions { edge: &check.about, conditions };
        }
        let title = match check.about.as_str() {
            "" => check.kind.title().to_owned(),
            about => format!("{}: {about}", check.kind.title()),
        };
        Self::Lines { title, lines: check.expected.lines().map(TextLine::of).collect() }
    }
}

impl ConditionView {
    /// Reads `✗ same-parallelism: 2 ≠ 4, Flink stops here`.
    fn of(line: &'static str) -> Option<Self> {
        let (mark, rest) = line.split_once(' ')?;
        let (code, value) = rest.split_once(": ")?;
        let (value, stopped_here) = match value.strip_suffix(", Flink stops here") {
            Some(value) => (value, true),
            None => (value, false),
        };
        let rule = Rule::from_code(code).and_then(RuleLink::to);
        let name = rule.as_ref().map_or(code, |rule| rule.title);
        Some(Self { holds: mark == "✓", rule, name, value, stopped_here })
    }
}

/// The deepest indentation that is kept where a line is wrapped.
const DEEPEST: usize = 9;

impl TextLine {
    fn of(line: &'static str) -> Self {
        let spaces = line.len() - line.trim_start_matches(' ').len();
        Self { depth: (spaces / 2).min(DEEPEST), pieces: pieces(line) }
    }
}

/// A line with the codes of rules in it as links: they follow `by` or `at`.
fn pieces(line: &'static str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = line;
    let mut searched = 0;
    while let Some(found) = [" by ", " at "]
        .into_iter()
        .filter_map(|word| rest[searched..].find(word).map(|at| searched + at + word.len()))
        .min()
    {
        let end = rest[found..].find([',', ' ']).map_or(rest.len(), |end| found + end);
        match Rule::from_code(&rest[found..end]) {
            Some(rule) => {
                pieces.push(Piece { text: &rest[..found], rule: None });
                pieces.push(Piece { text: &rest[found..end], rule: Some(rule) });
                rest = &rest[end..];
                searched = 0;
            }
            None => searched = found,
        }
    }
    pieces.push(Piece { text: rest, rule: None });
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_rules_become_links() {
        let shown =
            |line| -> String {
                let pieces = pieces(line).into_iter();
                pieces
                    .map(|piece| {
                        if piece.rule.is_some() { format!("[{}]", piece.text) } else { piece.text.to_owned() }
                    })
                    .collect()
            };
        for (line, expected) in [
            (
                "A → B: HASH by explicit-partitioner, stops at forward-partitioner",
                "A → B: HASH by [explicit-partitioner], stops at [forward-partitioner]",
            ),
            ("read by B, C", "read by B, C"),
            ("x by y by uid", "x by y by [uid]"),
            ("", ""),
        ] {
            assert_eq!(shown(line), expected);
        }
    }

    #[test]
    fn a_condition_is_read_from_its_line() {
        let condition =
            ConditionView::of("✗ same-parallelism: 2 ≠ 4, Flink stops here").expect("a condition");
        assert!(!condition.holds && condition.stopped_here);
        assert_eq!(condition.value, "2 ≠ 4");
        assert_eq!(condition.rule.map(|rule| rule.rule), Some(Rule::SameParallelism));
        assert!(ConditionView::of("✓ single-input: 1").expect("a condition").holds);
    }
}
