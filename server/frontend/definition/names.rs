//! Names: the nearest known one for one that is misspelt, and how a pasted name is shown in a message.

/// The longest name that is compared with others; the format's own and Flink's are shorter.
const LONGEST: usize = 96;
/// How much comparing is done for one document, in cells of the distance matrix. It is enough for thousands of
/// typing errors and ends before a hostile document can keep the server busy.
const BUDGET: usize = 20_000_000;

/// Finds the name that a person meant, as long as the budget of comparisons lasts.
pub struct Suggestions {
    budget: usize,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { budget: BUDGET }
    }
}

impl Suggestions {
    /// The known name that is nearest to a misspelt one, the first of several that are equally near: case does not
    /// count, and one wrong letter in three is allowed, but never all of them.
    pub fn nearest<'k>(&mut self, name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
        let allowed = (name.len().max(3) / 3).min(name.len().saturating_sub(1));
        self.within(name, allowed, known)
    }

    /// As [`Self::nearest`], for names so long and so alike that only a slip of the finger counts.
    pub fn slip<'k>(&mut self, name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
        self.within(name, 2, known)
    }

    fn within<'k>(
        &mut self,
        name: &str,
        mut allowed: usize,
        known: impl IntoIterator<Item = &'k str>,
    ) -> Option<&'k str> {
        if name.len() > LONGEST {
            return None;
        }
        let lower = name.to_lowercase();
        let mut nearest = None;
        for candidate in known {
            self.budget = self.budget.checked_sub(1)?;
            if candidate.len() > LONGEST || candidate.len().abs_diff(name.len()) > allowed {
                continue;
            }
            self.budget = self.budget.checked_sub(candidate.len() * name.len())?;
            let distance = strsim::osa_distance(&lower, &candidate.to_lowercase());
            if distance < allowed || (distance == allowed && nearest.is_none()) {
                (allowed, nearest) = (distance, Some(candidate));
            }
        }
        nearest
    }
}

/// A pasted name as a message shows it: in backquotes, without control characters, and not the whole of a long one.
pub fn quoted(name: &str) -> String {
    const SHOWN: usize = 60;
    if name.is_empty() {
        return "`\"\"`".to_owned();
    }
    let mut text = String::from("`");
    for character in name.chars().take(SHOWN) {
        if character.is_control() {
            text.extend(character.escape_default());
        } else {
            text.push(character);
        }
    }
    if name.chars().nth(SHOWN).is_some() {
        text.push('…');
    }
    text.push('`');
    text
}

/// A list of names for a message: `a`, `b` or `c`.
pub fn one_of<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.into_iter().map(quoted).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}
