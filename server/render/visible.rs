//! Texts of people, made fit to be shown.

use std::borrow::Cow;

/// A text that is shown to people and may hold anything: without control characters and without those that change the
/// direction of text around them, none of which may stand in XML or be seen.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().filter_map(|character| match character {
        '\n' | '\t' => Some(' '),
        character => (!is_invisible(character)).then_some(character),
    });
    Cow::Owned(shown.collect())
}

/// Whether a character is for machines only: it controls something, or the direction of the text around it.
pub fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{FFFE}' | '\u{FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_invisible_is_shown() {
        assert_eq!(visible("a\u{0}b\u{202E}c\nd\u{7f}"), "abc d");
        assert_eq!(visible("שלום"), "שלום");
    }
}
