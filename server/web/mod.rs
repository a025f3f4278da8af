//! The axum server: pages, API, plain files, limits and headers.
//!
//! [`app`] lists every route. What goes around all of them is in `around`: the headers are outermost, so that no
//! response escapes them, and the form of refusals is given inside of them, so that no refusal escapes that.

mod api;
mod arrival;
pub mod assets;
mod breaks;
mod budget;
mod conditional;
mod element;
mod error;
mod escape;
mod files;
mod find;
mod headers;
mod own_pages;
mod pages;
mod pasted;
pub mod planning;
mod query;
mod reading;
mod requests;
mod rules;
mod view;

pub use error::WebError;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use self::planning::Planning;
use crate::store::PlanStore;

/// The longest text that may be sent: 1 MB.
pub const BODY_LIMIT: usize = 1 << 20;
/// The longest that a request may take.
const TIME_LIMIT: Duration = Duration::from_secs(30);

/// What handlers share.
#[derive(Clone)]
pub struct AppState {
    pub store: Arc<dyn PlanStore>,
    pub planning: Planning,
    /// Under which address people reach this server, without a slash at the end; else as each request says.
    pub base_url: Option<Arc<str>>,
}

impl AppState {
    /// The address that people use for a path here.
    pub fn public_url(&self, uri: &Uri, headers: &HeaderMap, path: &str) -> String {
        if let Some(base_url) = &self.base_url {
            return format!("{base_url}{path}");
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
        match uri.authority().or(host.as_ref()) {
            Some(authority) => format!("http://{authority}{path}"),
            None => path.to_owned(),
        }
    }
}

/// Every route of the server.
pub fn app(state: AppState) -> Router {
    let routes = Router::new()
        // API: the pasted text in, JSON out.
        .route("/api/v1/plan", post(api::plan))
        .route("/api/v1/definition", post(api::definition))
        .route("/api/v1/element", post(api::element))
        .route("/api/v1/breaks", post(api::broken_chains))
        .route("/api/v1/apply", post(api::apply))
        .route("/api/v1/find", post(api::find))
        .route("/api/v1/plans", post(api::save))
        .route("/healthz", get(api::healthz))
        // Saved plans as plain files: `/p/{id}.json` and `/p/{id}/{graph}.{svg,mmd,dot}`.
        .route("/p/{id}", get(files::saved_plan))
        .route("/p/{id}/{file}", get(files::graph))
        // Pages, and the fragments of them that the script fetches.
        .merge(pages::routes())
        // The reference of Flink's rules.
        .merge(rules::routes())
        // What pages are made of.
        .route("/static/{*path}", get(assets::asset))
        .route("/robots.txt", get(assets::robots))
        .fallback(|| async { WebError::NotFound })
        .method_not_allowed_fallback(|| async { WebError::MethodNotAllowed });
    around(routes, &state).with_state(state)
}

/// What happens to every request and response, from the innermost to the outermost.
fn around(routes: Router<AppState>, state: &AppState) -> Router<AppState> {
    routes
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(from_fn(query::last_of_each_name))
        .layer(from_fn(query::limit_length))
        .layer(from_fn_with_state(state.clone(), own_pages::only_they_save))
        .layer(from_fn(|request: Request, next: Next| requests::limit_time(TIME_LIMIT, request, next)))
        .layer(CatchPanicLayer::custom(requests::panicked))
        .layer(from_fn(error::present))
        .layer(CompressionLayer::new())
        .layer(from_fn(conditional::answer_unchanged))
        .layer(from_fn(requests::log))
        .layer(from_fn(headers::secure))
}
