use std::sync::Arc;

use app::requests as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::business::Send;
use domain::access::{Action, BusinessAction, ScreenSet, to_act_on_requests};
use domain::message;

use crate::call::Call;
use crate::routes::callers::{refuse, staff_caller};
use crate::routes::endpoint::{Answers, Endpoint, Permission, Takes, about, edit, get, view};
use crate::routes::request_call::{claim, read, requested_reference, tenant, to_change, to_see};
use crate::state::Api;
use crate::wire::Operation;
use domain::request::bodies::{REMINDER, REMINDER_ACTION, REQUEST};

/// The calls of this file.
pub(in crate::routes) static ENDPOINTS: &[Endpoint] = &[Endpoint::new(
    ("transaction", "docrequest/reminders"),
    &[("GET", None), ("POST", Some("F")), ("POST", Some("U"))],
    Permission::Rules(&[
        view(ScreenSet::STAFF).only(&["-"]),
        edit(ScreenSet::WRITERS).only(&["F"]),
        edit(ScreenSet::WRITERS).with(BusinessAction::Send),
    ]),
    |api, call, body| Box::pin(reminders(api, call, body)),
    &[
        get("The reminders planned for the request in txnRefNo", Answers::Content(&[&REMINDER])),
        about(
            "post",
            "F: the reminders of a request as it is typed; U: leaves out the next one of a party \
                (skip), or sends one now",
            Takes::Bodies(&[("F", &REQUEST), ("U", &REMINDER_ACTION)]),
            Answers::Content(&[&REMINDER]),
        ),
    ],
)
.labelled()];

/// The reminders of a request, or of one that is being written, and what staff do about them.
async fn reminders(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    if call.is_get {
        let access = to_see(api, call, &actor, ScreenSet::READERS).await?;
        let found = use_case::planned_reminders(&api.app, &access, &requested_reference(call)?).await?;
        return Ok(call.responder(api).content(message::RETRIEVED, &found));
    }
    match call.address.header.operation {
        Some(Operation::Find) => {
            let access = to_change(api, call, &actor, ScreenSet::WRITERS, Action::Edit).await?;
            let (_, map) = read(call, body).await?;
            let found = use_case::preview_reminders(&api.app, &actor, &access, &map).await?;
            Ok(call.responder(api).content(message::RETRIEVED, &found))
        }
        Some(Operation::Update) => {
            let access = match to_act_on_requests::<Send>(
                &actor,
                tenant(call, &actor),
                ScreenSet::BRANCH_EDITORS,
                claim(call),
            ) {
                Ok(access) => access,
                Err(refusal) => return refuse(api, &actor, refusal).await,
            };
            let (_, map) = read(call, body).await?;
            let found = use_case::change_reminders(&api.app, &access, &map).await?;
            Ok(call.responder(api).content(message::UPDATED, &found))
        }
        _ => Err(Refusal::BadRequest("reminders are listed, skipped and sent").into()),
    }
}
