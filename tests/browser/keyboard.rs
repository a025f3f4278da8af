//! Somebody uses the keyboard alone.

use std::collections::HashSet;
use std::sync::Arc;

use fantoccini::key::Key;

use crate::{Outcome, Stage};

pub async fn everything_is_reached_and_shows_its_focus(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.presses(Key::Tab).await?;
    assert_eq!(visitor.value("document.activeElement.className").await?, "skip only-explorer");
    let expected = visitor
        .value(
            "[...document.querySelectorAll('a[href], button, summary, textarea, [tabindex=\"0\"]')] \
             .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled).length",
        )
        .await?;
    let expected = expected.as_u64().expect("a number");
    let mut reached = HashSet::new();
    let mut unseen = Vec::new();
    for _ in 0..expected {
        let focused = visitor
            .value(
                "(() => { const element = document.activeElement; const style = getComputedStyle(element); \
                 const inside = [...element.querySelectorAll('*')].map((part) => getComputedStyle(part)); \
                 const shape = (style) => [style.boxShadow, style.stroke, style.strokeWidth, style.fill, style.outlineStyle, style.textDecorationLine, style.borderTopColor].join(); \
                 const now = [style, ...inside].map(shape).join(';') + getComputedStyle(element, '::before').backgroundColor; \
                 const place = element.closest('section, header, nav, dialog')?.className ?? ''; \
                 const name = [place, element.tagName, element.className.baseVal ?? element.className, element.dataset.el, element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40)].join(' '); \
                 element.blur(); \
                 const without = [getComputedStyle(element), ...[...element.querySelectorAll('*')].map((part) => getComputedStyle(part))].map(shape).join(';') + getComputedStyle(element, '::before').backgroundColor; \
                 element.focus({ focusVisible: true }); \
                 return [name, now !== without || element.matches('textarea')]; })()",
            )
            .await?;
        let name = focused[0].as_str().expect("a name").to_owned();
        if focused[1] != true {
            unseen.push(name.clone());
        }
        reached.insert(name);
        visitor.presses(Key::Tab).await?;
    }
    assert!(unseen.is_empty(), "the focus is not seen on: {unseen:#?}");
    for part in [
        "code__input",
        "vertex",
        "edge",
        "virtual",
        "node",
        "vertex__copy",
        "button--primary",
        "stepper__grip",
        "stepper__body",
        "break",
    ] {
        assert!(reached.iter().any(|name| name.contains(part)), "{part} is not reached: {reached:#?}");
    }
    visitor.leaves().await
}

pub async fn dialogs_open_and_close_and_give_the_focus_back(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.value("document.querySelector('[data-open=help]').focus()").await?;
    visitor.presses(Key::Enter).await?;
    visitor.sees("#help[open]").await?;
    // Keys of the explorer are not for a page with a dialog over it.
    visitor.presses(Key::Right).await?;
    visitor.presses(Key::Escape).await?;
    visitor.until("!document.querySelector('#help').open").await?;
    assert_eq!(visitor.text(".stepper__where b").await?, "Finished plan");
    assert_eq!(visitor.value("document.activeElement.dataset.open").await?, "help");
    visitor.presses('?').await?;
    visitor.sees("#help[open]").await?;
    let keys = visitor.text("#help .keys").await?;
    assert!(keys.contains("next, previous broken chain"), "{keys}");
    visitor.leaves().await
}

pub async fn keys_are_text_while_one_types(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.click(".code__input").await?;
    visitor.press(&[Key::Control.into(), Key::Home.into()]).await?;
    visitor.types("jk?m0").await?;
    assert!(visitor.text(".code__text").await?.starts_with("jk?m0"));
    assert_eq!(visitor.count("dialog[open]").await?, 0);
    visitor.sees(".diagnostics").await?;
    visitor.presses(Key::Escape).await?;
    assert_eq!(visitor.value("document.activeElement === document.body").await?, true);
    visitor.leaves().await
}
