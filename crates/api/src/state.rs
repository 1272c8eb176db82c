//! What all handlers share.

use std::sync::Arc;

use app::App;

use crate::limits::{Limits, Rates};
use crate::proxies::Proxies;

/// Shared by all handlers.
pub struct Api {
    pub app: App,
    pub limits: Limits,
    pub proxies: Proxies,
    /// The text of `/metrics`.
    pub metrics: Box<dyn Fn() -> String + Send + Sync>,
    pub(crate) exposed: Exposed,
}

/// What callers without a login may read about the product itself.
#[derive(Clone, Default)]
pub struct Exposed {
    /// Opens `/metrics`.
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
        let limits = Limits::new(rates, &app.store.keys().derive("limits"));
        let api = Arc::new(Api { app, limits, proxies, metrics, exposed });
        let weak = Arc::downgrade(&api);
        api.app.live.on_charges(move |node, charges| {
            if let Some(api) = weak.upgrade() {
                api.limits.charge(node, charges);
            }
        });
        api
    }
}
