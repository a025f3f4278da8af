//! The files of `static/`, built into the program.
//!
//! Pages name them with [`url`], which holds a digest of all of them: `/static/<digest>/app.css`. At such an address a
//! file never changes, and a script's relative imports stay within the same build. Without the digest, or with that of
//! another build, the current file is served and asked for each time.

use std::borrow::Cow;
use std::sync::LazyLock;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::HeaderValue;
use axum::response::Response;
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use super::conditional::{self, ASK_EACH_TIME, FOR_A_YEAR};
use super::error::WebError;

#[derive(RustEmbed)]
#[folder = "static/"]
struct Assets;

/// A digest of all assets.
static DIGEST: LazyLock<String> = LazyLock::new(|| {
    let mut names: Vec<_> = Assets::iter().collect();
    names.sort_unstable();
    let mut all = Sha256::new();
    for name in names {
        let digest = Assets::get(&name).map(|file| file.metadata.sha256_hash());
        all.update(name.as_bytes());
        all.update(digest.unwrap_or_default());
    }
    conditional::short_digest(&all.finalize())
});

/// The address of an asset, for pages.
pub fn url(name: &str) -> String {
    format!("/static/{}/{name}", *DIGEST)
}

/// `GET /static/{*path}`.
pub async fn asset(Path(path): Path<String>) -> Result<Response, WebError> {
    let (name, caching) = match path.split_once('/') {
        Some((digest, name)) if digest == *DIGEST => (name, FOR_A_YEAR),
        Some((digest, name)) if digest.len() == DIGEST.len() => (name, ASK_EACH_TIME),
        _ => (path.as_str(), ASK_EACH_TIME),
    };
    serve(name, caching)
}

/// `GET /robots.txt`.
pub async fn robots() -> Result<Response, WebError> {
    serve("robots.txt", ASK_EACH_TIME)
}

fn serve(name: &str, caching: HeaderValue) -> Result<Response, WebError> {
    let file = Assets::get(name).ok_or(WebError::NotFound)?;
    let content = match file.data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => Bytes::from(bytes),
    };
    Ok(conditional::tagged(content_type(name), caching, content))
}

fn content_type(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("ico") => "image/x-icon",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_asset_has_a_type_of_its_own() {
        for name in Assets::iter() {
            assert_ne!(content_type(&name), "application/octet-stream", "{name}");
        }
    }
}
