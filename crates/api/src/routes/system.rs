use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use subtle::ConstantTimeEq;

use crate::state::Api;

/// Liveness: the process runs.
pub async fn alive() -> &'static str {
    "ok"
}

/// Readiness: the database responds.
pub async fn ready(State(api): State<Arc<Api>>) -> Response {
    match api.app.store.ping().await {
        Ok(()) => "ready".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], "database unavailable").into_response()
        }
    }
}

/// Metrics, for callers with the operator's token. In a demo, callers on this machine need none.
pub async fn metrics(State(api): State<Arc<Api>>, request: Request) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let is_near = peer.is_none_or(|peer| peer.0.ip().to_canonical().is_loopback()) && !is_forwarded(request.headers());
    let is_open = api.app.settings.demo && is_near;
    if !is_open && !has_token(request.headers(), api.exposed.metrics_token.as_deref()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    figures(&api)
}

/// A proxy on this machine forwards calls from anywhere.
fn is_forwarded(headers: &HeaderMap) -> bool {
    ["forwarded", "via", "x-forwarded-for", "x-real-ip"].iter().any(|name| headers.contains_key(*name))
}

fn has_token(headers: &HeaderMap, wanted: Option<&str>) -> bool {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    match (given.and_then(|value| value.strip_prefix("Bearer ")), wanted) {
        (Some(given), Some(wanted)) => given.as_bytes().ct_eq(wanted.as_bytes()).into(),
        _ => false,
    }
}

/// Metrics without a token, for the separate address the operator configured.
pub fn metrics_router(api: Arc<Api>) -> axum::Router {
    let serve = |State(api): State<Arc<Api>>| async move { figures(&api) };
    axum::Router::new().route("/metrics", axum::routing::get(serve)).with_state(api)
}

fn figures(api: &Api) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], (api.metrics)()).into_response()
}
