//! The files that pages are made of.

use planscope::web::assets;

use crate::server::Server;

#[tokio::test]
async fn an_asset_at_its_digest_is_kept_for_a_year() {
    let server = Server::start();
    let url = assets::url("robots.txt");
    let reply = server.get(&url).await;
    assert_eq!(reply.status, 200, "{url}");
    assert_eq!(reply.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(reply.header("content-type"), "text/plain; charset=utf-8");
}

#[tokio::test]
async fn an_asset_of_another_build_or_of_none_is_asked_for_each_time() {
    let server = Server::start();
    for path in ["/static/robots.txt", "/static/AAAAAAAAAAAAAAAAAAAAAA/robots.txt", "/robots.txt"] {
        let reply = server.get(path).await;
        assert_eq!((reply.status.as_u16(), reply.header("cache-control")), (200, "no-cache"), "{path}");
        let tag = reply.header("etag").to_owned();
        let again = server.get_with(path, &[("if-none-match", &tag)]).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0), "{path}");
    }
}

#[tokio::test]
async fn there_is_no_way_out_of_the_static_folder() {
    let server = Server::start();
    for path in [
        "/static/../Cargo.toml",
        "/static/%2e%2e/Cargo.toml",
        "/static/..%2fCargo.toml",
        "/static//etc/passwd",
        "/static/",
    ] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_first_view_is_less_than_100_kilobytes() {
    let server = Server::start();
    let compressed = [("accept-encoding", "gzip")];
    for first_view in ["/", "/examples/side-outputs", "/examples/side-outputs?step=40&select=n2"] {
        let page = server.get(first_view).await;
        let mut assets: Vec<&str> =
            page.text().split("\"/static/").skip(1).filter_map(|it| it.split('"').next()).collect();
        assets.sort_unstable();
        assets.dedup();
        let mut total = server.get_with(first_view, &compressed).await.body.len();
        for asset in assets {
            let reply = server.get_with(&format!("/static/{asset}"), &compressed).await;
            assert_eq!(reply.status, 200, "{asset}");
            total += reply.body.len();
        }
        assert!(total < 100_000, "{first_view} is {total} bytes over the wire");
    }
}
