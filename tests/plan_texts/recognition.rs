//! What a text is taken for, and where a plan in it stands.

use std::time::{Duration, Instant};

use planscope::frontend::{Answer, Parsed, Span, TextKind, read};

/// What `env.getExecutionPlan()` prints of a small job.
const PLAN: &str = r#"{
  "nodes" : [ {
    "id" : 1,
    "type" : "Source: Socket Stream",
    "pact" : "Data Source",
    "contents" : "Source: Socket Stream",
    "parallelism" : 1
  }, {
    "id" : 2,
    "type" : "say \"hi\" \\ é",
    "pact" : "Operator",
    "contents" : "say \"hi\" \\ é",
    "parallelism" : 2,
    "predecessors" : [ {
      "id" : 1,
      "ship_strategy" : "REBALANCE",
      "side" : "second"
    } ]
  }, {
    "id" : 4,
    "type" : "Sink: Print to Std. Out",
    "pact" : "Data Sink",
    "contents" : "Sink: Print to Std. Out",
    "parallelism" : 2,
    "predecessors" : [ {
      "id" : 2,
      "ship_strategy" : "HASH",
      "side" : "second"
    } ]
  } ]
}"#;

/// What the REST API answers.
const JOB_PLAN: &str = r#"{"plan":{"jid":"21ffcfeedbb8449d9b28c9adc58fa8dc","name":"Totals","type":"STREAMING","nodes":[
{"id":"90bea66de1c231edf33913ecd54406c1","operator":"","parallelism":2,"operator_strategy":"","description":"Keyed Reduce<br/>+- out: Writer<br/>","optimizer_properties":{},"inputs":[{"id":"cbc357ccb763df2852fee8c4fc7d55f2","num":0,"exchange":"pipelined_bounded","ship_strategy":"HASH"}]},
{"id":"cbc357ccb763df2852fee8c4fc7d55f2","operator":"","parallelism":1,"operator_strategy":"","description":"Source: numbers<br/>+- plus &lt;one&gt;<br/>","optimizer_properties":{}}]}}"#;

/// What the REST API shows of an adaptive job beside its plan.
const ADAPTIVE: &str = r#"{"nodes":[{"id":"1","parallelism":2,"operator":"Source: numbers","description":"Source: numbers","job_vertex_id":"00000000000000010000000000000002","inputs":[]},
{"id":"2","parallelism":2,"operator":"Map","description":"Map","job_vertex_id":"00000000000000010000000000000002","inputs":[{"num":0,"id":"1","ship_strategy":"FORWARD","exchange":"UNDEFINED"}]},
{"id":"8","parallelism":2,"operator":"out: Writer","description":"out: Writer","inputs":[{"num":0,"id":"2","ship_strategy":"HASH","exchange":"UNDEFINED"}]}]}"#;

const DEFINITION: &str =
    r#"{"operators": [{"op": "fromSource", "name": "{\"nodes\": [{\"id\": 1, \"pact\": 2}]}"}]}"#;

fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("text is JSON")
}

/// The texts of a plan as people paste it.
fn pasted_forms() -> Vec<(&'static str, String)> {
    let compact: serde_json::Value = serde_json::from_str(PLAN).expect("the plan is JSON");
    let compact = compact.to_string();
    let dashes = "-".repeat(20);
    vec![
        ("as it is printed", PLAN.to_owned()),
        ("in one line", compact.clone()),
        (
            "as `flink info` frames it",
            format!(
                "{dashes} Execution Plan {dashes}\n{compact}\n{dashes}{dashes}\n\nNo description provided.\n"
            ),
        ),
        (
            "as SQL explains it",
            format!(
                "== Abstract Syntax Tree ==\nLogicalProject(a=[$0])\n+- LogicalTableScan(table=[[c, d, t]])\n\n== Physical Execution Plan ==\n{PLAN}\n"
            ),
        ),
        (
            "in a log line",
            format!(
                "2026-01-02 03:04:05,678 INFO  org.example.StreamExecutionEnvironment [] - plan: {compact}\n2026-01-02 03:04:06,000 INFO  done;\n"
            ),
        ),
        ("as a string of JSON", quoted(&compact)),
        ("as a string of a string", quoted(&quoted(PLAN))),
        (
            "in a field of another document",
            format!("{{\"streamGraph\": {}, \"state\": \"RUNNING\"}}", quoted(PLAN)),
        ),
        (
            "in a document",
            format!("{{\"jid\": \"1\", \"stream-graph\": {compact}, \"pending-operators\": 1}}"),
        ),
        ("as a string of a program", format!("String plan = {};", quoted(&compact))),
        ("as strings that are added", quoted(PLAN).replace("\\n", "\\n\"\n    + \"")),
        ("with line breaks written out", PLAN.replace('\n', "\\n")),
        ("escaped for HTML", compact.replace('&', "&amp;").replace('"', "&quot;")),
        ("in a CSV cell", format!("1,\"{}\",x", PLAN.replace('"', "\"\""))),
        (
            "behind what a log writes before each line",
            PLAN.lines().map(|line| format!("jobmanager_1  | {line}\n")).collect(),
        ),
        ("with a byte order mark", format!("\u{feff}{PLAN}")),
    ]
}

#[test]
fn a_plan_is_found_however_it_is_pasted() {
    for (how, text) in pasted_forms() {
        let parsed = read(&text, None, &[]);
        assert_eq!(parsed.kind, TextKind::ExecutionPlan, "{how}");
        let definition =
            parsed.definition.unwrap_or_else(|| panic!("{how}: {:?}\n{text}", parsed.diagnostics));
        let names: Vec<_> =
            definition.operators.iter().map(|operator| operator.options.name.as_deref()).collect();
        assert_eq!(names, [None, Some("say \"hi\" \\ é"), None, None], "{how}");
    }
}

#[test]
fn places_are_those_in_the_pasted_text() {
    for (how, text) in pasted_forms() {
        let parsed = read(&text, None, &[]);
        let definition = parsed.definition.unwrap_or_else(|| panic!("{how}"));
        let print = definition.operators.last().expect("there are operators");
        let Span { start, end } = print.field_span("name").expect("a name has a place");
        assert!(text[start..end].contains("Sink: Print to Std. Out"), "{how}: {:?}", &text[start..end]);
        assert!(end - start < 60, "{how}: {:?}", &text[start..end]);
        for operator in &definition.operators {
            let Span { start, end } = operator.span;
            assert!(text.get(start..end).is_some_and(|it| it.starts_with('{')), "{how}");
        }
    }
}

#[test]
fn the_kind_of_a_text_is_told_from_the_text() {
    let java_with_a_plan = format!(
        "import org.apache.flink.streaming.api.environment.*;\n// prints {}\npublic class Job {{\n}}\n",
        JOB_PLAN.replace('\n', "")
    );
    let snippet_with_a_plan = "var stream = env.fromSequence(1, 2); // {\"nodes\": [{\"id\": 1, \"pact\": \"Data Source\"}]}\nstream.print();\nenv.execute();\n";
    let table: [(&str, &str, TextKind); 20] = [
        ("a definition", r#"{"operators": [{"op": "fromSource"}]}"#, TextKind::Definition),
        ("a definition that names a plan", DEFINITION, TextKind::Definition),
        ("a definition that breaks off", r#"{"operators": [{"op": "fromSource""#, TextKind::Definition),
        ("a definition with comments", "{ // my job\n\"operators\": []}", TextKind::Definition),
        ("nothing", "", TextKind::Definition),
        ("a list", "[1, 2]", TextKind::Definition),
        ("a plan of another program", r#"{"nodes": [{"label": "a"}], "edges": []}"#, TextKind::Definition),
        ("the plan of a JobGraph", JOB_PLAN, TextKind::JobPlan),
        ("the same without what is around it", &JOB_PLAN[8..JOB_PLAN.len() - 1], TextKind::JobPlan),
        ("an adaptive plan", ADAPTIVE, TextKind::ExecutionPlan),
        ("a plan that breaks off", &PLAN[..PLAN.len() - 40], TextKind::ExecutionPlan),
        (
            "a plan with a wrong field",
            r#"{"nodes": [{"id": 1, "pact": "Data Source", "parallelism": "many"}]}"#,
            TextKind::ExecutionPlan,
        ),
        ("a program with a plan in a comment", &java_with_a_plan, TextKind::Java),
        ("some lines of one", snippet_with_a_plan, TextKind::Java),
        ("a program", "public class Job { public static void main(String[] args) {} }", TextKind::Java),
        ("a program that breaks off", "public class Job { public static void main(String", TextKind::Java),
        ("a block of one", "{ StreamExecutionEnvironment env = null; }", TextKind::Java),
        ("one call of one", "env.fromSequence(1, 2).print()", TextKind::Java),
        ("a definition without quotes", "{ operators: [{ op: 'fromSource' }] }", TextKind::Definition),
        (
            "a definition without its first bracket",
            "\"operators\": [{\"op\": \"fromSource\"}]",
            TextKind::Definition,
        ),
    ];
    for (what, text, kind) in table {
        assert_eq!(read(text, None, &[]).kind, kind, "{what}");
    }
}

#[test]
fn a_kind_that_somebody_chose_is_taken() {
    let kinds = |text: &str| TextKind::ALL.map(|kind| read(text, Some(kind), &[]).kind);
    for text in [PLAN, JOB_PLAN, DEFINITION, "", "public class Job {}"] {
        assert_eq!(kinds(text), TextKind::ALL, "{text}");
    }
    let as_plan = read("nothing of the kind", Some(TextKind::ExecutionPlan), &[]);
    assert_eq!(as_plan.diagnostics.iter().map(|it| it.code).collect::<Vec<_>>(), ["no-plan"]);
    assert_eq!(TextKind::ALL.map(|kind| TextKind::from_slug(kind.slug())), TextKind::ALL.map(Some));
}

#[test]
fn hostile_texts_are_read_in_proportion_to_their_length() {
    const LENGTH: usize = 400_000;
    let repeated = |piece: &str| piece.repeat(LENGTH / piece.len());
    let texts = [
        repeated("{"),
        repeated("{\"nodes\":"),
        repeated("{\"nodes\":[{\"id\":1,\"pact\":"),
        repeated("\"nodes\":"),
        repeated("\\\"nodes\\\":"),
        repeated("\\"),
        repeated("&quot;nodes&quot;:"),
        repeated("\"\"nodes\"\":"),
        repeated("| {\"nodes\":\n"),
        format!("{{\"nodes\":[{}", repeated("[")),
        format!("{{\"nodes\":[{{\"id\":1,\"pact\":\"{}", repeated("\\u00")),
        format!("{}{{\"nodes\":[]}}", repeated("{} ")),
        format!(
            "{{\"nodes\":[{}]}}",
            vec![r#"{"id":7,"type":"a","pact":"Operator","parallelism":1,"predecessors":[{"id":7}]}"#; 4000]
                .join(",")
        ),
        format!(
            "{{\"nodes\":[{}]}}",
            vec![
                r#"{"id":"x","operator_strategy":"","description":"a<br/>+- b<br/>","inputs":[{"id":"x"}]}"#;
                4000
            ]
            .join(",")
        ),
    ];
    for text in texts {
        for kind in [None, Some(TextKind::ExecutionPlan), Some(TextKind::JobPlan)] {
            let start = Instant::now();
            read(&text, kind, &[]);
            let took = start.elapsed();
            // Work that grows with the square of the length would take hours; a busy machine takes seconds.
            assert!(took < Duration::from_secs(100), "{took:?} for {} …", &text[..40]);
        }
    }
}

#[test]
fn what_is_cut_or_spoilt_anywhere_is_diagnosed_or_read() {
    for text in [PLAN, JOB_PLAN, ADAPTIVE] {
        for at in (0..text.len()).filter(|&at| text.is_char_boundary(at)) {
            for spoilt in [
                text[..at].to_owned(),
                format!("{}\"{}", &text[..at], &text[at..]),
                format!(
                    "{}{}",
                    &text[..at],
                    &text[at + text[at..].chars().next().map_or(0, char::len_utf8)..]
                ),
            ] {
                for kind in [None, Some(TextKind::ExecutionPlan), Some(TextKind::JobPlan)] {
                    let Parsed { definition, job_plan, diagnostics, .. } =
                        read(&spoilt, kind, &[Answer { key: "mode".to_owned(), value: "batch".to_owned() }]);
                    assert!(
                        definition.is_some() || job_plan.is_some() || !diagnostics.is_empty(),
                        "{spoilt}"
                    );
                    for diagnostic in diagnostics {
                        assert!(
                            spoilt.get(diagnostic.span.start..diagnostic.span.end).is_some(),
                            "{spoilt}: {diagnostic:?}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn an_adaptive_plan_is_of_a_batch_job() {
    let parsed = read(ADAPTIVE, None, &[]);
    let definition = parsed.definition.expect("it is a plan");
    let entry =
        |key: &str| definition.configuration.iter().find(|entry| entry.key == key).map(|entry| &*entry.value);
    assert_eq!(entry("execution.runtime-mode"), Some("BATCH"));
    let operations: Vec<_> =
        definition.operators.iter().map(|operator| format!("{:?}", operator.operation)).collect();
    assert_eq!(operations[0], "FromSource { bounded: true }");
    assert_eq!(operations[1], "Map");
    assert!(operations[2].contains("KeyBy") && operations[3].starts_with("SinkTo"), "{operations:?}");
}
