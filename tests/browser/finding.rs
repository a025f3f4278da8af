//! Somebody looks for an operator, or goes through some of the steps only.

use std::sync::Arc;

use fantoccini::key::Key;

use crate::{Outcome, Stage};

pub async fn a_name_is_found_and_selected(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/side-outputs").await?;
    visitor.presses('/').await?;
    visitor.sees("#find[open] .hit").await?;
    assert_eq!(visitor.count(".hit").await?, 6, "all operators, as long as nothing is looked for");
    visitor.types("l").await?;
    visitor.until("location.search === '?find=l'").await?;
    visitor.until("document.querySelectorAll('.hit').length === 4").await?;
    assert_eq!(visitor.text(".hit[aria-selected=true] .hit__name").await?, "Sink: Ledger");
    visitor.presses(Key::Down).await?;
    visitor.until("document.querySelector('.hit[aria-selected=true] .hit__name').textContent === 'Sink: Dead letters'").await?;
    assert_eq!(
        visitor.value("document.getElementById(document.querySelector('.find__input').getAttribute('aria-activedescendant')).dataset.hit").await?,
        "n5"
    );
    // It is in the address, and there again after a reload.
    visitor.client.refresh().await?;
    visitor.ready().await?;
    visitor
        .until("document.querySelector('#find:modal') && document.querySelectorAll('.hit').length === 4")
        .await?;
    assert_eq!(visitor.value("document.querySelector('.find__input').value").await?, "l");
    visitor.presses(Key::Down).await?;
    visitor.until("document.querySelectorAll('.hit')[1].getAttribute('aria-selected') === 'true'").await?;
    visitor.presses(Key::Enter).await?;
    visitor.until("document.querySelector('.inspector')?.dataset.name === 'n5'").await?;
    visitor.until("location.search === '?select=n5' && !document.querySelector('#find').open").await?;
    visitor.sees(".pane[data-pane=stream-graph] .node.is-selected[data-el~=n5]").await?;
    visitor.presses('/').await?;
    visitor.sees("#find[open]").await?;
    visitor.presses(Key::Escape).await?;
    visitor.until("!document.querySelector('#find').open && location.search === '?select=n5'").await?;
    visitor.leaves().await
}

pub async fn an_error_message_is_pasted_whole(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    visitor.click("[data-open-find]").await?;
    visitor.sees("#find[open] .hit").await?;
    visitor.types("Cannot map checkpoint/savepoint state for operator cbc357ccb763df2852fee8c4fc7d55f2 to the new program").await?;
    visitor.until("document.querySelector('.find__more')?.textContent.includes('A message with an operator ID in it')").await?;
    visitor.until("document.querySelectorAll('.hit').length === 1").await?;
    assert_eq!(visitor.text(".hit__side").await?, "its ID, and its JobVertex’s");
    visitor.presses(Key::Enter).await?;
    visitor.until("document.querySelector('.inspector')?.dataset.name === 'n1'").await?;
    // One that no operator has.
    visitor.presses('/').await?;
    visitor.sees("#find[open]").await?;
    visitor.types("There is no operator for the state 1312a02d").await?;
    visitor
        .until("document.querySelector('.find__more')?.textContent.includes('begins with 1312a02d')")
        .await?;
    assert_eq!(visitor.count(".hit").await?, 0);
    visitor.leaves().await
}

pub async fn an_operator_of_a_large_plan_is_found_though_it_is_not_drawn(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count").await?;
    let maps: String =
        (0..248).map(|number| format!(r#"{{ "op": "map", "name": "Map {number}" }}, "#)).collect();
    let text = format!(r#"{{ "operators": [ {{ "op": "fromSource" }}, {maps}{{ "op": "print" }} ] }}"#);
    visitor.replaces_the_source(&text).await?;
    visitor.until("document.querySelector('.pane[data-pane=stream-graph] .pane__facts').textContent.includes('250')").await?;
    visitor.presses(Key::Escape).await?;
    visitor.presses('/').await?;
    visitor.sees("#find[open] .hit").await?;
    visitor.types("map 177").await?;
    visitor.until("document.querySelectorAll('.hit').length === 1").await?;
    visitor.presses(Key::Enter).await?;
    visitor.until("document.querySelector('.inspector')?.dataset.name === 'n179'").await?;
    assert_eq!(visitor.text(".inspector__title").await?, "A Map 177");
    visitor.leaves().await
}

pub async fn a_filter_leaves_steps_out(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/key-by-twice").await?;
    visitor.click(".stepper__filter > summary").await?;
    let choose = |title: &str| {
        format!(
            "[...document.querySelectorAll('.stepper__filter .menu__item')].find((item) => item.textContent.includes({title:?})).click()"
        )
    };
    visitor.value(&choose("Only breaks")).await?;
    visitor
        .until("document.querySelector('.stepper__where span').textContent === 'after 2 filtered'")
        .await?;
    visitor.until("location.search === '?steps=breaks'").await?;
    visitor.presses(Key::Right).await?;
    visitor
        .until("document.querySelector('.stepper__where span').textContent === 'chain · 1 of 2 filtered'")
        .await?;
    visitor.sees(".verdict--no").await?;
    visitor.presses(Key::Right).await?;
    visitor
        .until("document.querySelector('.stepper__where span').textContent === 'chain · 2 of 2 filtered'")
        .await?;
    let here = "`?step=${document.querySelector('.stepper').dataset.step}&steps=breaks`";
    visitor.until(&format!("location.search === {here}")).await?;
    visitor.client.refresh().await?;
    visitor.ready().await?;
    assert_eq!(visitor.text(".stepper__where span").await?, "chain · 2 of 2 filtered");
    visitor.presses(Key::Right).await?;
    visitor.until("document.querySelector('.stepper__where b').textContent === 'Finished plan'").await?;
    // The same steps as a list.
    visitor.click("[data-view=steps].segmented__item").await?;
    visitor.until("document.querySelectorAll('.call').length === 2").await?;
    assert!(visitor.text(".page__title").await?.starts_with("2 of "));
    visitor.click(".filter--clear").await?;
    visitor.until("document.querySelectorAll('.call').length > 30").await?;
    assert_eq!(visitor.count(".calls > li[aria-level]").await?, visitor.count(".call").await?);
    visitor.click(".call:nth-child(3) .call__number").await?;
    visitor.until("document.querySelector('.stepper').dataset.step === '3'").await?;
    visitor.sees(".workspace").await?;
    visitor.leaves().await
}

pub async fn the_steps_about_one_element_are_gone_through(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count?select=n4").await?;
    visitor.sees(".inspector").await?;
    let numbers = visitor
        .value(
            "[...document.querySelectorAll('.trail [data-step-link]')].map((link) => link.dataset.stepLink)",
        )
        .await?;
    let numbers: Vec<String> = serde_json::from_value(numbers).expect("numbers of steps");
    visitor.click(".fields:has(.trail) .fields__aside").await?;
    visitor.until("location.search === '?select=n4&steps=n4'").await?;
    for number in &numbers {
        visitor.presses(Key::Right).await?;
        visitor.until(&format!("document.querySelector('.stepper').dataset.step === {number:?}")).await?;
    }
    visitor.leaves().await
}

pub async fn a_stack_trace_that_no_address_holds_is_pasted_whole(stage: Arc<Stage>) -> Outcome {
    let visitor = stage.visitor().await;
    visitor.open_and_wait("/examples/word-count?find=").await?;
    // The script has made options of the links that the page came with.
    visitor.sees(".hit[role=option]").await?;
    let script = "const input = document.querySelector('.find__input'); \
        input.value = '\\tat org.apache.flink.runtime.Somewhere(Somewhere.java:1) '.repeat(2000) + arguments[0]; \
        input.dispatchEvent(new Event('input'));";
    let id = serde_json::json!("for the operator cbc357ccb763df2852fee8c4fc7d55f2.");
    visitor.client.execute(script, vec![id]).await?;
    visitor.until("document.querySelectorAll('.hit').length === 1").await?;
    // The address follows soon after.
    visitor.until("location.search.includes('cbc357ccb763df2852fee8c4fc7d55f2')").await?;
    assert!(visitor.address().await?.len() < 8_000);
    visitor.client.refresh().await?;
    visitor.ready().await?;
    visitor.until("document.querySelectorAll('.hit').length === 1").await?;
    visitor.leaves().await
}
