//! The Java text as tree-sitter's syntax tree, and what is asked of its nodes.

use tree_sitter::{Node, Parser, Tree};

use super::names::excerpt;
use crate::frontend::{Diagnostic, Severity, Span};

/// Parses a text. Java that is broken somewhere still gives a tree of what is whole.
pub fn parse(text: &str) -> Tree {
    let mut parser = Parser::new();
    let language = tree_sitter_java::LANGUAGE.into();
    parser.set_language(&language).expect("the grammar is made for this version of tree-sitter");
    parser.parse(text, None).expect("a parser that has a language and no time limit gives a tree")
}

/// Where a node stands in the text.
pub fn span(node: Node<'_>) -> Span {
    node.byte_range().into()
}

/// The text of a node.
pub fn text_of<'t>(text: &'t str, node: Node<'_>) -> &'t str {
    text.get(node.byte_range()).unwrap_or_default()
}

/// The named children of a node, comments left out.
pub fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).collect()
}

/// The first named child that is no comment.
pub fn first_child(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| !child.is_extra())
}

/// The children in a field, comments left out.
pub fn field_children<'t>(node: Node<'t>, field: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(field, &mut cursor)
        .filter(|child| !child.is_extra() && child.is_named())
        .collect()
}

/// Whether the declaration has this modifier, such as `static`.
pub fn has_modifier(node: Node<'_>, modifier: &str) -> bool {
    let Some(modifiers) = first_child(node).filter(|child| child.kind() == "modifiers") else { return false };
    let mut cursor = modifiers.walk();
    modifiers.children(&mut cursor).any(|child| child.kind() == modifier)
}

/// The name of a type without its arguments, its package and its outer classes: `List` of `java.util.List<String>[]`.
pub fn simple_type<'t>(text: &'t str, node: Node<'_>) -> &'t str {
    let written = text_of(text, node);
    let base = written.split(['<', '[']).next().unwrap_or(written).trim();
    base.rsplit(['.', ' ']).next().unwrap_or(base)
}

/// The name of the class that a nested one is written in, without package: `DorisSink` of `DorisSink.Builder<String>`. Its
/// own name if it is written alone.
pub fn outer_type<'t>(text: &'t str, node: Node<'_>) -> &'t str {
    let written = text_of(text, node);
    let base = written.split(['<', '[']).next().unwrap_or(written).trim();
    let mut names = base.rsplit(['.', ' ']);
    let own = names.next().unwrap_or(base);
    names.next().filter(|outer| outer.starts_with(char::is_uppercase)).unwrap_or(own)
}

/// The arguments of a generic type, as they are written.
pub fn type_arguments<'t>(text: &'t str, node: Node<'_>) -> Vec<&'t str> {
    let generic = match node.kind() {
        "generic_type" => Some(node),
        _ => children(node).into_iter().find(|child| child.kind() == "generic_type"),
    };
    let arguments = generic
        .and_then(|generic| children(generic).into_iter().find(|child| child.kind() == "type_arguments"));
    arguments.map_or_else(Vec::new, |arguments| {
        children(arguments).into_iter().map(|argument| text_of(text, argument)).collect()
    })
}

/// How many broken places are told.
const MOST_BROKEN_PLACES: usize = 20;

/// The places where the text is not Java, as warnings: the plan is that of what is whole.
pub fn broken_places(text: &str, tree: &Tree) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if !tree.root_node().has_error() {
        return found;
    }
    let mut cursor = tree.walk();
    'walk: loop {
        let node = cursor.node();
        if node.is_error() || node.is_missing() {
            found.push(broken(text, node));
            if found.len() == MOST_BROKEN_PLACES {
                return found;
            }
        }
        if node.has_error() && !node.is_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                break 'walk;
            }
        }
    }
    found
}

fn broken(text: &str, node: Node<'_>) -> Diagnostic {
    let message = if node.is_missing() {
        format!("`{}` is missing here", node.kind())
    } else {
        format!("this is not Java: {}", excerpt(text_of(text, node)))
    };
    // A missing token has no text of its own: the character before it is shown.
    let mut place = span(node);
    if place.start == place.end {
        place.start = text[..place.start].char_indices().next_back().map_or(place.start, |(at, _)| at);
    }
    Diagnostic {
        severity: Severity::Warning,
        code: "broken-java",
        path: String::new(),
        span: place,
        message,
        expected: Some("what is whole around it is planned without it".to_owned()),
        suggestion: None,
    }
}
