//! A request as a record, and the actions on it.

use std::sync::Arc;

use app::requests as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::business::{Approve, Cancel, Decline, Extend, Forward, Send};
use domain::access::{
    Action, Actor, Change, RequestAccess, ScreenSet, Side, to_act_on_requests, to_change_requests, to_close_requests,
};
use domain::message;
use domain::request::RequestAction;
use serde_json::{Map, Value, json};

use crate::call::Call;
use crate::routes::callers::{any_caller, refuse};
use crate::routes::endpoint::{Answers, Endpoint, Permission, Takes, UPDATE, about, edit, view};
use crate::routes::repeat::idempotency;
use crate::routes::request_call::{claim, read, tenant, to_change, to_see};
use crate::routes::requests::job;
use crate::state::Api;
use crate::wire::Operation;
use domain::request::bodies::{ACTION, REQUEST, REQUEST_KEY, REQUEST_KEYS};

/// The calls of this file.
pub(in crate::routes) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("transaction", "docrequest"),
        &[("POST", Some("F")), ("POST", Some("S")), ("POST", Some("U")), ("POST", Some("D"))],
        Permission::Rules(&[
            view(ScreenSet::READERS).only(&["F"]),
            edit(ScreenSet::WIZARDS).only(&["S", "U"]),
            edit(ScreenSet::WRITERS).by(Action::Delete),
        ]),
        |api, call, body| Box::pin(record(api, call, body)),
        &[about(
            "post",
            "F finds, S saves, U updates, D deletes a request; U also takes a record as it was \
                answered",
            Takes::Bodies(&[
                ("F", &REQUEST_KEY),
                ("S", &REQUEST),
                ("U", &REQUEST),
                ("D", &REQUEST_KEY),
                ("D", &REQUEST_KEYS),
            ]),
            Answers::Record(&[&REQUEST]),
        )],
    )
    .labelled(),
    Endpoint::new(
        ("transaction", "docrequest/action"),
        UPDATE,
        Permission::Session,
        |api, call, body| Box::pin(act(api, call, body)),
        &[about(
            "post",
            "U: runs an action on one request, or on several; send answers 202 with a job for more than 100 \
                records, for all of a filter, or when it is asked to go on in the background",
            Takes::Bodies(&[("U", &ACTION)]),
            Answers::Record(&[&REQUEST]),
        )
        .also(&[("202", "A job sends them: jobId")])],
    )
    .labelled(),
];

async fn record(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    let operation = call.address.header.operation;
    let (bytes, mut map) = read(call, body).await?;
    match operation {
        Some(Operation::Find) => {
            let access = to_see(api, call, &actor, ScreenSet::READERS).await?;
            let found = use_case::find(&api.app, &actor, &access, app::context::reference(&map)?).await?;
            Ok(call.responder(api).record(message::RETRIEVED, &found))
        }
        Some(Operation::Save) => {
            let access = to_change(api, call, &actor, ScreenSet::WIZARDS, Action::Edit).await?;
            check_send(api, call, &actor, &map).await?;
            let repeat = idempotency(call, "docrequest", &bytes)?;
            if let Some(branch) = call.address.header.branch_code.as_deref().filter(|code| !code.is_empty()) {
                map.entry("branchCode").or_insert_with(|| json!(branch));
            }
            let made = use_case::create(&api.app, &actor, &access, &map, repeat).await?;
            Ok(call.responder(api).record(message::CREATED, &made))
        }
        Some(Operation::Update) => {
            let access = to_change(api, call, &actor, ScreenSet::WIZARDS, Action::Edit).await?;
            check_send(api, call, &actor, &map).await?;
            let made = use_case::update(&api.app, &actor, &access, &map).await?;
            Ok(call.responder(api).record(message::UPDATED, &made))
        }
        Some(Operation::Delete) => {
            let access = to_change(api, call, &actor, ScreenSet::WRITERS, Action::Delete).await?;
            let count = use_case::delete(&api.app, &access, &map).await?;
            Ok(call.responder(api).done(message::DELETED, json!({ "totalElements": count })))
        }
        _ => Err(Refusal::BadRequest("a request is found, saved, updated and deleted").into()),
    }
}

/// Sending needs its own right, also when combined with saving.
async fn check_send(api: &Api, call: &Call, actor: &Actor, map: &Map<String, Value>) -> store::Result<()> {
    if map.get("send") != Some(&Value::Bool(true)) {
        return Ok(());
    }
    match to_act_on_requests::<Send>(actor, tenant(call, actor), ScreenSet::WIZARDS, claim(call)) {
        Ok(_) => Ok(()),
        Err(refusal) => refuse(api, actor, refusal).await,
    }
}

async fn act(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = any_caller(api, call).await?;
    if call.address.header.operation != Some(Operation::Update) {
        return Err(Refusal::BadRequest("an action is an update").into());
    }
    let (_, map) = read(call, body).await?;
    let action = RequestAction::parse_call(map.get("action").and_then(Value::as_str).unwrap_or_default());
    let action = action.ok_or(Refusal::BadRequest("unknown action"))?;
    let access = match access_for(&actor, call, action) {
        Ok(access) => access,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    if action == RequestAction::Send
        && let Some(response) = job::send_in_background(api, call, (&actor, &access), &map).await?
    {
        return Ok(response);
    }
    let responder = call.responder(api);
    if !map.contains_key("records") {
        let record = use_case::act::act(&api.app, &actor, &access, action, &map).await?;
        return Ok(responder.record(message::UPDATED, &record));
    }
    if !RequestAction::BULK_CALLS.contains(&action) {
        return Err(Refusal::BadRequest("this is done to one request at a time").into());
    }
    let done = use_case::act::act_on_several(&api.app, &actor, &access, action, &map).await?;
    let shown: Vec<Value> = done
        .into_iter()
        .map(|outcome| match outcome {
            Ok(record) => record,
            Err((txn_ref_no, error)) => {
                let (_, message) = crate::error::code_and_message(&responder, &error);
                json!({ "txnRefNo": txn_ref_no, "error": message })
            }
        })
        .collect();
    let failed = shown.iter().filter(|one| one.get("error").is_some()).count();
    Ok(responder.several(message::UPDATED, &shown, failed))
}

/// The access that each action needs: a screen, and the business action of the same name if there is one.
fn access_for(actor: &Actor, call: &Call, action: RequestAction) -> Result<RequestAccess<Change>, Refusal> {
    let (tenant, claim) = (tenant(call, actor), claim(call));
    let desk = || to_change_requests(actor, tenant, ScreenSet::BRANCH_EDITORS, claim, Action::Edit);
    match action {
        RequestAction::Send | RequestAction::Notify | RequestAction::Remind => {
            to_act_on_requests::<Send>(actor, tenant, ScreenSet::BRANCH_EDITORS, claim)
        }
        RequestAction::Approve => to_close_requests::<Approve>(actor, tenant, ScreenSet::BRANCH_EDITORS, claim),
        RequestAction::Decline => to_close_requests::<Decline>(actor, tenant, ScreenSet::BRANCH_EDITORS, claim),
        RequestAction::Extend => to_act_on_requests::<Extend>(actor, tenant, ScreenSet::BRANCH_EDITORS, claim),
        RequestAction::Cancel => to_close_requests::<Cancel>(actor, tenant, ScreenSet::BRANCH_EDITORS, claim),
        RequestAction::Forward => to_act_on_requests::<Forward>(actor, tenant, ScreenSet::BRANCH_EDITORS, claim),
        RequestAction::NotRequired
        | RequestAction::AnswerClaim
        | RequestAction::AnswerWaiver
        | RequestAction::WithdrawWaiver => desk(),
        RequestAction::Claim if actor.side == Side::Customer => {
            to_change_requests(actor, tenant, ScreenSet::PROVIDER, claim, Action::Edit)
        }
        RequestAction::AddParty if actor.side == Side::Customer => {
            to_change_requests(actor, tenant, ScreenSet::PROVIDER, claim, Action::Edit)
        }
        RequestAction::AddDocument | RequestAction::RemoveDocument | RequestAction::AddParty => {
            // Changing the requested documents also takes the right to write requests.
            to_change_requests(actor, tenant, ScreenSet::WIZARDS, None, Action::Edit)?;
            desk()
        }
        RequestAction::Claim => Err(Refusal::NotAllowed("only a party claims that a document is not needed")),
        _ => Err(Refusal::BadRequest("unknown action")),
    }
}
