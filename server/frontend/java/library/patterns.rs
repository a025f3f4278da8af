//! `java.util.regex` as far as texts are split and replaced by it, where Rust's expressions mean the same.

use regex::{Regex, RegexBuilder};

/// How large a compiled expression may be: expressions are pasted too.
const GREATEST_SIZE: usize = 1 << 18;

/// A regular expression that means the same in Java for the text that it is used on.
pub struct Pattern(Regex);

impl Pattern {
    /// Java's classes of characters are those of ASCII, Rust's of Unicode: on a text in ASCII they are the same.
    pub fn of(written: &str, text: &str) -> Option<Self> {
        const POSSESSIVE: [&str; 4] = ["++", "*+", "?+", "}+"];
        // Where a line ends, what a set in a set is, and flags differ.
        const DIFFERS: [&str; 6] = ["&&", "--", "~~", "(?", "[[", "\\Z"];
        let is_plain = !written.contains('\\') && !written.contains(['.', '$']);
        if !is_plain && !text.bytes().all(|byte| byte == b'\t' || (b' '..=b'~').contains(&byte)) {
            return None;
        }
        if POSSESSIVE.iter().chain(&DIFFERS).any(|part| written.contains(part)) {
            return None;
        }
        RegexBuilder::new(written).size_limit(GREATEST_SIZE).build().ok().map(Self)
    }

    /// `String.matches`.
    pub fn matches(&self, text: &str) -> bool {
        // The first alternative that matches need not be the one that reaches the end.
        RegexBuilder::new(&format!("^(?:{})$", self.0.as_str()))
            .size_limit(2 * GREATEST_SIZE)
            .build()
            .is_ok_and(|whole| whole.is_match(text))
    }

    /// `replaceAll` and `replaceFirst`; nothing for a replacement that refers to a group that is not there.
    pub fn replace(&self, text: &str, to: &str, all: bool) -> Option<String> {
        let mut result = String::new();
        let mut reached = 0;
        for found in self.0.captures_iter(text).take(if all { usize::MAX } else { 1 }) {
            let whole = found.get(0)?;
            result.push_str(&text[reached..whole.start()]);
            let mut chars = to.chars();
            while let Some(char) = chars.next() {
                match char {
                    '\\' => result.push(chars.next()?),
                    '$' => {
                        let group = chars.next()?.to_digit(10)? as usize;
                        // A second digit may or may not belong to it.
                        if group >= self.0.captures_len() || self.0.captures_len() > 10 {
                            return None;
                        }
                        result.push_str(found.get(group).map_or("", |it| it.as_str()));
                    }
                    char => result.push(char),
                }
            }
            reached = whole.end();
        }
        result.push_str(&text[reached..]);
        Some(result)
    }

    /// `String.split`.
    pub fn split(&self, text: &str, limit: i32) -> Vec<String> {
        let most = usize::try_from(limit).ok().filter(|limit| *limit > 0).unwrap_or(usize::MAX);
        let mut parts = Vec::new();
        let mut reached = 0;
        let mut is_found = false;
        for found in self.0.find_iter(text) {
            if parts.len() + 1 >= most {
                break;
            }
            // Nothing that is matched at the very start leaves no empty text before it, nor at the end after it.
            if found.is_empty() && (found.start() == 0 || found.start() == text.len()) {
                continue;
            }
            is_found = true;
            parts.push(text[reached..found.start()].to_owned());
            reached = found.end();
        }
        parts.push(text[reached..].to_owned());
        while is_found && limit == 0 && parts.last().is_some_and(String::is_empty) {
            parts.pop();
        }
        parts
    }
}
