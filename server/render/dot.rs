//! A graph in DOT, the language of Graphviz.

use std::fmt::{self, Display, Write as _};

use super::outline::{Box, Outline};
use super::{Direction, GraphKind};
use crate::frontend::{JobPlan, PipelineDefinition};
use crate::planner::Plan;

/// Writes one of a plan's graphs. With the text that the definition was read from, reasons name lines.
pub fn dot(
    plan: &Plan,
    definition: &PipelineDefinition,
    text: Option<&str>,
    graph: GraphKind,
    direction: Direction,
) -> String {
    written(&Outline::of(plan, definition, text, graph, direction))
}

/// Writes the plan of a JobGraph that was pasted as such.
pub fn dot_of_job_plan(plan: &JobPlan, direction: Direction) -> String {
    written(&Outline::of_job_plan(plan, direction))
}

fn written(outline: &Outline) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write(&mut out, outline);
    out
}

fn write(out: &mut String, outline: &Outline) -> fmt::Result {
    let direction = if outline.direction == Direction::Right { "LR" } else { "TB" };
    writeln!(out, "digraph \"{}\" {{", outline.graph.title())?;
    writeln!(out, "  graph [rankdir={direction}, charset=\"UTF-8\", fontname=\"sans-serif\", fontsize=11]")?;
    writeln!(
        out,
        "  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11, margin=\"0.12,0.06\"]"
    )?;
    writeln!(out, "  edge [fontname=\"monospace\", fontsize=9]")?;
    for cluster in &outline.clusters {
        writeln!(out, "  subgraph \"cluster_{}\" {{", cluster.letter)?;
        writeln!(
            out,
            "    graph [label=\"{}\", style=\"rounded,filled\", color=\"#c8ccd4\", fillcolor=\"#f3f5f8\"]",
            cluster.letter
        )?;
        for &member in &cluster.members {
            write_box(out, "    ", &outline.boxes[member])?;
        }
        writeln!(out, "  }}")?;
    }
    for one in outline.outside_clusters() {
        write_box(out, "  ", one)?;
    }
    for line in &outline.lines {
        let (from, to) = (&outline.boxes[line.from].id, &outline.boxes[line.to].id);
        write!(out, "  \"{from}\" -> \"{to}\" [label=\"{}\"", Lines(&line.label))?;
        if line.chained {
            out.push_str(", penwidth=3, arrowhead=none");
        }
        writeln!(out, "]")?;
    }
    writeln!(out, "}}")
}

fn write_box(out: &mut String, indent: &str, one: &Box) -> fmt::Result {
    let text = one.text();
    let shape = if one.is_virtual {
        ", shape=diamond, style=dashed"
    } else {
        ", fillcolor=\"#ffffff\", style=\"rounded,filled\""
    };
    writeln!(out, "{indent}\"{}\" [label=\"{}\"{shape}]", one.id, Lines(&text))
}

/// Lines of a label inside quotes.
struct Lines<'a>(&'a [String]);

impl Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, line) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("\\n")?;
            }
            for character in line.chars() {
                match character {
                    '"' => f.write_str("\\\"")?,
                    '\\' => f.write_str("\\\\")?,
                    // Graphviz reads HTML's entities in every label.
                    '&' => f.write_str("&amp;")?,
                    _ => f.write_char(character)?,
                }
            }
        }
        Ok(())
    }
}
