//! The examples that the first visit offers: the files of `examples/`, built into the program.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use petgraph::Direction::Incoming;
use petgraph::visit::EdgeRef;
use rust_embed::RustEmbed;
use serde::Deserialize;

use super::{colour, count};
use crate::planner::Plan;
use crate::render::names::Letters;
use crate::web::planning::{self, Outcome};

#[derive(RustEmbed)]
#[folder = "examples/"]
struct Files;

/// What `examples/gallery.json` says of an example.
#[derive(Deserialize)]
struct Entry {
    file: String,
    title: String,
    look: String,
}

/// An example.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its name in addresses.
    pub slug: String,
    pub title: String,
    /// What to look at in its plan.
    pub look: String,
    pub text: String,
    /// "2 vertices · 1 break".
    pub counts: String,
    /// Its operators as a small SVG.
    pub thumbnail: String,
}

/// All examples, in the order in which they are offered.
pub fn gallery() -> &'static [Example] {
    static GALLERY: LazyLock<Vec<Example>> = LazyLock::new(|| {
        let entries = file("gallery.json").and_then(|text| serde_json::from_str::<Vec<Entry>>(&text).ok());
        entries.unwrap_or_default().into_iter().filter_map(Example::of).collect()
    });
    &GALLERY
}

fn file(name: &str) -> Option<String> {
    String::from_utf8(Files::get(name)?.data.into_owned()).ok()
}

impl Example {
    fn of(entry: Entry) -> Option<Self> {
        let text = file(&entry.file)?;
        let planned = planning::examine(&Arc::<str>::from(text.as_str()).into());
        let (counts, thumbnail) = match &planned.outcome {
            Outcome::Planned(planned) => (counts(&planned.plan), thumbnail(&planned.plan)),
            _ => Default::default(),
        };
        let slug = slug(&entry.file).to_owned();
        Some(Self { slug, title: entry.title, look: entry.look, text, counts, thumbnail })
    }
}

/// The name of a file without what says its kind.
fn slug(file: &str) -> &str {
    file.rsplit_once('.').map_or(file, |(slug, _)| slug)
}

fn counts(plan: &Plan) -> String {
    let broken = plan.job_graph.chainability.iter().filter(|edge| !edge.holds()).count();
    let breaks = if broken == 0 { "no break".to_owned() } else { count(broken, "break") };
    format!("{} · {breaks}", count(plan.job_graph.graph.node_count(), "vertex"))
}

/// Width and height of a thumbnail.
const SIZE: (f64, f64) = (180.0, 72.0);

/// The operators as boxes in the colours of their vertices, in columns by their distance from the sources.
fn thumbnail(plan: &Plan) -> String {
    let graph = &plan.stream_graph.graph;
    let letters = Letters::of(plan);
    let Ok(order) = petgraph::algo::toposort(graph, None) else { return String::new() };
    let mut column = vec![0; graph.node_count()];
    for &node in &order {
        let before = graph.edges_directed(node, Incoming).map(|edge| column[edge.source().index()] + 1);
        column[node.index()] = before.max().unwrap_or(0);
    }
    let columns = column.iter().max().map_or(1, |last| last + 1);
    let width = (SIZE.0 - 8.0) / columns as f64;
    let mut at = vec![(0.0, 0.0); graph.node_count()];
    for number in 0..columns {
        let nodes: Vec<_> = order.iter().filter(|node| column[node.index()] == number).collect();
        let height = (SIZE.1 / nodes.len() as f64).min(20.0);
        for (row, node) in nodes.iter().enumerate() {
            let y = SIZE.1 / 2.0 + (row as f64 - (nodes.len() - 1) as f64 / 2.0) * height;
            at[node.index()] = (4.0 + (number as f64 + 0.5) * width, y);
        }
    }
    let half = (width * 0.36).min(19.0);
    let colour_of = |node| letters.position_of_node(plan, node).map_or(0, colour);
    let mut svg = format!(r#"<svg class="thumb" viewBox="0 0 {} {}" aria-hidden="true">"#, SIZE.0, SIZE.1);
    for edge in graph.edge_references() {
        let ((x1, y1), (x2, y2)) = (at[edge.source().index()], at[edge.target().index()]);
        let (x1, x2) = (x1 + half, x2 - half);
        let middle = f64::midpoint(x1, x2);
        let chains = plan.job_graph.chainability.get(edge.id().index()).is_some_and(|edge| edge.holds());
        let class = match chains {
            true => format!("thumb__chain chain-{}", colour_of(edge.source())),
            false => "thumb__cut".to_owned(),
        };
        let path = format!("M{x1:.1} {y1:.1}C{middle:.1} {y1:.1} {middle:.1} {y2:.1} {x2:.1} {y2:.1}");
        // Writing to a string cannot fail.
        let _ = write!(svg, r#"<path class="{class}" d="{path}"/>"#);
    }
    for &node in &order {
        let (x, y) = at[node.index()];
        let (x, y, width, colour) = (x - half, y - 6.0, half * 2.0, colour_of(node));
        let _ = write!(
            svg,
            r#"<rect class="chain-{colour}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="12" rx="3"/>"#
        );
    }
    svg.push_str("</svg>");
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_in_the_list_has_a_file_and_a_plan() {
        let listed: Vec<Entry> = serde_json::from_str(&file("gallery.json").expect("the list is there"))
            .expect("the list is JSON");
        assert_eq!(gallery().len(), listed.len());
        for example in gallery() {
            assert!(example.thumbnail.contains("<rect"), "{} has no plan", example.slug);
        }
    }

    #[test]
    fn every_file_is_in_the_list() {
        let is_pipeline =
            |name: &str| (name.ends_with(".json") || name.ends_with(".java")) && name != "gallery.json";
        for name in Files::iter().filter(|name| is_pipeline(name)) {
            assert!(gallery().iter().any(|example| example.slug == slug(&name)), "{name}");
        }
    }
}
