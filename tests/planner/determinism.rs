//! The same input gives the same bytes, and what does not mean anything changes nothing.

use planscope::explain::explain;
use planscope::flink::FlinkVersion;
use planscope::planner;
use planscope::render;

use super::shapes::{Random, Shape, document};
use super::{parse, plan};

/// Random pipelines of up to 60 calls, each for a seed.
fn pipelines() -> impl Iterator<Item = String> {
    (0..300).map(|seed| Shape::Random { seed }.pipeline(1 + Random::new(seed).below(60)))
}

/// The dump's text, or the refusal's.
fn dump(text: &str) -> String {
    let version = FlinkVersion::V2_2_0;
    let dump = match planner::plan(&parse(text), version, &mut ()) {
        Ok(plan) => serde_json::to_string(&render::dump(&plan)),
        Err(refusal) => serde_json::to_string(&render::dump_refusal(version, &refusal)),
    };
    dump.expect("a dump is JSON")
}

#[test]
fn the_same_text_gives_the_same_bytes() {
    for text in pipelines() {
        assert_eq!(dump(&text), dump(&text), "{text}");
    }
}

#[test]
fn watching_changes_nothing_and_tells_the_same_every_time() {
    for text in pipelines() {
        let told = || {
            let definition = parse(&text);
            let mut decisions: Vec<planner::Decision> = Vec::new();
            planner::plan(&definition, FlinkVersion::V2_2_0, &mut decisions).ok().map(|plan| {
                let dump = serde_json::to_string(&render::dump(&plan)).expect("a dump is JSON");
                let explanation = explain(&plan, &decisions);
                let mut births: Vec<_> = explanation.births.into_iter().map(|(it, at)| (at, it)).collect();
                births.sort_by_key(|(at, _)| *at);
                (dump, format!("{:?} {births:?}", explanation.steps))
            })
        };
        let (first, second) = (told(), told());
        assert_eq!(first, second, "{text}");
        if let Some((watched, _)) = first {
            assert_eq!(watched, dump(&text), "{text}");
        }
    }
}

#[test]
fn the_spelling_of_ids_means_nothing() {
    for text in pipelines() {
        let renamed = text.replace("\"s", "\"Stream-of_").replace("\"Stream-of_um\"", "\"sum\"");
        let renamed = ["shuffle", "sinkTo", "slotSharingGroup"].iter().fold(renamed, |text, word| {
            text.replace(&format!("\"Stream-of_{}\"", &word[1..]), &format!("\"{word}\""))
        });
        assert_ne!(renamed, text);
        assert_eq!(dump(&renamed), dump(&text), "{text}");
    }
}

#[test]
fn whitespace_and_the_order_of_fields_mean_nothing() {
    let plain = r#"{"config": {"parallelism.default": 2, "pipeline.name": "n"},
        "operators": [{"op": "fromSource", "name": "a", "uid": "u"}, {"op": "map", "parallelism": 3, "maxParallelism": 8}]}"#;
    let turned = r#"{ "operators" : [ {"uid":"u","name":"a","op":"fromSource"},
        {"maxParallelism":8,"op":"map","parallelism":3} ], "config":{"pipeline.name":"n","parallelism.default":2} }"#;
    assert_eq!(dump(plain), dump(turned));
}

#[test]
fn names_and_descriptions_change_no_hash_no_chain_and_no_connection() {
    for seed in 0..100 {
        let text = Shape::Random { seed }.pipeline(40);
        let renamed = text.replace("\"op\": \"map\"", "\"op\": \"map\", \"description\": \"<d>\"");
        let renamed = renamed.replace("\"operator ", "\"Übersicht ");
        let (Ok(plain), Ok(other)) = (
            planner::plan(&parse(&text), FlinkVersion::V2_2_0, &mut ()),
            planner::plan(&parse(&renamed), FlinkVersion::V2_2_0, &mut ()),
        ) else {
            panic!("random pipelines are not refused: {text}");
        };
        assert_eq!(plain.hashes, other.hashes, "{text}");
        assert_eq!(plain.job_graph.chainability, other.job_graph.chainability, "{text}");
        assert_eq!(plain.job_graph.topological, other.job_graph.topological, "{text}");
        let connections = |plan: &planner::Plan| {
            let edges = plan.job_graph.graph.raw_edges().iter();
            edges.map(|edge| (edge.source(), edge.target(), edge.weight.data_set)).collect::<Vec<_>>()
        };
        assert_eq!(connections(&plain), connections(&other), "{text}");
    }
}

#[test]
fn a_stream_that_nobody_reads_changes_no_hash() {
    let with = |unused: &str| {
        let mut entries = vec![r#"{"id": "a", "op": "fromSource"}"#.to_owned()];
        entries.extend((!unused.is_empty()).then(|| unused.to_owned()));
        entries.push(r#"{"op": "map", "input": "a"}"#.to_owned());
        entries.push(r#"{"op": "print"}"#.to_owned());
        plan(&document(&entries)).hashes
    };
    let plain = with("");
    for unused in [
        r#"{"op": "fromSource"}"#,
        r#"{"op": "keyBy", "input": "a"}"#,
        r#"{"op": "getSideOutput", "tag": "x"}"#,
    ] {
        assert_eq!(with(unused), plain, "{unused}");
    }
}
