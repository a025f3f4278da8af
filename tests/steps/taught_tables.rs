//! The tables by which the construction of the graphs is usually taught, row by row, with what Flink 2.2 really does.

use planscope::explain::Phase;
use planscope::flink::{
    ChainingStrategy, DistributionPattern, ResultPartitionType, StreamExchangeMode, StreamPartitioner,
};
use planscope::job_graph::{Decision as JobGraphDecision, HashRule};
use planscope::planner::Decision;
use planscope::stream_graph::StreamNodeIndex;
use planscope::transformation::Transformations;

use super::{Explained, explained, refused, short};

/// Each call that makes a Transformation, with the class that it makes.
const CALLS: &[(&str, &str)] = &[
    (r#"{"op": "map"}"#, "OneInputTransformation"),
    (r#"{"op": "flatMap"}"#, "OneInputTransformation"),
    (r#"{"op": "filter"}"#, "OneInputTransformation"),
    (r#"{"op": "process"}"#, "OneInputTransformation"),
    (r#"{"op": "transform", "name": "own"}"#, "OneInputTransformation"),
    (r#"{"op": "assignTimestampsAndWatermarks"}"#, "TimestampsAndWatermarksTransformation"),
    (r#"{"op": "keyBy"}, {"op": "map"}"#, "PartitionTransformation"),
    (r#"{"op": "rebalance"}, {"op": "map"}"#, "PartitionTransformation"),
    (r#"{"op": "shuffle"}, {"op": "map"}"#, "PartitionTransformation"),
    (r#"{"op": "broadcast"}, {"op": "map"}"#, "PartitionTransformation"),
    (r#"{"op": "rescale"}, {"op": "map"}"#, "PartitionTransformation"),
    (r#"{"op": "global"}, {"op": "map"}"#, "PartitionTransformation"),
    (r#"{"op": "forward"}, {"op": "map"}"#, "PartitionTransformation"),
    (r#"{"op": "partitionCustom"}, {"op": "map"}"#, "PartitionTransformation"),
    (r#"{"op": "union", "inputs": ["s", "s"]}, {"op": "map"}"#, "UnionTransformation"),
    (r#"{"op": "connect", "inputs": ["s", "s"], "function": "map"}"#, "TwoInputTransformation"),
    (r#"{"op": "connectBroadcast", "inputs": ["s", "s"]}"#, "BroadcastStateTransformation"),
    (
        r#"{"op": "keyBy", "id": "k"}, {"op": "connectBroadcast", "inputs": ["k", "s"]}"#,
        "KeyedBroadcastStateTransformation",
    ),
    (r#"{"op": "keyBy"}, {"op": "reduce"}"#, "ReduceTransformation"),
    // Often said to be a OneInputTransformation: it is a reduce under another name.
    (r#"{"op": "keyBy"}, {"op": "sum"}"#, "ReduceTransformation"),
    (
        r#"{"op": "process"}, {"op": "getSideOutput", "tag": "late"}, {"op": "map"}"#,
        "SideOutputTransformation",
    ),
    (r#"{"op": "addSource"}, {"op": "map"}"#, "LegacySourceTransformation"),
    (r#"{"op": "map"}"#, "SourceTransformation"),
    (r#"{"op": "addSink"}"#, "LegacySinkTransformation"),
    (r#"{"op": "sinkTo"}"#, "SinkTransformation"),
    (r#"{"op": "map"}, {"op": "cache"}, {"op": "map"}"#, "CacheTransformation"),
];

#[test]
fn each_call_makes_the_transformation_of_its_row() {
    for (calls, class) in CALLS {
        let plan = explained(&format!(r#"{{"operators": [{{"op": "fromSource", "id": "s"}}, {calls}]}}"#));
        let mut nodes = plan.plan.transformations.graph.node_weights();
        assert!(nodes.any(|transformation| transformation.kind.class_name() == *class), "{calls}: {class}");
    }
}

/// The names and classes of the environment's list, in order.
fn list(transformations: &Transformations) -> Vec<(&str, &'static str)> {
    let roots = transformations.roots.iter();
    roots
        .map(|&root| {
            let transformation = &transformations.graph[root];
            (transformation.name.as_str(), transformation.kind.class_name())
        })
        .collect()
}

#[test]
fn the_word_count_of_older_texts_has_four_transformations_in_the_list() {
    // Older texts call all but the sink OneInputTransformation; now the reduce has a class of its own.
    let plan = explained(
        r#"{"operators": [{"op": "addSource"}, {"op": "flatMap"}, {"op": "map"}, {"op": "keyBy"}, {"op": "reduce"},
            {"op": "addSink", "name": "out"}]}"#,
    );
    assert_eq!(
        list(&plan.plan.transformations),
        [
            ("Flat Map", "OneInputTransformation"),
            ("Map", "OneInputTransformation"),
            ("Keyed Reduce", "ReduceTransformation"),
            ("out", "LegacySinkTransformation"),
        ],
        "the source and keyBy are only inputs of these"
    );
    let told: Vec<_> = plan
        .steps_of("StreamGraphGenerator.transform")
        .map(|step| format!("{}{}", "  ".repeat(step.depth as usize), step.sentence))
        .collect();
    assert_eq!(
        told,
        [
            "Flat Map (#2) is to be translated; its inputs come first: Custom Source (#1).",
            "  Custom Source (#1) has no inputs, so it is translated at once.",
            "  Custom Source (#1) is translated; whoever reads it reads Source: Custom Source (1).",
            "Flat Map (#2) is translated; whoever reads it reads Flat Map (2).",
            "Map (#3) is to be translated; its inputs come first: Flat Map (#2).",
            "  Flat Map (#2) was translated before; it is known as Flat Map (2).",
            "Map (#3) is translated; whoever reads it reads Map (3).",
            "Keyed Reduce (#5) is to be translated; its inputs come first: Partition (#4).",
            "  Partition (#4) is to be translated; its inputs come first: Map (#3).",
            "    Map (#3) was translated before; it is known as Map (3).",
            "  Partition (#4) is translated; whoever reads it reads virtual node 7.",
            "Keyed Reduce (#5) is translated; whoever reads it reads Keyed Reduce (5).",
            "out (#6) is to be translated; its inputs come first: Keyed Reduce (#5).",
            "  Keyed Reduce (#5) was translated before; it is known as Keyed Reduce (5).",
            "out (#6) is translated; whoever reads it reads Sink: out (6).",
        ]
    );
}

#[test]
fn the_virtual_node_between_map_1_and_map_3_is_number_4() {
    // In the text Map-1 is Transformation 1: it is a source here.
    let maps = explained(
        r#"{"operators": [{"op": "fromSource", "name": "Map-1"}, {"op": "keyBy"}, {"op": "map", "name": "Map-3"}]}"#,
    );
    let graph = &maps.plan.stream_graph;
    let virtual_nodes: Vec<_> =
        graph.virtual_partition_nodes.iter().map(|(id, node)| (id.0, node.original.0)).collect();
    assert_eq!(virtual_nodes, [(4, 1)]);
    let edges: Vec<_> = graph.graph.edge_weights().map(|edge| (edge.source.0, edge.target.0)).collect();
    assert_eq!(edges, [(1, 3)], "addEdge(4 → 3) becomes the edge from 1 to 3");
    let told: Vec<_> = maps.steps_of("addEdgeInternal").map(|step| step.sentence.as_str()).collect();
    assert_eq!(
        told,
        [
            "On the way to Map-3 (3), virtual node 4 stands for Source: Map-1 (1): the edge takes its partitioner HASH."
        ]
    );
}

#[test]
fn the_partitioner_is_that_of_one_of_three_rows() {
    for (calls, config, expected) in [
        (r#"{"op": "map"}"#, "{}", ("FORWARD", "forward-for-equal-parallelism")),
        (
            r#"{"op": "map"}"#,
            r#"{"execution.runtime-mode": "BATCH"}"#,
            ("FORWARD", "forward-for-unspecified"),
        ),
        (r#"{"op": "map", "parallelism": 2}"#, "{}", ("REBALANCE", "rebalance-for-different-parallelism")),
        (r#"{"op": "broadcast"}, {"op": "map"}"#, "{}", ("BROADCAST", "explicit-partitioner")),
    ] {
        let text = format!(r#"{{"config": {config}, "operators": [{{"op": "fromSequence"}}, {calls}]}}"#);
        let plan = explained(&text);
        let step = plan.steps_of("createActualEdge").next().expect("an edge is made");
        let edge = plan.plan.stream_graph.graph.edge_weights().next().expect("an edge");
        assert_eq!((edge.partitioner.to_string().as_str(), step.rule.code()), expected, "{text}");
    }
    let refusal = refused(
        r#"{"operators": [{"op": "fromSequence"}, {"op": "forward"}, {"op": "map", "parallelism": 2}]}"#,
    );
    assert_eq!(refusal.exception, "java.lang.UnsupportedOperationException");
}

#[test]
fn two_edges_between_the_same_nodes_are_told_apart_by_a_number() {
    let plan = explained(
        r#"{"operators": [{"op": "fromSource", "id": "s"}, {"op": "union", "inputs": ["s", "s"]}, {"op": "map"}]}"#,
    );
    let numbers: Vec<_> = plan.plan.stream_graph.graph.edge_weights().map(|edge| edge.unique_id).collect();
    assert_eq!(numbers, [0, 1]);
}

/// A keyed pipeline whose source ends, in this mode.
fn keyed(mode: &str) -> Explained {
    explained(&format!(
        r#"{{"config": {{"execution.runtime-mode": "{mode}", "execution.checkpointing.interval": "10 s"}},
            "operators": [{{"op": "fromSequence"}}, {{"op": "keyBy"}}, {{"op": "sum"}}, {{"op": "print"}}]}}"#
    ))
}

#[test]
fn streaming_and_batch_differ_in_every_row() {
    let (streaming, batch) = (keyed("STREAMING"), keyed("BATCH"));
    let rows = |explained: &Explained| {
        let graph = &explained.plan.stream_graph;
        let sum = graph.graph.node_weights().find(|node| node.state_partitioners > 0).expect("the sum");
        (
            graph.job_type.name(),
            graph.global_exchange_mode.name(),
            graph.all_vertices_in_same_slot_sharing_group_by_default,
            graph.graph.edge_weights().map(|edge| edge.buffer_timeout).max(),
            !sum.input_requirements.is_empty(),
            explained.plan.job_graph.slot_sharing_groups.len(),
        )
    };
    assert_eq!(rows(&streaming), ("STREAMING", "ALL_EDGES_PIPELINED", true, Some(100), false, 1));
    assert_eq!(rows(&batch), ("BATCH", "ALL_EDGES_BLOCKING", false, Some(-1), true, 2));
}

#[test]
fn a_source_that_never_ends_forbids_batch_and_makes_automatic_streaming() {
    let job = |mode: &str, source: &str| {
        format!(
            r#"{{"config": {{"execution.runtime-mode": "{mode}"}}, "operators": [{{"op": "{source}"}}, {{"op": "print"}}]}}"#
        )
    };
    assert_eq!(refused(&job("BATCH", "fromSource")).exception, "java.lang.IllegalStateException");
    for (source, expected) in [("fromSource", "STREAMING"), ("fromSequence", "BATCH")] {
        let plan = explained(&job("AUTOMATIC", source));
        assert_eq!(plan.plan.stream_graph.job_type.name(), expected, "{source}");
        let first = &plan.explanation.steps[0];
        assert_eq!((first.phase, first.rule.code()), (Phase::Translate, "runtime-mode"));
        assert!(first.sentence.starts_with(&format!("The job runs as {expected}: ")), "{}", first.sentence);
    }
}

#[test]
fn a_strategy_chains_upwards_and_downwards_as_its_row_says() {
    for (strategy, chains_up, chains_to_a_source, chains_down) in [
        (ChainingStrategy::Always, true, true, true),
        (ChainingStrategy::Never, false, false, false),
        (ChainingStrategy::Head, false, false, true),
        (ChainingStrategy::HeadWithSources, false, true, true),
    ] {
        let text = format!(
            r#"{{"operators": [{{"op": "fromSource"}}, {{"op": "transform", "name": "first", "chaining": "{strategy}"}},
                {{"op": "map"}}, {{"op": "transform", "name": "second", "chaining": "{strategy}"}}, {{"op": "print"}}]}}"#
        );
        let plan = explained(&text);
        let chains: Vec<_> = plan.plan.job_graph.chainability.iter().map(|edge| edge.holds()).collect();
        let expected = [chains_to_a_source, chains_down, chains_up, chains_down];
        assert_eq!(chains, expected, "{strategy}");
    }
}

#[test]
fn the_nine_rows_of_create_chain() {
    // Source(1) → Map(2) → Filter(3) =keyBy⇒ Sum(4) → Sink(5)
    let walk = explained(
        r#"{"operators": [{"op": "fromSource", "name": "1"}, {"op": "map", "name": "2"}, {"op": "filter", "name": "3"},
            {"op": "keyBy"}, {"op": "sum", "name": "4"}, {"op": "print", "name": "5"}]}"#,
    );
    let name = |node: StreamNodeIndex| short(&walk.plan.stream_graph.graph[node].name);
    let mut rows = Vec::new();
    for decision in &walk.decisions {
        let Decision::JobGraph(decision) = decision else { continue };
        match decision {
            JobGraphDecision::CreateChain { node, chain_index, start, .. } => {
                let chain = if name(*start) == "1" { "A" } else { "B" };
                rows.push(format!("createChain({}, idx={chain_index}, {chain})", name(*node)));
            }
            JobGraphDecision::IsChainable { edge, chainability, .. } => {
                let row = rows.last_mut().expect("a call asks");
                let chains = if chainability.holds() { "chains" } else { "does not chain" };
                row.push_str(&format!(": {} {chains}", walk.ends(*edge)));
            }
            // The fifth call comes back at once: the text gives both one row.
            JobGraphDecision::ChainReturned { node, start, vertex, transitive_out_edges, .. } => {
                let edges: Vec<_> = transitive_out_edges.iter().map(|&edge| walk.ends(edge)).collect();
                let what = match vertex {
                    Some(_) => "createJobVertex".to_owned(),
                    None => format!("kept for {}", name(*start)),
                };
                let row = format!("back at {}: {what}, hands up [{}]", name(*node), edges.join(", "));
                match name(*node) {
                    "5" => rows.last_mut().expect("the call of 5").push_str(&format!("; {row}")),
                    _ => rows.push(row),
                }
            }
            _ => {}
        }
    }
    assert_eq!(
        rows,
        [
            "createChain(1, idx=1, A): 1 → 2 chains",
            "createChain(2, idx=2, A): 2 → 3 chains",
            "createChain(3, idx=3, A): 3 → 4 does not chain",
            "createChain(4, idx=1, B): 4 → 5 chains",
            "createChain(5, idx=2, B); back at 5: kept for 4, hands up []",
            "back at 4: createJobVertex, hands up []",
            "back at 3: kept for 1, hands up [3 → 4]",
            "back at 2: kept for 1, hands up [3 → 4]",
            "back at 1: createJobVertex, hands up [3 → 4]",
        ]
    );
    let chains: Vec<_> = walk
        .plan
        .job_graph
        .topological
        .iter()
        .map(|&vertex| {
            let chain = &walk.plan.job_graph.graph[vertex].chain;
            chain.iter().map(|operator| name(operator.node)).collect::<Vec<_>>()
        })
        .collect();
    assert_eq!(chains, [vec!["1", "2", "3"], vec!["4", "5"]]);
}

#[test]
fn a_hash_without_uid_is_of_three_parts() {
    let plan = explained(
        r#"{"operators": [{"op": "fromSource", "name": "a", "id": "a"}, {"op": "fromSource", "name": "b", "id": "b"},
            {"op": "union", "inputs": ["a", "b"]} , {"op": "map", "name": "c", "id": "c"}, {"op": "print", "name": "d"},
            {"op": "print", "name": "e", "input": "c"}]}"#,
    );
    let name = |node: StreamNodeIndex| short(&plan.plan.stream_graph.graph[node].name).to_owned();
    let hash_of_c = plan.decisions.iter().find_map(|decision| match decision {
        Decision::JobGraph(JobGraphDecision::Hash { node, hash, rule }) if name(*node) == "c" => {
            Some((hash, rule))
        }
        _ => None,
    });
    let Some((hash, HashRule::Structure { ordinal, own, chainable_outputs, inputs })) = hash_of_c else {
        panic!("c has no uid")
    };
    assert_eq!((*ordinal, chainable_outputs.len()), (2, 2));
    assert_eq!(inputs.iter().map(|(input, _)| name(*input)).collect::<Vec<_>>(), ["a", "b"]);
    let mixed = inputs
        .iter()
        .fold(own.0, |hash, (_, input)| std::array::from_fn(|at| hash[at].wrapping_mul(37) ^ input.0[at]));
    assert_eq!(mixed, hash.0, "each input is mixed into every byte");
    let step = plan.steps_of("generateDeterministicHash").nth(2).expect("c is the third");
    let facts: Vec<_> = step.facts.iter().map(|fact| format!("{}: {}", fact.label, fact.value)).collect();
    assert_eq!(facts[0], "Ordinal: nodes hashed before it: 2");
    assert_eq!(facts[1], "Outputs that chain: Sink: d (5) and Sink: e (6)");
    assert_eq!(facts[2], "Bytes: 02 00 00 00, 3 times");
    assert_eq!(facts[3], format!("Hash of the bytes: {own}"));
}

#[test]
fn an_exchange_mode_gives_the_result_partition_type_of_its_row() {
    for (mode, expected) in [
        (StreamExchangeMode::Pipelined, ResultPartitionType::PipelinedBounded),
        (StreamExchangeMode::Batch, ResultPartitionType::Blocking),
        (StreamExchangeMode::HybridFull, ResultPartitionType::HybridFull),
        (StreamExchangeMode::HybridSelective, ResultPartitionType::HybridSelective),
        // The job decides; BATCH is blocking.
        (StreamExchangeMode::Undefined, ResultPartitionType::Blocking),
    ] {
        let plan = explained(&format!(
            r#"{{"config": {{"execution.runtime-mode": "BATCH"}}, "operators": [{{"op": "fromSequence"}},
                {{"op": "rebalance", "exchangeMode": "{mode}"}}, {{"op": "map"}}]}}"#
        ));
        let source = plan.plan.job_graph.topological[0];
        assert_eq!(plan.plan.job_graph.graph[source].outputs[0].partition_type, expected, "{mode}");
    }
}

#[test]
fn a_result_partition_type_is_read_as_its_row_says() {
    // Has to be read while it is written, may be, may be read again.
    for (partition_type, must, may, again) in [
        (ResultPartitionType::Pipelined, true, true, false),
        (ResultPartitionType::PipelinedBounded, true, true, false),
        (ResultPartitionType::PipelinedApproximate, false, true, false),
        (ResultPartitionType::Blocking, false, false, true),
        (ResultPartitionType::BlockingPersistent, false, false, true),
        (ResultPartitionType::HybridFull, false, true, true),
        (ResultPartitionType::HybridSelective, false, true, false),
    ] {
        let found = (
            partition_type.must_be_pipelined(),
            partition_type.can_be_pipelined(),
            partition_type.is_reconsumable(),
        );
        assert_eq!(found, (must, may, again), "{partition_type}");
    }
}

#[test]
fn forward_and_rescale_are_pointwise_and_all_others_all_to_all() {
    for (call, partitioner, pattern) in [
        ("forward", "FORWARD", DistributionPattern::Pointwise),
        ("rescale", "RESCALE", DistributionPattern::Pointwise),
        ("keyBy", "HASH", DistributionPattern::AllToAll),
        ("rebalance", "REBALANCE", DistributionPattern::AllToAll),
        ("broadcast", "BROADCAST", DistributionPattern::AllToAll),
        ("shuffle", "SHUFFLE", DistributionPattern::AllToAll),
        ("global", "GLOBAL", DistributionPattern::AllToAll),
        ("partitionCustom", "CUSTOM", DistributionPattern::AllToAll),
    ] {
        let plan = explained(&format!(
            r#"{{"operators": [{{"op": "fromSource"}}, {{"op": "{call}"}}, {{"op": "map", "startNewChain": true}}]}}"#
        ));
        let edge = plan.plan.job_graph.graph.edge_weights().next().expect("a JobEdge");
        assert_eq!(
            (edge.partitioner.to_string().as_str(), edge.distribution_pattern),
            (partitioner, pattern)
        );
    }
}

#[test]
fn a_shared_hybrid_selective_data_set_becomes_hybrid_full() {
    let plan = explained(
        r#"{"config": {"execution.runtime-mode": "BATCH", "execution.batch-shuffle-mode": "ALL_EXCHANGES_HYBRID_SELECTIVE",
            "jobmanager.scheduler": "Default"}, "operators": [{"op": "fromSequence"}, {"op": "rebalance", "id": "r"},
            {"op": "map", "name": "first"}, {"op": "map", "name": "second", "input": "r"}]}"#,
    );
    let steps: Vec<_> = plan.steps_of("createOrReuseOutput").collect();
    let told: Vec<_> = steps.iter().map(|step| (step.sentence.as_str(), step.rule.code())).collect();
    assert_eq!(
        told,
        [
            (
                "JobVertex A gets data set 0 for Source: Sequence Source (1) → first (3), HYBRID_SELECTIVE.",
                "output-reuse"
            ),
            (
                "Source: Sequence Source (1) → second (4) reads data set 0 of JobVertex A too: an equal output exists, and \
                 becomes HYBRID_FULL, so that it can be read more than once.",
                "hybrid-selective-upgrade"
            ),
        ]
    );
    let source = plan.plan.job_graph.topological[0];
    let outputs = &plan.plan.job_graph.graph[source].outputs;
    assert_eq!((outputs.len(), outputs[0].partition_type), (1, ResultPartitionType::HybridFull));
    assert_eq!(outputs[0].consumers.len(), 2);
}

#[test]
fn a_dynamic_graph_converts_its_placeholders_when_chains_are_known() {
    let plan = explained(
        r#"{"config": {"execution.runtime-mode": "BATCH"}, "operators": [
            {"op": "fromSequence"}, {"op": "map"}, {"op": "map", "startNewChain": true}]}"#,
    );
    let before: Vec<_> = plan.plan.stream_graph.graph.edge_weights().map(|edge| edge.partitioner).collect();
    assert_eq!(before, [StreamPartitioner::ForwardForUnspecified; 2]);
    assert_eq!(plan.plan.job_graph.partitioners, [StreamPartitioner::Forward, StreamPartitioner::Rescale]);
}

#[test]
fn a_graph_is_walked_from_data_sets_to_consumers_and_from_inputs_to_producers() {
    let plan = explained(
        r#"{"operators": [{"op": "socketTextStream"}, {"op": "flatMap"}, {"op": "keyBy"}, {"op": "sum"}, {"op": "print"}]}"#,
    );
    let job_graph = &plan.plan.job_graph;
    let [a, b] = job_graph.topological[..] else { panic!("two vertices") };
    let [edge] = job_graph.graph[a].outputs[0].consumers[..] else { panic!("one consumer") };
    assert_eq!(job_graph.graph.edge_endpoints(edge), Some((a, b)));
    assert_eq!(job_graph.graph[b].inputs, [edge]);
    assert_eq!(
        (job_graph.graph[a].invokable, job_graph.graph[b].invokable),
        ("SourceStreamTask", "OneInputStreamTask")
    );
}
