//! Plans that are too large for a box an operator, or for any drawing.

use planscope::render::svg::{LayoutError, MOST_OPERATORS};
use planscope::render::{Direction, GraphKind};
use roxmltree::Document;

use super::{Pipeline, elements, text_of};

fn pipeline(entries: &[String]) -> Pipeline {
    Pipeline::of(&entries.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A source and so many operators one after the other; every tenth is rebalanced.
fn chain(operators: usize) -> Pipeline {
    let mut entries = vec![r#"{"op":"fromSource"}"#.to_owned()];
    for number in 0..operators {
        entries.push(format!(r#"{{"op":"map","parallelism":{}}}"#, 1 + number / 10 % 2));
    }
    pipeline(&entries)
}

#[test]
fn vertices_are_folded_when_there_are_too_many_operators_and_the_drawing_says_so() {
    let table = [
        (MOST_OPERATORS - 1, MOST_OPERATORS, ""),
        (MOST_OPERATORS, 20, "201 operators: each box is a job vertex"),
    ];
    for (operators, boxes, note) in table {
        let pipeline = chain(operators);
        let svg = pipeline.drawn(GraphKind::StreamGraph);
        let document = Document::parse(&svg).expect("it is well-formed");
        let shown = elements(&document).filter(|node| !super::has_class(*node, "edge")).count();
        assert_eq!(shown, boxes);
        let said = document.descendants().find(|node| super::has_class(*node, "graph__note"));
        assert_eq!(said.and_then(|node| node.text()).unwrap_or_default(), note);
    }
}

#[test]
fn a_folded_vertex_answers_to_the_names_of_its_operators() {
    let pipeline = chain(MOST_OPERATORS);
    for graph in GraphKind::ALL {
        let svg = pipeline.drawn(graph);
        let document = Document::parse(&svg).expect("it is well-formed");
        let vertex = super::element(&document, "vertex", "vB");
        assert!(super::words(vertex, "data-el").contains(&"n12"), "{graph:?}");
        assert_eq!(text_of(vertex)[0], "B");
    }
}

#[test]
fn a_line_between_folded_vertices_says_for_how_many_edges_it_stands() {
    let mut entries = vec![r#"{"op":"fromSource"}"#.to_owned()];
    entries.extend((0..MOST_OPERATORS).map(|_| r#"{"op":"map"}"#.to_owned()));
    entries.push(r#"{"op":"rebalance","id":"r"}"#.to_owned());
    entries.push(r#"{"op":"union","inputs":["r","r","r"]}"#.to_owned());
    entries.push(r#"{"op":"print"}"#.to_owned());
    let pipeline = pipeline(&entries);
    let table = [
        (GraphKind::Transformations, "REBALANCE is an input of union, and 2 more"),
        (
            GraphKind::StreamGraph,
            "Map to Sink: Print to Std. Out: REBALANCE, does not chain, 3 inputs, line 203, and 2 more",
        ),
        (
            GraphKind::JobGraph,
            "Map to Sink: Print to Std. Out: REBALANCE, ALL_TO_ALL, PIPELINED_BOUNDED, and 2 more",
        ),
    ];
    for (graph, label) in table {
        let svg = pipeline.drawn(graph);
        let document = Document::parse(&svg).expect("it is well-formed");
        let lines = elements(&document).filter(|node| super::has_class(*node, "edge"));
        let several: Vec<_> = lines
            .filter_map(|line| line.attribute("aria-label"))
            .filter(|label| label.contains(" more"))
            .collect();
        assert_eq!(several, [label], "{graph:?}");
    }
}

#[test]
fn no_chain_is_too_long() {
    let pipeline = chain(5_000);
    for graph in GraphKind::ALL {
        for direction in [Direction::Down, Direction::Right] {
            assert!(pipeline.layout(graph, direction).is_ok());
        }
    }
}

#[test]
fn what_would_take_too_long_is_refused_with_words() {
    // 60 streams united and read by 60 operators: 3,600 edges in the StreamGraph, 120 inputs among the Transformations.
    let mut entries: Vec<_> =
        (0..60).map(|number| format!(r#"{{"op":"fromSource","id":"s{number}"}}"#)).collect();
    let sources: Vec<_> = (0..60).map(|number| format!("\"s{number}\"")).collect();
    entries.push(format!(r#"{{"op":"union","id":"u","inputs":[{}]}}"#, sources.join(",")));
    entries.extend((0..60).map(|_| r#"{"op":"map","input":"u"}"#.to_owned()));
    let pipeline = pipeline(&entries);
    assert!(pipeline.layout(GraphKind::Transformations, Direction::Down).is_ok());
    let refused = pipeline.layout(GraphKind::StreamGraph, Direction::Down).expect_err("it is too large");
    assert_eq!(refused, LayoutError::TooLarge { boxes: 120, lines: 3_600 });
    assert!(refused.to_string().contains("120 boxes and 3600 lines"), "{refused}");
}
