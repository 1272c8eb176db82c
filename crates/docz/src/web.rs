//! Serves the client from the binary: hashed files are cached forever, pages have a nonce each.

use std::sync::Arc;

use api::{Api, cookies};
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::brand::{self, Brand};

include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// The placeholder for the nonce in pages.
pub const NONCE: &str = "__NONCE__";
const CACHE_FOREVER: &str = "public, max-age=31536000, immutable";

pub fn router(api: Arc<Api>) -> Router {
    Router::new()
        .route("/provider/brand/{entity}/{version}/{name}", get(brand::picture))
        .fallback(serve)
        .with_state(api)
}

async fn serve(State(api): State<Arc<Api>>, request: Request) -> Response {
    let (parts, _) = request.into_parts();
    let brand = if is_portal_page(&parts.uri) { brand::find(&api, &parts).await } else { None };
    let mut response = answer(&parts.method, &parts.uri, &parts.headers, brand.as_ref());
    if let Some(brand) = brand.filter(|brand| !brand.is_host) {
        cookies::set(&mut response, &api.app.settings.origin, cookies::ENTITY, &brand.code, cookies::A_YEAR);
    }
    response
}

fn is_portal_page(uri: &Uri) -> bool {
    let path = uri.path().trim_start_matches('/');
    path.split('/').next() == Some("provider") && !path.contains('.')
}

fn answer(method: &Method, uri: &Uri, headers: &HeaderMap, brand: Option<&Brand>) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    match (is_file, path.split('/').next()) {
        (true, _) => file(path, headers).unwrap_or_else(|| StatusCode::NOT_FOUND.into_response()),
        (false, Some("provider")) => page("provider.html", brand),
        (false, _) => page("staff.html", None),
    }
}

fn find(name: &str) -> Option<&'static [u8]> {
    FILES.binary_search_by_key(&name, |(known, _)| known).ok().map(|at| FILES[at].1)
}

fn file(path: &str, headers: &HeaderMap) -> Option<Response> {
    let plain = find(path).filter(|_| !path.ends_with(".html"))?;
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let packed = [("br", ".br"), ("gzip", ".gz")].into_iter().filter(|(name, _)| accepted.contains(name));
    let packed = packed.filter_map(|(name, ending)| Some((name, find(&format!("{path}{ending}"))?))).next();
    let mut response = Response::new(Body::from(packed.map_or(plain, |(_, bytes)| bytes)));
    let set = response.headers_mut();
    set.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    set.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    let keep = if path.starts_with("assets/") { CACHE_FOREVER } else { "public, max-age=3600" };
    set.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    if let Some((encoding, _)) = packed {
        set.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "json" | "webmanifest" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Every path gets the page, because the client does its own routing.
fn page(name: &str, brand: Option<&Brand>) -> Response {
    let Some(text) = find(name).and_then(|bytes| std::str::from_utf8(bytes).ok()) else {
        return (StatusCode::NOT_FOUND, "The client was not built into this program; run: make build").into_response();
    };
    let nonce = uuid::Uuid::new_v4().simple().to_string();
    let text = brand.map_or_else(|| text.to_owned(), |brand| brand.render(text)).replace(NONCE, &nonce);
    let mut response = Response::new(Body::from(text));
    let set = response.headers_mut();
    set.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    if let Ok(policy) = HeaderValue::from_str(&policy(&nonce)) {
        set.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    set.insert(
        "permissions-policy",
        HeaderValue::from_static("camera=(self), microphone=(), geolocation=(), payment=()"),
    );
    set.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    response
}

fn policy(nonce: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' blob: data:; \
         connect-src 'self'; font-src 'self'; worker-src 'self' blob:; manifest-src 'self'; object-src 'none'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_sorted_for_the_binary_search() {
        assert!(FILES.is_sorted_by_key(|(name, _)| *name));
    }

    #[test]
    fn each_page_has_its_own_nonce_and_a_strict_policy() {
        if find("staff.html").is_none() {
            assert_eq!(page("staff.html", None).status(), StatusCode::NOT_FOUND);
            return;
        }
        let [one, two] = [page("staff.html", None), page("staff.html", None)]
            .map(|page| page.headers()["content-security-policy"].clone());
        assert_ne!(one, two);
        assert!(one.to_str().unwrap().starts_with("default-src 'none'; script-src 'self';"));
    }

    #[test]
    fn client_routes_get_the_page_and_missing_files_do_not() {
        let ask = |path: &'static str| answer(&Method::GET, &Uri::from_static(path), &HeaderMap::new(), None);
        assert_eq!(ask("/assets/nothing.js").status(), StatusCode::NOT_FOUND);
        assert_eq!(ask("/staff.html").status(), StatusCode::NOT_FOUND, "pages come by their paths");
        let deep = ask("/admin/branch-master");
        assert_eq!(deep.status() == StatusCode::OK, find("staff.html").is_some());
        assert_eq!(
            answer(&Method::POST, &Uri::from_static("/x"), &HeaderMap::new(), None).status(),
            StatusCode::METHOD_NOT_ALLOWED
        );
    }
}
