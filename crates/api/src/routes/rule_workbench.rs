//! A draft of a rule beside past documents.

use app::master_data as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, ScreenSet, to_change, to_see_requests, to_view};
use domain::message;
use serde_json::{Map, Value};

use super::{body, refuse, requests, staff_caller};
use crate::Api;
use crate::middleware::Call;
use crate::wire::Operation;

pub async fn serve(api: &Api, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let details = use_case::rule_details()?;
    let claim = call.address.header.screen_id.as_deref();
    let operation = (call.is_get, call.address.header.operation);
    if operation == (false, Some(Operation::Update)) {
        let permit = match to_change(&actor, details, claim, Action::Edit) {
            Ok(permit) => permit,
            Err(refusal) => return refuse(api, &actor, refusal).await,
        };
        let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
        let removal = to_change(&actor, details, claim, Action::Delete);
        return match use_case::publish_rule(&api.app, &permit, removal, &map).await {
            Ok(done) => Ok(call.responder(api).record(message::UPDATED, &done)),
            Err(store::Error::Refused(refusal)) => refuse(api, &actor, refusal).await,
            Err(error) => Err(error),
        };
    }
    let permit = match to_view(&actor, details, claim) {
        Ok(permit) => permit,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    // The screen of rules shows no requests; those of the caller's other screens may be used.
    let access = to_see_requests(&actor, requests::tenant(call, &actor), ScreenSet::STAFF, None).ok();
    let shown = match operation {
        (true, None | Some(Operation::FindAll)) => {
            let asked = body::query(&call.query).into_iter().map(|(name, value)| (name, Value::from(value)));
            let asked: Map<String, Value> = asked.collect();
            use_case::open_workbench(&api.app, &permit, access.as_ref(), &asked).await?
        }
        (false, Some(Operation::Find)) => {
            let map = body::object(&body::bytes(&call.headers, body, body::PLAIN).await?)?;
            use_case::try_rule(&api.app, &permit, access.as_ref(), &map).await?
        }
        _ => return Err(Refusal::BadRequest("a draft is tried with F and published with U").into()),
    };
    Ok(call.responder(api).record(message::RETRIEVED, &shown))
}
