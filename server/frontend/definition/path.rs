//! JSON paths, made into text only when there is something to say about them.

use std::fmt;

/// Where in the document a value stands: `operators[3].input`.
#[derive(Clone, Copy, Debug)]
pub struct Path<'p> {
    parent: Option<&'p Path<'p>>,
    step: Step<'p>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'p> {
    Document,
    Field(&'p str),
    Index(usize),
}

impl<'p> Path<'p> {
    /// The whole document; its text is empty.
    pub const DOCUMENT: Path<'static> = Path { parent: None, step: Step::Document };

    /// A field of the object at this path.
    pub const fn field(&'p self, name: &'p str) -> Self {
        Path { parent: Some(self), step: Step::Field(name) }
    }

    /// An element of the array at this path.
    pub const fn index(&'p self, index: usize) -> Self {
        Path { parent: Some(self), step: Step::Index(index) }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // As deep as the format's own objects nest, which is less than ten.
        if let Some(parent) = self.parent {
            parent.fmt(f)?;
        }
        match self.step {
            Step::Document => Ok(()),
            Step::Field(name) => {
                let is_first = self.parent.is_none_or(|parent| matches!(parent.step, Step::Document));
                if is_first { f.write_str(name) } else { write!(f, ".{name}") }
            }
            Step::Index(index) => write!(f, "[{index}]"),
        }
    }
}
