//! The headers that every response carries, and the form of refusals.

use axum::body::Body;
use axum::http::Method;

use crate::server::{REFUSED, Server, WORD_COUNT, WRONG};

#[tokio::test]
async fn every_response_tells_the_browser_what_it_may_do() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let refused = server.save(REFUSED).await;
    let tag = server.get(&format!("/p/{id}.json")).await.header("etag").to_owned();
    let long = "x".repeat(planscope::web::BODY_LIMIT + 1);
    let requests: Vec<(Method, String, u16, Body)> = vec![
        (Method::GET, "/".into(), 200, Body::empty()),
        (Method::GET, "/examples/word-count?step=3".into(), 200, Body::empty()),
        (Method::GET, format!("/p/{id}?step=3"), 200, Body::empty()),
        (Method::GET, format!("/p/{refused}"), 200, Body::empty()),
        (Method::POST, "/explorer".into(), 200, WRONG.into()),
        (Method::GET, "/examples/nothing".into(), 404, Body::empty()),
        (Method::GET, "/rules".into(), 200, Body::empty()),
        (Method::GET, "/rules/uid".into(), 200, Body::empty()),
        (Method::GET, "/rules/uid.md".into(), 200, Body::empty()),
        (Method::GET, "/rules/uid/1".into(), 200, Body::empty()),
        (Method::GET, "/rules/nothing".into(), 404, Body::empty()),
        (Method::GET, "/healthz".into(), 200, Body::empty()),
        (Method::POST, "/api/v1/plan".into(), 200, WORD_COUNT.into()),
        (Method::POST, "/api/v1/plan".into(), 200, REFUSED.into()),
        (Method::POST, "/api/v1/plans".into(), 201, WORD_COUNT.into()),
        (Method::POST, "/api/v1/plan".into(), 400, vec![0xff].into()),
        (Method::POST, "/api/v1/plan".into(), 413, long.into()),
        (Method::POST, "/api/v1/plan".into(), 422, WRONG.into()),
        (Method::GET, "/api/v1/plan".into(), 405, Body::empty()),
        (Method::GET, "/api/v1/nothing".into(), 404, Body::empty()),
        (Method::GET, format!("/p/{id}.json"), 304, Body::empty()),
        (Method::HEAD, format!("/p/{id}/job-graph.svg"), 200, Body::empty()),
        (Method::GET, format!("/p/{id}/job-graph.svg"), 200, Body::empty()),
        (Method::GET, format!("/p/{id}/job-graph.png"), 404, Body::empty()),
        (Method::GET, format!("/p/{refused}/job-graph.svg"), 404, Body::empty()),
        (Method::GET, "/p/0000000000000000a.json".into(), 404, Body::empty()),
        (Method::GET, "/robots.txt".into(), 200, Body::empty()),
        (Method::GET, "/static/nothing.css".into(), 404, Body::empty()),
        (Method::GET, "/nothing".into(), 404, Body::empty()),
        (Method::DELETE, "/robots.txt".into(), 405, Body::empty()),
        (Method::GET, "/static/%ff".into(), 400, Body::empty()),
    ];
    for (method, path, status, body) in requests {
        let headers: &[(&str, &str)] = if status == 304 { &[("if-none-match", &tag)] } else { &[] };
        let reply = server.ask(method.clone(), &path, headers, body).await;
        let what = format!("{method} {path}");
        assert_eq!(reply.status.as_u16(), status, "{what}");
        let policy = reply.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; "), "{what}: {policy}");
        assert!(
            policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"),
            "{what}: {policy}"
        );
        assert!(
            !policy.contains("unsafe-") && !policy.contains('*') && !policy.contains("http"),
            "{what}: {policy}"
        );
        assert_eq!(reply.header("x-content-type-options"), "nosniff", "{what}");
        assert_eq!(reply.header("referrer-policy"), "same-origin", "{what}");
        assert!(reply.header("permissions-policy").contains("camera=()"), "{what}");
        assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin", "{what}");
        assert!(!reply.header("cross-origin-resource-policy").is_empty(), "{what}");
        assert_eq!(reply.header("x-request-id").len(), 16, "{what}");
        let unlisted = if path.starts_with("/p/") { "noindex" } else { "" };
        assert_eq!(reply.header("x-robots-tag"), unlisted, "{what}");
        if status >= 400 {
            assert_eq!(reply.header("cache-control"), "no-store", "{what}");
        }
    }
}

#[tokio::test]
async fn programs_are_refused_in_json_and_people_on_a_page() {
    let server = Server::start();
    for (path, content_type) in [
        ("/nothing", "text/html; charset=utf-8"),
        ("/p/nothing", "text/html; charset=utf-8"),
        ("/static/nothing.css", "text/html; charset=utf-8"),
        ("/p/nothing.json", "application/json"),
        ("/p/nothing/job-graph.svg", "application/json"),
        ("/p/nothing/job-graph.mmd", "application/json"),
        ("/p/nothing/job-graph.dot", "application/json"),
        ("/api/nothing", "application/json"),
    ] {
        let reply = server.get(path).await;
        assert_eq!((reply.status.as_u16(), reply.header("content-type")), (404, content_type), "{path}");
        assert!(!reply.body.is_empty(), "{path}");
    }
}

/// The policy allows nothing inline, so that whatever holds some does not work.
#[tokio::test]
async fn pages_hold_no_inline_script_style_or_handler() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    for path in ["/", "/examples/word-count", &format!("/p/{id}?step=9"), "/nothing"] {
        let page = server.get(path).await;
        let html = page.text();
        for inline in [
            "<style",
            " style=",
            "<script>",
            "javascript:",
            " onclick=",
            " onload=",
            " onerror=",
            "src=\"http",
            "href=\"//",
        ] {
            assert!(!html.contains(inline), "{path} holds {inline}");
        }
        for script in html.split("<script ").skip(1) {
            let is_data = script.starts_with("type=\"application/json\"");
            assert!(is_data || script.contains("src=\"/static/"), "{path}: <script {}", &script[..40]);
        }
    }
}

#[tokio::test]
async fn a_refusal_does_not_repeat_what_was_sent() {
    let server = Server::start();
    let reply = server.get("/%3Cscript%3Ealert(1)%3C/script%3E?%3Cscript%3E").await;
    assert_eq!(reply.status, 404);
    assert!(!reply.text().contains("alert"), "{}", reply.text());
}
