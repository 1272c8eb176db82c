//! Requests that are sent together in the background.

use std::sync::Arc;

use app::requests as use_case;
use app::requests::BulkSendTarget;
use app::tables::Format;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::Refusal;
use domain::access::business::Send;
use domain::access::{Action, Actor, BusinessAction, ScreenSet, to_act_on_requests};
use domain::message;
use domain::request::bodies::{BULK_SEND, BULK_SEND_KEY, BULK_SEND_PROGRESS};
use domain::request::read::BodyReader;
use serde_json::Value;

use crate::call::Call;
use crate::routes::callers::{refuse, staff_caller};
use crate::routes::endpoint::{Answers, Endpoint, GET, Permission, Takes, about, edit, get, view};
use crate::routes::request_call::{claim, pairs, parameter, read, tenant, to_change, to_see};
use crate::routes::request_files::file;
use crate::routes::requests::lists::wanted;
use crate::state::Api;
use crate::wire::Operation;

/// The calls of this file.
pub(in crate::routes) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("transaction", "docrequest/bulk-send"),
        &[("GET", None), ("POST", Some("S")), ("POST", Some("D"))],
        Permission::Rules(&[
            edit(ScreenSet::BRANCH_EDITORS).with(BusinessAction::Send).only(&["S"]),
            view(ScreenSet::BRANCH_EDITORS),
        ]),
        |api, call, body| Box::pin(bulk_send(api, call, body)),
        &[
            get(
                "How far the caller's newest jobs are; with jobId the first failures of that one too",
                Answers::Content(&[&BULK_SEND_PROGRESS]),
            ),
            about(
                "post",
                "S: sends requests in the background, these or all of a list that were not sent yet, at most 5,000, \
                    and answers 202; D: ends a job before its next request",
                Takes::Bodies(&[("S", &BULK_SEND), ("D", &BULK_SEND_KEY)]),
                Answers::Record(&[&BULK_SEND_PROGRESS]),
            ),
        ],
    ),
    Endpoint::new(
        ("transaction", "docrequest/bulk-send/export"),
        GET,
        Permission::Rules(&[view(ScreenSet::BRANCH_EDITORS)]),
        |api, call, _| Box::pin(report(api, call)),
        &[get("What became of each request of the job in jobId", Answers::File(&["text/csv"]))],
    )
    .search(),
];

async fn bulk_send(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let operation = call.address.header.operation;
    if operation == Some(Operation::Save) {
        return start(api, call, &actor, body).await;
    }
    let access = to_see(api, call, &actor, ScreenSet::BRANCH_EDITORS).await?;
    if call.is_get {
        let found = match parameter(call, "jobId").filter(|job| !job.is_empty()) {
            Some(job) => vec![use_case::bulk_send_progress(&api.app, &actor, access.permit(), &job).await?],
            None => use_case::bulk_sends(&api.app, &actor, access.permit()).await?,
        };
        return Ok(call.responder(api).content(message::RETRIEVED, &found));
    }
    if operation != Some(Operation::Delete) {
        return Err(Refusal::BadRequest("sending together is started, looked at and cancelled").into());
    }
    let (_, map) = read(call, body).await?;
    let mut reader = BodyReader::new(&map, &BULK_SEND_KEY);
    reader.only_declared();
    let job = reader.text("jobId");
    if job.is_none() {
        reader.fail_missing("jobId");
    }
    let job = reader.into_result(job)?.unwrap_or_default();
    let change = to_change(api, call, &actor, ScreenSet::BRANCH_EDITORS, Action::View).await?;
    let permits = (access.permit(), change.permit());
    let found = use_case::cancel_bulk_send(&api.app, &actor, permits, &job).await?;
    Ok(call.responder(api).record(message::UPDATED, &found))
}

async fn start(api: &Arc<Api>, call: &Call, actor: &Actor, body: Body) -> store::Result<Response> {
    let place = (tenant(call, actor).to_owned(), claim(call).unwrap_or_default().to_owned());
    let access = match to_act_on_requests::<Send>(actor, &place.0, ScreenSet::BRANCH_EDITORS, claim(call)) {
        Ok(access) => access,
        Err(refusal) => return refuse(api, actor, refusal).await,
    };
    let (_, map) = read(call, body).await?;
    let target = match map.get("filter") {
        Some(Value::Object(filter)) if !map.contains_key("records") => {
            let see = access.clone().into();
            BulkSendTarget::Filter(Box::new(wanted(api, actor, &see, pairs(call, filter)).await?))
        }
        _ => BulkSendTarget::Records(use_case::read_records(&map)?),
    };
    let place = (place.0.as_str(), place.1.as_str());
    let made = use_case::start_bulk_send(&api.app, actor, &access, place, target).await?;
    let mut response = call.responder(api).record(message::CREATED, &made);
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(response)
}

async fn report(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_see(api, call, &actor, ScreenSet::BRANCH_EDITORS).await?;
    let job = parameter(call, "jobId").unwrap_or_default();
    let found = use_case::bulk_send_report(&api.app, &actor, access.permit(), &job).await?;
    file(found, Format::Csv.content_type(), "sent-requests.csv")
}
