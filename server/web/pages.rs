//! The pages: first visit, examples, saved plans, the reference of configuration keys; and the fragments that the page's
//! script asks for.
//!
//! All but the reference are the same view ([`view::Explorer`]) in the same templates. A saved plan's page is complete without the
//! script, its steps included.

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::rejection::FormRejection;
use axum::extract::{Form, Path, Query, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use super::conditional::ASK_EACH_TIME;
use super::files;
use super::pasted::PastedText;
use super::planning::{self, Examined, Question};
use super::reading::ReadingQuery;
use super::view::{self, Asked, BreakKind, Explorer, Origin, Pane, Showing, StepFilter};
use super::{AppState, WebError};
use crate::frontend::Diagnostic;
use crate::render::GraphKind;

/// The routes of the pages.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/", get(first_visit).post(pasted))
        .route("/examples/{name}", get(example))
        .route("/configuration", get(configuration))
        .route("/apply", post(applied))
        .route("/definition", post(opened_as_json))
        .route("/p", post(save))
        .route("/explorer", post(fragment))
        .route("/explorer/step", post(step_fragment))
        .route("/explorer/inspector", post(inspector_fragment))
        .route("/explorer/listing", post(listing_fragment))
        .route("/explorer/find", post(found_fragment))
}

/// The query of a page: what is shown of a plan. What makes no sense is as if it were not there.
#[derive(Debug, Default, Deserialize)]
pub struct PageQuery {
    view: Option<String>,
    step: Option<String>,
    graph: Option<String>,
    pane: Option<String>,
    select: Option<String>,
    steps: Option<String>,
    find: Option<String>,
    reason: Option<String>,
    page: Option<String>,
    #[serde(flatten)]
    pub reading: ReadingQuery,
}

impl PageQuery {
    /// How the text is read.
    pub fn reading(&self) -> ReadingQuery {
        self.reading.clone()
    }

    fn asked(&self) -> Asked {
        Asked {
            reading: self.reading.clone(),
            showing: self.view.as_deref().and_then(Showing::from_slug).unwrap_or_default(),
            step: self.step.as_deref().and_then(|step| step.parse().ok()),
            graph: self.graph.as_deref().and_then(GraphKind::from_slug),
            pane: self.pane.as_deref().and_then(Pane::from_slug),
            select: self.select.clone().filter(|name| !name.is_empty() && name.len() <= Asked::LONGEST_NAME),
            filter: self.steps.as_deref().map(StepFilter::parse).unwrap_or_default(),
            find: self.find.clone().filter(|text| text.len() <= Asked::LONGEST_FIND),
            reason: self.reason.as_deref().and_then(BreakKind::from_slug),
            page: self.page.as_deref().and_then(|page| page.parse().ok()),
        }
    }
}

/// `GET /`: an editor and examples. The explorer is with it, empty, for a text in the address's fragment.
async fn first_visit(State(state): State<AppState>) -> Result<Response, WebError> {
    state.planning.run(|| page(&Explorer::blank(&Asked::default(), Origin::default()), true)).await?
}

/// `POST /`: the plan of a text that was pasted where no script runs.
async fn pasted(
    State(state): State<AppState>,
    Query(query): Query<PageQuery>,
    form: Result<Form<PastedForm>, FormRejection>,
) -> Result<Response, WebError> {
    explorer(&state, form_text(form)?, query, Origin { posted: true, ..Origin::default() }).await
}

/// `POST /apply`: the source with what is tried on it written into it, where no script runs.
async fn applied(
    State(state): State<AppState>,
    Query(query): Query<PageQuery>,
    form: Result<Form<PastedForm>, FormRejection>,
) -> Result<Response, WebError> {
    rewritten(&state, query, form_text(form)?, planning::apply).await
}

/// `POST /definition`: the pipeline as a definition, where no script runs.
async fn opened_as_json(
    State(state): State<AppState>,
    Query(query): Query<PageQuery>,
    form: Result<Form<PastedForm>, FormRejection>,
) -> Result<Response, WebError> {
    rewritten(&state, query, form_text(form)?, planning::write_definition).await
}

/// The page of a text that was made of another one.
async fn rewritten(
    state: &AppState,
    query: PageQuery,
    text: Arc<str>,
    rewrite: fn(&Question) -> Result<String, Vec<Diagnostic>>,
) -> Result<Response, WebError> {
    let question = query.reading.question(&text);
    let rewritten = state.planning.run(move || rewrite(&question)).await?;
    let origin = Origin { posted: true, ..Origin::default() };
    match rewritten {
        // It is a definition, without anything to assume or to try on it.
        Ok(rewritten) => {
            let query = PageQuery { reading: ReadingQuery::default(), ..query };
            explorer(state, Arc::from(rewritten), query, origin).await
        }
        // Its page says what is wrong.
        Err(_) => explorer(state, text, query, origin).await,
    }
}

/// `GET /examples/{name}`.
async fn example(
    State(state): State<AppState>,
    Path(name): Path<String>,
    Query(query): Query<PageQuery>,
) -> Result<Response, WebError> {
    let origin = Origin { example: Some(name.clone()), ..Origin::default() };
    let text = state
        .planning
        .run(move || {
            view::gallery().iter().find(|example| example.slug == name).map(|example| example.text.as_str())
        })
        .await?
        .ok_or(WebError::NotFound)?;
    explorer(&state, Arc::from(text), query, origin).await
}

/// `GET /configuration`: every key that a plan depends on.
async fn configuration() -> Result<Response, WebError> {
    html(&view::ConfigurationPage::new())
}

/// `GET /p/{id}`: a saved plan.
pub async fn saved(state: &AppState, id: &str, query: PageQuery) -> Result<Response, WebError> {
    let plan = files::find(state, id).await?;
    let origin = Origin { saved: Some(id.to_owned()), ..Origin::default() };
    explorer(state, Arc::from(plan.text), query, origin).await
}

/// The page of a text at a step.
pub async fn explorer(
    state: &AppState,
    text: Arc<str>,
    query: PageQuery,
    origin: Origin,
) -> Result<Response, WebError> {
    let work = move || {
        let asked = query.asked();
        let view = Explorer::of(&text, &planning::examine(&asked.reading.question(&text)), &asked, origin);
        page(&view, false)
    };
    state.planning.run(work).await?
}

/// `POST /p`: saves a text where no script runs.
async fn save(
    State(state): State<AppState>,
    Query(query): Query<PageQuery>,
    form: Result<Form<PastedForm>, FormRejection>,
) -> Result<Response, WebError> {
    let text = form_text(form)?;
    let question = query.reading.question(&text);
    let can_be_shown = move || {
        let parsed = planning::read(&question);
        parsed.definition.is_some() || parsed.job_plan.is_some()
    };
    if !state.planning.run(can_be_shown).await? {
        // Its page says what is wrong with it.
        let origin = Origin { posted: true, ..Origin::default() };
        return explorer(&state, text, query, origin).await;
    }
    let id = state.store.save(text).await?;
    let reading = query.reading.to_query();
    let separator = if reading.is_empty() { "" } else { "?" };
    Ok(Redirect::to(&format!("/p/{id}{separator}{reading}")).into_response())
}

/// A text sent by a form, which ends its lines as forms do.
#[derive(Deserialize)]
struct PastedForm {
    text: String,
}

fn form_text(form: Result<Form<PastedForm>, FormRejection>) -> Result<Arc<str>, WebError> {
    match form {
        Ok(Form(form)) => Ok(Arc::from(form.text.replace("\r\n", "\n"))),
        Err(rejection) if rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE => {
            Err(WebError::TooLarge)
        }
        Err(rejection) => Err(WebError::Other(rejection.status())),
    }
}

/// `POST /explorer`: everything of the explorer that depends on the text.
async fn fragment(
    State(state): State<AppState>,
    Query(query): Query<PageQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    let asked = Asked { showing: Showing::Explorer, ..query.asked() };
    part(&state, asked, text, |text, examined, asked| {
        html(&view::Fragment { view: &Explorer::of(text, examined, asked, Origin::default()) })
    })
    .await
}

/// `POST /explorer/step`: the explanation of a step.
async fn step_fragment(
    State(state): State<AppState>,
    Query(query): Query<PageQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    part(&state, query.asked(), text, |text, examined, asked| {
        html(&view::StepFragment { view: &view::Steps::of(text, examined, asked) })
    })
    .await
}

/// `POST /explorer/inspector?select=…`: what is known of an element.
async fn inspector_fragment(
    State(state): State<AppState>,
    Query(query): Query<PageQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    part(&state, query.asked(), text, |text, examined, asked| {
        html(&view::InspectorFragment { view: &view::Inspected::of(text, examined, asked) })
    })
    .await
}

/// `POST /explorer/listing?view=…`: what stands in the explorer's place.
async fn listing_fragment(
    State(state): State<AppState>,
    Query(query): Query<PageQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    part(&state, query.asked(), text, |text, examined, asked| {
        html(&view::ListingFragment { view: &view::Listed::of(text, examined, asked) })
    })
    .await
}

/// `POST /explorer/find?find=…`: the elements that somebody looks for.
async fn found_fragment(
    State(state): State<AppState>,
    Query(query): Query<PageQuery>,
    PastedText(text): PastedText,
) -> Result<Response, WebError> {
    part(&state, query.asked(), text, |_, examined, asked| {
        html(&view::FoundFragment { view: &view::FoundHere::of(examined, asked) })
    })
    .await
}

/// A part of the page, made of what there is to say about the text.
async fn part(
    state: &AppState,
    asked: Asked,
    text: Arc<str>,
    make: impl FnOnce(&str, &Examined, &Asked) -> Result<Response, WebError> + Send + 'static,
) -> Result<Response, WebError> {
    let work = move || make(&text, &planning::examine(&asked.reading.question(&text)), &asked);
    state.planning.run(work).await?
}

fn page(view: &Explorer, first_visit: bool) -> Result<Response, WebError> {
    html(&view::Page { first_visit, gallery: view::gallery(), view })
}

/// A page that may change at its address.
pub fn html(template: &impl Template) -> Result<Response, WebError> {
    let html = template.render().map_err(|error| {
        tracing::error!(%error, "a page cannot be rendered");
        WebError::Internal
    })?;
    Ok(([(header::CACHE_CONTROL, ASK_EACH_TIME)], Html(html)).into_response())
}
