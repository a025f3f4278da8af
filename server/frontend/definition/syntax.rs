//! Text to a syntax tree whose nodes know their place. Nothing but JSON (RFC 8259) passes.
//!
//! The tree's parser is recursive and lenient where it was made for JSON with comments, so two gates stand before
//! it: serde_json's own check of the syntax, which keeps no stack, and a limit on the depth.

use std::borrow::Cow;

use jsonc_parser::ast::Value;
use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde::de::IgnoredAny;

use crate::frontend::{Diagnostic, Severity, Span};

/// How deep brackets may nest; the format itself needs six.
pub const DEEPEST: usize = 64;

/// The text without a byte order mark, which some editors write; every place in it stays where it was.
pub fn without_byte_order_mark(text: &str) -> Cow<'_, str> {
    const BYTE_ORDER_MARK: char = '\u{FEFF}';
    text.strip_prefix(BYTE_ORDER_MARK).map_or(Cow::Borrowed(text), |rest| {
        let blanks = " ".repeat(BYTE_ORDER_MARK.len_utf8());
        Cow::Owned(blanks + rest)
    })
}

/// The tree of a text, or why it is not JSON.
pub fn parse(text: &str) -> Result<Value<'_>, Box<Diagnostic>> {
    let broken = serde_json::from_str::<IgnoredAny>(text).err().map(|error| not_json(text, &error));
    // What comes first in the text is said.
    let json = broken.as_ref().map_or(text, |broken| &text[..broken.span.start]);
    if let Some(bracket) = too_deep(json) {
        let message = format!("brackets nest deeper than {DEEPEST} levels");
        return Err(diagnostic("nested-too-deeply", Span { start: bracket, end: bracket + 1 }, message));
    }
    if let Some(broken) = broken {
        return Err(broken);
    }
    let only_json = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &only_json).map_err(|error| {
        // What serde_json lets pass while it ignores values: half of a surrogate pair.
        let place = character_at(text, error.range().start);
        let said = match error.kind() {
            ParseErrorKind::String(_) => "half of a surrogate pair is no character".to_owned(),
            other => other.to_string(),
        };
        diagnostic("syntax", place, format!("this is not JSON: {said}"))
    })?;
    parsed.value.ok_or_else(|| diagnostic("syntax", Span::default(), "the text is empty".to_owned()))
}

fn not_json(text: &str, error: &serde_json::Error) -> Box<Diagnostic> {
    let said = error.to_string();
    let said = said.split_once(" at line ").map_or(said.as_str(), |(message, _)| message);
    let end = text.trim_end().len();
    if end == 0 {
        return diagnostic("syntax", Span::default(), "the text is empty".to_owned());
    }
    if error.is_eof() {
        return diagnostic("syntax", Span { start: end, end }, format!("the text ends too early: {said}"));
    }
    // Its columns count bytes, from 1; 0 is the line break before.
    let lines_before = text.split_inclusive('\n').take(error.line().saturating_sub(1));
    let line_start: usize = lines_before.map(str::len).sum();
    let place = character_at(text, (line_start + error.column()).saturating_sub(1));
    // Inside of a string it is a matter of characters, not of what may stand where.
    let between_values = said.starts_with("expected ")
        || matches!(said, "key must be a string" | "trailing characters" | "trailing comma");
    let (place, said) = between_values
        .then(|| habit(text, place))
        .flatten()
        .map_or((place, said), |(place, habit)| (place, habit));
    diagnostic("syntax", place, format!("this is not JSON: {said}"))
}

/// What people are used to from other notations, where JSON ends at this place.
fn habit(text: &str, place: Span) -> Option<(Span, &'static str)> {
    let (before, rest) = text.split_at_checked(place.start)?;
    let before = before.trim_end();
    match rest.chars().next()? {
        ']' | '}' if before.ends_with(',') => {
            let comma = before.len() - 1;
            let comma = Span { start: comma, end: comma + 1 };
            Some((comma, "a trailing comma; there is none after the last of a list or an object"))
        }
        '\'' | '`' | '‘' | '’' | '“' | '”' | '„' | '«' => {
            Some((place, "text and names stand in straight double quotes, \"like this\""))
        }
        '/' if rest.starts_with("//") || rest.starts_with("/*") => Some((place, "a comment; JSON has none")),
        '#' => Some((place, "a comment; JSON has none")),
        _ => None,
    }
}

/// The place of the character that a byte belongs to.
fn character_at(text: &str, byte: usize) -> Span {
    let mut start = byte.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let end = text[start..].chars().next().map_or(start, |character| start + character.len_utf8());
    Span { start, end }
}

/// The first bracket of a JSON text that opens one level too many.
fn too_deep(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut in_string = false;
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => {
                bytes.next();
            }
            b'[' | b'{' if !in_string => {
                depth += 1;
                if depth > DEEPEST {
                    return Some(at);
                }
            }
            b']' | b'}' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

fn diagnostic(code: &'static str, span: Span, message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic {
        severity: Severity::Error,
        code,
        path: String::new(),
        span,
        message,
        expected: None,
        suggestion: None,
    })
}
