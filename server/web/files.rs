//! Saved plans as plain files, for a README, a pull request or `curl`: they never change, and may be kept for a year.

use std::sync::Arc;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use sha2::{Digest, Sha256};

use super::AppState;
use super::api::DiagnosticShape;
use super::conditional::{self, FOR_A_YEAR};
use super::error::WebError;
use super::pages::{self, PageQuery};
use super::planning::{self, Question};
use super::reading::ReadingQuery;
use crate::flink::FlinkVersion;
use crate::planner::{self, NoPlan};
use crate::render::file::FileFormat;
use crate::render::svg::LayoutError;
use crate::render::{self, GraphKind, TextDump};
use crate::store::{PlanId, SavedPlan};

/// `GET /p/{id}`: the page, or `/p/{id}.json`, since a route cannot tell them apart.
pub async fn saved_plan(
    State(state): State<AppState>,
    Path(name): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, WebError> {
    match name.strip_suffix(".json") {
        Some(id) => plan_file(state, id, query.reading()).await,
        None => pages::saved(&state, &name, query).await,
    }
}

/// The plan that is saved under this id.
///
/// # Errors
/// If there is none, or the store cannot be asked.
pub async fn find(state: &AppState, id: &str) -> Result<SavedPlan, WebError> {
    let id: PlanId = id.parse().map_err(|_| WebError::NoSuchPlan)?;
    state.store.read(&id).await?.ok_or(WebError::NoSuchPlan)
}

/// `GET /p/{id}.json`: the definition as it was pasted, and its dump as the query has it read and changed.
async fn plan_file(state: AppState, id: &str, reading: ReadingQuery) -> Result<Response, WebError> {
    let saved = find(&state, id).await?;
    let id = id.to_owned();
    let content = state.planning.run(move || plan_json(&id, &saved, &reading)).await?;
    let content = content.map_err(|error| {
        tracing::error!(%error, "a plan cannot be written as JSON");
        WebError::Internal
    })?;
    Ok(conditional::tagged(HeaderValue::from_static("application/json"), FOR_A_YEAR, content))
}

/// What `/p/{id}.json` holds.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlanFile<'a> {
    id: &'a str,
    /// RFC 3339.
    saved_at: String,
    definition: &'a str,
    dump: TextDump<'a>,
}

fn plan_json(id: &str, saved: &SavedPlan, reading: &ReadingQuery) -> serde_json::Result<Vec<u8>> {
    let parsed = planning::read(&reading.question(&Arc::from(saved.text.as_str())));
    let (planned, diagnostics) = planner::plan_parsed(parsed, FlinkVersion::default());
    serde_json::to_vec(&PlanFile {
        id,
        saved_at: humantime::format_rfc3339_seconds(saved.saved_at).to_string(),
        definition: &saved.text,
        dump: render::dump_text(FlinkVersion::default(), &planned, &diagnostics),
    })
}

/// `GET /p/{id}/{graph}.{svg,mmd,dot}`: one graph as a file.
pub async fn graph(
    State(state): State<AppState>,
    Path((id, file)): Path<(String, String)>,
    Query(reading): Query<ReadingQuery>,
) -> Result<Response, WebError> {
    let (graph, format) = file
        .split_once('.')
        .and_then(|(slug, extension)| {
            Some((GraphKind::from_slug(slug)?, FileFormat::from_extension(extension)?))
        })
        .ok_or(WebError::NoSuchFile)?;
    let saved = find(&state, &id).await?;
    let drawn = move || draw(&reading.question(&Arc::from(saved.text)), graph, format);
    let content = state.planning.run(drawn).await??;
    let policy = (format == FileFormat::Svg).then(|| drawing_policy(&content)).flatten();
    let mut response =
        conditional::tagged(HeaderValue::from_static(format.media_type()), FOR_A_YEAR, content);
    let headers = response.headers_mut();
    // An image in somebody else's page is what these files are for.
    let anywhere = HeaderValue::from_static("cross-origin");
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), anywhere);
    if let Some(policy) = policy {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    Ok(response)
}

fn draw(question: &Question, graph: GraphKind, format: FileFormat) -> Result<String, WebError> {
    let text = &question.text;
    let (planned, diagnostics) = planner::plan_parsed(planning::read(question), FlinkVersion::default());
    match planned {
        Ok(planned) => format.draw(text, &planned, graph).map_err(not_drawn),
        Err(NoPlan::JobPlan(plan)) if graph == GraphKind::JobGraph => {
            format.draw_job_plan(&plan).map_err(not_drawn)
        }
        Err(NoPlan::JobPlan(_)) => Err(WebError::OnlyJobGraph),
        Err(_) => Err(WebError::NoGraph { diagnostics: DiagnosticShape::all(text, &diagnostics) }),
    }
}

fn not_drawn(error: LayoutError) -> WebError {
    WebError::NotDrawn { reason: error.to_string() }
}

/// A drawing carries its own style sheet: the policy names that one by its hash, and allows nothing else.
fn drawing_policy(svg: &str) -> Option<HeaderValue> {
    let (_, rest) = svg.split_once("<style>")?;
    let (style, _) = rest.split_once("</style>")?;
    let hash = STANDARD.encode(Sha256::digest(style));
    HeaderValue::try_from(format!(
        "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; frame-ancestors 'none'"
    ))
    .ok()
}
