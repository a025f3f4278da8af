//! Somebody looks at the graphs.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::{Outcome, Stage};

pub async fn counterparts_light_up_in_all_panes(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    // The edge that took the keyBy's partitioner, its JobEdge, and the line of the call.
    visitor.point_at(".pane[data-pane=transformations] .virtual .virtual__shape").await?;
    visitor.until("document.querySelector('.pane[data-pane=stream-graph] .edge.is-related')?.dataset.el.includes('e2-4')").await?;
    visitor.until("document.querySelector('.pane[data-pane=job-graph] .edge.is-related')").await?;
    assert_eq!(visitor.text(".code__line.is-related .t-op").await?, "\"keyBy\"");
    // From the source too, though the text area covers it.
    visitor.point_at("#L7 .code__text").await?;
    visitor.until("document.querySelector('.pane[data-pane=stream-graph] .node.is-related')?.dataset.el.split(' ').includes('n2')").await?;
    visitor.point_at(".brand").await?;
    visitor.until("!document.querySelector('.is-related')").await?;
    visitor.leaves().await
}

pub async fn a_selection_stays_and_is_in_the_address(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.click(".pane[data-pane=stream-graph] .node[data-el~=n4]").await?;
    visitor.until("location.search === '?select=n4'").await?;
    visitor.point_at(".brand").await?;
    for what in [
        ".pane[data-pane=stream-graph] .node.is-selected[data-el~=n4]",
        ".pane[data-pane=transformations] .node.is-selected[data-el~=n4]",
        ".code__line.is-selected[data-el~=n4]",
        ".pane[data-pane=job-graph] .vertex.is-related[data-el~=n4]",
    ] {
        assert_eq!(visitor.count(what).await?, 1, "{what}");
    }
    visitor.client.refresh().await?;
    visitor.ready().await?;
    assert_eq!(visitor.count(".pane[data-pane=stream-graph] .is-selected[data-el~=n4]").await?, 1);
    visitor.presses(Key::Escape).await?;
    visitor.until("!document.querySelector('.is-selected') && location.search === ''").await?;
    visitor.leaves().await
}

pub async fn one_graph_can_have_the_page(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/side-outputs?step=5").await?;
    visitor.click(".pane[data-pane=stream-graph] [data-graph]").await?;
    visitor.sees(".panes--max").await?;
    assert_eq!(visitor.count(".pane").await?, 1);
    assert_eq!(visitor.address().await?, "/examples/side-outputs?step=5&graph=stream-graph");
    assert!(visitor.text(".stepper__where b").await?.starts_with("Step 5 of "), "the step stays");
    visitor.presses('3').await?;
    visitor.sees(".panes--max .pane[data-pane=job-graph]").await?;
    visitor.presses('m').await?;
    visitor.until("document.querySelectorAll('.pane').length === 3").await?;
    visitor.client.back().await?;
    visitor.sees(".panes--max .pane[data-pane=job-graph]").await?;
    visitor.leaves().await
}

pub async fn drawings_zoom_and_fit(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/side-outputs").await?;
    let width =
        "document.querySelector('.pane[data-pane=stream-graph] svg.graph').getBoundingClientRect().width";
    let before = visitor.value(width).await?.as_f64().expect("a width");
    visitor.presses('2').await?;
    visitor.presses('+').await?;
    visitor.until(&format!("{width} > {before} * 1.2")).await?;
    visitor.presses('0').await?;
    visitor
        .until(
            "(() => { const body = document.querySelector('.pane[data-pane=stream-graph] .pane__body'); \
                return body.scrollHeight <= body.clientHeight && body.scrollWidth <= body.clientWidth; })()",
        )
        .await?;
    visitor.leaves().await
}

pub async fn a_vertex_id_is_copied(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    let id = visitor.value("document.querySelector('[data-copy]').dataset.copy").await?;
    assert_eq!(id, "cbc357ccb763df2852fee8c4fc7d55f2");
    visitor.value("document.querySelector('[data-copy]').focus()").await?;
    visitor.presses(Key::Enter).await?;
    visitor.until("document.querySelector('[data-live]').textContent === 'Copied'").await?;
    visitor.leaves().await
}

pub async fn what_is_folded_is_counted_whole(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    let maps = r#"{ "op": "map" }, "#.repeat(248);
    let text = format!(r#"{{ "operators": [ {{ "op": "fromSource" }}, {maps}{{ "op": "print" }} ] }}"#);
    visitor.replaces_the_source(&text).await?;
    let facts = "document.querySelector('.pane[data-pane=stream-graph] .pane__facts').textContent.trim()";
    visitor.until(&format!("{facts}.startsWith('250 nodes · 249 edges')")).await?;
    visitor.presses(Key::Escape).await?;
    visitor.presses(Key::Home).await?;
    visitor.until(&format!("{facts}.startsWith('0 of 250 nodes · 0 of 249 edges')")).await?;
    visitor.presses(Key::End).await?;
    visitor.until(&format!("{facts}.startsWith('250 nodes · 249 edges')")).await?;
    visitor.leaves().await
}
