//! What happens to every request on its way in and out: a number, a line in the log, and a limit to its time.
//!
//! The log says the method, the route (not the address: an address holds a plan's id), the status and the time. It never
//! holds what was sent.

use std::any::Any;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use super::arrival::Arrival;
use super::error::WebError;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Middleware: gives the request a number, which the response carries, and logs it when it has been answered.
pub async fn log(request: Request, next: Next) -> Response {
    let began = Instant::now();
    let id = request_id();
    let span = tracing::info_span!("request", id);
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let mut response = next.run(request).instrument(span.clone()).await;
    let (status, took) = (response.status().as_u16(), began.elapsed());
    span.in_scope(|| {
        tracing::info!(%method, route = route.as_deref().unwrap_or("none"), status, ?took);
    });
    if let Ok(id) = HeaderValue::try_from(id) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    response
}

/// Middleware: answers for a request that takes too long, and for one that is not all there in that time.
pub async fn limit_time(limit: Duration, request: Request, next: Next) -> Response {
    let (head, body) = request.into_parts();
    let (arrival, body) = Arrival::of(body);
    let answered = tokio::time::timeout(limit, next.run(Request::from_parts(head, body))).await;
    answered.unwrap_or_else(|_| {
        let error = if arrival.is_complete() { WebError::TimedOut } else { WebError::BodyLate };
        error.into_response()
    })
}

/// Answers for a handler that panicked. The panic itself has been logged by the hook.
pub fn panicked(_cause: Box<dyn Any + Send + 'static>) -> Response {
    WebError::Internal.into_response()
}

/// 64 random bits: enough to find one request's lines.
fn request_id() -> String {
    format!("{:016x}", getrandom::u64().unwrap_or_default())
}
