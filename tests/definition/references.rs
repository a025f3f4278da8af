//! Ids, inputs, and the calls that the API has on each kind of stream.

use planscope::frontend::{OperatorDefinition, StreamKind};

use crate::{check, check_entry, pipeline, read, said};

fn inputs(entries: &[&str]) -> Vec<Vec<usize>> {
    read(&pipeline(entries)).operators.into_iter().map(|operator| operator.inputs).collect()
}

#[test]
fn an_entry_continues_the_one_before_unless_it_says_otherwise() {
    let entries = [
        r#"{"id": "a", "op": "fromSource"}"#,
        r#"{"op": "map"}"#,
        r#"{"id": "b-2.x_", "op": "fromSource"}"#,
        r#"{"op": "map", "input": "a"}"#,
        r#"{"op": "print"}"#,
        r#"{"op": "union", "inputs": ["b-2.x_", "a", "a"]}"#,
        r#"{"op": "map", "inputs": ["a"]}"#,
        r#"{"op": "fromData", "inputs": []}"#,
    ];
    let expected: [&[usize]; 8] = [&[], &[0], &[], &[0], &[3], &[2, 0, 0], &[0], &[]];
    assert_eq!(inputs(&entries), expected);
}

#[test]
fn ids_have_a_syntax_and_an_owner() {
    check_entry(&[
        (
            r#"{"id": "1st", "op": "map"}"#,
            &[
                r#"3:8 error invalid-id at "operators[1].id": `1st` cannot be an id; expected a letter or `_`, then letters, digits, `_`, `.` and `-`"#,
            ],
        ),
        (
            r#"{"id": "", "op": "map"}"#,
            &[
                r#"3:8 error invalid-id at "operators[1].id": `""` cannot be an id; expected a letter or `_`, then letters, digits, `_`, `.` and `-`"#,
            ],
        ),
        (
            r#"{"id": "größe", "op": "map"}"#,
            &[
                r#"3:8 error invalid-id at "operators[1].id": `größe` cannot be an id; expected a letter or `_`, then letters, digits, `_`, `.` and `-`"#,
            ],
        ),
        (
            r#"{"id": 7, "op": "map"}"#,
            &[r#"3:8 error wrong-type at "operators[1].id": this is the number `7`; expected a string"#],
        ),
        (
            r#"{"id": "source", "op": "map"}"#,
            &[r#"3:8 error duplicate-id at "operators[1].id": the id `source` is taken by operators[0]"#],
        ),
    ]);
}

#[test]
fn references_are_to_earlier_streams() {
    let entries = [
        r#"{"id": "orders", "op": "fromSource"}"#,
        r#"{"op": "map", "input": "oders"}"#,
        r#"{"op": "map", "input": "nothing-like-it"}"#,
        r#"{"op": "map", "input": "later"}"#,
        r#"{"id": "own", "op": "map", "input": "own"}"#,
        r#"{"op": "map", "input": 3}"#,
        r#"{"id": "out", "op": "print", "input": "orders"}"#,
        r#"{"op": "map", "input": "out"}"#,
        r#"{"id": "later", "op": "union", "inputs": ["orders", "out", "order", false]}"#,
    ];
    assert_eq!(
        said(&pipeline(&entries)),
        [
            r#"3:24 error unknown-id at "operators[1].input": no entry has the id `oders`; expected the id of an earlier entry; did you mean orders?"#,
            r#"4:24 error unknown-id at "operators[2].input": no entry has the id `nothing-like-it`; expected the id of an earlier entry"#,
            r#"5:24 error not-earlier at "operators[3].input": `later` is defined later, by operators[8]; expected the id of an earlier entry"#,
            r#"6:37 error not-earlier at "operators[4].input": `own` is this entry itself; expected the id of an earlier entry"#,
            r#"7:24 error wrong-type at "operators[5].input": this is the number `3`; expected a string"#,
            r#"9:24 error not-a-stream at "operators[7].input": `out` is a sink: nothing can be called on it"#,
            r#"10:53 error not-a-stream at "operators[8].inputs[1]": `out` is a sink: nothing can be called on it"#,
            r#"10:60 error unknown-id at "operators[8].inputs[2]": no entry has the id `order`; expected the id of an earlier entry; did you mean orders?"#,
            r#"10:69 error wrong-type at "operators[8].inputs[3]": this is false; expected a string"#
        ]
    );
}

#[test]
fn every_op_takes_so_many_inputs() {
    check_entry(&[
        (
            r#"{"op": "map", "input": "source", "inputs": ["source"]}"#,
            &[
                r#"3:34 error surplus-input at "operators[1].inputs": `input` and `inputs` are both written; expected one of them"#,
            ],
        ),
        (
            r#"{"op": "map", "inputs": ["source", "source"]}"#,
            &[
                r#"3:25 error surplus-input at "operators[1].inputs": `map` is given 2 inputs; expected one input"#,
            ],
        ),
        (
            r#"{"op": "map", "inputs": []}"#,
            &[
                r#"3:25 error missing-input at "operators[1].inputs": `map` is given no input; expected one input"#,
            ],
        ),
        (
            r#"{"op": "map", "inputs": "source"}"#,
            &[r#"3:25 error wrong-type at "operators[1].inputs": this is a string; expected an array"#],
        ),
        (
            r#"{"op": "fromSource", "input": "source"}"#,
            &[
                r#"3:31 error surplus-input at "operators[1].input": `fromSource` is given one input; expected no input: it is a source"#,
            ],
        ),
        (
            r#"{"op": "union"}"#,
            &[r#"3:1 error missing-field at "operators[1].inputs": `union` needs `inputs`"#],
        ),
        (
            r#"{"op": "union", "input": "source"}"#,
            &[
                r#"3:26 error missing-input at "operators[1].input": `union` is given one input; expected `inputs` with two ids or more"#,
            ],
        ),
        (
            r#"{"op": "union", "inputs": ["source"]}"#,
            &[
                r#"3:27 error missing-input at "operators[1].inputs": `union` is given one input; expected `inputs` with two ids or more"#,
            ],
        ),
        (
            r#"{"op": "connect", "function": "map", "inputs": ["source", "source", "source"]}"#,
            &[
                r#"3:48 error surplus-input at "operators[1].inputs": `connect` is given 3 inputs; expected `inputs` with two ids"#,
            ],
        ),
    ]);
    check(&[
        (
            &pipeline(&[r#"{"op": "map"}"#]),
            &[
                r#"2:8 error missing-input at "operators[0].input": `map` has no input: there is no entry before the first one; expected a source as the first entry"#,
            ],
        ),
        (
            &pipeline(&[r#"{"op": "fromSource"}"#, r#"{"op": "print"}"#, r#"{"op": "print"}"#]),
            &[
                r#"4:8 error missing-input at "operators[2].input": `print` has no input: the entry before is a sink; expected `input` with the id of an earlier entry"#,
            ],
        ),
    ]);
}

#[test]
fn each_call_returns_a_kind_of_stream() {
    let entries = [
        (r#"{"id": "source", "op": "fromSource"}"#, StreamKind::Operator),
        (r#"{"id": "rebalanced", "op": "rebalance"}"#, StreamKind::Plain),
        (r#"{"op": "keyBy"}"#, StreamKind::Keyed),
        (r#"{"id": "sum", "op": "sum"}"#, StreamKind::Operator),
        (r#"{"op": "getSideOutput", "tag": "late"}"#, StreamKind::SideOutput),
        (r#"{"op": "union", "inputs": ["source", "rebalanced"]}"#, StreamKind::Plain),
        (r#"{"op": "connect", "inputs": ["source", "sum"], "function": "map"}"#, StreamKind::Operator),
        (r#"{"op": "sinkTo"}"#, StreamKind::Sink),
    ];
    let definition = read(&pipeline(&entries.map(|(entry, _)| entry)));
    let kinds: Vec<_> =
        definition.operators.iter().map(|OperatorDefinition { stream, .. }| *stream).collect();
    assert_eq!(kinds, entries.map(|(_, kind)| kind));
}

#[test]
fn calls_that_the_api_does_not_have_on_a_stream_are_errors() {
    check_entry(&[
        (
            r#"{"op": "sum"}"#,
            &[
                r#"3:8 error wrong-stream at "operators[1].op": `sum` cannot be called on a stream that is not keyed; expected a keyed stream: put `keyBy` in front"#,
            ],
        ),
        (
            r#"{"op": "reduce", "input": "source"}"#,
            &[
                r#"3:27 error wrong-stream at "operators[1].input": `reduce` cannot be called on a stream that is not keyed; expected a keyed stream: put `keyBy` in front"#,
            ],
        ),
    ]);
    let entries = [
        r#"{"id": "source", "op": "fromSource"}"#,
        r#"{"id": "keyed", "op": "keyBy"}"#,
        r#"{"op": "getSideOutput", "tag": "t"}"#,
        r#"{"id": "union", "op": "union", "inputs": ["keyed", "source"]}"#,
        r#"{"op": "getSideOutput", "tag": "t"}"#,
        r#"{"op": "max", "input": "union"}"#,
        r#"{"id": "max", "op": "max", "input": "keyed"}"#,
        r#"{"id": "side", "op": "getSideOutput", "tag": "t"}"#,
        r#"{"op": "getSideOutput", "tag": "t"}"#,
    ];
    assert_eq!(
        said(&pipeline(&entries)),
        [
            r#"4:8 error wrong-stream at "operators[2].op": `getSideOutput` cannot be called on a keyed stream; expected an operator's own stream"#,
            r#"6:8 error wrong-stream at "operators[4].op": `getSideOutput` cannot be called on a partitioned stream or a union; expected an operator's own stream"#,
            r#"7:24 error wrong-stream at "operators[5].input": `max` cannot be called on a partitioned stream or a union; expected a keyed stream: put `keyBy` in front"#,
            r#"10:8 error wrong-stream at "operators[8].op": `getSideOutput` cannot be called on a side output; expected an operator's own stream"#
        ]
    );
}

#[test]
fn one_problem_does_not_cause_another() {
    check(&[
        // Nothing is known of what an unknown op returns, so everything may follow it and refer to it.
        (
            &pipeline(&[
                r#"{"id": "a", "op": "fromSauce"}"#,
                r#"{"op": "sum"}"#,
                r#"{"op": "getSideOutput", "tag": "t", "input": "a"}"#,
            ]),
            &[
                r#"2:19 error unknown-op at "operators[0].op": there is no op `fromSauce`; did you mean fromSource?"#,
            ],
        ),
        // An id that is taken or malformed is an id all the same.
        (
            &pipeline(&[
                r#"{"id": "a b", "op": "fromSource"}"#,
                r#"{"id": "a b", "op": "keyBy"}"#,
                r#"{"op": "map", "input": "a b"}"#,
            ]),
            &[
                r#"2:8 error invalid-id at "operators[0].id": `a b` cannot be an id; expected a letter or `_`, then letters, digits, `_`, `.` and `-`"#,
                r#"3:8 error invalid-id at "operators[1].id": `a b` cannot be an id; expected a letter or `_`, then letters, digits, `_`, `.` and `-`"#,
                r#"3:8 error duplicate-id at "operators[1].id": the id `a b` is taken by operators[0]"#,
            ],
        ),
        // A misspelt field is not missing as well.
        (
            &pipeline(&[r#"{"opp": "fromSource"}"#, r#"{"op": "transform", "nmae": "x"}"#]),
            &[
                r#"2:2 error unknown-field at "operators[0].opp": there is no field `opp` here; did you mean op?"#,
                r#"3:21 error unknown-field at "operators[1].nmae": there is no field `nmae` here; did you mean name?"#,
            ],
        ),
        (
            &pipeline(&[
                r#"{"id": "a", "op": "fromSource"}"#,
                r#"{"op": "print"}"#,
                r#"{"op": "map", "inptu": "a"}"#,
            ]),
            &[
                r#"4:15 error unknown-field at "operators[2].inptu": there is no field `inptu` here; did you mean input?"#,
            ],
        ),
        (
            &pipeline(&[r#"{"ID": "a", "op": "fromSource"}"#, r#"{"op": "map", "input": "a"}"#]),
            &[
                r#"2:2 error unknown-field at "operators[0].ID": there is no field `ID` here; did you mean id?"#,
            ],
        ),
        // What is no entry at all is followed by anything.
        (
            &pipeline(&["7", r#"{"op": "sum"}"#]),
            &[
                r#"2:1 error wrong-type at "operators[0]": this is the number `7`; expected an object with the field `op`"#,
            ],
        ),
    ]);
}
