//! Saved plans as plain files: `/p/{id}.json` and `/p/{id}/{graph}.{svg,mmd,dot}`.

use axum::body::Body;
use axum::http::Method;

use crate::server::{REFUSED, Server, WORD_COUNT};

#[tokio::test]
async fn a_saved_text_is_given_back_to_the_byte() {
    let server = Server::start();
    let crlf = WORD_COUNT.replace('\n', "\r\n");
    let bom = format!("\u{feff}{WORD_COUNT}");
    let trailing = format!(" \t{WORD_COUNT}  \n\n\t ");
    let emoji = WORD_COUNT.replace("Tokenizer", "🦀 \u{202e}é e\u{301} \\u0000 </script>");
    for text in [WORD_COUNT, REFUSED, &crlf, &bom, &trailing, &emoji] {
        let id = server.save(text).await;
        let file = server.get(&format!("/p/{id}.json")).await.json();
        let fields: Vec<_> = file.as_object().expect("an object").keys().collect();
        assert_eq!(fields, ["id", "savedAt", "definition", "dump"]);
        assert_eq!(file["id"], id);
        assert_eq!(file["definition"], text);
        assert_eq!(file["dump"]["flink"], "2.2.0");
    }
}

#[tokio::test]
async fn the_dump_in_the_file_is_that_of_the_api() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let answer = server.post("/api/v1/plan", WORD_COUNT).await.json();
    assert_eq!(server.get(&format!("/p/{id}.json")).await.json()["dump"], answer["dump"]);
}

#[tokio::test]
async fn each_graph_is_a_file_of_its_type_and_can_be_kept_for_a_year() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    for graph in ["transformations", "stream-graph", "job-graph"] {
        for (extension, content_type, begins) in [
            ("svg", "image/svg+xml", "<svg "),
            ("mmd", "text/vnd.mermaid; charset=utf-8", "flowchart "),
            ("dot", "text/vnd.graphviz; charset=utf-8", "digraph "),
        ] {
            let path = format!("/p/{id}/{graph}.{extension}");
            let file = server.get(&path).await;
            assert_eq!(file.status, 200, "{path}");
            assert_eq!(file.header("content-type"), content_type, "{path}");
            assert!(
                file.text().contains(begins) && file.text().contains("Tokenizer"),
                "{path}: {}",
                file.text()
            );
            assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable", "{path}");
            assert_eq!(
                file.header("cross-origin-resource-policy"),
                "cross-origin",
                "{path} may be shown elsewhere"
            );

            let tag = file.header("etag");
            assert!(tag.starts_with('"') && tag.ends_with('"') && tag.len() > 20, "{path}: {tag} is strong");
            for known in [tag, &format!("W/{tag}"), &format!("\"other\", {tag}"), "*"] {
                let unchanged = server.get_with(&path, &[("if-none-match", known)]).await;
                assert_eq!((unchanged.status.as_u16(), unchanged.body.len()), (304, 0), "{path}: {known}");
                assert_eq!(unchanged.header("etag"), tag, "{path}");
                assert_eq!(unchanged.header("cache-control"), file.header("cache-control"), "{path}");
            }
            assert_eq!(server.get_with(&path, &[("if-none-match", "\"other\"")]).await.status, 200, "{path}");

            let head = server.ask(Method::HEAD, &path, &[], Body::empty()).await;
            assert_eq!((head.status.as_u16(), head.body.len()), (200, 0), "{path}");
            assert_eq!((head.header("etag"), head.header("content-type")), (tag, content_type), "{path}");
            assert_eq!(head.header("content-length"), file.body.len().to_string(), "{path}");
        }
    }
}

#[tokio::test]
async fn the_compressed_file_has_a_tag_of_its_own() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let path = format!("/p/{id}.json");
    let plain = server.get(&path).await;
    let compressed = server.get_with(&path, &[("accept-encoding", "gzip")]).await;
    assert_eq!(compressed.header("content-encoding"), "gzip");
    assert!(compressed.body.len() < plain.body.len());
    assert_ne!(compressed.header("etag"), plain.header("etag"));
    for tag in [plain.header("etag"), compressed.header("etag")] {
        let again = server.get_with(&path, &[("accept-encoding", "gzip"), ("if-none-match", tag)]).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{tag}");
    }
}

#[tokio::test]
async fn a_drawing_allows_its_own_style_sheet_and_nothing_else() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let file = server.get(&format!("/p/{id}/stream-graph.svg")).await;
    let style = file
        .text()
        .split_once("<style>")
        .and_then(|(_, rest)| rest.split_once("</style>"))
        .expect("a style")
        .0;
    let hash = base64::Engine::encode(
        &base64::engine::general_purpose::STANDARD,
        <sha2::Sha256 as sha2::Digest>::digest(style),
    );
    let policy =
        format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; frame-ancestors 'none'");
    assert_eq!(file.header("content-security-policy"), policy);
    assert!(!file.text().contains(" style=") && !file.text().contains("<script"), "{}", file.text());
}

#[tokio::test]
async fn what_was_pasted_is_escaped_in_every_file() {
    let server = Server::start();
    let hostile = r#"</text></style><script>alert(1)</script>\"]; \\\"]; \\\\\"]; --> click %% \u0000 ```"#;
    let text = WORD_COUNT.replace("Tokenizer", hostile).replace("Word Count", hostile);
    let id = server.save(&text).await;
    for graph in ["transformations", "stream-graph", "job-graph"] {
        let svg = server.get(&format!("/p/{id}/{graph}.svg")).await;
        assert!(!svg.text().contains("<script"), "{graph}: {}", svg.text());
        assert!(!svg.text().contains('\0'), "{graph}: a control character makes no well-formed XML");
        for extension in ["mmd", "dot"] {
            let file = server.get(&format!("/p/{id}/{graph}.{extension}")).await;
            assert_eq!(file.status, 200, "{graph}.{extension}");
            let outside_escapes = file.text().replace(r"\\", "").replace(r#"\""#, "");
            assert!(!outside_escapes.contains("\"]; "), "{graph}.{extension}: {}", file.text());
        }
    }
}

#[tokio::test]
async fn a_plan_that_flink_refuses_has_no_graphs() {
    let server = Server::start();
    let id = server.save(REFUSED).await;
    let file = server.get(&format!("/p/{id}/job-graph.svg")).await;
    assert_eq!(file.refusal(), (404, "no-graph".to_owned()));
    assert_eq!(file.json()["diagnostics"][0]["path"], "operators[1].parallelism");
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    let server = Server::start();
    let id = server.save(WORD_COUNT).await;
    let never = "0".repeat(id.len());
    for (path, code) in [
        (format!("/p/{never}.json"), "no-such-plan"),
        (format!("/p/{never}/job-graph.svg"), "no-such-plan"),
        ("/p/short.json".to_owned(), "no-such-plan"),
        (format!("/p/{id}/other-graph.svg"), "no-such-file"),
        (format!("/p/{id}/.svg"), "no-such-file"),
        (format!("/p/{id}/jobGraph.json"), "no-such-file"),
        (format!("/p/{id}/a/job-graph.svg"), "not-found"),
    ] {
        assert_eq!(server.get(&path).await.refusal(), (404, code.to_owned()), "{path}");
    }
}
