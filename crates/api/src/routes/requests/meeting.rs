//! Meetings about a request.

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
use crate::routes::endpoint::{Answers, Endpoint, Permission, Takes, about, edit, get, view};
use crate::routes::request_call::{read, requested_reference, to_change, to_see};
use crate::state::Api;
use crate::wire::Operation;
use domain::request::bodies::{MEETING, MEETING_KEY, REQUEST_KEY};

/// The calls of this file.
pub(in crate::routes) static ENDPOINTS: &[Endpoint] = &[Endpoint::new(
    ("transaction", "meeting"),
    &[
        ("GET", None),
        ("POST", Some("FA")),
        ("POST", Some("F")),
        ("POST", Some("S")),
        ("POST", Some("U")),
        ("POST", Some("D")),
    ],
    Permission::Rules(&[edit(ScreenSet::MEETINGS).only(&["S", "U", "D"]), view(ScreenSet::STAFF)]),
    |api, call, body| Box::pin(meeting(api, call, body)),
    &[
        get("The meetings of the request in txnRefNo", Answers::Content(&[&MEETING])),
        about(
            "post",
            "FA, F, S, U, D: meetings with parties",
            Takes::Bodies(&[
                ("FA", &REQUEST_KEY),
                ("F", &MEETING_KEY),
                ("S", &MEETING),
                ("U", &MEETING),
                ("D", &MEETING_KEY),
            ]),
            Answers::Record(&[&MEETING]),
        ),
    ],
)
.labelled()];

async fn meeting(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let operation = call.address.header.operation;
    if call.is_get || matches!(operation, Some(Operation::FindAll | Operation::Find)) {
        let access = to_see(api, call, &actor, ScreenSet::READERS).await?;
        let (_, map) = read(call, body).await?;
        if !call.is_get && operation == Some(Operation::Find) {
            let found = use_case::find_meeting(&api.app, &access, &map).await?;
            return Ok(call.responder(api).record(message::RETRIEVED, &found));
        }
        let given = requested_reference(call).or_else(|refusal| match app::context::reference(&map) {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(refusal),
        });
        let found = use_case::list_meetings(&api.app, &access, &given?).await?;
        return Ok(call.responder(api).content(message::RETRIEVED, &found));
    }
    let access = to_change(api, call, &actor, ScreenSet::MEETINGS, Action::Edit).await?;
    let (_, map) = read(call, body).await?;
    let responder = call.responder(api);
    match operation {
        Some(Operation::Save) => {
            Ok(responder.record(message::CREATED, &use_case::plan_meeting(&api.app, &access, &map).await?))
        }
        Some(Operation::Update) => {
            Ok(responder.record(message::UPDATED, &use_case::change_meeting(&api.app, &access, &map).await?))
        }
        Some(Operation::Delete) => {
            use_case::cancel_meeting(&api.app, &access, &map).await?;
            Ok(responder.done(message::DELETED, json!({ "totalElements": 1 })))
        }
        _ => Err(Refusal::BadRequest("a meeting is listed, found, saved, updated and deleted").into()),
    }
}
