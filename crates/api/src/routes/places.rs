use app::places;
use axum::body::Body;
use axum::response::Response;
use domain::message;
use serde_json::Value;

use super::body;
use crate::Api;
use crate::middleware::Call;
use crate::wire::Operation;
use app::Error;

fn code(call: &Call) -> String {
    body::query(&call.query)
        .into_iter()
        .find(|(name, _)| name == "code")
        .map_or_else(|| "IN".to_owned(), |(_, value)| value)
}

pub fn countries(api: &Api, call: &Call) -> store::Result<Response> {
    api.limits.public(call.from)?;
    Ok(call.responder(api).content(message::RETRIEVED, &places::countries()))
}

pub fn states(api: &Api, call: &Call) -> store::Result<Response> {
    api.limits.public(call.from)?;
    Ok(call.responder(api).content(message::RETRIEVED, &places::states(&code(call))))
}

pub async fn entities(api: &Api, call: &Call) -> store::Result<Response> {
    api.limits.public(call.from)?;
    let names = places::entities(&api.app, &code(call)).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &to_json(&names)?))
}

fn to_json<T: serde::Serialize>(names: &[T]) -> store::Result<Vec<Value>> {
    names.iter().map(|name| serde_json::to_value(name).map_err(Error::internal)).collect()
}

/// A token with an operation means master data; other callers read the public names.
pub fn keeps_tenants(call: &Call) -> bool {
    let has_token = crate::session::token(&call.headers, &call.address.header).is_some();
    has_token && (call.is_get || call.address.header.operation.is_some())
}

pub async fn tenants(api: &Api, call: &Call, body: Body) -> store::Result<Response> {
    api.limits.public(call.from)?;
    if matches!(call.address.header.operation, Some(Operation::Save | Operation::Update | Operation::Delete)) {
        return Err(domain::Refusal::NotAuthenticated.into());
    }
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    let names = places::tenants(&api.app, map.get("entityCode").and_then(Value::as_str).unwrap_or_default()).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &to_json(&names)?))
}

/// What a client needs first: the base URLs and the entity of its host.
pub async fn domain(api: &Api, call: &Call, body: Body) -> store::Result<Response> {
    api.limits.public(call.from)?;
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    let host = map.get("domain").and_then(Value::as_str).unwrap_or_default();
    let entity = places::entity_of_host(&api.app, host).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &places::domain_record(&api.app, entity.as_ref())))
}
