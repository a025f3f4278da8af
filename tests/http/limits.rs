//! What the server does when it is asked for too much, or when something in it fails.

use std::sync::mpsc;

use async_trait::async_trait;
use axum::body::{Body, Bytes};
use axum::http::Method;
use futures_util::StreamExt as _;
use futures_util::stream::{self, FuturesUnordered};
use planscope::store::{PlanId, PlanStore, SavedPlan, StoreError};

use crate::server::{Server, WORD_COUNT};

/// A definition of exactly this length.
fn definition_of_length(length: usize) -> String {
    format!("{WORD_COUNT}{}", " ".repeat(length - WORD_COUNT.len()))
}

#[tokio::test]
async fn a_text_of_one_megabyte_is_taken_and_one_byte_more_is_not() {
    let server = Server::start();
    for path in ["/api/v1/plan", "/api/v1/plans"] {
        let longest = definition_of_length(planscope::web::BODY_LIMIT);
        let reply = server.post(path, longest.clone()).await;
        assert!(reply.status.is_success(), "{path}: {}", reply.status);
        let reply = server.post(path, longest + " ").await;
        assert_eq!(reply.refusal(), (413, "too-large".to_owned()), "{path}");
    }
}

#[tokio::test]
async fn a_text_of_unknown_length_is_cut_off_at_the_limit() {
    let piece = || Ok::<_, std::io::Error>(Bytes::from_static(&[b' '; 1 << 16]));
    let endless = Body::from_stream(stream::repeat_with(piece));
    let reply = Server::start().post("/api/v1/plan", endless).await;
    assert_eq!(reply.refusal(), (413, "too-large".to_owned()));
}

#[tokio::test]
async fn a_plan_that_would_be_too_large_for_everybody_is_not_made() {
    let server = Server::start();
    let many = |count: usize, item: &str| vec![item; count].join(",");
    let unions: Vec<String> = (1..=10)
        .map(|number| {
            format!(
                r#"{{"id":"u{number}","op":"union","inputs":[{}]}}"#,
                many(10, &format!("\"u{}\"", number - 1))
            )
        })
        .collect();
    let unions = format!(r#"{{"id":"u0","op":"fromSequence"}},{},{{"op":"print"}}"#, unions.join(","));
    let long_name = format!(
        r#"{{"id":"s","op":"fromSequence","name":"{}"}},{}"#,
        "x".repeat(700_000),
        many(2000, r#"{"op":"map","input":"s"}"#),
    );
    let long_chain =
        format!(r#"{{"op":"fromSequence"}},{},{{"op":"print"}}"#, many(4_000, r#"{"op":"map"}"#));
    let wide_union = format!(
        r#"{{"id":"s","op":"fromSequence"}},{{"op":"union","inputs":[{}]}},{{"op":"print"}}"#,
        many(20_000, "\"s\""),
    );
    for (operators, size) in [
        (unions, "with 2 operators and 10000000000 edges between them, would be more than a million MB"),
        (long_name, "with 2001 operators and 2000 edges between them, would be about 5366 MB"),
        (long_chain, "with 4002 operators and 4001 edges between them, would be about 81 MB"),
        (wide_union, "with 2 operators and 20000 edges between them, would be about 121 MB"),
    ] {
        let message = format!(
            "the plan of this pipeline, {size} long with its steps, and this server makes up to 32 MB;"
        );
        let text = format!("{{\"operators\":[{operators}]}}");
        for path in ["/api/v1/plan", "/api/v1/plans"] {
            let reply = server.post(path, text.clone()).await;
            assert_eq!(reply.refusal(), (422, "definition-wrong".to_owned()), "{message}");
            let diagnostic = &reply.json()["diagnostics"][0];
            assert_eq!(diagnostic["code"], "too-large-to-plan", "{message}");
            assert!(
                diagnostic["message"].as_str().is_some_and(|said| said.starts_with(&message)),
                "{diagnostic}"
            );
        }
    }
}

#[tokio::test]
async fn an_answer_is_as_long_as_the_limit_says_at_most() {
    let server = Server::start();
    let with_name = |length: usize| {
        let name = "x".repeat(length);
        let inputs = vec!["\"s\""; 100].join(",");
        format!(
            r#"{{"operators":[{{"id":"s","op":"fromSequence","name":"{name}"}},{{"op":"union","inputs":[{inputs}]}},{{"op":"print"}}]}}"#
        )
    };
    let reply = server.post("/api/v1/plan", with_name(75_000)).await;
    assert_eq!(reply.status, 200);
    assert!((28 << 20..32 << 20).contains(&reply.body.len()), "{}", reply.body.len());
    let reply = server.post("/api/v1/plan", with_name(85_000)).await;
    assert_eq!(reply.refusal(), (422, "definition-wrong".to_owned()));
}

#[tokio::test]
async fn a_full_queue_turns_requests_away_and_says_when_to_come_back() {
    let server = Server::start();
    let (release, released) = mpsc::channel::<()>();
    let running = server.state.planning.clone();
    let running = tokio::spawn(async move { running.run(move || released.recv().is_ok()).await });
    tokio::task::yield_now().await;
    // One is being planned and sixteen may wait: with that one there are places for sixteen of these.
    let requests = (0..100).map(|_| server.post("/api/v1/plan", WORD_COUNT));
    let mut requests: FuturesUnordered<_> = requests.collect();
    for turned_away in requests.by_ref().take(84).collect::<Vec<_>>().await {
        assert_eq!(turned_away.refusal(), (503, "overloaded".to_owned()));
        assert_eq!(turned_away.header("retry-after"), "3");
    }
    release.send(()).expect("still running");
    assert!(running.await.expect("no panic").expect("ran"));
    let let_in: Vec<_> = requests.collect().await;
    assert!(let_in.len() == 16 && let_in.iter().all(|reply| reply.status == 200));
    assert_eq!(server.post("/api/v1/plan", WORD_COUNT).await.status, 200);
}

/// A store that fails in a way of its own.
enum Failing {
    Never,
    Panics,
    Fails,
    IsFull,
}

#[async_trait]
impl PlanStore for Failing {
    async fn save(&self, _text: std::sync::Arc<str>) -> Result<PlanId, StoreError> {
        match self {
            Self::Never => std::future::pending().await,
            Self::Panics => panic!("the store panics"),
            Self::Fails => Err(StoreError::Closed),
            Self::IsFull => Err(StoreError::Busy),
        }
    }

    async fn read(&self, _id: &PlanId) -> Result<Option<SavedPlan>, StoreError> {
        Err(StoreError::Closed)
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.save("".into()).await.map(drop)
    }

    async fn close(&self) -> Result<(), StoreError> {
        Ok(())
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_takes_too_long_is_given_up() {
    let reply = Server::with_store(Failing::Never).get("/healthz").await;
    assert_eq!(reply.refusal(), (503, "timed-out".to_owned()));
}

#[tokio::test(start_paused = true)]
async fn a_body_that_does_not_arrive_is_the_clients_delay() {
    let server = Server::start();
    for path in ["/api/v1/plan", "/api/v1/plans", "/explorer", "/p"] {
        let beginning = stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(b"text={"))]);
        let body = Body::from_stream(beginning.chain(stream::pending()));
        let form = [("content-type", "application/x-www-form-urlencoded")];
        let reply = server.ask(Method::POST, path, &form, body).await;
        assert_eq!((reply.status.as_u16(), reply.header("retry-after")), (408, ""), "{path}");
        if path.starts_with("/api/") {
            assert_eq!(reply.refusal(), (408, "body-late".to_owned()));
        }
    }
    let reply = Server::with_store(Failing::Never).post("/api/v1/plans", WORD_COUNT).await;
    assert_eq!(reply.refusal(), (503, "timed-out".to_owned()), "this body was there");
}

#[tokio::test]
async fn a_failing_store_is_told_apart_from_a_wrong_text() {
    for (store, status, code) in [
        (Failing::Panics, 500, "internal"),
        (Failing::Fails, 503, "store-unavailable"),
        (Failing::IsFull, 503, "overloaded"),
    ] {
        let server = Server::with_store(store);
        let reply = server.post("/api/v1/plans", WORD_COUNT).await;
        assert_eq!(reply.refusal(), (status, code.to_owned()));
        assert_eq!(reply.header("content-security-policy").split(';').next(), Some("default-src 'none'"));
    }
}

#[tokio::test]
async fn a_body_that_breaks_off_is_no_body() {
    let pieces = [Ok(Bytes::from_static(b"{")), Err(std::io::Error::other("the connection is gone"))];
    let broken = Body::from_stream(stream::iter(pieces));
    let reply = Server::start().ask(Method::POST, "/api/v1/plans", &[], broken).await;
    assert_eq!(reply.refusal(), (400, "body-incomplete".to_owned()));
}

#[tokio::test]
async fn what_is_known_of_one_element_is_short_however_long_the_line_is_that_it_stands_on() {
    let maps = r#"{ "op": "map", "name": "one of many", "disableChaining": true }, "#.repeat(500);
    let text = format!(r#"{{ "operators": [ {{ "op": "fromSource" }}, {maps}{{ "op": "print" }} ] }}"#);
    let server = Server::start();
    for select in ["n250", "e250-251", "t250", "vAB"] {
        let reply = server.post(&format!("/explorer/inspector?select={select}"), text.clone()).await;
        assert_eq!(reply.status, 200);
        assert!(reply.text().contains("one of many"), "{select}");
        assert!(reply.text().len() < 40_000, "{select}: {}", reply.text().len());
    }
}

#[tokio::test]
async fn an_address_of_eight_kilobytes_is_taken_and_one_byte_more_is_not() {
    let server = Server::start();
    let address = |length: usize| format!("{:x<length$}", "/examples/word-count?assume=uid-1:");
    assert_eq!(server.get(&address(8 << 10)).await.status, 200);
    assert_eq!(server.get(&address((8 << 10) + 1)).await.status, 414);
    let reply = server.post(&format!("/api/v1/plan?change={}", "a".repeat(9_000)), WORD_COUNT).await;
    assert_eq!(reply.refusal(), (414, "address-too-long".to_owned()));
}
