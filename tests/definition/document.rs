//! The document's own fields and the configuration.

use planscope::frontend::definition::parse;

use crate::{check, configured, read, said};

#[test]
fn the_smallest_document_is_one_source() {
    let definition = read(r#"{"operators": [{"op": "fromSource"}]}"#);
    assert_eq!(definition.job, None);
    assert_eq!(definition.configuration, []);
    assert_eq!(definition.operators.len(), 1);
}

#[test]
fn a_document_has_four_fields() {
    check(&[
        ("{}", &[r#"1:1 error missing-field at "operators": a pipeline definition needs `operators`"#]),
        (
            "[]",
            &[
                r#"1:1 error wrong-type at "": this is an array; expected an object with the field `operators`"#,
            ],
        ),
        (
            "3",
            &[
                r#"1:1 error wrong-type at "": this is the number `3`; expected an object with the field `operators`"#,
            ],
        ),
        (
            r#"{"operators": {}}"#,
            &[r#"1:15 error wrong-type at "operators": this is an object; expected an array"#],
        ),
        (
            r#"{"operators": []}"#,
            &[
                r#"1:15 error no-operators at "operators": the list of operators is empty; expected at least one entry, the first of them a source"#,
            ],
        ),
        (
            r#"{"operators": ["map", null]}"#,
            &[
                r#"1:16 error wrong-type at "operators[0]": this is a string; expected an object with the field `op`"#,
                r#"1:23 error wrong-type at "operators[1]": this is null; expected an object with the field `op`"#,
            ],
        ),
        (
            r#"{"operator": [{"op": "fromSource"}]}"#,
            &[
                r#"1:2 error unknown-field at "operator": there is no field `operator` here; did you mean operators?"#,
            ],
        ),
        (
            r#"{"operators": [{"op": "fromSource"}], "Job": "x", "nonsense": 1}"#,
            &[
                r#"1:39 error unknown-field at "Job": there is no field `Job` here; did you mean job?"#,
                r#"1:51 error unknown-field at "nonsense": there is no field `nonsense` here"#,
            ],
        ),
        (
            r#"{"operators": [{"op": "fromSource"}], "job": null}"#,
            &[r#"1:46 error wrong-type at "job": this is null; expected a string"#],
        ),
        (
            r#"{"operators": [{"op": "fromSource"}], "config": []}"#,
            &[r#"1:49 error wrong-type at "config": this is an array; expected an object"#],
        ),
        (
            r#"{"job": "a", "job": "b", "operators": [{"op": "fromSource"}]}"#,
            &[r#"1:14 error duplicate-field at "job": the field `job` is written twice"#],
        ),
    ]);
}

#[test]
fn the_version_is_1_if_it_is_written() {
    let with_version =
        |version: &str| format!(r#"{{"version": {version}, "operators": [{{"op": "fromSource"}}]}}"#);
    read(&with_version("1"));
    assert_eq!(
        said(&with_version("2")),
        [
            r#"1:13 error unsupported-version at "version": version `2` of this format is not known; expected 1"#
        ]
    );
    assert_eq!(
        said(&with_version("1.0")),
        [
            r#"1:13 error unsupported-version at "version": version `1.0` of this format is not known; expected 1"#
        ]
    );
    assert_eq!(
        said(&with_version("\"1\"")),
        [r#"1:13 error wrong-type at "version": this is a string; expected the number 1"#]
    );
}

#[test]
fn the_job_has_a_name() {
    let definition = read(r#"{"job": "Word \u0043ount", "operators": [{"op": "fromSource"}]}"#);
    assert_eq!(definition.job.as_deref(), Some("Word Count"));
}

#[test]
fn configuration_values_are_texts_as_in_a_configuration_file() {
    let text = configured(
        r#"{"parallelism.default": 2, "pipeline.name": "a\"b", "pipeline.max-parallelism": 1.50,
            "pipeline.operator-chaining.enabled": true, "execution.buffer-timeout.interval": null}"#,
    );
    let definition = read(&text);
    let entries: Vec<_> =
        definition.configuration.iter().map(|entry| (entry.key.as_str(), entry.value.as_str())).collect();
    assert_eq!(
        entries,
        [
            ("parallelism.default", "2"),
            ("pipeline.name", "a\"b"),
            ("pipeline.max-parallelism", "1.5"),
            ("pipeline.operator-chaining.enabled", "true"),
            ("execution.buffer-timeout.interval", "null"),
        ]
    );
    let span = definition.configuration[0].range.clone();
    assert_eq!(&text[span.start..span.end], r#""parallelism.default": 2"#);
}

#[test]
fn values_that_flink_refuses_are_left_to_flink() {
    read(&configured(r#"{"parallelism.default": "many"}"#));
    read(&configured(r#"{"parallelism.default": -7, "execution.runtime-mode": "SOMETIMES"}"#));
}

#[test]
fn configuration_values_are_scalars() {
    let config = r#"{"parallelism.default": [2], "pipeline.name": {}, "pipeline.name": "x"}"#;
    check(&[(
        &configured(config),
        &[
            r#"2:25 error wrong-type at "config.parallelism.default": this is an array; expected a string, a number, true, false or null"#,
            r#"2:47 error wrong-type at "config.pipeline.name": this is an object; expected a string, a number, true, false or null"#,
            r#"2:51 error duplicate-field at "config.pipeline.name": the key `pipeline.name` is written twice"#,
        ],
    )]);
}

#[test]
fn keys_that_change_no_plan_are_a_warning_beside_the_definition() {
    let text = configured(r#"{"paralelism.default": 2, "state.backend.type": "rocksdb", "": 0}"#);
    assert_eq!(
        said(&text),
        [
            r#"2:2 warning key-without-effect at "config.paralelism.default": the key `paralelism.default` does not change the plan; did you mean parallelism.default?"#,
            r#"2:27 warning key-without-effect at "config.state.backend.type": the key `state.backend.type` does not change the plan"#,
            r#"2:60 warning key-without-effect at "config.": the key `""` does not change the plan"#
        ]
    );
    let definition = parse(&text).definition.expect("warnings do not take the definition away");
    assert_eq!(definition.configuration.len(), 3);
}

#[test]
fn values_that_only_flink_reads_are_said_to_be_unchecked() {
    assert_eq!(
        said(&configured(r#"{"pipeline.global-job-parameters": "env:prod"}"#)),
        [
            r#"2:2 warning value-not-checked at "config.pipeline.global-job-parameters": the value of `pipeline.global-job-parameters` is not checked: it does not change the plan, but Flink refuses one that it cannot read"#
        ]
    );
}

#[test]
fn keys_that_only_make_flink_refuse_and_older_keys_are_no_warning() {
    read(&configured(
        r#"{"pipeline.object-reuse": true, "execution.checkpointing.unaligned": true, "execution.buffer-timeout": "5 ms",
            "jobmanager.scheduler": "AdaptiveBatch", "execution.runtime-mode": "batch"}"#,
    ));
}
