//! Public data before login: countries, states, entities and tenants.

use domain::access::system;
use domain::geo;
use serde_json::{Value, json};
use store::places::{EntityName, TenantName};

use crate::{App, Error, Result};

pub fn countries() -> Vec<Value> {
    geo::countries().map(|(code, name)| json!({ "countryCode": code, "countryName": name })).collect()
}

pub fn states(country: &str) -> Vec<Value> {
    let entry = |(code, name)| json!({ "countryCode": country, "stateCode": code, "stateName": name });
    geo::states(country).map(entry).collect()
}

/// The names of the active entities, with the addresses of their logos.
pub async fn entities(app: &App, country: &str) -> Result<Vec<Value>> {
    let names = app.store.entity_names(&system::public_names(), country).await?;
    let shown = |name: &EntityName| {
        let mut shown = serde_json::to_value(name).map_err(Error::internal)?;
        shown["logo"] = json!(name.logo_version.map(|version| brand_address(&name.entity_code, version, "logo")));
        Ok(shown)
    };
    names.iter().map(shown).collect()
}

/// Where a picture of an entity's brand is served. With its version, so that browsers keep it until it changes.
pub fn brand_address(entity: &str, version: i64, picture: &str) -> String {
    format!("/provider/brand/{entity}/{version}/{picture}")
}

/// The tenants of an entity; empty for an unknown one.
pub async fn tenants(app: &App, entity: &str) -> Result<Vec<TenantName>> {
    let permit = system::public_names();
    match app.store.country_of(&permit, entity).await? {
        Some(country) => app.store.tenant_names(&permit, &country, entity).await,
        None => Ok(Vec::new()),
    }
}

/// The entity of a host name, with the data for its login page.
pub async fn entity_of_host(app: &App, host: &str) -> Result<Option<Value>> {
    let host = host.split(':').next().unwrap_or_default().to_ascii_lowercase();
    let Some((_, country, entity)) = app.settings.domains.iter().find(|(known, ..)| *known == host) else {
        return Ok(None);
    };
    public_entity(app, country, entity).await
}

/// An active entity by its code, with the data for its login page.
pub async fn entity_of_code(app: &App, entity: &str) -> Result<Option<Value>> {
    let Some(country) = app.store.country_of(&system::public_names(), entity).await? else { return Ok(None) };
    let found = public_entity(app, &country, entity).await?;
    Ok(found.filter(|entity| entity["status"] == "Active"))
}

async fn public_entity(app: &App, country: &str, entity: &str) -> Result<Option<Value>> {
    let permit = system::identity(country, entity, "system:domain");
    let definition = domain::master_data::find("master").ok_or_else(|| Error::internal("no entity master"))?;
    let Some(found) = app.store.find_record(&permit, definition, &[]).await? else { return Ok(None) };
    let mut record = found.to_map();
    let theme =
        record.get("cssTheme").and_then(Value::as_str).and_then(|text| serde_json::from_str::<Value>(text).ok());
    let mut shown = serde_json::Map::new();
    let names = [
        "countryCode",
        "entityCode",
        "entityType",
        "entityName",
        "displayName",
        "logo",
        "banner",
        "status",
        "versionNumber",
    ];
    for name in names {
        shown.insert(name.to_owned(), record.remove(name).unwrap_or_default());
    }
    shown.insert("theme".to_owned(), theme.unwrap_or_default());
    Ok(Some(Value::Object(shown)))
}

/// The base URL of each service. One process serves them all.
pub fn base_urls() -> Value {
    json!({
        "admin": "/api/admin",
        "app": "/api/app",
        "banker": "/api/banker",
        "customer": "/api/customer",
        "sms": "/api/sms",
    })
}

/// The settings of a client on a host or in a page of this entity.
pub fn domain_record(app: &App, entity: Option<&Value>) -> Value {
    let mut record = json!({
        "baseUrls": base_urls(),
        "demo": app.settings.demo,
        "captcha": app.settings.captcha,
        "countryCode": entity.map_or("IN".into(), |entity| entity["countryCode"].clone()),
        "entity": entity,
    });
    if app.settings.demo {
        record["demoPassword"] = crate::demo::PASSWORD.into();
    }
    record
}
