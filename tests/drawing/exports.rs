//! Mermaid, DOT and plain text.

use planscope::render::dot::dot;
use planscope::render::mermaid::mermaid;
use planscope::render::text::text;
use planscope::render::{Direction, GraphKind};

use super::{Pipeline, hostile_names};

fn pipeline() -> Pipeline {
    Pipeline::of(&[
        r#"{"id":"orders","op":"fromSource","name":"Orders","parallelism":2}"#,
        r#"{"id":"parsed","op":"process","name":"Parse"}"#,
        r#"{"id":"bad","op":"getSideOutput","input":"parsed","tag":"malformed"}"#,
        r#"{"op":"print","name":"Dead letters"}"#,
        r#"{"id":"keyed","op":"keyBy","input":"parsed"}"#,
        r#"{"op":"sum","name":"Revenue"}"#,
        r#"{"op":"print"}"#,
    ])
}

fn as_text(pipeline: &Pipeline, graph: GraphKind) -> String {
    text(&pipeline.plan, &pipeline.definition, Some(&pipeline.text), graph)
}

fn as_mermaid(pipeline: &Pipeline, graph: GraphKind) -> String {
    mermaid(&pipeline.plan, &pipeline.definition, Some(&pipeline.text), graph, Direction::Down)
}

fn as_dot(pipeline: &Pipeline, graph: GraphKind) -> String {
    dot(&pipeline.plan, &pipeline.definition, Some(&pipeline.text), graph, Direction::Right)
}

#[test]
fn text_is_a_tree_whose_trunk_is_the_longest_path() {
    let pipeline = pipeline();
    let expected = "\
5 StreamNodes, 4 StreamEdges

A  Source: Orders  1 · p=2
│  REBALANCE  ✗ parallelism 2 ≠ 1
B  Parse  2 · p=1
├─ ✓ FORWARD  tag 'malformed'
│  B  Sink: Dead letters  4 · p=1
│  HASH  ✗ keyBy, line 6
C  Revenue  6 · p=1
│  ✓ FORWARD
C  Sink: Print to Std. Out  7 · p=1
";
    assert_eq!(as_text(&pipeline, GraphKind::StreamGraph), expected);
    let expected = "\
7 Transformations, 6 inputs

A  Orders  #1 · Source · p=2
│
B  Parse  #2 · OneInput · p=1
├─
│  ◇  side output 'malformed'  #3
│  │
│  B  Dead letters  #4 · LegacySink · p=1
│
◇  HASH  #5 · keyBy, line 6
│
C  Revenue  #6 · Reduce · p=1
│
C  Print to Std. Out  #7 · LegacySink · p=1
";
    assert_eq!(as_text(&pipeline, GraphKind::Transformations), expected);
    let expected = "\
3 JobVertices, 2 JobEdges

A  Source: Orders  p=2 · bc764cd8…9658
│  REBALANCE  ALL_TO_ALL  PIPELINED_BOUNDED
B  Parse  p=1 · 20ba6b65…e791
│   Sink: Dead letters
│  HASH  ALL_TO_ALL  PIPELINED_BOUNDED
C  Revenue  p=1 · 55ef7d9b…6eda
    Sink: Print to Std. Out
";
    assert_eq!(as_text(&pipeline, GraphKind::JobGraph), expected);
}

#[test]
fn an_operator_with_several_inputs_is_written_once() {
    let expected = "\
6 StreamNodes, 5 StreamEdges

C  Source: Set-top box events  3 · p=2
│  ✓ FORWARD
C  Convert old format  4 · p=2
│  FORWARD  ✗ 3 inputs
D  Normalise  6 · p=2
│  ✓ FORWARD
D  Sink: Events  7 · p=2

A  Source: Phone events  1 · p=2
│  FORWARD  ✗ 3 inputs
↑  D  Normalise

B  Source: Browser events  2 · p=2
│  FORWARD  ✗ 3 inputs
↑  D  Normalise
";
    assert_eq!(as_text(&Pipeline::example("union.json"), GraphKind::StreamGraph), expected);
}

#[test]
fn mermaid_has_a_subgraph_for_each_chain() {
    let expected = r#"flowchart TB
  subgraph vB ["B"]
    n2["B · Parse<br/>2 · p=1"]
    n4["B · Sink: Dead letters<br/>4 · p=1"]
  end
  subgraph vC ["C"]
    n6["C · Revenue<br/>6 · p=1"]
    n7["C · Sink: Print to Std#46; Out<br/>7 · p=1"]
  end
  n1["A · Source: Orders<br/>1 · p=2"]
  n1 -->|"REBALANCE<br/>✗ parallelism 2 ≠ 1"| n2
  n2 ===|"✓ FORWARD<br/>tag 'malformed'"| n4
  n2 -->|"HASH<br/>✗ keyBy, line 6"| n6
  n6 ===|"✓ FORWARD"| n7
"#;
    assert_eq!(as_mermaid(&pipeline(), GraphKind::StreamGraph), expected);
}

#[test]
fn mermaid_has_diamonds_for_what_leaves_no_node_behind() {
    let mermaid = as_mermaid(&pipeline(), GraphKind::Transformations);
    for line in [
        "  t5{\"HASH<br/>#35;5 · keyBy, line 6\"}:::virtual",
        "  t2 --> t5",
        "  classDef virtual stroke-dasharray: 3 3",
    ] {
        assert!(mermaid.lines().any(|written| written == line), "{line}\n{mermaid}");
    }
}

#[test]
fn dot_has_a_cluster_for_each_chain() {
    let dot = as_dot(&pipeline(), GraphKind::StreamGraph);
    for line in [
        "digraph \"StreamGraph\" {",
        "  subgraph \"cluster_B\" {",
        r##"    "n2" [label="B · Parse\n2 · p=1", fillcolor="#ffffff", style="rounded,filled"]"##,
        r#"  "n1" -> "n2" [label="REBALANCE\n✗ parallelism 2 ≠ 1"]"#,
        r#"  "n2" -> "n4" [label="✓ FORWARD\ntag 'malformed'", penwidth=3, arrowhead=none]"#,
    ] {
        assert!(dot.lines().any(|written| written == line), "{line}\n{dot}");
    }
}

#[test]
fn hostile_names_stay_inside_their_quotes() {
    let pipeline = hostile_names::pipeline();
    for graph in GraphKind::ALL {
        for line in as_mermaid(&pipeline, graph).lines() {
            // Only what is written here has quotes: none or one pair a line, in front of what ends the label.
            let quotes = line.matches('"').count();
            assert!(quotes == 0 || quotes == 2, "{line}");
            let label = line.split('"').nth(1).unwrap_or_default().replace("<br/>", "");
            assert!(!label.contains(['<', '>', '&', '`', '\\', '[', ']', '{', '}', '|', '"', '%']), "{line}");
        }
        for line in as_dot(&pipeline, graph).lines() {
            let unescaped = line.replace("\\\\", "").replace("\\\"", "");
            assert!(unescaped.matches('"').count() % 2 == 0, "{line}");
        }
        for text in [as_mermaid(&pipeline, graph), as_dot(&pipeline, graph), as_text(&pipeline, graph)] {
            assert!(!text.chars().any(|character| character.is_control() && character != '\n'), "{text}");
            assert!(text.lines().all(|line| line.len() < 4_000));
        }
    }
}
