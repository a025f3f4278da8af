//! Somebody looks closely at one element.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::browser::Visitor;
use crate::first_visit::PASTED;
use crate::{Outcome, Stage};

/// Waits until the inspector shows the element with this name.
async fn shows(visitor: &Visitor, name: &str) -> Outcome {
    visitor.until(&format!("document.querySelector('.inspector')?.dataset.name === {name:?}")).await
}

/// The value of a field.
async fn field(visitor: &Visitor, name: &str) -> Result<String, fantoccini::error::CmdError> {
    let value = visitor
        .value(&format!(
            "[...document.querySelectorAll('.inspector dt')].find((term) => term.textContent.trim() === {name:?})?.nextElementSibling.textContent.trim()"
        ))
        .await?;
    Ok(value.as_str().unwrap_or_else(|| panic!("there is no field {name}")).to_owned())
}

pub async fn each_kind_of_element_has_its_fields(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/side-outputs").await?;
    for (clicked, name, what, named, value) in [
        (
            ".pane[data-pane=transformations] .node[data-el~=t2]",
            "t2",
            "Transformation 2, OneInputTransformation",
            "uid",
            "unset",
        ),
        (
            ".pane[data-pane=stream-graph] .node[data-el~=n2]",
            "n2",
            "StreamNode 2, one of 4 operators in JobVertex A",
            "chainingStrategy",
            "ALWAYS",
        ),
        (
            ".pane[data-pane=transformations] .virtual[data-el~=t7] .virtual__shape",
            "t7",
            "Transformation 7, PartitionTransformation",
            "partitioner",
            "HASH",
        ),
        (
            ".pane[data-pane=stream-graph] .edge[data-el=e2-8] .label__kind",
            "e2-8",
            "StreamEdge 2 → 8, HASH",
            "outputTag",
            "suspicious",
        ),
        (
            ".pane[data-pane=job-graph] .vertex[data-el~=vB] .vertex__id",
            "vB",
            "JobVertex, 2 operators, parallelism 2",
            "invokable",
            "OneInputStreamTask",
        ),
        (
            ".pane[data-pane=job-graph] .edge[data-el~=j2-8] .label__kind",
            "j2-8",
            "JobEdge from A to B",
            "distributionPattern",
            "ALL_TO_ALL",
        ),
    ] {
        visitor.click(clicked).await?;
        shows(&visitor, name).await?;
        assert_eq!(visitor.text(".inspector__sub").await?, what);
        assert_eq!(field(&visitor, named).await?, value, "{name}");
        assert!(visitor.count(".inspector .trail a").await? > 0, "{name} has steps");
        assert!(visitor.count(".inspector .snippet .code__line").await? > 0, "{name} has a source");
        visitor.until(&format!("location.search === '?select={name}'")).await?;
    }
    // From a virtual Transformation to the virtual node that it became.
    visitor.click(".pane[data-pane=transformations] .virtual[data-el~=t7] .virtual__shape").await?;
    shows(&visitor, "t7").await?;
    visitor.click(".inspector [data-select=x12]").await?;
    shows(&visitor, "x12").await?;
    assert!(visitor.text(".inspector__sub").await?.starts_with("Virtual node 12: who reads it reads"));
    for before in ["t7", "j2-8", "vB"] {
        visitor.client.back().await?;
        shows(&visitor, before).await?;
    }
    visitor.leaves().await
}

pub async fn the_keyboard_opens_it_and_escape_gives_the_focus_back(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    let node = ".pane[data-pane=stream-graph] .node[data-el~=n4]";
    visitor.value(&format!("document.querySelector({node:?}).focus()")).await?;
    visitor.presses(Key::Enter).await?;
    visitor.until("document.activeElement.id === 'inspector-title'").await?;
    shows(&visitor, "n4").await?;
    assert!(visitor.text("[data-live]").await?.starts_with("Selected: StreamNode 4"));
    // The arrows still step.
    visitor.presses(Key::Left).await?;
    visitor.until("document.querySelector('.stepper').dataset.step !== ''").await?;
    shows(&visitor, "n4").await?;
    visitor.presses(Key::Escape).await?;
    visitor.until("!document.querySelector('.inspector')").await?;
    assert_eq!(
        visitor.value(&format!("document.activeElement === document.querySelector({node:?})")).await?,
        true
    );
    // A second one goes to the finished plan.
    visitor.presses(Key::Escape).await?;
    visitor.until("document.querySelector('.stepper__where b').textContent === 'Finished plan'").await?;
    // `i` opens it for what has the focus, and leads back.
    visitor.value("document.querySelector('.vertex[data-el~=vB] > a').focus()").await?;
    visitor.presses('i').await?;
    visitor.until("document.activeElement.id === 'inspector-title'").await?;
    shows(&visitor, "vB").await?;
    visitor.presses('i').await?;
    visitor.until("document.activeElement.id === 'main'").await?;
    visitor.leaves().await
}

pub async fn it_follows_the_step(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count?select=n4").await?;
    shows(&visitor, "n4").await?;
    assert_eq!(visitor.value("document.querySelector('.inspector__ghost').hidden").await?, true);
    visitor.presses(Key::Home).await?;
    visitor.until("!document.querySelector('.inspector__ghost').hidden").await?;
    let made = visitor.value("document.querySelector('.inspector').dataset.made").await?;
    let made = made.as_str().expect("a step makes it");
    visitor.click(".inspector__ghost a").await?;
    visitor.until(&format!("document.querySelector('.stepper').dataset.step === {made:?}")).await?;
    visitor.until("document.querySelector('.inspector__ghost').hidden").await?;
    assert_eq!(
        visitor.value("document.querySelector('.trail [aria-current]').dataset.stepLink").await?,
        made
    );
    visitor.leaves().await
}

pub async fn a_deep_link_shows_the_same_again(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/key-by-twice").await?;
    for unsaved in [false, true] {
        if unsaved {
            visitor.presses(Key::Escape).await?;
            visitor.replaces_the_source(PASTED).await?;
            visitor.until("document.querySelector('.header__name').textContent === 'Clicks'").await?;
            visitor.presses(Key::Escape).await?;
        }
        visitor.presses(Key::Home).await?;
        visitor.presses('j').await?;
        visitor.sees(".verdict--no").await?;
        visitor.click(".pane[data-pane=stream-graph] .edge.is-current .label__kind").await?;
        visitor.sees(".inspector").await?;
        visitor.until("/step=.*select=e/.test(location.search)").await?;
        let shown = shown(&visitor).await?;
        visitor.client.refresh().await?;
        visitor.ready().await?;
        visitor.sees(".inspector").await?;
        visitor.until("document.querySelector('.verdict--no')").await?;
        assert_eq!(self::shown(&visitor).await?, shown, "unsaved: {unsaved}");
    }
    visitor.leaves().await
}

/// What the page shows of the plan.
async fn shown(visitor: &Visitor) -> Result<serde_json::Value, fantoccini::error::CmdError> {
    visitor
        .value(
            "[location.search, ...['.inspector__head', '.inspector__body', '.stepper__where'].map((part) => document.querySelector(part).textContent.replace(/\\s+/g, ' ')), \
             ...[...document.querySelectorAll('.pane [data-el]')].map((element) => [element.dataset.el, ...['is-selected', 'is-current', 'is-ghost'].filter((name) => element.classList.contains(name))].join(' '))]",
        )
        .await
}

pub async fn it_folds_the_source_which_can_be_opened_beside_it(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count?select=n4").await?;
    let source = "document.querySelector('.code').checkVisibility()";
    assert_eq!(visitor.value(source).await?, false);
    visitor.click(".rail").await?;
    visitor.until(source).await?;
    visitor.until("location.search === '?pane=source&select=n4'").await?;
    visitor.client.refresh().await?;
    visitor.ready().await?;
    assert_eq!(visitor.value(source).await?, true);
    visitor.click(".editor__fold").await?;
    visitor.until(&format!("!{source}")).await?;
    visitor.until("location.search === '?select=n4'").await?;
    // A line of it that is shown in the inspector is shown in the source.
    visitor.click(".fields__aside[data-line]").await?;
    visitor.until(source).await?;
    visitor.leaves().await
}

pub async fn what_is_tried_on_a_call_is_planned(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/parallelism-change?select=e2-3").await?;
    shows(&visitor, "e2-3").await?;
    assert_eq!(visitor.text(".inspector .verdict").await?, "✗ Does not chain");
    visitor.click(".inspector .answer__try").await?;
    visitor.until("location.search.startsWith('?change=')").await?;
    visitor
        .until(
            "document.querySelector('.pane[data-pane=stream-graph] .edge.edge--chained[data-el~=\"e2-3\"]')",
        )
        .await?;
    visitor.client.back().await?;
    visitor
        .until(
            "document.querySelector('.pane[data-pane=stream-graph] .edge.edge--broken[data-el~=\"e2-3\"]')",
        )
        .await?;
    shows(&visitor, "e2-3").await?;
    visitor.click(".pane[data-pane=stream-graph] .node[data-el~=n3]").await?;
    shows(&visitor, "n3").await?;
    let four = "[...document.querySelectorAll('.knob__choice')].find((choice) => choice.textContent === '4')";
    visitor.value(&format!("{four}.click()")).await?;
    visitor.until("document.querySelector('.pane[data-pane=stream-graph] .node[data-el~=n3]').textContent.includes('p=4')").await?;
    visitor.leaves().await
}
