//! How a text is read: its kind, what is assumed about it, and the pipeline as a definition.

use serde_json::{Value, json};

use crate::server::{Server, WORD_COUNT, WRONG};

/// What `getExecutionPlan()` prints of a job with two streams that come together.
const PLAN: &str = r#"{"nodes":[
{"id":1,"type":"Source: orders","pact":"Data Source","contents":"Source: orders","parallelism":2},
{"id":2,"type":"Parse","pact":"Operator","contents":"Parse","parallelism":2,"predecessors":[{"id":1,"ship_strategy":"FORWARD","side":"second"}]},
{"id":3,"type":"Source: <b>rules</b>","pact":"Data Source","contents":"Source: <b>rules</b>","parallelism":2},
{"id":6,"type":"Enrich","pact":"Operator","contents":"Enrich","parallelism":2,"predecessors":[{"id":2,"ship_strategy":"HASH","side":"second"},{"id":3,"ship_strategy":"HASH","side":"second"}]},
{"id":9,"type":"Sink: Writer","pact":"Operator","contents":"Sink: Writer","parallelism":2,"predecessors":[{"id":6,"ship_strategy":"FORWARD","side":"second"}]}]}"#;

/// What `/jobs/<id>/plan` answers.
const JOB_PLAN: &str = r#"{"plan":{"jid":"21ffcfeedbb8449d9b28c9adc58fa8dc","name":"Totals","type":"STREAMING","nodes":[
{"id":"90bea66de1c231edf33913ecd54406c1","operator":"","parallelism":2,"operator_strategy":"","description":"Keyed Reduce<br/>+- out: Writer<br/>","optimizer_properties":{},"inputs":[{"id":"cbc357ccb763df2852fee8c4fc7d55f2","num":0,"exchange":"pipelined_bounded","ship_strategy":"HASH"}]},
{"id":"cbc357ccb763df2852fee8c4fc7d55f2","operator":"","parallelism":1,"operator_strategy":"","description":"Source: numbers<br/>","optimizer_properties":{}}]}}"#;

const JAVA: &str = "env.fromSequence(1, 9).map(x -> x).name(\"twice\").print();";

#[tokio::test]
async fn the_answer_says_what_the_text_was_taken_for() {
    let server = Server::start();
    for (text, kind) in
        [(WORD_COUNT, "definition"), (JAVA, "java"), (PLAN, "execution-plan"), (JOB_PLAN, "job-plan")]
    {
        let reply = server.post("/api/v1/plan", text).await;
        assert_eq!(reply.status, 200, "{text}");
        assert_eq!(reply.json()["kind"], kind);
    }
}

#[tokio::test]
async fn the_kind_can_be_said() {
    let server = Server::start();
    let reply = server.post("/api/v1/plan?as=definition", PLAN).await;
    assert_eq!(reply.refusal(), (422, "definition-wrong".to_owned()));
    // What makes no sense is as if it were not there.
    assert_eq!(server.post("/api/v1/plan?as=cobol", PLAN).await.status, 200);
}

#[tokio::test]
async fn assumptions_are_answered_with_their_places_and_alternatives() {
    let answer = Server::start().post("/api/v1/plan", PLAN).await.json();
    let property = &answer["unsaid"]["properties"][0];
    assert_eq!(
        (&property["key"], &property["values"]),
        (&json!("chaining"), &json!(["always", "never", "head", "head-with-sources"]))
    );
    assert_eq!(answer["unsaid"]["operators"][1], json!({ "key": "2", "name": "Parse" }));
    let inputs = assumption(&answer, "inputs-6");
    assert_eq!((&inputs["line"], &inputs["column"]), (&json!(5), &json!(16)));
    assert_eq!(inputs["chosen"], "two-1");
    assert_eq!(inputs["answered"], false);
    let values: Vec<_> =
        inputs["alternatives"].as_array().expect("a list").iter().map(|it| &it["value"]).collect();
    assert_eq!(values, ["two-1", "union", "many"]);
}

#[tokio::test]
async fn another_answer_makes_another_plan() {
    let server = Server::start();
    let vertex = |answer: &Value| {
        let vertices = answer["dump"]["jobGraph"]["vertices"].as_array().expect("vertices").clone();
        vertices
            .into_iter()
            .find(|vertex| vertex["name"].as_str().is_some_and(|name| name.starts_with("Enrich")))
    };
    let two = server.post("/api/v1/plan", PLAN).await.json();
    assert_eq!(vertex(&two).expect("it is there")["invokable"], "TwoInputStreamTask");
    let one = server.post("/api/v1/plan?assume=inputs-6:union,uid-6:a%252C%20b", PLAN).await.json();
    let enrich = vertex(&one).expect("it is there");
    assert_eq!(enrich["invokable"], "OneInputStreamTask");
    assert_eq!(enrich["operators"].as_array().and_then(|all| all.last()).expect("the head")["uid"], "a, b");
    assert_eq!(assumption(&one, "inputs-6")["answered"], true);
    assert_eq!(assumption(&one, "uid-6")["chosen"], "a, b");
}

fn assumption<'a>(answer: &'a Value, key: &str) -> &'a Value {
    let all = answer["assumptions"].as_array().expect("a list");
    all.iter().find(|it| it["key"] == key).unwrap_or_else(|| panic!("{key}: {all:?}"))
}

#[tokio::test]
async fn a_plan_or_a_program_is_answered_as_a_definition_with_what_is_assumed_in_it() {
    let server = Server::start();
    let reply = server.post("/api/v1/definition?assume=uid-2:parse", PLAN).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "application/json"));
    let operators: Vec<_> = reply.json()["operators"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|it| it["op"].as_str().map(str::to_owned))
        .collect();
    assert_eq!(
        operators.iter().map(|op| op.as_deref().unwrap_or_default()).collect::<Vec<_>>(),
        ["fromSource", "transform", "fromSource", "keyBy", "keyBy", "connect", "sinkTo"]
    );
    assert_eq!(reply.json()["operators"][1]["uid"], "parse");
    // It plans to the same JobGraph, but for the ids of StreamNodes.
    let of_definition = server.post("/api/v1/plan", reply.text().to_owned()).await.json();
    let of_plan = server.post("/api/v1/plan?assume=uid-2:parse", PLAN).await.json();
    let ids = |answer: &Value| -> Vec<Value> {
        let vertices = answer["dump"]["jobGraph"]["vertices"].as_array().expect("vertices");
        vertices.iter().map(|vertex| vertex["id"].clone()).collect()
    };
    assert_eq!(ids(&of_definition), ids(&of_plan));
    let java = server.post("/api/v1/definition", JAVA).await.json();
    assert_eq!(java["operators"][1], json!({ "op": "map", "name": "twice" }));
    assert_eq!(server.post("/api/v1/definition", JOB_PLAN).await.status, 422);
    assert_eq!(server.post("/api/v1/definition", WRONG).await.status, 422);
}

#[tokio::test]
async fn a_page_lists_assumptions_with_links_to_the_other_possibilities() {
    let server = Server::start();
    let id = server.save(PLAN).await;
    let page = server.get(&format!("/p/{id}?step=3")).await;
    assert!(!page.text().contains("class=\"assumptions\""), "a step has its own explanation");
    let page = server.get(&format!("/p/{id}")).await;
    let page = page.text();
    assert!(page.contains("This plan rests on 5 assumptions"), "{page}");
    assert!(page.contains("href=\"?assume=inputs-6:union\""));
    assert!(page.contains("class=\"t-assumed\""));
    assert!(page.contains("node chain-3 is-assumed"));
    assert!(page.contains("Flink’s StreamGraph plan"));
    assert!(page.contains("href=\"?as=definition\""));
    assert!(!page.contains("<b>rules</b>"), "names are only text");
    // The form of one operator keeps what is chosen already, and says one thing more.
    let page = server.get(&format!("/p/{id}?assume=mode:streaming&property=chaining&of=2&is=never")).await;
    let page = page.text();
    assert!(page.contains("data-query=\"?assume=mode:streaming,chaining-2:never\""), "{page}");
    assert!(page.contains("Chaining strategy of "));
}

#[tokio::test]
async fn files_of_a_saved_plan_are_of_the_reading_that_they_are_asked_for() {
    let server = Server::start();
    let id = server.save(PLAN).await;
    let dot = server.get(&format!("/p/{id}/job-graph.dot")).await;
    assert!(dot.text().contains("A · p=2"), "{}", dot.text());
    let unchained = server.get(&format!("/p/{id}/job-graph.dot?assume=chaining:off")).await;
    assert!(unchained.text().matches(" -> ").count() > dot.text().matches(" -> ").count());
    let json = server.get(&format!("/p/{id}.json?assume=chaining:off")).await.json();
    assert_eq!(json["dump"]["streamGraph"]["chaining"], false);
    let page = server.get(&format!("/p/{id}?assume=chaining:off")).await;
    assert!(page.text().contains(&format!("/p/{id}/job-graph.svg?assume=chaining:off")));
}

#[tokio::test]
async fn the_plan_of_a_job_graph_is_shown_as_far_as_it_goes() {
    let server = Server::start();
    let answer = server.post("/api/v1/plan", JOB_PLAN).await.json();
    assert_eq!(
        answer["dump"]["jobPlan"]["vertices"][1]["operators"][1],
        json!({ "name": "out: Writer", "chainedTo": 0 })
    );
    assert_eq!(answer["steps"], json!([]));
    let id = server.save(JOB_PLAN).await;
    let page = server.get(&format!("/p/{id}")).await;
    let page = page.text();
    assert!(page.contains("aria-label=\"JobGraph\"") && page.contains("told from descriptions"), "{page}");
    assert!(!page.contains("data-pane=\"transformations\" aria-label"), "there is no other graph");
    assert_eq!(server.get(&format!("/p/{id}/job-graph.svg")).await.status, 200);
    assert_eq!(
        server.get(&format!("/p/{id}/stream-graph.svg")).await.refusal(),
        (404, "only-job-graph".to_owned())
    );
    assert_eq!(server.get(&format!("/p/{id}.json")).await.json()["dump"]["jobPlan"]["name"], "Totals");
    for path in ["/api/v1/element?select=vA", "/api/v1/find?find=a", "/api/v1/breaks"] {
        let reply = server.post(path, JOB_PLAN).await;
        assert!([404, 405].contains(&reply.status.as_u16()), "{path}: {}", reply.status);
    }
}

#[tokio::test]
async fn a_form_can_open_any_pipeline_as_a_definition() {
    let server = Server::start();
    let form = form_urlencoded::Serializer::new(String::new()).append_pair("text", PLAN).finish();
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let ask = |path: &'static str| server.ask(axum::http::Method::POST, path, &headers, form.clone().into());
    let page = ask("/").await;
    assert!(page.text().contains("formaction=\"/?assume=inputs-6:union\""), "{}", page.text());
    assert!(page.text().contains("formaction=\"/definition?\""));
    let opened = ask("/definition?assume=chaining:off").await;
    assert!(
        opened.text().contains("&#34;op&#34;: &#34;connect&#34;")
            || opened.text().contains("\"op\": \"connect\""),
        "{}",
        opened.text()
    );
    assert!(opened.text().contains("pipeline.operator-chaining.enabled"));
}
