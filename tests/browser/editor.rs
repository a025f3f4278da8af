//! Somebody edits the source.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::first_visit::PASTED;
use crate::{Outcome, Stage};

pub async fn lines_and_text_area_stand_on_each_other(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    let long = format!("{}\n{}", "{ \"wide\": \"Ünïcödé → 𝄞 日本\" }".repeat(20), "\t[\n".repeat(120));
    for text in [PASTED, "", "\n\n\n", "{ \"a\": 1 }", &long] {
        visitor.replaces_the_source(text).await?;
        // Before and after the server's lines have replaced the plain ones.
        for _ in 0..2 {
            let measured = visitor
                .value(
                    "(() => { const input = document.querySelector('.code__input'); \
                     const lines = document.querySelector('.code__lines'); \
                     const text = document.querySelector('.code__text'); \
                     const [a, b] = [getComputedStyle(input), getComputedStyle(text)]; \
                     return [lines.children.length === input.value.split('\\n').length, \
                       [...lines.children].map((line) => line.querySelector('.code__text').textContent).join('\\n') === input.value, \
                       input.scrollHeight <= input.clientHeight && input.scrollWidth <= input.clientWidth, \
                       Math.abs(input.getBoundingClientRect().top - lines.getBoundingClientRect().top) < 0.1, \
                       Math.abs(input.getBoundingClientRect().left - text.getBoundingClientRect().left) < 0.1, \
                       ['fontFamily', 'fontSize', 'lineHeight', 'letterSpacing', 'tabSize', 'whiteSpaceCollapse'].every((name) => a[name] === b[name])]; })()",
                )
                .await?;
            assert_eq!(measured, serde_json::json!([true, true, true, true, true, true]), "{text:?}");
            visitor.until("!document.querySelector('.code__lines > :not([id])')").await?;
        }
    }
    visitor.leaves().await
}

pub async fn typing_plans_again(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(PASTED).await?;
    visitor.until("document.querySelector('.pane[data-pane=job-graph] .pane__facts').textContent.includes('3 vertices')").await?;
    // Once it is no example's, the text is in the address.
    visitor.until("location.pathname === '/' && location.hash.startsWith('#v1=')").await?;
    // Each line of a call has its vertex's colour, and the first its letter.
    assert_eq!(visitor.text("#L4 .code__mark").await?, "A");
    assert_eq!(visitor.text("#L5 .code__mark").await?, "B");
    visitor.leaves().await
}

pub async fn tab_leaves_it(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.click(".code__input").await?;
    visitor.presses(Key::Tab).await?;
    visitor.until("!document.activeElement.matches('.code__input')").await?;
    assert!(!visitor.text(".code__lines").await?.contains('\t'));
    visitor.leaves().await
}

pub async fn unsaved_work_survives_a_reload(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    // Also a text that cannot be planned.
    for text in [PASTED, "{ \"operators\": [ unfinished"] {
        let before = visitor.value("location.hash").await?;
        visitor.replaces_the_source(text).await?;
        visitor.until(&format!("location.hash.startsWith('#v1=') && location.hash !== {before}")).await?;
        visitor.client.refresh().await?;
        visitor.ready().await?;
        assert_eq!(visitor.value("document.querySelector('.code__input').value").await?, text);
    }
    visitor.sees(".diagnostics").await?;
    visitor.leaves().await
}

pub async fn leaving_a_long_line_shows_where_lines_begin(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(&format!("{{ \"job\": \"{}\" }}", "long ".repeat(100))).await?;
    visitor.until("document.querySelector('.code').scrollLeft > 0").await?;
    visitor.presses(Key::Escape).await?;
    visitor.until("document.querySelector('.code').scrollLeft === 0").await?;
    visitor.leaves().await
}
