//! What the text does not decide is assumed, shown, and can be chosen otherwise.

use crate::{definition, in_main, names, questions, read, read_with};

const BRANCH_ON_A_PARAMETER: &str = "\
    ParameterTool params = ParameterTool.fromArgs(args);
    DataStream<String> text;
    if (params.has(\"input\")) {
        text = env.fromSource(files, WatermarkStrategy.noWatermarks(), \"files\");
    } else {
        text = env.fromData(\"a\").name(\"in memory\");
    }
    text.print();";

#[test]
fn a_branch_on_arguments_is_taken_as_without_arguments() {
    let text = in_main(BRANCH_ON_A_PARAMETER);
    let parsed = read(&text);
    assert_eq!(names(&parsed), ["in memory"]);
    assert_eq!(questions(&parsed), ["Is `params.has(\"input\")` true?"]);
    let assumption = &parsed.assumptions[0];
    assert_eq!(&text[std::ops::Range::from(assumption.span)], "params.has(\"input\")");
    let values: Vec<_> = assumption.alternatives.iter().map(|it| it.value.as_str()).collect();
    assert_eq!((values, assumption.chosen, assumption.is_answered), (vec!["false", "true"], 0, false));
    let branch = assumption.alternatives[1].span.expect("the other branch has a text");
    assert!(text[std::ops::Range::from(branch)].contains("files"));
}

#[test]
fn the_other_branch_can_be_chosen() {
    let text = in_main(BRANCH_ON_A_PARAMETER);
    let key = read(&text).assumptions[0].key.clone();
    let parsed = read_with(&text, &key, "true");
    assert_eq!(names(&parsed), ["files"]);
    let chosen = parsed.assumptions.iter().find(|it| it.key == key).expect("the question is still asked");
    assert!(chosen.is_answered && chosen.alternatives[chosen.chosen].value == "true");
}

#[test]
fn a_question_keeps_its_key_while_the_text_around_it_changes() {
    let key = |statements: &str| read(&in_main(statements)).assumptions[0].key.clone();
    let moved = format!("env.setParallelism(2);\n\n{BRANCH_ON_A_PARAMETER}");
    assert_eq!(key(BRANCH_ON_A_PARAMETER), key(&moved));
}

#[test]
fn an_answer_to_no_question_is_passed_over() {
    let parsed = read_with(&in_main(BRANCH_ON_A_PARAMETER), "if-00000000", "true");
    assert_eq!(names(&parsed), ["in memory"]);
}

#[test]
fn a_branch_that_only_tells_something_is_no_question() {
    let parsed = read(&in_main(
        "if (args.length > 0) { System.out.println(\"arguments: \" + args.length); } else { LOG.info(\"none\"); }
         env.fromData(1).print();",
    ));
    assert_eq!(questions(&parsed), Vec::<&str>::new());
}

#[test]
fn a_value_matters_only_where_the_plan_shows_it() {
    let assigned = "int p = 4; if (args.length > 0) { p = 8; }";
    let unused = read(&in_main(&format!("{assigned} System.out.println(p); env.fromData(1).print();")));
    assert_eq!(questions(&unused), Vec::<&str>::new());
    let used = read(&in_main(&format!("{assigned} env.fromSequence(1, 2).setParallelism(p).print();")));
    assert_eq!(questions(&used), ["Is `args.length > 0` true?"]);
}

#[test]
fn a_parameter_with_a_default_has_it() {
    let text = in_main(
        "ParameterTool params = ParameterTool.fromArgs(args);
         env.setParallelism(params.getInt(\"p\", 4));
         env.fromSequence(1, 2).print();",
    );
    let parsed = read(&text);
    assert_eq!(questions(&parsed), ["What is `params.getInt(\"p\", 4)`?"]);
    let parallelism =
        |parsed: &planscope::frontend::Parsed| definition(parsed).configuration[0].value.clone();
    assert_eq!(parallelism(&parsed), "4");
    // Any number can be given, not only those on offer.
    assert_eq!(parallelism(&read_with(&text, &parsed.assumptions[0].key, "16")), "16");
}

#[test]
fn a_program_that_would_end_without_arguments_is_given_some() {
    let parsed = read(&in_main(
        "if (args.length < 2) { System.err.println(\"usage\"); System.exit(1); }
         env.socketTextStream(args[0], Integer.parseInt(args[1])).name(\"from \" + args[0]).print();",
    ));
    assert_eq!(names(&parsed), ["from args[0]"]);
    assert!(questions(&parsed).contains(&"Is `args.length < 2` true?"));
    assert!(questions(&parsed).contains(&"What is `args[0]`?"));
}

#[test]
fn a_source_whose_class_is_elsewhere_is_assumed_to_never_end() {
    let text =
        in_main("env.fromSource(new OrderSource(), WatermarkStrategy.noWatermarks(), \"orders\").print();");
    let parsed = read(&text);
    assert_eq!(questions(&parsed), ["Does the source `OrderSource` end?"]);
    let bounded = |parsed: &planscope::frontend::Parsed| {
        matches!(
            definition(parsed).operators[0].operation,
            planscope::frontend::Operation::FromSource { bounded: true }
        )
    };
    assert!(!bounded(&parsed));
    assert!(bounded(&read_with(&text, &parsed.assumptions[0].key, "bounded")));
}

#[test]
fn known_connectors_are_no_question() {
    let parsed = read(&in_main(
        "KafkaSource<String> source = KafkaSource.<String>builder().setTopics(\"t\").build();
         KafkaSink<String> sink = KafkaSink.<String>builder().setBootstrapServers(\"b\").build();
         env.fromSource(source, WatermarkStrategy.noWatermarks(), \"k\").sinkTo(sink);",
    ));
    assert_eq!(questions(&parsed), Vec::<&str>::new());
}

#[test]
fn a_sink_whose_class_is_elsewhere_is_assumed_to_be_a_writer() {
    let parsed = read(&in_main("env.fromData(1).sinkTo(new CaseSink());"));
    assert_eq!(questions(&parsed), ["What does the sink `CaseSink` consist of?"]);
}

#[test]
fn an_old_source_whose_class_is_elsewhere_is_assumed_to_run_once() {
    let parsed = read(&in_main("env.addSource(new RideSource()).print();"));
    assert_eq!(questions(&parsed), ["Is the source `RideSource` a ParallelSourceFunction?"]);
}

#[test]
fn a_stream_that_another_file_gives_is_a_source_and_one_that_it_changes_is_itself() {
    let parsed = read(&in_main(
        "DataStream<String> orders = Sources.orders(env);
         DataStream<String> clean = Cleaning.clean(orders);
         clean.print();",
    ));
    assert_eq!(definition(&parsed).operators.len(), 2);
    assert_eq!(
        questions(&parsed),
        ["Which stream does `orders(env)` give?", "Which stream does `clean(orders)` give?"]
    );
}

#[test]
fn what_another_file_does_with_a_stream_is_said_to_be_unseen() {
    let parsed = read(&in_main("DataStream<Integer> s = env.fromData(1); Metrics.attach(s); s.print();"));
    assert_eq!(questions(&parsed), ["What does `Metrics.attach(s);` add to the plan?"]);
}

#[test]
fn a_loop_without_known_bounds_runs_once_unless_somebody_says_otherwise() {
    let text = in_main(
        "DataStream<String> in = env.fromData(\"a\");
         for (String topic : settings.topics()) { in.map(x -> x).name(\"to \" + topic).print(); }",
    );
    let parsed = read(&text);
    assert_eq!(names(&parsed).len(), 1);
    let key =
        &parsed.assumptions.iter().find(|it| it.question.starts_with("How often")).expect("it is asked").key;
    assert_eq!(names(&read_with(&text, key, "3")).len(), 3);
}

#[test]
fn a_switch_on_what_is_not_known_can_take_any_case() {
    let text = in_main(
        "DataStream<String> in = env.fromData(\"a\");
         switch (settings.mode()) {
             case \"fast\": in.map(x -> x).name(\"fast\").print(); break;
             case \"slow\": in.map(x -> x).name(\"slow\").print(); break;
             default: throw new IllegalArgumentException();
         }",
    );
    let parsed = read(&text);
    assert_eq!(names(&parsed), ["fast"]);
    let key = &parsed.assumptions[0].key;
    assert_eq!(names(&read_with(&text, key, "group1")), ["slow"]);
}

#[test]
fn whether_the_environment_is_local_depends_on_where_the_program_is_started() {
    let text = in_main(
        "if (env instanceof LocalStreamEnvironment) { env.setParallelism(1); } else { env.setParallelism(8); }
         env.fromSequence(1, 2).print();",
    );
    let parsed = read(&text);
    assert_eq!(definition(&parsed).configuration[0].value, "8");
    assert_eq!(questions(&parsed), ["Is `env instanceof LocalStreamEnvironment` true?"]);
}

#[test]
fn how_often_for_each_runs_over_what_is_not_known_is_asked() {
    let text = in_main("topics().forEach(topic -> env.fromData(topic).name(\"one topic\").print());");
    let parsed = read(&text);
    assert_eq!(names(&parsed), ["one topic"]);
    assert_eq!(questions(&parsed), ["How often does the loop over `topics()` run?"]);
    let answered = read_with(&text, &parsed.assumptions[0].key, "2");
    assert_eq!(names(&answered), ["one topic", "one topic"]);
}

#[test]
fn whether_a_filter_of_a_list_lets_pass_is_asked() {
    let text = in_main(
        "List.of(\"a\", \"b\").stream().filter(name -> Flags.isOn(name))
             .forEach(name -> env.fromData(name).name(name).print());
         env.fromData(1).name(\"last\").print();",
    );
    let parsed = read(&text);
    assert_eq!(names(&parsed), ["a", "b", "last"]);
    assert_eq!(questions(&parsed), ["Does `name -> Flags.isOn(name)` hold?"]);
    let answered = read_with(&text, &parsed.assumptions[0].key, "false");
    assert_eq!(names(&answered), ["last"]);
}
