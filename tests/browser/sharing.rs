//! Somebody shares a plan, and somebody else looks at it.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::browser::Visitor;
use crate::first_visit::PASTED;
use crate::{Outcome, Stage};

pub async fn nothing_is_stored_until_save(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.click("[data-open=share]").await?;
    visitor.sees("#share[open] [data-save]").await?;
    assert!(visitor.text("#share .dialog__foot").await?.contains("Nothing is stored until you press Save."));
    visitor.presses(Key::Escape).await?;
    visitor.until("!document.querySelector('#share').open").await?;
    assert_eq!(visitor.address().await?, "/examples/word-count");
    let asked = visitor.value(
        "performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/api/')).length",
    );
    assert_eq!(asked.await?, 0);
    visitor.leaves().await
}

/// Pastes a pipeline, goes to a step and saves; gives the path of the saved plan.
async fn save(visitor: &Visitor) -> Result<String, fantoccini::error::CmdError> {
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(PASTED).await?;
    visitor.until("document.querySelector('.header__name').textContent === 'Clicks'").await?;
    visitor.presses(Key::Escape).await?;
    visitor.presses('j').await?;
    visitor.sees(".verdict--no").await?;
    visitor.click("[data-open=share]").await?;
    visitor.sees("#share[open] [data-save]").await?;
    visitor.click("[data-save]").await?;
    visitor.until("location.pathname.startsWith('/p/')").await?;
    let link = visitor.value("document.querySelector('#share-link').value").await?;
    let path = visitor.value("location.pathname").await?;
    let path = path.as_str().expect("a path").to_owned();
    assert!(link.as_str().expect("a link").ends_with(&path));
    assert!(path.len() >= "/p/".len() + 16, "{path} is too short not to be guessed");
    Ok(path)
}

pub async fn a_saved_plan_opens_in_another_browser(stage: Arc<Stage>) -> Outcome {
    let (one, other) = (stage.visitor().await, stage.visitor().await);
    save(&one).await?;
    let address = one.address().await?;
    other.open_and_wait(&address).await?;
    for selector in [
        ".header__name",
        ".code__lines",
        ".stepper__where",
        ".stepper__col--what",
        ".pane[data-pane=transformations] svg.graph",
        ".pane[data-pane=stream-graph] svg.graph",
        ".pane[data-pane=job-graph] svg.graph",
    ] {
        assert_eq!(other.text(selector).await?, one.text(selector).await?, "{selector}");
    }
    assert_eq!(other.value("document.querySelector('.code__input').value").await?, PASTED, "to the byte");
    one.leaves().await?;
    other.leaves().await
}

pub async fn a_link_that_stores_nothing_opens_in_another_browser(stage: Arc<Stage>) -> Outcome {
    let (one, other) = (stage.visitor().await, stage.visitor().await);
    one.open_and_wait("/examples/word-count").await?;
    one.replaces_the_source(PASTED).await?;
    one.until("document.querySelector('.header__name').textContent === 'Clicks'").await?;
    one.click("[data-open=share]").await?;
    one.until("document.querySelector('#share-fragment').value.includes('#v1=')").await?;
    let link = one.value("document.querySelector('#share-fragment').value").await?;
    other.client.goto(link.as_str().expect("a link")).await?;
    other.ready().await?;
    assert_eq!(other.value("document.querySelector('.code__input').value").await?, PASTED);
    assert_eq!(other.text(".pane[data-pane=job-graph] .pane__facts").await?, "3 vertices · 2 edges");
    other.leaves().await?;
    one.leaves().await
}

pub async fn an_edit_of_a_saved_plan_is_a_new_one(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    let path = save(&visitor).await?;
    visitor.open_and_wait(&path).await?;
    visitor.sees("[data-export]").await?;
    visitor.replaces_the_source(&PASTED.replace("Clicks", "Taps")).await?;
    visitor
        .until("document.querySelector('.header__name').textContent === 'Taps' && location.pathname === '/'")
        .await?;
    assert_eq!(visitor.value("document.querySelector('[data-export]').hidden").await?, true);
    visitor.open_and_wait(&path).await?;
    assert_eq!(visitor.text(".header__name").await?, "Clicks");
    visitor.leaves().await
}

pub async fn the_files_of_a_saved_plan_are_offered(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    let path = save(&visitor).await?;
    visitor.presses(Key::Escape).await?;
    visitor.click("[data-export] summary").await?;
    visitor.sees("[data-file]").await?;
    assert_eq!(visitor.count("[data-file]").await?, 10);
    let answers = visitor
        .client
        .execute_async(
            "const done = arguments[arguments.length - 1]; \
             Promise.all([...document.querySelectorAll('[data-file]')].map((link) => fetch(link.href).then((answer) => answer.status))).then(done);",
            Vec::new(),
        )
        .await?;
    assert_eq!(answers, serde_json::json!([200; 10].as_slice()), "{path}");
    visitor.leaves().await
}

pub async fn a_link_that_cannot_be_read_says_so(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.replaces_the_source(PASTED).await?;
    visitor.until("location.hash.startsWith('#v1=')").await?;
    let whole = visitor.address().await?;
    let damaged = "This link is damaged or incomplete";
    for (fragment, expected) in [
        ("/#v1=%00damaged", damaged),
        ("/#v1=AAAA", damaged),
        ("/#v1=", damaged),
        (&whole[..whole.len() / 2], damaged),
        ("/#v2=AAAA", "This link was made by a newer planscope"),
    ] {
        // Another page between, since a mere fragment loads nothing.
        visitor.open_and_wait("/examples/word-count").await?;
        visitor.open_and_wait(fragment).await?;
        visitor.sees("[data-link-notice]").await?;
        assert!(visitor.text("[data-link-notice]").await?.starts_with(expected), "{fragment}");
        visitor.sees(".paste__area").await?;
        visitor.client.execute("location.hash = arguments[0]", vec![whole[1..].into()]).await?;
        visitor.until("document.querySelector('[data-link-notice]').hidden").await?;
        visitor.sees(".code__input").await?;
    }
    visitor.leaves().await
}
