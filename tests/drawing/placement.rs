//! Where things are: nothing on top of anything else.

use planscope::render::svg::{View, file};
use planscope::render::{Direction, GraphKind};
use roxmltree::{Document, Node};

use super::{Pipeline, examples, has_class, hostile_names};

#[derive(Clone, Copy, Debug)]
struct Rect {
    left: f64,
    top: f64,
    right: f64,
    bottom: f64,
}

impl Rect {
    fn of(node: Node<'_, '_>) -> Self {
        let number =
            |name| node.attribute(name).and_then(|value| value.parse::<f64>().ok()).expect("a number");
        let (left, top) = (number("x"), number("y"));
        Self { left, top, right: left + number("width"), bottom: top + number("height") }
    }

    fn overlaps(&self, other: &Self) -> bool {
        let meet = |start: f64, end: f64| start + 0.5 < end;
        meet(other.left, self.right)
            && meet(self.left, other.right)
            && meet(other.top, self.bottom)
            && meet(self.top, other.bottom)
    }
}

fn rects(document: &Document<'_>, classes: &[&str]) -> Vec<Rect> {
    let nodes = document.descendants().filter(|node| node.tag_name().name() == "rect");
    nodes.filter(|node| classes.iter().any(|class| has_class(*node, class))).map(Rect::of).collect()
}

/// The straight pieces of a line.
fn segments(path: &str) -> Vec<Rect> {
    let mut segments = Vec::new();
    let (mut x, mut y) = (0.0, 0.0);
    let starts: Vec<_> = path.char_indices().filter(|(_, character)| character.is_alphabetic()).collect();
    for (number, (at, command)) in starts.iter().enumerate() {
        let end = starts.get(number + 1).map_or(path.len(), |(end, _)| *end);
        let numbers = path[at + 1..end].split(' ').map(|number| number.parse::<f64>().expect("a number"));
        let numbers: Vec<_> = numbers.collect();
        let before = (x, y);
        match command {
            'M' => (x, y) = (numbers[0], numbers[1]),
            'V' => y = numbers[0],
            'H' => x = numbers[0],
            'q' => (x, y) = (x + numbers[2], y + numbers[3]),
            other => panic!("lines are horizontal or vertical, not {other}: {path}"),
        }
        if matches!(command, 'V' | 'H') {
            segments.push(Rect {
                left: before.0.min(x) - 0.6,
                top: before.1.min(y) - 0.6,
                right: before.0.max(x) + 0.6,
                bottom: before.1.max(y) + 0.6,
            });
        }
    }
    segments
}

/// A box without its rim, which lines touch.
fn inside(rect: &Rect) -> Rect {
    Rect { left: rect.left + 2.0, top: rect.top + 2.0, right: rect.right - 2.0, bottom: rect.bottom - 2.0 }
}

fn assert_tidy(pipeline: &Pipeline, name: &str) {
    for graph in GraphKind::ALL {
        for direction in [Direction::Down, Direction::Right] {
            let scene = pipeline.layout(graph, direction).expect("it can be drawn");
            let svg = file(&scene, &View::default());
            let document = Document::parse(&svg).expect("it is well-formed");
            let place = format!("{name} {graph:?} {direction:?}");
            let boxes = rects(&document, &["node__box", "vertex__box"]);
            let labels = rects(&document, &["label__bg"]);
            let hulls = rects(&document, &["hull"]);
            for group in [&boxes, &labels, &hulls] {
                for (number, one) in group.iter().enumerate() {
                    for other in &group[number + 1..] {
                        assert!(!one.overlaps(other), "{place}: {one:?} {other:?}");
                    }
                }
            }
            for label in &labels {
                assert!(!boxes.iter().any(|one| one.overlaps(label)), "{place}: {label:?}");
            }
            let lines = document.descendants().filter(|node| has_class(*node, "edge__line"));
            for segment in lines.flat_map(|line| segments(line.attribute("d").expect("a path"))) {
                let crossed = boxes.iter().find(|one| inside(one).overlaps(&segment));
                assert!(crossed.is_none(), "{place}: {segment:?} {crossed:?}");
            }
            let (width, height) = scene.size();
            for one in boxes.iter().chain(&labels).chain(&hulls) {
                assert!(
                    one.left >= 0.0 && one.top >= 0.0 && one.right <= width && one.bottom <= height,
                    "{place}: {one:?}"
                );
            }
        }
    }
}

#[test]
fn examples_are_tidy() {
    for example in examples() {
        assert_tidy(&Pipeline::example(&example), &example);
    }
}

#[test]
fn names_of_any_kind_leave_drawings_tidy() {
    assert_tidy(&hostile_names::pipeline(), "hostile names");
}

#[test]
fn chained_sources_stand_above_the_head_of_their_vertex() {
    let entry =
        r#"{"op":"multipleInput","inputs":["a","b","c"],"name":"N-ary","chaining":"HEAD_WITH_SOURCES"}"#;
    let pipeline = Pipeline::of(&[
        r#"{"op":"fromSource","id":"a"}"#,
        r#"{"op":"fromSource","id":"b"}"#,
        r#"{"op":"addSource","id":"c"}"#,
        entry,
        r#"{"op":"map"}"#,
    ]);
    assert_tidy(&pipeline, "chained sources");
}

#[test]
fn a_chain_that_branches_at_every_operator_is_tidy() {
    let mut entries = vec![r#"{"id":"o0","op":"fromSource"}"#.to_owned()];
    for number in 1..12 {
        let before = number - 1;
        entries.push(format!(r#"{{"id":"o{number}","op":"map","input":"o{before}"}}"#));
        entries.push(format!(r#"{{"op":"map","input":"o{before}"}}"#));
        entries.push(format!(r#"{{"op":"map","input":"o{before}","parallelism":2}}"#));
    }
    let entries: Vec<_> = entries.iter().map(String::as_str).collect();
    assert_tidy(&Pipeline::of(&entries), "branches");
}

#[test]
fn the_same_plan_gives_the_same_drawing() {
    for graph in GraphKind::ALL {
        let drawn = || Pipeline::example("side-outputs.json").drawn(graph);
        assert_eq!(drawn(), drawn());
    }
}
