//! In a few words, why an edge does not chain.

use planscope::explain::reasons::{Reasons, spoken};

use super::Pipeline;

/// A line for each edge that does not chain.
fn broken(pipeline: &Pipeline) -> Vec<String> {
    let graph = &pipeline.plan.stream_graph;
    let reasons = Reasons::new(&pipeline.plan, &pipeline.definition, Some(&pipeline.text));
    let edges = graph.graph.edge_indices();
    let lines = edges.filter_map(|edge| {
        let weight = &graph.graph[edge];
        Some(format!("{}-{} {} {}", weight.source, weight.target, weight.partitioner, reasons.of_edge(edge)?))
    });
    lines.collect()
}

#[test]
fn the_most_telling_conditions_are_named() {
    let table: &[(&[&str], &[&str])] = &[
        // Nothing to say of an edge that chains.
        (&[r#"{"op":"fromSource"}"#, r#"{"op":"map"}"#], &[]),
        // The parallelism, not the partitioner that follows from it.
        (
            &[r#"{"op":"fromSource"}"#, r#"{"op":"map","parallelism":2}"#],
            &["1-2 REBALANCE parallelism 1 ≠ 2"],
        ),
        // The call that partitions, with its line; only the line if the partitioner's name says the rest.
        (&[r#"{"op":"fromSource"}"#, r#"{"op":"keyBy"}"#, r#"{"op":"map"}"#], &["1-3 HASH keyBy, line 3"]),
        (&[r#"{"op":"fromSource"}"#, r#"{"op":"rebalance"}"#, r#"{"op":"map"}"#], &["1-3 REBALANCE line 3"]),
        (
            &[r#"{"op":"fromSource"}"#, r#"{"op":"shuffle"}"#, r#"{"op":"map","parallelism":2}"#],
            &["1-3 SHUFFLE line 3, 1 ≠ 2"],
        ),
        // With several inputs no partitioner would help.
        (
            &[
                r#"{"op":"fromSource","id":"a"}"#,
                r#"{"op":"fromSource","id":"b"}"#,
                r#"{"op":"connect","inputs":["a","b"],"function":"map"}"#,
            ],
            &["1-3 FORWARD 2 inputs", "2-3 FORWARD 2 inputs"],
        ),
        (
            &[
                r#"{"op":"fromSource","id":"a"}"#,
                r#"{"op":"fromSource","id":"b"}"#,
                r#"{"op":"union","inputs":["a","b"]}"#,
                r#"{"op":"map"}"#,
            ],
            &["1-4 FORWARD 2 inputs", "2-4 FORWARD 2 inputs"],
        ),
        (
            &[
                r#"{"op":"fromSource","id":"a","parallelism":4}"#,
                r#"{"op":"fromSource","id":"b"}"#,
                r#"{"op":"broadcast","id":"c","input":"b"}"#,
                r#"{"op":"connect","inputs":["a","c"],"function":"map","parallelism":4}"#,
            ],
            &["1-4 FORWARD 2 inputs", "2-4 BROADCAST 2 inputs, 1 ≠ 4"],
        ),
        (
            &[r#"{"op":"fromSource"}"#, r#"{"op":"map","slotSharingGroup":"alerts"}"#],
            &["1-2 FORWARD default ≠ alerts"],
        ),
        (&[r#"{"op":"fromSource"}"#, r#"{"op":"map","disableChaining":true}"#], &["1-2 FORWARD NEVER"]),
        (&[r#"{"op":"fromSource"}"#, r#"{"op":"map","startNewChain":true}"#], &["1-2 FORWARD HEAD"]),
        // Said once, though both sides are.
        (
            &[r#"{"op":"fromSource","disableChaining":true}"#, r#"{"op":"map","disableChaining":true}"#],
            &["1-2 FORWARD NEVER"],
        ),
        (
            &[r#"{"op":"addSource"}"#, r#"{"op":"unorderedWait"}"#],
            &["1-2 FORWARD yields after a legacy source"],
        ),
    ];
    for (entries, expected) in table {
        assert_eq!(broken(&Pipeline::of(entries)), *expected, "{entries:?}");
    }
}

#[test]
fn settings_of_the_whole_job_are_named() {
    let source_and_map = r#""operators": [{"op":"fromSource"}, {"op":"map","maxParallelism":16}]"#;
    let table = [
        (r#""pipeline.operator-chaining.enabled": false"#, "1-2 FORWARD chaining off"),
        (
            r#""pipeline.operator-chaining.chain-operators-with-different-max-parallelism": false"#,
            "1-2 FORWARD max parallelism unset ≠ 16",
        ),
    ];
    for (config, expected) in table {
        let pipeline = Pipeline::read(&format!("{{\"config\": {{{config}}}, {source_and_map}}}"));
        assert_eq!(broken(&pipeline), [expected], "{config}");
    }
}

#[test]
fn a_source_inside_the_vertex_of_an_operator_with_several_inputs_is_chained() {
    let pipeline = Pipeline::of(&[
        r#"{"op":"fromSource","id":"a"}"#,
        r#"{"op":"fromSource","id":"b"}"#,
        r#"{"op":"multipleInput","inputs":["a","b"],"name":"N-ary","chaining":"HEAD_WITH_SOURCES"}"#,
    ]);
    assert_eq!(broken(&pipeline), [""; 0]);
}

#[test]
fn reasons_can_be_read_aloud() {
    assert_eq!(spoken("2 inputs, 1 ≠ 4"), "2 inputs, 1 is not 4");
}
