//! The API: `POST /api/v1/plan`, `POST /api/v1/definition`, `POST /api/v1/plans`, `GET /healthz`, and what `changes` adds. The body
//! of all posts is the pasted text itself.

mod changes;
mod shapes;

pub use changes::{apply, broken_chains};
pub use shapes::DiagnosticShape;

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use self::changes::DifferenceShape;
use self::shapes::{AssumptionShape, ElementAnswer, FoundShape, PlanAnswer, StepShape};
use super::AppState;
use super::element::ElementReport;
use super::error::WebError;
use super::find::Found;
use super::pasted::PastedText;
use super::planning::{self, Examined, Outcome, Planned, Question};
use super::reading::ReadingQuery;
use crate::explain::reasons::Reasons;
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
    let Examined { kind, assumptions, unsaid, diagnostics, what_if, outcome } = planning::examine(question);
    let text = &question.text;
    let (kind, assumptions) = (kind.slug(), AssumptionShape::all(text, &assumptions));
    let unsaid = unsaid.into();
    let diagnostics = DiagnosticShape::all(text, &diagnostics);
    let difference = what_if.difference.as_ref().map(DifferenceShape::of);
    match outcome {
        Outcome::Planned(planned) => {
            let Planned { definition, plan, explanation } = *planned;
            let births = shapes::births(&plan, &explanation.births);
            let steps = StepShape::all(text, &definition, &plan, explanation.steps);
            Ok(Json(PlanAnswer {
                kind,
                assumptions,
                unsaid,
                dump: render::dump(&plan),
                steps,
                births,
                difference,
                diagnostics,
            })
            .into_response())
        }
        Outcome::Refused(refused) => {
            let dump = render::dump_refusal(FlinkVersion::default(), &refused.refusal);
            let (steps, births) = (Vec::new(), BTreeMap::new());
            Ok(Json(PlanAnswer { kind, assumptions, unsaid, dump, steps, births, difference, diagnostics })
                .into_response())
        }
        Outcome::JobPlan(plan) => {
            let dump = render::dump_job_plan(FlinkVersion::default(), &plan);
            let (steps, births) = (Vec::new(), BTreeMap::new());
            Ok(Json(PlanAnswer { kind, assumptions, unsaid, dump, steps, births, difference, diagnostics })
                .into_response())
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
        let wrong = |diagnostics: Vec<_>| DiagnosticShape::all(&text, &diagnostics);
        let written = planning::write_definition(&reading.question(&text));
        written.map_err(|diagnostics| WebError::DefinitionWrong { diagnostics: wrong(diagnostics) })
    };
    let written = state.planning.run(work).await??;
    Ok(([(header::CONTENT_TYPE, "application/json")], written).into_response())
}

/// Which element somebody asks about.
#[derive(Deserialize)]
pub struct ElementQuery {
    select: Option<String>,
    #[serde(flatten)]
    reading: ReadingQuery,
}

/// Tells everything about one element of the text's plan.
pub async fn element(
    State(state): State<AppState>,
    Query(query): Query<ElementQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    let answer = move || {
        let planned = plan_of(&query.reading.question(&text))?;
        let reasons = Reasons::new(&planned.plan, &planned.definition, Some(&text));
        let report = ElementReport::of(&planned, &reasons, query.select.as_deref().unwrap_or_default());
        let report = report.ok_or(WebError::NoSuchElement)?;
        Ok(Json(ElementAnswer::of(&planned.plan, &reasons, report)).into_response())
    };
    state.planning.run(answer).await?
}

/// What somebody looks for.
#[derive(Deserialize)]
pub struct FindQuery {
    #[serde(default)]
    find: String,
    #[serde(flatten)]
    reading: ReadingQuery,
}

/// Finds elements of the text's plan by name, uid, id, or by what stands in an error message.
pub async fn find(
    State(state): State<AppState>,
    Query(query): Query<FindQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    let answer = move || {
        let planned = plan_of(&query.reading.question(&text))?;
        Ok(Json(FoundShape::of(&planned.plan, &Found::of(&planned.plan, &query.find))).into_response())
    };
    state.planning.run(answer).await?
}

/// The plan of a text that has one.
fn plan_of(question: &Question) -> Result<Box<Planned>, WebError> {
    let Examined { diagnostics, outcome, .. } = planning::examine(question);
    let diagnostics = DiagnosticShape::all(&question.text, &diagnostics);
    match outcome {
        Outcome::Planned(planned) => Ok(planned),
        Outcome::JobPlan(_) => Err(WebError::OnlyJobGraph),
        Outcome::Refused(_) => Err(WebError::NoGraph { diagnostics }),
        Outcome::NotUnderstood => Err(WebError::DefinitionWrong { diagnostics }),
    }
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
