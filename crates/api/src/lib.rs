//! HTTP: the address with its header json, who calls, which use case, and the one envelope that everything comes back in.

mod debug_capture;
mod error;
mod limits;
mod middleware;
mod proxies;
pub mod routes;
mod session;
pub mod wire;

use std::sync::Arc;

use app::App;
use axum::Router;
use axum::routing::{any, get};

pub use limits::{Limits, Rates, network};
pub use proxies::Proxies;

/// What handlers share.
pub struct Api {
    pub app: App,
    pub limits: Limits,
    pub proxies: Proxies,
    /// The text of `/metrics`.
    pub metrics: Box<dyn Fn() -> String + Send + Sync>,
    exposed: Exposed,
    openapi: bytes::Bytes,
}

/// What callers without a login may see of the product's inside.
#[derive(Clone, Default)]
pub struct Exposed {
    /// Opens `/metrics` to callers from other machines.
    pub metrics_token: Option<String>,
    /// `/api/docs` and `/api/openapi.json`.
    pub api_docs: bool,
}

impl Api {
    pub fn new(app: App, rates: &Rates, proxies: Proxies, metrics: Box<dyn Fn() -> String + Send + Sync>) -> Arc<Api> {
        let exposed = Exposed { metrics_token: None, api_docs: app.settings.demo };
        Api::exposing(app, rates, proxies, metrics, exposed)
    }

    pub fn exposing(
        app: App,
        rates: &Rates,
        proxies: Proxies,
        metrics: Box<dyn Fn() -> String + Send + Sync>,
        exposed: Exposed,
    ) -> Arc<Api> {
        let openapi = routes::openapi::description().into();
        let limits = Limits::new(rates, &app.store.keys().derive("limits"));
        let api = Arc::new(Api { app, limits, proxies, metrics, exposed, openapi });
        let weak = Arc::downgrade(&api);
        api.app.live.on_charges(move |node, charges| {
            if let Some(api) = weak.upgrade() {
                api.limits.charge(node, charges);
            }
        });
        api
    }
}

/// Is it one of the contract's calls? They are most of all calls, and need no router to be told apart.
pub fn is_call(path: &str) -> bool {
    path.starts_with("/api/") && path != "/api/openapi.json" && !path.starts_with("/api/docs")
}

/// Answers one of the contract's calls.
pub async fn answer(api: Arc<Api>, request: axum::extract::Request) -> axum::response::Response {
    middleware::serve(axum::extract::State(api), request).await
}

/// Once a second, tells other nodes what busy callers used up here.
pub async fn share_limits(api: Arc<Api>) {
    loop {
        tokio::time::sleep(std::time::Duration::from_secs(1)).await;
        let charges = api.limits.collect(api.app.live.has_other_nodes());
        if !charges.is_empty() {
            api.app.live.charge(charges);
        }
    }
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
        .route("/api/{*rest}", any(middleware::serve))
        .with_state(api)
}
