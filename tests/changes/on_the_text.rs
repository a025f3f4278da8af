//! A change made in a JSON text: it touches what it must, and what it makes reads as the changed definition.

use planscope::flink::FlinkVersion;
use planscope::frontend::change::{Changes, edit, edit_text};
use planscope::frontend::{Operation, PipelineDefinition, StreamKind, definition};
use planscope::{planner, render};

use crate::corpora::{every_pipeline, pretty};
use crate::{changes, read};

#[track_caller]
fn changed(text: &str, notation: &str) -> String {
    edit_text(text, &read(text), &changes(notation))
        .unwrap_or_else(|diagnostic| panic!("{notation}: {diagnostic:?}"))
}

const TEXT: &str = r#"{
  "job": "Orders",
  "operators": [
    { "id": "orders", "op": "fromSource" },
    { "op": "map", "name": "Parse", "parallelism": 2 },
    { "id": "spread", "op": "rebalance" },
    {
      "op": "map",
      "uid": "enrich"
    },
    {"op":"print","input":"spread","disableChaining":true}
  ]
}
"#;

/// The lines that are other, old and new.
fn other_lines(old: &str, new: &str) -> (Vec<String>, Vec<String>) {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (mut old, mut new) = (lines(old), lines(new));
    while old.last() == new.last() && old.pop().is_some() && new.pop().is_some() {}
    let same = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    (old.split_off(same), new.split_off(same))
}

#[track_caller]
fn assert_changes(notation: &str, old: &[&str], new: &[&str]) {
    let text = changed(TEXT, notation);
    let (was, is) = other_lines(TEXT, &text);
    assert_eq!(
        (was, is),
        (old.iter().map(|it| (*it).to_owned()).collect(), new.iter().map(|it| (*it).to_owned()).collect()),
        "{text}"
    );
}

#[test]
fn an_options_value_takes_the_place_of_the_old_one() {
    assert_changes(
        "1.parallelism:4",
        &[r#"    { "op": "map", "name": "Parse", "parallelism": 2 },"#],
        &[r#"    { "op": "map", "name": "Parse", "parallelism": 4 },"#],
    );
}

#[test]
fn a_new_option_comes_last_and_looks_like_the_others() {
    assert_changes(
        "0.parallelism:4",
        &[r#"    { "id": "orders", "op": "fromSource" },"#],
        &[r#"    { "id": "orders", "op": "fromSource", "parallelism": 4 },"#],
    );
    assert_changes(
        "3.slotSharingGroup:a b",
        &[r#"      "uid": "enrich""#],
        &[r#"      "uid": "enrich","#, r#"      "slotSharingGroup": "a b""#],
    );
    assert_changes(
        "4.uid:out",
        &[r#"    {"op":"print","input":"spread","disableChaining":true}"#],
        &[r#"    {"op":"print","input":"spread","disableChaining":true,"uid":"out"}"#],
    );
}

#[test]
fn an_option_that_is_taken_out_takes_its_comma_along() {
    assert_changes(
        "1.unset:parallelism",
        &[r#"    { "op": "map", "name": "Parse", "parallelism": 2 },"#],
        &[r#"    { "op": "map", "name": "Parse" },"#],
    );
    assert_changes(
        "3.unset:uid",
        &[r#"      "op": "map","#, r#"      "uid": "enrich""#],
        &[r#"      "op": "map""#],
    );
    assert_changes(
        "4.unset:disableChaining,4.name:x",
        &[r#"    {"op":"print","input":"spread","disableChaining":true}"#],
        &[r#"    {"op":"print","input":"spread","name":"x"}"#],
    );
}

#[test]
fn a_call_that_is_left_out_hands_its_name_to_what_it_read() {
    assert_changes(
        "2.drop",
        &[
            r#"    { "op": "map", "name": "Parse", "parallelism": 2 },"#,
            r#"    { "id": "spread", "op": "rebalance" },"#,
        ],
        &[r#"    { "op": "map", "name": "Parse", "parallelism": 2, "id": "spread" },"#],
    );
}

#[test]
fn a_call_that_is_left_out_is_replaced_by_the_name_of_what_it_read() {
    let text = r#"{"operators": [{"id": "a", "op": "fromSource"}, {"op": "print"},
 {"id": "r", "op": "rebalance", "input": "a"}, {"op": "map"}, {"op": "union", "inputs": ["r", "a"]}, {"op": "print"}]}"#;
    assert_eq!(
        changed(text, "2.drop"),
        r#"{"operators": [{"id": "a", "op": "fromSource"}, {"op": "print"}, {"op": "map", "input": "a"}, {"op": "union", "inputs": ["a", "a"]}, {"op": "print"}]}"#
    );
}

#[test]
fn a_call_that_is_replaced_keeps_everything_but_its_op() {
    assert_changes(
        "2.op:rescale",
        &[r#"    { "id": "spread", "op": "rebalance" },"#],
        &[r#"    { "id": "spread", "op": "rescale" },"#],
    );
}

#[test]
fn a_call_that_is_put_in_stands_before_its_consumer() {
    assert_changes("1.insert:rescale", &[], &[r#"    { "op": "rescale" },"#]);
    assert_changes(
        "4.insert:rescale",
        &[r#"    {"op":"print","input":"spread","disableChaining":true}"#],
        &[r#"    { "op": "rescale", "input": "spread" },"#, r#"    {"op":"print","disableChaining":true}"#],
    );
}

#[test]
fn a_call_that_is_put_before_one_of_several_inputs_gets_a_name() {
    let text = r#"{"operators": [{"id": "rescale", "op": "fromSource"}, {"op": "union", "inputs": ["rescale", "rescale"]}, {"op": "print"}]}"#;
    assert_eq!(
        changed(text, "1.insert:rescale@1,1.insert:rebalance"),
        r#"{"operators": [{"id": "rescale", "op": "fromSource"}, { "id": "rebalance", "op": "rebalance", "input": "rescale" }, { "id": "rescale2", "op": "rescale", "input": "rescale" }, {"op": "union", "inputs": ["rebalance", "rescale2"]}, {"op": "print"}]}"#
    );
}

#[test]
fn a_configuration_key_is_set_by_the_name_that_it_has() {
    let text = r#"{"config": {"pipeline.operator-chaining": false, "parallelism.default": 4}, "operators": [{"op": "fromSource"}, {"op": "print"}]}"#;
    for (notation, config) in [
        ("chaining:on", r#"{"pipeline.operator-chaining": true, "parallelism.default": 4}"#),
        ("unset:chaining", r#"{"parallelism.default": 4}"#),
        ("unset:chaining,unset:parallelism", "{}"),
        ("unset:chaining,unset:parallelism,mode:BATCH", r#"{"execution.runtime-mode": "BATCH"}"#),
        (
            "unset:parallelism,mode:BATCH",
            r#"{"pipeline.operator-chaining": false, "execution.runtime-mode": "BATCH"}"#,
        ),
        ("parallelism:08", r#"{"pipeline.operator-chaining": false, "parallelism.default": "08"}"#),
        ("unset:mode", r#"{"pipeline.operator-chaining": false, "parallelism.default": 4}"#),
    ] {
        let expected =
            format!(r#"{{"config": {config}, "operators": [{{"op": "fromSource"}}, {{"op": "print"}}]}}"#);
        assert_eq!(changed(text, notation), expected, "{notation}");
    }
}

#[test]
fn a_text_without_configuration_gets_one_before_its_calls() {
    assert_changes(
        "mode:BATCH,parallelism:2",
        &[],
        &[r#"  "config": { "execution.runtime-mode": "BATCH", "parallelism.default": 2 },"#],
    );
    assert_eq!(
        changed(r#"{"operators":[{"op":"fromSource"},{"op":"print"}]}"#, "chaining:off"),
        r#"{"config":{"pipeline.operator-chaining.enabled":false},"operators":[{"op":"fromSource"},{"op":"print"}]}"#
    );
}

#[test]
fn a_byte_order_mark_and_line_ends_stay() {
    let text = "\u{feff}{\r\n \"operators\": [{\"op\": \"fromSource\"},\r\n  {\"op\": \"print\"}]\r\n}\r\n";
    assert_eq!(
        changed(text, "1.uid:ä"),
        "\u{feff}{\r\n \"operators\": [{\"op\": \"fromSource\"},\r\n  {\"op\": \"print\", \"uid\": \"ä\"}]\r\n}\r\n"
    );
}

/// What a definition says, apart from places and ids.
fn said(definition: &PipelineDefinition) -> String {
    let configuration: Vec<_> =
        definition.configuration.iter().map(|entry| (&entry.key, &entry.value)).collect();
    let operators: Vec<_> = definition
        .operators
        .iter()
        .map(|operator| (&operator.operation, &operator.inputs, operator.stream, &operator.options))
        .collect();
    format!("{:?} {configuration:?} {operators:?}", definition.job)
}

/// Changes of every kind that a pipeline can take, some of them together.
fn changes_for(definition: &PipelineDefinition, seed: usize) -> Vec<Changes> {
    let mut singles: Vec<String> = [
        "mode:BATCH",
        "unset:mode",
        "chaining:off",
        "unset:chaining",
        "parallelism:3",
        "unset:parallelism",
        "shuffle:ALL_EXCHANGES_PIPELINED",
        "config.pipeline.max-parallelism:64",
        "config.made.up:a b",
    ]
    .map(str::to_owned)
    .into();
    for (call, operator) in definition.operators.iter().enumerate() {
        if let Operation::Partition { .. } = operator.operation {
            singles.extend([
                format!("{call}.drop"),
                format!("{call}.op:keyBy"),
                format!("{call}.op:rescale"),
                format!("{call}.exchangeMode:BATCH"),
                format!("{call}.unset:exchangeMode"),
            ]);
        } else {
            singles.extend(
                [
                    "parallelism:2",
                    "unset:parallelism",
                    "maxParallelism:16",
                    "unset:maxParallelism",
                    "slotSharingGroup:g",
                    "unset:slotSharingGroup",
                    "uid:u",
                    "unset:uid",
                    "name:n \"quoted\"",
                    "disableChaining:true",
                    "unset:disableChaining",
                    "unset:startNewChain",
                    "coLocationGroup:c",
                    "description:d",
                ]
                .map(|option| format!("{call}.{option}")),
            );
        }
        if operator.stream == StreamKind::Operator {
            singles.extend(
                [
                    "startNewChain:true",
                    "forceNonParallel:true",
                    "bufferTimeout:7",
                    "unset:bufferTimeout",
                    "bounded:true",
                    "chaining:HEAD",
                ]
                .map(|option| format!("{call}.{option}")),
            );
        }
        for input in 0..operator.inputs.len() {
            singles.push(format!("{call}.insert:rebalance@{input}"));
        }
    }
    let mut all: Vec<Changes> = singles.iter().map(|single| changes(single)).collect();
    // Every drop at once, and a few of everything.
    let drops: Vec<_> =
        singles.iter().filter(|single| single.ends_with(".drop")).take(Changes::MOST).cloned().collect();
    all.push(changes(&drops.join(",")));
    let mut random = seed as u64;
    for _ in 0..20 {
        let some: Vec<&str> = (0..4)
            .map(|_| {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                singles[(random >> 33) as usize % singles.len()].as_str()
            })
            .collect();
        all.push(changes(&some.join(",")));
    }
    all
}

#[test]
fn every_changed_text_reads_as_the_changed_definition() {
    let (mut made, mut refused) = (0, 0);
    for (number, (compact, _)) in every_pipeline().into_iter().enumerate() {
        // The larger ones say little more, and all would take long.
        let Some(definition) = definition::parse(&compact).definition.filter(|it| it.operators.len() <= 40)
        else {
            continue;
        };
        let text = if number % 2 == 0 { compact } else { pretty(&compact) };
        let definition = if number % 2 == 0 { definition } else { read(&text) };
        for (at, changes) in changes_for(&definition, number).iter().enumerate() {
            if number % 7 != at % 7 {
                continue;
            }
            let Ok(edited) = edit(&definition, changes) else {
                assert!(edit_text(&text, &definition, changes).is_err(), "{changes} in {text}");
                refused += 1;
                continue;
            };
            let new = edit_text(&text, &definition, changes)
                .expect("what can be made in the definition can be made in its text");
            let parsed = definition::parse(&new);
            let Some(again) = parsed.definition else {
                panic!("{changes} in {text}\nmakes {new}\n{:#?}", parsed.diagnostics)
            };
            assert_eq!(said(&again), said(&edited.definition), "{changes} in {text}\nmakes {new}");
            made += 1;
        }
    }
    assert!(made > 10_000 && refused > 500, "{made} made, {refused} refused");
}

#[test]
fn a_changed_text_plans_as_the_changed_definition() {
    for (number, (text, _)) in every_pipeline().into_iter().enumerate().filter(|(number, _)| number % 12 == 0)
    {
        let Some(definition) = definition::parse(&text).definition else { continue };
        for changes in changes_for(&definition, number).iter().skip(number % 40).step_by(40) {
            let Ok(edited) = edit(&definition, changes) else { continue };
            let new = edit_text(&text, &definition, changes)
                .expect("what can be made in the definition can be made in its text");
            assert_eq!(dump(&read(&new)), dump(&edited.definition), "{changes} in {text}");
        }
    }
}

/// The dump of a plan, or Flink's words against it.
fn dump(definition: &PipelineDefinition) -> String {
    match planner::plan(definition, FlinkVersion::V2_2_0, &mut ()) {
        Ok(plan) => serde_json::to_string(&render::dump(&plan)).expect("a dump can be written"),
        Err(refusal) => refusal.to_string(),
    }
}
