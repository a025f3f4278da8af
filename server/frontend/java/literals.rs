//! The values of literals.

use super::value::Data;

/// A string literal or a text block, quotes included.
pub fn string(written: &str) -> String {
    match written.strip_prefix("\"\"\"") {
        Some(block) => text_block(block.strip_suffix("\"\"\"").unwrap_or(block)),
        None => {
            let inner = written.strip_prefix('"').unwrap_or(written);
            unescape(inner.strip_suffix('"').unwrap_or(inner))
        }
    }
}

fn unescape(inner: &str) -> String {
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars().peekable();
    while let Some(char) = chars.next() {
        if char != '\\' {
            text.push(char);
            continue;
        }
        match chars.next() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{c}'),
            Some('s') => text.push(' '),
            Some('\n') => {}
            Some('u') => {
                while chars.next_if_eq(&'u').is_some() {}
                let digits: String =
                    std::iter::from_fn(|| chars.next_if(char::is_ascii_hexdigit)).take(4).collect();
                let unit = u32::from_str_radix(&digits, 16).ok();
                text.push(unit.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(digit @ '0'..='7') => {
                let mut value = digit.to_digit(8).unwrap_or(0);
                for _ in 0..2 {
                    if let Some(next) = chars.next_if(|next| next.is_digit(8)) {
                        value = value * 8 + next.to_digit(8).unwrap_or(0);
                    }
                }
                text.push(char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => text.push(other),
            None => {}
        }
    }
    text
}

/// A text block: the first line end and what all lines are indented by do not belong to it.
fn text_block(inner: &str) -> String {
    let body = inner.split_once('\n').map_or("", |(_, body)| body);
    let lines: Vec<&str> = body.split('\n').collect();
    let last = lines.len() - 1;
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let counted = lines.iter().enumerate().filter(|(index, line)| !line.trim().is_empty() || *index == last);
    let margin = counted.map(|(_, line)| indentation(line)).min().unwrap_or(0);
    let stripped: Vec<_> = lines.iter().map(|line| line.get(margin..).unwrap_or("").trim_end()).collect();
    let joined = stripped.join("\n");
    unescape(&joined)
}

/// An integer literal; what is too large for its type wraps around.
pub fn integer(written: &str) -> Data {
    let digits: String = written.chars().filter(|char| *char != '_').collect::<String>().to_lowercase();
    let (digits, is_long) = match digits.strip_suffix('l') {
        Some(digits) => (digits, true),
        None => (digits.as_str(), false),
    };
    let (digits, radix) = match digits.as_bytes() {
        [b'0', b'x', ..] => (&digits[2..], 16),
        [b'0', b'b', ..] => (&digits[2..], 2),
        [b'0', _, ..] => (&digits[1..], 8),
        _ => (digits, 10),
    };
    let value = u64::from_str_radix(digits, radix).unwrap_or(0);
    if is_long { Data::Long(value as i64) } else { Data::Int(value as u32 as i32) }
}

/// A floating-point literal.
pub fn floating_point(written: &str) -> Data {
    let digits: String = written.chars().filter(|char| *char != '_').collect();
    if let Some(float) = digits.strip_suffix(['f', 'F']) {
        return Data::Float(float.parse().unwrap_or(0.0));
    }
    Data::Double(digits.trim_end_matches(['d', 'D']).parse().unwrap_or(0.0))
}

/// The negation of a literal that has no positive counterpart.
pub fn negative(kind: &str, written: &str) -> Option<Data> {
    if kind != "decimal_integer_literal" {
        return None;
    }
    match integer(written) {
        Data::Int(i32::MIN) => Some(Data::Int(i32::MIN)),
        Data::Long(i64::MIN) => Some(Data::Long(i64::MIN)),
        _ => None,
    }
}

/// A character literal, as its UTF-16 unit.
pub fn character(written: &str) -> u16 {
    let inner = written.strip_prefix('\'').unwrap_or(written);
    let text = unescape(inner.strip_suffix('\'').unwrap_or(inner));
    text.encode_utf16().next().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{character, integer, string};
    use crate::frontend::java::value::Data;

    #[test]
    fn strings_are_unescaped() {
        for (written, text) in [
            (r#""""#, ""),
            (r#""a\tb\n""#, "a\tb\n"),
            (r#""say \"hi\"""#, "say \"hi\""),
            (r#""\\""#, "\\"),
            (r#""\u00e9\101""#, "éA"),
        ] {
            assert_eq!(string(written), text, "{written}");
        }
    }

    #[test]
    fn text_blocks_lose_what_all_lines_are_indented_by() {
        assert_eq!(string("\"\"\"\n    a\n      b\n    \"\"\""), "a\n  b\n");
        assert_eq!(string("\"\"\"\n    a \\\n    b\"\"\""), "a b");
    }

    #[test]
    fn integers_have_their_type_and_radix() {
        for (written, value) in
            [("1_000", 1000), ("0x1F", 31), ("010", 8), ("0b101", 5), ("0", 0), ("0xFFFFFFFF", -1)]
        {
            assert!(matches!(integer(written), Data::Int(found) if found == value), "{written}");
        }
        assert!(matches!(integer("5L"), Data::Long(5)));
    }

    #[test]
    fn characters_are_units() {
        assert_eq!(character("'a'"), u16::from(b'a'));
        assert_eq!(character(r"'\n'"), u16::from(b'\n'));
        assert_eq!(character(r"'\''"), u16::from(b'\''));
        assert_eq!(character("'\"'"), u16::from(b'"'));
    }
}
