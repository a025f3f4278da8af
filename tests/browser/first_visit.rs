//! Somebody comes for the first time.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::{Outcome, Stage};

/// The pipeline that scenarios paste: a parallelism change and a keyBy.
pub const PASTED: &str = r#"{
  "job": "Clicks",
  "operators": [
    { "op": "fromSource", "name": "clicks" },
    { "op": "map", "name": "Parse", "parallelism": 2 },
    { "op": "keyBy" },
    { "op": "sum", "name": "Count", "parallelism": 2 },
    { "op": "print", "parallelism": 2 }
  ]
}"#;

pub async fn offers_an_editor_and_examples(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/").await?;
    assert_eq!(visitor.text("h1").await?, "See the plan Flink makes of your job, and why.");
    assert!(visitor.count(".example").await? >= 8);
    assert_eq!(visitor.count(".example .thumb rect").await?.min(1), 1, "examples are pictured");
    visitor.sees(".paste__area").await?;
    assert_eq!(visitor.value("getComputedStyle(document.querySelector('#main')).display").await?, "none");
    visitor.leaves().await
}

pub async fn a_pasted_pipeline_becomes_three_graphs(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/").await?;
    visitor.click(".paste__area").await?;
    visitor.types(PASTED).await?;
    visitor.press(&[Key::Control.into(), Key::Enter.into()]).await?;
    visitor.sees(".pane[data-pane=job-graph] .vertex").await?;
    for (pane, facts, expected) in [
        (
            "transformations",
            "5, of which 1 virtual",
            ["clicks", "Parse", "HASH", "Count", "Print to Std. Out"],
        ),
        (
            "stream-graph",
            "4 nodes · 3 edges, 1 chained",
            ["Source: clicks", "REBALANCE", "parallelism 1 ≠ 2", "HASH", "keyBy, line 6"],
        ),
        (
            "job-graph",
            "3 vertices · 2 edges",
            ["A", "p=2", "ALL_TO_ALL", "PIPELINED_BOUNDED", "bc764cd8…9658"],
        ),
    ] {
        let drawn = visitor.text(&format!(".pane[data-pane={pane}] svg.graph")).await?;
        for text in expected {
            assert!(drawn.contains(text), "{pane} shows {text}: {drawn}");
        }
        assert_eq!(visitor.text(&format!(".pane[data-pane={pane}] .pane__facts")).await?, facts);
    }
    assert_eq!(visitor.text(".pane__common").await?, "all exchanges UNDEFINED");
    visitor.client.set_window_size(1024, 768).await?;
    let cut = "[...document.querySelectorAll('.pane__facts, .pane__common')].filter((text) => text.scrollWidth > text.clientWidth).map((text) => `${text.textContent}: ${text.scrollWidth} > ${text.clientWidth} of ${innerWidth}`)";
    assert_eq!(visitor.value(cut).await?, serde_json::json!([]), "nothing is cut");
    assert_eq!(visitor.text(".header__name").await?, "Clicks");
    assert!(visitor.address().await?.starts_with("/#v1="), "{}", visitor.address().await?);
    visitor.client.back().await?;
    visitor.sees(".welcome").await?;
    visitor.leaves().await
}

pub async fn an_example_opens(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/").await?;
    visitor.click(".example").await?;
    visitor.ready().await?;
    assert_eq!(visitor.address().await?, "/examples/streaming-word-count");
    assert!(
        visitor.text(".code__lines").await?.contains("ParameterTool.fromArgs"),
        "the first example is Java"
    );
    visitor.open_and_wait("/").await?;
    visitor.click(".example[href='/examples/word-count']").await?;
    visitor.ready().await?;
    assert_eq!(visitor.address().await?, "/examples/word-count");
    assert_eq!(visitor.text(".pane[data-pane=job-graph] .pane__facts").await?, "2 vertices · 1 edge");
    assert_eq!(visitor.text(".stepper__where b").await?, "Finished plan");
    assert!(visitor.text(".code__lines").await?.contains("socketTextStream"));
    visitor.leaves().await
}
