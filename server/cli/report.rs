//! Diagnostics for a terminal: `file:line:column: error: message`, the line itself, and a caret.

use std::fmt::Write as _;

use planscope::frontend::{Assumption, Diagnostic, Position, Unsaid};
use unicode_width::UnicodeWidthStr as _;

/// How much of a line is shown before and after the place in question.
const BEFORE: usize = 50;
const AFTER: usize = 50;

/// All diagnostics of a text.
pub fn report(name: &str, text: &str, diagnostics: &[Diagnostic]) -> String {
    let starts: Vec<usize> = diagnostics.iter().map(|diagnostic| diagnostic.span.start).collect();
    let positions = Position::of_all(text, &starts);
    let mut report = String::new();
    for (diagnostic, position) in diagnostics.iter().zip(positions) {
        describe(&mut report, name, text, diagnostic, position);
    }
    report
}

/// What a plan rests on, with the flag that makes another choice: two lines for each.
pub fn report_assumptions(name: &str, text: &str, assumptions: &[Assumption], unsaid: &Unsaid) -> String {
    let starts: Vec<usize> = assumptions.iter().map(|assumption| assumption.span.start).collect();
    let positions = Position::of_all(text, &starts);
    let mut report = String::new();
    for (assumption, Position { line, column }) in assumptions.iter().zip(positions) {
        let Assumption { key, question, because, alternatives, chosen, is_answered, .. } = assumption;
        let said = if *is_answered { "chosen" } else { "assumed" };
        let label = alternatives.get(*chosen).map_or("", |alternative| alternative.label.as_str());
        // Writing to a string cannot fail.
        let _ =
            writeln!(report, "{name}:{line}:{column}: {said}: {} {}", printable(question), printable(label));
        let others = alternatives.iter().enumerate().filter(|(index, _)| index != chosen);
        let others: Vec<_> = others.map(|(_, other)| format!("--assume {key}:{}", other.value)).collect();
        let or = if others.is_empty() { "" } else { "; or " };
        let _ = writeln!(report, "  {}{or}{}", printable(because), printable(&others.join(" or ")));
    }
    if !unsaid.properties.is_empty() {
        let keys: Vec<_> = unsaid.properties.iter().map(|property| format!("{}-ID", property.key)).collect();
        let _ = writeln!(
            report,
            "{name}: what it says of no operator can be told with --assume, ID being a node's: {}",
            keys.join(", ")
        );
    }
    report
}

fn describe(report: &mut String, name: &str, text: &str, diagnostic: &Diagnostic, position: Position) {
    let Position { line, column } = position;
    let Diagnostic { severity, message, expected, suggestion, span, .. } = diagnostic;
    // Writing to a string cannot fail.
    let _ = writeln!(report, "{name}:{line}:{column}: {severity}: {}", printable(message));
    let (excerpt, before, marked) = excerpt(text, span.start, span.end);
    if !excerpt.is_empty() {
        let _ = writeln!(report, "  {excerpt}\n  {}{}", " ".repeat(before), "^".repeat(marked));
    }
    if let Some(expected) = expected {
        let _ = writeln!(report, "  expected {}", printable(expected));
    }
    if let Some(suggestion) = suggestion {
        let _ = writeln!(report, "  did you mean {}?", printable(suggestion));
    }
}

/// The part of the line around a place, how many columns of it stand before the place, and how many the place has.
fn excerpt(text: &str, start: usize, end: usize) -> (String, usize, usize) {
    let Some((before, rest)) = text.split_at_checked(start) else { return (String::new(), 0, 0) };
    let before = before.rsplit('\n').next().unwrap_or_default();
    let rest = rest.split('\n').next().unwrap_or_default().trim_end_matches('\r');
    let cut_before = before.char_indices().rev().nth(BEFORE - 1).map_or(0, |(at, _)| at);
    let cut_after = rest.char_indices().nth(AFTER).map_or(rest.len(), |(at, _)| at);
    let (ahead, shown) = (if cut_before > 0 { "…" } else { "" }, &before[cut_before..]);
    let shown = if cut_before > 0 { shown } else { shown.trim_start() };
    let excerpt = printable(&format!("{ahead}{shown}{}", &rest[..cut_after]));
    let more = if cut_after < rest.len() { "…" } else { "" };
    let marked = &rest[..cut_after];
    let marked = marked.get(..end.saturating_sub(start)).unwrap_or(marked);
    (format!("{excerpt}{more}"), columns(ahead) + columns(shown), columns(marked).max(1))
}

/// How wide a terminal shows it.
fn columns(text: &str) -> usize {
    printable(text).width()
}

/// Text that moves no cursor and changes no colour, whatever was pasted.
fn printable(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

#[cfg(test)]
mod tests {
    use planscope::frontend::{Severity, Span};

    use super::*;

    fn diagnostic(start: usize, end: usize) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code: "test",
            path: String::new(),
            span: Span { start, end },
            message: "no such \u{1b}[31mfield".to_owned(),
            expected: Some("one of id, op".to_owned()),
            suggestion: Some("op".to_owned()),
        }
    }

    #[test]
    fn a_diagnostic_shows_its_line_and_points_at_its_place() {
        let text = "{\r\n\t\"öp\": 1\r\n}";
        let report = report("a.json", text, &[diagnostic(4, 9)]);
        assert_eq!(
            report,
            "a.json:2:2: error: no such  [31mfield\n  \"öp\": 1\n  ^^^^\n  expected one of id, op\n  did you mean op?\n"
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let text = format!("{}X{}", "é".repeat(500), "ü".repeat(500));
        let (excerpt, before, marked) = excerpt(&text, 1000, 1001);
        assert_eq!((before, marked), (51, 1));
        assert_eq!(excerpt, format!("…{}X{}…", "é".repeat(50), "ü".repeat(49)));
    }

    #[test]
    fn the_caret_stands_under_the_place_also_after_wide_characters() {
        assert_eq!(excerpt("{\"流\": 🦀x}", 8, 13), ("{\"流\": 🦀x}".to_owned(), 7, 3));
    }

    #[test]
    fn any_span_of_any_text_can_be_shown() {
        for text in ["", "\n", "a", "é\n🦀", "\r\n\r\n"] {
            for start in 0..=text.len() + 1 {
                for end in 0..=text.len() + 1 {
                    report("-", text, &[diagnostic(start, end)]);
                }
            }
        }
    }
}
