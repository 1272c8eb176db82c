//! Countries, states, entities and tenants: what may be known before login.

use domain::access::system;
use domain::geo;
use serde_json::{Value, json};
use store::places::{EntityName, TenantName};

use crate::{App, Result};

pub fn countries() -> Vec<Value> {
    geo::countries().map(|(code, name)| json!({ "countryCode": code, "countryName": name })).collect()
}

pub fn states(country: &str) -> Vec<Value> {
    let entry = |(code, name)| json!({ "countryCode": country, "stateCode": code, "stateName": name });
    geo::states(country).map(entry).collect()
}

pub async fn entities(app: &App, country: &str) -> Result<Vec<EntityName>> {
    app.store.entity_names(&system::public_names(), country).await
}

/// Tenants by name; an unknown entity has none.
pub async fn tenants(app: &App, entity: &str) -> Result<Vec<TenantName>> {
    let permit = system::public_names();
    match app.store.country_of(&permit, entity).await? {
        Some(country) => app.store.tenant_names(&permit, &country, entity).await,
        None => Ok(Vec::new()),
    }
}

/// Where the client finds each service. One process serves them all.
pub fn base_urls() -> Value {
    json!({
        "admin": "/api/admin",
        "app": "/api/app",
        "banker": "/api/banker",
        "customer": "/api/customer",
        "sms": "/api/sms",
    })
}
