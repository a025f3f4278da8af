//! Somebody asks why: from a step to the page of its rule, and from there to the explorer with the page's pipeline.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::{Outcome, Stage};

pub async fn a_step_leads_to_its_rule_and_the_rule_to_its_pipelines(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/parallelism-change").await?;
    // The first broken chain, then by the keyboard to the condition that failed.
    visitor.presses('j').await?;
    visitor.sees(".verdict--no").await?;
    let step = visitor.address().await?;
    visitor.value("document.querySelector('.stepper__body').focus()").await?;
    for _ in 0..40 {
        visitor.presses(Key::Tab).await?;
        if visitor.value("Boolean(document.activeElement.closest('.condition--no'))").await? == true {
            break;
        }
    }
    assert_eq!(visitor.value("document.activeElement.textContent").await?, "Same parallelism");
    visitor.presses(Key::Enter).await?;
    visitor.arrives_at("/rules/same-parallelism").await?;
    assert_eq!(visitor.text("h1").await?, "Same parallelism");
    visitor.sees(".specimen svg.graph").await?;
    // To the first pipeline.
    visitor.value("document.querySelector('.specimen a.button').focus()").await?;
    visitor.presses(Key::Enter).await?;
    visitor.arrives_at("/rules/same-parallelism/1").await?;
    visitor.ready().await?;
    assert_eq!(visitor.text(".header__name").await?, "Same parallelism: Parallelism 2, then 4");
    visitor.presses('j').await?;
    visitor.sees(".verdict--no").await?;
    visitor
        .until("location.pathname === '/rules/same-parallelism/1' && location.search.startsWith('?step=')")
        .await?;
    // And back to where the question came up.
    visitor.client.back().await?;
    visitor.client.back().await?;
    visitor.arrives_at("/rules/same-parallelism").await?;
    visitor.client.back().await?;
    visitor.arrives_at(&step).await?;
    visitor.sees(".verdict--no").await?;
    visitor.leaves().await
}

pub async fn pages_fit_a_phone_and_need_no_script(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_with_a_phone().await;
    for path in ["/rules", "/rules/forward-for-unspecified", "/rules/output-reuse", "/rules/transformations"]
    {
        visitor.open(path).await?;
        let overflow = visitor.value("document.documentElement.scrollWidth > innerWidth").await?;
        assert_eq!(overflow, false, "{path} is wider than a phone");
    }
    visitor.leaves().await?;
    let visitor = stage.visitor_without_script().await;
    visitor.open("/rules").await?;
    visitor.click("a[href='/rules/single-input']").await?;
    visitor.arrives_at("/rules/single-input").await?;
    visitor.click(".specimen a.button").await?;
    visitor.arrives_at("/rules/single-input/1").await?;
    visitor.reads("Finished plan").await?;
    visitor.click("[data-go=prev]").await?;
    visitor.arrives_at("/rules/single-input/1?step=").await?;
    visitor.leaves().await
}
