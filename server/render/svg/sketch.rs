//! What a drawing shows, before it is known where: boxes of known size, the hulls around them, the lines between them.
//!
//! Made from a plan by [`super::transformations`], [`super::stream_graph`] and [`super::job_graph`], placed by
//! [`super::layered`], drawn by [`super::draw`]. It does not depend on the step shown: ghosts keep their place.

use std::collections::HashMap;

use super::measure::{self, Style};
use crate::explain::Element;
use crate::render::{Direction, GraphKind};

/// A drawing to be placed.
#[derive(Clone, Debug)]
pub struct Sketch {
    pub graph: GraphKind,
    pub direction: Direction,
    /// In the order in which they are drawn and reached by the keyboard.
    pub figures: Vec<Figure>,
    pub hulls: Vec<Hull>,
    pub links: Vec<Link>,
    /// A sentence to be shown above the drawing, such as that vertices are folded.
    pub note: Option<String>,
}

/// What all elements have in common.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The elements that this is: a step about one of them marks it as what it decides or reads.
    pub own: Vec<Element>,
    /// `data-el`: all names that it answers to, its own first.
    pub names: Vec<String>,
    /// Other elements whose steps mark it as their counterpart.
    pub counterparts: Vec<Element>,
    /// What it is, in words.
    pub label: String,
}

impl Identity {
    /// Takes in another one, whose lines are drawn as one with its own.
    pub fn merge(&mut self, other: Self) {
        self.own.extend(other.own);
        self.counterparts.extend(other.counterparts);
        for name in other.names {
            if self.names.len() < MOST_NAMES && !self.names.contains(&name) {
                self.names.push(name);
            }
        }
    }
}

/// A box with text in it.
#[derive(Clone, Debug)]
pub struct Figure {
    pub identity: Identity,
    /// Position of its vertex in topological order: gives letter and colour.
    pub vertex: Option<usize>,
    /// The hull that it is in.
    pub hull: Option<usize>,
    pub width: f64,
    pub height: f64,
    pub shape: Shape,
    /// The full text where what is shown was cut.
    pub full: Option<String>,
}

/// Half the width of a virtual node's diamond.
pub const DIAMOND: f64 = 11.0;

impl Figure {
    /// Where the diamond of a virtual node is in its box: at the left, its text beside it; or on top, if lines pass from
    /// left to right.
    pub fn diamond_center(&self, direction: Direction) -> (f64, f64) {
        match direction {
            Direction::Down => (DIAMOND, self.height / 2.0),
            Direction::Right => (self.width / 2.0, DIAMOND),
        }
    }

    /// The way from a point on the side of a virtual node's box to the tip of the diamond; of other boxes nothing is left.
    pub fn diamond_tip(&self, direction: Direction, at: (f64, f64)) -> Vec<(f64, f64)> {
        if !matches!(self.shape, Shape::Virtual { .. }) {
            return Vec::new();
        }
        let (x, y) = self.diamond_center(direction);
        vec![match direction {
            Direction::Down if at.1 < y => (x, y - DIAMOND),
            Direction::Down => (x, y + DIAMOND),
            Direction::Right if at.0 < x => (x - DIAMOND, y),
            Direction::Right => (x + DIAMOND, y),
        }]
    }
}

/// What a box looks like.
#[derive(Clone, Debug)]
pub enum Shape {
    /// An operator: its name on one or two lines, then lines of what else there is to know.
    Operator { name: Vec<String>, meta: Vec<String> },
    /// A virtual node: a diamond, its name and call beside it.
    Virtual { name: String, meta: String },
    /// A JobVertex with its operators.
    Vertex { meta: String, parallelism: String, rows: Vec<Row>, id: String },
    /// A vertex that shows no operators, in any of the graphs.
    Folded { name: String, meta: String, several: bool },
}

/// An operator in a vertex.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    /// How deep it is in the tree of the chain.
    pub indent: usize,
    /// The row from which its tree line comes.
    pub branches_from: Option<usize>,
}

/// The area behind the operators of a vertex.
#[derive(Clone, Debug)]
pub struct Hull {
    pub vertex: usize,
    /// Its figures, in the order in which they are stacked.
    pub members: Vec<usize>,
    /// The figure that lines from other vertices lead to.
    pub head: usize,
}

/// A line between two boxes.
#[derive(Clone, Debug)]
pub struct Link {
    pub identity: Identity,
    pub from: usize,
    pub to: usize,
    /// The vertex in whose chain it is; `None` if its ends do not chain.
    pub chain: Option<usize>,
    /// Whether it has an arrow head: not at a virtual node, where the line goes on.
    pub head: bool,
    pub label: Vec<Vec<Span>>,
}

/// A piece of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub tone: Tone,
    pub text: String,
}

/// What a piece of a label is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The partitioner.
    Kind,
    /// Anything else.
    More,
    /// Why it does not chain.
    Why,
    /// That it chains.
    Ok,
}

impl Span {
    /// A piece of a label.
    pub fn new(tone: Tone, text: impl Into<String>) -> Self {
        Self { tone, text: text.into() }
    }
}

/// The most names that an element answers to: a union of hundreds of streams read by hundreds of operators would
/// otherwise carry as many names as there are edges between them.
pub const MOST_NAMES: usize = 100;

/// Height of a line of a label.
pub const LABEL_LINE: f64 = 14.0;

impl Link {
    /// Says for how many edges it stands.
    fn count(&mut self, edges: usize) {
        if let Some(line) = self.label.first_mut() {
            line.push(Span::new(Tone::More, format!(" × {edges}")));
        }
        self.identity.label.push_str(&format!(", and {} more", edges - 1));
    }

    /// Width and height of the label, if there is one.
    pub fn label_size(&self) -> Option<(f64, f64)> {
        let widths = self
            .label
            .iter()
            .map(|line| line.iter().map(|span| measure::width(&span.text, Style::Mono)).sum::<f64>());
        let widest = widths.reduce(f64::max)?;
        Some((widest + 8.0, LABEL_LINE * self.label.len() as f64 + 3.0))
    }
}

/// The lines of a graph, gathered edge by edge. Where vertices are folded, lines with the same ends are one, and those
/// inside of a vertex none.
#[derive(Debug)]
pub struct Links {
    folded: bool,
    links: Vec<Link>,
    /// The line between two folded vertices, and for how many edges it stands.
    between: HashMap<(usize, usize), (usize, usize)>,
}

impl Links {
    /// No lines yet, in a sketch whose vertices are folded or not.
    pub fn new(folded: bool) -> Self {
        Self { folded, links: Vec::new(), between: HashMap::new() }
    }

    /// Adds the line of an edge.
    pub fn add(&mut self, link: Link) {
        if self.folded {
            if link.from == link.to {
                return;
            }
            let (first, edges) = self.between.entry((link.from, link.to)).or_insert((self.links.len(), 0));
            *edges += 1;
            if *edges > 1 {
                self.links[*first].identity.merge(link.identity);
                return;
            }
        }
        self.links.push(link);
    }

    /// The lines, each with the number of its edges if it stands for several.
    pub fn finish(mut self) -> Vec<Link> {
        for &(link, edges) in self.between.values().filter(|(_, edges)| *edges > 1) {
            self.links[link].count(edges);
        }
        self.links
    }
}
