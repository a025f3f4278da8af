//! Whatever the text, the parser returns, and what it says is about that text.
//!
//! The texts come from a seeded generator: random bytes, random JSON-like tokens, and valid documents with parts
//! replaced, removed, doubled or moved.

use planscope::frontend::definition::parse;
use planscope::frontend::{Position, Severity, Span};
use serde_json::Value;

/// `SplitMix64`: small, and the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).expect("it is below a usize")
    }

    fn pick<'p>(&mut self, parts: &[&'p str]) -> &'p str {
        parts[self.below(parts.len())]
    }
}

const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\"op\"",
    "\"map\"",
    "\"keyBy\"",
    "\"fromSource\"",
    "\"union\"",
    "\"inputs\"",
    "\"input\"",
    "\"id\"",
    "\"a\"",
    "\"b\"",
    "\"operators\"",
    "\"config\"",
    "\"version\"",
    "\"job\"",
    "\"sinkTo\"",
    "\"preWrite\"",
    "\"parallelism\"",
    "\"slotSharingGroup\"",
    "\"assigner\"",
    "\"type\"",
    "\"window\"",
    "true",
    "false",
    "null",
    "1",
    "-0",
    "2147483648",
    "1.5",
    "1e400",
    "\\ud800",
    "\\\"",
    "é",
    "日本",
    "😀",
    "\u{FEFF}",
    "\u{0}",
    "\n",
    " ",
    "\u{2028}",
    "//",
    "'",
    "0x1",
    "\"\\u0000\"",
];

const DOCUMENTS: &[&str] = &[
    include_str!("../../examples/word-count.json"),
    include_str!("../../examples/side-outputs.json"),
    include_str!("../../examples/connect.json"),
    r#"{"version": 1, "job": "日本 😀", "config": {"parallelism.default": 2, "é": "ü"}, "operators": [
        {"id": "a", "op": "fromSource", "bounded": true, "slotSharingGroup": {"name": "g", "cpuCores": 0.5, "taskHeapMb": 1}},
        {"id": "b", "op": "window", "assigner": {"type": "SlidingEventTimeWindows", "size": 5, "slide": 1}, "function": "sum"},
        {"op": "sinkTo", "committer": true, "preCommit": [{"op": "map", "name": "é"}, {"op": "rebalance"}], "postCommit": []},
        {"op": "multipleInput", "name": "m", "keyed": true, "inputs": ["a", "b"], "managedMemory": {"operator": {"OPERATOR": 3}, "slot": ["PYTHON"]}},
        {"op": "union", "inputs": ["a", "b", "a"]}]}"#,
];

/// A place in the text that is between two characters.
fn boundary(text: &str, random: &mut Random) -> usize {
    let at = random.below(text.len() + 1);
    (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

fn mutated(document: &str, random: &mut Random) -> String {
    let mut text = document.to_owned();
    for _ in 0..=random.below(4) {
        let (one, other) = (boundary(&text, random), boundary(&text, random));
        let range =
            one.min(other)..one.max(other).min(boundary_after(&text, one.min(other) + random.below(40)));
        match random.below(4) {
            0 => text.replace_range(range, ""),
            1 => text.replace_range(range, random.pick(TOKENS)),
            2 => text.insert_str(one, random.pick(TOKENS)),
            _ => {
                let part = text[range].to_owned();
                text.insert_str(other, &part);
            }
        }
    }
    text
}

fn boundary_after(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

/// How far into the format a text came.
#[derive(Default)]
struct Reached {
    syntax: usize,
    checks: usize,
    meaning: usize,
}

fn check(text: &str, reached: &mut Reached) {
    let parsed = parse(text);
    let errors =
        parsed.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    assert_eq!(parsed.definition.is_some(), errors == 0, "{text}");
    let mut before = 0;
    for diagnostic in &parsed.diagnostics {
        let Span { start, end } = diagnostic.span;
        assert!(start <= end && text.get(start..end).is_some(), "{diagnostic:?}\n{text}");
        assert!(start >= before, "not in text order: {diagnostic:?}\n{text}");
        before = start;
        let position = Position::of(text, start);
        assert!(position.line >= 1 && position.column >= 1);
    }
    for operator in parsed.definition.iter().flat_map(|definition| &definition.operators) {
        for span in operator.field_spans.iter().map(|(_, span)| span).chain([&operator.span]) {
            assert!(
                text.get(span.start..span.end).is_some_and(|place| !place.is_empty()),
                "{span:?}\n{text}"
            );
        }
    }
    match parsed.diagnostics.iter().any(|diagnostic| diagnostic.code == "syntax") {
        true => reached.syntax += 1,
        false if errors > 0 => reached.checks += 1,
        false => reached.meaning += 1,
    }
}

#[test]
fn random_bytes_are_refused_with_a_place() {
    let mut random = Random(1);
    let mut reached = Reached::default();
    for _ in 0..20_000 {
        let bytes: Vec<u8> = (0..random.below(60)).map(|_| random.next().to_le_bytes()[0]).collect();
        check(&String::from_utf8_lossy(&bytes), &mut reached);
    }
    assert!(reached.syntax > 19_000);
}

#[test]
fn random_tokens_are_read_or_refused_with_a_place() {
    let mut random = Random(2);
    let mut reached = Reached::default();
    for _ in 0..20_000 {
        let text: String = (0..random.below(20)).map(|_| random.pick(TOKENS)).collect();
        check(&text, &mut reached);
    }
    assert!(reached.syntax > 0 && reached.checks > 0);
}

#[test]
fn mutated_documents_are_read_or_refused_with_a_place() {
    let mut random = Random(3);
    let mut reached = Reached::default();
    for round in 0..40_000 {
        let text = mutated(DOCUMENTS[round % DOCUMENTS.len()], &mut random);
        check(&text, &mut reached);
    }
    // Not only the gate before the format is tried.
    assert!(reached.checks > 1000 && reached.meaning > 500);
}

/// The JSON pointers of all values in a document.
fn pointers(document: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut next = 0;
    while let Some(pointer) = found.get(next).cloned() {
        match document.pointer(&pointer) {
            Some(Value::Array(elements)) => {
                found.extend((0..elements.len()).map(|index| format!("{pointer}/{index}")))
            }
            Some(Value::Object(fields)) => found.extend(fields.keys().map(|key| format!("{pointer}/{key}"))),
            _ => {}
        }
        next += 1;
    }
    found
}

/// A document that is JSON, but with values and names in places where they do not belong.
fn restructured(document: &str, random: &mut Random) -> String {
    let mut document: Value = serde_json::from_str(document).expect("the documents are JSON");
    for _ in 0..=random.below(3) {
        let pointers = pointers(&document);
        let source = document.pointer(&pointers[random.below(pointers.len())]).cloned().unwrap_or_default();
        let name = source.as_str().unwrap_or("inputs").to_owned();
        let Some(target) = document.pointer_mut(&pointers[random.below(pointers.len())]) else { continue };
        match target {
            Value::Object(fields) if random.below(2) == 0 => {
                fields.insert(name, Value::from(random.below(3)));
            }
            Value::Array(elements) if random.below(2) == 0 => elements.push(source),
            target => *target = source,
        }
    }
    document.to_string()
}

#[test]
fn restructured_documents_are_read_or_refused_with_a_place() {
    let mut random = Random(4);
    let mut reached = Reached::default();
    for round in 0..20_000 {
        let text = restructured(DOCUMENTS[round % DOCUMENTS.len()], &mut random);
        check(&text, &mut reached);
    }
    assert!(reached.syntax == 0 && reached.checks > 10_000 && reached.meaning > 100);
}
