//! `POST /api/v1/plan`, `POST /api/v1/plans`, `GET /healthz`.

use axum::body::Body;
use axum::http::Method;
use planscope::explain::Rule;
use serde_json::json;

use crate::server::{REFUSED, Server, WORD_COUNT, WRONG};

#[tokio::test]
async fn a_pipeline_is_answered_with_its_dump_its_steps_and_its_diagnostics() {
    let reply = Server::start().post("/api/v1/plan", WORD_COUNT).await;
    assert_eq!(reply.status, 200);
    let answer = reply.json();
    let fields: Vec<_> = answer.as_object().expect("an object").keys().collect();
    assert_eq!(
        fields,
        ["kind", "assumptions", "unsaid", "dump", "steps", "births", "difference", "diagnostics"]
    );

    let nodes = answer["dump"]["streamGraph"]["nodes"].as_array().expect("nodes");
    let ids: Vec<_> = nodes.iter().map(|node| node["id"].as_u64().expect("an id")).collect();
    assert_eq!(ids, [1, 2, 4, 5], "keyBy is the virtual node 6, not a node");
    assert_eq!(answer["dump"]["jobGraph"]["vertices"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["diagnostics"], json!([]));
}

#[tokio::test]
async fn a_step_says_what_happened_to_which_elements_and_where_in_the_text_it_comes_from() {
    let answer = Server::start().post("/api/v1/plan", WORD_COUNT).await.json();
    let steps = answer["steps"].as_array().expect("steps");
    for (step, number) in steps.iter().zip(1..) {
        let fields: Vec<_> = step.as_object().expect("an object").keys().map(String::as_str).collect();
        let all = [
            "number", "phase", "method", "sentence", "rule", "facts", "chains", "decides", "touches",
            "depth", "call", "line",
        ];
        assert_eq!(fields, all);
        assert_eq!(step["number"], number);
        let facts = step["facts"].as_array().expect("facts");
        let rules = facts.iter().map(|fact| &fact["rule"]).filter(|rule| !rule.is_null());
        for rule in rules.chain([&step["rule"]]) {
            assert!(rule.as_str().and_then(Rule::from_code).is_some(), "{step}");
        }
        let conditions = facts.iter().filter(|fact| !fact["holds"].is_null());
        assert!({ conditions }.all(|condition| condition["rule"].is_string()), "{step}");
    }
    let phases: Vec<_> = steps.iter().map(|step| step["phase"].as_str().expect("a phase")).collect();
    let mut in_order = phases.clone();
    in_order.dedup();
    assert_eq!(in_order, ["translate", "hash", "chain", "connect", "place"]);

    let broken: Vec<_> = steps.iter().filter(|step| step["chains"] == false).collect();
    assert!(broken.iter().all(|step| step["decides"] == "e2-4") && !broken.is_empty(), "{broken:#?}");
    let births = answer["births"].as_object().expect("births");
    for element in ["n1", "n2", "n4", "n5", "vA", "vB"] {
        let step = births[element].as_u64().expect("a step") as usize;
        assert!((1..=steps.len()).contains(&step), "{element} is born at {step}");
    }
}

#[tokio::test]
async fn what_flink_refuses_is_answered_with_flinks_exception() {
    let reply = Server::start().post("/api/v1/plan", REFUSED).await;
    assert_eq!(reply.status, 200);
    let answer = reply.json();
    assert_eq!(answer["dump"]["error"]["stage"], "build");
    assert_eq!(answer["dump"]["error"]["exception"], "java.lang.IllegalArgumentException");
    assert_eq!((&answer["steps"], &answer["births"]), (&json!([]), &json!({})));
    let diagnostic = &answer["diagnostics"][0];
    assert_eq!(diagnostic["code"], "refused-by-flink");
    assert_eq!(diagnostic["path"], "operators[1].parallelism");
    assert_eq!(diagnostic["line"], 3);
}

#[tokio::test]
async fn a_wrong_definition_is_refused_with_the_place_of_each_problem() {
    let server = Server::start();
    for path in ["/api/v1/plan", "/api/v1/plans"] {
        let reply = server.post(path, WRONG).await;
        assert_eq!(reply.refusal(), (422, "definition-wrong".to_owned()));
        let diagnostic = &reply.json()["diagnostics"][0];
        assert_eq!(diagnostic["severity"], "error");
        assert_eq!(diagnostic["path"], "operators[1].op");
        assert_eq!(diagnostic["suggestion"], "map");
        let place = ["line", "column", "endLine", "endColumn"].map(|field| diagnostic[field].as_u64());
        assert_eq!(place, [Some(3), Some(11), Some(3), Some(16)]);
    }
}

#[tokio::test]
async fn bodies_that_are_no_text_are_refused() {
    let server = Server::start();
    for path in ["/api/v1/plan", "/api/v1/plans"] {
        for (body, message) in [
            (&b"\xff"[..], "The body is not UTF-8 text: the byte at offset 0 does not belong there."),
            (
                &b"{\"\xc3\xa9\": \"\xe2\x82\"}"[..],
                "The body is not UTF-8 text: the byte at offset 8 does not belong there.",
            ),
        ] {
            let reply = server.post(path, body.to_vec()).await;
            assert_eq!(reply.refusal(), (400, "not-utf-8".to_owned()));
            assert_eq!(reply.json()["error"]["message"], message);
        }
    }
}

#[tokio::test]
async fn hostile_texts_are_wrong_definitions_and_nothing_worse() {
    let server = Server::start();
    let deep = "[".repeat(500_000);
    let deep_objects = "{\"a\":".repeat(150_000);
    let many_problems = format!("{{\"operators\":[{}]}}", ["{}"; 50_000].join(","));
    for text in ["", " ", "\0", "null", "[]", "\u{feff}", "{", "\"", &deep, &deep_objects, &many_problems] {
        let reply = server.post("/api/v1/plan", text.to_owned()).await;
        assert_eq!(reply.refusal(), (422, "definition-wrong".to_owned()), "{}", &text[..text.len().min(20)]);
        assert_ne!(reply.json()["diagnostics"], json!([]));
    }
}

#[tokio::test]
async fn a_saved_plan_has_an_address() {
    let server = Server::start();
    let asked =
        server.ask(Method::POST, "/api/v1/plans", &[("host", "localhost:8080")], WORD_COUNT.into()).await;
    assert_eq!(asked.status, 201);
    let saved = asked.json();
    let fields: Vec<_> = saved.as_object().expect("an object").keys().collect();
    assert_eq!(fields, ["id", "url"]);
    let id = saved["id"].as_str().expect("an id");
    assert_eq!(asked.header("location"), format!("/p/{id}"));
    assert_eq!(saved["url"], format!("http://localhost:8080/p/{id}"));
}

#[tokio::test]
async fn a_plan_that_flink_refuses_can_be_saved() {
    let server = Server::start();
    let id = server.save(REFUSED).await;
    let file = server.get(&format!("/p/{id}.json")).await;
    assert_eq!(file.status, 200);
    assert_eq!(file.json()["dump"]["error"]["stage"], "build");
}

#[tokio::test]
async fn the_address_begins_with_the_base_url_or_the_host_that_was_asked() {
    let of = async |base_url: Option<&str>, host: &str| {
        let server = Server::with(|state| state.base_url = base_url.map(Into::into));
        let saved =
            server.ask(Method::POST, "/api/v1/plans", &[("host", host)], WORD_COUNT.into()).await.json();
        let id = saved["id"].as_str().expect("an id").to_owned();
        saved["url"].as_str().expect("a url").replace(&id, "ID")
    };
    assert_eq!(of(None, "planscope.example").await, "http://planscope.example/p/ID");
    assert_eq!(of(None, "[::1]:8080").await, "http://[::1]:8080/p/ID");
    assert_eq!(of(Some("https://example.org/tools"), "evil.example").await, "https://example.org/tools/p/ID");
    assert_eq!(of(None, "evil.example/\"><script>").await, "/p/ID", "no host at all");
}

#[tokio::test]
async fn nothing_is_saved_unless_it_is_asked_for() {
    let server = Server::start();
    server.post("/api/v1/plan", WORD_COUNT).await;
    server.post("/api/v1/plans", WRONG).await;
    server.post("/api/v1/plans", Body::from(vec![0xff])).await;
    server.get("/api/v1/plans").await;
    assert_eq!(server.saved_plans(), 0);
    server.save(WORD_COUNT).await;
    assert_eq!(server.saved_plans(), 1);
}

#[tokio::test]
async fn a_healthy_server_says_so() {
    let server = Server::start();
    let reply = server.get("/healthz").await;
    assert_eq!((reply.status.as_u16(), reply.json()), (200, json!({ "status": "ok" })));
    server.state.store.close().await.expect("closed");
    assert_eq!(server.get("/healthz").await.refusal(), (503, "store-unavailable".to_owned()));
}

#[tokio::test]
async fn unknown_addresses_and_methods_are_refused_as_json() {
    let server = Server::start();
    for (method, path, status, code, allow) in [
        (Method::GET, "/api/v1/plan", 405, "method-not-allowed", "POST"),
        (Method::PUT, "/api/v1/plans", 405, "method-not-allowed", "POST"),
        (Method::POST, "/healthz", 405, "method-not-allowed", "GET,HEAD"),
        (Method::GET, "/api/", 404, "not-found", ""),
        (Method::POST, "/api/v2/plan", 404, "not-found", ""),
    ] {
        let reply = server.ask(method.clone(), path, &[], Body::empty()).await;
        assert_eq!(reply.refusal(), (status, code.to_owned()), "{method} {path}");
        assert_eq!(reply.header("allow"), allow, "{method} {path}");
    }
}
