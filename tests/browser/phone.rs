//! Somebody has a phone.

use std::sync::Arc;

use crate::{Outcome, Stage};

pub async fn panes_are_tabs_and_nothing_overflows(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_with_a_phone().await;
    for path in ["/", "/examples/side-outputs", "/examples/word-count?step=12"] {
        visitor.open_and_wait(path).await?;
        assert_eq!(visitor.value("innerWidth").await?, 390);
        assert_eq!(visitor.value("document.documentElement.scrollWidth").await?, 390, "{path} is too wide");
    }
    for pane in ["transformations", "job-graph", "source", "stream-graph"] {
        visitor.click(&format!("[data-pane-tab={pane}]")).await?;
        let shown = visitor
            .value("[...document.querySelectorAll('.editor, .pane')].filter((pane) => pane.checkVisibility()).map((pane) => pane.dataset.pane ?? 'source')")
            .await?;
        assert_eq!(shown, serde_json::json!([pane]));
    }
    let small = visitor
        .value("[...document.querySelectorAll('.tabs__item, .stepper__nav .button, .stepper__toggle')].filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 44).length")
        .await?;
    assert_eq!(small, 0, "what is touched is large enough");
    visitor.leaves().await
}

pub async fn the_explanation_opens_as_a_sheet(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_with_a_phone().await;
    visitor.open_and_wait("/examples/word-count?step=24").await?;
    assert_eq!(visitor.value("document.querySelector('.stepper__col--why').checkVisibility()").await?, false);
    visitor.click("[data-fold]").await?;
    visitor.sees(".stepper__col--why").await?;
    visitor.click("[data-go=next]").await?;
    visitor.until("document.querySelector('.stepper__where b').textContent.startsWith('Step 25 ')").await?;
    visitor.sees(".stepper__col--why").await?;
    visitor.leaves().await
}

pub async fn the_help_is_reached(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_with_a_phone().await;
    for path in ["/", "/examples/side-outputs"] {
        visitor.open_and_wait(path).await?;
        visitor.click("[data-open=help]").await?;
        visitor.sees("#help[open] .legend").await?;
        assert_eq!(visitor.value("document.documentElement.scrollWidth").await?, 390, "{path} is too wide");
    }
    visitor.leaves().await
}

pub async fn assumptions_wait_in_the_sheet_and_leave_the_graph_its_place(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor_with_a_phone().await;
    visitor.open_and_wait("/examples/streaming-word-count").await?;
    visitor.sees(".assumptions .chip--warn").await?;
    assert_eq!(visitor.value("document.querySelector('.assumption').checkVisibility()").await?, false);
    let graph = "document.querySelector('.pane[data-pane=stream-graph] .pane__body').clientHeight";
    let height = visitor.value(graph).await?.as_f64().expect("a height");
    assert!(height > 300.0, "the graph has {height} of 844 pixels");
    visitor.click(".assumptions__open").await?;
    visitor.sees(".assumption .option").await?;
    visitor.click(".option:not([aria-current])").await?;
    visitor.until("location.search.includes('assume=')").await?;
    visitor.sees(".assumption .option").await?;
    visitor.leaves().await
}
