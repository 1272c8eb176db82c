//! The preview of a message template, and the product's own text.

use app::notifications::{template_default, template_preview};
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Actor, Permit, ScreenSet, View, to_see_requests, to_view};
use domain::message;
use serde_json::{Map, Value};

use super::{body, refuse, requests, staff_caller};
use crate::Api;
use crate::middleware::Call;
use crate::wire::Operation;

async fn read(api: &Api, call: &Call, actor: &Actor, body: Body) -> store::Result<(Permit<View>, Map<String, Value>)> {
    let templates = domain::master_data::find("smstemplate").ok_or(Refusal::NotFound)?;
    let permit = match to_view(actor, templates, call.address.header.screen_id.as_deref()) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, actor, refusal).await,
    };
    if call.address.header.operation != Some(Operation::Find) {
        return Err(Refusal::BadRequest("a template is previewed with operation F").into());
    }
    Ok((permit, body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?))
}

pub async fn preview(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let (permit, map) = read(api, call, &actor, body).await?;
    // The screen of templates shows no requests; those of the caller's other screens may be used.
    let access = to_see_requests(&actor, requests::tenant(call, &actor), ScreenSet::STAFF, None).ok();
    let shown = template_preview(&api.app, &permit, access.as_ref(), &map).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &shown))
}

pub async fn default(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let (permit, map) = read(api, call, &actor, body).await?;
    let found = template_default(&api.app, &permit, &map).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &found))
}
