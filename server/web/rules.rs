//! `/rules`: the reference of Flink's rules. Each page is made once, when it is first asked for.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock};

use askama::Template;
use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::HeaderValue;
use axum::response::Response;
use axum::routing::get;

use super::conditional::{self, ASK_EACH_TIME};
use super::pages::{self, PageQuery};
use super::view::{Origin, RuleExample, RulePage, RulesPage};
use super::{AppState, WebError};
use crate::explain::Rule;
use crate::rules;

/// The routes of the reference.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/rules", get(index))
        .route("/rules/{page}", get(page))
        .route("/rules/{rule}/{example}", get(example))
}

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");
const TEXT: HeaderValue = HeaderValue::from_static("text/plain; charset=utf-8");

/// `GET /rules`: all rules, by topic.
async fn index() -> Result<Response, WebError> {
    static INDEX: OnceLock<String> = OnceLock::new();
    made_once(&INDEX, RulesPage::new)
}

/// `GET /rules/{code}`, or `/rules/{code}.md`, since a route cannot tell them apart.
async fn page(State(state): State<AppState>, Path(name): Path<String>) -> Result<Response, WebError> {
    if let Some(code) = name.strip_suffix(".md") {
        let markdown = rules::markdown(rule(code)?).ok_or(WebError::NotFound)?;
        return Ok(match markdown {
            Cow::Borrowed(text) => conditional::tagged(TEXT, ASK_EACH_TIME, text),
            Cow::Owned(text) => conditional::tagged(TEXT, ASK_EACH_TIME, text),
        });
    }
    static PAGES: LazyLock<HashMap<Rule, OnceLock<String>>> =
        LazyLock::new(|| Rule::ALL.iter().map(|&rule| (rule, OnceLock::new())).collect());
    let rule = rule(&name)?;
    let shown = rules::page(rule).ok_or(WebError::NotFound)?;
    let made = PAGES.get(&rule).ok_or(WebError::NotFound)?;
    if made.get().is_some() {
        return made_once(made, || RulePage::of(rule, shown));
    }
    state.planning.run(move || made_once(made, || RulePage::of(rule, shown))).await?
}

/// `GET /rules/{code}/{number}`: the explorer with one of the page's pipelines.
async fn example(
    State(state): State<AppState>,
    Path((code, number)): Path<(String, String)>,
    Query(query): Query<PageQuery>,
) -> Result<Response, WebError> {
    let rule = rule(&code)?;
    let page = rules::page(rule).ok_or(WebError::NotFound)?;
    let position = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let example = position.and_then(|at| page.examples().nth(at)).ok_or(WebError::NotFound)?;
    let title = format!("{}: {}", page.title, example.title);
    let origin = Origin { rule_example: Some(RuleExample { rule, title }), ..Origin::default() };
    pages::explorer(&state, Arc::from(example.pipeline.as_str()), query, origin).await
}

fn rule(code: &str) -> Result<Rule, WebError> {
    Rule::from_code(code).ok_or(WebError::NoSuchRule)
}

/// A page that is the same each time.
fn made_once<T: Template>(
    made: &'static OnceLock<String>,
    template: impl FnOnce() -> T,
) -> Result<Response, WebError> {
    if let Some(html) = made.get() {
        return Ok(conditional::tagged(HTML, ASK_EACH_TIME, html.as_str()));
    }
    let html = template().render().map_err(|error| {
        tracing::error!(%error, "a page cannot be rendered");
        WebError::Internal
    })?;
    Ok(conditional::tagged(HTML, ASK_EACH_TIME, made.get_or_init(|| html).as_str()))
}
