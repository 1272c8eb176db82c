//! Lookups of the wizard.

use std::sync::Arc;

use app::requests as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, ScreenSet};
use domain::message;
use serde_json::json;

use crate::call::Call;
use crate::routes::callers::staff_caller;
use crate::routes::endpoint::{Answers, Endpoint, FIND, GET, Permission, Takes, about, edit, get, view};
use crate::routes::request_call::{parameter, read, to_change};
use crate::state::Api;
use crate::wire::Operation;
use domain::request::bodies::{
    CUSTOMER, DRAFT, DRAFT_KEY, KEPT_DRAFT, MESSAGE, PROPOSAL_QUERY, PROPOSED_DOCUMENT, REQUEST, REQUEST_KEY,
};

/// The calls of this file.
pub(in crate::routes) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("transaction", "docrequest/draft"),
        &[("POST", Some("F")), ("POST", Some("S")), ("POST", Some("U")), ("POST", Some("D"))],
        Permission::Rules(&[edit(ScreenSet::WIZARDS)]),
        |api, call, body| Box::pin(draft(api, call, body)),
        &[about(
            "post",
            "F, S, U, D: what the caller has typed and not submitted",
            Takes::Bodies(&[("F", &DRAFT_KEY), ("S", &DRAFT), ("U", &DRAFT), ("D", &DRAFT_KEY)]),
            Answers::Record(&[&DRAFT, &KEPT_DRAFT]),
        )],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "docrequest/propose"),
        FIND,
        Permission::Rules(&[edit(ScreenSet::WIZARDS)]),
        |api, call, body| Box::pin(propose(api, call, body)),
        &[about(
            "post",
            "F: the documents that such a request usually asks for",
            Takes::Bodies(&[("F", &PROPOSAL_QUERY)]),
            Answers::Content(&[&PROPOSED_DOCUMENT]),
        )],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "docrequest/customer"),
        GET,
        Permission::Rules(&[edit(ScreenSet::WIZARDS)]),
        |api, call, _| Box::pin(customer(api, call)),
        &[get(
            "Customers of earlier requests whose name or mail address begins with q",
            Answers::Content(&[&CUSTOMER]),
        )],
    )
    .search()
    .labelled(),
    Endpoint::new(
        ("transaction", "docrequest/messages"),
        FIND,
        Permission::Rules(&[edit(ScreenSet::WRITERS)]),
        |api, call, body| Box::pin(messages(api, call, body)),
        &[about(
            "post",
            "F: the messages as they would go out",
            Takes::Bodies(&[("F", &REQUEST)]),
            Answers::Content(&[&MESSAGE]),
        )],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "docrequest/clone"),
        FIND,
        Permission::Rules(&[view(ScreenSet::WRITERS).by(Action::Copy)]),
        |api, call, body| Box::pin(clone(api, call, body)),
        &[about(
            "post",
            "F: the body of a new request like this one",
            Takes::Bodies(&[("F", &REQUEST_KEY)]),
            Answers::Other,
        )],
    )
    .labelled(),
];

async fn draft(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
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

async fn propose(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::WIZARDS, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let found = use_case::propose(&api.app, &access, &map).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &found))
}

async fn customer(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::WIZARDS, Action::Edit).await?;
    let found = use_case::customers(&api.app, &access, &parameter(call, "q").unwrap_or_default()).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &found))
}

async fn messages(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::WRITERS, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let shown = use_case::preview(&api.app, &actor, &access, &map).await?;
    Ok(call.responder(api).content(message::RETRIEVED, &shown))
}

async fn clone(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_change(api, call, &actor, ScreenSet::WRITERS, Action::Copy).await?;
    let (_, map) = read(call, body).await?;
    let made = use_case::clone_of(&api.app, &access, &map).await?;
    Ok(call.responder(api).record(message::RETRIEVED, &made))
}
