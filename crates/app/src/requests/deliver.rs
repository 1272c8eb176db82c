//! Takes messages from the outbox and hands them over: at least once, and honest about what failed.

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

const AT_ONCE: i64 = 50;
/// How long a message is ours once we took it.
const LEASE: SignedDuration = SignedDuration::from_secs(120);
/// How long a message that is being sent may still take when the server stops.
const LAST_SECONDS: Duration = Duration::from_secs(5);
/// After so many tries over about three days a message is given up.
const TRIES: i64 = 80;

/// What became of a message.
enum Handed {
    Sent,
    NotSent(NotSent),
    /// Another node has it, or we stop and leave it to the next.
    Left,
}

/// Sends what is due. A message that cannot be read, claimed or sent is reported and the others go out.
pub async fn deliver_waiting(app: &App, pass: &mut Pass) -> Result<()> {
    // Messages that could not even be read or claimed are still the first in the queue.
    let mut passed_over = 0;
    loop {
        let waiting = app.store.waiting_messages(&stamp(app.clock.now()), AT_ONCE, passed_over).await?;
        let is_last = (waiting.len() as i64) < AT_ONCE;
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
                    passed_over += 1;
                    continue;
                }
            };
            let key = format!("{}/{}/{}", message.country, message.entity, message.message_id);
            match hand_over(app, &message, pass.stop()).await {
                Ok(Handed::Sent) => pass.report.done += 1,
                Ok(Handed::Left) => pass.report.skipped += 1,
                Ok(Handed::NotSent(NotSent::Refused(fault) | NotSent::Unavailable(fault))) => pass.fail(&key, fault),
                Err(error) => {
                    pass.count(&key, Err(error))?;
                    passed_over += 1;
                }
            }
        }
        if is_last {
            return Ok(());
        }
    }
}

async fn hand_over(app: &App, message: &OutboxMessage, stop: Stop) -> Result<Handed> {
    let permit = system::requests(&message.country, &message.entity);
    let until = stamp(app.clock.now() + LEASE);
    match app.store.claim_message(&permit, message, &until).await {
        Ok(()) => {}
        Err(Error::Refused(Refusal::Stale)) => return Ok(Handed::Left),
        Err(error) => return Err(error),
    }
    let outcome = tokio::select! {
        outcome = send(app, message) => outcome,
        () = cut_off(stop) => return release(app, &permit, message).await,
    };
    let settled = match &outcome {
        Ok(()) => Ok(()),
        Err(NotSent::Refused(fault)) => Err((fault.clone(), None)),
        Err(NotSent::Unavailable(fault)) if message.tries + 1 >= TRIES => Err((fault.clone(), None)),
        Err(NotSent::Unavailable(fault)) => Err((fault.clone(), Some(again(app, message.tries)))),
    };
    app.store.settle_message(&permit, message, settled, &stamp(app.clock.now())).await?;
    Ok(outcome.map_or_else(Handed::NotSent, |()| Handed::Sent))
}

/// Ends when the server stops and a message has had time enough.
async fn cut_off(mut stop: Stop) {
    stop.requested().await;
    tokio::time::sleep(LAST_SECONDS).await;
}

/// Nobody waits for the end of our lease: the next node, or the next start, sends it at once.
async fn release(app: &App, permit: &Permit<Change>, message: &OutboxMessage) -> Result<Handed> {
    let now = stamp(app.clock.now());
    let again = Err(("the server stopped while it was sent".to_owned(), Some(now.clone())));
    app.store.settle_message(permit, message, again, &now).await?;
    Ok(Handed::Left)
}

/// Sooner at first, then at most once an hour.
fn again(app: &App, tries: i64) -> String {
    let seconds = 30i64.saturating_mul(1 << tries.clamp(0, 7)).min(3600);
    stamp(app.clock.now() + SignedDuration::from_secs(seconds))
}

async fn send(app: &App, message: &OutboxMessage) -> std::result::Result<(), NotSent> {
    let permit = system::requests(&message.country, &message.entity);
    let down = |error: store::Error| NotSent::Unavailable(error.to_string());
    let text = match message.body.contains(LINK) {
        true => {
            let link = make_customer_link(app, &permit, &message.user_id).await.map_err(down)?;
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
    let server = app.store.mail_server(&permit).await.map_err(down)?;
    app.messenger.send(server.as_ref(), &letter).await
}
