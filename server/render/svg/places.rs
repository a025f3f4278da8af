//! Where everything in a drawing goes: the result of a layout, and what an algorithm has to do.

use super::sketch::Sketch;

/// Where something is, and how large.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    /// The same somewhere else.
    pub fn moved(self, (x, y): Point) -> Self {
        Self { x: self.x + x, y: self.y + y, ..self }
    }

    /// The lower right corner.
    pub fn end(&self) -> Point {
        (self.x + self.width, self.y + self.height)
    }
}

/// A point of a line.
pub type Point = (f64, f64);

/// A line and its label.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Route {
    /// From the box it leaves to the box it enters, all segments horizontal or vertical.
    pub points: Vec<Point>,
    pub label: Option<Rect>,
}

impl Route {
    /// The same somewhere else.
    pub fn moved(&self, by: Point) -> Self {
        Self {
            points: self.points.iter().map(|(x, y)| (x + by.0, y + by.1)).collect(),
            label: self.label.map(|label| label.moved(by)),
        }
    }
}

/// Places for everything in a sketch, in the sketch's order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    pub width: f64,
    pub height: f64,
    pub figures: Vec<Rect>,
    pub hulls: Vec<Rect>,
    pub routes: Vec<Route>,
}

/// An algorithm that places what a sketch holds.
pub trait Layout {
    /// Places for all of it.
    ///
    /// # Errors
    /// If there is too much of it, or the algorithm fails.
    fn place(&self, sketch: &Sketch) -> Result<Places, LayoutError>;
}

/// Why there is no drawing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// Even with folded vertices there is more than can be placed in reasonable time.
    #[error(
        "this graph is too large to be drawn, with {boxes} boxes and {lines} lines; Mermaid and DOT hold all of it"
    )]
    TooLarge { boxes: usize, lines: usize },
    /// The layout algorithm gave up.
    #[error("this graph could not be drawn, since {0}; Mermaid and DOT hold all of it")]
    Failed(String),
}

/// The most boxes that are placed.
pub const MAX_BOXES: usize = 2_000;
/// The most lines that are placed.
pub const MAX_LINES: usize = 3_000;
/// The most rows of boxes and labels that all lines together may pass.
pub const MAX_PASSED: usize = 30_000;
/// How many lines more than a tree would have are placed at most.
pub const MAX_BEYOND_A_TREE: usize = 1_000;
