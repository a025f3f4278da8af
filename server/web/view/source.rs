//! The source as lines: coloured, what is wrong underlined, and each call's lines with the letter of the vertex
//! and the names of the elements that it became.

use std::ops::Range;

use jsonc_parser::tokens::Token;
use jsonc_parser::{Scanner, ScannerOptions};

use super::{colour, count, java_colours};
use crate::explain::Element;
use crate::flink::TransformationId;
use crate::frontend::{Assumption, Diagnostic, Severity, Span, TextKind};
use crate::planner::Plan;
use crate::render::names::{Letters, element_name, letter, nodes_of_transformations};
use crate::web::planning::{Examined, Planned};

/// The text in the editor.
#[derive(Debug, Default)]
pub struct Source {
    pub text: String,
    pub lines: Vec<Line>,
}

/// One line of it.
#[derive(Clone, Debug, Default)]
pub struct Line {
    /// Classes after the first, each with a space before it.
    pub classes: String,
    /// Names of the elements that its call became.
    pub elements: String,
    /// The index of its call.
    pub call: Option<usize>,
    /// The vertex's letter, where one begins.
    pub letter: String,
    pub pieces: Vec<Piece>,
    /// A remark behind it.
    pub tag: Option<&'static str>,
}

impl Line {
    /// As much of a line as is quoted, in characters: the whole text may be one line.
    const LONGEST_QUOTED: usize = 400;

    /// The line as it is quoted elsewhere: its text, in the colour of its vertex. Of a long line what follows the first
    /// `skipped` characters.
    pub fn quoted(&self, skipped: usize) -> Self {
        let chain = self.classes.split(' ').find(|class| class.starts_with("chain-"));
        Self {
            classes: chain.map(|class| format!(" {class}")).unwrap_or_default(),
            pieces: self.pieces_from(skipped),
            ..Self::default()
        }
    }

    fn pieces_from(&self, mut skipped: usize) -> Vec<Piece> {
        let length: usize = self.pieces.iter().map(|piece| piece.text.chars().count()).sum();
        if length <= Self::LONGEST_QUOTED {
            return self.pieces.clone();
        }
        let ellipsis = || Piece { class: "", text: "…".to_owned() };
        let mut pieces = Vec::new();
        pieces.extend((skipped > 0).then(ellipsis));
        let mut room = Self::LONGEST_QUOTED;
        for Piece { class, text } in &self.pieces {
            let count = text.chars().count();
            let shown: String = text.chars().skip(skipped).take(room).collect();
            let skipped_here = skipped.min(count);
            skipped -= skipped_here;
            let cut = count - skipped_here > room;
            room -= shown.chars().count();
            if !shown.is_empty() {
                pieces.push(Piece { class, text: shown });
            }
            if cut {
                pieces.push(ellipsis());
                break;
            }
        }
        pieces
    }
}

/// A piece of a line in one colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub class: &'static str,
    pub text: String,
}

impl Source {
    /// A text without a plan: colours and what is wrong.
    pub fn unplanned(text: &str, examined: &Examined) -> Self {
        let places = Places::of(text);
        let mut lines =
            coloured(text, &places, examined.kind, marks(text, &examined.diagnostics, &examined.assumptions));
        for diagnostic in
            examined.diagnostics.iter().filter(|it| it.severity == Severity::Error && it.has_place())
        {
            let (line, _) = places.position(diagnostic.span.start);
            if let Some(line) = lines.get_mut(line - 1)
                && line.classes.is_empty()
            {
                line.classes = " is-place".to_owned();
            }
        }
        Self { text: text.to_owned(), lines }
    }

    /// A text with its plan, at a step.
    pub fn planned(text: &str, examined: &Examined, planned: &Planned, step: Option<usize>) -> Self {
        let places = Places::of(text);
        let mut lines =
            coloured(text, &places, examined.kind, marks(text, &examined.diagnostics, &examined.assumptions));
        let current = step.and_then(|step| planned.explanation.steps.get(step - 1));
        let elements = CallElements::of(&planned.plan, planned.definition.operators.len());
        let mut letter_before = None;
        for (call, operator) in planned.definition.operators.iter().enumerate() {
            let (names, vertex) = (elements.names[call].join(" "), elements.vertex[call]);
            let (first, _) = places.position(operator.span.start);
            let (last, _) = places.position(operator.span.end.max(operator.span.start + 1) - 1);
            for number in first..=last {
                let Some(line) = lines.get_mut(number - 1) else { break };
                // Two calls on one line share it.
                if !line.elements.is_empty() {
                    line.elements.push(' ');
                }
                line.elements.push_str(&names);
                line.call.get_or_insert(call);
                if line.classes.is_empty()
                    && let Some(vertex) = vertex
                {
                    line.classes = format!(" chain-{}", colour(vertex));
                }
            }
            if vertex.is_some()
                && vertex != letter_before
                && let (Some(vertex), Some(line)) = (vertex, lines.get_mut(first - 1))
            {
                line.letter = letter(vertex);
            }
            letter_before = vertex;
            if let Some(step) = current.filter(|step| step.call == Some(call)) {
                for number in first..=last {
                    let Some(line) = lines.get_mut(number - 1) else { break };
                    line.classes.push_str(" is-current");
                    line.classes.push_str(match step.chains {
                        Some(true) => " is-current--ok",
                        Some(false) => " is-current--no",
                        None => "",
                    });
                }
            }
        }
        leave_out_what_is_not_taken(&mut lines, &places, &examined.assumptions);
        Self { text: text.to_owned(), lines }
    }

    /// A definition to be read, in colour.
    pub fn shown(text: &str) -> Self {
        Self {
            text: text.to_owned(),
            lines: coloured(text, &Places::of(text), TextKind::Definition, Vec::new()),
        }
    }

    /// How long it is, in words.
    pub fn count(&self) -> String {
        count(self.lines.len(), "line")
    }
}

/// Marks the lines that count only if another alternative is chosen.
fn leave_out_what_is_not_taken(lines: &mut [Line], places: &Places<'_>, assumptions: &[Assumption]) {
    for assumption in assumptions {
        let others =
            assumption.alternatives.iter().enumerate().filter(|(number, _)| *number != assumption.chosen);
        for span in others.filter_map(|(_, alternative)| alternative.span) {
            let (first, _) = places.position(span.start);
            let (last, _) = places.position(span.end.max(span.start + 1) - 1);
            let mut tag = Some("not taken");
            for (number, line) in (first..=last).zip(lines.iter_mut().skip(first - 1)) {
                // What else stands on the first and the last line counts all the same.
                if !places.is_inside(number, span) {
                    continue;
                }
                line.classes = " is-off".to_owned();
                line.letter.clear();
                line.tag = tag.take();
            }
        }
    }
}

/// What each call of the definition became.
pub struct CallElements {
    /// Names of elements.
    pub names: Vec<Vec<String>>,
    /// Position of the vertex that it, or for a virtual call its first consumer, is in.
    pub vertex: Vec<Option<usize>>,
}

impl CallElements {
    /// Reads them from a plan of this many calls.
    pub fn of(plan: &Plan, calls: usize) -> Self {
        let mut all = Self { names: vec![Vec::new(); calls], vertex: vec![None; calls] };
        let letters = Letters::of(plan);
        let transformations = plan.transformations.graph.node_weights();
        let call_of: std::collections::HashMap<TransformationId, usize> =
            transformations.map(|transformation| (transformation.id, transformation.call)).collect();
        for index in plan.transformations.reachable() {
            let transformation = &plan.transformations.graph[index];
            all.name(plan, transformation.call, Element::Transformation(transformation.id));
        }
        for (transformation, nodes) in nodes_of_transformations(plan) {
            let Some(&call) = call_of.get(&transformation) else { continue };
            for &node in &nodes {
                all.name(plan, call, Element::StreamNode(plan.stream_graph.graph[node].id));
            }
            all.belongs(call, letters.position_of_nodes(plan, &nodes));
        }
        for edge in plan.stream_graph.graph.edge_indices() {
            let weight = &plan.stream_graph.graph[edge];
            let consumer = plan.stream_graph.indices.get(&weight.target);
            let vertex = consumer.and_then(|&node| letters.position_of_node(plan, node));
            for through in &weight.through {
                let Some(&call) = call_of.get(through) else { continue };
                all.name(plan, call, Element::StreamEdge(edge));
                all.belongs(call, vertex);
            }
        }
        all
    }

    fn name(&mut self, plan: &Plan, call: usize, element: Element) {
        if let Some(names) = self.names.get_mut(call) {
            names.push(element_name(plan, element));
        }
    }

    fn belongs(&mut self, call: usize, vertex: Option<usize>) {
        if let Some(slot @ None) = self.vertex.get_mut(call) {
            *slot = vertex;
        }
    }
}

/// Where lines begin in a text.
pub struct Places<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> Places<'a> {
    /// Finds the lines of a text.
    pub fn of(text: &'a str) -> Self {
        let breaks = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Self { text, starts: std::iter::once(0).chain(breaks).collect() }
    }

    /// Line and column, from 1, of a byte offset.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let offset = boundary(self.text, offset);
        let line = self.starts.partition_point(|&start| start <= offset);
        (line, self.text[self.starts[line - 1]..offset].chars().count() + 1)
    }

    /// The line with this number, without what ends it.
    pub fn line(&self, number: usize) -> Option<&'a str> {
        self.range(number).map(|range| &self.text[range])
    }

    /// A byte offset as a text area counts: in UTF-16 units, with one for each end of a line.
    pub fn utf16(&self, offset: usize) -> usize {
        let before = &self.text[..boundary(self.text, offset)];
        before.chars().map(char::len_utf16).sum::<usize>() - before.matches("\r\n").count()
    }

    /// What stands in a span.
    pub fn text(&self, span: Span) -> &'a str {
        let (start, end) = (boundary(self.text, span.start), boundary(self.text, span.end));
        self.text.get(start..end).unwrap_or_default()
    }

    /// Whether all of a line that is not blank stands in a span.
    fn is_inside(&self, number: usize, span: Span) -> bool {
        let Some(range) = self.range(number) else { return false };
        let line = &self.text[range.clone()];
        let start = range.start + (line.len() - line.trim_start().len());
        let end = range.start + line.trim_end().len();
        start < end && span.start <= start && end <= span.end
    }

    fn range(&self, number: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(number.checked_sub(1)?)?;
        let line = match self.starts.get(number) {
            Some(&next) => &self.text[start..next - 1],
            None => &self.text[start..],
        };
        Some(start..start + line.strip_suffix('\r').unwrap_or(line).len())
    }
}

/// The offset itself, or that of the character which it is inside of.
fn boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// A text as a JSON string.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn coloured(
    text: &str,
    places: &Places<'_>,
    kind: TextKind,
    mut marks: Vec<(Range<usize>, &'static str)>,
) -> Vec<Line> {
    let tokens = match kind {
        TextKind::Java => java_colours::tokens(text),
        TextKind::Definition | TextKind::ExecutionPlan | TextKind::JobPlan => tokens(text),
    };
    marks.sort_by_key(|(range, _)| range.start);
    let (mut next_token, mut next_mark) = (0, 0);
    let mut lines = Vec::with_capacity(places.starts.len());
    for number in 1..=places.starts.len() {
        let Some(range) = places.range(number) else { break };
        let mut pieces = Vec::new();
        let mut at = range.start;
        while at < range.end {
            while tokens.get(next_token).is_some_and(|(token, _)| token.end <= at) {
                next_token += 1;
            }
            while marks.get(next_mark).is_some_and(|(mark, _)| mark.end <= at) {
                next_mark += 1;
            }
            let (token_class, token_end) = covering(&tokens, next_token, at, range.end);
            let (mark_class, mark_end) = covering(&marks, next_mark, at, range.end);
            let end = token_end.min(mark_end);
            let class = if mark_class.is_empty() { token_class } else { mark_class };
            pieces.push(Piece { class, text: text[at..end].to_owned() });
            at = end;
        }
        lines.push(Line { pieces, ..Line::default() });
    }
    lines
}

/// The class at an offset and how far it reaches.
fn covering(
    ranges: &[(Range<usize>, &'static str)],
    next: usize,
    at: usize,
    end: usize,
) -> (&'static str, usize) {
    match ranges.get(next) {
        Some((range, class)) if range.start <= at => (class, range.end.min(end)),
        Some((range, _)) => ("", range.start.min(end)),
        None => ("", end),
    }
}

/// The longest text that is underlined for an assumption: what is about a whole plan is not.
const LONGEST_ASSUMED: usize = 160;

/// What is underlined: no two overlap; errors win, then warnings.
fn marks(
    text: &str,
    diagnostics: &[Diagnostic],
    assumptions: &[Assumption],
) -> Vec<(Range<usize>, &'static str)> {
    let of = |wanted: Severity, class: &'static str| {
        let found = diagnostics.iter().filter(move |diagnostic| diagnostic.severity == wanted);
        found.map(move |diagnostic| (diagnostic.span, class))
    };
    let assumed = assumptions.iter().map(|assumption| (assumption.span, "t-assumed"));
    let assumed = assumed.filter(|(span, _)| span.end.saturating_sub(span.start) <= LONGEST_ASSUMED);
    let mut marks: Vec<(Range<usize>, &'static str)> = Vec::new();
    let mut taken = std::collections::BTreeMap::<usize, usize>::new();
    for (span, class) in
        of(Severity::Error, "t-error").chain(of(Severity::Warning, "t-warning")).chain(assumed)
    {
        let start = boundary(text, span.start);
        let mut end = boundary(text, span.end);
        // A whole call or document is said at its first line, not underlined from end to end.
        if let Some(first_line) = text[start..end.max(start)].find('\n') {
            end = start + first_line;
        }
        let free_before = taken.range(..end).next_back().is_none_or(|(_, &taken_to)| taken_to <= start);
        if start < end && free_before {
            taken.insert(start, end);
            marks.push((start..end, class));
        }
    }
    marks
}

/// What is coloured: up to the first place that cannot be read as JSON.
fn tokens(text: &str) -> Vec<(Range<usize>, &'static str)> {
    let mut scanner = Scanner::new(text, &ScannerOptions::default());
    let mut tokens: Vec<(Range<usize>, &'static str)> = Vec::new();
    let mut last_string = None;
    let mut after_op = false;
    while let Ok(Some(token)) = scanner.scan() {
        let range = scanner.token_start()..scanner.token_end();
        let class = match &token {
            Token::String(_) if after_op => "t-op",
            Token::String(_) => "t-string",
            Token::Number(_) => "t-number",
            Token::Boolean(_) | Token::Null | Token::Word(_) => "t-word",
            Token::CommentLine(_) | Token::CommentBlock(_) => "t-comment",
            _ => "",
        };
        if matches!(token, Token::Colon)
            && let Some((at, is_op)) = last_string.take()
        {
            let key: &mut (Range<usize>, &'static str) = &mut tokens[at];
            key.1 = "t-key";
            after_op = is_op;
            continue;
        }
        last_string = match &token {
            Token::String(value) => Some((tokens.len(), value == "op")),
            _ => None,
        };
        after_op = false;
        if !class.is_empty() {
            tokens.push((range, class));
        }
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str, spans: &[(usize, usize)]) -> Vec<Vec<(&'static str, String)>> {
        let diagnostics: Vec<_> = spans
            .iter()
            .map(|&(start, end)| Diagnostic {
                severity: Severity::Error,
                code: "test",
                path: String::new(),
                span: Span { start, end },
                message: String::new(),
                expected: None,
                suggestion: None,
            })
            .collect();
        let lines = coloured(text, &Places::of(text), TextKind::Definition, marks(text, &diagnostics, &[]));
        lines
            .into_iter()
            .map(|line| line.pieces.into_iter().map(|piece| (piece.class, piece.text)).collect())
            .collect()
    }

    #[test]
    fn the_pieces_of_all_lines_are_the_text() {
        for text in [
            "",
            "\n",
            "{\"a\": 1}\n",
            "{\n  \"op\": \"map\", // say\n  \"x\": [true, null, 2e3]\r\n}",
            "{\"unterminated",
            "\"ä\n€𝄞\" : 1 }}}} ///* \u{0}",
        ] {
            for spans in [vec![], vec![(0, 3)], vec![(2, 9), (1, 4)], vec![(0, 1000)]] {
                let lines = pieces(text, &spans);
                let joined: Vec<String> =
                    lines.iter().map(|line| line.iter().map(|(_, text)| text.as_str()).collect()).collect();
                assert_eq!(joined.join("\n"), text.replace("\r\n", "\n"), "{text:?} {spans:?}");
            }
        }
    }

    #[test]
    fn of_a_long_line_what_a_call_says_is_quoted_and_not_the_rest_of_the_text() {
        let line = |texts: &[&str]| Line {
            pieces: texts.iter().map(|text| Piece { class: "", text: (*text).to_owned() }).collect(),
            ..Line::default()
        };
        let quoted = |line: &Line, skipped| {
            line.quoted(skipped).pieces.into_iter().map(|piece| piece.text).collect::<String>()
        };
        let (before, after) = ("ä".repeat(300), "b".repeat(300));
        let long = line(&[&before, "call", &after, "end"]);
        assert_eq!(quoted(&long, 300), format!("…call{after}end"));
        assert_eq!(quoted(&long, 0), format!("{before}call{}…", "b".repeat(96)));
        assert_eq!(quoted(&long, 604), "…end");
        let exactly = line(&[&before, &"c".repeat(100)]);
        assert_eq!(quoted(&exactly, 299), format!("{before}{}", "c".repeat(100)));
    }

    #[test]
    fn keys_calls_and_values_have_their_colours() {
        let text = r#"{"op": "keyBy", "uid": "op", "n": -1.5, "b": true}"#;
        let seen: Vec<_> =
            pieces(text, &[]).remove(0).into_iter().filter(|(class, _)| !class.is_empty()).collect();
        let expected = [
            ("t-key", "\"op\""),
            ("t-op", "\"keyBy\""),
            ("t-key", "\"uid\""),
            ("t-string", "\"op\""),
            ("t-key", "\"n\""),
            ("t-number", "-1.5"),
            ("t-key", "\"b\""),
            ("t-word", "true"),
        ];
        let seen: Vec<_> = seen.iter().map(|(class, text)| (*class, text.as_str())).collect();
        assert_eq!(seen, expected);
    }

    #[test]
    fn what_is_wrong_is_underlined_on_its_first_line_only() {
        let seen = pieces("[1,\n2]", &[(0, 6)]);
        let underlined = seen[0].iter().filter(|(class, _)| *class == "t-error");
        assert_eq!(underlined.map(|(_, text)| text.as_str()).collect::<String>(), "[1,");
        assert_eq!(seen[1], [("t-number", "2".to_owned()), ("", "]".to_owned())]);
    }

    #[test]
    fn offsets_are_counted_as_a_text_area_does() {
        let text = "ä\r\n𝄞x";
        let places = Places::of(text);
        let at = |char: char| text.find(char).expect("the text has it");
        assert_eq!(places.utf16(at('𝄞')), 2);
        assert_eq!(places.utf16(at('x')), 4);
        assert_eq!(places.position(at('x')), (2, 2));
        assert_eq!(places.line(1), Some("ä"));
        assert_eq!(places.line(3), None);
    }
}
