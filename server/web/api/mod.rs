//! The API: `POST /api/v1/plan`, `POST /api/v1/definition`, `POST /api/v1/plans`, `GET /healthz`. The body of all posts is
//! the pasted text itself.

mod shapes;

pub use shapes::DiagnosticShape;

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use self::shapes::{AssumptionShape, PlanAnswer, StepShape};
use super::AppState;
use super::error::WebError;
use super::pasted::PastedText;
use super::planning::{self, Examined, Outcome, Planned, Question};
use super::reading::ReadingQuery;
use crate::flink::FlinkVersion;
use crate::frontend;
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
    let Examined { kind, assumptions, diagnostics, outcome, .. } = planning::examine(question);
    let text = &question.text;
    let (kind, assumptions) = (kind.slug(), AssumptionShape::all(text, &assumptions));
    let diagnostics = DiagnosticShape::all(text, &diagnostics);
    match outcome {
        Outcome::Planned(planned) => {
            let Planned { definition, plan, explanation } = *planned;
            let births = shapes::births(&plan, &explanation.births);
            let steps = StepShape::all(text, &definition, &plan, explanation.steps);
            Ok(Json(PlanAnswer { kind, assumptions, dump: render::dump(&plan), steps, births, diagnostics })
                .into_response())
        }
        Outcome::Refused(refused) => {
            let dump = render::dump_refusal(FlinkVersion::default(), &refused.refusal);
            let (steps, births) = (Vec::new(), BTreeMap::new());
            Ok(Json(PlanAnswer { kind, assumptions, dump, steps, births, diagnostics }).into_response())
        }
        Outcome::JobPlan(plan) => {
            let dump = render::dump_job_plan(FlinkVersion::default(), &plan);
            let (steps, births) = (Vec::new(), BTreeMap::new());
            Ok(Json(PlanAnswer { kind, assumptions, dump, steps, births, diagnostics }).into_response())
        }
        Outcome::NotUnderstood => Err(WebError::DefinitionWrong { diagnostics }),
    }
}

/// The pipeline that the text describes, as a definition: what is assumed of it is written into it.
pub async fn definition(
    State(state): State<AppState>,
    Query(reading): Query<ReadingQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    let work = move || {
        let question = reading.question(&text);
        let parsed = planning::read(&question);
        match &parsed.definition {
            Some(definition) => Ok(frontend::definition::write(definition)),
            None => Err(WebError::DefinitionWrong {
                diagnostics: DiagnosticShape::all(&question.text, &parsed.diagnostics),
            }),
        }
    };
    let written = state.planning.run(work).await??;
    Ok(([(header::CONTENT_TYPE, "application/json")], written).into_response())
}

/// Saves the text. One that Flink refuses may be saved, since its page is worth showing; one that is no definition may not.
pub async fn save(
    State(state): State<AppState>,
    uri: Uri,
    headers: HeaderMap,
    Query(reading): Query<ReadingQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    let question = reading.question(&text);
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
    match (&parsed.definition, &parsed.job_plan) {
        (Some(_), _) | (_, Some(_)) => Ok(()),
        (None, None) => Err(WebError::DefinitionWrong {
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
