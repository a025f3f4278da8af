//! A server to ask, and texts to ask it about.

use std::num::NonZeroUsize;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use planscope::store::{PlanStore, SqliteStore};
use planscope::web::planning::Planning;
use planscope::web::{AppState, app};
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt as _;

/// Flink plans it.
pub const WORD_COUNT: &str = r#"{
  "job": "Word Count",
  "operators": [
    { "id": "lines",  "op": "socketTextStream" },
    { "id": "words",  "op": "flatMap", "name": "Tokenizer" },
    { "id": "keyed",  "op": "keyBy" },
    { "id": "counts", "op": "sum" },
    { "id": "out",    "op": "print" }
  ]
}
"#;

/// It is a definition, and Flink refuses it: no parallelism is below 1.
pub const REFUSED: &str = r#"{ "operators": [
  { "op": "fromSequence" },
  { "op": "map", "parallelism": 0 },
  { "op": "print" }
] }"#;

/// It is no definition: there is no such op.
pub const WRONG: &str = r#"{ "operators": [
  { "op": "fromSequence" },
  { "op": "mpa" },
  { "op": "print" }
] }"#;

const DATABASE: &str = "plans.sqlite";

/// The real router over a real file.
pub struct Server {
    pub state: AppState,
    router: Router,
    folder: TempDir,
}

/// What it answered.
pub struct Reply {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Server {
    pub fn start() -> Self {
        Self::with(|_| {})
    }

    /// A server with some of its state changed.
    pub fn with(change: impl FnOnce(&mut AppState)) -> Self {
        let folder = TempDir::new().expect("a folder");
        let store = SqliteStore::open(&folder.path().join(DATABASE)).expect("a store");
        let planning = Planning::new(NonZeroUsize::MIN);
        let mut state = AppState { store: Arc::new(store), planning, base_url: None };
        change(&mut state);
        Self { router: app(state.clone()), state, folder }
    }

    pub fn with_store(store: impl PlanStore) -> Self {
        Self::with(|state| state.store = Arc::new(store))
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.get_with(path, &[]).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Reply {
        self.ask(Method::GET, path, headers, Body::empty()).await
    }

    pub async fn post(&self, path: &str, body: impl Into<Body>) -> Reply {
        self.ask(Method::POST, path, &[], body.into()).await
    }

    pub async fn ask(&self, method: Method, path: &str, headers: &[(&str, &str)], body: Body) -> Reply {
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body).expect("a request");
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let (head, body) = response.into_parts();
        let body = body.collect().await.expect("a body").to_bytes().to_vec();
        Reply { status: head.status, headers: head.headers, body }
    }

    /// How many plans are in the file.
    pub fn saved_plans(&self) -> u32 {
        let file = rusqlite::Connection::open(self.folder.path().join(DATABASE)).expect("the file");
        file.query_row("SELECT count(*) FROM plans", [], |row| row.get(0)).expect("a count")
    }

    /// Saves the text and gives its id.
    pub async fn save(&self, text: &str) -> String {
        let reply = self.post("/api/v1/plans", text.to_owned()).await;
        assert_eq!(reply.status, StatusCode::CREATED, "{}", reply.text());
        reply.json()["id"].as_str().expect("an id").to_owned()
    }
}

impl Reply {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a printable header"))
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    pub fn json(&self) -> Value {
        assert_eq!(self.header("content-type"), "application/json");
        serde_json::from_slice(&self.body).expect("JSON")
    }

    /// Status and code of a refusal, which always has a message.
    pub fn refusal(&self) -> (u16, String) {
        let json = self.json();
        assert!(json["error"]["message"].as_str().is_some_and(|message| message.ends_with('.')), "{json}");
        assert!(json["diagnostics"].is_array(), "{json}");
        (self.status.as_u16(), json["error"]["code"].as_str().expect("a code").to_owned())
    }
}
