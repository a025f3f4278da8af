//! Somebody's browser runs no scripts.

use std::sync::Arc;

use fantoccini::Locator;

use crate::first_visit::PASTED;
use crate::{Outcome, Stage};

/// What can be read in the page's markup, since no script can read it.
async fn markup(visitor: &crate::browser::Visitor) -> Result<String, fantoccini::error::CmdError> {
    visitor.client.source().await
}

pub async fn a_pasted_pipeline_can_be_planned_and_saved(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_without_script().await;
    visitor.open("/").await?;
    let form = visitor.client.find(Locator::Css(".paste__area")).await?;
    form.send_keys(PASTED).await?;
    visitor.client.find(Locator::Css(".paste button")).await?.click().await?;
    let page = markup(&visitor).await?;
    assert!(page.contains("Source: clicks") && page.contains("PIPELINED_BOUNDED"));
    visitor.client.find(Locator::Css("noscript button")).await?.click().await?;
    let address = visitor.address().await?;
    assert!(address.starts_with("/p/"), "{address}");
    visitor.leaves().await
}

pub async fn a_saved_plan_is_complete(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_without_script().await;
    visitor.open("/").await?;
    visitor.client.find(Locator::Css(".paste__area")).await?.send_keys(PASTED).await?;
    visitor.client.find(Locator::Css(".paste button")).await?.click().await?;
    visitor.client.find(Locator::Css("noscript button")).await?.click().await?;
    let path = visitor.address().await?;
    visitor.open(&format!("{path}?step=3")).await?;
    let page = markup(&visitor).await?;
    assert!(!page.contains("class=\"js\""), "no script runs");
    assert!(page.contains("Step 3 of ") && page.contains(" is-ghost"), "the graphs are as at this step");
    assert!(page.contains("class=\"t-op\">\"keyBy\""), "the source is there, in colour");
    // Arrows, marks and graphs are links.
    visitor.client.find(Locator::Css("[data-go=next]")).await?.click().await?;
    assert_eq!(visitor.address().await?, format!("{path}?step=4"));
    assert!(markup(&visitor).await?.contains("Step 4 of "));
    visitor.client.find(Locator::Css(".pane[data-pane=job-graph] [data-graph]")).await?.click().await?;
    assert_eq!(visitor.address().await?, format!("{path}?step=4&graph=job-graph"));
    visitor.client.find(Locator::Css("[data-go=last]")).await?.click().await?;
    assert!(markup(&visitor).await?.contains("Finished plan"));
    // What needs a script is not there to be pressed.
    for hidden in ["[data-open=share]", "[data-theme-toggle]", ".stepper__toggle", ".code__input"] {
        let element = visitor.client.find(Locator::Css(hidden)).await?;
        assert!(!element.is_displayed().await?, "{hidden}");
    }
    visitor.leaves().await
}
