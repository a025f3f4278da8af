//! The setters of an operator.

use crate::check_entry;

#[test]
fn setters_have_types() {
    check_entry(&[
        (
            r#"{"op": "map", "name": 1, "uid": null, "uidHash": [], "description": {}}"#,
            &[
                r#"3:23 error wrong-type at "operators[1].name": this is the number `1`; expected a string"#,
                r#"3:33 error wrong-type at "operators[1].uid": this is null; expected a string"#,
                r#"3:50 error wrong-type at "operators[1].uidHash": this is an array; expected a string"#,
                r#"3:69 error wrong-type at "operators[1].description": this is an object; expected a string"#,
            ],
        ),
        (
            r#"{"op": "map", "parallelism": "2", "maxParallelism": 2.0, "bufferTimeout": 1e3}"#,
            &[
                r#"3:30 error wrong-type at "operators[1].parallelism": this is a string; expected an integer that fits in Java's int"#,
                r#"3:53 error wrong-type at "operators[1].maxParallelism": this is the number `2.0`; expected an integer that fits in Java's int"#,
                r#"3:75 error wrong-type at "operators[1].bufferTimeout": this is the number `1e3`; expected an integer that fits in Java's long"#,
            ],
        ),
        (
            r#"{"op": "map", "parallelism": 2147483648, "bufferTimeout": 9223372036854775808}"#,
            &[
                r#"3:30 error wrong-type at "operators[1].parallelism": this is the number `2147483648`; expected an integer that fits in Java's int"#,
                r#"3:59 error wrong-type at "operators[1].bufferTimeout": this is the number `9223372036854775808`; expected an integer that fits in Java's long"#,
            ],
        ),
        (
            r#"{"op": "map", "disableChaining": 1, "startNewChain": "true", "forceNonParallel": null}"#,
            &[
                r#"3:34 error wrong-type at "operators[1].disableChaining": this is the number `1`; expected true or false"#,
                r#"3:54 error wrong-type at "operators[1].startNewChain": this is a string; expected true or false"#,
                r#"3:82 error wrong-type at "operators[1].forceNonParallel": this is null; expected true or false"#,
            ],
        ),
        (
            r#"{"op": "map", "slotSharingGroup": 1}"#,
            &[
                r#"3:35 error wrong-type at "operators[1].slotSharingGroup": this is the number `1`; expected a string, or an object with a name and resources"#,
            ],
        ),
    ]);
}

#[test]
fn a_chain_cannot_be_started_by_an_operator_that_does_not_chain() {
    check_entry(&[
        (
            r#"{"op": "map", "startNewChain": true, "disableChaining": true}"#,
            &[
                r#"3:15 error conflicting-options at "operators[1].startNewChain": `disableChaining` and `startNewChain` exclude each other; expected one of them"#,
            ],
        ),
        (r#"{"op": "map", "startNewChain": true, "disableChaining": false}"#, &[]),
    ]);
}

#[test]
fn a_slot_sharing_group_with_resources_has_a_name() {
    check_entry(&[(
        r#"{"op": "map", "slotSharingGroup": {"cpuCores": "1", "taskHeapMb": 1.5, "memory": 1}}"#,
        &[
            r#"3:35 error missing-field at "operators[1].slotSharingGroup.name": a slot sharing group needs `name`"#,
            r#"3:48 error wrong-type at "operators[1].slotSharingGroup.cpuCores": this is a string; expected a number that fits in Java's double"#,
            r#"3:67 error wrong-type at "operators[1].slotSharingGroup.taskHeapMb": this is the number `1.5`; expected an integer that fits in Java's int"#,
            r#"3:72 error unknown-field at "operators[1].slotSharingGroup.memory": there is no field `memory` here"#,
        ],
    )]);
}

#[test]
fn managed_memory_is_declared_by_use_case() {
    check_entry(&[(
        r#"{"op": "map", "managedMemory": {"operator": {"OPERATR": 1, "PYTHON": "x", "PYTHON": 2}, "slot": ["PYTHON", "python", 1], "x": 0}}"#,
        &[
            r#"3:46 error unknown-name at "operators[1].managedMemory.operator.OPERATR": `OPERATR` is not a name known here; expected `OPERATOR`, `STATE_BACKEND` or `PYTHON`; did you mean OPERATOR?"#,
            r#"3:70 error wrong-type at "operators[1].managedMemory.operator.PYTHON": this is a string; expected an integer that fits in Java's int"#,
            r#"3:75 error duplicate-field at "operators[1].managedMemory.operator.PYTHON": the key `PYTHON` is written twice"#,
            r#"3:108 error unknown-name at "operators[1].managedMemory.slot[1]": `python` is not a name known here; expected `OPERATOR`, `STATE_BACKEND` or `PYTHON`; did you mean PYTHON?"#,
            r#"3:118 error wrong-type at "operators[1].managedMemory.slot[2]": this is the number `1`; expected a string"#,
            r#"3:122 error unknown-field at "operators[1].managedMemory.x": there is no field `x` here"#,
        ],
    )]);
}

#[test]
fn metric_variables_are_strings() {
    check_entry(&[(
        r#"{"op": "map", "metricVariables": {"a": "x", "b": 1, "a": "y"}}"#,
        &[
            r#"3:50 error wrong-type at "operators[1].metricVariables.b": this is the number `1`; expected a string"#,
            r#"3:53 error duplicate-field at "operators[1].metricVariables.a": the key `a` is written twice"#,
        ],
    )]);
}
