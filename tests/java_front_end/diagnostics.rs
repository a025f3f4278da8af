//! What is wrong with a program, or only worth a look.

use planscope::frontend::Severity;

use crate::{codes, definition, in_main, read};

#[test]
fn a_setter_after_a_partitioning_call_does_not_compile() {
    let text = in_main("env.fromData(1).keyBy(x -> x).name(\"keyed\").print();");
    let parsed = read(&text);
    assert!(parsed.definition.is_none());
    let [error] = &parsed.diagnostics[..] else { panic!("{:?}", parsed.diagnostics) };
    assert_eq!((error.code, error.severity), ("no-such-method", Severity::Error));
    assert_eq!(&text[std::ops::Range::from(error.span)], "name(\"keyed\")");
    assert!(error.message.contains("before the partitioning call"), "{}", error.message);
}

#[test]
fn an_aggregation_of_a_stream_without_keys_does_not_compile() {
    assert_eq!(codes(&read(&in_main("env.fromData(1).sum(0).print();"))), ["no-such-method"]);
}

#[test]
fn a_method_that_flink_does_not_have_is_an_error() {
    let parsed = read(&in_main("env.fromData(1).mapp(x -> x).print();"));
    assert!(parsed.definition.is_none());
    assert_eq!(codes(&parsed), ["no-such-method"]);
}

#[test]
fn api_that_flink_2_removed_is_read_as_it_was_meant() {
    let parsed = read(&in_main(
        "env.setStreamTimeCharacteristic(TimeCharacteristic.EventTime);
         env.fromElements(new Tuple2<>(\"a\", 1)).keyBy(0).timeWindow(Time.seconds(5)).sum(1).print();",
    ));
    assert_eq!(definition(&parsed).operators.len(), 4);
    assert!(codes(&parsed).iter().all(|code| *code == "removed-in-flink-2"), "{:?}", codes(&parsed));
    let new_forms: Vec<_> = parsed.diagnostics.iter().filter_map(|it| it.expected.as_deref()).collect();
    assert!(new_forms.contains(&"`keyBy` with a `KeySelector`"), "{new_forms:?}");
}

#[test]
fn api_that_nothing_stands_for_is_an_error() {
    let parsed = read(&in_main("env.fromElements(1).iterate().print();"));
    assert!(parsed.definition.is_none());
    assert_eq!(codes(&parsed), ["removed-in-flink-2"]);
}

#[test]
fn an_exception_that_nothing_catches_is_an_error_where_it_is_thrown() {
    let text = in_main("throw new IllegalStateException(\"not today\");");
    let parsed = read(&text);
    let [error] = &parsed.diagnostics[..] else { panic!("{:?}", parsed.diagnostics) };
    assert_eq!(error.code, "throws");
    assert!(
        error.message.contains("IllegalStateException") && error.message.contains("not today"),
        "{}",
        error.message
    );
}

#[test]
fn broken_java_gives_the_plan_of_what_is_whole() {
    let parsed = read(&in_main(
        "env.fromData(1).map(x -> x +).name(\"first\").print()
         env.fromSequence(1, 2).name(\"second\").print();",
    ));
    assert_eq!(crate::names(&parsed), ["first", "second"]);
    assert!(codes(&parsed).contains(&"broken-java"));
}

#[test]
fn a_text_without_a_pipeline_says_so() {
    for text in ["class A {}", "int x = 1;", "hello world", "// nothing"] {
        let parsed = read(text);
        assert!(parsed.definition.is_none(), "{text}");
        assert!(codes(&parsed).contains(&"no-pipeline"), "{text}: {:?}", codes(&parsed));
    }
}

#[test]
fn a_merging_window_with_a_trigger_that_cannot_merge_is_refused() {
    let parsed = read(&in_main(
        "env.fromData(1).keyBy(x -> x).window(EventTimeSessionWindows.withGap(Duration.ofSeconds(1)))
            .trigger(DeltaTrigger.of(1, (a, b) -> 1.0, null)).sum(0).print();",
    ));
    let refusal = definition(&parsed).refusal.as_ref().expect("Flink refuses it");
    assert_eq!(refusal.exception, "java.lang.UnsupportedOperationException");
}
