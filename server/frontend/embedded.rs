//! Flink's plan JSON as people paste it: framed by dashes and prose, inside log lines, or quoted in another string.
//!
//! [`find`] looks for the key `nodes` in each way that it can be written (plain, escaped once or more, as in HTML, with doubled
//! quotes), walks back to the bracket of its object, and undoes the writing from there on. Places in what it returns can
//! be told in the pasted text. All of it takes time in proportion to the text.

use std::borrow::Cow;

use super::Span;
use crate::html_entities::reference;

/// A JSON object found in a text.
#[derive(Debug)]
pub(super) struct Embedded<'t> {
    /// The object, and nothing else; broken if the text is.
    pub(super) json: Cow<'t, str>,
    /// Where it stands in the text.
    pub(super) place: Span,
    places: Places,
}

impl Embedded<'_> {
    /// Where a piece of the object stands in the pasted text.
    pub(super) fn span(&self, span: Span) -> Span {
        let start = self.places.original(span.start);
        Span { start, end: self.places.original(span.end).max(start) }
    }
}

/// How quotes and line breaks are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Writing {
    /// As JSON has them; line breaks may be written out as `\n` between values.
    Plain,
    /// As in a string literal, so many times over.
    Escaped(u32),
    /// `&quot;`.
    Html,
    /// `""`, as in a CSV cell.
    Doubled,
}

/// How many times a text may have been escaped.
const MOST_ESCAPED: u32 = 3;
/// At how many occurrences of the key an object is looked for.
const MOST_OCCURRENCES: usize = 16;
/// How much of a line before the object's own text may be a log's.
const LONGEST_PREFIX: usize = 200;

/// The object with the key `nodes` that comes first in a text.
pub(super) fn find(text: &str) -> Option<Embedded<'_>> {
    let mut occurrences = text.match_indices("nodes").filter_map(|(at, word)| {
        let writing = writing_of(&text[..at], &text[at + word.len()..])?;
        Some((at, writing))
    });
    occurrences.by_ref().take(MOST_OCCURRENCES).find_map(|(at, writing)| {
        let start = enclosing_object(text, at, writing)?;
        Some(take(text, start, writing))
    })
}

/// How the quotes around a key are written, if there are some, and a colon behind.
fn writing_of(before: &str, behind: &str) -> Option<Writing> {
    const ENTITY: &str = "&quot;";
    let follows = |quote: &str| {
        let rest = behind.strip_prefix(quote)?;
        let rest = rest.trim_start_matches(|character: char| character.is_whitespace());
        rest.starts_with(':').then_some(())
    };
    if before.ends_with(ENTITY) {
        return follows(ENTITY).map(|()| Writing::Html);
    }
    if before.ends_with("\"\"") {
        return follows("\"\"").map(|()| Writing::Doubled);
    }
    let before = before.strip_suffix('"')?;
    let backslashes = trailing_backslashes(before.as_bytes());
    (0..=MOST_ESCAPED).find(|&times| backslashes == backslashes_at(times)).and_then(|times| {
        follows(&format!("{}\"", "\\".repeat(backslashes)))?;
        Some(if times == 0 { Writing::Plain } else { Writing::Escaped(times) })
    })
}

/// How many backslashes stand before a quote that was escaped so many times.
const fn backslashes_at(times: u32) -> usize {
    (1 << times) - 1
}

fn trailing_backslashes(bytes: &[u8]) -> usize {
    bytes.iter().rev().take_while(|&&byte| byte == b'\\').count()
}

/// The bracket that opens the object in which a key stands: back over whole strings, arrays and objects.
fn enclosing_object(text: &str, key: usize, writing: Writing) -> Option<usize> {
    let bytes = text.as_bytes();
    // From before the key's own quote.
    let mut at = key - quote_length(writing);
    let (mut in_string, mut depth) = (false, 0_usize);
    while at > 0 {
        if ends_with_quote(&bytes[..at], writing) {
            in_string = !in_string;
            at -= quote_length(writing);
            continue;
        }
        at -= 1;
        match bytes[at] {
            _ if in_string => {}
            b'}' | b']' => depth += 1,
            b'{' if depth == 0 => return Some(at),
            b'{' | b'[' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// How many bytes a quote takes.
const fn quote_length(writing: Writing) -> usize {
    match writing {
        Writing::Plain => 1,
        Writing::Escaped(times) => backslashes_at(times) + 1,
        Writing::Html => "&quot;".len(),
        Writing::Doubled => 2,
    }
}

/// Whether a quote that begins or ends a string is the last of these bytes.
fn ends_with_quote(bytes: &[u8], writing: Writing) -> bool {
    let quote = |quote: &[u8]| bytes.ends_with(quote);
    match writing {
        Writing::Plain => quote(b"\"") && trailing_backslashes(&bytes[..bytes.len() - 1]).is_multiple_of(2),
        Writing::Escaped(times) => {
            quote(b"\"") && trailing_backslashes(&bytes[..bytes.len() - 1]) == backslashes_at(times)
        }
        Writing::Html => quote(b"&quot;"),
        Writing::Doubled => quote(b"\"\""),
    }
}

/// The object that begins at a bracket, its writing undone.
fn take(text: &str, start: usize, writing: Writing) -> Embedded<'_> {
    let mut rewritten = Rewritten { text: Cow::Borrowed(&text[start..]), places: Places::from(start) };
    match writing {
        Writing::Plain => {}
        Writing::Escaped(times) => (0..times).for_each(|_| rewritten.rewrite(unescape)),
        Writing::Html => rewritten.rewrite(without_entities),
        Writing::Doubled => rewritten.rewrite(undoubled),
    }
    if !rewritten.begins_with_json() {
        let line = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let prefix = &text[line..start];
        let mut attempts = [rewritten.clone(), rewritten.clone()];
        attempts[0].rewrite(without_written_line_breaks);
        attempts[1].rewrite(|text, writer| without_line_prefixes(text, prefix, writer));
        if let Some(mended) = attempts.into_iter().find(Rewritten::begins_with_json) {
            rewritten = mended;
        }
    }
    let end = end_of_object(&rewritten.text).unwrap_or_else(|| rewritten.text.trim_end().len());
    let Rewritten { text: json, places } = rewritten;
    let json = match json {
        Cow::Borrowed(json) => Cow::Borrowed(&json[..end]),
        Cow::Owned(mut json) => {
            json.truncate(end);
            Cow::Owned(json)
        }
    };
    Embedded { json, place: Span { start, end: places.original(end) }, places }
}

/// Where the object that a text begins with ends.
fn end_of_object(text: &str) -> Option<usize> {
    let (mut in_string, mut depth) = (false, 0_usize);
    let mut bytes = text.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => in_string = !in_string,
            b'\\' if in_string => {
                bytes.next();
            }
            b'{' | b'[' if !in_string => depth += 1,
            b'}' | b']' if !in_string => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// A text of which something was rewritten, and where its pieces were before.
#[derive(Clone)]
struct Rewritten<'t> {
    text: Cow<'t, str>,
    places: Places,
}

impl Rewritten<'_> {
    /// Whether the object that it begins with is whole and nothing but JSON.
    fn begins_with_json(&self) -> bool {
        end_of_object(&self.text)
            .is_some_and(|end| serde_json::from_str::<serde::de::IgnoredAny>(&self.text[..end]).is_ok())
    }

    /// Rewrites the text; the function says from where each piece comes.
    fn rewrite(&mut self, rewrite: impl Fn(&str, &mut Writer)) {
        let mut writer = Writer::default();
        rewrite(&self.text, &mut writer);
        self.places = self.places.after(&writer.places);
        self.text = Cow::Owned(writer.text);
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    places: Places,
}

impl Writer {
    /// Adds a character that stood at this place.
    fn push(&mut self, character: char, from: usize) {
        self.places.note(self.text.len(), from);
        self.text.push(character);
    }
}

/// Where each piece of a text was in another one: pieces between two notes stand as far apart in both.
#[derive(Clone, Debug, Default)]
struct Places(Vec<(usize, usize)>);

impl Places {
    /// A text that begins here in the other one.
    fn from(start: usize) -> Self {
        Self(vec![(0, start)])
    }

    fn note(&mut self, here: usize, there: usize) {
        let follows = self.0.last().is_some_and(|&(last, from)| there.wrapping_sub(from) == here - last);
        if !follows {
            self.0.push((here, there));
        }
    }

    fn original(&self, here: usize) -> usize {
        let position = self.0.partition_point(|&(at, _)| at <= here);
        let (at, from) = position.checked_sub(1).map_or((0, 0), |position| self.0[position]);
        from + (here - at)
    }

    /// The places of a text that was made from this one.
    fn after(&self, later: &Self) -> Self {
        let mut places = Self::default();
        for (position, &(here, there)) in later.0.iter().enumerate() {
            let end = later.0.get(position + 1).map_or(usize::MAX, |&(next, _)| there + (next - here));
            places.note(here, self.original(there));
            let first = self.0.partition_point(|&(at, _)| at <= there);
            for &(at, from) in self.0[first..].iter().take_while(|(at, _)| *at < end) {
                places.note(here + (at - there), from);
            }
        }
        places
    }
}

/// What a string literal holds, up to its end; literals that are added to it (`" + "`) go on with it.
fn unescape(text: &str, writer: &mut Writer) {
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        match character {
            '\\' => {
                let Some(escaped) = text[at + 1..].chars().next() else { return };
                let (meant, length) = match escaped {
                    'n' => ('\n', 1),
                    'r' => ('\r', 1),
                    't' => ('\t', 1),
                    'b' | 'f' => (' ', 1),
                    'u' => unicode_escape(&text[at + 2..]),
                    other => (other, other.len_utf8()),
                };
                writer.push(meant, at + if meant == escaped { 1 } else { 0 });
                at += 1 + length;
            }
            '"' => {
                let rest = &text[at + 1..];
                let next = rest.trim_start();
                let next = next.strip_prefix('+').map_or(next, str::trim_start);
                let Some(next) = next.strip_prefix('"') else { return };
                at = text.len() - next.len();
            }
            _ => {
                writer.push(character, at);
                at += character.len_utf8();
            }
        }
    }
}

/// The character of `uXXXX`, and how long that is. Half of a pair is none.
fn unicode_escape(digits: &str) -> (char, usize) {
    let code = digits.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
    match code {
        Some(code) => (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), 5),
        None => ('u', 1),
    }
}

/// HTML's character references replaced by what they stand for.
fn without_entities(text: &str, writer: &mut Writer) {
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let (meant, length) = reference(&text[at..]).unwrap_or((character, character.len_utf8()));
        writer.push(meant, at);
        at += length;
    }
}

/// A cell of a CSV file: doubled quotes are quotes, and a single one ends it.
fn undoubled(text: &str, writer: &mut Writer) {
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        if character == '"' && characters.next_if(|&(_, next)| next == '"').is_none() {
            return;
        }
        writer.push(character, at);
    }
}

/// Line breaks that are written out between values become blanks.
fn without_written_line_breaks(text: &str, writer: &mut Writer) {
    let mut in_string = false;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => in_string = !in_string,
            '\\' if in_string => {
                writer.push(character, at);
                if let Some((at, escaped)) = characters.next() {
                    writer.push(escaped, at);
                }
                continue;
            }
            '\\' if characters.next_if(|&(_, next)| "nrt".contains(next)).is_some() => {
                writer.push(' ', at);
                writer.push(' ', at + 1);
                continue;
            }
            _ => {}
        }
        writer.push(character, at);
    }
}

/// What a log writes before each line, taken away: all up to a ` | `, or what stands before the first line too.
fn without_line_prefixes(text: &str, first: &str, writer: &mut Writer) {
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let mut beginning = line.len().min(LONGEST_PREFIX);
        while !line.is_char_boundary(beginning) {
            beginning -= 1;
        }
        let prefix = match line[..beginning].find(" | ") {
            _ if number == 0 => 0,
            Some(bar) => bar + " | ".len(),
            None if !first.is_empty() && line.starts_with(first) => first.len(),
            None => 0,
        };
        line[prefix..].char_indices().for_each(|(within, it)| writer.push(it, at + prefix + within));
        at += line.len();
    }
}
