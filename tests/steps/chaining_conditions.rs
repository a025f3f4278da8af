//! Every condition of `isChainable`, failing in a small pipeline, with what it compared and what a person reads.

use planscope::flink::{ChainingStrategy, StreamExchangeMode, StreamPartitioner};
use planscope::job_graph::{ConditionCode, Operands};

use super::explained;

use ConditionCode::{
    ChainingEnabled, DownstreamStrategy, ForwardPartitioner, NoUnion, NotBatchExchange, SameMaxParallelism,
    SameParallelism, SameSlotSharingGroup, SingleInput, UpstreamStrategy, YieldingAfterLegacySource,
};

/// A pipeline whose last operator, `X`, does not chain to what is before it.
struct Break {
    config: &'static str,
    operators: &'static str,
    /// The conditions that fail, each with its operands and the words for them; Flink stops at the first.
    failing: &'static [(ConditionCode, Operands<'static>, &'static str)],
}

const BREAKS: &[Break] = &[
    Break {
        config: "{}",
        operators: r#"{"op": "fromSource", "id": "a"}, {"op": "fromSource", "id": "b"},
            {"op": "connect", "inputs": ["a", "b"], "function": "map", "name": "X"}"#,
        failing: &[(SingleInput, Operands::InEdges(2), "One input edge: 2")],
    },
    Break {
        config: r#"{"pipeline.operator-chaining.enabled": false}"#,
        operators: r#"{"op": "fromSource"}, {"op": "map", "name": "X"}"#,
        failing: &[(ChainingEnabled, Operands::Flag(false), "Chaining enabled: false")],
    },
    Break {
        config: "{}",
        operators: r#"{"op": "fromSource"}, {"op": "map", "name": "X", "slotSharingGroup": "other"}"#,
        failing: &[(
            SameSlotSharingGroup,
            Operands::SlotSharingGroups("default", "other"),
            "Same slot sharing group: default ≠ other",
        )],
    },
    Break {
        config: "{}",
        operators: r#"{"op": "addSource"}, {"op": "map"}, {"op": "transform", "name": "X", "yielding": true}"#,
        failing: &[(
            YieldingAfterLegacySource,
            Operands::Yielding { yields: true, legacy_source: true },
            "Not yielding after a legacy source: yields after a legacy source",
        )],
    },
    Break {
        config: "{}",
        operators: r#"{"op": "fromSource", "disableChaining": true}, {"op": "map", "name": "X"}"#,
        failing: &[(
            UpstreamStrategy,
            Operands::UpstreamStrategy(ChainingStrategy::Never),
            "Upstream strategy: NEVER",
        )],
    },
    Break {
        config: "{}",
        operators: r#"{"op": "fromSource"}, {"op": "map", "name": "X", "disableChaining": true}"#,
        failing: &[(
            DownstreamStrategy,
            Operands::DownstreamStrategy { strategy: ChainingStrategy::Never, upstream_is_source: true },
            "Downstream strategy: NEVER",
        )],
    },
    Break {
        config: "{}",
        operators: r#"{"op": "fromSource"}, {"op": "map", "name": "X", "startNewChain": true}"#,
        failing: &[(
            DownstreamStrategy,
            Operands::DownstreamStrategy { strategy: ChainingStrategy::Head, upstream_is_source: true },
            "Downstream strategy: HEAD",
        )],
    },
    Break {
        config: "{}",
        operators: r#"{"op": "fromSource"}, {"op": "map"}, {"op": "transform", "name": "X", "chaining": "HEAD_WITH_SOURCES"}"#,
        failing: &[(
            DownstreamStrategy,
            Operands::DownstreamStrategy {
                strategy: ChainingStrategy::HeadWithSources,
                upstream_is_source: false,
            },
            "Downstream strategy: HEAD_WITH_SOURCES, upstream is no source",
        )],
    },
    // Without a partitioner a change of parallelism means REBALANCE, and FORWARD does not allow one.
    Break {
        config: "{}",
        operators: r#"{"op": "fromSource"}, {"op": "map", "name": "X", "parallelism": 3}"#,
        failing: &[
            (SameParallelism, Operands::Parallelism(1, 3), "Same parallelism: 1 ≠ 3"),
            (
                ForwardPartitioner,
                Operands::Partitioner(StreamPartitioner::Rebalance),
                "Partitioner is FORWARD: REBALANCE",
            ),
        ],
    },
    Break {
        config: r#"{"pipeline.operator-chaining.chain-operators-with-different-max-parallelism": false}"#,
        operators: r#"{"op": "fromSource"}, {"op": "map", "name": "X", "maxParallelism": 64}"#,
        failing: &[(
            SameMaxParallelism,
            Operands::MaxParallelism { upstream: -1, downstream: 64, compared: true },
            "Same maximum parallelism: unset ≠ 64",
        )],
    },
    Break {
        config: "{}",
        operators: r#"{"op": "fromSource"}, {"op": "shuffle"}, {"op": "map", "name": "X"}"#,
        failing: &[(
            ForwardPartitioner,
            Operands::Partitioner(StreamPartitioner::Shuffle),
            "Partitioner is FORWARD: SHUFFLE",
        )],
    },
    // STREAMING turns a BATCH exchange into an UNDEFINED one.
    Break {
        config: r#"{"execution.runtime-mode": "BATCH", "jobmanager.scheduler": "Default"}"#,
        operators: r#"{"op": "fromSequence"}, {"op": "forward", "exchangeMode": "BATCH"}, {"op": "map", "name": "X"}"#,
        failing: &[(
            NotBatchExchange,
            Operands::ExchangeMode(StreamExchangeMode::Batch),
            "Exchange mode is not BATCH: BATCH",
        )],
    },
    // More than one edge at an input are more than one in all.
    Break {
        config: "{}",
        operators: r#"{"op": "fromSource", "id": "a"}, {"op": "union", "inputs": ["a", "a"]}, {"op": "map", "name": "X"}"#,
        failing: &[
            (SingleInput, Operands::InEdges(2), "One input edge: 2"),
            (
                NoUnion,
                Operands::EdgesAtInput { type_number: 0, edges: 2 },
                "No union at the input: 2 edges at input 0",
            ),
        ],
    },
];

#[test]
fn each_condition_breaks_a_chain() {
    for Break { config, operators, failing } in BREAKS {
        let text = format!(r#"{{"config": {config}, "operators": [{operators}]}}"#);
        let explained = explained(&text);
        let graph = &explained.plan.stream_graph;
        let edge = graph.graph.edge_indices().next_back().expect("an edge enters X");
        assert_eq!(graph.node(graph.graph[edge].target).name, "X", "{text}");

        let chainability = explained.plan.job_graph.chainability[edge.index()];
        assert!(!chainability.holds(), "{text}");
        assert_eq!(
            chainability.stopped_at(),
            Some(failing[0].0),
            "Flink stops at the first that fails: {text}"
        );
        let conditions = chainability.conditions(graph, edge);
        assert!(conditions.iter().map(|condition| condition.code).eq(ConditionCode::ALL), "{text}");
        let found: Vec<_> = conditions.iter().filter(|condition| !condition.holds).collect();
        assert_eq!(
            found.iter().map(|condition| (condition.code, &condition.operands)).collect::<Vec<_>>(),
            failing.iter().map(|(code, operands, _)| (*code, operands)).collect::<Vec<_>>(),
            "{text}"
        );

        let step = explained.steps_of(".isChainable").last().expect("isChainable is asked about it");
        assert_eq!(step.chains, Some(false), "{text}");
        assert_eq!(step.facts.len(), ConditionCode::ALL.len(), "all conditions are shown: {text}");
        let shown: Vec<_> = step.facts.iter().filter(|fact| fact.holds == Some(false)).collect();
        assert_eq!(
            shown.iter().map(|fact| format!("{}: {}", fact.label, fact.value)).collect::<Vec<_>>(),
            failing.iter().map(|(_, _, words)| (*words).to_owned()).collect::<Vec<_>>(),
            "{text}"
        );
        let stopped: Vec<_> = step.facts.iter().filter(|fact| fact.stopped_here).collect();
        assert_eq!(stopped, shown[..1], "{text}");
    }
}

#[test]
fn no_condition_is_left_out_above() {
    for code in ConditionCode::ALL {
        let broken = BREAKS.iter().flat_map(|it| it.failing).any(|(failing, ..)| *failing == code);
        assert!(broken, "{code}");
    }
}

#[test]
fn two_operators_chain_when_every_condition_holds() {
    let explained = explained(r#"{"operators": [{"op": "fromSource"}, {"op": "map"}]}"#);
    let step = explained.steps_of(".isChainable").next().expect("isChainable is asked about the edge");
    assert_eq!(step.chains, Some(true));
    assert_eq!(step.sentence, "Source: Source (1) and Map (2) chain: every condition holds.");
    let facts: Vec<_> = step.facts.iter().map(|fact| format!("{}: {}", fact.label, fact.value)).collect();
    assert_eq!(
        facts,
        [
            "One input edge: 1",
            "Chaining enabled: true",
            "Same slot sharing group: default = default",
            "Not yielding after a legacy source: does not yield",
            "Upstream strategy: ALWAYS",
            "Downstream strategy: ALWAYS",
            "Same parallelism: 1 = 1",
            "Same maximum parallelism: unset = unset",
            "Partitioner is FORWARD: FORWARD",
            "Exchange mode is not BATCH: UNDEFINED",
            "No union at the input: one edge at input 0",
        ]
    );
    assert!(step.facts.iter().all(|fact| fact.holds == Some(true) && !fact.stopped_here));
}

#[test]
fn different_maximum_parallelisms_are_compared_only_when_they_may_not_differ() {
    let explained =
        explained(r#"{"operators": [{"op": "fromSource"}, {"op": "map", "maxParallelism": 64}]}"#);
    let step = explained.steps_of(".isChainable").next().expect("isChainable is asked about the edge");
    assert_eq!(step.chains, Some(true));
    assert_eq!(step.facts[7].value, "unset ≠ 64, may differ");
}
