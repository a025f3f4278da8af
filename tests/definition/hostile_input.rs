//! Texts made to hurt: the answer is a diagnostic, soon.

use planscope::frontend::definition::parse;

use crate::{check, pipeline, read, said};

#[test]
fn what_is_not_json_has_a_place() {
    check(&[
        ("", &[r#"1:1 error syntax at "": the text is empty"#]),
        (" \n\t ", &[r#"1:1 error syntax at "": the text is empty"#]),
        ("\u{FEFF}", &[r#"1:1 error syntax at "": the text is empty"#]),
        ("{", &[r#"1:2 error syntax at "": the text ends too early: EOF while parsing an object"#]),
        (
            "{\"operators\": [\n\n",
            &[r#"1:16 error syntax at "": the text ends too early: EOF while parsing a list"#],
        ),
        ("{\"operators\": [,]}", &[r#"1:16 error syntax at "": this is not JSON: expected value"#]),
        ("{\"job\": \"ü\", x: 1}", &[r#"1:14 error syntax at "": this is not JSON: key must be a string"#]),
        (
            "{\n  \"job\": \"a\"\n  \"operators\": []}",
            &[r#"3:3 error syntax at "": this is not JSON: expected `,` or `}`"#],
        ),
        (
            "{\"job\": \"a\nb\"}",
            &[
                r#"1:10 error syntax at "": this is not JSON: control character (\u0000-\u001F) found while parsing a string"#,
            ],
        ),
        (
            "{\"job\": \"\u{0}\"}",
            &[
                r#"1:9 error syntax at "": this is not JSON: control character (\u0000-\u001F) found while parsing a string"#,
            ],
        ),
        ("\u{0}", &[r#"1:1 error syntax at "": this is not JSON: expected value"#]),
        ("{\"version\": 01}", &[r#"1:14 error syntax at "": this is not JSON: invalid number"#]),
        ("{\"version\": +1}", &[r#"1:13 error syntax at "": this is not JSON: expected value"#]),
        ("{\"version\": NaN}", &[r#"1:13 error syntax at "": this is not JSON: expected value"#]),
        (
            "{\"job\": \"\\ud800\"}",
            &[r#"1:10 error syntax at "": this is not JSON: half of a surrogate pair is no character"#],
        ),
        (
            "{\"job\": \"é\\udc00\"}",
            &[r#"1:11 error syntax at "": this is not JSON: half of a surrogate pair is no character"#],
        ),
        (
            "{\"job\": \"\\ud800\\u0041\"}",
            &[r#"1:10 error syntax at "": this is not JSON: half of a surrogate pair is no character"#],
        ),
        ("{\"job\": \"\\x\"}", &[r#"1:11 error syntax at "": this is not JSON: invalid escape"#]),
        ("{\"a\": 1} {}", &[r#"1:10 error syntax at "": this is not JSON: trailing characters"#]),
        ("nul", &[r#"1:4 error syntax at "": the text ends too early: EOF while parsing a value"#]),
        ("日本", &[r#"1:1 error syntax at "": this is not JSON: expected value"#]),
    ]);
}

#[test]
fn what_other_notations_allow_is_named() {
    let at = |place: &str, what: &str| format!("{place} error syntax at \"\": this is not JSON: {what}");
    let comma = "a trailing comma; there is none after the last of a list or an object";
    let quotes = "text and names stand in straight double quotes, \"like this\"";
    let comment = "a comment; JSON has none";
    for (text, place, what) in [
        ("{\"operators\": [{\"op\": \"fromSource\"},\n  {\"op\":\"print\"},]}", "2:17", comma),
        ("{\"config\": {\"parallelism.default\": 4, }}", "1:37", comma),
        ("{\"job\": \"ü\",\n \t\n}", "1:12", comma),
        ("[1,]", "1:3", comma),
        ("{\"job\": \"ü\", 'x': 1}", "1:14", quotes),
        ("{'job': 1}", "1:2", quotes),
        ("{\"job\": 'a'}", "1:9", quotes),
        ("{\"job\": “a”}", "1:9", quotes),
        ("{\"job\": 1} // comment", "1:12", comment),
        ("// comment\n{}", "1:1", comment),
        ("{ // comment\n}", "1:3", comment),
        ("{\"operators\": [{}, // comment\n]}", "1:20", comment),
        ("{\"job\": /* no */ \"a\"}", "1:9", comment),
        ("{\"job\": \"a\" # no\n}", "1:13", comment),
    ] {
        assert_eq!(said(text), [at(place, what)], "{text}");
    }
    for (text, place, what) in [
        ("[,]", "1:2", "expected value"),
        ("{,}", "1:2", "key must be a string"),
        ("{\"a\":1]", "1:7", "expected `,` or `}`"),
        ("{\"a\": /}", "1:7", "expected value"),
        ("{\"it\\'s\": 1}", "1:6", "invalid escape"),
    ] {
        assert_eq!(said(text), [at(place, what)], "{text}");
    }
}

#[test]
fn surrogate_pairs_are_characters() {
    let definition = read(r#"{"job": "\ud83d\ude00", "operators": [{"op": "fromSource"}]}"#);
    assert_eq!(definition.job.as_deref(), Some("😀"));
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_text() {
    let text = "\u{FEFF}{\"operators\": [{\"op\": \"fromSource\"}]}";
    let span = read(text).operators[0].span;
    assert_eq!(&text[span.start..span.end], "{\"op\": \"fromSource\"}");
}

#[test]
fn nesting_has_a_limit() {
    for never_closed in ["[".repeat(1_000_000), format!("{} nonsense", "[".repeat(65))] {
        assert_eq!(
            said(&never_closed),
            [r#"1:65 error nested-too-deeply at "": brackets nest deeper than 64 levels"#]
        );
    }
    let wrong_before = format!("[1 2, {}", "[".repeat(100));
    assert_eq!(said(&wrong_before), [r#"1:4 error syntax at "": this is not JSON: expected `,` or `]`"#]);
    let balanced = format!("{}{}", "[".repeat(65), "]".repeat(65));
    assert_eq!(
        said(&balanced),
        [r#"1:65 error nested-too-deeply at "": brackets nest deeper than 64 levels"#]
    );
    let objects = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    assert_eq!(
        said(&objects),
        [r#"1:321 error nested-too-deeply at "": brackets nest deeper than 64 levels"#]
    );
    let brackets_in_a_string =
        format!("{{\"job\": \"\\\"{}\", \"operators\": [{{\"op\": \"fromSource\"}}]}}", "[".repeat(500));
    read(&brackets_in_a_string);
}

#[test]
fn numbers_may_be_as_long_as_they_like() {
    let digits = "9".repeat(100_000);
    let text = pipeline(&[&format!(r#"{{"op": "fromSource", "parallelism": {digits}}}"#)]);
    assert_eq!(
        said(&text),
        [
            r#"2:37 error wrong-type at "operators[0].parallelism": this is the number `999999999999999999999999999999999999999999999999999999999999…`; expected an integer that fits in Java's int"#
        ]
    );
    assert_eq!(
        said(&pipeline(&[r#"{"op": "fromSource", "parallelism": 1e999999999}"#])),
        [
            r#"2:37 error wrong-type at "operators[0].parallelism": this is the number `1e999999999`; expected an integer that fits in Java's int"#
        ]
    );
}

#[test]
fn names_are_shown_but_not_at_any_length() {
    let long = "x".repeat(100_000);
    assert_eq!(
        said(&pipeline(&[&format!(r#"{{"op": "{long}"}}"#)])),
        [
            r#"2:8 error unknown-op at "operators[0].op": there is no op `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…`"#
        ]
    );
    assert_eq!(
        said(&pipeline(&[r#"{"op": "a\u0000\u001b[31m\nb"}"#])),
        [r#"2:8 error unknown-op at "operators[0].op": there is no op `a\u{0}\u{1b}[31m\nb`"#]
    );
}

#[test]
fn of_very_many_problems_the_last_one_counts_the_rest() {
    let entries = vec![r#"{"op": "map", "input": "nowhere", "x": 1}"#; 3000];
    let said = said(&pipeline(&entries));
    assert_eq!(said.len(), 201);
    assert_eq!(
        said[200],
        r#"101:35 error too-many-problems at "": there are 5800 more problems in the document"#
    );
}

#[test]
fn errors_are_told_before_warnings_where_not_all_are() {
    let keys: Vec<String> = (0..500).map(|number| format!("\"key-{number}\": 0")).collect();
    let text = format!("{{\"config\": {{{}}}, \"operators\": []}}", keys.join(", "));
    let parsed = parse(&text);
    assert!(parsed.definition.is_none());
    assert!(parsed.diagnostics.iter().any(|diagnostic| diagnostic.code == "no-operators"));
}
