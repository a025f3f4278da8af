//! A change made in a definition: what it does, and what cannot be made.

use planscope::frontend::change::edit;

use crate::{calls, changes, edited, plan, read};

fn orders() -> String {
    calls(
        r#"{"id": "orders", "op": "fromSource"}, {"op": "map", "name": "Parse", "parallelism": 2},
           {"id": "spread", "op": "rebalance"}, {"op": "map", "uid": "enrich"}, {"id": "keyed", "op": "keyBy"}, {"op": "sum"},
           {"op": "print", "disableChaining": true}"#,
    )
}

#[test]
fn calls_keep_their_places_in_the_text_and_say_which_they_were() {
    let definition = read(&orders());
    let edited = edited(&definition, "2.drop,3.insert:shuffle,6.parallelism:4");
    assert_eq!(edited.origins, [Some(0), Some(1), None, Some(3), Some(4), Some(5), Some(6)]);
    let inputs: Vec<_> = edited.definition.operators.iter().map(|operator| operator.inputs.clone()).collect();
    assert_eq!(inputs, [vec![], vec![0], vec![1], vec![2], vec![3], vec![4], vec![5]]);
    for (operator, origin) in edited.definition.operators.iter().zip(&edited.origins) {
        assert_eq!(operator.span, definition.operators[origin.unwrap_or(3)].span);
    }
}

#[test]
fn a_partitioning_call_that_is_left_out_leaves_no_trace_in_the_plan() {
    let with =
        read(&calls(r#"{"op": "fromSource"}, {"op": "rebalance"}, {"op": "rescale"}, {"op": "print"}"#));
    let without = read(&calls(r#"{"op": "fromSource"}, {"op": "print"}"#));
    let dump =
        |definition: &_| serde_json::to_string(&planscope::render::dump(&plan(definition))).expect("a dump");
    assert_eq!(dump(&edited(&with, "1.drop,2.drop").definition), dump(&without));
}

#[test]
fn what_cannot_be_made_is_said_at_the_call() {
    let definition = read(&orders());
    for (notation, path, message) in [
        ("7.drop", "", "the change `7.drop` cannot be made: there is no call 7, the last one is 6"),
        ("9.uid:x", "", "the change `9.uid:x` cannot be made: there is no call 9, the last one is 6"),
        (
            "1.drop",
            "operators[1]",
            "the change `1.drop` cannot be made: only a call that partitions can be left out",
        ),
        (
            "1.op:rescale",
            "operators[1]",
            "the change `1.op:rescale` cannot be made: only a call that partitions can be replaced",
        ),
        (
            "4.drop",
            "operators[4]",
            "the change `4.drop` cannot be made: call 5, which reads that stream, needs a keyed stream",
        ),
        (
            "2.drop,4.op:shuffle",
            "operators[4]",
            "the change `4.op:shuffle` cannot be made: call 5, which reads that stream, needs a keyed stream",
        ),
        (
            "2.parallelism:3",
            "operators[2]",
            "the change `2.parallelism:3` cannot be made: the call makes no operator, so it does not take `parallelism`",
        ),
        (
            "6.startNewChain:true",
            "operators[6]",
            "the change `6.startNewChain:true` cannot be made: the call does not take `startNewChain`",
        ),
        (
            "1.disableChaining:true,1.startNewChain:true",
            "operators[1]",
            "the change `1.disableChaining:true` cannot be made: `disableChaining` and `startNewChain` exclude each other",
        ),
        (
            "1.bounded:true",
            "operators[1]",
            "the change `1.bounded:true` cannot be made: the call does not take `bounded`",
        ),
        (
            "0.insert:rescale",
            "operators[0]",
            "the change `0.insert:rescale` cannot be made: it is a source, and has no input",
        ),
        (
            "1.insert:rescale@1",
            "operators[1]",
            "the change `1.insert:rescale@1` cannot be made: its last input is 0",
        ),
        (
            "2.insert:rescale,2.drop",
            "operators[2]",
            "the change `2.insert:rescale` cannot be made: another change leaves that call out",
        ),
    ] {
        let diagnostic = edit(&definition, &changes(notation)).expect_err(notation);
        assert_eq!(diagnostic.message, message, "{notation}");
        assert_eq!(
            (diagnostic.code, diagnostic.path.as_str()),
            ("change-does-not-apply", path),
            "{notation}"
        );
    }
}

#[test]
fn a_side_output_needs_the_operator_itself() {
    let definition = read(&calls(
        r#"{"op": "fromSource"}, {"op": "process"}, {"op": "getSideOutput", "tag": "late"}, {"op": "print"}"#,
    ));
    let diagnostic =
        edit(&definition, &changes("2.insert:rescale")).expect_err("no side output of a partitioning");
    assert!(diagnostic.message.ends_with("call 2, which reads that stream, needs an operator's own stream"));
}

#[test]
fn changes_that_ask_for_what_is_there_already_are_none() {
    let definition = read(&orders());
    let all = changes(
        "unset:mode,1.parallelism:2,1.unset:uid,3.uid:enrich,6.disableChaining:true,1.parallelism:2,5.uid:x,2.drop",
    );
    assert_eq!(all.that_change(&definition).to_string(), "5.uid:x,2.drop");
}
