//! Ops and the options that only they have.

use crate::{check_entry, pipeline, said};

#[test]
fn an_entry_names_an_op() {
    check_entry(&[
        (r#"{}"#, &[r#"3:1 error missing-field at "operators[1].op": an entry needs `op`"#]),
        (
            r#"{"op": 1}"#,
            &[r#"3:8 error wrong-type at "operators[1].op": this is the number `1`; expected a string"#],
        ),
        (
            r#"{"op": "mapp"}"#,
            &[r#"3:8 error unknown-op at "operators[1].op": there is no op `mapp`; did you mean map?"#],
        ),
        (
            r#"{"op": "keyby"}"#,
            &[r#"3:8 error unknown-op at "operators[1].op": there is no op `keyby`; did you mean keyBy?"#],
        ),
        (
            r#"{"op": "sideOutput"}"#,
            &[
                r#"3:8 error unknown-op at "operators[1].op": there is no op `sideOutput`; did you mean getSideOutput?"#,
            ],
        ),
        (
            r#"{"op": "frobnicate", "name": "n", "tag": "t", "colour": "red"}"#,
            &[
                r#"3:8 error unknown-op at "operators[1].op": there is no op `frobnicate`"#,
                r#"3:47 error unknown-field at "operators[1].colour": there is no field `colour` here"#,
            ],
        ),
        (
            r#"{"op": "map", "op": "filter"}"#,
            &[r#"3:15 error duplicate-field at "operators[1].op": the field `op` is written twice"#],
        ),
    ]);
}

#[test]
fn an_op_takes_its_own_options_and_no_others() {
    check_entry(&[
        (
            r#"{"op": "map", "bounded": true}"#,
            &[r#"3:15 error option-not-taken at "operators[1].bounded": `map` does not take `bounded`"#],
        ),
        (
            r#"{"op": "map", "colour": "red"}"#,
            &[r#"3:15 error unknown-field at "operators[1].colour": there is no field `colour` here"#],
        ),
        (
            r#"{"op": "map", "Name": "m", "paralelism": 2}"#,
            &[
                r#"3:15 error unknown-field at "operators[1].Name": there is no field `Name` here; did you mean name?"#,
                r#"3:28 error unknown-field at "operators[1].paralelism": there is no field `paralelism` here; did you mean parallelism?"#,
            ],
        ),
        (
            r#"{"op": "rebalance", "parallelism": 2, "name": "r", "uid": "u"}"#,
            &[
                r#"3:21 error option-not-taken at "operators[1].parallelism": `rebalance` makes no operator, so it does not take `parallelism`"#,
                r#"3:39 error option-not-taken at "operators[1].name": `rebalance` makes no operator, so it does not take `name`"#,
                r#"3:52 error option-not-taken at "operators[1].uid": `rebalance` makes no operator, so it does not take `uid`"#,
            ],
        ),
        (
            r#"{"op": "print", "bufferTimeout": 0, "startNewChain": true, "forceNonParallel": true}"#,
            &[
                r#"3:17 error option-not-taken at "operators[1].bufferTimeout": `print` is a sink, and those do not take `bufferTimeout`"#,
                r#"3:37 error option-not-taken at "operators[1].startNewChain": `print` is a sink, and those do not take `startNewChain`"#,
                r#"3:60 error option-not-taken at "operators[1].forceNonParallel": `print` is a sink, and those do not take `forceNonParallel`"#,
            ],
        ),
    ]);
}

#[test]
fn options_have_types() {
    check_entry(&[
        (
            r#"{"op": "fromSource", "bounded": "yes"}"#,
            &[r#"3:33 error wrong-type at "operators[1].bounded": this is a string; expected true or false"#],
        ),
        (
            r#"{"op": "getSideOutput", "tag": 1}"#,
            &[r#"3:32 error wrong-type at "operators[1].tag": this is the number `1`; expected a string"#],
        ),
        (
            r#"{"op": "getSideOutput"}"#,
            &[r#"3:1 error missing-field at "operators[1].tag": `getSideOutput` needs `tag`"#],
        ),
        (
            r#"{"op": "rebalance", "exchangeMode": "PIPELINE"}"#,
            &[
                r#"3:37 error unknown-name at "operators[1].exchangeMode": `PIPELINE` is not a name known here; expected `PIPELINED`, `BATCH`, `HYBRID_FULL`, `HYBRID_SELECTIVE` or `UNDEFINED`; did you mean PIPELINED?"#,
            ],
        ),
        (
            r#"{"op": "rebalance", "exchangeMode": null}"#,
            &[r#"3:37 error wrong-type at "operators[1].exchangeMode": this is null; expected a string"#],
        ),
        (
            r#"{"op": "transform"}"#,
            &[r#"3:1 error missing-field at "operators[1].name": `transform` needs `name`"#],
        ),
        (
            r#"{"op": "transform", "name": "t", "chaining": "always", "yielding": 1}"#,
            &[
                r#"3:46 error unknown-name at "operators[1].chaining": `always` is not a name known here; expected `ALWAYS`, `NEVER`, `HEAD` or `HEAD_WITH_SOURCES`; did you mean ALWAYS?"#,
                r#"3:68 error wrong-type at "operators[1].yielding": this is the number `1`; expected true or false"#,
            ],
        ),
    ]);
}

#[test]
fn connect_has_a_function() {
    let connect = |rest: &str| {
        let entry = format!(r#"{{"op": "connect", "inputs": ["a", "a"]{rest}}}"#);
        said(&pipeline(&[r#"{"id": "a", "op": "fromSource"}"#, &entry]))
    };
    assert_eq!(
        connect(""),
        [r#"3:1 error missing-field at "operators[1].function": `connect` needs `function`"#]
    );
    assert_eq!(
        connect(r#", "function": "reduce""#),
        [
            r#"3:53 error unknown-name at "operators[1].function": `reduce` is not a name known here; expected `map`, `flatMap`, `process` or `transform`"#
        ]
    );
    assert_eq!(
        connect(r#", "function": "transform""#),
        [
            r#"3:1 error missing-field at "operators[1].name": `connect` with the function `transform` needs `name`"#
        ]
    );
    assert_eq!(
        connect(r#", "function": "map", "chaining": "NEVER", "yielding": false"#),
        [
            r#"3:60 error option-not-taken at "operators[1].chaining": `connect` takes `chaining` only with the function `transform`"#,
            r#"3:81 error option-not-taken at "operators[1].yielding": `connect` takes `yielding` only with the function `transform`"#
        ]
    );
}

#[test]
fn a_sink_topology_takes_few_ops_and_neither_ids_nor_inputs() {
    check_entry(&[
        (
            r#"{"op": "sinkTo", "preWrite": [{"id": "x", "op": "map", "input": "source"}, {"op": "sum"}, {"op": "mpa"}, 1]}"#,
            &[
                r#"3:32 error option-not-taken at "operators[1].preWrite[0].id": an entry of a sink's topology does not take `id`"#,
                r#"3:56 error option-not-taken at "operators[1].preWrite[0].input": an entry of a sink's topology does not take `input`"#,
                r#"3:83 error not-in-topology at "operators[1].preWrite[1].op": `sum` cannot stand in a sink's topology; expected `map`, `flatMap`, `filter`, `process`, `transform` or a partitioning op"#,
                r#"3:98 error unknown-op at "operators[1].preWrite[2].op": there is no op `mpa`; did you mean map?"#,
                r#"3:106 error wrong-type at "operators[1].preWrite[3]": this is the number `1`; expected an object with the field `op`"#,
            ],
        ),
        (
            r#"{"op": "sinkTo", "preWrite": {}}"#,
            &[r#"3:30 error wrong-type at "operators[1].preWrite": this is an object; expected an array"#],
        ),
        (
            r#"{"op": "sinkTo", "preWrite": [{"op": "transform", "parallelism": "2"}]}"#,
            &[
                r#"3:31 error missing-field at "operators[1].preWrite[0].name": `transform` needs `name`"#,
                r#"3:66 error wrong-type at "operators[1].preWrite[0].parallelism": this is a string; expected an integer that fits in Java's int"#,
            ],
        ),
    ]);
}

#[test]
fn pre_commit_and_post_commit_need_a_committer() {
    check_entry(&[
        (
            r#"{"op": "sinkTo", "preCommit": [], "committer": false, "postCommit": []}"#,
            &[
                r#"3:18 error needs-committer at "operators[1].preCommit": `preCommit` needs `"committer": true`"#,
                r#"3:55 error needs-committer at "operators[1].postCommit": `postCommit` needs `"committer": true`"#,
            ],
        ),
        (r#"{"op": "sinkTo", "committer": true, "preCommit": [], "writerState": true}"#, &[]),
    ]);
}

#[test]
fn windows_have_an_assigner_and_a_function() {
    let window = |rest: &str| {
        let entry = format!(r#"{{"op": "windowAll"{rest}}}"#);
        said(&pipeline(&[r#"{"op": "fromSource"}"#, &entry]))
    };
    assert_eq!(
        window(""),
        [
            r#"3:1 error missing-field at "operators[1].assigner": `windowAll` needs `assigner`"#,
            r#"3:1 error missing-field at "operators[1].function": `windowAll` needs `function`"#
        ]
    );
    assert_eq!(
        window(r#", "assigner": 5, "function": "sun""#),
        [
            r#"3:33 error wrong-type at "operators[1].assigner": this is the number `5`; expected an object"#,
            r#"3:48 error unknown-name at "operators[1].function": `sun` is not a name known here; expected `reduce`, `aggregate`, `apply`, `process`, `sum`, `min` or `max`; did you mean sum?"#
        ]
    );
    assert_eq!(
        window(r#", "assigner": {}, "function": "sum""#),
        [r#"3:33 error missing-field at "operators[1].assigner.type": an assigner needs `type`"#]
    );
    assert_eq!(
        window(r#", "assigner": {"type": "TumblingEventTimeWindow", "size": 1}, "function": "sum""#),
        [
            r#"3:42 error unknown-name at "operators[1].assigner.type": `TumblingEventTimeWindow` is not a name known here; expected `TumblingEventTimeWindows`, `TumblingProcessingTimeWindows`, `SlidingEventTimeWindows`, `SlidingProcessingTimeWindows`, `EventTimeSessionWindows`, `ProcessingTimeSessionWindows` or `GlobalWindows`; did you mean TumblingEventTimeWindows?"#
        ]
    );
    assert_eq!(
        window(r#", "assigner": {"type": "TumblingEventTimeWindows", "slide": 1}, "function": "sum""#),
        [
            r#"3:33 error missing-field at "operators[1].assigner.size": `TumblingEventTimeWindows` needs `size`"#,
            r#"3:70 error option-not-taken at "operators[1].assigner.slide": `TumblingEventTimeWindows` has no `slide`"#
        ]
    );
    assert_eq!(
        window(
            r#", "assigner": {"type": "EventTimeSessionWindows", "gap": 1.5, "offset": 1}, "function": "sum""#
        ),
        [
            r#"3:76 error wrong-type at "operators[1].assigner.gap": this is the number `1.5`; expected an integer that fits in Java's long"#,
            r#"3:81 error unknown-field at "operators[1].assigner.offset": there is no field `offset` here"#
        ]
    );
    assert_eq!(window(r#", "assigner": {"type": "GlobalWindows"}, "function": "apply""#), [""; 0]);
    assert_eq!(
        window(
            r#", "assigner": {"type": "SlidingEventTimeWindows", "size": 0, "slide": -3}, "function": "min""#
        ),
        [""; 0]
    );
}

#[test]
fn count_windows_have_a_size_and_a_function() {
    check_entry(&[
        (
            r#"{"op": "countWindowAll", "function": "sum"}"#,
            &[r#"3:1 error missing-field at "operators[1].size": `countWindowAll` needs `size`"#],
        ),
        (
            r#"{"op": "countWindowAll", "size": 5}"#,
            &[r#"3:1 error missing-field at "operators[1].function": `countWindowAll` needs `function`"#],
        ),
        (r#"{"op": "countWindowAll", "size": 0, "slide": -3, "function": "sum"}"#, &[]),
    ]);
}
