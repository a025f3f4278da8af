//! The operators of a vertex, told from its description: what `JobVertex.getOperatorPrettyName` wrote, escaped for HTML.
//!
//! A description is a tree (`:- ` and `+- ` before what is chained) or in cascade (`A -> (B , C)`). Both are made for people,
//! and names may hold the same signs: what cannot be told apart is taken as one name.

use crate::html_entities::reference;

/// An operator of a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DescribedOperator {
    pub name: String,
    /// The position of the operator that it is chained to; none for the head.
    pub parent: Option<usize>,
}

/// How a description lists the operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DescriptionFormat {
    Tree,
    Cascading,
}

/// How deep a chain may branch in cascade.
const DEEPEST: usize = 64;

/// The operators that a description lists, parents before children.
pub(super) fn operators(description: &str) -> (Vec<DescribedOperator>, DescriptionFormat) {
    let lines: Vec<String> = lines(description).iter().map(|line| unescaped(line)).collect();
    match &lines[..] {
        [only] if !is_line_of_tree(description) => (cascade(only), DescriptionFormat::Cascading),
        _ => (tree(&lines), DescriptionFormat::Tree),
    }
}

/// Whether even a single operator ends its line, as in a tree.
fn is_line_of_tree(description: &str) -> bool {
    let end = description.trim_end_matches(' ');
    end.ends_with("<br/>") || end.ends_with("<br>") || end.ends_with('\n')
}

fn lines(description: &str) -> Vec<&str> {
    let parts = description.split("<br/>").flat_map(|part| part.split("<br>")).flat_map(str::lines);
    let mut lines: Vec<_> = parts.collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) && lines.len() > 1 {
        lines.pop();
    }
    if lines.is_empty() { vec![""] } else { lines }
}

/// The text that was escaped for HTML.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (character, length) = reference(rest).unwrap_or(('&', 1));
        out.push(character);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

/// A tree: each line is an operator, behind as many signs of three characters as it is deep.
fn tree(lines: &[String]) -> Vec<DescribedOperator> {
    let mut operators: Vec<DescribedOperator> = Vec::with_capacity(lines.len());
    // The operator last seen at each depth.
    let mut path: Vec<usize> = Vec::new();
    for line in lines {
        let (depth, name) = match branch(line, path.len()) {
            Some(branch) => branch,
            None if operators.is_empty() => (0, line.as_str()),
            // A name with a line break in it goes on.
            None => {
                if let Some(last) = operators.last_mut() {
                    last.name.push('\n');
                    last.name.push_str(line);
                }
                continue;
            }
        };
        path.truncate(depth);
        operators.push(DescribedOperator { name: name.to_owned(), parent: path.last().copied() });
        path.push(operators.len() - 1);
    }
    operators
}

/// How deep a line stands under operators of which so many are open, and its name; nothing if it is no line of its own.
fn branch(line: &str, open: usize) -> Option<(usize, &str)> {
    let mut rest = line;
    // An operator can be at most one level below the last one.
    for depth in 1..=open {
        if let Some(name) = rest.strip_prefix("+- ").or_else(|| rest.strip_prefix(":- ")) {
            return Some((depth, name));
        }
        rest = rest.strip_prefix("   ").or_else(|| rest.strip_prefix(":  "))?;
    }
    None
}

/// In cascade: ` -> ` before a single chained operator, ` -> (A , B)` before several.
fn cascade(text: &str) -> Vec<DescribedOperator> {
    let mut reader = Cascade { text, at: 0, operators: Vec::new() };
    match reader.read() {
        Some(()) => reader.operators,
        None => vec![DescribedOperator { name: text.to_owned(), parent: None }],
    }
}

struct Cascade<'t> {
    text: &'t str,
    at: usize,
    operators: Vec<DescribedOperator>,
}

const ARROW: &str = " -> ";

impl Cascade<'_> {
    /// Reads all of it; nothing if brackets do not match.
    fn read(&mut self) -> Option<()> {
        // The operators whose outputs are in brackets that are still open.
        let mut open: Vec<usize> = Vec::new();
        let mut parent = None;
        loop {
            let rest = &self.text[self.at..];
            let end = name_end(rest, !open.is_empty());
            let name = rest[..end].to_owned();
            self.operators.push(DescribedOperator { name, parent });
            parent = Some(self.operators.len() - 1);
            self.at += end;
            loop {
                let rest = &self.text[self.at..];
                if rest.is_empty() {
                    return open.is_empty().then_some(());
                }
                if let Some(branches) = rest.strip_prefix(ARROW) {
                    self.at += ARROW.len();
                    if branches.starts_with('(') && open.len() < DEEPEST {
                        self.at += 1;
                        open.push(parent?);
                    }
                    break;
                }
                let separator = [" , ", ", "].into_iter().find(|it| rest.starts_with(it));
                if let (Some(separator), Some(&last)) = (separator, open.last()) {
                    self.at += separator.len();
                    parent = Some(last);
                    break;
                }
                if rest.starts_with(')') {
                    self.at += 1;
                    open.pop()?;
                    continue;
                }
                return None;
            }
        }
    }
}

/// Where a name ends: at an arrow, and inside brackets at a separator or the closing one; never inside brackets of its own.
fn name_end(text: &str, in_brackets: bool) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b' ' if depth == 0 && text[at..].starts_with(ARROW) => return at,
            b' ' if depth == 0 && in_brackets && text[at..].starts_with(" , ") => return at,
            b',' if depth == 0 && in_brackets && text[at..].starts_with(", ") => return at,
            b'(' | b'[' => depth += 1,
            b')' if depth == 0 && in_brackets => return at,
            b')' | b']' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::{DescriptionFormat, operators};

    /// Each operator behind a dot for each operator above it.
    fn listed(description: &str) -> (Vec<String>, DescriptionFormat) {
        let (operators, format) = operators(description);
        let depth = |mut at: usize| {
            let mut depth = 0;
            while let Some(parent) = operators[at].parent {
                (at, depth) = (parent, depth + 1);
            }
            depth
        };
        let listed =
            operators.iter().enumerate().map(|(at, it)| format!("{}{}", ".".repeat(depth(at)), it.name));
        (listed.collect(), format)
    }

    #[test]
    fn a_tree_lists_an_operator_a_line() {
        let table: [(&str, &[&str]); 5] = [
            ("Map<br/>", &["Map"]),
            (
                "Parse<br/>:- Sink: Unnamed<br/>+- Sink:  spaced <br/>",
                &["Parse", ".Sink: Unnamed", ".Sink:  spaced "],
            ),
            (
                "A<br/>:- B<br/>:  +- C<br/>:     :- D<br/>:     +- E<br/>+- F<br/>",
                &["A", ".B", "..C", "...D", "...E", ".F"],
            ),
            ("a&lt;b&gt; &amp; &quot;c&quot;&#92;<br/>+- d<br/>", &["a<b> & \"c\"\\", ".d"]),
            ("two<br/>lines<br/>+- next<br/>", &["two\nlines", ".next"]),
        ];
        for (description, expected) in table {
            let expected: Vec<String> = expected.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(listed(description), (expected, DescriptionFormat::Tree), "{description}");
        }
    }

    #[test]
    fn a_cascade_lists_operators_between_arrows_and_branches_in_brackets() {
        let table: [(&str, &[&str]); 6] = [
            ("Map", &["Map"]),
            ("Map -&gt; Sink: Print to Std. Out", &["Map", ".Sink: Print to Std. Out"]),
            ("A -&gt; (B -&gt; C , D)", &["A", ".B", "..C", ".D"]),
            ("A -&gt; (B -&gt; (C, D), E -&gt; F)", &["A", ".B", "..C", "..D", ".E", "..F"]),
            (
                "Calc(select=[a, b], where=[(a > 1)]) -&gt; Sink(table=[x, y])",
                &["Calc(select=[a, b], where=[(a > 1)])", ".Sink(table=[x, y])"],
            ),
            // Brackets that do not match: one name.
            ("A -&gt; (B", &["A -> (B"]),
        ];
        for (description, expected) in table {
            let expected: Vec<String> = expected.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(listed(description), (expected, DescriptionFormat::Cascading), "{description}");
        }
    }

    #[test]
    fn any_description_lists_at_least_one_operator() {
        for description in [
            "",
            "<br/>",
            " -> ",
            "(",
            ")",
            "+- a",
            ":  :  +- a",
            "&",
            "&#x110000;",
            "\n\n",
            " -> ( , )",
            "&lt",
        ] {
            assert!(!operators(description).0.is_empty(), "{description:?}");
        }
    }

    #[test]
    fn a_long_description_is_read_in_proportion_to_its_length() {
        let deep: String = (0..20_000).map(|_| "a -> (").collect();
        assert_eq!(operators(&deep).0.len(), 1);
        let wide: String = (0..20_000).map(|_| "&amp;<br/>+- ").collect();
        assert!(operators(&wide).0.len() > 1);
    }
}
