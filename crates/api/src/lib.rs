//! HTTP: the address with its header json, who calls, which use case, and the one envelope that everything comes back in.

mod edge;
mod error;
mod limits;
mod proxies;
pub mod routes;
mod session;
mod watch;
pub mod wire;

use std::sync::Arc;

use app::App;
use axum::Router;
use axum::routing::{any, get};

pub use limits::{Limits, Rates};
pub use proxies::Proxies;

/// What handlers share.
pub struct Api {
    pub app: App,
    pub limits: Limits,
    pub proxies: Proxies,
    /// The text of `/metrics`.
    pub metrics: Box<dyn Fn() -> String + Send + Sync>,
    openapi: bytes::Bytes,
}

impl Api {
    pub fn new(app: App, rates: &Rates, proxies: Proxies, metrics: Box<dyn Fn() -> String + Send + Sync>) -> Arc<Api> {
        let openapi = routes::openapi::description().into();
        Arc::new(Api { app, limits: Limits::new(rates), proxies, metrics, openapi })
    }
}

/// Is it one of the contract's calls? They are most of all calls, and need no router to be told apart.
pub fn is_call(path: &str) -> bool {
    path.starts_with("/api/") && path != "/api/openapi.json" && !path.starts_with("/api/docs")
}

/// Answers one of the contract's calls.
pub async fn answer(api: Arc<Api>, request: axum::extract::Request) -> axum::response::Response {
    edge::serve(axum::extract::State(api), request).await
}

/// Every route of the product.
pub fn router(api: Arc<Api>) -> Router {
    Router::new()
        .route("/healthz", get(routes::system::alive))
        .route("/readyz", get(routes::system::ready))
        .route("/metrics", get(routes::system::metrics))
        .route("/api/openapi.json", get(routes::openapi::serve))
        .route("/api/docs", get(routes::openapi::reader))
        .route("/api/docs/{file}", get(routes::openapi::reader_file))
        .route("/api/{*rest}", any(edge::serve))
        .with_state(api)
}
