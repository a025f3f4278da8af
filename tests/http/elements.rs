//! What one asks about a plan's elements, steps and breaks, as pages without a script and as the API answers it.

use axum::http::StatusCode;
use serde_json::json;

use crate::server::{REFUSED, Reply, Server, WORD_COUNT, WRONG};

/// The text of a page's element with this class, up to its end tag.
fn text<'a>(reply: &'a Reply, class: &str, end: &str) -> &'a str {
    let rest = reply.text().split(&format!("class=\"{class}\"")).nth(1);
    let rest = rest.unwrap_or_else(|| panic!("nothing has the class {class}"));
    rest.split_once('>').and_then(|(_, rest)| rest.split_once(end)).map_or(rest, |(text, _)| text)
}

#[tokio::test]
async fn an_element_is_told_with_its_records_its_steps_and_what_it_is_elsewhere() {
    let server = Server::start();
    let answer = server.post("/api/v1/element?select=n4", WORD_COUNT).await.json();
    let fields: Vec<_> = answer.as_object().expect("an object").keys().collect();
    assert_eq!(
        fields,
        [
            "element",
            "kind",
            "records",
            "born",
            "chaining",
            "edges",
            "chain",
            "counterparts",
            "calls",
            "lines",
            "steps"
        ]
    );
    assert_eq!((&answer["element"], &answer["kind"]), (&json!("n4"), &json!("StreamNode")));
    let classes: Vec<_> =
        answer["records"].as_array().expect("records").iter().map(|it| &it["class"]).collect();
    assert_eq!(classes, ["StreamNode", "OperatorIDPair", "StreamConfig"]);
    assert_eq!(
        answer["edges"],
        json!([
            { "edge": "e2-4", "direction": "in", "other": "n2", "reason": "keyBy, line 6" },
            { "edge": "e4-5", "direction": "out", "other": "n5", "reason": null },
        ])
    );
    assert_eq!(answer["counterparts"], json!(["t4", "vB"]));
    assert_eq!((&answer["calls"], &answer["lines"]), (&json!([3]), &json!([7])));
    for step in answer["steps"].as_array().expect("steps") {
        let about =
            step["decides"] == "n4" || step["touches"].as_array().is_some_and(|it| it.contains(&json!("n4")));
        assert!(about, "{step}");
    }
    let edge = server.post("/api/v1/element?select=e2-4", WORD_COUNT).await.json();
    assert_eq!(
        (&edge["chaining"]["chains"], &edge["chaining"]["reason"]),
        (&json!(false), &json!("keyBy, line 6"))
    );
    assert_eq!(edge["chaining"]["conditions"].as_array().map(Vec::len), Some(11));
    let vertex = server.post("/api/v1/element?select=vB", WORD_COUNT).await.json();
    assert_eq!(vertex["chain"], json!(["n4", "n5"]));
}

#[tokio::test]
async fn an_elements_records_are_those_of_the_dump() {
    let server = Server::start();
    let dump = &server.post("/api/v1/plan", WORD_COUNT).await.json()["dump"];
    let graph = &dump["streamGraph"];
    for (name, whole) in [
        ("t3", &dump["transformations"][2]),
        ("n2", &graph["nodes"][1]),
        ("x6", &graph["virtualPartitionNodes"][0]),
        ("e2-4", &graph["edges"][1]),
        ("vA", &dump["jobGraph"]["vertices"][0]),
        ("j2-4", &dump["jobGraph"]["vertices"][1]["inputs"][0]),
    ] {
        let answer = server.post(&format!("/api/v1/element?select={name}"), WORD_COUNT).await.json();
        assert_eq!(&answer["records"][0]["fields"], whole, "{name}");
    }
}

#[tokio::test]
async fn what_the_plan_does_not_have_is_not_found() {
    let server = Server::start();
    for query in ["?select=n99", "?select=", "", "?select=%00", "?select=e4-2"] {
        let reply = server.post(&format!("/api/v1/element{query}"), WORD_COUNT).await;
        assert_eq!(reply.refusal(), (404, "no-such-element".to_owned()), "{query}");
    }
    assert_eq!(
        server.post("/api/v1/element?select=n1", WRONG).await.refusal(),
        (422, "definition-wrong".to_owned())
    );
    assert_eq!(server.post("/api/v1/find?find=n1", REFUSED).await.refusal(), (404, "no-graph".to_owned()));
}

#[tokio::test]
async fn a_selected_element_is_in_the_page_and_links_keep_it() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let page = server.get(&format!("/p/{id}?step=3&select=e2-4")).await;
    assert_eq!(text(&page, "inspector__sub", "<"), "StreamEdge 2 → 4, HASH");
    assert!(page.text().contains("Does not exist yet at this step."), "the step comes before");
    assert!(page.text().contains("href=\"?step=4&#38;select=e2-4\""), "the next step keeps it");
    assert!(page.text().contains("href=\"?step=3&#38;select=n4\""), "nodes are links that keep the step");
    assert!(
        page.text().contains("edge--broken is-touched is-selected")
            || page.text().contains(" is-selected\" data-el=\"e2-4\"")
    );
    assert!(
        page.text().contains("<a href=\"/rules/forward-partitioner\">"),
        "conditions lead to their rules"
    );
    let fragment = server.post("/explorer/inspector?step=3&select=e2-4", WORD_COUNT).await;
    assert_eq!(text(&fragment, "inspector__sub", "<"), "StreamEdge 2 → 4, HASH");
    for nothing in ["select=n99", "select=", "select=%3Cb%3E"] {
        let page = server.get(&format!("/p/{id}?{nothing}")).await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(!page.text().contains("class=\"inspector\""), "{nothing}");
    }
}

#[tokio::test]
async fn the_graphs_of_a_text_that_a_form_sent_have_no_links() {
    let form = form_urlencoded::Serializer::new(String::new()).append_pair("text", WORD_COUNT).finish();
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let server = Server::start();
    let page = server.ask(axum::http::Method::POST, "/", &headers, form.into()).await;
    assert!(page.text().contains("<g tabindex=\"0\" role=\"img\""), "they are reached all the same");
    assert!(!page.text().contains("href=\"?"), "no address leads back to the text");
}

#[tokio::test]
async fn chain_breaks_answer_in_their_title() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let page = server.get(&format!("/p/{id}?view=chain-breaks&step=4")).await;
    assert!(page.text().contains("<title>1 of 3 edges does not chain · Word Count · planscope</title>"));
    assert!(page.text().contains("Nothing that keeps"), "a keyBy cannot chain");
    assert!(
        !page.text().contains("role=\"group\" aria-label=\"StreamGraph\""),
        "no graph is drawn for nothing"
    );
    assert!(
        page.text()
            .contains("<code>{ &#34;id&#34;: &#34;keyed&#34;,  &#34;op&#34;: &#34;keyBy&#34; },</code>")
    );
    let row = text(&page, "pair", "</a>");
    assert!(row.contains("Tokenizer") && row.contains("HASH"), "{row}");
    for (reason, rows) in [("partitioner", 1), ("parallelism", 0), ("none", 1)] {
        let page = server.get(&format!("/p/{id}?view=chain-breaks&reason={reason}")).await;
        assert_eq!(page.text().matches("<td class=\"from\">").count(), rows, "{reason}");
    }
    // What is no plan has no list: its page says what is wrong.
    let refused = server.save(REFUSED).await;
    let page = server.get(&format!("/p/{refused}?view=chain-breaks")).await;
    assert!(page.text().contains("Flink refuses this pipeline") && !page.text().contains("page__title"));
}

#[tokio::test]
async fn steps_are_a_list_with_their_depth_that_filters_and_pages() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let all = server.get(&format!("/p/{id}?view=steps")).await;
    let total = all.text().matches("<li class=\"call ").count();
    assert!(all.text().contains(&format!("{total} steps from the program to the JobGraph")));
    assert!(all.text().contains("aria-level=\"2\""), "calls in calls");
    let positions = ["translate", "hash", "chain", "connect", "place"]
        .map(|phase| all.text().find(&format!("<h2 class=\"page__h2\">{phase}</h2>")).expect("a heading"));
    assert!(positions.is_sorted());
    for (filter, least) in
        [("breaks", 1), ("chain,hash", 5), ("changing", 10), ("n4", 5), ("n4,hash", 1), ("n99", 0)]
    {
        let page = server.get(&format!("/p/{id}?view=steps&steps={filter}")).await;
        let shown = page.text().matches("<li class=\"call ").count();
        assert!(shown >= least && shown < total, "{filter}: {shown} of {total}");
        assert!(page.text().contains(&format!(">{shown} of {total} steps</h1>")), "{filter}");
    }
    let maps = r#"{ "op": "map" }, "#.repeat(100);
    let id = server
        .save(&format!(r#"{{ "operators": [ {{ "op": "fromSource" }}, {maps}{{ "op": "print" }} ] }}"#))
        .await;
    let first = server.get(&format!("/p/{id}?view=steps")).await;
    assert_eq!(first.text().matches("<li class=\"call ").count(), 200);
    assert!(first.text().contains("href=\"?view=steps&#38;page=2\" rel=\"next\""));
    let last = server.get(&format!("/p/{id}?view=steps&page=99")).await;
    assert!(last.text().contains("rel=\"prev\"") && !last.text().contains("rel=\"next\""));
}

#[tokio::test]
async fn a_filter_is_kept_by_the_links_of_a_step() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let page = server.get(&format!("/p/{id}?steps=hash")).await;
    assert!(page.text().contains("<span>after 4 filtered</span>"));
    let next = text(&page, "stepper__nav", "data-go=\"last\"");
    let next = next.split("data-go=\"prev\"").nth(1).expect("a link to the next step");
    let first = next.split("href=\"?step=").nth(1).and_then(|rest| rest.split('&').next()).expect("a step");
    let page = server.get(&format!("/p/{id}?step={first}&steps=hash")).await;
    assert!(page.text().contains("<span>hash · 1 of 4 filtered</span>"));
    let second = first.parse::<usize>().expect("a number") + 1;
    assert!(page.text().contains(&format!("href=\"?step={second}&#38;steps=hash\"")));
    assert!(
        server
            .get(&format!("/p/{id}?step=1&steps=hash"))
            .await
            .text()
            .contains("<span>translate · filtered out</span>")
    );
}

#[tokio::test]
async fn a_search_says_what_it_understood() {
    let server = Server::start();
    let message = "Cannot map checkpoint/savepoint state for operator cbc357ccb763df2852fee8c4fc7d55f2 to the new \
                   program, 1312a02d00000000000000000000000a neither.";
    let query = form_urlencoded::Serializer::new(String::new()).append_pair("find", message).finish();
    let answer = server.post(&format!("/api/v1/find?{query}"), WORD_COUNT).await.json();
    assert_eq!(
        answer,
        json!({
            "understood": "ids",
            "unknownIds": ["1312a02d00000000000000000000000a"],
            "hits": [{ "element": "n1", "kind": "StreamNode", "by": "operatorId" }],
            "total": 1,
        })
    );
    let id = server.save(WORD_COUNT).await;
    let page = server.get(&format!("/p/{id}?step=2&{query}")).await;
    assert!(page.text().contains(
        "A message with 2 IDs in it. No operator here has the ID 1312a02d00000000000000000000000a."
    ));
    assert!(page.text().contains("<a class=\"hit\" id=\"hit-1\" href=\"?step=2&#38;select=n1\""));
    assert!(
        page.text().contains("<input type=\"hidden\" name=\"step\" value=\"2\">"),
        "searching on keeps the step"
    );
    let page = server.get(&format!("/p/{id}?find=%3Cscript%3E")).await;
    assert!(
        page.text().contains("value=\"&#60;script&#62;\"")
            && page.text().contains("No operator’s name or uid has this text")
    );
    let fragment = server.post("/explorer/find?find=tok", WORD_COUNT).await;
    assert!(fragment.text().contains("<mark>Tok</mark>enizer"));
}
