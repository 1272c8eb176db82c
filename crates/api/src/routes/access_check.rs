//! Explains to administrators why a user can or cannot do something.

use app::access_check;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::to_view;
use domain::message;

use super::body;
use super::callers::{refuse, staff_caller};
use crate::call::Call;
use crate::routes::endpoint::{Endpoint, POST, Permission, post};
use crate::state::Api;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[Endpoint::new(
    ("sms", "usermaster/why"),
    POST,
    Permission::Screens(&["SD-SMS-002"]),
    |api, call, body| Box::pin(serve(api, call, body)),
    &[post(
        "Why a user can or cannot do something, step by step, with the record that decides",
        &["userId", "screenCode", "actionCode", "businessAction", "level", "tenantCode", "branchCode"],
    )],
)];

pub async fn serve(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let users = domain::master_data::find("usermaster").ok_or(Refusal::BadRequest("unknown resource"))?;
    let permit = match to_view(&actor, users, call.address.header.screen_id.as_deref()) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
    let asked = access_check::read_question(&map)?;
    let answer = access_check::check(&api.app, &permit, &asked).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &answer))
}
