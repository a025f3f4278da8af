//! Somebody asks which edges do not chain, and what would help.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::browser::Visitor;
use crate::{Outcome, Stage};

/// Presses Tab until what has the focus matches.
async fn tabs_to(visitor: &Visitor, selector: &str) -> Outcome {
    for _ in 0..200 {
        if visitor.value(&format!("document.activeElement.matches({selector:?})")).await? == true {
            return Ok(());
        }
        visitor.presses(Key::Tab).await?;
    }
    panic!("the keyboard does not reach {selector}");
}

pub async fn the_keyboard_leads_through_a_break_and_its_fix_and_back(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/parallelism-change").await?;
    // The plan, step by step.
    visitor.presses(Key::Right).await?;
    visitor.until("document.querySelector('.stepper').dataset.step === '1'").await?;
    visitor.presses('j').await?;
    visitor.sees(".verdict--no").await?;
    // All breaks.
    tabs_to(&visitor, "[data-view=chain-breaks].segmented__item").await?;
    visitor.presses(Key::Enter).await?;
    visitor.until("document.activeElement.id === 'page-title'").await?;
    assert_eq!(visitor.text(".page__title").await?, "2 of 4 edges do not chain");
    assert!(visitor.address().await?.starts_with("/examples/parallelism-change?view=chain-breaks"));
    assert_eq!(visitor.value("document.querySelector('.workspace').checkVisibility()").await?, false);
    // One of them.
    tabs_to(&visitor, ".table--breaks .pair").await?;
    visitor.presses(Key::Enter).await?;
    visitor.until("document.querySelector('.inspector')?.dataset.name === 'e2-3'").await?;
    visitor.sees(".verdict--no").await?;
    visitor.sees(".pane[data-pane=stream-graph] .edge.is-selected").await?;
    visitor.client.back().await?;
    visitor.sees(".page__title").await?;
    // What would chain it.
    tabs_to(&visitor, ".answer__try").await?;
    visitor.presses(Key::Enter).await?;
    visitor
        .until("document.querySelector('.pane[data-pane=stream-graph] .edge--chained[data-el~=\"e2-3\"]')")
        .await?;
    assert!(visitor.address().await?.contains("change="));
    visitor.client.back().await?;
    visitor.sees(".page__title").await?;
    assert_eq!(visitor.text(".page__title").await?, "2 of 4 edges do not chain");
    visitor.presses(Key::Escape).await?;
    visitor.sees(".workspace").await?;
    visitor
        .until("document.querySelector('.pane[data-pane=stream-graph] .edge--broken[data-el~=\"e2-3\"]')")
        .await?;
    visitor.leaves().await
}

pub async fn breaks_are_filtered_by_reason(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/connect").await?;
    visitor
        .replaces_the_source(
            r#"{ "operators": [ { "op": "fromSource" }, { "op": "map", "parallelism": 4 }, { "op": "keyBy" }, { "op": "sum", "parallelism": 4 }, { "op": "print", "parallelism": 4 } ] }"#,
        )
        .await?;
    visitor.until("document.querySelector('[data-view=chain-breaks] .count')?.textContent === '2'").await?;
    visitor.until("location.hash !== ''").await?;
    visitor.click("[data-view=chain-breaks].segmented__item").await?;
    let rows =
        |number: usize| format!("document.querySelectorAll('.table--breaks tbody tr').length === {number}");
    visitor.until(&rows(2)).await?;
    let filter = "[...document.querySelectorAll('.filter')].find((filter) => filter.textContent.startsWith('Parallelism'))";
    visitor.value(&format!("{filter}.click()")).await?;
    visitor.until("location.search === '?view=chain-breaks&reason=parallelism'").await?;
    visitor.until(&rows(1)).await?;
    assert_eq!(visitor.text(".filter[aria-current]").await?, "Parallelism 1");
    assert_eq!(visitor.text(".reason").await?, "parallelism 1 ≠ 4");
    visitor.client.refresh().await?;
    visitor.ready().await?;
    visitor.until(&rows(1)).await?;
    visitor.client.back().await?;
    visitor.until(&rows(2)).await?;
    visitor.client.back().await?;
    visitor.sees(".pane .graph").await?;
    // Where every edge chains there is nothing to list.
    visitor.open_and_wait("/examples/forward-chain?view=chain-breaks").await?;
    assert!(visitor.text(".page__title").await?.starts_with("All "));
    assert_eq!(visitor.count(".table--breaks").await?, 0);
    visitor.leaves().await
}

pub async fn on_a_phone_rows_are_cards(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_with_a_phone().await;
    for path in [
        "/examples/connect?view=chain-breaks",
        "/examples/connect?view=steps",
        "/examples/connect?select=n3",
        "/examples/connect?find=a",
    ] {
        visitor.open_and_wait(path).await?;
        assert_eq!(visitor.value("document.documentElement.scrollWidth").await?, 390, "{path} is too wide");
    }
    visitor.open_and_wait("/examples/connect?view=chain-breaks").await?;
    assert_eq!(
        visitor.value("getComputedStyle(document.querySelector('.table--breaks tr')).display").await?,
        "block"
    );
    visitor.click(".table--breaks .pair").await?;
    visitor.sees(".pane .graph").await?;
    visitor.sees(".inspector").await?;
    visitor.click(".inspector [data-unselect]").await?;
    visitor.until("!document.querySelector('.inspector')").await?;
    visitor.leaves().await
}
