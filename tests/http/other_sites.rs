//! Only this server's own pages, and programs that are no browser, save plans.

use axum::http::Method;

use crate::server::{Server, WORD_COUNT};

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");
const BASE_URL: &str = "https://planscope.example/tools";

/// What a server under this address answers to a save with these headers: from a script, and from a form.
async fn saves(base_url: Option<&str>, headers: &[(&str, &str)]) -> (u16, u16) {
    let server = Server::with(|state| state.base_url = base_url.map(Into::into));
    let script = server.ask(Method::POST, "/api/v1/plans", headers, WORD_COUNT.into()).await;
    let form = url::form_urlencoded::Serializer::new(String::new()).append_pair("text", WORD_COUNT).finish();
    let with_form = [&[FORM], headers].concat();
    let form = server.ask(Method::POST, "/p", &with_form, form.into()).await;
    let saved = u32::from(script.status == 201) + u32::from(form.status == 303);
    assert_eq!(server.saved_plans(), saved, "{headers:?}");
    (script.status.as_u16(), form.status.as_u16())
}

#[tokio::test]
async fn own_pages_and_programs_save() {
    let host = ("host", "localhost:8080");
    for (base_url, headers) in [
        (None, &[host][..]),
        (None, &[host, ("sec-fetch-site", "same-origin"), ("origin", "http://localhost:8080")]),
        (None, &[host, ("sec-fetch-site", "none")]),
        (None, &[host, ("origin", "http://localhost:8080")]),
        (None, &[host, ("origin", "http://LOCALHOST:8080")]),
        (None, &[("host", "planscope.example"), ("origin", "https://planscope.example")]),
        (None, &[("host", "planscope.example:443"), ("origin", "https://planscope.example")]),
        // A proxy that asks under another name.
        (None, &[host, ("sec-fetch-site", "same-origin"), ("origin", "https://planscope.example")]),
        (Some(BASE_URL), &[host, ("origin", "https://planscope.example")]),
        (Some(BASE_URL), &[host, ("origin", "https://planscope.example:443")]),
        (Some(BASE_URL), &[host, ("sec-fetch-site", "cross-site"), ("origin", "https://planscope.example")]),
    ] {
        assert_eq!(saves(base_url, headers).await, (201, 303), "{base_url:?} {headers:?}");
    }
}

#[tokio::test]
async fn pages_of_other_sites_do_not_save() {
    let host = ("host", "localhost:8080");
    for (base_url, headers) in [
        (None, &[host, ("sec-fetch-site", "cross-site")][..]),
        (None, &[host, ("sec-fetch-site", "cross-site"), ("origin", "https://evil.example")]),
        (None, &[host, ("sec-fetch-site", "cross-site"), ("origin", "null")]),
        (None, &[host, ("sec-fetch-site", "same-site"), ("origin", "http://localhost:3000")]),
        (None, &[host, ("sec-fetch-site", "something-new")]),
        (None, &[host, ("origin", "https://evil.example")]),
        (None, &[host, ("origin", "http://localhost")]),
        (None, &[host, ("origin", "http://localhost:3000")]),
        (None, &[host, ("origin", "http://localhost:8080.evil.example")]),
        (None, &[host, ("origin", "null")]),
        (None, &[("origin", "http://localhost:8080")]),
        (Some(BASE_URL), &[host, ("origin", "http://planscope.example")]),
        (Some(BASE_URL), &[host, ("origin", "https://evil.example")]),
    ] {
        assert_eq!(saves(base_url, headers).await, (403, 403), "{base_url:?} {headers:?}");
    }
}

#[tokio::test]
async fn a_save_from_another_site_is_refused_in_the_form_that_was_asked_for() {
    let server = Server::start();
    let headers = [("sec-fetch-site", "cross-site")];
    let reply = server.ask(Method::POST, "/api/v1/plans", &headers, WORD_COUNT.into()).await;
    assert_eq!(reply.refusal(), (403, "other-site".to_owned()));
    let page = server.ask(Method::POST, "/p", &headers, "text=".into()).await;
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(page.text().contains("A page of another site asked for this"), "{}", page.text());
}

#[tokio::test]
async fn a_link_on_another_site_opens_a_saved_plan() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let reply = server.get_with(&format!("/p/{id}"), &[("sec-fetch-site", "cross-site")]).await;
    assert_eq!(reply.status, 200);
}
