//! Somebody tries changes of a pipeline, and writes into the source what they like.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::browser::Visitor;
use crate::{Outcome, Stage};

const CHANGE: &str = "new URLSearchParams(location.search).get('change')";

async fn tries(visitor: &Visitor, change: Option<&str>) -> Outcome {
    let expected = change.map_or_else(|| "null".to_owned(), |change| format!("{change:?}"));
    visitor.until(&format!("{CHANGE} === {expected}")).await
}

pub async fn a_fix_is_previewed_from_its_step_and_left_again(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/parallelism-change").await?;
    visitor.presses('j').await?;
    visitor.presses('j').await?;
    visitor.sees(".verdict--no").await?;
    visitor
        .until("document.querySelector('.step__pair').textContent.includes('Clicks with location')")
        .await?;
    let position = visitor.text(".stepper__where b").await?;
    assert_eq!(visitor.text(".stepper__col--fix .chip").await?, "planned again, checked");
    assert!(
        visitor.text(".fix__what").await?.starts_with("Add parallelism: 8 to Sink: Clicks with location")
    );
    assert!(visitor.text(".fix__effect").await?.starts_with("3 → 2 vertices, one exchange fewer."));
    // The edge is the same, in the plan with the fix, and it chains.
    visitor.click(".fix .button").await?;
    tries(&visitor, Some("4.parallelism:8")).await?;
    visitor.sees(".verdict--ok").await?;
    visitor
        .until("document.querySelector('.step__pair').textContent.includes('Clicks with location')")
        .await?;
    assert!(
        visitor
            .text(".what-if__tried")
            .await?
            .starts_with("Add parallelism: 8 to Sink: Clicks with location")
    );
    assert!(visitor.text(".what-if__effect").await?.starts_with("3 → 2 vertices"));
    visitor.until("document.querySelector('[data-live]').textContent.includes('3 → 2 vertices') || document.querySelector('[data-live]').textContent.includes('chain')").await?;
    assert_eq!(visitor.count(".pane[data-pane=job-graph] .vertex").await?, 2);
    visitor.client.back().await?;
    tries(&visitor, None).await?;
    visitor.sees(".verdict--no").await?;
    assert_eq!(visitor.text(".stepper__where b").await?, position);
    assert_eq!(visitor.count(".pane[data-pane=job-graph] .vertex").await?, 3);
    visitor.client.forward().await?;
    tries(&visitor, Some("4.parallelism:8")).await?;
    visitor.sees(".verdict--ok").await?;
    // The address is all there is to it.
    visitor.client.refresh().await?;
    visitor.ready().await?;
    visitor.sees(".verdict--ok").await?;
    visitor.leaves().await
}

pub async fn switches_change_the_plan_at_once_and_back(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    assert_eq!(visitor.count(".pane[data-pane=job-graph] .vertex").await?, 2);
    visitor.click(".switch[data-try=Chaining]").await?;
    tries(&visitor, Some("chaining:off")).await?;
    visitor.sees(".switch[data-try=Chaining][aria-checked=false]").await?;
    assert_eq!(visitor.count(".pane[data-pane=job-graph] .vertex").await?, 4);
    assert_eq!(
        visitor.text(".what-if__effect").await?,
        "2 → 4 vertices, 2 exchanges more. Breaks 2 edges that chain. 4 operator IDs change."
    );
    // The switch keeps the focus, and Space turns it.
    assert_eq!(visitor.value("document.activeElement.dataset.try").await?, "Chaining");
    visitor.presses(' ').await?;
    tries(&visitor, None).await?;
    visitor.sees(".switch[data-try=Chaining][aria-checked=true]").await?;
    // A menu of values.
    visitor.click("summary[data-try='Default parallelism']").await?;
    visitor.click(".what-if .menu[open] .menu__item:nth-of-type(4)").await?;
    visitor.until("document.querySelector(\"summary[data-try='Default parallelism']\").textContent.includes('p = 4')").await?;
    tries(&visitor, Some("parallelism:4")).await?;
    visitor.click("[data-try=reset]").await?;
    tries(&visitor, None).await?;
    visitor.until("document.querySelector('.what-if__tried') === null").await?;
    visitor.leaves().await
}

pub async fn batch_says_what_it_needs(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/parallelism-change").await?;
    visitor.click(".switch[data-try=BATCH]").await?;
    visitor.sees(".diagnostics").await?;
    visitor.click(".what-if__effect a").await?;
    tries(&visitor, Some("mode:BATCH,0.bounded:true")).await?;
    visitor.sees(".stepper").await?;
    visitor
        .until("document.querySelector('.what-if__effect').textContent.startsWith('Runs as BATCH.')")
        .await?;
    assert_eq!(visitor.count("summary[data-try='Batch shuffle mode']").await?, 1);
    visitor.leaves().await
}

pub async fn applying_edits_the_source_and_can_be_undone(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count?change=1.parallelism:4,chaining:off").await?;
    let before = visitor.value("document.querySelector('.code__input').value").await?;
    visitor.click("[data-apply]").await?;
    tries(&visitor, None).await?;
    visitor.until("document.querySelector('.code__input').value.includes('\"parallelism\": 4')").await?;
    visitor.until("document.querySelector('.what-if__tried') === null").await?;
    visitor.sees(".switch[data-try=Chaining][aria-checked=false]").await?;
    assert_eq!(visitor.count(".pane[data-pane=job-graph] .vertex").await?, 4);
    assert!(visitor.address().await?.starts_with("/#v1="), "an edit begins a new plan");
    visitor.press(&[Key::Control.into(), 'z']).await?;
    visitor.until(&format!("document.querySelector('.code__input').value === {before}")).await?;
    visitor.until("document.querySelectorAll('.pane[data-pane=job-graph] .vertex').length === 2").await?;
    visitor.leaves().await
}

pub async fn a_change_that_cannot_be_made_is_said_and_can_be_taken_back(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count?change=9.drop").await?;
    visitor.reads("there is no call 9, the last one is 4").await?;
    visitor.click("[data-try=reset]").await?;
    tries(&visitor, None).await?;
    visitor.sees(".stepper").await?;
    visitor.leaves().await
}

pub async fn the_focus_stays_near_what_was_pressed_when_that_is_gone(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/parallelism-change?step=32").await?;
    visitor.value("document.querySelector('.stepper__col--fix a[href*=change]').focus()").await?;
    visitor.presses(Key::Enter).await?;
    visitor.until("location.search.includes('change=')").await?;
    visitor.until("document.querySelector('.verdict--ok')").await?;
    assert_eq!(visitor.value("document.activeElement.closest('.below') !== null").await?, true);
    visitor.value("document.querySelector('.header__tried a').focus()").await?;
    visitor.presses(Key::Enter).await?;
    visitor.until("!location.search.includes('change=')").await?;
    visitor.until("!document.querySelector('.verdict')").await?;
    assert_eq!(visitor.value("document.activeElement === document.body").await?, false);
    visitor.leaves().await
}
