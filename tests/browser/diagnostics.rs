//! The source cannot be planned, or there is something else to say about it.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::{Outcome, Stage};

const MISSPELT: &str = r#"{
  "operators": [
    { "op": "fromSource" },
    { "op": "keyby" },
    { "op": "print", "uidd": "out" }
  ]
}"#;

pub async fn a_wrong_definition_is_explained_at_its_place(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(MISSPELT).await?;
    visitor.sees(".diagnostics").await?;
    assert_eq!(visitor.count(".diagnostic").await?, 2);
    assert_eq!(visitor.text(".diagnostic__place").await?, "4:13");
    assert!(visitor.text(".diagnostic").await?.contains("keyBy"), "the nearest name is there");
    assert_eq!(visitor.text("#L4 .t-error").await?, "\"keyby\"");
    // The last graphs stay, and it is said that they are not of this text.
    visitor.sees(".notice").await?;
    assert_eq!(visitor.text(".pane[data-pane=job-graph] .pane__facts").await?, "2 vertices · 1 edge");
    assert_eq!(visitor.count("[data-part=steps]").await?, 0, "the diagnostics take the steps' place");
    // The place leads there.
    visitor.click(".diagnostic__place").await?;
    assert_eq!(
        visitor.value("(() => { const input = document.activeElement; return input.value.slice(input.selectionStart, input.selectionStart + 7); })()").await?,
        "\"keyby\""
    );
    visitor.leaves().await
}

pub async fn a_suggestion_can_be_taken_and_undone(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(&MISSPELT.replace(", \"uidd\": \"out\"", "")).await?;
    visitor.sees("[data-fix]").await?;
    visitor.click("[data-fix]").await?;
    visitor.until("document.querySelector('.code__input').value.includes('\"op\": \"keyBy\"')").await?;
    visitor.sees(".stepper").await?;
    visitor.press(&[Key::Control.into(), 'z']).await?;
    visitor.until("document.querySelector('.code__input').value.includes('\"op\": \"keyby\"')").await?;
    visitor.sees(".diagnostics").await?;
    visitor.leaves().await
}

pub async fn what_flink_refuses_is_said_in_flinks_words(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor
        .replaces_the_source(
            "{ \"operators\": [ { \"op\": \"fromSource\" },\n{ \"op\": \"map\", \"parallelism\": 0 } ] }",
        )
        .await?;
    visitor.sees(".exception").await?;
    assert_eq!(visitor.text(".diagnostics h2").await?, "Flink refuses this pipeline");
    assert_eq!(
        visitor.text(".exception").await?,
        "java.lang.IllegalArgumentException: The parallelism of an operator must be at least 1, or \
         ExecutionConfig.PARALLELISM_DEFAULT (use system default)."
    );
    assert_eq!(visitor.text(".diagnostic__place").await?, "2:16");
    assert_eq!(visitor.text(".diagnostic__path").await?, "operators[1].parallelism");
    visitor.leaves().await
}

pub async fn a_warning_stands_beside_the_plan(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor
        .replaces_the_source("{ \"config\": { \"taskmanager.numberOfTaskSlots\": 4 },\n\"operators\": [ { \"op\": \"fromSource\" }, { \"op\": \"print\" } ] }")
        .await?;
    visitor.sees(".warnings li").await?;
    assert!(
        visitor.text(".warnings").await?.starts_with("!1:15 The key "),
        "{}",
        visitor.text(".warnings").await?
    );
    visitor.sees(".stepper").await?;
    assert_eq!(visitor.count(".t-warning").await?, 1);
    visitor.leaves().await
}
