//! A graph as text for a terminal: a tree whose trunk is the longest path.
//!
//! ```text
//! B  Source: Kafka orders  4 · p=6
//! │  REBALANCE  ✗ parallelism 6 ≠ 4
//! C  Parse order  5 · p=4
//! ├─ ✓ FORWARD  tag 'malformed'
//! │  C  Dead letters: Writer  18 · p=4
//! │  ✓ FORWARD
//! C  Timestamps/Watermarks  8 · p=4
//! ```

use super::outline::{Box, Outline};
use super::spine::Spine;
use super::{Direction, GraphKind};
use crate::frontend::{JobPlan, PipelineDefinition};
use crate::planner::Plan;

/// Writes one of a plan's graphs. With the text that the definition was read from, reasons name lines.
pub fn text(plan: &Plan, definition: &PipelineDefinition, source: Option<&str>, graph: GraphKind) -> String {
    written(&Outline::of(plan, definition, source, graph, Direction::Down))
}

/// Writes the plan of a JobGraph that was pasted as such.
pub fn text_of_job_plan(plan: &JobPlan) -> String {
    written(&Outline::of_job_plan(plan, Direction::Down))
}

fn written(outline: &Outline) -> String {
    let ends: Vec<_> = outline.lines.iter().map(|line| (line.from, line.to)).collect();
    let ranks: Vec<_> = (0..outline.boxes.len()).collect();
    let spine = Spine::of(&ranks, &ends);
    let mut lines_out = vec![Vec::new(); outline.boxes.len()];
    let mut has_input = vec![false; outline.boxes.len()];
    for &line in &spine.line_order {
        let (from, to) = ends[line];
        lines_out[from].push(line);
        has_input[to] = true;
    }
    // The trunk goes on below everything that branches off it.
    for lines in &mut lines_out {
        lines.sort_by_key(|&line| spine.is_main_at(line, true));
    }

    let (boxes, lines) = match outline.graph {
        GraphKind::Transformations => (["Transformation", "Transformations"], ["input", "inputs"]),
        GraphKind::StreamGraph => (["StreamNode", "StreamNodes"], ["StreamEdge", "StreamEdges"]),
        GraphKind::JobGraph => (["JobVertex", "JobVertices"], ["JobEdge", "JobEdges"]),
    };
    let counted = |count: usize, [one, several]: [&str; 2]| {
        format!("{count} {}", if count == 1 { one } else { several })
    };
    let mut out =
        format!("{}, {}\n", counted(outline.boxes.len(), boxes), counted(outline.lines.len(), lines));
    let mut seen = vec![false; outline.boxes.len()];
    for &root in &spine.block_order {
        if has_input[root] || seen[root] {
            continue;
        }
        out.push('\n');
        // What is still to be written: a line to a box, at a depth, and whether the trunk goes on at that depth.
        let mut rest = vec![(None, root, String::new())];
        while let Some((line, one, indent)) = rest.pop() {
            let line: Option<(usize, bool)> = line;
            let mut indent: String = indent;
            if let Some((line, branches)) = line {
                let label = outline.lines[line].label.join("  ");
                let stem = if branches { "├─ " } else { "│  " };
                out.push_str(format!("{indent}{stem}{label}").trim_end());
                out.push('\n');
                if branches {
                    indent.push_str("│  ");
                }
            }
            if std::mem::replace(&mut seen[one], true) {
                out.push_str(&format!("{indent}↑  {}\n", title(&outline.boxes[one])));
                continue;
            }
            write_box(&mut out, &indent, &outline.boxes[one], !lines_out[one].is_empty());
            let count = lines_out[one].len();
            for (number, &line) in lines_out[one].iter().enumerate().rev() {
                let branches = number + 1 < count;
                rest.push((Some((line, branches)), ends[line].1, indent.clone()));
            }
        }
    }
    out
}

/// A box's letter and name.
fn title(one: &Box) -> String {
    let letter = one.letter.as_deref().unwrap_or("◇");
    let name = one.operators.first().map_or(&one.name, |(_, name)| name);
    format!("{letter}  {name}")
}

/// A box: its title and facts on one line, the other operators of a vertex under it.
fn write_box(out: &mut String, indent: &str, one: &Box, goes_on: bool) {
    out.push_str(&format!("{indent}{}  {}\n", title(one), one.facts.join(" · ")));
    let stem = if goes_on { "│" } else { " " };
    for (depth, name) in one.operators.iter().skip(1) {
        let space = "  ".repeat((*depth).min(20));
        out.push_str(&format!("{indent}{stem} {space}{name}\n"));
    }
}
