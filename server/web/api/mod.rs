//! The API: `POST /api/v1/plan`, `POST /api/v1/plans`, `GET /healthz`. The body of both posts is the pasted text itself.

mod shapes;

pub use shapes::DiagnosticShape;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use self::shapes::{PlanAnswer, StepShape};
use super::AppState;
use super::error::WebError;
use super::pasted::PastedText;
use super::planning::{self, Examined, Outcome, Planned, Question};
use super::reading::ReadingQuery;
use crate::flink::FlinkVersion;
use crate::render;

/// Plans the text. What Flink refuses is answered too, with the refusal as the dump: that is the truth asked for.
pub async fn plan(
    State(state): State<AppState>,
    Query(reading): Query<ReadingQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    // The answer is made where the plan is: it can be as long.
    state.planning.run(move || answer(&reading.question(&text))).await?
}

/// The answer about a text.
pub fn answer(question: &Question) -> Result<Response, WebError> {
    let Examined { diagnostics, outcome, .. } = planning::examine(question);
    let text = &question.text;
    let diagnostics = DiagnosticShape::all(text, &diagnostics);
    match outcome {
        Outcome::Planned(planned) => {
            let Planned { definition, plan, explanation } = *planned;
            let births = shapes::births(&plan, &explanation.births);
            let steps = StepShape::all(text, &definition, &plan, explanation.steps);
            Ok(Json(PlanAnswer { dump: render::dump(&plan), steps, births, diagnostics }).into_response())
        }
        Outcome::Refused(refused) => {
            let dump = render::dump_refusal(FlinkVersion::default(), &refused.refusal);
            let (steps, births) = (Vec::new(), BTreeMap::new());
            Ok(Json(PlanAnswer { dump, steps, births, diagnostics }).into_response())
        }
        Outcome::NotUnderstood => Err(WebError::DefinitionWrong { diagnostics }),
    }
}

/// Saves the text. One that Flink refuses may be saved, since its page is worth showing; one that is no definition may not.
pub async fn save(
    State(state): State<AppState>,
    uri: Uri,
    headers: HeaderMap,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    let question = Question::from(Arc::clone(&text));
    state.planning.run(move || understand(&question)).await??;
    let id = state.store.save(text).await?;
    let path = format!("/p/{id}");
    let url = state.public_url(&uri, &headers, &path);
    let location = [(header::LOCATION, path)];
    Ok((StatusCode::CREATED, location, Json(Saved { id: id.to_string(), url })).into_response())
}

/// Whether the text is a definition at all.
fn understand(question: &Question) -> Result<(), WebError> {
    let parsed = planning::read(question);
    match parsed.definition {
        Some(_) => Ok(()),
        None => Err(WebError::DefinitionWrong {
            diagnostics: DiagnosticShape::all(&question.text, &parsed.diagnostics),
        }),
    }
}

#[derive(Serialize)]
struct Saved {
    id: String,
    url: String,
}

/// Whether the server can do its work.
pub async fn healthz(State(state): State<AppState>) -> Result<Response, WebError> {
    state.store.check().await?;
    let now_only = [(header::CACHE_CONTROL, "no-store")];
    Ok((now_only, Json(Health { status: "ok" })).into_response())
}

#[derive(Serialize)]
struct Health {
    status: &'static str,
}
