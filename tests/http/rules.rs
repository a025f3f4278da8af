//! `/rules`: the reference of Flink's rules, as pages, as Markdown, and with pipelines that open in the explorer.

use std::collections::BTreeSet;

use planscope::explain::Rule;
use planscope::rules;

use crate::server::Server;

/// Where links of a page lead on this server, without what comes after `#`.
fn links(html: &str) -> BTreeSet<String> {
    let targets = html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let own = targets.filter(|target| target.starts_with('/'));
    own.map(|target| target.split('#').next().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn the_index_leads_to_every_rule() {
    let page = Server::start().get("/rules").await;
    assert_eq!(page.status, 200);
    let links = links(page.text());
    for &rule in Rule::ALL {
        assert!(links.contains(&format!("/rules/{rule}")), "{rule}");
    }
    assert!(page.text().contains("<h2 class=\"page__h2\" id=\"chaining\">Chaining</h2>"));
}

#[tokio::test]
async fn every_page_is_whole_and_leads_only_to_what_is_there() {
    let server = Server::start();
    let mut lead = BTreeSet::new();
    for &rule in Rule::ALL {
        let page = server.get(&format!("/rules/{rule}")).await;
        assert_eq!(page.status, 200, "{rule}");
        let html = page.text();
        for inline in ["<style", " style=", "<script>", "javascript:", " onclick=", "href=\"http"] {
            assert!(!html.contains(inline), "{rule} holds {inline}");
        }
        let examples = rules::page(rule).expect("a page").examples().count();
        assert_eq!(html.matches("class=\"specimen\"").count(), examples, "{rule}");
        assert!(html.contains("class=\"prose\"") && html.contains("Related rules"), "{rule}");
        lead.extend(links(html));
    }
    // Each pipeline opens in the explorer; Flink refuses some.
    assert!(
        lead.iter().filter(|link| link.matches('/').count() == 3 && link.starts_with("/rules/")).count()
            > 150
    );
    for link in lead {
        assert_eq!(server.get(&link).await.status, 200, "{link}");
    }
}

#[tokio::test]
async fn a_page_shows_its_pipelines_drawn_with_what_becomes_of_them() {
    let page = Server::start().get("/rules/same-parallelism").await;
    let html = page.text();
    assert!(html.contains("<title>Same parallelism · rules · planscope</title>"));
    assert!(html.contains("role=\"img\" aria-label=\"StreamGraph\""));
    assert!(!html.contains("tabindex=\"0\" data-el"), "nothing in a drawing is to be selected");
    assert!(html.contains("5 operators in 2 job vertices"));
    assert!(html.contains("class=\"condition condition--no\""));
    assert!(html.contains("Flink looks no further"));
    assert!(html.contains("<a href=\"/rules/forward-partitioner\">The partitioner is FORWARD</a>"));
    assert!(html.contains("href=\"/rules/same-parallelism/1\""));
    assert!(html.contains("A ×2  Source: numbers -&#62; Square"));
    let refused = Server::start().get("/rules/forward").await;
    assert!(refused.text().contains("Flink refuses it"));
}

#[tokio::test]
async fn a_page_is_there_as_markdown() {
    let server = Server::start();
    let page = server.get("/rules/uid.md").await;
    assert_eq!((page.status.as_u16(), page.header("content-type")), (200, "text/plain; charset=utf-8"));
    assert!(page.text().starts_with("# The hash of a uid\n"));
    let tag = page.header("etag").to_owned();
    assert_eq!(server.get_with("/rules/uid.md", &[("if-none-match", &tag)]).await.status, 304);
}

#[tokio::test]
async fn an_example_opens_in_the_explorer_and_its_steps_are_links() {
    let server = Server::start();
    let page = server.get("/rules/same-parallelism/1").await;
    assert!(page.text().contains("<title>Same parallelism: Parallelism 2, then 4 · planscope</title>"));
    assert!(page.text().contains("5 operators run in 2 job vertices: 1 of 4 edges does not chain."));
    let step = server.get("/rules/same-parallelism/1?step=1").await;
    assert!(step.text().contains("<b>Step 1 of ") && step.text().contains("href=\"?step=2\""));
    assert!(step.text().contains("href=\"/rules/runtime-mode\""), "the step names its rule");
}

#[tokio::test]
async fn a_rule_or_example_that_there_is_not_is_not_found() {
    let server = Server::start();
    for path in [
        "/rules/nothing",
        "/rules/nothing.md",
        "/rules/README",
        "/rules/README.md",
        "/rules/nothing/1",
        "/rules/uid/0",
        "/rules/uid/99",
        "/rules/uid/one",
        "/rules/uid/1/2",
        "/rules/..%2Fmain.rs",
    ] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
}
