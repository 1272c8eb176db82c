//! The job `bulk-send`. Jobs of users take turns, a few requests each; every request has its own commit.

use std::time::Duration;

use domain::Refusal;
use domain::access::business::Send;
use domain::access::{Change, Permit, ScreenSet, system, to_act_on_requests};
use domain::request::RequestAction;
use jiff::SignedDuration;
use store::Error;
use store::audit::stamp;
use store::bulk_send::{BulkSend, BulkSendItem, item_sent};
use tokio::time::Instant;

use super::progress;
use super::reason::reason;
use crate::context::lease::{hold, lease_end};
use crate::context::{Pass, Stop, step};
use crate::identity::actor_without_session;
use crate::live::{LiveEvent, ProgressMade};
use crate::requests::act::send;
use crate::requests::change::change;
use crate::{App, Result};

/// Jobs looked up at once, and requests of one job before the next has its turn.
const JOBS: i64 = 8;
const TURN: i64 = 25;
/// How long a job waits that could not go on.
const RETRY: SignedDuration = SignedDuration::from_secs(60);
/// Open pages hear of progress at most this often.
const TELL_AFTER: Duration = Duration::from_millis(300);

/// Sends the requests that wait, of all users.
pub async fn send_waiting(app: &App, pass: &mut Pass) -> Result<()> {
    loop {
        let due = app.store.due_bulk_sends(&stamp(app.shared_now()), JOBS).await?;
        if due.is_empty() {
            return Ok(());
        }
        for job in due {
            if pass.is_stopping() {
                return Ok(());
            }
            let key = format!("{}/{}", job.entity, job.job_id);
            let outcome = take_turn(app, &job, &pass.stop()).await;
            pass.count(&key, outcome)?;
        }
    }
}

/// False: another node has claimed the job.
async fn take_turn(app: &App, job: &BulkSend, stop: &Stop) -> Result<bool> {
    let permit = system::requests(&job.country, &job.entity);
    if !is_ours(app.store.claim_bulk_send(&permit, job, &lease_end(app)).await)? {
        return Ok(false);
    }
    let renew = || async { is_ours(app.store.renew_bulk_send(&permit, job, &lease_end(app)).await) };
    let Some(outcome) = hold(send_some(app, &permit, job, stop), renew).await else { return Ok(false) };
    let next = match &outcome {
        Ok(true) => return Ok(true),
        Ok(false) => app.shared_now(),
        Err(_) => app.shared_now() + RETRY,
    };
    is_ours(app.store.renew_bulk_send(&permit, job, &stamp(next)).await)?;
    outcome.map(|_| true)
}

fn is_ours(outcome: Result<()>) -> Result<bool> {
    match outcome {
        Ok(()) => Ok(true),
        Err(Error::Refused(Refusal::Stale)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Sends a few requests; true when the job has ended.
async fn send_some(app: &App, permit: &Permit<Change>, job: &BulkSend, stop: &Stop) -> Result<bool> {
    let items = app.store.bulk_send_items(permit, &job.job_id, true, TURN).await?;
    let mut now = job.clone();
    let mut told = Instant::now();
    for item in &items {
        if stop.is_requested() {
            return Ok(false);
        }
        if app.store.is_bulk_send_cancelled(permit, &job.job_id).await? {
            return end(app, permit, job).await;
        }
        if send_item(app, permit, job, item).await? {
            now.sent += 1;
        } else {
            now.failed += 1;
        }
        if told.elapsed() > TELL_AFTER {
            told = Instant::now();
            tell(app, &now);
        }
    }
    if (items.len() as i64) < TURN {
        return end(app, permit, job).await;
    }
    tell(app, &now);
    Ok(false)
}

/// True: sent. Otherwise the reason is stored.
async fn send_item(app: &App, permit: &Permit<Change>, job: &BulkSend, item: &BulkSendItem) -> Result<bool> {
    match send_one(app, job, item).await {
        Ok(()) => Ok(true),
        // The other requests would fail too, and later none of them has to.
        Err(error @ Error::Unavailable(_)) => Err(error),
        Err(error) => {
            if let Error::Internal(what) = &error {
                tracing::error!(job = job.job_id, request = item.txn_ref_no, what, "a request could not be sent");
            }
            app.store.fail_bulk_send_item(permit, &job.job_id, item.position, &reason(&error)).await?;
            Ok(false)
        }
    }
}

/// Sends one request with the rights that the user has now.
async fn send_one(app: &App, job: &BulkSend, item: &BulkSendItem) -> Result<()> {
    let actor = actor_without_session(app, (&job.country, &job.entity), &job.user_id, &job.tenant).await?;
    let screen = Some(job.screen.as_str()).filter(|screen| !screen.is_empty());
    let access = to_act_on_requests::<Send>(&actor, &job.tenant, ScreenSet::BRANCH_EDITORS, screen)?;
    Box::pin(change(app, &access, &item.txn_ref_no, item.version, |aggregate, at| {
        let mut outcome = send(aggregate, at, step(&access, Some(aggregate), at, RequestAction::Send))?;
        outcome.more.push(item_sent(&access, &job.job_id, item.position));
        Ok(outcome)
    }))
    .await?;
    Ok(())
}

async fn end(app: &App, permit: &Permit<Change>, job: &BulkSend) -> Result<bool> {
    let find = async || app.store.bulk_send(permit, &job.user_id, &job.job_id).await;
    let Some(done) = find().await? else { return Ok(true) };
    // The claim is that of this turn.
    let done = BulkSend { tries: job.tries, ..done };
    if is_ours(app.store.end_bulk_send(permit, &done, &stamp(app.clock.now())).await)?
        && let Some(ended) = find().await?
    {
        tell(app, &ended);
    }
    Ok(true)
}

/// Tells the user's open pages.
fn tell(app: &App, job: &BulkSend) {
    app.live.publish(LiveEvent::ProgressMade(ProgressMade {
        country: job.country.clone(),
        entity: job.entity.clone(),
        user_id: job.user_id.clone(),
        work: "bulksend".to_owned(),
        progress: progress(job),
    }));
}
