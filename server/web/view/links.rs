//! The links of a page: each keeps what it does not change.

use std::borrow::Borrow;

use super::{Asked, Origin};
use crate::render::GraphKind;

/// The current place on a page, from which links lead on.
#[derive(Clone, Debug)]
pub struct Links {
    pub step: Option<usize>,
    pub graph: Option<GraphKind>,
    /// How the text is read, as the query says it.
    pub reading: String,
    /// Whether they lead anywhere: to a text that a form sent there is no way back.
    pub lead: bool,
}

impl Links {
    /// The links from a view.
    pub fn of(asked: &Asked, origin: &Origin) -> Self {
        Self { step: asked.step, graph: asked.graph, reading: asked.reading.to_query(), lead: !origin.posted }
    }

    /// To a step.
    pub fn step(&self, step: impl Borrow<usize>) -> String {
        self.query(Some(*step.borrow()), self.graph, None)
    }

    /// To the finished plan.
    pub fn finished(&self) -> String {
        self.query(None, self.graph, None)
    }

    /// To a graph that has the page to itself.
    pub fn graph(&self, graph: &GraphKind) -> String {
        self.query(self.step, Some(*graph), None)
    }

    /// Back to the three graphs beside each other.
    pub fn all_graphs(&self) -> String {
        self.query(self.step, None, None)
    }

    /// To a pane, on a phone.
    pub fn pane(&self, pane: &str) -> String {
        self.query(self.step, None, Some(pane))
    }

    fn query(&self, step: Option<usize>, graph: Option<GraphKind>, pane: Option<&str>) -> String {
        let parts = [
            Some(self.reading.clone()).filter(|reading| !reading.is_empty()),
            step.map(|step| format!("step={step}")),
            graph.map(|graph| format!("graph={}", graph.slug())),
            pane.map(|pane| format!("pane={pane}")),
        ];
        let parts: Vec<_> = parts.into_iter().flatten().collect();
        format!("?{}", parts.join("&"))
    }
}
