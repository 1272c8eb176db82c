//! Posts queued events, at least once and in the order of each request. Every endpoint is served on its own, so that a
//! slow or dead one delays no other.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::Refusal;
use domain::access::{Change, Permit, system};
use domain::request::NotificationEvent;
use futures_util::StreamExt;
use futures_util::stream::{self, FuturesUnordered};
use jiff::{SignedDuration, Timestamp};
use ports::WebhookCall;
use serde_json::json;
use store::Error;
use store::audit::stamp;
use store::requests::{Notice, add_notice};
use store::webhooks::{Attempt, DueDelivery, Endpoint, Settled};

use super::signature::signatures;
use crate::context::Pass;
use crate::context::lease::{hold, lease_end};
use crate::live::{LiveEvent, NoticesAdded};
use crate::{App, Result};

/// Endpoints served at the same time, and calls to one endpoint at the same time.
const MAX_ENDPOINTS: usize = 32;
const MAX_CALLS: usize = 4;
/// Events sent to an endpoint before the others get their turn.
const BATCH_SIZE: i64 = 20;
/// A failed event is tried again for this long.
const RETRIES: SignedDuration = SignedDuration::from_hours(72);
/// An integration is paused when its endpoint has failed for this long.
const PAUSE_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// The status of an endpoint that wants no further events.
const GONE: u16 = 410;
/// How often endpoints with new events are looked for while others are still being served.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// A pass serves no further endpoint after this time.
const MAX_PASS: Duration = Duration::from_secs(60);
/// The part of a response that is kept.
const RESPONSE_CHARS: usize = 2_000;
/// The screen whose editors are told of a paused integration.
const INTEGRATIONS: &str = "SD-ADM-014";

/// What happened at one endpoint.
#[derive(Default)]
struct Visit {
    done: u64,
    skipped: u64,
    failed: Vec<(String, String)>,
    /// The endpoint says that it is gone for good.
    is_gone: bool,
}

/// Why an event was not taken.
struct NotTaken {
    fault: String,
    is_gone: bool,
}

/// Posts the events that are due. Each endpoint that fails is left alone until the next pass.
pub async fn post_waiting(app: &App, pass: &mut Pass) -> Result<()> {
    let started = tokio::time::Instant::now();
    let mut work = FuturesUnordered::new();
    // Endpoints being served, and those that are left alone.
    let mut busy = HashSet::new();
    loop {
        let may_start = !pass.is_stopping() && started.elapsed() < MAX_PASS;
        let due = if may_start { app.store.due_endpoints(&stamp(app.shared_now())).await? } else { Vec::new() };
        for endpoint in due {
            match endpoint {
                Ok(endpoint) if work.len() < MAX_ENDPOINTS && busy.insert(key_of(&endpoint)) => {
                    let own = pass.part();
                    work.push(async move { (key_of(&endpoint), visit(app, &endpoint, &own).await) });
                }
                Ok(_) => {}
                Err(error) => {
                    let key = if let Error::Unreadable { key, .. } = &error { key.clone() } else { String::new() };
                    if busy.insert(key.clone()) {
                        error.report();
                        pass.count(&key, Err(error))?;
                    }
                }
            }
        }
        let ended = tokio::select! {
            ended = work.next() => ended,
            () = tokio::time::sleep(LOOK_AGAIN), if may_start => continue,
        };
        let Some((key, visit)) = ended else { return Ok(()) };
        match visit {
            Ok(visit) => {
                pass.report.done += visit.done;
                pass.report.skipped += visit.skipped;
                // Another node sends what was skipped.
                if visit.failed.is_empty() && visit.skipped == 0 {
                    busy.remove(&key);
                }
                visit.failed.into_iter().for_each(|(key, error)| pass.fail(&key, error));
            }
            Err(error) => pass.count(&key, Err(error))?,
        }
    }
}

fn key_of(endpoint: &Endpoint) -> String {
    format!("{}/{}/{}", endpoint.country, endpoint.entity, endpoint.integration_code)
}

/// Sends some events to one endpoint and stops at the first failure.
async fn visit(app: &App, endpoint: &Endpoint, pass: &Pass) -> Result<Visit> {
    let permit = system::requests(&endpoint.country, &endpoint.entity);
    let secrets = app.store.signing_secrets(&permit, endpoint).await?;
    let now = stamp(app.shared_now());
    let due = app.store.due_deliveries(&permit, &endpoint.integration_code, &now, BATCH_SIZE).await?;
    let has_failed = AtomicBool::new(false);
    let (permit_ref, secrets, has_failed_ref) = (&permit, &secrets, &has_failed);
    let calls = stream::iter(due).map(|due| async move {
        let due = due?;
        if has_failed_ref.load(Ordering::SeqCst) || pass.is_stopping() {
            return Ok(None);
        }
        let outcome = deliver(app, permit_ref, endpoint, secrets, &due, pass.may_give_up).await;
        if matches!(outcome, Ok(Some(Err(_))) | Err(_)) {
            has_failed_ref.store(true, Ordering::SeqCst);
        }
        outcome.map(|sent| sent.map(|sent| (due.delivery_id, sent)))
    });
    let mut calls = std::pin::pin!(calls.buffer_unordered(MAX_CALLS));
    let mut visit = Visit::default();
    let mut first_error = None;
    while let Some(outcome) = calls.next().await {
        match outcome {
            Ok(Some((_, Ok(())))) => visit.done += 1,
            Ok(Some((id, Err(not_taken)))) => {
                visit.is_gone |= not_taken.is_gone;
                visit.failed.push((format!("{}/{id}", key_of(endpoint)), not_taken.fault));
            }
            Ok(None) => visit.skipped += 1,
            Err(error @ Error::Unavailable(_)) => first_error = Some(error),
            Err(error) => visit.failed.push((key_of(endpoint), error.to_string())),
        }
    }
    if let Some(error) = first_error {
        return Err(error);
    }
    note_health(app, &permit, endpoint, &visit, pass.may_give_up).await?;
    Ok(visit)
}

/// Sends one event. `None`: another node has claimed it.
async fn deliver(
    app: &App,
    permit: &Permit<Change>,
    endpoint: &Endpoint,
    secrets: &[String],
    due: &DueDelivery,
    may_give_up: bool,
) -> Result<Option<std::result::Result<(), NotTaken>>> {
    let now = app.shared_now();
    match app.store.claim_delivery(permit, due, &stamp(now), &lease_end(app)).await {
        Ok(()) => {}
        Err(Error::Refused(Refusal::Stale)) => return Ok(None),
        Err(error) => return Err(error),
    }
    let timestamp = now.as_second();
    let call = WebhookCall {
        entity: permit.scope().path(),
        url: endpoint.url.clone(),
        headers: vec![
            ("webhook-id", due.delivery_id.clone()),
            ("webhook-timestamp", timestamp.to_string()),
            ("webhook-signature", signatures(secrets, &due.delivery_id, timestamp, &due.body)),
        ],
        body: due.body.clone(),
    };
    let renew = || async {
        app.store.renew_delivery(permit, due, &lease_end(app)).await?;
        Ok(true)
    };
    let posted = if secrets.is_empty() {
        Err("the signing secret was cleared with a change of the address; enter it again".to_owned())
    } else {
        let response = hold(app.webhooks.post(&call), renew).await;
        response.unwrap_or_else(|| Err("the claim was lost".to_owned()))
    };
    let (attempt, outcome) = match posted {
        Ok(response) => {
            let outcome = match response.status {
                200..300 => Ok(()),
                status => Err(NotTaken { fault: format!("the endpoint answers {status}"), is_gone: status == GONE }),
            };
            let text = response.text.replace('\0', "").chars().take(RESPONSE_CHARS).collect();
            (Attempt { status: Some(response.status.into()), response: Some(text), fault: None }, outcome)
        }
        Err(fault) => {
            let fault: String = fault.chars().take(200).collect();
            (Attempt { fault: Some(fault.clone()), ..Attempt::default() }, Err(NotTaken { fault, is_gone: false }))
        }
    };
    let now = app.shared_now();
    let settled = match &outcome {
        Ok(()) => Settled::Delivered,
        Err(_) if may_give_up && has_passed(&due.queued_on, RETRIES, now) => Settled::GivenUp,
        Err(_) => Settled::Again(stamp(now + back_off(due.tries))),
    };
    app.store.settle_delivery(permit, due, &attempt, &settled, &stamp(now)).await?;
    Ok(Some(outcome))
}

/// Doubles from 30 seconds to one hour.
fn back_off(tries: i64) -> SignedDuration {
    SignedDuration::from_secs(30i64.saturating_mul(1 << tries.clamp(0, 7)).min(3600))
}

fn has_passed(since: &str, period: SignedDuration, now: Timestamp) -> bool {
    since.parse::<Timestamp>().is_ok_and(|since| since + period <= now)
}

/// A success ends a series of failures; a series of one day pauses the integration, and so does an endpoint that is
/// gone.
async fn note_health(
    app: &App,
    permit: &Permit<Change>,
    endpoint: &Endpoint,
    visit: &Visit,
    may_give_up: bool,
) -> Result<()> {
    if visit.done > 0 && endpoint.failing_since.is_some() {
        app.store.forget_failures(permit, &endpoint.integration_code).await?;
    }
    if visit.failed.is_empty() {
        return Ok(());
    }
    let now = app.shared_now();
    app.store.note_failure(permit, endpoint, &stamp(now)).await?;
    let since = endpoint.failing_since.as_deref().filter(|_| visit.done == 0 && may_give_up);
    if visit.is_gone || since.is_some_and(|since| has_passed(since, PAUSE_AFTER, now)) {
        pause(app, permit, endpoint, &stamp(now)).await
    } else {
        Ok(())
    }
}

/// Pauses an integration and tells those who can change it.
async fn pause(app: &App, permit: &Permit<Change>, endpoint: &Endpoint, now: &str) -> Result<()> {
    let notices: Vec<(String, String, Notice)> = app
        .store
        .staff_who_can_administer(permit, INTEGRATIONS)
        .await?
        .into_iter()
        .map(|(user, tenant)| {
            let notice = Notice {
                notification_id: uuid::Uuid::now_v7().to_string(),
                at: now.to_owned(),
                event: NotificationEvent::WebhookPaused.name().to_owned(),
                txn_ref_no: String::new(),
                customer_name: String::new(),
                document_title: Some(endpoint.integration_code.clone()),
                actor: permit.actor().to_owned(),
                is_read: false,
            };
            (user, tenant, notice)
        })
        .collect();
    let statements = notices.iter().map(|(user, tenant, notice)| add_notice(permit, tenant, user, notice)).collect();
    match app.store.pause_integration(permit, endpoint, now, statements).await {
        Ok(()) => {}
        // Another node was faster.
        Err(Error::Refused(Refusal::Stale)) => return Ok(()),
        Err(error) => return Err(error),
    }
    tracing::warn!(integration = endpoint.integration_code, "a failing integration was paused");
    for (user_id, _, notice) in notices {
        app.live.publish(LiveEvent::NoticesAdded(NoticesAdded {
            country: endpoint.country.clone(),
            entity: endpoint.entity.clone(),
            user_id,
            notices: vec![json!(notice)],
        }));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_become_rarer_and_never_stop_for_more_than_an_hour() {
        let seconds: Vec<i64> = (0..10).map(|tries| back_off(tries).as_secs()).collect();
        assert_eq!(seconds, [30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600]);
    }
}
