//! Lookups of the wizard.

use std::sync::Arc;

use app::requests as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, ScreenSet};
use domain::message;
use serde_json::json;

use super::{parameter, read, to_change};
use crate::Api;
use crate::middleware::Call;
use crate::routes::staff_caller;
use crate::wire::Operation;

pub(super) async fn draft(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::WIZARDS, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let responder = call.responder(api);
    match call.address.header.operation {
        Some(Operation::Save | Operation::Update) => {
            let (kept, was_there) = use_case::save_draft(&api.app, &actor, &access, &map).await?;
            Ok(responder.record(if was_there { "EnTxn0058" } else { "EnTxn0056" }, &kept))
        }
        Some(Operation::Find) => {
            let found = use_case::find_draft(&api.app, &actor, &access, &map).await?;
            Ok(responder.record(message::RETRIEVED, &found))
        }
        Some(Operation::Delete) => {
            use_case::delete_draft(&api.app, &actor, &access, &map).await?;
            Ok(responder.done("EnTxn0057", json!({})))
        }
        _ => Err(Refusal::BadRequest("a draft is found, saved and deleted").into()),
    }
}

pub(super) async fn propose(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::WIZARDS, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let found = use_case::propose(&api.app, &access, &map).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &found))
}

pub(super) async fn customer(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::WIZARDS, Action::Edit).await?;
    let found = use_case::customers(&api.app, &access, &parameter(call, "q").unwrap_or_default()).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &found))
}

pub(super) async fn messages(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::WRITERS, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let shown = Box::pin(use_case::preview(&api.app, &actor, &access, &map)).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &shown))
}

pub(super) async fn clone(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::WRITERS, Action::Copy).await?;
    let (_, map) = read(call, body).await?;
    let made = use_case::clone_of(&api.app, &access, &map).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &made))
}
