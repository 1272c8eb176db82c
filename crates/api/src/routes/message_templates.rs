//! The preview of a message template, and the product's own text.

use app::notifications::{template_default, template_preview};
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Actor, Permit, ScreenSet, View, to_see_requests, to_view};
use domain::message;
use serde_json::{Map, Value};

use super::callers::{refuse, staff_caller};
use super::{body, request_call};
use crate::call::Call;
use crate::routes::endpoint::{Endpoint, FIND, Permission, post};
use crate::state::Api;
use crate::wire::Operation;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("admin", "smstemplate/preview"),
        FIND,
        Permission::Screens(&["SD-ADM-020"]),
        |api, call, body| Box::pin(preview(api, call, body)),
        &[post(
            "F shows a text with the values of a recent request that the caller may see, or with \
                made-up ones",
            &["templateType", "templateFor", "langCode", "subject", "messageFormat", "txnRefNo"],
        )],
    ),
    Endpoint::new(
        ("admin", "smstemplate/default"),
        FIND,
        Permission::Screens(&["SD-ADM-020"]),
        |api, call, body| Box::pin(default(api, call, body)),
        &[post("F gives the product's own text of an event", &["templateType", "templateFor", "langCode"])],
    ),
];

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
    let access = to_see_requests(&actor, request_call::tenant(call, &actor), ScreenSet::STAFF, None).ok();
    let shown = template_preview(&api.app, &permit, access.as_ref(), &map).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &shown))
}

pub async fn default(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let (permit, map) = read(api, call, &actor, body).await?;
    let found = template_default(&api.app, &permit, &map).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &found))
}
