//! The HTTP layer: parses the address and its header json, identifies the caller, calls a use case and answers in the
//! common envelope.

mod call;
pub mod cookies;
mod debug_capture;
mod error;
mod limits;
mod middleware;
mod proxies;
mod record_call;
pub mod routes;
mod session;
mod state;
pub mod wire;

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::routing::{any, get};
use tower_http::set_header::SetResponseHeaderLayer;

pub use limits::{Limits, Rates, network};
pub use proxies::Proxies;
pub use state::{Api, Exposed};

/// Once a second, reports to other nodes what busy callers used here.
pub async fn share_limits(api: Arc<Api>) {
    loop {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        let charges = api.limits.collect(api.app.live.has_other_nodes());
        if !charges.is_empty() {
            api.app.live.charge(charges);
        }
    }
}

/// Every route of the API.
pub fn router(api: Arc<Api>) -> Router {
    let routes = Router::new()
        .route("/healthz", get(routes::system::alive))
        .route("/readyz", get(routes::system::ready))
        .route("/metrics", get(routes::system::metrics))
        .route("/api/openapi.json", get(routes::openapi::serve))
        .route("/api/docs", get(routes::openapi::reader))
        .route("/api/docs/{file}", get(routes::openapi::reader_file))
        .route("/api/{*rest}", any(middleware::serve))
        .with_state(api);
    with_security_headers(routes.layer(SetResponseHeaderLayer::if_not_present(header::CONTENT_SECURITY_POLICY, POLICY)))
}

/// Answers of the API are data: a browser that is made to show one loads and runs nothing. Documents and the reader of
/// the API's description have policies of their own.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; base-uri 'none'; frame-ancestors 'none'");

/// The headers of an answer that no route gives.
pub fn security_headers() -> HeaderMap {
    HeaderMap::from_iter([
        (header::CACHE_CONTROL, NO_STORE),
        (header::REFERRER_POLICY, NO_REFERRER),
        (header::X_CONTENT_TYPE_OPTIONS, NO_SNIFF),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ])
}

const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");
const NO_REFERRER: HeaderValue = HeaderValue::from_static("no-referrer");
const NO_SNIFF: HeaderValue = HeaderValue::from_static("nosniff");

/// Adds the headers that every response carries. A handler may set its own `Cache-Control`.
pub fn with_security_headers(router: Router) -> Router {
    router
        .layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, NO_STORE))
        .layer(SetResponseHeaderLayer::overriding(header::REFERRER_POLICY, NO_REFERRER))
        .layer(SetResponseHeaderLayer::overriding(header::X_CONTENT_TYPE_OPTIONS, NO_SNIFF))
}
