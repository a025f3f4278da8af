//! The pages and their fragments as a browser gets them, before any script runs.

use axum::body::Body;
use axum::http::{Method, StatusCode};

use crate::server::{REFUSED, Reply, Server, WORD_COUNT, WRONG};

/// What is in a fragment or page, in order.
fn parts(reply: &Reply) -> Vec<&str> {
    reply.text().split("data-part=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The line of the source with this number.
fn line(reply: &Reply, number: usize) -> &str {
    let mark = format!(" id=\"L{number}\"");
    reply.text().lines().find(|line| line.contains(&mark)).expect("the line is there")
}

#[tokio::test]
async fn the_first_visit_offers_every_example() {
    let server = Server::start();
    let page = server.get("/").await;
    assert_eq!((page.status, page.header("content-type")), (StatusCode::OK, "text/html; charset=utf-8"));
    let examples: Vec<_> = page.text().split("class=\"example\" href=\"").skip(1).collect();
    assert!(examples.len() >= 8);
    for example in examples {
        let path = example.split('"').next().expect("an address");
        let page = server.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(page.text().contains("<svg class=\"graph"), "{path} has graphs");
        assert!(!page.text().contains("class=\"diagnostic\""), "{path} has nothing wrong");
    }
    assert_eq!(server.get("/examples/none").await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_reference_of_configuration_keys_has_them_all_and_is_linked() {
    let server = Server::start();
    let page = server.get("/configuration").await;
    assert_eq!((page.status, page.header("content-type")), (StatusCode::OK, "text/html; charset=utf-8"));
    for option in planscope::configuration::OPTIONS {
        assert!(page.text().contains(&format!("<tr id=\"{}\">", option.key)), "{}", option.key);
    }
    for (key, shown) in [
        ("parallelism.default", "<td>whole number</td><td><code>1</code></td>"),
        ("pipeline.max-parallelism", "<td>whole number</td><td>none</td>"),
        (
            "execution.runtime-mode",
            "<td><code>STREAMING</code><br><code>BATCH</code><br><code>AUTOMATIC</code></td><td><code>STREAMING</code></td>",
        ),
        ("pipeline.operator-chaining.enabled", "older: <code>pipeline.operator-chaining</code>"),
        ("pipeline.name", "if the definition has no <code>job</code>."),
    ] {
        let row = page.text().split(&format!("<tr id=\"{key}\">")).nth(1).expect("the key has a row");
        let row = row.split("</tr>").next().unwrap_or(row);
        assert!(row.contains(shown), "{row}");
    }
    let first_visit = server.get("/").await;
    assert!(first_visit.text().contains("href=\"/configuration\""));
}

#[tokio::test]
async fn each_call_has_the_letter_of_its_vertex_and_the_names_of_what_it_became() {
    let server = Server::start();
    let page = server.post("/explorer", WORD_COUNT).await;
    for (number, class, elements, letter) in [
        (4, "chain-1", "t1 n1", "A"),
        (5, "chain-1", "t2 n2", ""),
        // A virtual call is the edge that took its partitioner, and belongs to who reads it.
        (6, "chain-2", "t3 e2-4", "B"),
        (7, "chain-2", "t4 n4", ""),
        (8, "chain-2", "t5 n5", ""),
    ] {
        let line = line(&page, number);
        assert!(line.contains(&format!("class=\"code__line {class}\"")), "{line}");
        assert!(line.contains(&format!("data-el=\"{elements}\"")), "{line}");
        assert!(line.contains(&format!("class=\"code__mark\">{letter}<")), "{line}");
    }
    assert!(!line(&page, 3).contains("data-el"));
}

#[tokio::test]
async fn a_step_is_complete_as_it_comes() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let finished = server.get(&format!("/p/{id}")).await;
    assert!(finished.text().contains("4 operators run in 2 job vertices: 1 of 3 edges does not chain."));
    let ghosts = |page: &Reply| page.text().matches(" is-ghost").count();
    assert_eq!(ghosts(&finished), 1, "the finished plan is complete: there is one in the help");
    let first = server.get(&format!("/p/{id}?step=1")).await;
    assert!(first.text().contains("<b>Step 1 of "));
    assert!(first.text().contains("0 of 2</span> vertices"));
    assert!(first.text().contains("vertex chain-1 is-ghost"));
    assert!(first.text().contains("href=\"?step=2\""));
    // Too far is the last step; what is no number is the finished plan.
    assert!(server.get(&format!("/p/{id}?step=99999999")).await.text().contains("<span>place · "));
    for senseless in ["step=-1", "step=x", "step=", "graph=all", "pane=none", "unknown=1"] {
        let page = server.get(&format!("/p/{id}?{senseless}")).await;
        assert!(page.text().contains("<b>Finished plan</b>"), "{senseless}");
    }
}

#[tokio::test]
async fn of_a_name_that_the_address_has_twice_the_last_one_counts() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    for path in [format!("/p/{id}"), "/examples/word-count".to_owned()] {
        for (query, said) in [
            ("step=3&step=5", "<b>Step 5 of "),
            ("step=abc&step=5", "<b>Step 5 of "),
            ("step=5&graph=job-graph&step=abc", "<b>Finished plan</b>"),
        ] {
            let page = server.get(&format!("{path}?{query}")).await;
            assert_eq!(page.status, StatusCode::OK, "{path}?{query}");
            assert!(page.text().contains(said), "{path}?{query}");
        }
    }
}

#[tokio::test]
async fn a_graph_alone_keeps_the_step() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let page = server.get(&format!("/p/{id}?step=3&graph=job-graph")).await;
    assert!(page.text().contains("aria-label=\"JobGraph, left to right\""));
    assert!(!page.text().contains("data-pane=\"stream-graph\""), "no other is drawn");
    assert!(page.text().contains("href=\"?step=4&#38;graph=job-graph\""));
    assert!(page.text().contains("href=\"?step=3\""), "back to all three");
}

#[tokio::test]
async fn a_fragment_is_the_parts_that_depend_on_the_text() {
    let server = Server::start();
    for (text, expected) in [
        (
            WORD_COUNT,
            vec![
                "name",
                "views",
                "facts",
                "lines",
                "tried",
                "what-if",
                "warnings",
                "panes",
                "inspector",
                "below",
                "steps",
                "data",
            ],
        ),
        // Without a plan the last graphs stay.
        (REFUSED, vec!["name", "facts", "lines", "tried", "what-if", "warnings", "below", "data"]),
        (WRONG, vec!["facts", "lines", "tried", "warnings", "below", "data"]),
        ("", vec!["facts", "lines", "tried", "warnings", "below", "data"]),
    ] {
        let fragment = server.post("/explorer", text).await;
        assert_eq!(fragment.status, StatusCode::OK);
        assert_eq!(parts(&fragment), expected, "{text}");
    }
    assert_eq!(parts(&server.post("/explorer/step?step=2", WORD_COUNT).await), ["steps"]);
    assert!(parts(&server.post("/explorer/step?step=2", WRONG).await).is_empty());
}

#[tokio::test]
async fn a_refusal_is_told_in_flinks_words_at_its_place() {
    let server = Server::start();
    let id = server.save(REFUSED).await;
    let page = server.get(&format!("/p/{id}")).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.text().contains(
            "java.lang.IllegalArgumentException: The parallelism of an operator must be at least 1"
        )
    );
    assert!(page.text().contains(">3:18</a>"), "line and column");
    assert!(line(&page, 3).contains("class=\"t-error\""));
}

#[tokio::test]
async fn a_form_plans_and_saves_where_no_script_runs() {
    let server = Server::start();
    let form = |text: &str| {
        let encoded: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        Body::from(format!("text={}", encoded.replace("%0A", "%0D%0A")))
    };
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let planned = server.ask(Method::POST, "/", &headers, form(WORD_COUNT)).await;
    assert!(planned.text().contains("Tokenizer") && planned.text().contains("PIPELINED_BOUNDED"));
    assert_eq!(server.saved_plans(), 0, "planning stores nothing");
    assert!(planned.text().contains("Not stored anywhere.<") && planned.text().contains("formaction=\"/p\""));
    assert!(!planned.text().contains("href=\"?"), "no link that would lose the text");
    let saved = server.ask(Method::POST, "/p", &headers, form(WORD_COUNT)).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER);
    let file = server.get(&format!("{}.json", saved.header("location"))).await.json();
    assert_eq!(file["definition"], WORD_COUNT, "as it was typed: forms end lines in their own way");
    let wrong = server.ask(Method::POST, "/p", &headers, form(WRONG)).await;
    assert_eq!(wrong.status, StatusCode::OK);
    assert!(wrong.text().contains("class=\"diagnostic\""));
    assert!(!wrong.text().contains("formaction=\"/p\""), "it cannot be saved");
    assert_eq!(server.saved_plans(), 1, "what is no definition is not stored");
    let large = format!(
        "{{\"operators\":[{}]}}",
        [r#"{"op":"fromSource"}"#, &r#",{"op":"map"}"#.repeat(10_000)].concat()
    );
    let too_large = server.ask(Method::POST, "/p", &headers, form(&large)).await;
    assert!(too_large.text().contains("this server makes up to 32 MB"), "{}", too_large.status);
    assert_eq!(server.saved_plans(), 1, "what this server does not plan is not stored");
    assert_eq!(
        server.ask(Method::POST, "/", &[], form("x")).await.status,
        StatusCode::UNSUPPORTED_MEDIA_TYPE
    );
}

#[tokio::test]
async fn what_was_pasted_is_only_text() {
    let server = Server::start();
    let evil = "</script><script>x</script></textarea><img src=x onerror=x>\\\"'`&amp;\\u0000\\u202e<!--";
    let text = format!(
        r#"{{ "job": "{evil}", "config": {{ "{evil}": 1 }}, "operators": [
          {{ "op": "fromSource", "name": "{evil}" }},
          {{ "op": "map", "name": "{evil}", "uid": "{evil}", "slotSharingGroup": "{evil}" }},
          {{ "op": "getSideOutput", "tag": "{evil}" }},
          {{ "op": "print", "name": "{evil}" }} ] }}"#
    );
    let id = server.save(&text).await;
    for path in [String::new(), "?step=3".to_owned(), "?step=20".to_owned(), "?graph=stream-graph".to_owned()]
    {
        let page = server.get(&format!("/p/{id}{path}")).await;
        assert!(!page.text().contains("<img") && !page.text().contains("<script>x"), "{path}");
    }
    for broken in [text.replace("fromSource", evil), format!("{{ \"{evil}"), evil.to_owned()] {
        let fragment = server.post("/explorer", broken).await;
        assert!(!fragment.text().contains("<img") && !fragment.text().contains("<script>x"));
    }
}

#[tokio::test]
async fn as_many_problems_as_people_can_read_are_listed() {
    let server = Server::start();
    let operators = vec![r#"{ "op": "mpa" }"#; 1000].join(",");
    let fragment = server.post("/explorer", format!("{{ \"operators\": [{operators}] }}")).await;
    assert_eq!(fragment.text().matches("class=\"diagnostic__mark\"").count(), 200);
    assert!(fragment.text().contains("more</p>"));
}

#[tokio::test]
async fn a_graph_too_large_to_be_drawn_is_said_in_a_sentence() {
    let server = Server::start();
    let sources = (0..60).map(|number| format!(r#"{{"op":"fromSource","id":"s{number}"}}"#));
    let inputs: Vec<_> = (0..60).map(|number| format!("\"s{number}\"")).collect();
    let union = format!(r#"{{"op":"union","id":"u","inputs":[{}]}}"#, inputs.join(","));
    let maps = std::iter::repeat_n(r#"{"op":"map","input":"u"}"#.to_owned(), 60);
    let operators: Vec<_> = sources.chain([union]).chain(maps).collect();
    let page = server.post("/explorer", format!(r#"{{"operators":[{}]}}"#, operators.join(","))).await;
    assert!(page.text().contains(
        "<p class=\"pane__empty\">This graph is too large to be drawn, with 120 boxes and 3600 lines; \
         once the plan is saved, Export offers all of it as Mermaid and DOT.</p>"
    ));
}

#[tokio::test]
async fn what_cannot_be_seen_in_a_name_is_shown_or_left_out() {
    let server = Server::start();
    let name = "a\\u202eb\\u2066c\\u200fd\\u0000e\\u0007f";
    let text = format!(
        r#"{{ "job": "{name}", "config": {{ "{name}": 1 }}, "operators": [
          {{ "op": "fromSource", "name": "{name}" }}, {{ "op": "keyBy" }}, {{ "op": "map", "name": "{name}", "uid": "{name}" }} ] }}"#
    );
    let id = server.save(&text).await;
    for path in ["", "?step=1", "?step=3", "?step=12", "?graph=job-graph"] {
        let page = server.get(&format!("/p/{id}{path}")).await;
        let found = page.text().find(|char: char| {
            (char.is_control() && char != '\n')
                || matches!(char, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}')
        });
        assert_eq!(found.map(|at| page.text()[..at].lines().next_back()), None, "{path}");
        assert!(page.text().contains("<title>a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f · "), "{path}");
    }
    // The text in the editor is what was pasted, but for what HTML cannot hold; the lines under it show everything.
    let fragment = server.post("/explorer", "{ \"\u{202E}\": \"\0\" }").await;
    assert!(line(&fragment, 1).contains('\u{FFFD}') && !fragment.text().contains(['\u{202E}', '\0']));
    let page = server.ask(
        Method::POST,
        "/",
        &[("content-type", "application/x-www-form-urlencoded")],
        Body::from("text=%7B%22%E2%80%AE%22:%00%7D"),
    );
    assert!(page.await.text().contains(">\n{&#34;\u{202E}&#34;:\u{FFFD}}</textarea>"));
}
