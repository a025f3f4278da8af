//! The drawings and exports as a specification: what of a plan is seen, where, and that nothing breaks out of it.

mod exports;
mod hostile_names;
mod large_plans;
mod marks;
mod placement;
mod reasons;

use planscope::explain::{Explanation, explain};
use planscope::flink::FlinkVersion;
use planscope::frontend::PipelineDefinition;
use planscope::frontend::definition::parse;
use planscope::planner::{Decision, Plan, plan};
use planscope::render::svg::{self, LayoutError, Scene, View};
use planscope::render::{Direction, GraphKind};
use roxmltree::{Document, Node};

/// A pipeline with everything that is made of it.
struct Pipeline {
    text: String,
    definition: PipelineDefinition,
    plan: Plan,
    explanation: Explanation,
}

impl Pipeline {
    /// A document's pipeline.
    fn read(text: &str) -> Self {
        let parsed = parse(text);
        let definition = parsed.definition.unwrap_or_else(|| panic!("{text}: {:?}", parsed.diagnostics));
        let mut decisions: Vec<Decision> = Vec::new();
        let plan = plan(&definition, FlinkVersion::V2_2_0, &mut decisions)
            .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let explanation = explain(&plan, &decisions);
        Self { text: text.to_owned(), definition, plan, explanation }
    }

    /// A pipeline whose entries stand on a line each, the first on line 2.
    fn of(entries: &[&str]) -> Self {
        Self::read(&format!("{{\"operators\": [\n{}\n]}}", entries.join(",\n")))
    }

    /// The pipeline of an example.
    fn example(name: &str) -> Self {
        let path = format!("{}/examples/{name}", env!("CARGO_MANIFEST_DIR"));
        Self::read(&std::fs::read_to_string(path).expect("the example is there"))
    }

    fn layout(&self, graph: GraphKind, direction: Direction) -> Result<Scene, LayoutError> {
        svg::layout(&self.plan, &self.definition, Some(&self.text), graph, direction)
    }

    /// The drawing of the finished plan, as in a pane.
    fn drawn(&self, graph: GraphKind) -> String {
        svg::draw(&self.layout(graph, Direction::Down).expect("it can be drawn"), &View::default())
    }

    /// The drawing at a step.
    fn drawn_at(&self, graph: GraphKind, step: usize) -> String {
        let view = View { explanation: Some(&self.explanation), step: Some(step), ..View::default() };
        svg::draw(&self.layout(graph, Direction::Down).expect("it can be drawn"), &view)
    }
}

/// Every example, by file name.
fn examples() -> Vec<String> {
    let entries =
        std::fs::read_dir(format!("{}/examples", env!("CARGO_MANIFEST_DIR"))).expect("examples are there");
    let names =
        entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".json") && name != "gallery.json").collect();
    names.sort();
    assert!(names.len() >= 10, "{names:?}");
    names
}

/// The elements of a drawing that can be chosen, in its order.
fn elements<'a>(document: &'a Document<'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(|node| ["g", "a"].contains(&node.tag_name().name())).filter(|node| {
        let is_labelled = node.has_attribute("aria-label") && node.attribute("role") != Some("button");
        node.has_attribute("data-el")
            || is_labelled && !node.parent().is_some_and(|it| it.has_attribute("data-el"))
    })
}

/// What of an element is chosen: a vertex is a group of that and a button.
fn choosable<'a>(element: Node<'a, 'a>) -> Node<'a, 'a> {
    let inside = element.children().find(|child| child.has_attribute("aria-label"));
    inside.filter(|_| !element.has_attribute("aria-label")).unwrap_or(element)
}

/// The element that answers to this name and has this class.
fn element<'a>(document: &'a Document<'a>, class: &str, name: &str) -> Node<'a, 'a> {
    elements(document)
        .find(|node| has_class(*node, class) && words(*node, "data-el").contains(&name))
        .unwrap_or_else(|| panic!("there is a {class} {name}"))
}

fn words<'a>(node: Node<'a, 'a>, attribute: &str) -> Vec<&'a str> {
    node.attribute(attribute).unwrap_or_default().split(' ').collect()
}

fn has_class(node: Node<'_, '_>, class: &str) -> bool {
    words(node, "class").contains(&class)
}

/// All text in an element, a line for each `<text>`.
fn text_of(node: Node<'_, '_>) -> Vec<String> {
    let texts = node.descendants().filter(|node| node.tag_name().name() == "text");
    texts
        .map(|text| {
            text.descendants().filter_map(|node| node.is_text().then(|| node.text()).flatten()).collect()
        })
        .collect()
}
