//! A graph as a Mermaid flowchart, for READMEs, pull requests and issues.

use std::fmt::{self, Display, Write as _};

use super::outline::{Box, Outline};
use super::{Direction, GraphKind};
use crate::frontend::{JobPlan, PipelineDefinition};
use crate::planner::Plan;

/// Writes one of a plan's graphs. With the text that the definition was read from, reasons name lines.
pub fn mermaid(
    plan: &Plan,
    definition: &PipelineDefinition,
    text: Option<&str>,
    graph: GraphKind,
    direction: Direction,
) -> String {
    written(&Outline::of(plan, definition, text, graph, direction))
}

/// Writes the plan of a JobGraph that was pasted as such.
pub fn mermaid_of_job_plan(plan: &JobPlan, direction: Direction) -> String {
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
    writeln!(out, "flowchart {direction}")?;
    for cluster in &outline.clusters {
        // A vertex's name is that of no box: boxes of the StreamGraph are StreamNodes.
        writeln!(out, "  subgraph v{letter} [\"{letter}\"]", letter = cluster.letter)?;
        for &member in &cluster.members {
            write_box(out, "    ", &outline.boxes[member])?;
        }
        writeln!(out, "  end")?;
    }
    for one in outline.outside_clusters() {
        write_box(out, "  ", one)?;
    }
    for line in &outline.lines {
        let (from, to) = (&outline.boxes[line.from].id, &outline.boxes[line.to].id);
        let arrow = if line.chained { "===" } else { "-->" };
        write!(out, "  {from} {arrow}")?;
        if !line.label.is_empty() {
            write!(out, "|\"{}\"|", Lines(&line.label))?;
        }
        writeln!(out, " {to}")?;
    }
    if outline.boxes.iter().any(|one| one.is_virtual) {
        writeln!(out, "  classDef virtual stroke-dasharray: 3 3")?;
    }
    Ok(())
}

fn write_box(out: &mut String, indent: &str, one: &Box) -> fmt::Result {
    let text = one.text();
    let text = Lines(&text);
    match one.is_virtual {
        true => writeln!(out, "{indent}{}{{\"{text}\"}}:::virtual", one.id),
        false => writeln!(out, "{indent}{}[\"{text}\"]", one.id),
    }
}

/// Lines of a label inside quotes.
struct Lines<'a>(&'a [String]);

impl Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, line) in self.0.iter().enumerate() {
            if number > 0 {
                f.write_str("<br/>")?;
            }
            let mut before = ' ';
            for character in line.chars() {
                if (before, character) == ('$', '$') {
                    // Two of them begin a formula, even written as codes: a word joiner keeps them apart.
                    f.write_char('\u{2060}')?;
                }
                write_character(f, character)?;
                before = character;
            }
        }
        Ok(())
    }
}

/// Everything that Mermaid, Markdown or HTML may take for more than itself is written as its code.
fn write_character(f: &mut fmt::Formatter<'_>, character: char) -> fmt::Result {
    let plain = character.is_alphanumeric()
        || matches!(character, ' ' | ':' | '/' | ',' | '=' | '·' | '≠' | '✓' | '✗' | '…' | '\'' | '(' | ')')
        || !character.is_ascii();
    if plain { f.write_char(character) } else { write!(f, "#{};", u32::from(character)) }
}
