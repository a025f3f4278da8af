//! The ids of saved plans: random, so that knowing the text tells nobody whether and where it was saved.

use std::fmt;
use std::str::FromStr;

use super::StoreError;

/// The id of a saved plan: 17 letters and digits, 101 bits from the operating system's generator.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlanId(String);

impl PlanId {
    const LENGTH: usize = 17;
    const ALPHABET: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /// A new id.
    ///
    /// # Errors
    /// If the operating system gives no random bytes.
    pub(super) fn random() -> Result<Self, StoreError> {
        // A byte is used only if it is below a multiple of 62, so that each character is equally likely.
        const FAIR: u8 = (256 / PlanId::ALPHABET.len() * PlanId::ALPHABET.len()) as u8;
        let mut id = String::with_capacity(Self::LENGTH);
        while id.len() < Self::LENGTH {
            let mut bytes = [0; 2 * Self::LENGTH];
            getrandom::fill(&mut bytes).map_err(StoreError::Random)?;
            let fair = bytes.iter().filter(|&&byte| byte < FAIR);
            let characters =
                fair.map(|&byte| char::from(Self::ALPHABET[usize::from(byte) % Self::ALPHABET.len()]));
            id.extend(characters.take(Self::LENGTH - id.len()));
        }
        Ok(Self(id))
    }

    /// The id's characters.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlanId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A text that cannot be the id of a saved plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a saved plan")]
pub struct NotAPlanId;

impl FromStr for PlanId {
    type Err = NotAPlanId;

    fn from_str(text: &str) -> Result<Self, NotAPlanId> {
        let well_formed =
            text.len() == Self::LENGTH && text.bytes().all(|byte| Self::ALPHABET.contains(&byte));
        well_formed.then(|| Self(text.to_owned())).ok_or(NotAPlanId)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeSet, HashSet};

    use super::*;

    #[test]
    fn ids_are_17_letters_and_digits_and_differ() {
        let ids: HashSet<PlanId> = (0..1000).map(|_| PlanId::random().expect("random bytes")).collect();
        assert_eq!(ids.len(), 1000);
        let used: BTreeSet<u8> = ids.iter().flat_map(|id| id.as_str().bytes()).collect();
        let alphabet: BTreeSet<u8> = PlanId::ALPHABET.iter().copied().collect();
        assert_eq!(used, alphabet, "a thousand ids use every character and no other");
        assert!(ids.iter().all(|id| id.as_str().len() == 17 && id.as_str().parse() == Ok(id.clone())));
    }

    #[test]
    fn other_texts_are_no_ids() {
        for text in
            ["", "abc", "7Kq2vXw9TfR4mZc8", "7Kq2vXw9TfR4mZc8-", "7Kq2vXw9TfR4mZc8ab", "7Kq2vXw9TfR4mZcéa"]
        {
            assert_eq!(text.parse::<PlanId>(), Err(NotAPlanId), "{text}");
        }
    }
}
