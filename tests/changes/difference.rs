//! The difference that changes make, in data and in words.

use planscope::explain::difference::{Difference, Side};
use planscope::flink::JobType;

use crate::{calls, edited, plan, read};

/// What changes make of a pipeline.
#[track_caller]
fn difference(text: &str, notation: &str) -> Difference {
    let definition = read(text);
    let edited = edited(&definition, notation);
    let (before, after) = (plan(&definition), plan(&edited.definition));
    let unchanged: Vec<_> = (0..definition.operators.len()).map(Some).collect();
    Difference::between(
        Side { plan: &before, origins: &unchanged },
        Side { plan: &after, origins: &edited.origins },
    )
}

fn orders() -> String {
    calls(
        r#"{"op": "fromSource", "bounded": true, "uid": "orders"}, {"op": "map", "name": "Parse"}, {"op": "rebalance"},
           {"op": "map", "name": "Enrich", "uid": "enrich"}, {"op": "keyBy"}, {"op": "sum", "name": "Count", "parallelism": 2}, {"op": "print"}"#,
    )
}

#[test]
fn nothing_is_other_after_a_change_that_changes_no_plan() {
    for notation in ["", "1.parallelism:1", "config.pipeline.object-reuse:true", "1.bufferTimeout:7"] {
        let difference = difference(&orders(), notation);
        assert!(difference.is_none(), "{notation}: {difference:?}");
        assert_eq!(difference.sentence(), "Same vertices, exchanges and operator IDs.");
    }
}

#[test]
fn operators_are_the_same_however_their_ids_shift() {
    let difference = difference(&orders(), "2.drop");
    let chained: Vec<_> = difference
        .begin_to_chain
        .iter()
        .map(|edge| (edge.upstream.name.as_str(), edge.downstream.name.as_str(), edge.downstream.call))
        .collect();
    assert_eq!(chained, [("Parse", "Enrich", 3)]);
    assert_eq!((difference.vertices.before, difference.vertices.after), (4, 3));
    assert_eq!(difference.names, []);
    assert!(difference.stop_chaining.is_empty() && difference.exchange_kinds.is_empty());
}

#[test]
fn an_operator_with_a_uid_keeps_its_id() {
    let difference = difference(&orders(), "2.drop");
    let changed: Vec<_> =
        difference.operator_ids.iter().map(|changed| changed.operator.name.as_str()).collect();
    assert_eq!(changed, ["Parse"]);
    assert_eq!(
        difference.sentence(),
        "4 → 3 vertices, one exchange fewer. The operator ID of Parse changes."
    );
}

#[test]
fn what_each_change_costs_is_said() {
    for (notation, sentence) in [
        (
            "chaining:off",
            "4 → 5 vertices, one exchange more. Breaks Source: Source → Parse. No operator ID changes.",
        ),
        (
            "parallelism:8",
            "Still 4 vertices, 2 → 8 slots. 4 operators run with other parallelism. No operator ID changes.",
        ),
        (
            "6.parallelism:2",
            "4 → 3 vertices, one exchange fewer. Sink: Print to Std. Out runs with 2 subtasks. 2 operator IDs change.",
        ),
        ("3.uid:other", "Still 4 vertices. 3 operator IDs change."),
        ("3.name:Join", "Still 4 vertices. 1 operator is called otherwise. No operator ID changes."),
        ("3.slotSharingGroup:own", "Still 4 vertices, 2 → 3 slots. No operator ID changes."),
        (
            "3.maxParallelism:16",
            "Still 4 vertices. The maximum parallelism of 1 operator changes. No operator ID changes.",
        ),
        (
            "2.op:rescale",
            "Still 4 vertices. Parse → Enrich becomes RESCALE · PIPELINED_BOUNDED. No operator ID changes.",
        ),
        (
            "3.insert:rescale,1.insert:shuffle",
            "4 → 5 vertices, one exchange more. Breaks Source: Source → Parse. Parse → Enrich becomes RESCALE · PIPELINED_BOUNDED. No operator ID changes.",
        ),
    ] {
        assert_eq!(difference(&orders(), notation).sentence(), sentence, "{notation}");
    }
}

#[test]
fn batch_is_another_kind_of_job_whose_slots_are_not_counted() {
    let difference = difference(&orders(), "mode:BATCH,config.jobmanager.scheduler:Default");
    assert_eq!(difference.job_type, Some((JobType::Streaming, JobType::Batch)));
    assert_eq!(difference.slots, None);
    assert_eq!(
        difference.sentence(),
        "Runs as BATCH. Still 4 vertices. 3 exchanges become BLOCKING. No operator ID changes."
    );
}

#[test]
fn a_cached_stream_is_written_by_one_more_operator_in_batch() {
    let text =
        calls(r#"{"op": "fromSource", "bounded": true}, {"op": "map"}, {"op": "cache"}, {"op": "print"}"#);
    let difference = difference(&text, "mode:BATCH");
    assert_eq!(difference.added.iter().map(|added| added.name.as_str()).collect::<Vec<_>>(), ["CacheWrite"]);
    assert!(difference.sentence().contains("1 operator more."), "{}", difference.sentence());
}
