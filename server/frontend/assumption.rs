//! What a front end had to assume about a text, with the alternatives that a person may choose instead.

use std::fmt::Write as _;

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

/// What the text says of no operator: the same is assumed of all of them, and each may be told apart.
///
/// An answer to `<key>-<subject>` is about one operator; it comes back as an [`Assumption`] of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unsaid {
    pub properties: Vec<UnsaidProperty>,
    /// The operators, in text order.
    pub subjects: Vec<UnsaidSubject>,
}

/// One property of operators that the text does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsaidProperty {
    /// Begins the keys of its answers.
    pub key: &'static str,
    /// What it is, in a few words: "Chaining strategy".
    pub name: &'static str,
    /// What is assumed of every operator, as the end of that: "ALWAYS, as most operators have".
    pub assumed: &'static str,
    /// The values that it may have, each with what a person reads; empty where any text will do.
    pub values: &'static [(&'static str, &'static str)],
}

/// An operator of which something may be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnsaidSubject {
    /// Ends the keys of its answers.
    pub key: String,
    pub name: String,
    pub span: Span,
}

/// An alternative that a person chose. What answers no question of the text is passed over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub key: String,
    pub value: String,
}

impl Answer {
    /// Reads `key:value,key:value`; what has no such form is passed over. A `%` in a value is followed by two hex digits, as
    /// in addresses.
    pub fn parse_all(text: &str) -> Vec<Self> {
        let pairs = text.split(',').filter_map(|pair| pair.split_once(':'));
        pairs.map(|(key, value)| Self { key: key.to_owned(), value: unescaped(value) }).collect()
    }

    /// Writes what [`Answer::parse_all`] reads.
    pub fn write_all(answers: &[Self]) -> String {
        let pairs = answers.iter().map(|answer| format!("{}:{}", answer.key, escaped(&answer.value)));
        pairs.collect::<Vec<_>>().join(",")
    }
}

/// A value in which nothing ends the pair or the list.
fn escaped(value: &str) -> String {
    value.chars().fold(String::with_capacity(value.len()), |mut text, character| {
        match character {
            ',' | '%' => write!(text, "%{:02X}", u32::from(character)).expect("a string takes text"),
            other => text.push(other),
        }
        text
    })
}

fn unescaped(value: &str) -> String {
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.as_bytes();
    while let [byte, behind @ ..] = rest {
        let escaped =
            behind.split_first_chunk::<2>().filter(|_| *byte == b'%').and_then(|(digits, behind)| {
                let digits = std::str::from_utf8(digits).ok()?;
                Some((u8::from_str_radix(digits, 16).ok()?, behind))
            });
        let (byte, behind) = escaped.unwrap_or((*byte, behind));
        bytes.push(byte);
        rest = behind;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The value that somebody chose for this key.
pub fn answer_to<'a>(answers: &'a [Answer], key: &str) -> Option<&'a str> {
    answers.iter().rev().find(|answer| answer.key == key).map(|answer| answer.value.as_str())
}

#[cfg(test)]
mod tests {
    use super::Answer;

    #[test]
    fn answers_of_any_text_are_written_and_read() {
        let answers = [("uid-4", "a, b: 100 % é"), ("mode", "batch"), ("group-2", "")];
        let answers = answers.map(|(key, value)| Answer { key: key.to_owned(), value: value.to_owned() });
        let text = Answer::write_all(&answers);
        assert_eq!(text, "uid-4:a%2C b: 100 %25 é,mode:batch,group-2:");
        assert_eq!(Answer::parse_all(&text), answers);
    }

    #[test]
    fn what_has_no_form_is_passed_over() {
        let read = Answer::parse_all("a,,b:1,:,c:%zz,d:%e");
        let pairs: Vec<_> = read.iter().map(|answer| (answer.key.as_str(), answer.value.as_str())).collect();
        assert_eq!(pairs, [("b", "1"), ("", ""), ("c", "%zz"), ("d", "%e")]);
    }
}
