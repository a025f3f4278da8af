//! What the server answers when it cannot do what was asked.
//!
//! Handlers and limits return a [`WebError`]; what it looks like is decided in one place, [`present`], which knows
//! whether a program or a person asked. So every refusal has the same form, those of the framework included.

use askama::Template;
use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use serde::Serialize;

use super::api::DiagnosticShape;
use crate::store::StoreError;

/// Why a request was not served.
#[derive(Clone, Debug, thiserror::Error)]
pub enum WebError {
    #[error("The body is not UTF-8 text: the byte at offset {valid_up_to} does not belong there.")]
    NotUtf8 { valid_up_to: usize },
    #[error("The body ended before it was complete.")]
    BodyIncomplete,
    #[error("The body did not arrive in {} seconds.", super::TIME_LIMIT.as_secs())]
    BodyLate,
    #[error("A page of another site asked for this, and only this server's own pages may save plans here.")]
    OtherSite,
    #[error("There is nothing at this address.")]
    NotFound,
    #[error("There is no rule of this name: /rules lists all of them.")]
    NoSuchRule,
    #[error("No plan is saved under this id.")]
    NoSuchPlan,
    #[error(
        "This plan has no such file: there are transformations, stream-graph and job-graph, each as svg, mmd and dot."
    )]
    NoSuchFile,
    #[error(
        "The plan has no element with this name: names are those that the graphs use, such as n5, e4-5 or vC."
    )]
    NoSuchElement,
    #[error("Flink builds no graph from this pipeline.")]
    NoGraph { diagnostics: Vec<DiagnosticShape> },
    #[error("This is the plan of a JobGraph: there is no other graph of it.")]
    OnlyJobGraph,
    #[error("There is no picture: {reason}.")]
    NotDrawn { reason: String },
    #[error("This address does not take that method; the Allow header says which it takes.")]
    MethodNotAllowed,
    #[error("The text is longer than {} bytes, which is as long as one may be.", super::BODY_LIMIT)]
    TooLarge,
    #[error(
        "The address is longer than {} bytes. Each link on a page repeats what the address says; what is chosen and tried \
         for good belongs in the text.",
        super::query::LONGEST
    )]
    AddressTooLong,
    #[error("The text cannot be planned: each diagnostic says what is wrong, and where.")]
    DefinitionWrong { diagnostics: Vec<DiagnosticShape> },
    #[error("Too many plans are being made at the moment. Try again in a few seconds.")]
    Overloaded,
    #[error("It took too long and was given up.")]
    TimedOut,
    #[error("Saved plans cannot be reached at the moment. Nothing was saved. Try again in a few seconds.")]
    StoreUnavailable,
    #[error("Something went wrong here. It is not your text's fault, and it has been logged.")]
    Internal,
    /// A status that the framework chose, such as for a malformed request.
    #[error("The request was refused: {}.", .0.canonical_reason().unwrap_or("no reason given"))]
    Other(StatusCode),
}

impl WebError {
    /// The HTTP status.
    pub const fn status(&self) -> StatusCode {
        match self {
            Self::NotUtf8 { .. } | Self::BodyIncomplete => StatusCode::BAD_REQUEST,
            Self::NotFound
            | Self::NoSuchRule
            | Self::NoSuchPlan
            | Self::NoSuchFile
            | Self::OnlyJobGraph
            | Self::NoSuchElement
            | Self::NoGraph { .. } => StatusCode::NOT_FOUND,
            Self::BodyLate => StatusCode::REQUEST_TIMEOUT,
            Self::OtherSite => StatusCode::FORBIDDEN,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::AddressTooLong => StatusCode::URI_TOO_LONG,
            Self::DefinitionWrong { .. } | Self::NotDrawn { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Overloaded | Self::TimedOut | Self::StoreUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Other(status) => *status,
        }
    }

    /// A stable name for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotUtf8 { .. } => "not-utf-8",
            Self::BodyIncomplete => "body-incomplete",
            Self::BodyLate => "body-late",
            Self::OtherSite => "other-site",
            Self::NotFound => "not-found",
            Self::NoSuchRule => "no-such-rule",
            Self::NoSuchPlan => "no-such-plan",
            Self::NoSuchFile => "no-such-file",
            Self::OnlyJobGraph => "only-job-graph",
            Self::NoSuchElement => "no-such-element",
            Self::NoGraph { .. } => "no-graph",
            Self::NotDrawn { .. } => "not-drawn",
            Self::MethodNotAllowed => "method-not-allowed",
            Self::TooLarge => "too-large",
            Self::AddressTooLong => "address-too-long",
            Self::DefinitionWrong { .. } => "definition-wrong",
            Self::Overloaded => "overloaded",
            Self::TimedOut => "timed-out",
            Self::StoreUnavailable => "store-unavailable",
            Self::Internal => "internal",
            Self::Other(_) => "refused",
        }
    }

    /// What stands in the text that was sent, for those that are about a text.
    fn diagnostics(&self) -> &[DiagnosticShape] {
        match self {
            Self::NoGraph { diagnostics } | Self::DefinitionWrong { diagnostics } => diagnostics,
            _ => &[],
        }
    }

    /// The error for a status that the framework chose.
    const fn of_status(status: StatusCode) -> Self {
        match status {
            StatusCode::NOT_FOUND => Self::NotFound,
            StatusCode::METHOD_NOT_ALLOWED => Self::MethodNotAllowed,
            StatusCode::PAYLOAD_TOO_LARGE => Self::TooLarge,
            StatusCode::INTERNAL_SERVER_ERROR => Self::Internal,
            other => Self::Other(other),
        }
    }

    /// As a program reads it.
    fn json(&self) -> Response {
        Json(ErrorBody {
            error: ErrorShape { code: self.code(), message: self.to_string() },
            diagnostics: self.diagnostics(),
        })
        .into_response()
    }

    /// As a person reads it.
    fn page(&self) -> Response {
        let status = self.status();
        let page = ErrorPage {
            status: status.as_u16(),
            title: status.canonical_reason().unwrap_or("Refused"),
            message: &self.to_string(),
        };
        match page.render() {
            Ok(html) => Html(html).into_response(),
            Err(error) => {
                tracing::error!(%error, "the error page cannot be rendered");
                self.to_string().into_response()
            }
        }
    }
}

impl From<StoreError> for WebError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Busy => Self::Overloaded,
            error => {
                tracing::error!(error = &error as &dyn std::error::Error, "the store failed");
                Self::StoreUnavailable
            }
        }
    }
}

impl IntoResponse for WebError {
    /// Only the status and the error itself: `present` gives it a form.
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

#[derive(Serialize)]
struct ErrorBody<'a> {
    error: ErrorShape,
    diagnostics: &'a [DiagnosticShape],
}

#[derive(Serialize)]
struct ErrorShape {
    code: &'static str,
    message: String,
}

#[derive(Template)]
#[template(path = "error_page.html", config = "templates/askama.toml")]
struct ErrorPage<'a> {
    status: u16,
    title: &'a str,
    message: &'a str,
}

/// Middleware: gives every refusal its form, JSON for programs and a page for people.
pub async fn present(request: Request, next: Next) -> Response {
    let for_programs = is_for_programs(request.uri().path());
    let refused = next.run(request).await;
    if !refused.status().is_client_error() && !refused.status().is_server_error() {
        return refused;
    }
    let error = match refused.extensions().get::<WebError>() {
        Some(error) => error.clone(),
        None => WebError::of_status(refused.status()),
    };
    let mut response = if for_programs { error.json() } else { error.page() };
    *response.status_mut() = error.status();
    let headers = response.headers_mut();
    if let Some(allow) = refused.headers().get(header::ALLOW) {
        headers.insert(header::ALLOW, allow.clone());
    }
    if matches!(error, WebError::Overloaded | WebError::StoreUnavailable | WebError::TimedOut) {
        headers.insert(header::RETRY_AFTER, HeaderValue::from_static("3"));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whether what lives at this path is read by programs: the API and plain files.
fn is_for_programs(path: &str) -> bool {
    const FILES: [&str; 4] = [".json", ".svg", ".mmd", ".dot"];
    path.starts_with("/api/") || path == "/healthz" || FILES.iter().any(|extension| path.ends_with(extension))
}
