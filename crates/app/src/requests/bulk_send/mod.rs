//! Requests that a user sends together: started by a call, sent by the job `bulk-send`.

mod reason;
mod run;

use std::collections::HashSet;

use domain::Refusal;
use domain::access::{Actor, Change, Permit, RequestAccess, View};
use domain::message::Message;
use domain::request::RequestStatus;
use domain::request::bodies::{self, MOST_BULK_SEND};
use domain::request::read::BodyReader;
use ports::OpenFile;
use serde_json::{Map, Value, json};
use store::audit::stamp;
use store::bulk_send::{BulkSend, BulkSendItem};
use store::requests::SortBy;

use super::search::SavedQuery;
use crate::context::{entity_clock, reference, version};
use crate::tables::{Format, Table};
use crate::wording::{Locale, StoredMessage};
use crate::{App, Result};

pub use run::send_waiting;

/// How many of a user's jobs are listed, and faults of one job named.
const LISTED: i64 = 10;
const NAMED: usize = 50;
const LONGEST_REFERENCE: usize = 50;
const ALL_ITEMS: i64 = MOST_BULK_SEND as i64;

/// The requests to send.
pub enum BulkSendTarget {
    /// With the versions that the user saw.
    Records(Vec<(String, Option<i64>)>),
    Filter(Box<SavedQuery>),
}

/// The records of a body, each with the version that the user saw.
pub fn read_records(body: &Map<String, Value>) -> std::result::Result<Vec<(String, Option<i64>)>, Refusal> {
    let mut reader = BodyReader::new(body, &bodies::ACTION);
    reader.only_declared();
    reader.into_result(())?;
    let wrong = || Refusal::field("records", Message::plain("EnTxn0001"));
    let records = match body.get("records") {
        None | Some(Value::Null) => return Err(Refusal::NothingSelected),
        Some(records) => records.as_array().ok_or_else(wrong)?,
    };
    let named = |record: &Value| {
        let record = record.as_object().ok_or_else(wrong)?;
        let txn_ref_no = reference(record)?;
        let is_short = txn_ref_no.len() <= LONGEST_REFERENCE;
        Ok((is_short.then(|| txn_ref_no.to_owned()).ok_or_else(wrong)?, version(record)?))
    };
    records.iter().take(MOST_BULK_SEND + 1).map(named).collect()
}

/// Starts to send requests. Whether each may be sent is decided when its turn comes.
pub async fn start_bulk_send(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    (tenant, screen): (&str, &str),
    target: BulkSendTarget,
) -> Result<Value> {
    let items = match target {
        BulkSendTarget::Records(records) => records,
        BulkSendTarget::Filter(query) => matching(app, actor, access, &query).await?,
    };
    let items = items_of(items)?;
    let job = BulkSend {
        country: actor.scope.country.clone(),
        entity: actor.scope.entity.clone(),
        job_id: uuid::Uuid::now_v7().simple().to_string(),
        user_id: actor.user_id.clone(),
        tenant: tenant.to_owned(),
        screen: screen.to_owned(),
        started_on: stamp(app.clock.now()),
        cancelled_on: None,
        ended_on: None,
        tries: 0,
        total: items.len() as i64,
        sent: 0,
        failed: 0,
    };
    let due = stamp(app.shared_now());
    app.store.start_bulk_send(access.permit(), &job, &items, &due).await?;
    app.live.bulk_send_signal().notify_one();
    Ok(progress(&job))
}

/// Of the requests that match, those that were not sent yet.
async fn matching(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    wanted: &SavedQuery,
) -> Result<Vec<(String, Option<i64>)>> {
    let at = entity_clock(app, access).await?;
    let mut query = wanted.at(&at, actor);
    if !query.statuses.is_empty() && !query.statuses.contains(&RequestStatus::New) {
        return Ok(Vec::new());
    }
    query.statuses = vec![RequestStatus::New];
    // In this order no match of a text is left out.
    (query.sort, query.ascending) = (SortBy::Created, true);
    let access: RequestAccess<View> = access.clone().into();
    let found = app.store.matching_requests(&access, &query, &at.today.to_string(), ALL_ITEMS + 1).await?;
    Ok(found.into_iter().map(|txn_ref_no| (txn_ref_no, None)).collect())
}

/// Each request once.
fn items_of(records: Vec<(String, Option<i64>)>) -> std::result::Result<Vec<BulkSendItem>, Refusal> {
    let mut known = HashSet::new();
    let each = records.into_iter().filter(|(txn_ref_no, _)| known.insert(txn_ref_no.clone()));
    let items: Vec<BulkSendItem> = (1..)
        .zip(each)
        .map(|(position, (txn_ref_no, version))| BulkSendItem {
            position,
            txn_ref_no,
            version,
            outcome: None,
            reason: None,
        })
        .collect();
    match items.len() {
        0 => Err(Refusal::NothingSelected),
        n if n > MOST_BULK_SEND => {
            Err(Refusal::field("records", Message::plain("tooMany").with("max", MOST_BULK_SEND)))
        }
        _ => Ok(items),
    }
}

/// How far a job is.
fn progress(job: &BulkSend) -> Value {
    let state = match (job.ended_on.is_some(), job.cancelled_on.is_some()) {
        (false, false) => "Running",
        (false, true) => "Cancelling",
        (true, false) => "Done",
        (true, true) => "Cancelled",
    };
    json!({
        "jobId": job.job_id, "state": state, "total": job.total, "done": job.sent + job.failed, "sent": job.sent,
        "failed": job.failed, "startedOn": job.started_on, "endedOn": job.ended_on,
    })
}

/// The caller's newest jobs.
pub async fn bulk_sends(app: &App, actor: &Actor, permit: &Permit<View>) -> Result<Vec<Value>> {
    Ok(app.store.bulk_sends(permit, &actor.user_id, LISTED).await?.iter().map(progress).collect())
}

/// A job of the caller. That of another user is not found.
async fn own(app: &App, actor: &Actor, permit: &Permit<View>, job_id: &str) -> Result<BulkSend> {
    let found = app.store.bulk_send(permit, &actor.user_id, job_id).await?;
    Ok(found.ok_or(Refusal::NotFound)?)
}

/// How far a job of the caller is, and its first faults.
pub async fn bulk_send_progress(app: &App, actor: &Actor, permit: &Permit<View>, job_id: &str) -> Result<Value> {
    let job = own(app, actor, permit, job_id).await?;
    let mut answer = progress(&job);
    let mut faults = Vec::new();
    if job.failed > 0 {
        let items = app.store.bulk_send_items(permit, job_id, false, ALL_ITEMS).await?;
        let failed = items.iter().filter(|item| item.reason.is_some()).take(NAMED);
        faults.extend(failed.map(|item| json!({ "txnRefNo": item.txn_ref_no, "message": reason(app, actor, item) })));
    }
    answer["faults"] = faults.into();
    Ok(answer)
}

fn reason(app: &App, actor: &Actor, item: &BulkSendItem) -> String {
    let stored = item.reason.as_deref().and_then(|text| serde_json::from_str::<StoredMessage>(text).ok());
    let locale = Locale::of(&actor.language, &actor.entity_type);
    stored.map(|message| app.wording.render_stored(locale, &message)).unwrap_or_default()
}

/// What became of each request, as a file.
pub async fn bulk_send_report(app: &App, actor: &Actor, permit: &Permit<View>, job_id: &str) -> Result<OpenFile> {
    own(app, actor, permit, job_id).await?;
    let mut table = Table::start(Format::Csv, &["txnRefNo", "result", "reason"])?;
    for item in app.store.bulk_send_items(permit, job_id, false, ALL_ITEMS).await? {
        let result = item.outcome.as_deref().unwrap_or("waiting");
        table.row(&[&item.txn_ref_no, result, &reason(app, actor, &item)])?;
    }
    table.finish()
}

/// Lets a job of the caller end before its next request.
pub async fn cancel_bulk_send(
    app: &App,
    actor: &Actor,
    (see, change): (&Permit<View>, &Permit<Change>),
    job_id: &str,
) -> Result<Value> {
    let job = own(app, actor, see, job_id).await?;
    app.store.cancel_bulk_send(change, &job, &stamp(app.clock.now())).await?;
    app.live.bulk_send_signal().notify_one();
    Ok(progress(&own(app, actor, see, job_id).await?))
}
