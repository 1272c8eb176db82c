//! Routes of area `transaction` about requests. `docs/requests.md` describes input and output.

mod figures;
mod holds;
pub(super) mod lists;
mod meeting;
mod record;
mod reminders;
mod wizard;

use std::sync::Arc;

use app::master_data::Idempotency;
use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use domain::Refusal;
use domain::access::business::Import;
use domain::access::{
    Action, Actor, Change, RequestAccess, ScreenSet, View, to_act_on_requests, to_change_requests, to_see_requests,
};
use domain::message::Message;
use serde_json::{Map, Value};

use super::{body, refuse};
use crate::Api;
use crate::middleware::Call;

/// Most bytes of a request with all its parties and documents.
const LARGEST: usize = 2 * 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Requests {
    Record,
    Search,
    Draft,
    SavedView,
    Propose,
    Customer,
    Messages,
    Reminders,
    Sent,
    Delivery,
    Timeline,
    Clone,
    Action,
    Meeting,
    Notification,
    Compliance,
    Dashboard,
    Monthly,
    Hold,
}

/// The tenant of a call: the one in its header json, which was checked already, or that of the session.
pub(super) fn tenant<'a>(call: &'a Call, actor: &'a Actor) -> &'a str {
    call.address.header.tenant_code.as_deref().filter(|tenant| !tenant.is_empty()).unwrap_or(&actor.tenant)
}

pub(super) fn claim(call: &Call) -> Option<&str> {
    call.address.header.screen_id.as_deref()
}

pub(super) async fn to_see(
    api: &Api,
    call: &Call,
    actor: &Actor,
    screens: ScreenSet,
) -> store::Result<RequestAccess<View>> {
    match to_see_requests(actor, tenant(call, actor), screens, claim(call)) {
        Ok(access) => Ok(access),
        Err(refusal) => refuse(api, actor, refusal).await,
    }
}

pub(super) async fn to_change(
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

pub(super) async fn read(call: &Call, body: Body) -> store::Result<(Bytes, Map<String, Value>)> {
    let bytes = body::bytes(&call.headers, body, LARGEST).await?;
    let map = body::object(&bytes)?;
    Ok((bytes, map))
}

/// A parameter of the call, from its query or its body.
pub(super) fn parameter(call: &Call, name: &str) -> Option<String> {
    body::query(&call.query).into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
}

pub(super) fn requested_reference(call: &Call) -> Result<String, Refusal> {
    let given = parameter(call, "txnRefNo").filter(|text| !text.trim().is_empty());
    given.ok_or_else(|| Refusal::field("txnRefNo", Message::plain("EnTxn0001")))
}

pub async fn serve(api: &Arc<Api>, call: &mut Call, body: Body, what: Requests) -> store::Result<Response> {
    match what {
        Requests::Record => record::record(api, call, body).await,
        Requests::Search => lists::search(api, call, body).await,
        Requests::Draft => wizard::draft(api, call, body).await,
        Requests::SavedView => lists::saved_view(api, call, body).await,
        Requests::Propose => wizard::propose(api, call, body).await,
        Requests::Customer => wizard::customer(api, call).await,
        Requests::Messages => wizard::messages(api, call, body).await,
        Requests::Reminders => reminders::reminders(api, call, body).await,
        Requests::Sent => lists::sent(api, call).await,
        Requests::Hold => holds::hold(api, call, body).await,
        Requests::Delivery => super::deliveries::of_requests(api, call, body).await,
        Requests::Timeline => lists::timeline(api, call).await,
        Requests::Clone => wizard::clone(api, call, body).await,
        Requests::Action => record::act(api, call, body).await,
        Requests::Meeting => meeting::meeting(api, call, body).await,
        Requests::Notification => figures::notification(api, call, body).await,
        Requests::Compliance => figures::compliance(api, call, body).await,
        Requests::Dashboard => figures::dashboard(api, call).await,
        Requests::Monthly => figures::monthly(api, call).await,
    }
}

pub(super) fn idempotency(call: &Call, resource: &str, bytes: &Bytes) -> Result<Option<Idempotency>, Refusal> {
    super::master_data::idempotency(call, resource, bytes)
}

/// The parameters of query and body, as texts.
pub(super) fn pairs(call: &Call, map: &Map<String, Value>) -> Vec<(String, String)> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let from_body = map.iter().map(|(name, value)| (name.clone(), text(value)));
    body::query(&call.query).into_iter().chain(from_body).collect()
}

/// An import needs the right to import besides the right to write requests.
pub(super) fn to_import(actor: &Actor, call: &Call) -> Result<RequestAccess<Change>, Refusal> {
    to_change_requests(actor, tenant(call, actor), ScreenSet::WIZARDS, claim(call), Action::Edit)?;
    to_act_on_requests::<Import>(actor, tenant(call, actor), ScreenSet::WIZARDS, claim(call))
}
