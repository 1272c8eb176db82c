//! Delivers messages from the outbox, at least once, and records failures.

use std::time::Duration;

use domain::Refusal;
use domain::access::{Change, Permit, system};
use jiff::SignedDuration;
use ports::{Channel, Letter, NotSent};
use store::Error;
use store::audit::stamp;
use store::requests::OutboxMessage;

use super::message_renderer::LINK;
use crate::identity::make_customer_link;
use crate::jobs::{Pass, Stop};
use crate::{App, Result};

const BATCH_SIZE: i64 = 50;
/// How long a claimed message is reserved for this node.
const LEASE: SignedDuration = SignedDuration::from_secs(120);
/// How long a message that is being sent may still take when the server stops.
const GRACE_PERIOD: Duration = Duration::from_secs(5);
/// A message is given up after this many attempts, over about three days.
const MAX_ATTEMPTS: i64 = 80;

/// The result of a delivery.
enum Delivery {
    Sent,
    NotSent(NotSent),
    /// Claimed by another node, or released because the server stops.
    Released,
}

/// Delivers waiting messages. A message that cannot be read, claimed or sent is reported and does not stop the others.
pub async fn deliver_waiting(app: &App, pass: &mut Pass) -> Result<()> {
    // Skips messages that could not be read or claimed, which stay first in the queue.
    let mut skipped = 0;
    loop {
        let waiting = app.store.waiting_messages(&stamp(app.clock.now()), BATCH_SIZE, skipped).await?;
        let is_last = (waiting.len() as i64) < BATCH_SIZE;
        for message in waiting {
            if pass.is_stopping() {
                return Ok(());
            }
            let message = match message {
                Ok(message) => message,
                Err(error) => {
                    error.report();
                    let key = if let Error::Unreadable { key, .. } = &error { key.clone() } else { String::new() };
                    pass.count(&key, Err(error))?;
                    skipped += 1;
                    continue;
                }
            };
            let key = format!("{}/{}/{}", message.country, message.entity, message.message_id);
            match deliver(app, &message, pass.stop()).await {
                Ok(Delivery::Sent) => pass.report.done += 1,
                Ok(Delivery::Released) => pass.report.skipped += 1,
                Ok(Delivery::NotSent(NotSent::Refused(fault) | NotSent::Unavailable(fault))) => pass.fail(&key, fault),
                Err(error) => {
                    pass.count(&key, Err(error))?;
                    skipped += 1;
                }
            }
        }
        if is_last {
            return Ok(());
        }
    }
}

async fn deliver(app: &App, message: &OutboxMessage, stop: Stop) -> Result<Delivery> {
    let permit = system::requests(&message.country, &message.entity);
    let until = stamp(app.clock.now() + LEASE);
    match app.store.claim_message(&permit, message, &until).await {
        Ok(()) => {}
        Err(Error::Refused(Refusal::Stale)) => return Ok(Delivery::Released),
        Err(error) => return Err(error),
    }
    let outcome = tokio::select! {
        outcome = send(app, message) => outcome,
        () = grace_period(stop) => return release(app, &permit, message).await,
    };
    let settled = match &outcome {
        Ok(()) => Ok(()),
        Err(NotSent::Refused(fault)) => Err((fault.clone(), None)),
        Err(NotSent::Unavailable(fault)) if message.tries + 1 >= MAX_ATTEMPTS => Err((fault.clone(), None)),
        Err(NotSent::Unavailable(fault)) => Err((fault.clone(), Some(retry_at(app, message.tries)))),
    };
    app.store.settle_message(&permit, message, settled, &stamp(app.clock.now())).await?;
    Ok(outcome.map_or_else(Delivery::NotSent, |()| Delivery::Sent))
}

/// Completes a grace period after the server is asked to stop.
async fn grace_period(mut stop: Stop) {
    stop.requested().await;
    tokio::time::sleep(GRACE_PERIOD).await;
}

/// Releases the claim, so that another node or the next start sends the message at once.
async fn release(app: &App, permit: &Permit<Change>, message: &OutboxMessage) -> Result<Delivery> {
    let now = stamp(app.clock.now());
    let released = Err(("the server stopped while it was sent".to_owned(), Some(now.clone())));
    app.store.settle_message(permit, message, released, &now).await?;
    Ok(Delivery::Released)
}

/// Exponential back-off, at most one hour.
fn retry_at(app: &App, tries: i64) -> String {
    let seconds = 30i64.saturating_mul(1 << tries.clamp(0, 7)).min(3600);
    stamp(app.clock.now() + SignedDuration::from_secs(seconds))
}

async fn send(app: &App, message: &OutboxMessage) -> std::result::Result<(), NotSent> {
    let permit = system::requests(&message.country, &message.entity);
    let unavailable = |error: store::Error| NotSent::Unavailable(error.to_string());
    // Only parties get a personal link.
    let text = match message.party > 0 && message.body.contains(LINK) {
        true => {
            let link = make_customer_link(app, &permit, &message.user_id, Some(&message.txn_ref_no))
                .await
                .map_err(unavailable)?;
            message.body.replace(LINK, &link)
        }
        false => message.body.clone(),
    };
    let channel = [Channel::Mail, Channel::Sms].into_iter().find(|channel| channel.name() == message.channel);
    let channel = channel.ok_or_else(|| NotSent::Refused("the channel is not known".to_owned()))?;
    let letter = Letter {
        channel,
        to: message.recipient.clone(),
        subject: message.subject.clone(),
        text,
        calendar: message.calendar.clone(),
    };
    let server = app.store.mail_server(&permit).await.map_err(unavailable)?;
    app.messenger.send(server.as_ref(), &letter).await
}
