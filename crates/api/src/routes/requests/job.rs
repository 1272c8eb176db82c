//! Jobs of users: requests that are sent together in the background.

use std::sync::Arc;

use app::requests as use_case;
use app::requests::BulkSendTarget;
use app::tables::Format;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use domain::Refusal;
use domain::access::{Action, Actor, Change, RequestAccess, ScreenSet};
use domain::message;
use domain::request::bodies::{JOB, JOB_KEY, MOST_SENT_AT_ONCE};
use domain::request::read::BodyReader;
use serde_json::{Map, Value};

use crate::call::Call;
use crate::routes::callers::staff_caller;
use crate::routes::endpoint::{Answers, Endpoint, GET, Permission, Takes, about, get, view};
use crate::routes::request_call::{claim, pairs, parameter, read, tenant, to_change, to_see};
use crate::routes::request_files::file;
use crate::routes::requests::lists::wanted;
use crate::state::Api;
use crate::wire::Operation;

/// The calls of this file.
pub(in crate::routes) static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        ("transaction", "job"),
        &[("GET", None), ("POST", Some("D"))],
        Permission::Rules(&[view(ScreenSet::BRANCH_EDITORS)]),
        |api, call, body| Box::pin(job(api, call, body)),
        &[
            get(
                "How far the job in jobId is, with its first faults; without jobId the caller's newest jobs",
                Answers::Record(&[&JOB]),
            ),
            about(
                "post",
                "D: ends a job before its next request",
                Takes::Bodies(&[("D", &JOB_KEY)]),
                Answers::Record(&[&JOB]),
            ),
        ],
    ),
    Endpoint::new(
        ("transaction", "job/export"),
        GET,
        Permission::Rules(&[view(ScreenSet::BRANCH_EDITORS)]),
        |api, call, _| Box::pin(report(api, call)),
        &[get("What became of each request of the job in jobId", Answers::File(&["text/csv"]))],
    )
    .search(),
];

async fn job(api: &Arc<Api>, call: &mut Call, body: Body) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_see(api, call, &actor, ScreenSet::BRANCH_EDITORS).await?;
    let responder = call.responder(api);
    if call.is_get {
        return match parameter(call, "jobId").filter(|job| !job.is_empty()) {
            Some(job) => {
                let found = use_case::bulk_send_progress(&api.app, &actor, access.permit(), &job).await?;
                Ok(responder.record(message::RETRIEVED, &found))
            }
            None => {
                let found = use_case::bulk_sends(&api.app, &actor, access.permit()).await?;
                Ok(responder.content(message::RETRIEVED, &found))
            }
        };
    }
    if call.address.header.operation != Some(Operation::Delete) {
        return Err(Refusal::BadRequest("a job is looked at and cancelled").into());
    }
    let (_, map) = read(call, body).await?;
    let mut reader = BodyReader::new(&map, &JOB_KEY);
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

/// Answers `send` by a job when the caller asks for that, for all of a list, or for more than are sent at once.
pub(super) async fn send_in_background(
    api: &Arc<Api>,
    call: &Call,
    (actor, access): (&Actor, &RequestAccess<Change>),
    map: &Map<String, Value>,
) -> store::Result<Option<Response>> {
    let count = map.get("records").and_then(Value::as_array).map_or(0, Vec::len);
    let target = match map.get("filter") {
        Some(Value::Object(filter)) if !map.contains_key("records") => {
            let see = access.clone().into();
            BulkSendTarget::Filter(Box::new(wanted(api, actor, &see, pairs(call, filter)).await?))
        }
        _ if count > MOST_SENT_AT_ONCE || map.get("background") == Some(&Value::Bool(true)) => {
            BulkSendTarget::Records(use_case::read_records(map)?)
        }
        _ => return Ok(None),
    };
    let place = (tenant(call, actor), claim(call).unwrap_or_default());
    let made = use_case::start_bulk_send(&api.app, actor, access, place, target).await?;
    let mut response = call.responder(api).record(message::CREATED, &made);
    *response.status_mut() = StatusCode::ACCEPTED;
    Ok(Some(response))
}

async fn report(api: &Arc<Api>, call: &mut Call) -> store::Result<Response> {
    let actor = staff_caller(api, call).await?;
    let access = to_see(api, call, &actor, ScreenSet::BRANCH_EDITORS).await?;
    let job = parameter(call, "jobId").unwrap_or_default();
    let found = use_case::bulk_send_report(&api.app, &actor, access.permit(), &job).await?;
    file(found, Format::Csv.content_type(), "sent-requests.csv")
}
