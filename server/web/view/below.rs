//! What stands under the graphs: the steps of a plan, or what is wrong with the text.

use super::assumptions::Assumptions;
use super::prose::{Run, runs, sentence};
use super::source::{Places, quoted};
use super::steps::Stepper;
use super::{Links, MOST_LISTED, count};
use crate::frontend::{DescriptionFormat, Diagnostic, JobPlan, Severity, Span};
use crate::web::planning::{Examined, Outcome};

/// The part under the graphs.
#[derive(Debug)]
pub enum Below {
    Steps(Box<Stepper>),
    Diagnostics(Refused),
    JobPlan(DescribedChains),
    Nothing,
}

/// Why there is no plan.
#[derive(Debug)]
pub struct Refused {
    pub title: String,
    pub errors: usize,
    pub warnings: usize,
    pub items: Vec<Item>,
    /// How many more there are.
    pub left_out: usize,
    /// What the pipeline rests on, as far as it is known.
    pub assumptions: Option<Assumptions>,
}

/// One diagnostic.
#[derive(Debug)]
pub struct Item {
    pub warning: bool,
    /// Whether it is about a place in the text; else what follows says nothing.
    pub has_place: bool,
    pub line: usize,
    pub column: usize,
    /// Where it is, as the script counts: in UTF-16 units.
    pub start: usize,
    pub end: usize,
    pub message: Vec<Run>,
    pub help: Option<Vec<Run>>,
    pub exception: Option<String>,
    pub path: Option<String>,
    pub excerpt: Option<Excerpt>,
    pub fix: Option<Fix>,
}

/// The line a diagnostic is about, and what in it.
#[derive(Debug, PartialEq, Eq)]
pub struct Excerpt {
    pub line: String,
    /// White space as wide as what stands before.
    pub indent: String,
    pub carets: String,
}

/// What would mend it.
#[derive(Debug)]
pub struct Fix {
    pub name: String,
    pub text: String,
}

/// A warning beside a plan.
#[derive(Debug)]
pub struct Warning {
    /// As for [`Item::has_place`].
    pub has_place: bool,
    pub line: usize,
    pub column: usize,
    pub start: usize,
    pub message: Vec<Run>,
    pub help: Option<Vec<Run>>,
}

/// What there is to say beside the plan of a JobGraph: how much of it was told from descriptions.
#[derive(Debug)]
pub struct DescribedChains {
    /// "6 operators".
    pub operators: String,
    /// "2 vertices".
    pub vertices: String,
    pub format: &'static str,
}

impl DescribedChains {
    /// How the chains of a plan were told.
    pub fn of(plan: &JobPlan) -> Self {
        let is_tree = plan.vertices.iter().any(|vertex| vertex.format == DescriptionFormat::Tree);
        Self {
            operators: count(plan.operator_count(), "operator"),
            vertices: count(plan.vertices.len(), "vertex"),
            format: if is_tree { "TREE" } else { "CASCADING" },
        }
    }
}

impl Below {
    /// What is wrong with a text that has no plan.
    pub fn refused(text: &str, examined: &Examined, links: &Links) -> Self {
        let places = Places::of(text);
        let of =
            |severity| examined.diagnostics.iter().filter(move |diagnostic| diagnostic.severity == severity);
        let (title, refusal) = match &examined.outcome {
            Outcome::Refused(refused) => ("Flink refuses this pipeline".to_owned(), Some(&refused.refusal)),
            // The source is as good as it was: it is what is tried on it that cannot be.
            _ if of(Severity::Error).all(Diagnostic::is_about_changes) => {
                ("What is tried cannot be done".to_owned(), None)
            }
            _ => ("The source cannot be planned".to_owned(), None),
        };
        // Errors first: they are why there is no plan.
        let sorted = of(Severity::Error).chain(of(Severity::Warning));
        let items = sorted.take(MOST_LISTED).map(|diagnostic| {
            let mut item = Item::of(&places, diagnostic);
            if let Some(refusal) = refusal
                && diagnostic.severity == Severity::Error
            {
                let stage = super::steps::stage_in_words(refusal.stage);
                item.message = sentence(&format!("Flink throws while it {stage}"));
                item.exception = Some(refusal.to_string());
            }
            item
        });
        Self::Diagnostics(Refused {
            title,
            errors: of(Severity::Error).count(),
            warnings: of(Severity::Warning).count(),
            items: items.collect(),
            left_out: examined.diagnostics.len().saturating_sub(MOST_LISTED),
            assumptions: Assumptions::of(text, examined, links),
        })
    }
}

impl Refused {
    /// "2 errors".
    pub fn errors_text(&self) -> String {
        count(self.errors, "error")
    }

    /// "1 warning".
    pub fn warnings_text(&self) -> String {
        count(self.warnings, "warning")
    }
}

impl Item {
    fn of(places: &Places<'_>, diagnostic: &Diagnostic) -> Self {
        let span = diagnostic.span;
        let (line, column) = places.position(span.start);
        Self {
            warning: diagnostic.severity == Severity::Warning,
            has_place: diagnostic.has_place(),
            line,
            column,
            start: places.utf16(span.start),
            end: places.utf16(span.end),
            message: sentence(&diagnostic.message),
            help: help(diagnostic),
            exception: None,
            path: (!diagnostic.path.is_empty()).then(|| diagnostic.path.clone()),
            excerpt: diagnostic.has_place().then(|| Excerpt::of(places, span.start, span.end)).flatten(),
            fix: diagnostic.suggestion.as_ref().map(|name| Fix {
                name: name.clone(),
                text: if places.text(span).starts_with('"') { quoted(name) } else { name.clone() },
            }),
        }
    }
}

impl Warning {
    /// The warnings among the diagnostics.
    pub fn all(text: &str, diagnostics: &[Diagnostic]) -> Vec<Self> {
        let places = Places::of(text);
        let warnings = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Warning);
        warnings
            .map(|diagnostic| {
                let (line, column) = places.position(diagnostic.span.start);
                Self {
                    has_place: diagnostic.has_place(),
                    line,
                    column,
                    start: places.utf16(diagnostic.span.start),
                    message: sentence(&diagnostic.message),
                    help: help(diagnostic),
                }
            })
            .collect()
    }
}

/// What to do about it.
fn help(diagnostic: &Diagnostic) -> Option<Vec<Run>> {
    match (&diagnostic.suggestion, &diagnostic.expected) {
        (Some(suggestion), _) => Some(runs(&format!("Did you mean `{suggestion}`?"))),
        (None, Some(expected)) => Some(sentence(&format!("Expected: {expected}"))),
        (None, None) => None,
    }
}

impl Excerpt {
    /// As much of a line as is shown.
    const LONGEST: usize = 160;

    fn of(places: &Places<'_>, start: usize, end: usize) -> Option<Self> {
        let (line, column) = places.position(start);
        let text = places.line(line)?;
        if text.trim().is_empty() {
            return None;
        }
        // A long line is shown from a little before the place.
        let skipped = if column > Self::LONGEST / 2 { column - 20 } else { 0 };
        let shown: String = text.chars().skip(skipped).take(Self::LONGEST).collect();
        let before = text.chars().skip(skipped).take((column - 1).saturating_sub(skipped));
        let within = places.text(Span { start, end }).lines().next().unwrap_or_default().chars().count();
        let room = shown.chars().count().saturating_sub((column - 1).saturating_sub(skipped));
        Some(Self {
            indent: before.map(|char| if char == '\t' { '\t' } else { ' ' }).collect(),
            carets: "^".repeat(within.min(room).max(1)),
            line: shown,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carets_stand_under_what_is_wrong() {
        for (text, start, end, expected) in [
            ("{\n  \"op\": \"keyby\"\n}", 10, 17, Some(("        ", "^^^^^^^"))),
            ("\tx", 1, 2, Some(("\t", "^"))),
            ("äöü!", 6, 7, Some(("   ", "^"))),
            ("ab", 2, 2, Some(("  ", "^"))),
            ("{\"a\":\n[1,\n2]}", 6, 12, Some(("", "^^^"))),
            ("", 0, 0, None),
        ] {
            let excerpt = Excerpt::of(&Places::of(text), start, end);
            let seen = excerpt.as_ref().map(|excerpt| (excerpt.indent.as_str(), excerpt.carets.as_str()));
            assert_eq!(seen, expected, "{text:?} {start}..{end}");
        }
    }

    #[test]
    fn of_a_long_line_only_the_surroundings_are_shown() {
        let text = format!("{}!{}", "a".repeat(1000), "b".repeat(1000));
        let excerpt = Excerpt::of(&Places::of(&text), 1000, 1001);
        let excerpt = excerpt.expect("the line is not empty");
        assert_eq!(excerpt.line.chars().count(), Excerpt::LONGEST);
        assert_eq!(excerpt.line.chars().nth(excerpt.indent.len()), Some('!'));
    }
}
