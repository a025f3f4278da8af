//! One graph as a file of its own, in the formats that other programs read.

use super::svg::{self, LayoutError, View};
use super::{Direction, GraphKind, dot, mermaid};
use crate::frontend::JobPlan;
use crate::planner::PlannedText;

/// The format of a file that holds one graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    Svg,
    Mermaid,
    Dot,
}

impl FileFormat {
    pub const ALL: [Self; 3] = [Self::Svg, Self::Mermaid, Self::Dot];

    /// How the names of such files end.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Mermaid => "mmd",
            Self::Dot => "dot",
        }
    }

    /// The format of files whose names end like this.
    pub fn from_extension(extension: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.extension() == extension)
    }

    /// The media type, as registered with IANA.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Mermaid => "text/vnd.mermaid; charset=utf-8",
            Self::Dot => "text/vnd.graphviz; charset=utf-8",
        }
    }

    /// The file's text.
    ///
    /// # Errors
    /// If the graph is too large to be drawn as a picture.
    pub fn draw(self, text: &str, planned: &PlannedText, graph: GraphKind) -> Result<String, LayoutError> {
        let PlannedText { definition, plan } = planned;
        match self {
            Self::Svg => {
                let scene = svg::layout(plan, definition, Some(text), graph, Direction::Right)?;
                Ok(svg::file(&scene, &View::default()))
            }
            Self::Mermaid => Ok(mermaid::mermaid(plan, definition, Some(text), graph, Direction::Down)),
            Self::Dot => Ok(dot::dot(plan, definition, Some(text), graph, Direction::Down)),
        }
    }

    /// The text of a file with the plan of a JobGraph that was pasted as such.
    ///
    /// # Errors
    /// If the graph is too large to be drawn as a picture.
    pub fn draw_job_plan(self, plan: &JobPlan) -> Result<String, LayoutError> {
        match self {
            Self::Svg => {
                let scene = svg::layout_job_plan(plan, Direction::Right)?;
                Ok(svg::file(&scene, &View::default()))
            }
            Self::Mermaid => Ok(mermaid::mermaid_of_job_plan(plan, Direction::Down)),
            Self::Dot => Ok(dot::dot_of_job_plan(plan, Direction::Down)),
        }
    }
}
