//! Legal holds on requests and customers.

use std::sync::Arc;

use app::requests as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{to_hold_requests, to_see_holds};
use domain::message;
use serde_json::{Value, json};

use super::{claim, parameter, read, tenant};
use crate::Api;
use crate::middleware::Call;
use crate::routes::{refuse, staff_caller};
use crate::wire::Operation;

pub(super) async fn hold(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    if call.is_get {
        let access = match to_see_holds(&actor, tenant(call, &actor), claim(call)) {
            Ok(access) => access,
            Err(refusal) => return refuse(api, &actor, refusal).await,
        };
        let (txn_ref_no, customer) = (parameter(call, "txnRefNo"), parameter(call, "customerReference"));
        let target = use_case::HoldTarget::new(txn_ref_no.as_deref(), customer.as_deref())?;
        let found = use_case::holds(&api.app, &access, &target).await?;
        return Ok(call.responder(api).content(message::RETRIEVED, &found));
    }
    let access = match to_hold_requests(&actor, tenant(call, &actor), claim(call)) {
        Ok(access) => access,
        Err(refusal) => return refuse(api, &actor, refusal).await,
    };
    let (_, map) = read(call, body).await?;
    let responder = call.responder(api);
    match call.address.header.operation {
        Some(Operation::Save) => {
            let input = use_case::read_hold(&map)?;
            if !input.is_bulk {
                let set = Box::pin(use_case::set_hold(&api.app, &access, &input.targets[0], &input.reason)).await?;
                return Ok(responder.record(message::CREATED, &set));
            }
            let done = Box::pin(use_case::set_holds(&api.app, &access, &input)).await;
            let shown: Vec<Value> = done
                .into_iter()
                .map(|outcome| {
                    outcome.unwrap_or_else(|(txn_ref_no, error)| {
                        let (_, message) = crate::error::code_and_message(&responder, &error);
                        json!({ "txnRefNo": txn_ref_no, "error": message })
                    })
                })
                .collect();
            let failed = shown.iter().filter(|one| one.get("error").is_some()).count();
            Ok(responder.several(message::CREATED, &shown, failed))
        }
        Some(Operation::Delete) => {
            let input = use_case::read_hold(&map)?;
            if input.is_bulk {
                return Err(Refusal::BadRequest("one hold is lifted at a time").into());
            }
            Box::pin(use_case::lift_hold(&api.app, &access, &input.targets[0], &input.reason)).await?;
            Ok(responder.done(message::DELETED, json!({ "totalElements": 1 })))
        }
        _ => Err(Refusal::BadRequest("holds are listed, set and lifted").into()),
    }
}
