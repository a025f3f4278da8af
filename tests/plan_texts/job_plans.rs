//! Plans of JobGraphs, as the REST API answers them: chains come back from their descriptions, and the plan can be drawn.

use std::collections::HashMap;

use planscope::flink::FlinkVersion;
use planscope::frontend::{JobPlan, TextKind, read};
use planscope::planner::{self, NoPlan};
use planscope::render::{self, file::FileFormat};
use serde_json::{Value, json};

use crate::goldens::goldens;

/// What is read of a plan, wrapped as the REST API does.
fn job_plan(plan: &Value) -> JobPlan {
    let text = json!({ "plan": plan }).to_string();
    let parsed = read(&text, None, &[]);
    assert_eq!(parsed.kind, TextKind::JobPlan, "{text}");
    parsed.job_plan.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics))
}

/// Each operator of a vertex with the one it is chained to, as the dump says.
fn chained_in_dump(
    vertex: &Value,
    descriptions: &HashMap<i64, &str>,
) -> Option<Vec<(String, Option<String>)>> {
    let chain = vertex["chain"].as_array()?;
    let mut pairs = Vec::new();
    // Sources that run inside of the vertex stand in brackets behind the head, which is no operator of its own there.
    if chain.iter().any(|operator| operator["chainIndex"] == 0) {
        return None;
    }
    for operator in chain {
        let name = |id: &Value| descriptions.get(&id.as_i64()?).map(|name| (*name).to_owned());
        let chains_to = |other: &&Value| {
            let outputs = other["chainedOutputs"].as_array();
            outputs.is_some_and(|outputs| outputs.contains(&operator["node"]))
        };
        let parent = chain.iter().find(chains_to).and_then(|parent| name(&parent["node"]));
        pairs.push((name(&operator["node"])?, parent));
    }
    pairs.sort();
    Some(pairs)
}

#[test]
fn chains_come_back_from_the_descriptions_of_every_golden_plan() {
    let (mut vertices, mut different) = (0, Vec::new());
    for golden in goldens() {
        let graph = &golden["dump"]["jobGraph"];
        // A name with a line break, an arrow or a separator in it looks like several operators.
        let nodes = golden["dump"]["streamGraph"]["nodes"].as_array().expect("a dump has nodes");
        let descriptions: HashMap<i64, &str> = nodes
            .iter()
            .filter_map(|node| Some((node["id"].as_i64()?, node["description"].as_str()?)))
            .collect();
        let signs = ["\n", " -> ", " , ", "\r", "<br"];
        if descriptions
            .values()
            .any(|name| signs.iter().any(|sign| name.contains(sign)) || name.trim().is_empty())
        {
            continue;
        }
        let plan = job_plan(&graph["planJson"]);
        let by_id: HashMap<&str, _> =
            plan.vertices.iter().map(|vertex| (vertex.id.as_str(), vertex)).collect();
        for vertex in graph["vertices"].as_array().expect("a dump has vertices") {
            let Some(expected) = chained_in_dump(vertex, &descriptions) else { continue };
            vertices += 1;
            let read = by_id[vertex["id"].as_str().expect("a vertex has an id")];
            let parent = |parent: usize| read.operators[parent].name.clone();
            let mut pairs: Vec<_> =
                read.operators.iter().map(|it| (it.name.clone(), it.parent.map(parent))).collect();
            pairs.sort();
            if pairs != expected || read.parallelism != vertex["parallelism"].as_i64() {
                different.push(format!("{pairs:?}\n{expected:?}"));
            }
        }
        let edges = graph["vertices"].as_array().into_iter().flatten();
        let count: usize = edges.map(|vertex| vertex["inputs"].as_array().map_or(0, Vec::len)).sum();
        assert_eq!(plan.edges.len(), count);
        // Producers come first.
        assert!(plan.edges.iter().all(|edge| edge.from < edge.to), "{}", graph["planJson"]);
    }
    println!("{vertices} vertices were compared");
    assert!(different.is_empty(), "{} of {vertices} differ, such as\n{}", different.len(), different[0]);
    assert!(vertices > 4000, "only {vertices} vertices were compared");
}

const PLAN: &str = r#"{"plan":{"jid":"21ffcfeedbb8449d9b28c9adc58fa8dc","name":"Totals <b>","type":"STREAMING","nodes":[
{"id":"90bea66de1c231edf33913ecd54406c1","operator":"","parallelism":2,"operator_strategy":"","description":"Keyed Reduce<br/>:- out: Writer<br/>+- Sink: &lt;script&gt;<br/>","optimizer_properties":{},"inputs":[{"id":"cbc357ccb763df2852fee8c4fc7d55f2","num":0,"exchange":"pipelined_bounded","ship_strategy":"HASH"}]},
{"id":"cbc357ccb763df2852fee8c4fc7d55f2","operator":"","parallelism":-1,"operator_strategy":"","description":"Source: numbers<br/>+- plus one<br/>","optimizer_properties":{}}]}}"#;

fn drawn(format: FileFormat) -> String {
    let parsed = read(PLAN, None, &[]);
    format.draw_job_plan(&parsed.job_plan.expect("it is the plan of a JobGraph")).expect("it is small")
}

#[test]
fn it_is_drawn_as_a_job_graph() {
    let mermaid = drawn(FileFormat::Mermaid);
    assert!(mermaid.contains("vA[\"A · p=auto · cbc357cc…55f2"), "{mermaid}");
    assert!(mermaid.contains("HASH"), "{mermaid}");
    assert!(mermaid.contains("PIPELINED#95;BOUNDED"), "{mermaid}");
    let dot = drawn(FileFormat::Dot);
    assert!(dot.contains("\"vA\" -> \"vB\""), "{dot}");
    let svg = drawn(FileFormat::Svg);
    let document = roxmltree::Document::parse(&svg).expect("a drawing is XML");
    let texts: Vec<_> = document.descendants().filter_map(|node| node.text()).collect();
    assert!(texts.contains(&"Sink: <script>") && texts.contains(&"p=auto"), "{texts:?}");
}

#[test]
fn it_has_no_definition_and_a_dump_of_its_own() {
    let parsed = read(PLAN, None, &[]);
    assert!(parsed.definition.is_none() && parsed.diagnostics.is_empty());
    let version = FlinkVersion::V2_2_0;
    let (planned, diagnostics) = planner::plan_parsed(parsed, version);
    assert!(matches!(planned, Err(NoPlan::JobPlan(_))));
    let dump =
        serde_json::to_value(render::dump_text(version, &planned, &diagnostics)).expect("a dump is JSON");
    assert_eq!(
        dump["jobPlan"]["vertices"][1],
        json!({
            "id": "90bea66de1c231edf33913ecd54406c1", "parallelism": 2, "descriptionFormat": "TREE",
            "operators": [
                { "name": "Keyed Reduce", "chainedTo": null },
                { "name": "out: Writer", "chainedTo": 0 },
                { "name": "Sink: <script>", "chainedTo": 0 },
            ],
        })
    );
    assert_eq!(
        dump["jobPlan"]["edges"],
        json!([{
            "source": "cbc357ccb763df2852fee8c4fc7d55f2", "target": "90bea66de1c231edf33913ecd54406c1",
            "shipStrategy": "HASH", "resultType": "PIPELINED_BOUNDED",
        }])
    );
}

#[test]
fn what_is_not_as_flink_writes_it_is_read_as_far_as_it_goes() {
    let twice = r#"{"nodes":[{"id":"0123456789abcdef0123456789abcdef","description":"a"},{"id":"0123456789abcdef0123456789abcdef"},{"description":"b"},7]}"#;
    let parsed = read(twice, None, &[]);
    let codes: Vec<_> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    assert_eq!(codes, ["duplicate-id", "missing-field", "wrong-type"]);
    let plan = parsed.job_plan.expect("there is one vertex");
    assert_eq!((plan.vertices.len(), plan.vertices[0].parallelism), (1, None));
    // Edges in a circle, and from nowhere.
    let circle = r#"{"nodes":[{"id":"a","operator_strategy":"","inputs":[{"id":"b"},{"id":"z"}]},{"id":"b","inputs":[{"id":"a"},{"id":"b"}]}]}"#;
    let plan = read(circle, None, &[]).job_plan.expect("it is read");
    assert_eq!(plan.edges.len(), 3);
    for format in FileFormat::ALL {
        let _drawn_or_not = format.draw_job_plan(&plan);
    }
}
