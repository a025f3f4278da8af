//! Pieces of the text in messages, and names that are made from it.

use std::hash::{Hash as _, Hasher as _};

/// The most characters of a text that a message shows.
const LONGEST_EXCERPT: usize = 60;

/// A piece of text for a message: on one line, short, in quotes.
pub fn excerpt(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().take(LONGEST_EXCERPT).collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST_EXCERPT) {
        Some((end, _)) => format!("`{}…`", &line[..end]),
        None => format!("`{line}`"),
    }
}

/// The key of a question: its kind and a hash of the text that it is about, the same in every run.
pub fn key(kind: &str, about: &str, occurrence: usize) -> String {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    about.split_whitespace().collect::<Vec<_>>().hash(&mut hasher);
    let hash = hasher.finish() as u32;
    match occurrence {
        0 => format!("{kind}-{hash:08x}"),
        _ => format!("{kind}-{hash:08x}-{occurrence}"),
    }
}

/// FNV-1a, which stays the same from one version to the next.
struct Fnv(u64);

impl std::hash::Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
