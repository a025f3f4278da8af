//! What the model holds of a text.

use planscope::flink::{ChainingStrategy, Place, StreamExchangeMode};
use planscope::frontend::{
    ConnectFunction, Operation, OperatorOptions, PartitionCall, SinkTopology, SlotSharingGroupOption, Span,
    TransformOptions,
};

use crate::{pipeline, read};

#[test]
fn each_op_is_an_operation() {
    let partition = |call| Operation::Partition { call, exchange_mode: None };
    let plain = TransformOptions {
        chaining: ChainingStrategy::Always,
        output_only_after_end_of_stream: false,
        internal_sorter_supported: false,
        yielding: false,
    };
    let own = TransformOptions {
        chaining: ChainingStrategy::HeadWithSources,
        output_only_after_end_of_stream: true,
        internal_sorter_supported: true,
        yielding: true,
    };
    let table = [
        (r#""op": "fromSource""#, Operation::FromSource { bounded: false }),
        (r#""op": "fromSource", "bounded": true"#, Operation::FromSource { bounded: true }),
        (r#""op": "fromSequence""#, Operation::FromSequence),
        (r#""op": "fromData""#, Operation::FromData),
        (r#""op": "addSource""#, Operation::AddSource { parallel: true }),
        (r#""op": "addSource", "parallel": false"#, Operation::AddSource { parallel: false }),
        (r#""op": "socketTextStream""#, Operation::SocketTextStream),
        (r#""op": "map""#, Operation::Map),
        (r#""op": "flatMap""#, Operation::FlatMap),
        (r#""op": "filter""#, Operation::Filter),
        (r#""op": "process""#, Operation::Process),
        (r#""op": "transform", "name": "T""#, Operation::Transform(plain)),
        (
            r#""op": "transform", "name": "T", "chaining": "HEAD_WITH_SOURCES", "outputOnlyAfterEndOfStream": true,
               "internalSorterSupported": true, "yielding": true"#,
            Operation::Transform(own),
        ),
        (r#""op": "assignTimestampsAndWatermarks""#, Operation::AssignTimestampsAndWatermarks),
        (r#""op": "getSideOutput", "tag": "late""#, Operation::GetSideOutput { tag: "late".to_owned() }),
        (r#""op": "rebalance", "input": "first""#, partition(PartitionCall::Rebalance)),
        (r#""op": "rescale""#, partition(PartitionCall::Rescale)),
        (r#""op": "shuffle""#, partition(PartitionCall::Shuffle)),
        (r#""op": "global""#, partition(PartitionCall::Global)),
        (r#""op": "broadcast""#, partition(PartitionCall::Broadcast)),
        (r#""op": "forward""#, partition(PartitionCall::Forward)),
        (r#""op": "partitionCustom""#, partition(PartitionCall::PartitionCustom)),
        (
            r#""op": "rebalance", "exchangeMode": "HYBRID_FULL""#,
            Operation::Partition {
                call: PartitionCall::Rebalance,
                exchange_mode: Some(StreamExchangeMode::HybridFull),
            },
        ),
        (r#""op": "keyBy", "id": "keyed""#, partition(PartitionCall::KeyBy)),
        (r#""op": "reduce", "input": "keyed""#, Operation::Reduce),
        (r#""op": "sum", "input": "keyed""#, Operation::Sum),
        (r#""op": "min", "input": "keyed""#, Operation::Min),
        (r#""op": "max", "input": "keyed""#, Operation::Max),
        (r#""op": "union", "inputs": ["first", "keyed"]"#, Operation::Union),
        (
            r#""op": "connect", "inputs": ["first", "keyed"], "function": "map""#,
            Operation::Connect { key_by: false, function: ConnectFunction::Map },
        ),
        (
            r#""op": "connect", "inputs": ["first", "keyed"], "function": "flatMap", "keyBy": true"#,
            Operation::Connect { key_by: true, function: ConnectFunction::FlatMap },
        ),
        (
            r#""op": "connect", "inputs": ["first", "keyed"], "function": "process""#,
            Operation::Connect { key_by: false, function: ConnectFunction::Process },
        ),
        (
            r#""op": "connect", "inputs": ["first", "keyed"], "function": "transform", "name": "T""#,
            Operation::Connect { key_by: false, function: ConnectFunction::Transform(plain) },
        ),
        (r#""op": "addSink", "input": "first""#, Operation::AddSink),
        (r#""op": "print", "input": "first""#, Operation::Print),
        (r#""op": "printToErr", "input": "first""#, Operation::PrintToErr),
        (r#""op": "discard", "input": "first""#, Operation::Discard),
        (r#""op": "sinkTo", "input": "first""#, Operation::SinkTo(SinkTopology::default())),
        (
            r#""op": "sinkTo", "input": "first", "writerState": false, "committer": false"#,
            Operation::SinkTo(SinkTopology::default()),
        ),
    ];
    let entries: Vec<String> = std::iter::once(r#"{"op": "fromSource", "id": "first"}"#.to_owned())
        .chain(table.iter().map(|(entry, _)| format!("{{{entry}}}")))
        .collect();
    let entries: Vec<&str> = entries.iter().map(String::as_str).collect();
    let definition = read(&pipeline(&entries));
    for ((entry, expected), operator) in table.iter().zip(&definition.operators[1..]) {
        assert_eq!(operator.operation, *expected, "{entry}");
    }
}

#[test]
fn setters_hold_what_was_written_even_if_flink_refuses_it() {
    let definition = read(&pipeline(&[
        r#"{"op": "fromSource"}"#,
        r#"{"op": "map", "name": "N", "uid": "", "uidHash": "xyz", "description": "D", "parallelism": 0,
            "maxParallelism": 99999, "slotSharingGroup": "g", "bufferTimeout": -5, "disableChaining": true,
            "startNewChain": false, "forceNonParallel": true, "metricVariables": {"a": "x", "b": ""}}"#,
        r#"{"op": "print"}"#,
    ]));
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        definition.operators[1].options,
        OperatorOptions {
            name: text("N"),
            uid: text(""),
            uid_hash: text("xyz"),
            description: text("D"),
            parallelism: Some(0),
            max_parallelism: Some(99999),
            slot_sharing_group: Some(SlotSharingGroupOption::Name("g".to_owned())),
            buffer_timeout: Some(-5),
            disable_chaining: true,
            start_new_chain: false,
            force_non_parallel: true,
            co_location_group: None,
            managed_memory_operator: Vec::new(),
            managed_memory_slot: Vec::new(),
            metric_variables: vec![("a".to_owned(), "x".to_owned()), ("b".to_owned(), String::new())],
        }
    );
    assert_eq!(definition.operators[2].options, OperatorOptions::default());
}

#[test]
fn entries_and_their_fields_have_a_place_in_the_text() {
    let text = pipeline(&[r#"{"op": "fromSource"}"#, r#"  {"op": "map", "parallelism" : 2, "name": "é"}"#]);
    let definition = read(&text);
    let shown = |span: Option<Span>| span.map(|Span { start, end }| &text[start..end]);
    let place = |field| Place::Operator { index: 1, field };
    assert_eq!(
        shown(definition.span_of(&place(None))),
        Some(r#"{"op": "map", "parallelism" : 2, "name": "é"}"#)
    );
    assert_eq!(shown(definition.span_of(&place(Some("parallelism")))), Some(r#""parallelism" : 2"#));
    assert_eq!(shown(definition.operators[1].field_span("name")), Some(r#""name": "é""#));
    assert_eq!(shown(definition.operators[1].field_span("uid")), None);
}
