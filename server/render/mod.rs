//! Pure functions from a plan to text.
//!
//! - [`svg`]: the drawings, for a page or as files of their own; layout is apart from drawing.
//! - [`mermaid`], [`dot`], [`text`]: the same three graphs for Markdown, Graphviz and terminals.
//! - [`dump()`]: the canonical plan dump. [`mod@file`]: one graph as a file of its own.
//! - [`names`]: what the graphs' elements are called in all of them.

pub mod chain;
pub mod counterparts;
pub mod dot;
mod dump;
pub mod file;
pub mod mermaid;
pub mod names;
mod outline;
mod spine;
pub mod svg;
pub mod text;
pub mod visible;

pub use dump::{
    Dump, ErrorDump, JobPlanDump, Record, TextDump, dump, dump_definition_error, dump_job_plan, dump_refusal,
    dump_text, element as dump_element,
};

/// Which of a plan's three graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GraphKind {
    Transformations,
    StreamGraph,
    JobGraph,
}

impl GraphKind {
    pub const ALL: [Self; 3] = [Self::Transformations, Self::StreamGraph, Self::JobGraph];

    /// The name in addresses and file names.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Transformations => "transformations",
            Self::StreamGraph => "stream-graph",
            Self::JobGraph => "job-graph",
        }
    }

    /// The graph with this slug.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|graph| graph.slug() == slug)
    }

    /// The name that people see: Flink's.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Transformations => "Transformations",
            Self::StreamGraph => "StreamGraph",
            Self::JobGraph => "JobGraph",
        }
    }
}

/// Which way a drawing flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// In panes beside each other, which are narrow and tall.
    Down,
    /// For a graph alone.
    Right,
}
