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
async fn a_full_queue_turns_requests_away_and_says_when_to_come_back() {
    let server = Server::start();
    let (release, released) = mpsc::channel::<()>();
    let running = server.state.planning.clone();
    let running = tokio::spawn(async move { running.run(move || released.recv().is_ok()).await });
    tokio::task::yield_now().await;
    let requests = (0..100).map(|_| server.post("/api/v1/plan", WORD_COUNT));
    let mut requests: FuturesUnordered<_> = requests.collect();
    let turned_away = requests.next().await.expect("an answer while the others wait");
    assert_eq!(turned_away.refusal(), (503, "overloaded".to_owned()));
    assert_eq!(turned_away.header("retry-after"), "3");

    release.send(()).expect("still running");
    assert!(running.await.expect("no panic").expect("ran"));
    let planned = requests.filter(|reply| std::future::ready(reply.status == 200)).count().await;
    assert_eq!(planned, 16, "those that were let in to wait are served");
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
