//! Changes to the entity that wait for a second administrator.

use app::master_data as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, to_change, to_view};
use domain::message;

use super::{body, refuse, staff_caller};
use crate::Api;
use crate::middleware::Call;
use crate::wire::Operation;

pub async fn serve(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let entity = domain::master_data::find("master").ok_or(Refusal::NotFound)?;
    let claim = call.address.header.screen_id.as_deref();
    match (call.is_get, call.address.header.operation) {
        (true, _) => match to_view(&actor, entity, claim) {
            Ok(permit) => {
                let may_decide = entity.screens.iter().any(|screen| actor.may(screen, Action::Edit));
                let found = use_case::proposals(&api.app, &permit, may_decide).await?;
                Ok(call.responder(api).content(message::RETRIEVED, &found))
            }
            Err(refusal) => refuse(api, &actor, refusal).await,
        },
        (false, Some(Operation::Update)) => match to_change(&actor, entity, claim, Action::Edit) {
            Ok(permit) => {
                let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
                let decided = use_case::decide_proposal(&api.app, &permit, &map).await?;
                Ok(call.responder(api).record(message::UPDATED, &decided))
            }
            Err(refusal) => refuse(api, &actor, refusal).await,
        },
        _ => Err(Refusal::BadRequest("a proposal is listed and decided").into()),
    }
}
