//! What is told from names, edges and ids, what is assumed, and what is an error.

use planscope::frontend::{Answer, Operation, Parsed, read};
use serde_json::{Value, json};

/// A node: id, name, pact, and pairs of a predecessor and its ship strategy.
type Node<'a> = (u32, &'a str, &'a str, &'a [(u32, &'a str)]);

/// A plan of these nodes.
fn plan(nodes: &[Node<'_>]) -> String {
    let nodes = nodes.iter().map(|(id, name, pact, predecessors)| {
        let edge = |(id, strategy): &(u32, &str)| json!({ "id": id, "ship_strategy": strategy, "side": "second" });
        let predecessors: Vec<Value> = predecessors.iter().map(edge).collect();
        json!({ "id": id, "type": name, "pact": pact, "contents": name, "parallelism": 2, "predecessors": predecessors })
    });
    json!({ "nodes": nodes.collect::<Vec<_>>() }).to_string()
}

const SOURCE: Node<'_> = (1, "Source: s", "Data Source", &[]);

/// The questions that are told, each with the label that counts.
fn told(parsed: &Parsed) -> Vec<(String, String)> {
    let all = parsed.assumptions.iter();
    all.map(|it| (it.key.clone(), it.alternatives[it.chosen].value.clone())).collect()
}

fn operations(parsed: &Parsed) -> Vec<&Operation> {
    let definition = parsed.definition.as_ref().unwrap_or_else(|| panic!("{:?}", parsed.diagnostics));
    definition.operators.iter().map(|operator| &operator.operation).collect()
}

/// What the last node of a plan was told to be.
fn last_is(nodes: &[Node<'_>], expected: &str) {
    let parsed = read(&plan(nodes), None, &[]);
    let last = operations(&parsed).last().map(|it| format!("{it:?}")).unwrap_or_default();
    assert!(last.starts_with(expected), "{nodes:?}: {last}");
}

#[test]
fn names_that_the_api_gives_tell_the_call() {
    for (name, strategy, expected) in [
        ("Map", "FORWARD", "Map"),
        ("Flat Map", "FORWARD", "FlatMap"),
        ("Timestamps/Watermarks", "FORWARD", "AssignTimestampsAndWatermarks"),
        ("async wait operator", "FORWARD", "UnorderedWait"),
        ("Keyed Aggregation", "HASH", "Sum"),
        ("KeyedProcess", "HASH", "Process"),
        // A keyed operator behind FORWARD reads a stream that was keyed before.
        ("Keyed Reduce", "FORWARD", "Reduce"),
        ("SortPartition", "FORWARD", "FullWindowPartition"),
        ("Parse", "FORWARD", "Transform"),
        // Both sides would be keyed: the name is not that of a keyed operator.
        ("KeyedProcess", "REBALANCE", "Transform"),
    ] {
        last_is(&[SOURCE, (3, name, "Operator", &[(1, strategy)])], expected);
    }
    for (name, expected) in [("Sink: Print to Std. Out", "Print"), ("Sink: mine", "AddSink")] {
        last_is(&[SOURCE, (2, name, "Data Sink", &[(1, "FORWARD")])], expected);
    }
    last_is(
        &[SOURCE, (4, "archive: Writer", "Operator", &[(1, "FORWARD")])],
        "SinkTo(SinkTopology { writer_state: false, committer: false",
    );
    last_is(
        &[
            SOURCE,
            (4, "archive: Writer", "Operator", &[(1, "FORWARD")]),
            (6, "archive: Committer", "Operator", &[(4, "FORWARD")]),
        ],
        "SinkTo(SinkTopology { writer_state: false, committer: true",
    );
}

#[test]
fn edges_and_ids_tell_how_streams_come_together() {
    let other = (2, "Source: t", "Data Source", &[][..]);
    let joined = |id: u32, name: &'static str, strategies: [&'static str; 2]| {
        let edges = [(1, strategies[0]), (2, strategies[1])];
        let parsed = read(&plan(&[SOURCE, other, (id, name, "Operator", &edges)]), None, &[]);
        told(&parsed).into_iter().find(|(key, _)| key.starts_with("inputs")).map(|(_, value)| value)
    };
    assert_eq!(
        joined(3, "Enrich", ["FORWARD", "FORWARD"]).as_deref(),
        Some("two-1"),
        "no id is left for a union"
    );
    assert_eq!(joined(4, "Enrich", ["FORWARD", "FORWARD"]).as_deref(), Some("union"), "there is one");
    assert_eq!(joined(6, "Enrich", ["HASH", "BROADCAST"]).as_deref(), Some("two-1"), "strategies differ");
    assert_eq!(joined(5, "Enrich", ["HASH", "HASH"]).as_deref(), Some("two-1"));
    assert_eq!(joined(4, "Co-Map", ["FORWARD", "FORWARD"]), None, "the name tells");
    assert_eq!(joined(4, "Map", ["FORWARD", "FORWARD"]), None, "the name tells");
    assert_eq!(joined(4, "Join[7]", ["HASH", "HASH"]), None, "SQL's names tell too");
}

#[test]
fn ids_tell_when_a_sink_was_called() {
    // 2 is left out before the map: it is the sink's. Nothing else needs it.
    let nodes = |map: u32| {
        plan(&[
            SOURCE,
            (map, "Map", "Operator", &[(1, "FORWARD")]),
            (9, "out: Writer", "Operator", &[(1, "FORWARD")]),
        ])
    };
    let before = read(&nodes(3), None, &[]);
    assert!(told(&before).contains(&("order-9".to_owned(), "before-3".to_owned())), "{:?}", told(&before));
    assert!(matches!(operations(&before)[1], Operation::SinkTo(_)));
    // No id is left: it can only have been called after.
    let after = read(&nodes(2), None, &[]);
    assert!(!told(&after).iter().any(|(key, _)| key.starts_with("order")));
    assert!(matches!(operations(&after)[2], Operation::SinkTo(_)));
    let answer = Answer { key: "order-9".to_owned(), value: "last".to_owned() };
    assert!(matches!(operations(&read(&nodes(3), None, &[answer]))[2], Operation::SinkTo(_)));
}

#[test]
fn an_answer_that_makes_no_sense_is_passed_over() {
    let text = plan(&[SOURCE, (2, "Map", "Operator", &[(1, "FORWARD")])]);
    let plain = told(&read(&text, None, &[]));
    for (key, value) in [
        ("mode", "sideways"),
        ("inputs-2", "three"),
        ("chaining-2", "maybe"),
        ("max-parallelism-2", "many"),
        ("uid-7", "x"),
        ("", ""),
    ] {
        let answer = Answer { key: key.to_owned(), value: value.to_owned() };
        assert_eq!(told(&read(&text, None, &[answer])), plain, "{key}:{value}");
    }
}

#[test]
fn what_is_no_plan_of_flink_2_is_diagnosed() {
    let codes = |text: &str| -> Vec<&str> {
        read(text, None, &[]).diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    };
    let node = |fields: &str| format!(r#"{{"nodes":[{{"id":1,"pact":"Data Source","type":"a",{fields}}}]}}"#);
    assert_eq!(codes(&node(r#""parallelism":"x""#)), ["wrong-type"]);
    assert_eq!(codes(&node(r#""x":1"#)), ["missing-field"]);
    assert_eq!(codes(&node(r#""parallelism":1,"step_function":[]"#)), ["iteration"]);
    assert_eq!(codes(&node(r#""parallelism":1},{"id":1,"type":"b","parallelism":1"#)), ["duplicate-id"]);
    assert_eq!(codes(&plan(&[SOURCE, (2, "a", "Operator", &[(7, "FORWARD")])])), ["unknown-id"]);
    assert_eq!(codes(&plan(&[SOURCE, (2, "a", "Operator", &[(2, "FORWARD")])])), ["unknown-id"]);
    assert_eq!(codes(&plan(&[(4_000_000_000, "Source: s", "Data Source", &[])])), ["wrong-type"]);
    let custom = plan(&[SOURCE, (3, "a", "Operator", &[(1, "MyPartitioner")])]);
    assert_eq!(codes(&custom), ["unknown-ship-strategy"]);
    assert!(read(&custom, None, &[]).definition.is_some(), "it is taken for a partitioner of the program");
}
