//! Every call of a plan points at the call in the text, every setter at its own.

use crate::{definition, in_main, read};

#[test]
fn a_call_and_its_setters_have_their_places() {
    let text =
        in_main("env.fromSequence(1, 2).name(\"numbers\")\n.map(x -> x + 1).setParallelism(3)\n.print();");
    let parsed = read(&text);
    let operators = &definition(&parsed).operators;
    let at = |span: planscope::frontend::Span| &text[std::ops::Range::from(span)];
    let calls: Vec<_> = operators.iter().map(|call| at(call.span)).collect();
    assert_eq!(calls, ["env.fromSequence(1, 2)", "map(x -> x + 1)", "print()"]);
    assert_eq!(operators[0].field_span("name").map(at), Some("name(\"numbers\")"));
    assert_eq!(operators[1].field_span("parallelism").map(at), Some("setParallelism(3)"));
}

#[test]
fn a_window_is_placed_from_its_assigner_to_its_function() {
    let text = in_main(
        "env.fromData(1).keyBy(x -> x).window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).reduce((a, b) -> a).print();",
    );
    let parsed = read(&text);
    let window = &definition(&parsed).operators[2];
    let at = |span: planscope::frontend::Span| &text[std::ops::Range::from(span)];
    assert_eq!(
        at(window.span),
        "window(TumblingEventTimeWindows.of(Duration.ofSeconds(1))).reduce((a, b) -> a)"
    );
    assert_eq!(
        window.field_span("assigner").map(at),
        Some("TumblingEventTimeWindows.of(Duration.ofSeconds(1))")
    );
}

#[test]
fn a_configuration_value_is_placed_where_it_is_set() {
    let text = in_main("env.setParallelism(4);\nenv.fromSequence(1, 2).print();");
    let parsed = read(&text);
    let entry = &definition(&parsed).configuration[0];
    assert_eq!(
        (entry.key.as_str(), &text[entry.range.clone()]),
        ("parallelism.default", "setParallelism(4)")
    );
}

#[test]
fn what_flink_refuses_is_placed_at_the_setter() {
    let text = in_main("env.socketTextStream(\"h\", 1).setParallelism(4).print();");
    let parsed = read(&text);
    let definition = definition(&parsed);
    let refusal = planscope::transformation::build(definition).expect_err("a socket is read by one task");
    let place = refusal.place.as_ref().and_then(|place| definition.span_of(place)).expect("it has a place");
    assert_eq!(&text[std::ops::Range::from(place)], "setParallelism(4)");
}

#[test]
fn what_flink_refuses_before_there_is_a_call_is_placed_where_it_is_written() {
    let text = in_main(
        "env.fromData(1).keyBy(x -> x).window(TumblingEventTimeWindows.of(Duration.ofSeconds(0))).sum(0).print();",
    );
    let (_, diagnostics) =
        planscope::planner::plan_parsed(read(&text), planscope::flink::FlinkVersion::default());
    let refused = diagnostics.iter().find(|it| it.code == "refused-by-flink").expect("it is refused");
    assert_eq!(&text[std::ops::Range::from(refused.span)], "of(Duration.ofSeconds(0))");
}
