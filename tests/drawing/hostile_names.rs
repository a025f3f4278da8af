//! Names that would rather be something else.

use planscope::render::svg::{View, draw, file};
use planscope::render::{Direction, GraphKind};
use roxmltree::Document;
use serde_json::json;

use super::Pipeline;

/// Names that mean something to XML, HTML, Mermaid, Markdown, DOT or terminals, or are hard to measure.
pub fn names() -> Vec<String> {
    let mut names: Vec<String> = [
        "</text><script>alert(1)</script>",
        "\"quoted\" 'single' `back`",
        "line 1\nline 2\ttab\r\u{1b}[31mred\u{7}\u{0}\u{85}",
        "שלום עולם \u{202e}txt.exe",
        "👩‍👩‍👧‍👦 family 🚀",
        "数据流处理作业的名称很长很长很长很长很长很长很长很长",
        "e\u{301}\u{301}\u{301}\u{301} combined",
        "end",
        "a --> b; subgraph x",
        "&lt;&amp;&#60;#quot; %% $$x$$ \\N \\",
        "<!-- c --> ]]> <![CDATA[ <?xml?>",
        "\u{fffe}\u{ffff}\u{feff}",
    ]
    .map(String::from)
    .into();
    names.push("x".repeat(10_000));
    names.push("long words ".repeat(1_000));
    names.push("🚀".repeat(2_500));
    names
}

/// A pipeline with all of them as names, tags, uids and slot sharing groups.
pub fn pipeline() -> Pipeline {
    let names = names();
    let mut operators = vec![json!({"id": "o0", "op": "fromSource", "name": names[0], "uid": names[1]})];
    for (number, name) in names.iter().enumerate().skip(1) {
        operators.push(json!({
            "id": format!("o{number}"),
            "op": "map",
            "input": format!("o{}", number - 1),
            "name": name,
            "uid": format!("{name}{number}"),
            "parallelism": 1 + number / 4 % 2,
            "slotSharingGroup": names[number % 5],
        }));
    }
    operators.push(json!({"id": "side", "op": "getSideOutput", "input": "o3", "tag": names[0]}));
    operators.push(json!({"op": "sinkTo", "input": "side", "name": names[9]}));
    Pipeline::read(&json!({ "operators": operators }).to_string())
}

#[test]
fn nothing_breaks_out_of_a_drawing() {
    let pipeline = pipeline();
    let allowed = ["svg", "g", "rect", "path", "text", "tspan", "title", "style"];
    for graph in GraphKind::ALL {
        for direction in [Direction::Down, Direction::Right] {
            let scene = pipeline.layout(graph, direction).expect("it can be drawn");
            for svg in [draw(&scene, &View::default()), file(&scene, &View::default())] {
                let document = Document::parse(&svg).expect("it is well-formed");
                for node in document.descendants().filter(|node| node.is_element()) {
                    let name = node.tag_name().name();
                    assert!(allowed.contains(&name), "{name}");
                    let event = node.attributes().find(|attribute| attribute.name().starts_with("on"));
                    assert!(event.is_none(), "{event:?}");
                }
                assert!(!svg.chars().any(|character| character.is_control() && character != '\n'));
                assert!(!svg.contains('\u{202e}'));
            }
        }
    }
}

#[test]
fn long_names_are_cut_where_they_are_drawn_and_whole_where_they_are_said() {
    let name = "x".repeat(10_000);
    let pipeline = Pipeline::of(&[&format!(r#"{{"op":"fromSource","name":"{name}"}}"#), r#"{"op":"print"}"#]);
    for graph in [GraphKind::Transformations, GraphKind::StreamGraph] {
        let svg = pipeline.drawn(graph);
        let document = Document::parse(&svg).expect("it is well-formed");
        let texts = document.descendants().filter(|node| node.tag_name().name() == "text");
        let longest = texts.filter_map(|node| node.text().map(str::len)).max();
        assert!(longest.is_some_and(|longest| longest < 60), "{longest:?}");
        let title = document
            .descendants()
            .find(|node| node.tag_name().name() == "title")
            .and_then(|node| node.text());
        assert!(title.is_some_and(|title| title.ends_with(&name)));
        let said = document.descendants().filter_map(|node| node.attribute("aria-label"));
        assert!(said.into_iter().any(|label| label.contains(&name)));
    }
}
