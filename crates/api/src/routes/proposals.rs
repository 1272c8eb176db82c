//! Changes that wait for a second administrator.

use app::master_data as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, to_change, to_view_any};
use domain::master_data::ADMIN_SCREENS;
use domain::message;

use super::body;
use super::callers::{refuse, staff_caller};
use crate::call::Call;
use crate::routes::endpoint::{Answers, Endpoint, Permission, get, post};
use crate::state::Api;
use crate::wire::Operation;

/// The calls of this file.
pub(super) static ENDPOINTS: &[Endpoint] = &[Endpoint::new(
    ("admin", "master/proposal"),
    &[("GET", None), ("POST", Some("U"))],
    Permission::Screens(&[
        "SD-ADM-004",
        "SD-ADM-011",
        "SD-ADM-014",
        "SD-ADM-028",
        "SD-SMS-002",
        "SD-SMS-003",
        "SD-SMS-004",
        "SD-SMS-005",
        "SD-SMS-006",
        "SD-SMS-007",
        "SD-SMS-008",
    ]),
    |api, call, body| Box::pin(serve(api, call, body)),
    &[
        get(
            "Changes that wait for a second administrator, then those that were decided, newest \
                first: resource, key, operation and changed fields",
            Answers::Other,
        ),
        post(
            "U decides on a proposed change: approve or decline by another administrator, withdraw by \
                the one who proposed it",
            &["proposalId", "action", "remarks"],
        ),
    ],
)];

pub async fn serve(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let claim = call.address.header.screen_id.as_deref();
    let action = if call.is_get { Action::View } else { Action::Edit };
    let permit = match to_view_any(&actor, &ADMIN_SCREENS, claim, action) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    match (call.is_get, call.address.header.operation) {
        (true, _) => {
            let found = use_case::proposals(&api.app, &actor, &permit).await?;
            Ok(call.responder(api).content(message::RETRIEVED, &found))
        }
        (false, Some(Operation::Update)) => {
            let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
            let (definition, action) = use_case::proposal_right(&api.app, &permit, &map).await?;
            match to_change(&actor, definition, None, action) {
                Ok(permit) => {
                    let decided = use_case::decide_proposal(&api.app, &actor, &permit, &map).await?;
                    Ok(call.responder(api).record(message::UPDATED, &decided))
                }
                Err(refusal) => refuse(api, &actor, refusal).await,
            }
        }
        _ => Err(Refusal::BadRequest("a proposal is listed and decided").into()),
    }
}
