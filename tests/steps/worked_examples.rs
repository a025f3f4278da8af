//! The examples by which the graphs are usually taught, step by step.

use planscope::explain::{Element, Phase, letter};
use planscope::flink::TransformationId;
use planscope::job_graph::Decision as JobGraphDecision;
use planscope::planner::Decision;
use planscope::stream_graph::StreamNodeIndex;

use super::{Explained, explained, short};

/// The sentences of a phase, each indented by the depth of Flink's recursion.
fn told(explained: &Explained, phase: Phase) -> Vec<String> {
    let steps = explained.explanation.steps.iter().filter(|step| step.phase == phase);
    steps.map(|step| format!("{}{}", "  ".repeat(step.depth as usize), step.sentence)).collect()
}

#[test]
fn a_virtual_node_between_two_maps_leaves_its_partitioner_on_the_edge() {
    // Map-1 → HashPartition-2 → Map-3
    let maps = explained(
        r#"{"operators": [{"op": "fromSource"}, {"op": "map", "name": "Map-1"},
            {"op": "keyBy", "id": "HashPartition-2"}, {"op": "map", "name": "Map-3"}]}"#,
    );
    let graph = &maps.plan.stream_graph;
    let nodes: Vec<_> = graph.nodes_by_id().iter().map(|&node| graph.graph[node].id.0).collect();
    assert_eq!(nodes, [1, 2, 4], "the partitioning is Transformation 3 and no node");
    let (id, virtual_node) = graph.virtual_partition_nodes.first_key_value().expect("one virtual node");
    assert_eq!((id.0, virtual_node.original.0, virtual_node.transformation.0), (5, 2, 3));
    assert_eq!(
        told(&maps, Phase::Translate)[8..],
        [
            "Map-3 (#4) is to be translated; its inputs come first: Partition (#3).",
            "  Partition (#3) is to be translated; its inputs come first: Map-1 (#2).",
            "    Map-1 (#2) was translated before; it is known as Map-1 (2).",
            "  Partition (#3) becomes no StreamNode: virtual node 5 says that whoever reads it reads Map-1 (2) with HASH.",
            "  Partition (#3) is translated; whoever reads it reads virtual node 5.",
            "Map-3 (#4) becomes StreamNode 4, run by OneInputStreamTask.",
            "On the way to Map-3 (4), virtual node 5 stands for Map-1 (2): the edge takes its partitioner HASH.",
            "StreamEdge Map-1 (2) → Map-3 (4) is added with HASH: the program set it.",
            "Map-3 (#4) is translated; whoever reads it reads Map-3 (4).",
        ]
    );
}

#[test]
fn of_two_virtual_nodes_the_one_nearer_the_consumer_gives_the_partitioner() {
    let maps = explained(
        r#"{"operators": [{"op": "fromSource"}, {"op": "rebalance"}, {"op": "broadcast"}, {"op": "map"}]}"#,
    );
    let resolved: Vec<_> = maps.steps_of("addEdgeInternal").map(|step| step.sentence.as_str()).collect();
    assert_eq!(
        resolved,
        [
            "On the way to Map (4), virtual node 6 stands for virtual node 5: the edge takes its partitioner BROADCAST.",
            "On the way to Map (4), virtual node 5 stands for Source: Source (1): its partitioner REBALANCE is passed over \
             for the one nearer Map (4).",
        ]
    );
}

const WORD_COUNT: &str = r#"{"operators": [{"op": "socketTextStream"}, {"op": "flatMap"}, {"op": "keyBy"}, {"op": "sum"}, {"op": "print"}]}"#;

#[test]
fn word_count_has_four_nodes_two_chains_and_one_job_edge() {
    let word_count = explained(WORD_COUNT);
    let graph = &word_count.plan.stream_graph;
    let ids: Vec<_> = graph.nodes_by_id().iter().map(|&node| graph.graph[node].id.0).collect();
    assert_eq!(ids, [1, 2, 4, 5], "keyBy is Transformation 3 and becomes the virtual node 6");
    assert_eq!(graph.virtual_partition_nodes.keys().map(|id| id.0).collect::<Vec<_>>(), [6]);
    assert_eq!((graph.sources.len(), graph.sinks.len()), (1, 1));
    let edges =
        graph.graph.edge_weights().map(|edge| (edge.source.0, edge.target.0, edge.partitioner.to_string()));
    let edges: Vec<_> = edges.collect();
    assert_eq!(edges, [(1, 2, "FORWARD".into()), (2, 4, "HASH".into()), (4, 5, "FORWARD".into())]);

    let job_graph = &word_count.plan.job_graph;
    let vertices = job_graph.topological.iter().map(|&vertex| {
        let vertex = &job_graph.graph[vertex];
        (vertex.name.as_str(), vertex.id.to_string())
    });
    assert_eq!(
        vertices.collect::<Vec<_>>(),
        [
            ("Source: Socket Stream -> Flat Map", "cbc357ccb763df2852fee8c4fc7d55f2".to_owned()),
            ("Keyed Aggregation -> Sink: Print to Std. Out", "90bea66de1c231edf33913ecd54406c1".to_owned()),
        ]
    );
    assert_eq!(
        told(&word_count, Phase::Connect),
        [
            "JobVertex A gets data set 0 for Flat Map (2) → Keyed Aggregation (4), PIPELINED_BOUNDED.",
            "JobEdge from A to B: HASH, ALL_TO_ALL.",
        ]
    );
}

#[test]
fn word_count_is_hashed_breadth_first_to_the_published_ids() {
    let word_count = explained(WORD_COUNT);
    let hashes = word_count.decisions.iter().filter_map(|decision| match decision {
        Decision::JobGraph(JobGraphDecision::Hash { node, hash, .. }) => {
            Some((word_count.plan.stream_graph.graph[*node].id.0, hash.to_string()))
        }
        _ => None,
    });
    assert_eq!(
        hashes.collect::<Vec<_>>(),
        [
            (1, "cbc357ccb763df2852fee8c4fc7d55f2".to_owned()),
            (2, "7df19f87deec5680128845fd9a6ca18d".to_owned()),
            (4, "90bea66de1c231edf33913ecd54406c1".to_owned()),
            (5, "17fbfcaabad45985bbdf4da0490487e3".to_owned()),
        ]
    );
}

/// The calls of `createChain` as they go down, the questions that they ask, and the way back.
fn chain_walk(explained: &Explained) -> Vec<String> {
    let graph = &explained.plan.stream_graph;
    let name = |node: StreamNodeIndex| short(&graph.graph[node].name).to_owned();
    let job_graph = &explained.plan.job_graph;
    let position = |vertex| job_graph.topological.iter().position(|&other| other == vertex);
    let lines = explained.decisions.iter().filter_map(|decision| {
        let Decision::JobGraph(decision) = decision else { return None };
        let (depth, line) = match decision {
            JobGraphDecision::CreateChain { node, chain_index, start, depth } => {
                (depth, format!("createChain({}, {chain_index}, start {})", name(*node), name(*start)))
            }
            JobGraphDecision::ChainExists { start, depth } => (depth, format!("{} exists", name(*start))),
            JobGraphDecision::IsChainable { edge, chainability, depth } => {
                (depth, format!("{}: {}", explained.ends(*edge), chainability.holds()))
            }
            JobGraphDecision::ChainReturned { node, start, vertex: None, depth, .. } => {
                (depth, format!("back at {}, kept for {}", name(*node), name(*start)))
            }
            JobGraphDecision::ChainReturned {
                node,
                vertex: Some(vertex),
                transitive_out_edges,
                depth,
                ..
            } => {
                let letter = letter(position(*vertex).expect("every vertex is in topological order"));
                let leaving: Vec<_> = transitive_out_edges.iter().map(|&edge| explained.ends(edge)).collect();
                (depth, format!("back at {}: {letter} is born, {leaving:?} leave it", name(*node)))
            }
            _ => return None,
        };
        Some(format!("{}{line}", "  ".repeat(*depth as usize)))
    });
    lines.collect()
}

#[test]
fn create_chain_goes_down_to_the_sink_and_makes_vertices_on_the_way_back() {
    // Source(1) → Map(2) → Filter(3) =keyBy⇒ Sum(4) → Sink(5)
    let walk = explained(
        r#"{"operators": [{"op": "fromSource", "name": "1"}, {"op": "map", "name": "2"}, {"op": "filter", "name": "3"},
            {"op": "keyBy"}, {"op": "sum", "name": "4"}, {"op": "print", "name": "5"}]}"#,
    );
    assert_eq!(
        chain_walk(&walk),
        [
            "createChain(1, 1, start 1)",
            "1 → 2: true",
            "  createChain(2, 2, start 1)",
            "  2 → 3: true",
            "    createChain(3, 3, start 1)",
            "    3 → 4: false",
            "      createChain(4, 1, start 4)",
            "      4 → 5: true",
            "        createChain(5, 2, start 4)",
            "        back at 5, kept for 4",
            "      back at 4: B is born, [] leave it",
            "    back at 3, kept for 1",
            "  back at 2, kept for 1",
            "back at 1: A is born, [\"3 → 4\"] leave it",
        ]
    );
    assert_eq!(
        told(&walk, Phase::Chain).iter().filter(|line| line.contains("born")).collect::<Vec<_>>(),
        [
            "      Back at 4 (5), the head of its chain: JobVertex B is born.",
            "Back at Source: 1 (1), the head of its chain: JobVertex A is born.",
        ]
    );
}

#[test]
fn chained_outputs_are_followed_before_those_that_leave_the_chain() {
    let walk = explained(
        r#"{"operators": [{"op": "fromSource", "name": "1", "id": "s"}, {"op": "rebalance"}, {"op": "print", "name": "2"},
            {"op": "map", "name": "3", "input": "s"}]}"#,
    );
    assert_eq!(
        chain_walk(&walk),
        [
            "createChain(1, 1, start 1)",
            "1 → 2: false",
            "1 → 3: true",
            "  createChain(3, 2, start 1)",
            "  back at 3, kept for 1",
            "  createChain(2, 1, start 2)",
            "  back at 2: B is born, [] leave it",
            "back at 1: A is born, [\"1 → 2\"] leave it",
        ]
    );
}

#[test]
fn a_chain_that_is_reached_twice_is_made_once() {
    let walk = explained(
        r#"{"operators": [{"op": "fromSource", "name": "1", "id": "s"}, {"op": "union", "inputs": ["s", "s"]},
            {"op": "print", "name": "2"}]}"#,
    );
    assert_eq!(
        chain_walk(&walk),
        [
            "createChain(1, 1, start 1)",
            "1 → 2: false",
            "1 → 2: false",
            "  createChain(2, 1, start 2)",
            "  back at 2: B is born, [] leave it",
            "  2 exists",
            "back at 1: A is born, [\"1 → 2\", \"1 → 2\"] leave it",
        ]
    );
}

#[test]
fn a_node_whose_slow_input_has_no_hash_yet_is_tried_again() {
    let waits = explained(
        r#"{"operators": [{"op": "fromSource", "name": "a"}, {"op": "map", "name": "b"}, {"op": "map", "name": "c", "id": "slow"},
            {"op": "fromSource", "name": "d", "id": "fast"}, {"op": "union", "inputs": ["slow", "fast"]},
            {"op": "map", "name": "e"}]}"#,
    );
    let told = told(&waits, Phase::Hash);
    assert_eq!(
        told,
        [
            "Source: a (1) gets its id from its place in the graph: it has no uid.",
            "Source: d (4) gets its id from its place in the graph: it has no uid.",
            "b (2) gets its id from its place in the graph: it has no uid.",
            "e (6) has to wait: its input c (3) has no hash yet.",
            "c (3) gets its id from its place in the graph: it has no uid.",
            "e (6) gets its id from its place in the graph: it has no uid.",
        ]
    );
}

#[test]
fn elements_are_born_at_the_step_that_makes_them() {
    let word_count = explained(WORD_COUNT);
    let born = |element| {
        let step = word_count.explanation.births[&element];
        word_count.explanation.steps[step - 1].method
    };
    assert_eq!(born(Element::StreamNode(TransformationId(1))), "StreamGraph.addOperator");
    assert_eq!(born(Element::VirtualNode(TransformationId(6))), "StreamGraph.addVirtualPartitionNode");
    assert!(!word_count.explanation.births.contains_key(&Element::Transformation(TransformationId(1))));
}

#[test]
fn a_source_that_runs_inside_another_vertex_says_why() {
    let joined = explained(
        r#"{"operators": [{"op": "fromSource", "name": "left", "id": "left"}, {"op": "fromSource", "name": "right"},
            {"op": "multipleInput", "inputs": ["left", "left"], "name": "twice", "chaining": "HEAD_WITH_SOURCES"},
            {"op": "fromSource", "name": "a", "id": "a"}, {"op": "fromSource", "name": "b", "id": "b"},
            {"op": "multipleInput", "inputs": ["a", "b"], "name": "both", "chaining": "HEAD_WITH_SOURCES"}]}"#,
    );
    let steps: Vec<_> = joined.steps_of("buildChainedInputsAndGetHeadInputs").collect();
    let sentences: Vec<_> = steps.iter().map(|step| step.sentence.as_str()).collect();
    assert_eq!(
        sentences,
        [
            "Source: a (4) runs inside the vertex of both (6), which takes sources in: it is a source with this one output, \
             and every condition on the edge holds.",
            "Source: b (5) runs inside the vertex of both (6), which takes sources in: it is a source with this one output, \
             and every condition on the edge holds.",
        ],
        "a source with two outputs heads a vertex of its own"
    );
    assert!(steps.iter().all(|step| step.facts.iter().all(|fact| fact.holds == Some(true))));
}
