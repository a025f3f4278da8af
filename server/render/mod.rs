//! Pure functions from a plan to text.

mod dump;
pub mod file;
pub mod names {
    //! stub
    pub fn element_name(_p: &crate::planner::Plan, _e: crate::explain::Element) -> String {
        todo!()
    }
}

pub use dump::{Dump, ErrorDump, TextDump, dump, dump_definition_error, dump_refusal, dump_text};

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
}
