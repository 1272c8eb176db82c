//! Takes messages from the outbox and hands them over: at least once, and honest about what failed.

use std::time::Duration;

use domain::access::system;
use jiff::SignedDuration;
use ports::{Channel, Letter, NotSent};
use store::audit::stamp;
use store::requests::Parcel;

use super::office::LINK;
use crate::identity::make_customer_link;
use crate::{App, Result};

const AT_ONCE: i64 = 50;
/// How long a message is ours once we took it.
const LEASE: SignedDuration = SignedDuration::from_secs(120);
/// After so many tries over about three days a message is given up.
const TRIES: i64 = 80;

/// Delivers what is due; gives back how many were handed over.
pub async fn deliver(app: &App) -> Result<usize> {
    let mut sent = 0;
    loop {
        let waiting = app.store.waiting_messages(&stamp(app.clock.now()), AT_ONCE).await?;
        let is_last = (waiting.len() as i64) < AT_ONCE;
        for parcel in waiting {
            sent += usize::from(hand_over(app, &parcel).await?);
        }
        if is_last {
            return Ok(sent);
        }
    }
}

/// Waits until there may be something to deliver.
pub async fn wait(app: &App) {
    let _ = tokio::time::timeout(Duration::from_secs(15), app.live.bell.notified()).await;
}

async fn hand_over(app: &App, parcel: &Parcel) -> Result<bool> {
    let permit = system::requests(&parcel.country, &parcel.entity);
    let until = stamp(app.clock.now() + LEASE);
    if app.store.claim_message(&permit, parcel, &until).await.is_err() {
        return Ok(false);
    }
    let outcome = send(app, parcel).await;
    let settled = match &outcome {
        Ok(()) => Ok(()),
        Err(NotSent::Refused(fault)) => Err((fault.clone(), None)),
        Err(NotSent::Unavailable(fault)) if parcel.tries + 1 >= TRIES => Err((fault.clone(), None)),
        Err(NotSent::Unavailable(fault)) => Err((fault.clone(), Some(again(app, parcel.tries)))),
    };
    if let Err(error) = &outcome {
        tracing::warn!(event = parcel.event, channel = parcel.channel, ?error, "a message was not sent");
    }
    app.store.settle_message(&permit, parcel, settled, &stamp(app.clock.now())).await?;
    Ok(outcome.is_ok())
}

/// Sooner at first, then at most once an hour.
fn again(app: &App, tries: i64) -> String {
    let seconds = 30i64.saturating_mul(1 << tries.clamp(0, 7)).min(3600);
    stamp(app.clock.now() + SignedDuration::from_secs(seconds))
}

async fn send(app: &App, parcel: &Parcel) -> std::result::Result<(), NotSent> {
    let permit = system::requests(&parcel.country, &parcel.entity);
    let down = |error: store::Error| NotSent::Unavailable(error.to_string());
    let text = match parcel.body.contains(LINK) {
        true => {
            let link = make_customer_link(app, &permit, &parcel.user_id).await.map_err(down)?;
            parcel.body.replace(LINK, &link)
        }
        false => parcel.body.clone(),
    };
    let channel = if parcel.channel == Channel::Mail.name() { Channel::Mail } else { Channel::Sms };
    let letter = Letter {
        channel,
        to: parcel.recipient.clone(),
        subject: parcel.subject.clone(),
        text,
        calendar: parcel.calendar.clone(),
    };
    let server = app.store.mail_server(&permit).await.map_err(down)?;
    app.messenger.send(server.as_ref(), &letter).await
}
