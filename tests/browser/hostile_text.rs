//! Somebody pastes what is meant to harm whoever looks at it.

use std::sync::Arc;

use crate::{Outcome, Stage};

const HOSTILE: &str = r#"{
  "job": "</title><script>hacked = 1</script>",
  "operators": [
    { "op": "fromSource", "name": "</script><img src=x onerror=hacked=1>" },
    { "op": "map", "name": "\"'><svg onload=hacked=1>&amp;", "uid": "<b>uid</b>", "slotSharingGroup": "\" onmouseover=\"hacked=1" },
    { "op": "process", "name": "{{7*7}} ${7*7} <!-- \u202e\u0000 -->" },
    { "op": "getSideOutput", "tag": "</text><script>hacked=1</script>" },
    { "op": "keyBy" },
    { "op": "sum" },
    { "op": "print", "name": "</textarea><iframe src=javascript:hacked=1>" }
  ]
}"#;

pub async fn names_are_only_text(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(HOSTILE).await?;
    visitor.until("document.querySelector('.header__name').textContent.includes('hacked')").await?;
    unharmed(&visitor).await?;
    visitor.click("[data-open=share]").await?;
    visitor.sees("#share[open] [data-save]").await?;
    visitor.click("[data-save]").await?;
    visitor.until("location.pathname.startsWith('/p/')").await?;
    // As made on the server, at every step.
    let path = visitor.address().await?;
    visitor.open_and_wait(&path).await?;
    unharmed(&visitor).await?;
    assert_eq!(visitor.value("document.querySelector('.code__input').value").await?, HOSTILE);
    let total = visitor.value("Number(document.querySelector('.stepper').dataset.total)").await?;
    for step in [1, total.as_u64().expect("a number") / 2] {
        visitor.open_and_wait(&format!("{path}?step={step}")).await?;
        unharmed(&visitor).await?;
    }
    // In what lies beside the graphs, over them, and in their place.
    for place in [
        "?select=t1",
        "?select=n2",
        "?select=e2-3",
        "?select=vA",
        "?view=chain-breaks",
        "?view=steps",
        "?find=%3Cimg%20src%3Dx%20onerror%3Dhacked%3D1%3E",
        "?find=svg",
    ] {
        visitor.open_and_wait(&format!("{path}{place}")).await?;
        unharmed(&visitor).await?;
    }
    visitor.open_and_wait(&path).await?;
    // Diagnostics quote what was pasted.
    visitor
        .replaces_the_source(
            "{ \"operators\": [ { \"op\": \"<img src=x onerror=hacked=1>\" }, { \"</script>\": 1 } ] }",
        )
        .await?;
    visitor.sees(".diagnostic").await?;
    unharmed(&visitor).await?;
    visitor.leaves().await
}

async fn unharmed(visitor: &crate::browser::Visitor) -> Outcome {
    assert_eq!(visitor.value("typeof hacked").await?, "undefined");
    assert_eq!(visitor.count("img, iframe, body script:not([type='application/json'])").await?, 0);
    assert_eq!(visitor.count("[onload], [onerror], [onmouseover]").await?, 0);
    Ok(())
}

pub async fn long_names_stay_where_they_are_shown(stage: Arc<Stage>) -> Outcome {
    let class =
        "org.apache.flink.streaming.api.functions.sink.filesystem.StreamingFileSinkWithAVeryLongClassName";
    let very_long = "Very".repeat(2_500);
    for (width, visitor) in [
        (1440, stage.visitor().await),
        (1024, stage.visitor().await),
        (390, stage.visitor_with_a_phone().await),
    ] {
        if width != 390 {
            visitor.client.set_window_size(width, 900).await?;
        }
        for name in [class, &very_long] {
            let text = format!(
                r#"{{ "job": "{name}", "config": {{ "{name}": "1" }}, "operators": [
                  {{ "op": "fromSource", "name": "{name}" }}, {{ "op": "keyBy" }},
                  {{ "op": "process", "name": "{name}", "uid": "{name}" }}, {{ "op": "print", "name": "{name}" }} ] }}"#
            );
            visitor.open_and_wait("/").await?;
            let save = "const done = arguments[1]; fetch('/api/v1/plans', { method: 'POST', body: arguments[0], \
                headers: { 'content-type': 'text/plain' } }).then((answer) => answer.json()).then((answer) => done(answer.id));";
            let id = visitor.client.execute_async(save, vec![text.into()]).await?;
            let id = id.as_str().expect("an id");
            for step in [
                "",
                "?step=1",
                "?step=8",
                "?pane=source",
                "?select=n1",
                "?select=e1-3",
                "?view=chain-breaks",
                "?view=steps",
                "?find=org",
            ] {
                visitor.open_and_wait(&format!("/p/{id}{step}")).await?;
                fits(&visitor, width).await?;
            }
            visitor.open_and_wait(&format!("/p/{id}")).await?;
            visitor.presses('j').await?;
            visitor.sees(".verdict--no").await?;
            fits(&visitor, width).await?;
            let full = visitor.value("document.querySelector('.step__pair .step__name').title").await?;
            assert!(
                full.as_str().is_some_and(|full| full.ends_with(name)),
                "the whole name is in the tooltip"
            );
        }
        visitor.leaves().await?;
    }
    Ok(())
}

/// Asserts that nothing makes the page or what stands in it scroll sideways.
async fn fits(visitor: &crate::browser::Visitor, width: u32) -> Outcome {
    let too_wide = visitor
        .value(
            "(() => { const page = document.documentElement; \
             const boxes = [...document.querySelectorAll('.stepper__body, .stepper__col, .stepper__bar, .step__pair, .break, .conditions, .values, .warnings, .header, .editor, .inspector, .inspector__head, .inspector__body, .page, .table-scroll, .calls, .find__results, .dialog[open]')]; \
             const wide = boxes.filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1).map((box) => `${box.className} ${box.scrollWidth} > ${box.clientWidth}`); \
             if (page.scrollWidth > innerWidth) wide.push(`the page ${page.scrollWidth}`); \
             if (page.scrollHeight > innerHeight) wide.push(`the page is ${page.scrollHeight} high`); \
             return wide; })()",
        )
        .await?;
    assert_eq!(too_wide, serde_json::json!([]), "{width} {}", visitor.address().await?);
    Ok(())
}
