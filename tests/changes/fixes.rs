//! What would mend a broken chain: for pipelines of every kind of break, the fixes in words with their prices, or why nothing
//! does.

use planscope::explain::fixes::{Budget, ChainBreak, Fixes, Pipeline, Words};
use planscope::frontend::change::{Changes, edit};
use planscope::frontend::{PipelineDefinition, TextKind};
use planscope::planner::Plan;

use crate::{calls, changes, plan, read};

/// A pipeline with its plan and what is tried on it.
pub struct Tried {
    pub text: String,
    pub unchanged: PipelineDefinition,
    changes: Changes,
    definition: PipelineDefinition,
    origins: Vec<Option<usize>>,
    pub plan: Plan,
}

impl Tried {
    #[track_caller]
    pub fn of(text: String, notation: &str) -> Self {
        let unchanged = read(&text);
        let changes = changes(notation);
        let edited = edit(&unchanged, &changes).expect("the changes can be made");
        let plan = plan(&edited.definition);
        Self { text, unchanged, changes, definition: edited.definition, origins: edited.origins, plan }
    }

    fn pipeline(&self) -> Pipeline<'_> {
        let Self { unchanged, changes, definition, origins, plan, .. } = self;
        Pipeline { unchanged, changes, definition, origins, plan }
    }

    pub fn breaks(&self) -> Vec<ChainBreak> {
        let words =
            Words::new(&self.unchanged, TextKind::Definition, &self.text).with_names_of(self.pipeline());
        let fixes = Fixes::new(self.pipeline(), &words, Budget::for_a_plan());
        self.plan.stream_graph.graph.edge_indices().filter_map(|edge| fixes.of_edge(edge)).collect()
    }

    /// Everything that is said about its chain breaks.
    fn told(&self) -> String {
        let mut told = String::new();
        for broken in self.breaks() {
            let edge = &self.plan.stream_graph.graph[broken.edge];
            let name = |id| &self.plan.stream_graph.node(id).name;
            told += &format!("{} → {}\n", name(edge.source), name(edge.target));
            for reason in &broken.reasons {
                told += &format!("  ✗ {}\n", reason.words);
            }
            for fix in &broken.fixes {
                told += &format!("  + {}: {}", fix.what, fix.difference.sentence());
                told += &fix.caution.as_ref().map_or_else(String::new, |caution| format!(" {caution}"));
                told += "\n";
            }
            if let Some(verdict) = &broken.verdict {
                told += &format!("  = {verdict}\n");
            }
        }
        told
    }
}

/// Pipelines and what is said of their chain breaks, by name.
#[track_caller]
fn assert_told(text: String, notation: &str, expected: &str) {
    let told = Tried::of(text, notation).told();
    let expected: Vec<&str> =
        expected.lines().map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    assert_eq!(told.trim_end(), expected.join("\n").trim(), "\n{told}");
}

#[test]
fn parallelism_that_differs() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "map", "parallelism": 2}, {"op": "print", "parallelism": 4}"#),
        "",
        r#"
    Source: Source → Map
      ✗ parallelism 1 ≠ 2
      ✗ REBALANCE, which Flink chose because the parallelism differs
      + Remove `parallelism: 2` of Map, line 1: 3 → 2 vertices, one exchange fewer. Map runs with 1 subtask. 3 operator IDs change.
      + Add `parallelism: 2` to Source: Source, line 1: 3 → 2 vertices, one exchange fewer. Source: Source runs with 2 subtasks. 3 operator IDs change.
    Map → Sink: Print to Std. Out
      ✗ parallelism 2 ≠ 4
      ✗ REBALANCE, which Flink chose because the parallelism differs
      + Change `parallelism` of Sink: Print to Std. Out to `2`, line 1: 3 → 2 vertices, one exchange fewer, 4 → 2 slots. Sink: Print to Std. Out runs with 2 subtasks. 2 operator IDs change.
      + Change `parallelism` of Map to `4`, line 1: 3 → 2 vertices, one exchange fewer. Map runs with 4 subtasks. 2 operator IDs change.
    "#,
    );
}

#[test]
fn parallelism_that_differs_from_the_default() {
    assert_told(
        calls(
            r#"{"op": "fromSource"}, {"op": "map", "uid": "m"}, {"op": "print", "uid": "p", "parallelism": 4}"#,
        ),
        "",
        r#"
    Map → Sink: Print to Std. Out
      ✗ parallelism 1 ≠ 4
      ✗ REBALANCE, which Flink chose because the parallelism differs
      + Remove `parallelism: 4` of Sink: Print to Std. Out, line 1: 2 → 1 vertex, one exchange fewer, 4 → 1 slot. Sink: Print to Std. Out runs with 1 subtask. No operator ID changes.
      + Add `parallelism: 4` to Map, line 1: Still 2 vertices. Breaks Source: Source → Map. Map runs with 4 subtasks. The operator ID of Source: Source changes.
    "#,
    );
}

#[test]
fn a_source_of_one_subtask_can_be_given_more() {
    assert_told(
        calls(r#"{"op": "fromData"}, {"op": "map"}, {"op": "print"}"#),
        "parallelism:2",
        r#"
    Source: Collection Source → Map
      ✗ parallelism 1 ≠ 2
      ✗ REBALANCE, which Flink chose because the parallelism differs
      + Add `parallelism: 2` to Source: Collection Source, line 1: 2 → 1 vertex, one exchange fewer. Source: Collection Source runs with 2 subtasks. 3 operator IDs change.
      + Add `parallelism: 1` to Map, line 1: Still 2 vertices. Breaks Map → Sink: Print to Std. Out. Map runs with 1 subtask. 3 operator IDs change.
    "#,
    );
}

#[test]
fn a_source_that_is_not_parallel_stays_so() {
    assert_told(
        calls(r#"{"op": "socketTextStream"}, {"op": "map"}, {"op": "print"}"#),
        "parallelism:2",
        r#"
    Source: Socket Stream → Map
      ✗ parallelism 1 ≠ 2
      ✗ REBALANCE, which Flink chose because the parallelism differs
      + Add `parallelism: 1` to Map, line 1: Still 2 vertices. Breaks Map → Sink: Print to Std. Out. Map runs with 1 subtask. 3 operator IDs change.
    "#,
    );
}

#[test]
fn an_operator_that_was_forced_not_to_be_parallel() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "map", "forceNonParallel": true}, {"op": "print"}"#),
        "parallelism:2",
        r#"
    Source: Source → Map
      ✗ parallelism 2 ≠ 1
      ✗ REBALANCE, which Flink chose because the parallelism differs
      + Remove `forceNonParallel: true` of Map, line 1: 3 → 1 vertex, 2 exchanges fewer. Map runs with 2 subtasks. The maximum parallelism of 1 operator changes. 3 operator IDs change.
      + Add `parallelism: 1` to Source: Source, line 1: 3 → 2 vertices, one exchange fewer. Source: Source runs with 1 subtask. 3 operator IDs change.
    Map → Sink: Print to Std. Out
      ✗ parallelism 1 ≠ 2
      ✗ REBALANCE, which Flink chose because the parallelism differs
      + Remove `forceNonParallel: true` of Map, line 1: 3 → 1 vertex, 2 exchanges fewer. Map runs with 2 subtasks. The maximum parallelism of 1 operator changes. 3 operator IDs change.
      + Add `parallelism: 1` to Sink: Print to Std. Out, line 1: 3 → 2 vertices, one exchange fewer. Sink: Print to Std. Out runs with 1 subtask. 2 operator IDs change.
    "#,
    );
}

#[test]
fn rebalance_between_equals() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "rebalance"}, {"op": "map"}, {"op": "print"}"#),
        "",
        r#"
    Source: Source → Map
      ✗ REBALANCE is not FORWARD
      + Remove `rebalance`, line 1: 2 → 1 vertex, one exchange fewer. 3 operator IDs change.
    "#,
    );
}

#[test]
fn rebalance_and_other_parallelism() {
    assert_told(
        calls(
            r#"{"op": "fromSource"}, {"op": "map"}, {"op": "rebalance"}, {"op": "map", "parallelism": 2}, {"op": "print", "parallelism": 2}"#,
        ),
        "",
        r#"
    Map → Map
      ✗ parallelism 1 ≠ 2
      ✗ REBALANCE is not FORWARD
      + Remove `parallelism: 2` of Map, line 1, and remove `rebalance`, line 1: Still 2 vertices. Breaks Map → Sink: Print to Std. Out. Map runs with 1 subtask. 3 operator IDs change.
      + Add `parallelism: 2` to Map, line 1, and remove `rebalance`, line 1: Still 2 vertices. Breaks Source: Source → Map. Map runs with 2 subtasks. 4 operator IDs change.
    "#,
    );
}

#[test]
fn two_partitionings_one_after_the_other() {
    assert_told(
        calls(
            r#"{"op": "fromSource"}, {"op": "shuffle"}, {"op": "rescale"}, {"op": "map"}, {"op": "print"}"#,
        ),
        "",
        r#"
    Source: Source → Map
      ✗ RESCALE is not FORWARD
      + Remove `rescale`, line 1, and remove `shuffle`, line 1: 2 → 1 vertex, one exchange fewer. 3 operator IDs change.
    "#,
    );
}

#[test]
fn broadcast_gives_every_subtask_every_record() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "broadcast"}, {"op": "print"}"#),
        "",
        r#"
    Source: Source → Sink: Print to Std. Out
      ✗ BROADCAST is not FORWARD
      + Remove `broadcast`, line 1: 2 → 1 vertex, one exchange fewer. 2 operator IDs change. Right only if not every subtask of Sink: Print to Std. Out needs every record.
    "#,
    );
}

#[test]
fn global_gathers_all_records() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "global"}, {"op": "print"}"#),
        "",
        r#"
    Source: Source → Sink: Print to Std. Out
      ✗ GLOBAL is not FORWARD
      + Remove `global`, line 1: 2 → 1 vertex, one exchange fewer. 2 operator IDs change. Right only if not all records have to meet in one subtask of Sink: Print to Std. Out.
    "#,
    );
}

#[test]
fn partition_custom_chooses_the_subtask() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "partitionCustom"}, {"op": "print"}"#),
        "",
        r#"
    Source: Source → Sink: Print to Std. Out
      ✗ CUSTOM is not FORWARD
      + Remove `partitionCustom`, line 1: 2 → 1 vertex, one exchange fewer. 2 operator IDs change. Right only if Sink: Print to Std. Out does not rely on which subtask gets a record.
    "#,
    );
}

#[test]
fn key_by_before_an_operator_that_needs_it() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "keyBy"}, {"op": "sum"}, {"op": "print"}"#),
        "",
        r#"
    Source: Source → Keyed Aggregation
      ✗ HASH is not FORWARD
      + Replace `keyBy` by `reinterpretAsKeyedStream`, line 1: 2 → 1 vertex, one exchange fewer. 3 operator IDs change. Right only if the stream is partitioned by that key already, exactly as `keyBy` would.
      = Nothing that keeps `keyBy`: all records of a key have to meet in one subtask.
    "#,
    );
}

#[test]
fn key_by_before_an_operator_that_may_do_without() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "keyBy"}, {"op": "map"}, {"op": "print"}"#),
        "",
        r#"
    Source: Source → Map
      ✗ HASH is not FORWARD
      + Replace `keyBy` by `reinterpretAsKeyedStream`, line 1: 2 → 1 vertex, one exchange fewer. 3 operator IDs change. Right only if the stream is partitioned by that key already, exactly as `keyBy` would.
      + Remove `keyBy`, line 1: 2 → 1 vertex, one exchange fewer. 3 operator IDs change. Right only if Map uses neither keyed state nor timers.
      = Nothing that keeps `keyBy`: all records of a key have to meet in one subtask.
    "#,
    );
}

#[test]
fn key_by_and_other_parallelism() {
    assert_told(
        calls(r#"{"op": "fromSource", "parallelism": 2}, {"op": "keyBy"}, {"op": "sum"}, {"op": "print"}"#),
        "",
        r#"
    Source: Source → Keyed Aggregation
      ✗ parallelism 2 ≠ 1
      ✗ HASH is not FORWARD
      + Remove `parallelism: 2` of Source: Source, line 1, and replace `keyBy` by `reinterpretAsKeyedStream`, line 1: 2 → 1 vertex, one exchange fewer, 2 → 1 slot. Source: Source runs with 1 subtask. 3 operator IDs change. Right only if the stream is partitioned by that key already, exactly as `keyBy` would.
      + Add `parallelism: 2` to Keyed Aggregation, line 1, and replace `keyBy` by `reinterpretAsKeyedStream`, line 1: Still 2 vertices. Breaks Keyed Aggregation → Sink: Print to Std. Out. Keyed Aggregation runs with 2 subtasks. 3 operator IDs change. Right only if the stream is partitioned by that key already, exactly as `keyBy` would.
      = Nothing that keeps `keyBy`: all records of a key have to meet in one subtask.
    "#,
    );
}

#[test]
fn a_keyed_operator_in_batch_sorts() {
    assert_told(
        calls(
            r#"{"op": "fromSource", "bounded": true, "parallelism": 2}, {"op": "keyBy"}, {"op": "sum", "parallelism": 2}, {"op": "print", "parallelism": 2}"#,
        ),
        "mode:BATCH",
        r#"
    Source: Source → Keyed Aggregation
      ✗ it heads its chain (HEAD)
      ✗ HASH is not FORWARD
      + Set `execution.runtime-mode: STREAMING`, and replace `keyBy` by `reinterpretAsKeyedStream`, line 1: Runs as STREAMING. 2 → 1 vertex, one exchange fewer. 3 operator IDs change. Right only if the stream is partitioned by that key already, exactly as `keyBy` would.
      = Nothing that keeps `keyBy`: all records of a key have to meet in one subtask.
    "#,
    );
}

#[test]
fn a_chain_that_was_disabled() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "map", "disableChaining": true}, {"op": "print"}"#),
        "",
        r#"
    Source: Source → Map
      ✗ it chains to nothing (NEVER)
      + Remove `disableChaining: true` of Map, line 1: 3 → 1 vertex, 2 exchanges fewer. 3 operator IDs change.
    Map → Sink: Print to Std. Out
      ✗ nothing chains to what is NEVER
      + Remove `disableChaining: true` of Map, line 1: 3 → 1 vertex, 2 exchanges fewer. 3 operator IDs change.
      + Remove `disableChaining: true` of Map, line 1, and add `startNewChain: true` to Map, line 1: 3 → 2 vertices, one exchange fewer. 2 operator IDs change.
    "#,
    );
}

#[test]
fn a_new_chain_that_was_started() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "map", "startNewChain": true}, {"op": "print"}"#),
        "",
        r#"
    Source: Source → Map
      ✗ it heads its chain (HEAD)
      + Remove `startNewChain: true` of Map, line 1: 2 → 1 vertex, one exchange fewer. 3 operator IDs change.
    "#,
    );
}

#[test]
fn a_strategy_of_the_operator_class() {
    assert_told(
        calls(
            r#"{"op": "fromSource"}, {"op": "transform", "name": "Own", "chaining": "NEVER"}, {"op": "print"}"#,
        ),
        "",
        r#"
    Source: Source → Own
      ✗ it chains to nothing (NEVER)
      + Change `chaining` of Own to `ALWAYS`, line 1: 3 → 1 vertex, 2 exchanges fewer. 3 operator IDs change.
    Own → Sink: Print to Std. Out
      ✗ nothing chains to what is NEVER
      + Change `chaining` of Own to `ALWAYS`, line 1: 3 → 1 vertex, 2 exchanges fewer. 3 operator IDs change.
    "#,
    );
}

#[test]
fn chaining_that_is_off() {
    assert_told(
        r#"{"config": {"pipeline.operator-chaining": false}, "operators": [{"op": "fromSource"}, {"op": "map", "parallelism": 2}]}"#.to_owned(),
        "",
        r#"
    Source: Source → Map
      ✗ chaining is off for the whole job
      ✗ parallelism 1 ≠ 2
      ✗ REBALANCE, which Flink chose because the parallelism differs
      + Remove `pipeline.operator-chaining: false`, line 1, and remove `parallelism: 2` of Map, line 1: 2 → 1 vertex, one exchange fewer, 2 → 1 slot. Map runs with 1 subtask. 2 operator IDs change.
      + Remove `pipeline.operator-chaining: false`, line 1, and add `parallelism: 2` to Source: Source, line 1: 2 → 1 vertex, one exchange fewer. Source: Source runs with 2 subtasks. 2 operator IDs change.
    "#,
    );
}

#[test]
fn other_slot_sharing_groups() {
    assert_told(
        calls(
            r#"{"op": "fromSource"}, {"op": "map", "slotSharingGroup": "a"}, {"op": "print", "slotSharingGroup": "b"}"#,
        ),
        "",
        r#"
    Source: Source → Map
      ✗ slot sharing groups default ≠ a
      + Remove `slotSharingGroup: "a"` of Map, line 1: 3 → 2 vertices, one exchange fewer, 3 → 2 slots. 3 operator IDs change.
      + Add `slotSharingGroup: "a"` to Source: Source, line 1: 3 → 2 vertices, one exchange fewer, 3 → 2 slots. 3 operator IDs change.
    Map → Sink: Print to Std. Out
      ✗ slot sharing groups a ≠ b
      + Remove `slotSharingGroup: "b"` of Sink: Print to Std. Out, line 1: 3 → 2 vertices, one exchange fewer, 3 → 2 slots. 2 operator IDs change.
      + Change `slotSharingGroup` of Map to `"b"`, line 1: 3 → 2 vertices, one exchange fewer, 3 → 2 slots. 2 operator IDs change.
    "#,
    );
}

#[test]
fn a_slot_sharing_group_with_resources() {
    assert_told(
        calls(
            r#"{"op": "fromSource"}, {"op": "map", "slotSharingGroup": {"name": "a", "cpuCores": 1, "taskHeapMb": 64}}"#,
        ),
        "",
        r#"
    Source: Source → Map
      ✗ slot sharing groups default ≠ a
      + Remove `slotSharingGroup: "a"` of Map, line 1: 2 → 1 vertex, one exchange fewer, 2 → 1 slot. 2 operator IDs change.
    "#,
    );
}

#[test]
fn async_behind_a_legacy_source() {
    assert_told(
        calls(r#"{"op": "socketTextStream"}, {"op": "unorderedWait"}, {"op": "print"}"#),
        "",
        r#"
    Source: Socket Stream → async wait operator
      ✗ it yields, and its chain would begin with a legacy source
      = Nothing that keeps the source: async wait operator yields while it waits, which the lock of a legacy source does not allow in one chain. A source of the newer interface (fromSource) would chain.
    "#,
    );
}

#[test]
fn async_behind_a_chain_with_a_legacy_source() {
    assert_told(
        calls(r#"{"op": "socketTextStream"}, {"op": "map"}, {"op": "unorderedWait"}, {"op": "print"}"#),
        "",
        r#"
    Map → async wait operator
      ✗ it yields, and its chain would begin with a legacy source
      + Add `startNewChain: true` to Map, line 1: Still 2 vertices. Breaks Source: Socket Stream → Map. 4 operator IDs change.
    "#,
    );
}

#[test]
fn maximum_parallelism_that_differs() {
    assert_told(
        calls(
            r#"{"op": "fromSource"}, {"op": "map", "maxParallelism": 64}, {"op": "print", "maxParallelism": 128}"#,
        ),
        "config.pipeline.operator-chaining.chain-operators-with-different-max-parallelism:false",
        r#"
    Source: Source → Map
      ✗ maximum parallelism unset ≠ 64
      + Set `pipeline.operator-chaining.chain-operators-with-different-max-parallelism: true`: 3 → 1 vertex, 2 exchanges fewer. 3 operator IDs change.
      + Remove `maxParallelism: 64` of Map, line 1: 3 → 2 vertices, one exchange fewer. The maximum parallelism of 1 operator changes. 3 operator IDs change.
      + Add `maxParallelism: 64` to Source: Source, line 1: 3 → 2 vertices, one exchange fewer. The maximum parallelism of 1 operator changes. 3 operator IDs change.
    Map → Sink: Print to Std. Out
      ✗ maximum parallelism 64 ≠ 128
      + Set `pipeline.operator-chaining.chain-operators-with-different-max-parallelism: true`: 3 → 1 vertex, 2 exchanges fewer. 3 operator IDs change.
      + Change `maxParallelism` of Sink: Print to Std. Out to `64`, line 1: 3 → 2 vertices, one exchange fewer. The maximum parallelism of 1 operator changes. 2 operator IDs change.
      + Change `maxParallelism` of Map to `128`, line 1: 3 → 2 vertices, one exchange fewer. The maximum parallelism of 1 operator changes. 2 operator IDs change.
    "#,
    );
}

#[test]
fn an_exchange_mode_of_its_own() {
    assert_told(
        calls(
            r#"{"op": "fromSource", "bounded": true, "parallelism": 1}, {"op": "forward", "exchangeMode": "BATCH"}, {"op": "map", "parallelism": 1}"#,
        ),
        "mode:BATCH",
        r#"
    Source: Source → Map
      ✗ its exchange mode is BATCH
      + Remove `exchangeMode: BATCH` of `forward`, line 1: 2 → 1 vertex, one exchange fewer. 2 operator IDs change.
      + Set `execution.runtime-mode: STREAMING`: Runs as STREAMING. 2 → 1 vertex, one exchange fewer. 2 operator IDs change.
    "#,
    );
}

#[test]
fn a_sink_waits_for_its_committables_in_batch() {
    assert_told(
        calls(r#"{"op": "fromSource", "bounded": true}, {"op": "sinkTo", "committer": true}"#),
        "mode:BATCH",
        r#"
    Sink: Writer → Sink: Committer
      ✗ its exchange mode is BATCH
      + Set `execution.runtime-mode: STREAMING`: Runs as STREAMING. 2 → 1 vertex, one exchange fewer. 3 operators run with other parallelism. 2 operator IDs change.
    "#,
    );
}

#[test]
fn union() {
    assert_told(
        calls(
            r#"{"id": "a", "op": "fromSource"}, {"id": "b", "op": "fromSource"}, {"op": "union", "inputs": ["a", "b"]}, {"op": "print"}"#,
        ),
        "",
        r#"
    Source: Source → Sink: Print to Std. Out
      ✗ 2 input edges, where a chain has 1
      ✗ a union: 2 edges at one input
      = Nothing that keeps the union: Sink: Print to Std. Out takes records of several edges at one input, and only one edge chains.
    Source: Source → Sink: Print to Std. Out
      ✗ 2 input edges, where a chain has 1
      ✗ a union: 2 edges at one input
      = Nothing that keeps the union: Sink: Print to Std. Out takes records of several edges at one input, and only one edge chains.
    "#,
    );
}

#[test]
fn connect() {
    assert_told(
        calls(
            r#"{"id": "a", "op": "fromSource"}, {"id": "b", "op": "fromSource"}, {"op": "connect", "inputs": ["a", "b"], "function": "map"}"#,
        ),
        "",
        r#"
    Source: Source → Co-Map
      ✗ 2 input edges, where a chain has 1
      = Nothing that keeps the 2 inputs of Co-Map: what reads several edges always heads its chain, since no one task hands it all its records.
    Source: Source → Co-Map
      ✗ 2 input edges, where a chain has 1
      = Nothing that keeps the 2 inputs of Co-Map: what reads several edges always heads its chain, since no one task hands it all its records.
    "#,
    );
}

#[test]
fn sources_of_an_operator_with_many_inputs() {
    assert_told(
        calls(
            r#"{"id": "a", "op": "fromSource"}, {"id": "b", "op": "fromSource"}, {"op": "multipleInput", "name": "M", "inputs": ["a", "b"], "chaining": "NEVER"}"#,
        ),
        "",
        r#"
    Source: Source → M
      ✗ 2 input edges, where a chain has 1
      ✗ it chains to nothing (NEVER)
      + Change `chaining` of M to `HEAD_WITH_SOURCES`, line 1: 3 → 1 vertex, 2 exchanges fewer. No operator ID changes.
    Source: Source → M
      ✗ 2 input edges, where a chain has 1
      ✗ it chains to nothing (NEVER)
      + Change `chaining` of M to `HEAD_WITH_SOURCES`, line 1: 3 → 1 vertex, 2 exchanges fewer. No operator ID changes.
    "#,
    );
}

#[test]
fn a_window_over_all_records() {
    assert_told(
        calls(
            r#"{"op": "fromSource", "parallelism": 3}, {"op": "windowAll", "assigner": {"type": "GlobalWindows"}, "function": "sum"}"#,
        ),
        "",
        r#"
    Source: Source → GlobalWindows
      ✗ parallelism 3 ≠ 1
      ✗ HASH is not FORWARD
      = Nothing that keeps GlobalWindows: a window over all records gathers them in one subtask.
    "#,
    );
}

#[test]
fn an_interval_join() {
    assert_told(
        calls(
            r#"{"id": "s", "op": "fromSource"}, {"id": "a", "op": "keyBy"}, {"id": "b", "op": "keyBy", "input": "s"}, {"op": "intervalJoin", "inputs": ["a", "b"]}"#,
        ),
        "",
        r#"
    Source: Source → Interval Join
      ✗ 2 input edges, where a chain has 1
      ✗ HASH is not FORWARD
      = Nothing that keeps the 2 inputs of Interval Join: what reads several edges always heads its chain, since no one task hands it all its records.
    Source: Source → Interval Join
      ✗ 2 input edges, where a chain has 1
      ✗ HASH is not FORWARD
      = Nothing that keeps the 2 inputs of Interval Join: what reads several edges always heads its chain, since no one task hands it all its records.
    "#,
    );
}

#[test]
fn what_is_tried_already_goes_into_the_fix() {
    assert_told(
        calls(
            r#"{"op": "fromSource"}, {"op": "map"}, {"op": "map"}, {"op": "map"}, {"op": "rebalance"}, {"op": "print"}"#,
        ),
        "1.parallelism:2,4.drop",
        r#"
    Source: Source → Map
      ✗ parallelism 1 ≠ 2
      ✗ REBALANCE, which Flink chose because the parallelism differs
      + Take back `parallelism` of Map: 3 → 1 vertex, 2 exchanges fewer, 2 → 1 slot. Map runs with 1 subtask. 5 operator IDs change.
      + Add `parallelism: 2` to Source: Source, line 1: 3 → 2 vertices, one exchange fewer. Source: Source runs with 2 subtasks. 5 operator IDs change.
    Map → Map
      ✗ parallelism 2 ≠ 1
      ✗ REBALANCE, which Flink chose because the parallelism differs
      + Take back `parallelism` of Map: 3 → 1 vertex, 2 exchanges fewer, 2 → 1 slot. Map runs with 1 subtask. 5 operator IDs change.
      + Add `parallelism: 2` to Map, line 1: Still 3 vertices. Breaks Map → Map. Map runs with 2 subtasks. 4 operator IDs change.
    "#,
    );
}

#[test]
fn what_was_put_in_can_be_taken_back() {
    assert_told(
        calls(r#"{"op": "fromSource"}, {"op": "print"}"#),
        "1.insert:rebalance",
        r#"
    Source: Source → Sink: Print to Std. Out
      ✗ REBALANCE is not FORWARD
      = Take back the change that put the partitioning call in.
    "#,
    );
}

#[test]
fn a_fix_of_a_java_program_is_said_in_java() {
    let text = r#"StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
env.disableOperatorChaining();
env.fromSequence(1, 100)
    .map(number -> number + 1).name("Next").setParallelism(4)
    .keyBy(number -> number % 2)
    .filter(number -> number > 2).slotSharingGroup("own").disableChaining()
    .rebalance()
    .print();
env.execute();"#;
    let parsed = planscope::frontend::read(text, None, &[]);
    let definition = parsed.definition.expect("it can be read");
    let plan = plan(&definition);
    let (changes, origins) =
        (Changes::default(), (0..definition.operators.len()).map(Some).collect::<Vec<_>>());
    let pipeline = Pipeline {
        unchanged: &definition,
        changes: &changes,
        definition: &definition,
        origins: &origins,
        plan: &plan,
    };
    let words = Words::new(&definition, parsed.kind, text).with_names_of(pipeline);
    let fixes = Fixes::new(pipeline, &words, Budget::for_a_plan());
    let said: Vec<String> = plan
        .stream_graph
        .graph
        .edge_indices()
        .filter_map(|edge| Some(fixes.of_edge(edge)?.fixes.first()?.what.clone()))
        .collect();
    assert_eq!(
        said,
        [
            "Remove `disableOperatorChaining()`, line 2, and remove `.setParallelism(4)` of Next, line 4",
            "Remove `disableOperatorChaining()`, line 2, remove `.slotSharingGroup(\"own\")` of Filter, line 6, remove `.disableChaining()` of Filter, line 6, remove `.setParallelism(4)` of Next, line 4, and replace `.keyBy(…)` by `DataStreamUtils.reinterpretAsKeyedStream(…)`, line 5",
            "Remove `disableOperatorChaining()`, line 2, remove `.disableChaining()` of Filter, line 6, and remove `.rebalance()`, line 7",
        ]
    );
}

#[test]
fn what_is_too_much_to_plan_is_counted_and_not_planned() {
    let many = |count: usize, call: &str| vec![call; count].join(", ");
    let alternating = many(2_000, r#"{"op": "map", "parallelism": 2}, {"op": "map", "parallelism": 3}"#);
    let tried = Tried::of(calls(&format!(r#"{{"op": "fromSource"}}, {alternating}"#)), "");
    let breaks = tried.breaks();
    assert_eq!(breaks.len(), 4_000);
    let untried: usize = breaks.iter().map(|broken| broken.untried).sum();
    assert!(breaks[0].fixes.len() == 2 && untried > 10_000, "{untried}");
    assert!(breaks.iter().all(|broken| !broken.fixes.is_empty() || broken.untried > 0));
    // More changes than an address takes are no fix.
    let partitionings = many(Changes::MOST + 1, r#"{"op": "rebalance"}"#);
    let tried =
        Tried::of(calls(&format!(r#"{{"op": "fromSource"}}, {partitionings}, {{"op": "print"}}"#)), "");
    let breaks = tried.breaks();
    assert_eq!((breaks[0].fixes.len(), breaks[0].untried, &breaks[0].verdict), (0, 1, &None));
}
