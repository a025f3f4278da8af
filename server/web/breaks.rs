//! The chain breaks of a text's plan, as page and API tell them.

use super::planning::{Examined, Outcome};
use crate::explain::fixes::{Budget, ChainBreak, Fixes, Words};
use crate::stream_graph::StreamEdgeIndex;

/// Every edge that does not chain, with the number of the step that decides it, in the order of these. In a large plan not
/// every fix is tried.
pub fn all(text: &str, examined: &Examined) -> Vec<(usize, ChainBreak)> {
    let (Outcome::Planned(planned), Some(words)) = (&examined.outcome, words(text, examined)) else {
        return Vec::new();
    };
    let Some(fixes) = fixes(examined, &words, Budget::for_a_plan()) else { return Vec::new() };
    let broken = planned.explanation.broken_edges();
    broken.filter_map(|(step, edge)| Some((step, fixes.of_edge(edge)?))).collect()
}

/// One edge, if it does not chain.
pub fn of_edge(text: &str, examined: &Examined, edge: StreamEdgeIndex) -> Option<ChainBreak> {
    let words = words(text, examined)?;
    fixes(examined, &words, Budget::for_one_edge())?.of_edge(edge)
}

/// How changes of the text are said.
pub fn words<'a>(text: &'a str, examined: &'a Examined) -> Option<Words<'a>> {
    let words = Words::new(examined.unchanged()?, examined.kind, text);
    Some(match examined.pipeline() {
        Some(pipeline) => words.with_names_of(pipeline),
        None => words,
    })
}

fn fixes<'a>(examined: &'a Examined, words: &'a Words<'a>, budget: Budget) -> Option<Fixes<'a>> {
    Some(Fixes::new(examined.pipeline()?, words, budget))
}
