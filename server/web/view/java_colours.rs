//! Java as pieces of colour: comments, strings, numbers, keywords, annotations, and what is called. No parser: whatever is typed
//! so far has its colours.

use std::ops::Range;

/// Java's reserved words and those that mean something where people write pipelines.
const KEYWORDS: [&str; 57] = [
    "abstract",
    "assert",
    "boolean",
    "break",
    "byte",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "default",
    "do",
    "double",
    "else",
    "enum",
    "extends",
    "false",
    "final",
    "finally",
    "float",
    "for",
    "goto",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "native",
    "new",
    "null",
    "package",
    "private",
    "protected",
    "public",
    "record",
    "return",
    "sealed",
    "short",
    "static",
    "strictfp",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "transient",
    "true",
    "try",
    "var",
    "void",
    "volatile",
    "while",
    "yield",
];

/// The coloured pieces of a program, in order.
pub fn tokens(text: &str) -> Vec<(Range<usize>, &'static str)> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (end, class) = token(text, at);
        if !class.is_empty() {
            tokens.push((at..end, class));
        }
        at = end;
    }
    tokens
}

/// Where the piece that begins here ends, and its class.
fn token(text: &str, at: usize) -> (usize, &'static str) {
    let rest = &text[at..];
    let until = |end: Option<usize>| end.map_or(text.len(), |end| at + end);
    let Some(first) = rest.chars().next() else { return (text.len(), "") };
    match first {
        '/' if rest.starts_with("//") => (until(rest.find('\n')), "t-comment"),
        '/' if rest.starts_with("/*") => (until(rest[2..].find("*/").map(|end| end + 4)), "t-comment"),
        '"' if rest.starts_with("\"\"\"") => (until(rest[3..].find("\"\"\"").map(|end| end + 6)), "t-string"),
        '"' | '\'' => (at + quoted(rest, first), "t-string"),
        '@' if rest[1..].starts_with(is_name_start) => (at + 1 + name(&rest[1..]), "t-word"),
        _ if first.is_ascii_digit() => (at + number(rest), "t-number"),
        _ if is_name_start(first) => {
            let length = name(rest);
            let class = match &rest[..length] {
                word if KEYWORDS.binary_search(&word).is_ok() => "t-op",
                _ if rest[length..].trim_start().starts_with('(') => "t-key",
                _ => "",
            };
            (at + length, class)
        }
        _ => (at + first.len_utf8(), ""),
    }
}

fn is_name_start(character: char) -> bool {
    character.is_alphabetic() || character == '_' || character == '$'
}

/// How long the name is that a text begins with.
fn name(text: &str) -> usize {
    text.find(|it: char| !it.is_alphanumeric() && it != '_' && it != '$').unwrap_or(text.len())
}

/// How long the number is that a text begins with.
fn number(text: &str) -> usize {
    text.find(|it: char| !it.is_ascii_alphanumeric() && it != '_' && it != '.').unwrap_or(text.len())
}

/// How long the string or character is that a text begins with; it ends with its line at the latest.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{KEYWORDS, tokens};

    fn coloured(text: &str) -> Vec<(&str, &str)> {
        tokens(text).into_iter().map(|(range, class)| (class, &text[range])).collect()
    }

    #[test]
    fn keywords_can_be_searched() {
        assert!(KEYWORDS.is_sorted());
    }

    #[test]
    fn a_line_of_a_program_has_its_colours() {
        assert_eq!(
            coloured(
                "@Override var s = env.fromData(1_0L, \"a\\\"b\", 'c').name(\"x\"); // done\n/* é */ return null;"
            ),
            [
                ("t-word", "@Override"),
                ("t-op", "var"),
                ("t-key", "fromData"),
                ("t-number", "1_0L"),
                ("t-string", "\"a\\\"b\""),
                ("t-string", "'c'"),
                ("t-key", "name"),
                ("t-string", "\"x\""),
                ("t-comment", "// done"),
                ("t-comment", "/* é */"),
                ("t-op", "return"),
                ("t-op", "null"),
            ]
        );
    }

    #[test]
    fn whatever_is_typed_so_far_has_its_colours() {
        for text in ["", "\"", "'", "/*", "/* é", "\"\"\"a\n\"b", "\"a\nb", "@", "é(", "1e", "𝄞", "\\", "/"]
        {
            let all: usize = tokens(text).iter().map(|(range, _)| range.len()).sum();
            assert!(all <= text.len(), "{text}");
        }
        assert_eq!(
            coloured("\"a\nb(\"\"\"c\n\"\"\")"),
            [("t-string", "\"a"), ("t-key", "b"), ("t-string", "\"\"\"c\n\"\"\"")]
        );
    }
}
