//! The execution plan JSON of every golden pipeline gives back the JobGraph that Flink made of the pipeline itself, as far as
//! that JSON can carry it.

use std::collections::{BTreeMap, BTreeSet};

use planscope::flink::FlinkVersion;
use planscope::frontend::{Answer, TextKind, read};
use planscope::{planner, render};
use serde_json::Value;

use crate::goldens::goldens;

#[test]
fn what_a_plan_can_carry_comes_back_as_the_same_job_graph() {
    let (mut carried, mut by_itself, mut all) = (0, 0, 0);
    let mut different = Vec::new();
    for golden in goldens() {
        all += 1;
        let Some(answers) = answers(&golden) else { continue };
        carried += 1;
        let text = golden["dump"]["streamGraph"]["planJson"].to_string();
        let ours = job_graph(&text, &answers);
        let flinks = &golden["dump"]["jobGraph"];
        by_itself += usize::from(job_graph(&text, &[]) == *flinks);
        if ours != *flinks {
            different.push(format!(
                "{}\n{}\n{answers:?}\n{}",
                golden["pipeline"],
                text,
                first_difference(flinks, &ours, "")
            ));
        }
    }
    println!(
        "of {all} plans {carried} come back when what they do not say is told, {by_itself} of them by themselves"
    );
    assert!(
        different.is_empty(),
        "{} differ; the first:\n{}",
        different.len(),
        different[..different.len().min(3)].join("\n\n")
    );
    assert!(carried > 900, "only {carried} plans were compared");
    assert!(by_itself > 150, "only {by_itself} plans came back by themselves");
}

/// What has to be told so that a plan is the whole truth, from what Flink's dump says beside the plan; nothing if no answer
/// can tell it. A plan can carry a pipeline if
///
/// - it is a STREAMING job, and no edge has an exchange mode of its own;
/// - operators share a slot without resource profiles, declare no managed memory and emit before the end of their input, but
///   where their names say otherwise;
/// - no two edges share a data set, since the plan does not say which have one `keyBy` in common;
/// - its sinks are made of parts that say nothing else than the sink: no descriptions, groups or uids of their own.
fn answers(golden: &Value) -> Option<Vec<Answer>> {
    let (pipeline, graph) = (&golden["pipeline"], &golden["dump"]["streamGraph"]);
    let operators = pipeline["operators"].as_array()?;
    let is_silent = |operator: &Value| {
        operator["managedMemory"].is_object()
            || operator["slotSharingGroup"].is_object()
            || ["preWrite", "preCommit", "postCommit"].iter().any(|topology| operator.get(topology).is_some())
            || operator["op"] == "cache"
    };
    if graph["jobType"] != "STREAMING" || operators.iter().any(is_silent) {
        return None;
    }
    let edges: Vec<&Value> = graph["edges"].as_array()?.iter().collect();
    if edges.iter().any(|edge| edge["exchangeMode"] != "UNDEFINED") {
        return None;
    }
    let vertices = golden["dump"]["jobGraph"]["vertices"].as_array()?;
    let mut data_sets = vertices.iter().filter_map(|vertex| vertex["datasets"].as_array()).flatten();
    if data_sets.any(|data_set| data_set["consumers"].as_array().is_some_and(|readers| readers.len() > 1)) {
        return None;
    }
    let mut answers = Answers::default();
    if let Some(job) = pipeline["job"].as_str() {
        answers.of_plan("job", job);
    }
    for (key, value) in pipeline["config"].as_object().into_iter().flatten() {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if key != "parallelism.default" {
            answers.of_plan(&format!("config.{key}"), &text);
        }
    }
    let nodes: Vec<&Value> = graph["nodes"].as_array()?.iter().collect();
    parallelism(&nodes, &mut answers)?;
    for node in &nodes {
        node_answers(node, graph, &mut answers)?;
    }
    Some(answers.0)
}

#[derive(Default)]
struct Answers(Vec<Answer>);

impl Answers {
    fn of_plan(&mut self, key: &str, value: &str) {
        self.0.push(Answer { key: key.to_owned(), value: value.to_owned() });
    }

    fn of(&mut self, property: &str, node: &Value, value: &str) {
        self.of_plan(&format!("{property}-{}", node["id"]), value);
    }
}

/// Which parallelism is the environment's, and which operators have set it all the same.
fn parallelism(nodes: &[&Value], answers: &mut Answers) -> Option<()> {
    let mut counts: BTreeMap<i64, usize> = BTreeMap::new();
    for node in nodes {
        *counts.entry(node["parallelism"].as_i64()?).or_default() += 1;
    }
    let most = counts.iter().max_by_key(|(parallelism, count)| (**count, **parallelism));
    let most = most.map(|(parallelism, _)| *parallelism)?;
    let is_own = |node: &Value| node["name"] == "Timestamps/Watermarks";
    let not_set = nodes.iter().filter(|node| node["parallelismConfigured"] == false && !is_own(node));
    let not_set: BTreeSet<_> = not_set.filter_map(|node| node["parallelism"].as_i64()).collect();
    let default = match not_set.len() {
        0 => most,
        1 => *not_set.first()?,
        // The maps of a join have their input's.
        _ => return None,
    };
    if default != most {
        answers.of_plan("parallelism", &default.to_string());
    }
    for node in nodes {
        let is_default = node["parallelism"].as_i64() == Some(default);
        match node["parallelismConfigured"] == true {
            true if is_default => answers.of("parallelism-set", node, "yes"),
            true => {}
            false if is_default || is_own(node) => {}
            false => return None,
        }
    }
    Some(())
}

fn node_answers(node: &Value, graph: &Value, answers: &mut Answers) -> Option<()> {
    let (name, description) = (node["name"].as_str()?, node["description"].as_str()?);
    let task = node["jobVertexClass"].as_str()?;
    let edge = |id: &Value| graph["edges"].as_array().into_iter().flatten().find(|edge| edge["id"] == *id);
    let edges = |side: &str, node: &Value| -> Vec<&Value> {
        let ids = graph[side][node.to_string()].as_array();
        ids.into_iter().flatten().filter_map(edge).collect()
    };
    let nodes = graph["nodes"].as_array().into_iter().flatten();
    let has_groups = nodes.clone().any(|node| node["slotSharingGroup"] != "default");
    let inputs = edges("inEdges", &node["id"]);
    let (is_writer, is_committer) = (name.ends_with(": Writer"), name.ends_with(": Committer"));
    for (number, input) in inputs.iter().enumerate() {
        let Some(tag) = input["outputTag"].as_str() else { continue };
        match number {
            0 => answers.of("side-output", node, tag),
            _ => answers.of_plan(&format!("side-output-{}-{}", node["id"], number + 1), tag),
        }
    }
    let legacy_source = task == "SourceStreamTask";
    // What a committer has, it has from the writer.
    if !is_committer {
        for (property, field) in
            [("uid", "uid"), ("uid-hash", "userHash"), ("co-location", "coLocationGroup")]
        {
            if let Some(value) = node[field].as_str() {
                answers.of(property, node, value);
            }
        }
        if has_groups {
            answers.of("group", node, node["slotSharingGroup"].as_str()?);
        }
        match node["chainingStrategy"].as_str()? {
            "ALWAYS" => {}
            "HEAD" if legacy_source => {}
            "NEVER" if name == "MapPartition" => {}
            // Sinks have only one setter.
            strategy => answers.of("chaining", node, &strategy.to_lowercase().replace('_', "-")),
        }
    }
    let configured = answers.0.iter().find(|answer| answer.key == "config.pipeline.max-parallelism");
    let environment = configured.and_then(|answer| answer.value.parse().ok()).unwrap_or(-1);
    let all_window = name.starts_with("TriggerWindow(") || description.starts_with("TriggerWindow(");
    match node["maxParallelism"].as_i64()? {
        max if max == environment || is_committer => {}
        1 if all_window => {}
        max => answers.of("max-parallelism", node, &max.to_string()),
    }
    if node["bufferTimeout"] != 100 {
        answers.of("buffer-timeout", node, &node["bufferTimeout"].to_string());
    }
    if node["yielding"] == true && !is_writer && name != "async wait operator" {
        answers.of("yields", node, "yes");
    }
    match (task, node["inputFormat"] == true) {
        ("SourceStreamTask", true) => answers.of("source", node, "format"),
        ("SourceStreamTask", false) => answers.of("source", node, "function"),
        ("SourceOperatorStreamTask", _) => answers.of("source", node, "source"),
        _ => {}
    }
    let concurrent = node["supportsConcurrentExecutionAttempts"] == true;
    match name.strip_prefix("Sink: ") {
        _ if node["outputFormat"] == true => answers.of("sink", node, "format"),
        _ if is_writer && concurrent => answers.of("sink", node, "discard"),
        Some(_) if concurrent => answers.of("sink", node, "print"),
        Some("Print to Std. Out") => answers.of("sink", node, "function"),
        _ => {}
    }
    let at_end = name.contains("Partition") || description.contains("EndOfStreamTrigger");
    if node["outputOnlyAfterEndOfStream"] == true && !at_end {
        return None;
    }
    let hash = inputs.iter().all(|edge| edge["partitioner"] == "HASH") && !inputs.is_empty();
    let keyed = node["statePartitioners"].as_u64()? > 0;
    match task {
        "OneInputStreamTask" if inputs.len() > 1 => {
            answers.of("inputs", node, "union");
            answers.of("key-by", node, if keyed { "behind" } else { "before" });
        }
        "OneInputStreamTask" if keyed && !hash => answers.of("keyed", node, "yes"),
        "OneInputStreamTask" if !keyed && hash => answers.of("keyed", node, "no"),
        "TwoInputStreamTask" => {
            let first = inputs.iter().filter(|edge| edge["typeNumber"] == 1).count();
            answers.of("inputs", node, &format!("two-{first}"));
        }
        "MultipleInputStreamTask" => {
            let types: BTreeSet<_> = inputs.iter().map(|edge| edge["typeNumber"].as_i64()).collect();
            if types.len() != inputs.len() {
                return None;
            }
            answers.of("inputs", node, "many");
            answers.of("keyed", node, if keyed { "yes" } else { "no" });
        }
        _ => {}
    }
    if is_writer {
        // Among the readers of one stream it comes before the first that comes after it.
        let upstream = &inputs.first()?["source"];
        let readers = edges("outEdges", upstream);
        let behind = readers.iter().skip_while(|edge| edge["target"] != node["id"]).skip(1);
        let sinks = |id: &Value| {
            let nodes = graph["nodes"].as_array().into_iter().flatten();
            let name = nodes.filter(|node| node["id"] == *id).find_map(|node| node["name"].as_str());
            name.is_some_and(|name| name.ends_with(": Writer"))
        };
        let next = behind.map(|edge| &edge["target"]).find(|target| !sinks(target));
        let value = next.map_or_else(|| "last".to_owned(), |target| format!("before-{target}"));
        answers.of("order", node, &value);
    }
    Some(())
}

/// The JobGraph of a plan with these answers, as the dump has it.
fn job_graph(text: &str, answers: &[Answer]) -> Value {
    let parsed = read(text, None, answers);
    assert_eq!(parsed.kind, TextKind::ExecutionPlan);
    let definition = parsed.definition.unwrap_or_else(|| panic!("{:?}\n{text}", parsed.diagnostics));
    let dump = match planner::plan(&definition, FlinkVersion::V2_2_0, &mut ()) {
        Ok(plan) => serde_json::to_value(render::dump(&plan)),
        Err(refusal) => serde_json::to_value(render::dump_refusal(FlinkVersion::V2_2_0, &refusal)),
    };
    dump.expect("a dump is JSON")["jobGraph"].take()
}

fn first_difference(flinks: &Value, ours: &Value, path: &str) -> String {
    match (flinks, ours) {
        (Value::Object(expected), Value::Object(actual)) => {
            let different = expected.iter().find(|(key, value)| actual.get(*key) != Some(value));
            different.map_or_else(String::new, |(key, value)| {
                first_difference(value, &ours[key], &format!("{path}.{key}"))
            })
        }
        (Value::Array(expected), Value::Array(actual)) if expected.len() == actual.len() => {
            let pairs = expected.iter().zip(actual).enumerate();
            let different = pairs.into_iter().find(|(_, (value, other))| value != other);
            different.map_or_else(String::new, |(index, (value, other))| {
                first_difference(value, other, &format!("{path}[{index}]"))
            })
        }
        _ => format!("{path}: Flink {flinks}, here {ours}"),
    }
}
