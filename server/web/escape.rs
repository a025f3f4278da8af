//! Texts of people in HTML.
//!
//! `templates/askama.toml` makes [`Shown`] what every template does with what it is given.

use std::fmt::{self, Write};

use askama::filters::{Escaper, Html};

use crate::render::visible::is_invisible;

/// For everything that is shown: what cannot be seen, or would change the direction of the text around it, is seen as
/// a replacement character.
#[derive(Clone, Copy, Debug)]
pub struct Shown;

/// For the text in the editor, which stays as it is, but for what HTML cannot hold.
#[derive(Clone, Copy, Debug)]
pub struct Source;

impl Escaper for Shown {
    fn write_escaped_str<W: Write>(&self, dest: W, string: &str) -> fmt::Result {
        replaced(dest, string, |char| is_invisible(char) && !matches!(char, '\n' | '\t'))
    }
}

impl Escaper for Source {
    fn write_escaped_str<W: Write>(&self, dest: W, string: &str) -> fmt::Result {
        replaced(dest, string, |char| char == '\0')
    }
}

fn replaced<W: Write>(mut dest: W, string: &str, is_replaced: impl Fn(char) -> bool) -> fmt::Result {
    for (number, seen) in string.split(is_replaced).enumerate() {
        if number > 0 {
            dest.write_char(char::REPLACEMENT_CHARACTER)?;
        }
        Html.write_escaped_str(&mut dest, seen)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_replaced() {
        for (text, shown, source) in [
            ("<a & b>", "&#60;a &#38; b&#62;", "&#60;a &#38; b&#62;"),
            ("a\u{202E}b\u{2069}", "a\u{FFFD}b\u{FFFD}", "a\u{202E}b\u{2069}"),
            ("a\0\u{7f}\n\tb", "a\u{FFFD}\u{FFFD}\n\tb", "a\u{FFFD}\u{7f}\n\tb"),
            ("שלום", "שלום", "שלום"),
        ] {
            let (mut as_shown, mut as_source) = (String::new(), String::new());
            Shown.write_escaped_str(&mut as_shown, text).expect("a string takes anything");
            Source.write_escaped_str(&mut as_source, text).expect("a string takes anything");
            assert_eq!((as_shown.as_str(), as_source.as_str()), (shown, source), "{text:?}");
        }
    }
}
