//! Somebody steps through how the plan came to be.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::browser::Visitor;
use crate::first_visit::PASTED;
use crate::{Outcome, Stage};

/// Waits until a step is shown, marks and explanation.
async fn at(visitor: &Visitor, position: &str) -> Outcome {
    visitor.until(&format!("document.querySelector('.stepper__where b').textContent === {position:?}")).await
}

pub async fn keys_go_through_all_of_them(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    at(&visitor, "Finished plan").await?;
    let total = visitor.value("Number(document.querySelector('.stepper').dataset.total)").await?;
    let total = total.as_u64().expect("a number");
    visitor.presses(Key::Right).await?;
    at(&visitor, &format!("Step 1 of {total}")).await?;
    visitor.presses(Key::Right).await?;
    at(&visitor, &format!("Step 2 of {total}")).await?;
    visitor.presses(Key::Left).await?;
    at(&visitor, &format!("Step 1 of {total}")).await?;
    let mut phases = vec![visitor.text(".stepper__where span").await?];
    for _ in 0..4 {
        visitor.press(&[Key::Shift.into(), Key::Right.into()]).await?;
        let last = phases.last().expect("there is one").clone();
        visitor
            .until(&format!("document.querySelector('.stepper__where span').textContent !== {last:?}"))
            .await?;
        phases.push(visitor.text(".stepper__where span").await?);
    }
    let names: Vec<_> = phases.iter().filter_map(|phase| phase.split(" · ").next()).collect();
    assert_eq!(names, ["translate", "hash", "chain", "connect", "place"]);
    visitor.press(&[Key::Shift.into(), Key::Left.into()]).await?;
    visitor
        .until("document.querySelector('.stepper__where span').textContent.startsWith('connect · 1 ')")
        .await?;
    visitor.presses(Key::Home).await?;
    at(&visitor, &format!("Step 1 of {total}")).await?;
    visitor.presses(Key::End).await?;
    at(&visitor, "Finished plan").await?;
    visitor.presses(Key::Left).await?;
    at(&visitor, &format!("Step {total} of {total}")).await?;
    visitor.presses('k').await?;
    visitor.sees(".verdict--no").await?;
    visitor.leaves().await
}

pub async fn a_step_marks_the_graphs(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    assert_eq!(visitor.count(".pane .is-ghost").await?, 0, "the finished plan is complete");
    visitor.presses('j').await?;
    visitor.sees(".verdict--no").await?;
    assert_eq!(visitor.text(".step__pair").await?, "A Tokenizer to B Count per word");
    assert_eq!(visitor.text(".condition--no .condition__value").await?, "HASH");
    assert_eq!(visitor.count(".condition").await?, 11, "all conditions of isChainable");
    for (what, expected) in [
        (".pane[data-pane=stream-graph] .is-current[data-el~='e2-4']", 1),
        (".pane[data-pane=stream-graph] .is-touched", 2),
        (".pane[data-pane=stream-graph] .node.is-ghost", 0),
        (".pane[data-pane=job-graph] .vertex.is-ghost", 2),
        (".pane[data-pane=transformations] .virtual.is-related", 1),
        (".code__line.is-current", 1),
    ] {
        assert_eq!(visitor.count(what).await?, expected, "{what}");
    }
    let marked_by_script = marks(&visitor).await?;
    // The same page, made on the server for this step.
    visitor.client.refresh().await?;
    visitor.ready().await?;
    assert_eq!(marks(&visitor).await?, marked_by_script);
    assert!(visitor.text("[data-live]").await?.is_empty(), "nothing is announced on a load");
    visitor.presses(Key::Home).await?;
    visitor.until("document.querySelector('[data-live]').textContent.startsWith('Step 1 of ')").await?;
    assert_eq!(
        visitor.text(".pane[data-pane=job-graph] .pane__facts").await?,
        "0 of 2 vertices · 0 of 1 edge"
    );
    visitor.leaves().await
}

/// Which elements are marked how.
async fn marks(visitor: &Visitor) -> Result<serde_json::Value, fantoccini::error::CmdError> {
    visitor
        .value(
            "[...document.querySelectorAll('.pane [data-el]')].map((element) => \
             [element.closest('.pane').dataset.pane, element.dataset.el, \
              ...['is-ghost', 'is-current', 'is-current--ok', 'is-touched', 'is-related'].filter((name) => element.classList.contains(name))].join(' ')).sort()",
        )
        .await
}

pub async fn the_address_follows_and_leads_back(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count?step=3").await?;
    assert!(visitor.text(".stepper__where b").await?.starts_with("Step 3 of "));
    visitor.presses('j').await?;
    visitor.until("location.search !== '?step=3'").await?;
    let broken = visitor.address().await?;
    visitor.presses(Key::Right).await?;
    visitor.until(&format!("location.pathname + location.search !== {broken:?}")).await?;
    visitor.client.back().await?;
    visitor.until("document.querySelector('.stepper__where b').textContent.startsWith('Step 3 of ')").await?;
    assert_eq!(visitor.address().await?, "/examples/word-count?step=3");
    // What makes no sense in an address is as if it were not there; too far is the last step.
    visitor.open_and_wait("/examples/word-count?step=0&graph=none&pane=x&select=n99").await?;
    assert!(visitor.text(".stepper__where b").await?.starts_with("Step 1 of "));
    visitor.open_and_wait("/examples/word-count?step=99999").await?;
    assert!(visitor.text(".stepper__where span").await?.starts_with("place"));
    visitor.leaves().await
}

pub async fn the_timeline_leads_to_broken_chains(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/key-by-twice").await?;
    assert_eq!(visitor.count(".break").await?, 2);
    visitor.click(".break").await?;
    visitor.sees(".verdict--no").await?;
    visitor.presses(Key::End).await?;
    at(&visitor, "Finished plan").await?;
    let script = "document.querySelector('.timeline a:has(.timeline__no)').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))";
    visitor.client.execute(script, Vec::new()).await?;
    visitor.sees(".verdict--no").await?;
    visitor.leaves().await
}

pub async fn back_goes_to_the_step_before_each_jump(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    for unsaved in [false, true] {
        if unsaved {
            visitor.replaces_the_source(PASTED).await?;
            visitor.until("location.hash.startsWith('#v1=')").await?;
            visitor.until("document.querySelector('.header__name').textContent === 'Clicks'").await?;
            visitor.presses(Key::Escape).await?;
        }
        visitor.presses(Key::Home).await?;
        // Within a phase each step takes the place of the one before.
        visitor.presses(Key::Right).await?;
        let mut shown = vec![step(&visitor).await?];
        for keys in
            [&[Key::Shift.into(), Key::Right.into()][..], &['j'], &[Key::Home.into()], &[Key::End.into()]]
        {
            visitor.press(keys).await?;
            shown.push(step(&visitor).await?);
        }
        assert_eq!((shown[0].as_str(), shown[3].as_str(), shown[4].as_str()), ("?step=2", "?step=1", ""));
        visitor.until("location.search === ''").await?;
        for before in shown.iter().rev().skip(1) {
            visitor.client.back().await?;
            visitor.until(&format!("location.search === {before:?}")).await?;
        }
        at(
            &visitor,
            &format!(
                "Step 2 of {}",
                visitor.text(".stepper__where b").await?.rsplit(' ').next().expect("a number")
            ),
        )
        .await?;
    }
    visitor.leaves().await
}

/// The query for the step that the title names, which is there at once.
async fn step(visitor: &Visitor) -> Result<String, fantoccini::error::CmdError> {
    let step = visitor.value("/step (\\d+)/.exec(document.title)?.[1] ?? ''").await?;
    let step = step.as_str().expect("a text");
    Ok(if step.is_empty() { String::new() } else { format!("?step={step}") })
}
