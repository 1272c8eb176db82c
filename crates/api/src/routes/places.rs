use std::future::ready;
use std::sync::Arc;

use app::places;
use axum::body::Body;
use axum::response::Response;
use domain::{Refusal, message};
use serde_json::Value;

use super::verb::Verb;
use super::{body, master_data};
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, GET, POST, Permission, get, post};
use crate::state::Api;
use crate::wire::Operation;
use app::Error;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("app", "code/countryList"),
        GET,
        Permission::Everybody,
        |api, call, _| Box::pin(ready(countries(api, call))),
        &[get("All countries", Answers::Other)],
    ),
    Endpoint::new(
        ("app", "code/stateList"),
        GET,
        Permission::Everybody,
        |api, call, _| Box::pin(ready(states(api, call))),
        &[get("The states of the country in `code`", Answers::Other)],
    ),
    Endpoint::new(
        ("app", "entity/entityList"),
        GET,
        Permission::Everybody,
        |api, call, _| Box::pin(entities(api, call)),
        &[get("The entities of the country in `code`", Answers::Other)],
    ),
    Endpoint::new(
        ("app", "tenancymaintenance"),
        &[("GET", None), ("POST", None)],
        Permission::NamesOrScreens(&["SD-ADM-011"]),
        |api, call, body| Box::pin(tenancy(api, call, body)),
        &[],
    ),
    Endpoint::new(
        ("app", "mapping/domain"),
        POST,
        Permission::Everybody,
        |api, call, body| Box::pin(domain(api, call, body)),
        &[post("Where the services are", &["domain"])],
    ),
];

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
    Ok(call.responder(api).content(message::RETRIEVED, &names))
}

fn to_json<T: serde::Serialize>(names: &[T]) -> store::Result<Vec<Value>> {
    names.iter().map(|name| serde_json::to_value(name).map_err(Error::internal)).collect()
}

/// The tenants of an entity: their names for everybody, the records for an administrator.
async fn tenancy(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    if !keeps_tenants(call) {
        return tenants(api, call, body).await;
    }
    let definition = domain::master_data::find("tenancymaintenance").ok_or(Refusal::BadRequest("unknown resource"))?;
    master_data::serve(api, call, body, definition, Verb::Operate).await
}

/// A token with an operation means master data; other callers read the public names.
fn keeps_tenants(call: &Call) -> bool {
    let has_token = crate::session::token(&call.headers, &call.address.header).is_some();
    has_token && (call.is_get || call.address.header.operation.is_some())
}

async fn tenants(api: &Api, call: &Call, body: Body) -> store::Result<Response> {
    api.limits.public(call.from)?;
    if matches!(call.address.header.operation, Some(Operation::Save | Operation::Update | Operation::Delete)) {
        return Err(Refusal::NotAuthenticated.into());
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
