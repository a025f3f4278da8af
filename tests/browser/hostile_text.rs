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
