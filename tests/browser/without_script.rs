//! Somebody's browser runs no scripts.

use std::sync::Arc;

use fantoccini::Locator;

use crate::browser::Visitor;
use crate::first_visit::PASTED;
use crate::{Outcome, Stage};

pub async fn a_pasted_pipeline_can_be_planned_and_saved(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_without_script().await;
    let path = save(&visitor).await?;
    assert!(path.starts_with("/p/"), "{path}");
    visitor.leaves().await
}

/// Pastes a pipeline on the first visit, has it planned, and saves it; gives the path of the saved plan.
async fn save(visitor: &Visitor) -> Result<String, fantoccini::error::CmdError> {
    visitor.open("/").await?;
    visitor.click(".paste__area").await?;
    visitor.types(PASTED).await?;
    visitor.click(".paste button").await?;
    visitor.reads("Source: clicks").await?;
    visitor.reads("PIPELINED_BOUNDED").await?;
    visitor.click("noscript [formaction='/p']").await?;
    visitor.arrives_at("/p/").await
}

pub async fn a_saved_plan_is_complete(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_without_script().await;
    let path = save(&visitor).await?;
    visitor.open(&format!("{path}?step=3")).await?;
    visitor.reads("Step 3 of ").await?;
    let page = visitor.client.source().await?;
    assert!(!page.contains("class=\"js\""), "no script runs");
    assert!(page.contains(" is-ghost"), "the graphs are as at this step");
    assert!(page.contains("class=\"t-op\">\"keyBy\""), "the source is there, in colour");
    // Arrows and graphs are links.
    visitor.click("[data-go=next]").await?;
    visitor.arrives_at(&format!("{path}?step=4")).await?;
    visitor.reads("Step 4 of ").await?;
    visitor.click(".pane[data-pane=job-graph] [data-graph]").await?;
    visitor.arrives_at(&format!("{path}?step=4&graph=job-graph")).await?;
    visitor.click("[data-go=last]").await?;
    visitor.reads("Finished plan").await?;
    // What needs a script is not there to be pressed.
    for hidden in ["[data-open=share]", "[data-theme-toggle]", ".stepper__toggle", ".code__input"] {
        let element = visitor.client.find(Locator::Css(hidden)).await?;
        assert!(!element.is_displayed().await?, "{hidden}");
    }
    visitor.leaves().await
}

pub async fn a_pasted_pipeline_can_be_mended(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_without_script().await;
    visitor.open("/").await?;
    visitor.click(".paste__area").await?;
    visitor.types(r#"{ "operators": [ { "op": "fromSource" }, { "op": "prin" } ] }"#).await?;
    visitor.click(".paste button").await?;
    visitor.reads("class=\"diagnostic\"").await?;
    assert!(
        !visitor.client.source().await?.contains("formaction=\"/p\""),
        "what is no pipeline is not saved"
    );
    let input = visitor.client.find(Locator::Css(".code__input")).await?;
    assert!(input.is_displayed().await?);
    input.clear().await?;
    input.send_keys(PASTED).await?;
    visitor.click("noscript [form=source]").await?;
    visitor.reads("Source: clicks").await?;
    visitor.leaves().await
}

pub async fn elements_breaks_steps_and_searches_are_links(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_without_script().await;
    visitor.open("/examples/parallelism-change").await?;
    visitor.click(".pane[data-pane=stream-graph] .node[data-el~=n3]").await?;
    visitor.arrives_at("/examples/parallelism-change?select=n3").await?;
    visitor.reads("StreamNode 3, head of 2 operators in JobVertex B").await?;
    visitor.click(".rail").await?;
    visitor.arrives_at("/examples/parallelism-change?pane=source&select=n3").await?;
    assert!(visitor.client.find(Locator::Css(".code")).await?.is_displayed().await?);
    visitor.client.back().await?;
    visitor.click(".inspector .near a").await?;
    visitor.arrives_at("/examples/parallelism-change?select=e2-3").await?;
    visitor.click(".inspector [data-unselect]").await?;
    visitor.arrives_at("/examples/parallelism-change?").await?;
    visitor.click("[data-view=chain-breaks]").await?;
    visitor.arrives_at("/examples/parallelism-change?view=chain-breaks").await?;
    visitor.reads("2 of 4 edges do not chain").await?;
    visitor.click(".answer__try").await?;
    visitor.arrives_at("/examples/parallelism-change?change=").await?;
    visitor.reads("✓ Chains").await?;
    visitor.open("/examples/parallelism-change").await?;
    visitor.click(".header__find").await?;
    visitor.arrives_at("/examples/parallelism-change?find=").await?;
    visitor.click(".find__input").await?;
    visitor.types("location").await?;
    visitor.presses(fantoccini::key::Key::Enter).await?;
    visitor.arrives_at("/examples/parallelism-change?find=location").await?;
    visitor.reads("2 of 5 operators").await?;
    visitor.click(".hit").await?;
    visitor.arrives_at("/examples/parallelism-change?select=n3").await?;
    visitor.open("/examples/parallelism-change?view=steps&steps=chain,breaks").await?;
    visitor.reads("2 of 47 steps").await?;
    visitor.click(".call__number").await?;
    visitor.arrives_at("/examples/parallelism-change?step=").await?;
    visitor.reads("chain · 1 of 2 filtered").await?;
    visitor.leaves().await
}
