//! Responses that a client may keep: entity tags and `304 Not Modified`.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// For what never changes at its address.
pub const FOR_A_YEAR: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// For what may change at its address: kept, but only used after asking.
pub const ASK_EACH_TIME: HeaderValue = HeaderValue::from_static("no-cache");

/// What ends the tag of a compressed representation: its bytes are others, so its tag is another.
const COMPRESSED: &str = "-gzip";

/// Content that a client may keep, under a strong entity tag, which changes exactly when the bytes do.
pub fn tagged(
    content_type: HeaderValue,
    caching: HeaderValue,
    content: impl Into<Body> + AsRef<[u8]>,
) -> Response {
    let tag = format!("\"{}\"", short_digest(content.as_ref()));
    let headers = [(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, caching)];
    (headers, [(header::ETAG, tag)], content.into()).into_response()
}

/// 128 bits of the content's SHA-256, in 22 characters that fit in an address.
pub fn short_digest(content: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&Sha256::digest(content)[..16])
}

/// Middleware, outside of the compression: answers `304 Not Modified` to a client that has these very bytes.
pub async fn answer_unchanged(request: Request, next: Next) -> Response {
    let asked: HeaderMap = request
        .headers()
        .get_all(header::IF_NONE_MATCH)
        .iter()
        .map(|tags| (header::IF_NONE_MATCH, tags.clone()))
        .collect();
    let mut response = next.run(request).await;
    let Some(tag) = response.headers().get(header::ETAG).and_then(|tag| tag.to_str().ok()) else {
        return response;
    };
    let (Some(name), StatusCode::OK) = (tag.strip_suffix('"'), response.status()) else { return response };
    let compressed_tag = format!("{name}{COMPRESSED}\"");
    let known = asked.values().filter_map(|tags| tags.to_str().ok()).flat_map(|tags| tags.split(','));
    let known = known.map(|known| known.trim().trim_start_matches("W/"));
    let unchanged = { known }.any(|known| known == "*" || known == tag || known == compressed_tag);

    let compressed = response.headers().contains_key(header::CONTENT_ENCODING);
    if compressed && let Ok(compressed_tag) = HeaderValue::try_from(compressed_tag) {
        response.headers_mut().insert(header::ETAG, compressed_tag);
    }
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        for about_the_body in [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_ENCODING] {
            response.headers_mut().remove(about_the_body);
        }
    }
    response
}
