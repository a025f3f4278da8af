//! What the model holds of a text.

use planscope::flink::{ChainingStrategy, ManagedMemoryUseCase, Place, StreamExchangeMode};
use planscope::frontend::{
    ConnectFunction, Operation, OperatorOptions, PartitionCall, PartitionWindowFunction, SinkTopology,
    SlotSharingGroupOption, Span, TopologyOperator, TransformOptions, WindowAssigner, WindowFunction,
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
        (r#""op": "fromCollection""#, Operation::FromCollection),
        (r#""op": "createInput""#, Operation::CreateInput),
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
        (r#""op": "project""#, Operation::Project),
        (r#""op": "assignTimestampsAndWatermarks""#, Operation::AssignTimestampsAndWatermarks),
        (r#""op": "unorderedWait""#, Operation::UnorderedWait),
        (r#""op": "orderedWait""#, Operation::OrderedWait),
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
        (r#""op": "minBy", "input": "keyed""#, Operation::MinBy),
        (r#""op": "maxBy", "input": "keyed""#, Operation::MaxBy),
        (
            r#""op": "window", "input": "keyed", "assigner": {"type": "GlobalWindows"}, "function": "reduce""#,
            Operation::Window { assigner: WindowAssigner::GlobalWindows, function: WindowFunction::Reduce },
        ),
        (
            r#""op": "windowAll", "assigner": {"type": "SlidingEventTimeWindows", "size": 9, "slide": 3},
               "function": "apply""#,
            Operation::WindowAll {
                assigner: WindowAssigner::SlidingEventTimeWindows { size: 9, slide: 3 },
                function: WindowFunction::Apply,
            },
        ),
        (
            r#""op": "countWindow", "input": "keyed", "size": 4, "function": "sum""#,
            Operation::CountWindow { size: 4, slide: None, function: WindowFunction::Sum },
        ),
        (
            r#""op": "countWindowAll", "size": 4, "slide": 2, "function": "process""#,
            Operation::CountWindowAll { size: 4, slide: Some(2), function: WindowFunction::Process },
        ),
        (
            r#""op": "fullWindowPartition", "function": "sortPartition""#,
            Operation::FullWindowPartition { function: PartitionWindowFunction::SortPartition },
        ),
        (r#""op": "cache""#, Operation::Cache),
        (
            r#""op": "reinterpretAsKeyedStream", "input": "first""#,
            partition(PartitionCall::ReinterpretAsKeyedStream),
        ),
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
        (r#""op": "connectBroadcast", "inputs": ["keyed", "first"]"#, Operation::ConnectBroadcast),
        (r#""op": "intervalJoin", "inputs": ["keyed", "keyed"]"#, Operation::IntervalJoin),
        (
            r#""op": "join", "inputs": ["first", "keyed"], "assigner": {"type": "EventTimeSessionWindows", "gap": 1}"#,
            Operation::Join { assigner: WindowAssigner::EventTimeSessionWindows { gap: 1 } },
        ),
        (
            r#""op": "coGroup", "inputs": ["first", "keyed"],
               "assigner": {"type": "TumblingProcessingTimeWindows", "size": 7}"#,
            Operation::CoGroup { assigner: WindowAssigner::TumblingProcessingTimeWindows { size: 7 } },
        ),
        (
            r#""op": "multipleInput", "inputs": ["first", "keyed", "first"], "name": "M""#,
            Operation::MultipleInput { keyed: false, factory: plain },
        ),
        (
            r#""op": "multipleInput", "inputs": ["keyed"], "name": "M", "keyed": true"#,
            Operation::MultipleInput { keyed: true, factory: plain },
        ),
        (r#""op": "addSink", "input": "first""#, Operation::AddSink),
        (r#""op": "writeUsingOutputFormat", "input": "first""#, Operation::WriteUsingOutputFormat),
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
            stream_node_ids: Vec::new(),
        }
    );
    assert_eq!(definition.operators[2].options, OperatorOptions::default());
}

#[test]
fn a_sink_holds_its_topologies_even_empty_ones() {
    let definition = read(&pipeline(&[
        r#"{"op": "fromSource"}"#,
        r#"{"op": "sinkTo", "writerState": true, "committer": true, "preWrite": [],
            "preCommit": [{"op": "keyBy"}, {"op": "map", "name": "N", "parallelism": 2}]}"#,
    ]));
    let key_by = Operation::Partition { call: PartitionCall::KeyBy, exchange_mode: None };
    let options =
        OperatorOptions { name: Some("N".to_owned()), parallelism: Some(2), ..OperatorOptions::default() };
    assert_eq!(
        definition.operators[1].operation,
        Operation::SinkTo(SinkTopology {
            writer_state: true,
            committer: true,
            pre_write: Some(Vec::new()),
            pre_commit: Some(vec![
                TopologyOperator {
                    operation: key_by,
                    options: OperatorOptions::default(),
                    takes_parallelism_unconfigured: false,
                },
                TopologyOperator {
                    operation: Operation::Map,
                    options,
                    takes_parallelism_unconfigured: false,
                },
            ]),
            post_commit: None,
            ..SinkTopology::default()
        })
    );
}

#[test]
fn resources_and_managed_memory_are_held_as_written() {
    let definition = read(&pipeline(&[
        r#"{"op": "fromSource"}"#,
        r#"{"op": "map", "coLocationGroup": "c",
            "slotSharingGroup": {"name": "g", "cpuCores": 0.5, "taskHeapMb": -1, "taskOffHeapMb": 0, "managedMb": 7},
            "managedMemory": {"operator": {"PYTHON": 3, "OPERATOR": 0}, "slot": ["STATE_BACKEND"]}}"#,
        r#"{"op": "map", "slotSharingGroup": {"name": "g"}}"#,
    ]));
    let group = |cpu_cores, task_heap_mb, task_off_heap_mb, managed_mb| {
        let name = "g".to_owned();
        Some(SlotSharingGroupOption::Resources {
            name,
            cpu_cores,
            task_heap_mb,
            task_off_heap_mb,
            managed_mb,
        })
    };
    assert_eq!(
        definition.operators[1].options,
        OperatorOptions {
            co_location_group: Some("c".to_owned()),
            slot_sharing_group: group(Some(0.5), Some(-1), Some(0), Some(7)),
            managed_memory_operator: vec![
                (ManagedMemoryUseCase::Python, 3),
                (ManagedMemoryUseCase::Operator, 0)
            ],
            managed_memory_slot: vec![ManagedMemoryUseCase::StateBackend],
            ..OperatorOptions::default()
        }
    );
    assert_eq!(definition.operators[2].options.slot_sharing_group, group(None, None, None, None));
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
