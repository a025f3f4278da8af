//! Names, colours and states of the elements.

use planscope::explain::{Element, Phase};
use planscope::render::names::element_name;
use planscope::render::svg::{View, draw, file};
use planscope::render::{Direction, GraphKind};
use roxmltree::Document;

use super::{Pipeline, choosable, element, elements, examples, has_class, text_of, words};

fn merchant() -> Pipeline {
    Pipeline::of(&[
        r#"{"id":"orders","op":"fromSource","name":"Orders","parallelism":2}"#,
        r#"{"id":"parsed","op":"process","name":"Parse"}"#,
        r#"{"id":"bad","op":"getSideOutput","input":"parsed","tag":"malformed"}"#,
        r#"{"op":"sinkTo","name":"Dead letters"}"#,
        r#"{"id":"keyed","op":"keyBy","input":"parsed"}"#,
        r#"{"op":"sum","name":"Revenue"}"#,
        r#"{"op":"print"}"#,
    ])
}

#[test]
fn equal_names_are_counterparts() {
    let pipeline = merchant();
    let lines = |graph| {
        let svg = pipeline.drawn(graph);
        let document = Document::parse(&svg).expect("it is well-formed");
        let line = |node| format!("{}: {}", words(node, "data-el").join(" "), text_of(node).join(" | "));
        elements(&document).map(line).collect::<Vec<_>>()
    };
    assert_eq!(
        lines(GraphKind::Transformations),
        [
            "e1-2: ",
            "e2-9: ",
            "e2-9: ",
            "e2-6: ",
            "e2-6: ",
            "e6-7: ",
            "t1 n1: A | Orders | #1 · Source · p=2",
            "t2 n2: B | Parse | #2 · OneInput · p=1",
            "t3 x8 e2-9: side output | #3 'malformed'",
            "t4 n9: B | Dead letters | #4 · Sink · p=1",
            "t5 x10 e2-6: HASH | #5 · keyBy, line 6",
            "t6 n6: C | Revenue | #6 · Reduce · p=1",
            "t7 n7: C | Print to Std. Out | #7 · LegacySink · p=1",
        ]
    );
    assert_eq!(
        lines(GraphKind::StreamGraph),
        [
            "e1-2: REBALANCE | ✗ parallelism 2\u{a0}≠\u{a0}1",
            "e2-9: ✓ tag 'malformed'",
            "e2-6: HASH | ✗ keyBy, line 6",
            "e6-7: ✓ FORWARD",
            "n1: A | Source: Orders | 1 · p=2",
            "n2: B | Parse | 2 · p=1",
            "n9: B | Dead letters: Writer | 9 · p=1",
            "n6: C | Revenue | 6 · p=1",
            "n7: C | Sink: Print to Std. Out | 7 · p=1",
        ]
    );
}

#[test]
fn every_element_has_a_name_in_words() {
    for example in examples() {
        for graph in GraphKind::ALL {
            let svg = Pipeline::example(&example).drawn(graph);
            let document = Document::parse(&svg).expect("it is well-formed");
            for node in elements(&document) {
                let node = choosable(node);
                assert_eq!(node.attribute("tabindex"), Some("0"), "{example}");
                assert!(node.attribute("aria-label").is_some_and(|label| label.len() > 3), "{example}");
            }
        }
    }
}

#[test]
fn where_there_is_an_address_for_it_every_element_is_a_link_that_selects_it() {
    let pipeline = merchant();
    for graph in GraphKind::ALL {
        let scene = pipeline.layout(graph, Direction::Down).expect("it can be drawn");
        let svg = draw(&scene, &View { select: Some("?step=3&select="), ..View::default() });
        let document = Document::parse(&svg).expect("it is well-formed");
        let mut links = 0;
        for node in elements(&document) {
            let link = choosable(node);
            let name = words(node, "data-el")[0].to_owned();
            assert_eq!((link.tag_name().name(), link.attribute("tabindex")), ("a", None), "{name}");
            assert_eq!(link.attribute("href"), Some(format!("?step=3&select={name}").as_str()));
            let inside = link.descendants().skip(1);
            let inside =
                inside.filter(|node| node.has_attribute("tabindex") || node.tag_name().name() == "a");
            assert_eq!(inside.count(), 0, "nothing in a link can be chosen itself");
            links += 1;
        }
        assert!(links > 4, "{graph:?}");
    }
}

#[test]
fn what_a_step_has_not_made_yet_is_a_ghost() {
    for example in examples() {
        let pipeline = Pipeline::example(&example);
        let last = pipeline.explanation.steps.len();
        for step in [1, last / 2, last] {
            for graph in GraphKind::ALL {
                let svg = pipeline.drawn_at(graph, step);
                let document = Document::parse(&svg).expect("it is well-formed");
                for node in elements(&document) {
                    let born: usize =
                        node.attribute("data-born").map_or(0, |born| born.parse().expect("a number"));
                    assert_eq!(has_class(node, "is-ghost"), born > step, "{example} {step}: {node:?}");
                }
            }
        }
    }
}

#[test]
fn ghosts_keep_their_place() {
    let pipeline = merchant();
    let boxes = |svg: &str| {
        let document = Document::parse(svg).expect("it is well-formed");
        let rects = document.descendants().filter(|node| node.tag_name().name() == "rect");
        rects.map(|rect| format!("{:?}", (rect.attribute("x"), rect.attribute("y")))).collect::<Vec<_>>()
    };
    for graph in GraphKind::ALL {
        let finished = boxes(&pipeline.drawn(graph));
        for step in 1..=pipeline.explanation.steps.len() {
            assert_eq!(boxes(&pipeline.drawn_at(graph, step)), finished);
        }
    }
}

#[test]
fn a_step_marks_what_it_decides_and_what_it_reads_and_their_counterparts() {
    let pipeline = merchant();
    let edge = pipeline.plan.stream_graph.graph.edge_indices().next().expect("there is an edge");
    let step = pipeline.explanation.steps.iter().position(|step| {
        step.phase == Phase::Chain
            && step.decides == Some(Element::StreamEdge(edge))
            && step.chains == Some(false)
    });
    let step = step.expect("the edge is decided about") + 1;

    let svg = pipeline.drawn_at(GraphKind::StreamGraph, step);
    let document = Document::parse(&svg).expect("it is well-formed");
    assert_eq!(words(element(&document, "edge", "e1-2"), "class"), ["edge", "edge--broken", "is-current"]);
    assert!(has_class(element(&document, "node", "n1"), "is-touched"));
    assert!(has_class(element(&document, "node", "n2"), "is-touched"));
    assert!(!has_class(element(&document, "node", "n6"), "is-touched"));

    let svg = pipeline.drawn_at(GraphKind::Transformations, step);
    let document = Document::parse(&svg).expect("it is well-formed");
    assert!(has_class(element(&document, "edge", "e1-2"), "is-related"));
    assert!(has_class(element(&document, "node", "n1"), "is-related"));

    let svg = pipeline.drawn_at(GraphKind::JobGraph, step);
    let document = Document::parse(&svg).expect("it is well-formed");
    let job_edge = element(&document, "edge", "j1-2");
    assert!(has_class(job_edge, "is-related") && has_class(job_edge, "is-ghost"));
}

#[test]
fn a_chained_edge_that_is_decided_about_is_marked_otherwise() {
    let pipeline = Pipeline::example("forward-chain.json");
    let decided = pipeline.explanation.steps.iter().position(|step| step.chains == Some(true));
    let step = decided.expect("an edge chains") + 1;
    let svg = pipeline.drawn_at(GraphKind::StreamGraph, step);
    assert!(svg.contains("is-current is-current--ok"), "{svg}");
}

#[test]
fn the_selected_element_and_its_counterparts_are_marked() {
    let pipeline = merchant();
    let node =
        Element::StreamNode(pipeline.plan.stream_graph.graph.node_weights().next().expect("a node").id);
    let view = View { selected: Some(node), ..View::default() };
    let name = element_name(&pipeline.plan, node);
    for (graph, state) in
        [(GraphKind::StreamGraph, "is-selected"), (GraphKind::Transformations, "is-related")]
    {
        let scene = pipeline.layout(graph, Direction::Down).expect("it can be drawn");
        let svg = draw(&scene, &view);
        let document = Document::parse(&svg).expect("it is well-formed");
        assert!(has_class(element(&document, "node", &name), state), "{graph:?}");
    }
}

#[test]
fn a_vertex_lists_its_operators_and_its_id_can_be_copied() {
    let pipeline = merchant();
    let svg = pipeline.drawn(GraphKind::JobGraph);
    let document = Document::parse(&svg).expect("it is well-formed");
    let vertex = element(&document, "vertex", "vB");
    assert_eq!(words(vertex, "data-el"), ["vB", "n2", "n9"]);
    assert_eq!(text_of(vertex)[..4], ["B", "p=1", "Parse", "Dead letters: Writer"]);
    let copied = vertex.descendants().find_map(|node| node.attribute("data-copy")).expect("a button");
    assert_eq!(copied, pipeline.plan.job_graph.graph[pipeline.plan.job_graph.topological[1]].id.to_string());
}

#[test]
fn a_file_needs_nothing_but_itself() {
    let pipeline = merchant();
    for graph in GraphKind::ALL {
        let scene = pipeline.layout(graph, Direction::Right).expect("it can be drawn");
        let svg = file(&scene, &View::default());
        let document = Document::parse(&svg).expect("it is well-formed");
        assert_eq!(document.root_element().tag_name().namespace(), Some("http://www.w3.org/2000/svg"));
        let style = document
            .descendants()
            .find(|node| node.tag_name().name() == "style")
            .and_then(|node| node.text());
        let style = style.expect("it has a style");
        assert!(
            style.contains("prefers-color-scheme: dark")
                && style.contains(".edge__line")
                && !style.contains("light-dark(")
        );
        for outside in
            ["<script", "href", "url(", "@import", "http://www.w3.org/1999", " tabindex=", "role=\"button\""]
        {
            assert!(!svg.contains(outside), "{outside}");
        }
    }
}
