//! The order in which blocks and lines are given to the layout, and which lines should be straight.
//!
//! The longest path comes first: it becomes the spine of the drawing, in one column at the left, the same in all three
//! graphs of a plan. A line is the main one of a block's side if it is on the longest way up or down from there.

use std::cmp::Reverse;

/// The spine of a graph of blocks.
#[derive(Clone, Debug)]
pub struct Spine {
    /// All blocks, in the order in which the layout should see them.
    pub block_order: Vec<usize>,
    /// All lines, likewise.
    pub line_order: Vec<usize>,
    /// For each block the length of the longest way to it.
    pub depth: Vec<usize>,
    /// For each line, whether it is the main one where it leaves and where it enters.
    main: Vec<[bool; 2]>,
}

impl Spine {
    /// The spine of a graph: for each block its rank in the graph's own order, for each line its two blocks.
    pub fn of(rank: &[usize], lines: &[(usize, usize)]) -> Self {
        let mut out = vec![Vec::new(); rank.len()];
        let mut into = vec![Vec::new(); rank.len()];
        for (line, &(from, to)) in lines.iter().enumerate().filter(|(_, (from, to))| from != to) {
            out[from].push(line);
            into[to].push(line);
        }
        let order = topological(rank.len(), lines, &into, &out);
        let mut above = vec![0_usize; rank.len()];
        for &block in &order {
            let up = into[block].iter().map(|&line| above[lines[line].0] + 1).max();
            above[block] = up.unwrap_or(0);
        }
        let mut below = vec![0_usize; rank.len()];
        for &block in order.iter().rev() {
            let down = out[block].iter().map(|&line| below[lines[line].1] + 1).max();
            below[block] = down.unwrap_or(0);
        }

        // Depth first, the longest way first.
        let mut sources: Vec<_> = (0..rank.len()).filter(|&block| into[block].is_empty()).collect();
        let top = top_of_spine(rank, lines, &into, &above);
        sources.sort_by_key(|&block| (Some(block) != top, Reverse(below[block]), rank[block]));
        let mut seen = vec![false; rank.len()];
        let mut block_order = Vec::with_capacity(rank.len());
        let mut line_order = Vec::with_capacity(lines.len());
        let mut rest = sources;
        rest.reverse();
        while let Some(block) = rest.pop() {
            if std::mem::replace(&mut seen[block], true) {
                continue;
            }
            block_order.push(block);
            let mut lines_out = out[block].clone();
            lines_out.sort_by_key(|&line| (Reverse(below[lines[line].1]), line));
            rest.extend(lines_out.iter().rev().map(|&line| lines[line].1));
            line_order.extend(lines_out);
        }
        // A line in a circle or from a block to itself: plans have none, but the layout has to see every one.
        block_order.extend((0..rank.len()).filter(|&block| !seen[block]));
        let mut ordered = vec![false; lines.len()];
        line_order.iter().for_each(|&line| ordered[line] = true);
        line_order.extend((0..lines.len()).filter(|&line| !ordered[line]));

        let mut main = vec![[false; 2]; lines.len()];
        for block in 0..rank.len() {
            let longest = |&&line: &&usize| (Reverse(below[lines[line].1]), line);
            if let Some(&line) = out[block].iter().min_by_key(longest) {
                main[line][0] = true;
            }
            let longest = |&&line: &&usize| (Reverse(above[lines[line].0]), line);
            if let Some(&line) = into[block].iter().min_by_key(longest) {
                main[line][1] = true;
            }
        }
        Self { block_order, line_order, depth: above, main }
    }

    /// Whether a line is the main one where it leaves its first block, or where it enters its second.
    pub fn is_main_at(&self, line: usize, leaving: bool) -> bool {
        self.main[line][usize::from(!leaving)]
    }

    /// Whether a line is the main one at both ends.
    pub fn is_main(&self, line: usize) -> bool {
        self.main[line] == [true, true]
    }
}

/// The source at the top of the longest path, reached from its end by the main line into each block.
fn top_of_spine(
    rank: &[usize],
    lines: &[(usize, usize)],
    into: &[Vec<usize>],
    above: &[usize],
) -> Option<usize> {
    let mut block = (0..rank.len()).min_by_key(|&block| (Reverse(above[block]), rank[block]))?;
    while above[block] > 0 {
        let longest = |&&line: &&usize| (Reverse(above[lines[line].0]), line);
        block = lines[*into[block].iter().min_by_key(longest)?].0;
    }
    Some(block)
}

/// Blocks with those before them first; blocks in a circle are left out.
fn topological(
    count: usize,
    lines: &[(usize, usize)],
    into: &[Vec<usize>],
    out: &[Vec<usize>],
) -> Vec<usize> {
    let mut missing: Vec<usize> = into.iter().map(Vec::len).collect();
    let mut order: Vec<usize> = (0..count).filter(|&block| missing[block] == 0).collect();
    let mut next = 0;
    while let Some(&block) = order.get(next) {
        next += 1;
        for &line in &out[block] {
            let to = lines[line].1;
            missing[to] -= 1;
            if missing[to] == 0 {
                order.push(to);
            }
        }
    }
    order
}
