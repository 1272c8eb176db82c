//! Legal holds on requests and customers.

use std::sync::Arc;

use app::requests as use_case;
use axum::body::Body;
use axum::response::Response;
use domain::Refusal;
use domain::access::{BusinessAction, PURGE_CALENDAR, ScreenSet, to_hold_requests, to_see_holds};
use domain::message;
use serde_json::{Value, json};

use crate::call::Call;
use crate::routes::callers::{refuse, staff_caller};
use crate::routes::endpoint::{Answers, Endpoint, Permission, Takes, about, view};
use crate::routes::request_call::{claim, parameter, read, tenant};
use crate::state::Api;
use crate::wire::Operation;
use domain::request::bodies::{HOLD, HOLD_QUERY, LEGAL_HOLD};

/// The calls of this file.
pub(in crate::routes) static ENDPOINTS: &[Endpoint] = &[Endpoint::new(
    ("transaction", "hold"),
    &[("GET", None), ("POST", Some("S")), ("POST", Some("D"))],
    Permission::Rules(&[
        view(ScreenSet::BRANCH_EDITORS).or(&[PURGE_CALENDAR]).with(BusinessAction::LegalHold).only(&["S", "D"]),
        view(ScreenSet::BRANCH_EDITORS).or(&[PURGE_CALENDAR]),
    ]),
    |api, call, body| Box::pin(hold(api, call, body)),
    &[
        about(
            "get",
            "The legal holds on a request or a customer, active ones first",
            Takes::Bodies(&[("query", &HOLD_QUERY)]),
            Answers::Content(&[&LEGAL_HOLD]),
        ),
        about(
            "post",
            "S sets a legal hold on a request, a customer or several requests; D lifts one",
            Takes::Bodies(&[("S", &HOLD), ("D", &HOLD)]),
            Answers::Record(&[&LEGAL_HOLD]),
        ),
    ],
)
.labelled()];

async fn hold(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
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
                let set = use_case::set_hold(&api.app, &access, &input.targets[0], &input.reason).await?;
                return Ok(responder.record(message::CREATED, &set));
            }
            let done = use_case::set_holds(&api.app, &access, &input).await;
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
            use_case::lift_hold(&api.app, &access, &input.targets[0], &input.reason).await?;
            Ok(responder.done(message::DELETED, json!({ "totalElements": 1 })))
        }
        _ => Err(Refusal::BadRequest("holds are listed, set and lifted").into()),
    }
}
