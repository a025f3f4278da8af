//! Drawings of the three graphs.
//!
//! [`layout`] decides what is shown and where, which does not depend on the step shown; [`draw`] writes it as an inline
//! `<svg>` for a page that has `static/graph.css`; [`file()`] writes it as a file of its own.
//!
//! - `subject`, `transformations`, `stream_graph`, `job_graph`: from a plan to a `sketch`, boxes of known size and lines;
//!   `job_plan`: from the plan of a JobGraph that was pasted as such.
//! - `layered`, `effort`, `stack`: `places` for them. `measure`: how wide text is.
//! - `drawing`, `markup`, `standalone`: SVG.

mod drawing;
mod effort;
mod job_graph;
mod job_plan;
mod layered;
mod markup;
mod measure;
mod places;
mod sketch;
mod stack;
mod standalone;
mod stream_graph;
mod subject;
mod transformations;

pub use drawing::{View, draw, picture};
pub use places::LayoutError;
pub use standalone::file;

use self::layered::Layered;
use self::places::{Layout, Places};
use self::sketch::Sketch;
use self::subject::Subject;
use super::{Direction, GraphKind};
use crate::frontend::{JobPlan, PipelineDefinition};
use crate::planner::Plan;

/// The most operators that are drawn one by one; in larger plans vertices are folded to one box each.
pub const MOST_OPERATORS: usize = 200;

/// What is drawn, and where.
#[derive(Clone, Debug)]
pub struct Scene {
    sketch: Sketch,
    places: Places,
    /// Whether vertices are folded, since there are too many operators.
    pub folded: bool,
}

impl Scene {
    /// Width and height at scale 1.
    pub fn size(&self) -> (f64, f64) {
        drawing::size(self)
    }
}

/// Lays out one of a plan's graphs. With the text that the definition was read from, reasons name lines.
///
/// # Errors
/// If the graph is too large to be drawn.
pub fn layout(
    plan: &Plan,
    definition: &PipelineDefinition,
    text: Option<&str>,
    graph: GraphKind,
    direction: Direction,
) -> Result<Scene, LayoutError> {
    let subject = Subject::new(plan, definition, text, graph, direction);
    let mut sketch = match graph {
        GraphKind::Transformations => transformations::sketch(&subject),
        GraphKind::StreamGraph => stream_graph::sketch(&subject),
        GraphKind::JobGraph => job_graph::sketch(&subject),
    };
    if subject.folded {
        let operators = plan.stream_graph.graph.node_count();
        sketch.note = Some(format!("{operators} operators: each box is a job vertex"));
    }
    let places = Layered.place(&sketch)?;
    Ok(Scene { sketch, places, folded: subject.folded })
}

/// Lays out the plan of a JobGraph that was pasted as such.
///
/// # Errors
/// If it is too large to be drawn.
pub fn layout_job_plan(plan: &JobPlan, direction: Direction) -> Result<Scene, LayoutError> {
    let operators = plan.operator_count();
    let folded = operators > MOST_OPERATORS;
    let mut sketch = job_plan::sketch(plan, direction, folded);
    sketch.note = folded.then(|| format!("{operators} operators: each box is a job vertex"));
    let places = Layered.place(&sketch)?;
    Ok(Scene { sketch, places, folded })
}
