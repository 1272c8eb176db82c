use std::sync::Arc;

use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::Api;

/// The process runs.
pub async fn alive() -> &'static str {
    "ok"
}

/// The process can do its work.
pub async fn ready(State(api): State<Arc<Api>>) -> Response {
    match api.app.store.ping().await {
        Ok(()) => "ready".into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, [(header::RETRY_AFTER, "5")], "database unavailable").into_response()
        }
    }
}

pub async fn metrics(State(api): State<Arc<Api>>) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], (api.metrics)()).into_response()
}
