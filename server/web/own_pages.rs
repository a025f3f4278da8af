//! Saves come from this server's own pages, or from programs that are no browser.
//!
//! A browser sends a form to any address that some page names, so a stranger's page could fill the store of a planscope
//! that runs on the reader's machine. Browsers say where a request comes from, in `Sec-Fetch-Site` and in `Origin`, and
//! no page can make them say otherwise; programs send neither.

use axum::extract::{MatchedPath, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::AppState;
use super::error::WebError;

/// The routes that keep something.
const SAVING: [&str; 2] = ["/api/v1/plans", "/p"];

/// Middleware: refuses a save that another site's page asks for.
pub async fn only_they_save(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let saves = request.method() == Method::POST && route.is_some_and(|route| SAVING.contains(&route));
    if saves && !is_own(request.uri(), request.headers(), state.base_url.as_deref()) {
        return WebError::OtherSite.into_response();
    }
    next.run(request).await
}

/// Whether no other site's page asks for it.
fn is_own(uri: &Uri, headers: &HeaderMap, base_url: Option<&str>) -> bool {
    let site = headers.get("sec-fetch-site").map(|site| site.as_bytes());
    // The browser compared the address that it sees, which a proxy in between may have changed for us.
    if matches!(site, Some(b"same-origin" | b"none")) {
        return true;
    }
    let Some(origin) = headers.get(header::ORIGIN) else { return site.is_none() };
    // What is no address, such as `null`, is a page that does not say whose it is.
    let Some(origin) = origin.to_str().ok().and_then(Host::of_address) else { return false };
    if base_url.and_then(Host::of_address).is_some_and(|own| own == origin) {
        return true;
    }
    // Browsers that say nothing of the site say the origin all the same. The scheme is not compared: TLS may end at a
    // proxy.
    let asked = headers.get(header::HOST).and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    let asked =
        uri.authority().or(asked.as_ref()).map(|asked| Host::of_authority(asked, origin.default_port));
    site.is_none() && asked.is_some_and(|own| own == origin)
}

/// Host and port of an address, and which port its scheme stands for.
#[derive(PartialEq, Eq)]
struct Host {
    name: String,
    port: u16,
    default_port: u16,
}

impl Host {
    fn of_address(address: &str) -> Option<Self> {
        let uri: Uri = address.parse().ok()?;
        let default_port = match uri.scheme_str()? {
            "http" => 80,
            "https" => 443,
            _ => return None,
        };
        Some(Self::of_authority(uri.authority()?, default_port))
    }

    fn of_authority(authority: &Authority, default_port: u16) -> Self {
        let port = authority.port_u16().unwrap_or(default_port);
        Self { name: authority.host().to_ascii_lowercase(), port, default_port }
    }
}
