//! The query of an address, which people edit and paste together.

use std::collections::HashSet;

use axum::extract::Request;
use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::error::WebError;

/// How long path and query may be, in bytes: as long as common proxies let them be. A page repeats its query in hundreds
/// of links, so a long one is many times as long in the answer.
pub const LONGEST: usize = 8 << 10;

/// Middleware: refuses an address that is longer.
pub async fn limit_length(request: Request, next: Next) -> Response {
    if request.uri().path_and_query().is_some_and(|address| address.as_str().len() > LONGEST) {
        return WebError::AddressTooLong.into_response();
    }
    next.run(request).await
}

/// Middleware: of a name that is written more than once the last one counts, as if the others were not there.
pub async fn last_of_each_name(mut request: Request, next: Next) -> Response {
    if let Some(uri) = with_last_of_each_name(request.uri()) {
        *request.uri_mut() = uri;
    }
    next.run(request).await
}

/// The address with each name once, unless it is so already.
fn with_last_of_each_name(uri: &Uri) -> Option<Uri> {
    let query = uri.query()?;
    let mut names = HashSet::new();
    let from_the_end = query.split('&').rev();
    let mut last: Vec<&str> =
        from_the_end.filter(|pair| names.insert(pair.split('=').next().unwrap_or_default())).collect();
    last.reverse();
    let last = last.join("&");
    if last.len() == query.len() {
        return None;
    }
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(format!("{}?{last}", uri.path())).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_of_each_name_is_kept_in_its_place() {
        for (query, kept) in [
            ("/p", None),
            ("/p?", None),
            ("/p?step=3&graph=job-graph", None),
            ("/p?step=3&step=5", Some("/p?step=5")),
            ("/p?step=3&graph=job-graph&step=", Some("/p?graph=job-graph&step=")),
            ("/p?step&step=5&step=%20", Some("/p?step=%20")),
            ("/p?a=1&&b=2&", Some("/p?a=1&b=2&")),
            ("http://planscope.example/p?a=1&a=2", Some("http://planscope.example/p?a=2")),
        ] {
            let uri: Uri = query.parse().expect("an address");
            assert_eq!(with_last_of_each_name(&uri).map(|uri| uri.to_string()).as_deref(), kept, "{query}");
        }
    }
}
