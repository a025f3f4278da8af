//! What a front end had to assume about a text, with the alternatives that a person may choose instead.

use super::Span;

/// Something that the text does not decide. The plan rests on what is assumed for it, and says so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assumption {
    /// Names the question for as long as its piece of the text stays the same, whatever else is chosen or edited:
    /// ASCII letters, digits and `-`.
    pub key: String,
    /// The text that leaves it open.
    pub span: Span,
    /// What is asked, in a few words: "Is this source bounded?".
    pub question: String,
    /// What is assumed and why, as a sentence: "The class is not in the text; most sources are unbounded."
    pub because: String,
    /// The possible answers, the one that is assumed when nobody chooses among them first.
    pub alternatives: Vec<Alternative>,
    /// The index of the alternative that the plan rests on.
    pub chosen: usize,
    /// Whether a person chose it.
    pub is_answered: bool,
}

/// One possible answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Names it among the alternatives: ASCII letters, digits, `-` and `_`.
    pub value: String,
    /// What a person reads: "bounded", "the else branch, line 31".
    pub label: String,
    /// The text that counts only if this is chosen (a branch), if there is such a text.
    pub span: Option<Span>,
}

/// An alternative that a person chose. What answers no question of the text is passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub key: String,
    pub value: String,
}

impl Answer {
    /// Reads `key:value,key:value`; what has no such form is passed over.
    pub fn parse_all(text: &str) -> Vec<Self> {
        let pairs = text.split(',').filter_map(|pair| pair.split_once(':'));
        pairs.map(|(key, value)| Self { key: key.to_owned(), value: value.to_owned() }).collect()
    }

    /// Writes what [`Answer::parse_all`] reads.
    pub fn write_all(answers: &[Self]) -> String {
        let pairs: Vec<_> = answers.iter().map(|answer| format!("{}:{}", answer.key, answer.value)).collect();
        pairs.join(",")
    }
}

/// The value that somebody chose for this key.
pub fn answer_to<'a>(answers: &'a [Answer], key: &str) -> Option<&'a str> {
    answers.iter().rev().find(|answer| answer.key == key).map(|answer| answer.value.as_str())
}
