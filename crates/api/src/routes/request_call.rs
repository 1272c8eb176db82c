//! What the calls about requests have in common: their access, their parameters and their bodies.

use axum::body::Body;
use bytes::Bytes;
use domain::Refusal;
use domain::access::business::Import;
use domain::access::{
    Action, Actor, Change, RequestAccess, ScreenSet, View, to_act_on_requests, to_change_requests, to_see_requests,
};
use domain::message::Message;
use serde_json::{Map, Value};

use super::body;
use super::callers::refuse;
use crate::call::Call;
use crate::state::Api;

/// Most bytes of a request with all its parties and documents.
const LARGEST: usize = 2 * 1024 * 1024;

/// The tenant of a call: the one in its header json, which was checked already, or that of the session.
pub fn tenant<'a>(call: &'a Call, actor: &'a Actor) -> &'a str {
    call.address.header.tenant_code.as_deref().filter(|tenant| !tenant.is_empty()).unwrap_or(&actor.tenant)
}

pub fn claim(call: &Call) -> Option<&str> {
    call.address.header.screen_id.as_deref()
}

pub async fn to_see(api: &Api, call: &Call, actor: &Actor, screens: ScreenSet) -> store::Result<RequestAccess<View>> {
    match to_see_requests(actor, tenant(call, actor), screens, claim(call)) {
        Ok(access) => Ok(access),
        Err(refusal) => refuse(api, actor, refusal).await,
    }
}

pub async fn to_change(
    api: &Api,
    call: &Call,
    actor: &Actor,
    screens: ScreenSet,
    action: Action,
) -> store::Result<RequestAccess<Change>> {
    match to_change_requests(actor, tenant(call, actor), screens, claim(call), action) {
        Ok(access) => Ok(access),
        Err(refusal) => refuse(api, actor, refusal).await,
    }
}

pub async fn read(call: &Call, body: Body) -> store::Result<(Bytes, Map<String, Value>)> {
    let bytes = body::bytes(&call.headers, body, LARGEST).await?;
    let map = body::object(&bytes)?;
    Ok((bytes, map))
}

/// A parameter of the call, from its query or its body.
pub fn parameter(call: &Call, name: &str) -> Option<String> {
    body::query(&call.query).into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

pub fn requested_reference(call: &Call) -> Result<String, Refusal> {
    let given = parameter(call, "txnRefNo").filter(|text| !text.trim().is_empty());
    given.ok_or_else(|| Refusal::field("txnRefNo", Message::plain("EnTxn0001")))
}

/// The parameters of query and body, as texts.
pub fn pairs(call: &Call, map: &Map<String, Value>) -> Vec<(String, String)> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let from_body = map.iter().map(|(name, value)| (name.clone(), text(value)));
    body::query(&call.query).into_iter().chain(from_body).collect()
}

/// An import needs the right to import besides the right to write requests.
pub fn to_import(actor: &Actor, call: &Call) -> Result<RequestAccess<Change>, Refusal> {
    to_change_requests(actor, tenant(call, actor), ScreenSet::WIZARDS, claim(call), Action::Edit)?;
    to_act_on_requests::<Import>(actor, tenant(call, actor), ScreenSet::WIZARDS, claim(call))
}

/// The number of a document in its request.
pub fn number(text: Option<String>) -> Result<u32, Refusal> {
    let invalid = || Refusal::field("documentNo", Message::about("select", "docrequest", "documentCode"));
    text.and_then(|text| text.trim().parse().ok()).filter(|number| *number > 0).ok_or_else(invalid)
}
