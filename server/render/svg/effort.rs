//! How long a layout may take: ELK cannot be stopped, so what it is asked for is bounded before.

use super::places::{MAX_BEYOND_A_TREE, MAX_BOXES, MAX_LINES, MAX_PASSED};

/// How much care a drawing can be given, by how much there is of it, so that all of it fits into a second: ELK's time
/// grows with the cube of the lines at one block if it has to heed the order of the graph, and nearly so with what lines
/// pass if it has to straighten them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Care {
    /// Lines as ELK finds them, in fewer attempts.
    Least,
    /// Lines as ELK finds them.
    Less,
    /// A second run, with the longest path straight.
    More,
    /// In the order of the graph, the spine at the left if that costs no more than one crossing.
    Most,
}

/// What a layout has to deal with.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub blocks: usize,
    pub lines: usize,
    /// The most lines at one block.
    pub most_at_one: usize,
    /// How many rows of blocks and labels all lines pass.
    pub passed: usize,
}

impl Effort {
    /// The most care that there is time for.
    pub const fn care(self) -> Care {
        let Self { blocks, lines, most_at_one, passed } = self;
        if blocks <= 80 && lines <= 120 && most_at_one <= 40 && passed <= 300 {
            Care::Most
        } else if blocks <= 250 && lines <= 400 && most_at_one <= 100 && passed <= 600 {
            Care::More
        } else if passed <= 2_500 && self.beyond_a_tree() <= 300 {
            Care::Less
        } else {
            Care::Least
        }
    }

    /// Whether there is no time for it at all.
    pub const fn is_too_much(self) -> bool {
        let beyond = self.beyond_a_tree() > MAX_BEYOND_A_TREE;
        self.blocks > MAX_BOXES || self.lines > MAX_LINES || self.passed > MAX_PASSED || beyond
    }

    /// How many lines more there are than a tree would have: what makes lines cross.
    const fn beyond_a_tree(self) -> usize {
        self.lines.saturating_sub(self.blocks)
    }
}
