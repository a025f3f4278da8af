//! `POST /api/v1/breaks`, `POST /api/v1/apply`, and `?change=` wherever a plan is asked for.

use serde_json::{Value, json};

use crate::server::{REFUSED, Server, WORD_COUNT, WRONG};

/// One broken chain, between `map` and `print`.
const UNEQUAL: &str = r#"{ "operators": [
  { "op": "fromSource" },
  { "op": "map", "name": "Parse" },
  { "op": "print", "uid": "out", "parallelism": 2 }
] }"#;

/// Flink's own plan of a JobGraph, which says nothing of calls.
const JOB_PLAN: &str = r#"{"plan":{"jid":"00000000000000000000000000000001","name":"j","type":"STREAMING","nodes":[
  {"id":"cbc357ccb763df2852fee8c4fc7d55f2","parallelism":1,"operator":"","operator_strategy":"","description":"Source: a<br/>","optimizer_properties":{}}]}}"#;

#[tokio::test]
async fn a_broken_chain_is_answered_with_its_conditions_reasons_and_fixes() {
    let reply = Server::start().post("/api/v1/breaks", UNEQUAL).await;
    assert_eq!(reply.status, 200);
    let answer = reply.json();
    assert_eq!(answer["edges"], 2);
    assert_eq!(answer["difference"], Value::Null);
    let [broken] = answer["breaks"].as_array().expect("breaks").as_slice() else { panic!("{answer:#}") };
    assert_eq!(broken["edge"], "e2-3");
    assert_eq!(broken["names"], json!(["Parse", "Sink: Print to Std. Out"]));
    let conditions = broken["conditions"].as_array().expect("conditions");
    assert_eq!(conditions.len(), 11);
    assert_eq!(
        conditions[6],
        json!({ "code": "same-parallelism", "holds": false, "stoppedHere": true, "operands": { "upstream": 1, "downstream": 2 } })
    );
    assert_eq!(
        broken["reasons"],
        json!([
            { "code": "same-parallelism", "words": "parallelism 1 ≠ 2", "stoppedHere": true, "follows": false, "call": 2, "line": 4, "field": "parallelism" },
            { "code": "forward-partitioner", "words": "REBALANCE, which Flink chose because the parallelism differs", "stoppedHere": false, "follows": true, "call": 2, "line": 4, "field": "parallelism" },
        ])
    );
    let fix = &broken["fixes"][0];
    assert_eq!(fix["what"], "Remove `parallelism: 2` of Sink: Print to Std. Out, line 4");
    assert_eq!(
        (&fix["change"], &fix["adds"]),
        (&json!("2.unset:parallelism"), &json!(["2.unset:parallelism"]))
    );
    assert_eq!(
        fix["difference"]["sentence"],
        "2 → 1 vertex, one exchange fewer, 2 → 1 slot. Sink: Print to Std. Out runs with 1 subtask. The operator ID of Parse changes."
    );
    assert_eq!(fix["difference"]["vertices"], json!({ "before": 2, "after": 1 }));
}

#[tokio::test]
async fn a_fix_leads_to_a_plan_in_which_the_edge_is_not_broken_any_more() {
    let server = Server::start();
    let before = server.post("/api/v1/breaks", UNEQUAL).await.json();
    let fixes = before["breaks"][0]["fixes"].as_array().expect("fixes");
    assert!(!fixes.is_empty());
    for fix in fixes {
        let change = fix["change"].as_str().expect("changes");
        let after = server.post(&format!("/api/v1/breaks?change={change}"), UNEQUAL).await.json();
        assert_eq!(after["difference"], fix["difference"]);
        let edges: Vec<_> =
            after["breaks"].as_array().expect("breaks").iter().map(|it| &it["edge"]).collect();
        assert!(!edges.contains(&&before["breaks"][0]["edge"]), "{change}: {edges:?}");
        // The same plan is that of the text with the fix written into it.
        let applied = server.post(&format!("/api/v1/apply?change={change}"), UNEQUAL).await;
        let written = server.post("/api/v1/plan", applied.body).await.json();
        let tried = server.post(&format!("/api/v1/plan?change={change}"), UNEQUAL).await.json();
        assert_eq!((&written["dump"], &written["difference"]), (&tried["dump"], &Value::Null));
        assert_eq!(tried["difference"], fix["difference"]);
    }
}

#[tokio::test]
async fn why_nothing_chains_a_keyed_stream_is_said_and_what_would_with_a_caution() {
    let answer = Server::start().post("/api/v1/breaks", WORD_COUNT).await.json();
    let broken = &answer["breaks"][0];
    assert_eq!(
        broken["verdict"],
        "Nothing that keeps `keyBy`: all records of a key have to meet in one subtask."
    );
    let fix = &broken["fixes"][0];
    assert_eq!(fix["change"], "2.op:reinterpretAsKeyedStream");
    assert!(fix["caution"].as_str().is_some_and(|caution| caution.starts_with("Right only if")), "{fix}");
}

#[tokio::test]
async fn changes_are_written_into_the_text() {
    let changes = "parallelism:4,1.unset:name,4.uid:a%252Cb";
    let reply = Server::start().post(&format!("/api/v1/apply?change={changes}"), WORD_COUNT).await;
    assert_eq!((reply.status.as_u16(), reply.header("content-type")), (200, "text/plain; charset=utf-8"));
    let expected = WORD_COUNT
        .replace("  \"operators\"", "  \"config\": { \"parallelism.default\": 4 },\n  \"operators\"")
        .replace(", \"name\": \"Tokenizer\"", "")
        .replace("\"print\"", "\"print\", \"uid\": \"a,b\"");
    assert_eq!(reply.text(), expected);
}

#[tokio::test]
async fn a_change_that_cannot_be_made_is_a_diagnostic_everywhere() {
    let server = Server::start();
    for (path, text) in [
        ("/api/v1/plan?change=9.drop", WORD_COUNT),
        ("/api/v1/breaks?change=9.drop", WORD_COUNT),
        ("/api/v1/apply?change=9.drop", WORD_COUNT),
        ("/api/v1/plan?change=2.drop", WORD_COUNT),
        ("/api/v1/plan?change=nonsense", WORD_COUNT),
        ("/api/v1/apply?change=mode:BATCH", WRONG),
        ("/api/v1/plan?change=chaining:off", JOB_PLAN),
    ] {
        let reply = server.post(path, text).await;
        assert_eq!(reply.status, 422, "{path}");
        let codes: Vec<_> = reply.json()["diagnostics"]
            .as_array()
            .expect("diagnostics")
            .iter()
            .map(|diagnostic| diagnostic["code"].as_str().expect("a code").to_owned())
            .collect();
        let expected = match path.split('=').next_back() {
            Some("nonsense") => "no-change",
            Some("mode:BATCH") => "unknown-op",
            _ => "change-does-not-apply",
        };
        assert_eq!(codes, [expected], "{path}");
    }
    let page = server.get("/examples/word-count?change=9.drop").await;
    assert!(page.text().contains("there is no call 9, the last one is 4"));
    assert!(page.text().contains(r#"href="?" data-try="reset""#), "there is a way back");
}

#[tokio::test]
async fn a_pipeline_that_flink_refuses_may_be_mended_by_a_change() {
    let server = Server::start();
    assert_eq!(server.post("/api/v1/breaks", REFUSED).await.status, 404);
    let answer = server.post("/api/v1/plan?change=1.parallelism:2", REFUSED).await.json();
    assert_eq!(answer["difference"], Value::Null, "there is nothing to compare with");
    assert_eq!(answer["dump"]["streamGraph"]["nodes"][1]["parallelism"], 2);
}

#[tokio::test]
async fn saved_plans_are_shown_and_drawn_with_changes() {
    let server = Server::start();
    let id = server.save(UNEQUAL).await;
    let page = server.get(&format!("/p/{id}?change=2.unset:parallelism")).await;
    assert!(page.text().contains("2 → 1 vertex"), "{}", page.text());
    assert!(
        page.text().contains(&format!("/p/{id}/job-graph.svg?change=2.unset:parallelism")),
        "files are of the plan shown"
    );
    let drawing = |query: &str| format!("/p/{id}/job-graph.mmd{query}");
    let (as_saved, changed) =
        (server.get(&drawing("")).await, server.get(&drawing("?change=2.unset:parallelism")).await);
    assert_ne!(as_saved.text(), changed.text());
    assert_ne!(as_saved.header("etag"), changed.header("etag"));
    let file = server.get(&format!("/p/{id}.json?change=2.unset:parallelism")).await.json();
    assert_eq!(file["definition"], UNEQUAL, "the text stays as it was saved");
    assert_eq!(file["dump"]["jobGraph"]["vertices"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn without_a_script_switches_fixes_and_apply_are_links_and_forms() {
    let server = Server::start();
    let id = server.save(UNEQUAL).await;
    let answer = server.post("/api/v1/breaks", UNEQUAL).await.json();
    let step = answer["breaks"][0]["step"].as_u64().expect("a step");
    let page = server.get(&format!("/p/{id}?step={step}")).await;
    let page = page.text();
    assert!(page.contains(r#"aria-checked="false" href="?change=mode:BATCH""#), "{page}");
    assert!(page.contains(r#"href="?change=2.unset:parallelism&#38;step="#), "a fix is a link: {page}");
    let tried = server.get(&format!("/p/{id}?change=2.unset:parallelism")).await;
    assert!(tried.text().contains(r#"formaction="/apply?change=2.unset:parallelism""#), "{}", tried.text());
    let form =
        "text=%7B%22operators%22%3A%5B%7B%22op%22%3A%22fromSource%22%7D%2C%7B%22op%22%3A%22print%22%7D%5D%7D";
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let applied =
        server.ask(axum::http::Method::POST, "/apply?change=1.uid:out", &headers, form.into()).await;
    assert_eq!(applied.status, 200);
    assert!(applied.text().contains("&#34;print&#34;,&#34;uid&#34;:&#34;out&#34;"), "{}", applied.text());
    assert!(
        applied.text().contains(r#"formaction="/?change=mode:BATCH""#),
        "a text that a form sent is sent again"
    );
    let wrong = server.ask(axum::http::Method::POST, "/apply?change=7.drop", &headers, form.into()).await;
    assert!(wrong.text().contains("there is no call 7"));
}

#[tokio::test]
async fn batch_with_sources_that_do_not_end_is_offered_with_ones_that_do() {
    let page = Server::start().get("/examples/parallelism-change?change=mode:BATCH").await;
    let page = page.text();
    assert!(
        page.contains(r#"href="?change=mode:BATCH,0.bounded:true">Try it with bounded sources"#),
        "{page}"
    );
}

#[tokio::test]
async fn what_is_no_definition_is_written_as_one_with_the_changes_in_it() {
    let java = r#"StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
env.fromSequence(1, 100).map(number -> number + 1).rebalance().print();
env.execute("Numbers");"#;
    let server = Server::start();
    let changes = "2.drop,1.name:Next,parallelism:2";
    let applied = server.post(&format!("/api/v1/apply?change={changes}"), java).await;
    assert_eq!(applied.status, 200, "{}", applied.text());
    assert!(applied.text().starts_with("{\n  \"version\": 1"), "{}", applied.text());
    let written = server.post("/api/v1/plan", applied.body).await.json();
    let tried = server.post(&format!("/api/v1/plan?change={changes}"), java).await.json();
    assert_eq!(written["dump"], tried["dump"]);
    assert_eq!(tried["difference"]["vertices"], json!({ "before": 2, "after": 1 }));
    // Without changes there is nothing to write.
    assert_eq!(server.post("/api/v1/apply", java).await.text(), java);
}

#[tokio::test]
async fn a_fix_lists_the_first_of_what_it_changes_and_the_plan_with_it_lists_all() {
    let maps = r#"{ "op": "map" },"#.repeat(100);
    let text = format!(
        r#"{{ "operators": [ {{ "op": "fromSource" }}, {{ "op": "rebalance" }}, {maps} {{ "op": "print" }} ] }}"#
    );
    let server = Server::start();
    let answer = server.post("/api/v1/breaks", text.clone()).await.json();
    let fix = &answer["breaks"][0]["fixes"][0];
    let listed = |difference: &Value| difference["operatorIds"].as_array().expect("ids").len();
    let change = fix["change"].as_str().expect("changes").to_owned();
    let planned = server.post(&format!("/api/v1/plan?change={change}"), text).await.json();
    assert_eq!(planned["difference"]["leftOut"], Value::Null);
    assert_eq!(listed(&fix["difference"]), 20);
    assert_eq!(fix["difference"]["leftOut"], json!({ "operatorIds": listed(&planned["difference"]) - 20 }));
    assert_eq!(fix["difference"]["sentence"], planned["difference"]["sentence"]);
}

#[tokio::test]
async fn a_page_says_of_a_change_that_cannot_be_made_that_it_is_the_change_and_blames_no_line() {
    let server = Server::start();
    for (change, is_about_a_call) in [("garbage", false), ("99.drop", false), ("1.drop", true)] {
        let page = server.get(&format!("/examples/word-count?change={change}")).await;
        let page = page.text();
        assert!(page.contains("What is tried cannot be done"), "{change}");
        assert!(!page.contains("The source cannot be planned"), "{change}");
        assert_eq!(page.contains("is-place"), is_about_a_call, "{change}");
        assert_eq!(page.contains("diagnostic__place"), is_about_a_call, "{change}");
    }
    let page = server.get("/examples/word-count?change=config.no.such.key:1").await;
    let page = page.text();
    assert!(page.contains("no plan depends on that key") && !page.contains(">1:1<"));
}

#[tokio::test]
async fn a_fix_of_one_of_the_calls_that_a_loop_makes_says_that_it_is_one_of_them() {
    let program = r#"DataStream<String> in = env.socketTextStream("a", 1);
for (int i = 0; i < 3; i++) {
    in.map(x -> x).setParallelism(2).print().setParallelism(2);
}
in.map(x -> x).name("alone").setParallelism(3).print().setParallelism(3);"#;
    let answer = Server::start().post("/api/v1/breaks?as=java", program).await.json();
    let breaks = answer["breaks"].as_array().expect("breaks");
    let fixes: Vec<_> = breaks.iter().flat_map(|it| it["fixes"].as_array().expect("fixes")).collect();
    let said = |fix: &&&Value| fix["what"].as_str().is_some_and(|what| what.contains("one of the 3 calls"));
    assert_eq!(fixes.iter().filter(said).count(), 3, "{fixes:#?}");
    let alone: Vec<_> = fixes.iter().filter(|fix| !said(fix)).collect();
    assert!(
        !alone.is_empty() && alone.iter().all(|fix| fix["what"].to_string().contains("alone")),
        "{alone:#?}"
    );
}
