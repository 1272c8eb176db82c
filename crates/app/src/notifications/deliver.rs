//! Delivers messages from the outbox, at least once, and records what the other side answered.
//!
//! The messages of an entity on a channel share a server and form a lane. Lanes run side by side, so that a slow or
//! dead server delays no other entity.

use std::collections::HashSet;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::Refusal;
use domain::access::{Change, Permit, system};
use futures_util::stream::{self, FuturesUnordered, StreamExt};
use jiff::{SignedDuration, Timestamp};
use ports::{Accepted, Channel, Letter, MailServer, NotSent};
use store::audit::stamp;
use store::requests::{DueMessage, Lane, OutboxMessage, Settlement, settle_message};
use store::{Error, Statement};

use super::letterhead::Letterhead;
use super::message_renderer::LINK;
use super::portal_link::new_customer_link;
use super::undelivered;
use crate::context::lease::{hold, lease_end};
use crate::context::{Pass, Stop};
use crate::{App, Result};

const BATCH_SIZE: i64 = 200;
/// Lanes at a time.
const MAX_LANES: usize = 64;
/// Messages of a lane at a time. The server gets fewer connections; the others are being claimed or settled.
const PARALLEL: usize = 12;
/// How often a pass looks for lanes that became due while others are still sending.
const RESCAN: Duration = Duration::from_secs(1);
/// How long a message that is being sent may still take when the server stops.
const GRACE_PERIOD: Duration = Duration::from_secs(5);
/// A message is given up this long after its first attempt.
const GIVE_UP: SignedDuration = SignedDuration::from_hours(72);
const FIRST_RETRY: SignedDuration = SignedDuration::from_secs(30);
const LAST_RETRY: SignedDuration = SignedDuration::from_hours(1);

/// The result of a delivery.
enum Delivery {
    Sent,
    NotSent(NotSent),
    /// Claimed by another node, left because the server is down, or released because this server stops.
    Released,
}

/// The end of a lane.
struct LaneEnd {
    lane: Lane,
    pass: Pass,
    /// True when messages could not be read or claimed: they are still due, so the lane is not started again.
    has_skipped: bool,
    outcome: Result<()>,
}

/// Delivers waiting messages. A message that cannot be read, claimed or sent is reported and does not stop the others.
pub async fn deliver_waiting(app: &App, pass: &mut Pass) -> Result<()> {
    let (mut lanes, mut closed) = (FuturesUnordered::new(), HashSet::new());
    let mut outcome = Ok(());
    loop {
        if outcome.is_ok() && !pass.is_stopping() {
            match app.store.due_lanes(&stamp(app.shared_now())).await {
                Ok(due) => {
                    let room = MAX_LANES.saturating_sub(lanes.len());
                    let fresh: Vec<Lane> = due.into_iter().filter(|lane| !closed.contains(lane)).take(room).collect();
                    for lane in fresh {
                        closed.insert(lane.clone());
                        lanes.push(run_lane(app, lane, pass.part()));
                    }
                }
                Err(error) => outcome = Err(error),
            }
        }
        // Lanes that have begun are always finished: their messages are claimed.
        tokio::select! {
            ended = lanes.next() => {
                let Some(ended) = ended else { return outcome };
                pass.report.add(ended.pass.report);
                if !ended.has_skipped {
                    closed.remove(&ended.lane);
                }
                outcome = outcome.and(ended.outcome);
            }
            () = tokio::time::sleep(RESCAN) => {}
        }
    }
}

async fn run_lane(app: &App, lane: Lane, mut pass: Pass) -> LaneEnd {
    let mut skipped = 0;
    let outcome = Sender::deliver_lane(app, &lane, &mut pass, &mut skipped).await;
    LaneEnd { lane, pass, has_skipped: skipped > 0, outcome }
}

/// What the messages of a lane have in common.
struct Sender<'a> {
    app: &'a App,
    permit: Permit<Change>,
    server: Option<MailServer>,
    letterhead: Letterhead,
    stop: Stop,
    /// A message may be given up by its age.
    may_give_up: bool,
    /// What was wrong when the server could not be used, and when it is tried again.
    down: OnceLock<(String, Timestamp)>,
    /// Another node has claimed a message of this batch, and probably the next ones.
    is_contested: AtomicBool,
}

impl Sender<'_> {
    async fn deliver_lane(app: &App, lane: &Lane, pass: &mut Pass, skipped: &mut i64) -> Result<()> {
        let permit = system::requests(&lane.country, &lane.entity);
        let (server, letterhead) = (app.store.mail_server(&permit).await?, Letterhead::load(app, &permit).await?);
        let sender = Sender {
            app,
            permit,
            server,
            letterhead,
            stop: pass.stop(),
            may_give_up: pass.may_give_up,
            down: OnceLock::new(),
            is_contested: AtomicBool::new(false),
        };
        // One message finds out whether the server can be used.
        let (mut size, mut parallel) = (1, 1);
        while !pass.is_stopping() {
            let now = stamp(app.shared_now());
            let mut due = app.store.due_messages(&sender.permit, &lane.channel, &now, (size, *skipped)).await?;
            let is_last = (due.len() as i64) < size;
            // Nodes begin at different messages, so that they seldom claim the same one.
            let start = uuid::Uuid::new_v4().as_u128() % (due.len() as u128).max(1);
            due.rotate_left(start as usize);
            let mut results = stream::iter(due).map(|due| sender.deliver_if_readable(due)).buffer_unordered(parallel);
            let mut outcome = Ok(());
            while let Some((key, result)) = results.next().await {
                match result {
                    Ok(Delivery::Sent) => pass.report.done += 1,
                    Ok(Delivery::Released) => pass.report.skipped += 1,
                    Ok(Delivery::NotSent(fault)) => pass.fail(&key, fault.answer().to_owned()),
                    Err(error) => {
                        outcome = outcome.and(pass.count(&key, Err(error)));
                        *skipped += 1;
                    }
                }
            }
            drop(results);
            outcome?;
            if let Some((answer, retry_at)) = sender.down.get() {
                sender.postpone_lane(lane, answer, *retry_at).await?;
            }
            // The rest of a contested batch was left alone; it is read again without what the other node claimed.
            let is_contested = sender.is_contested.swap(false, Ordering::Relaxed);
            if is_last && !is_contested {
                break;
            }
            (size, parallel) = (BATCH_SIZE, PARALLEL);
        }
        Ok(())
    }

    async fn deliver_if_readable(&self, due: Result<DueMessage>) -> (String, Result<Delivery>) {
        match due {
            Ok(due) => {
                let key = format!("{}/{}/{}", due.message.country, due.message.entity, due.message.message_id);
                (key, self.deliver(due).await)
            }
            Err(error) => {
                error.report();
                let key = if let Error::Unreadable { key, .. } = &error { key.clone() } else { String::new() };
                (key, Err(error))
            }
        }
    }

    /// Postpones all messages of a server that is down, together, until the next attempt.
    async fn postpone_lane(&self, lane: &Lane, answer: &str, retry_at: Timestamp) -> Result<()> {
        let now = self.app.shared_now();
        // The message that waits longest is tried first and finds out whether the server is back.
        let until = stamp(retry_at + SignedDuration::from_secs(1));
        // Those that will be given up are tried once more; none is while the clock is not trusted.
        let cutoff = if self.may_give_up { stamp(now - GIVE_UP) } else { String::new() };
        let times = (stamp(now), until, cutoff);
        self.app.store.postpone_messages(&self.permit, &lane.channel, answer, (&times.0, &times.1, &times.2)).await
    }

    async fn deliver(&self, mut due: DueMessage) -> Result<Delivery> {
        let now = self.app.shared_now();
        let is_given_up = |first: &str| first.parse::<Timestamp>().is_ok_and(|first| now - GIVE_UP >= first);
        let is_last_try = self.may_give_up && due.first_try_on.as_deref().is_some_and(is_given_up);
        if self.down.get().is_some() && !is_last_try || self.is_contested.load(Ordering::Relaxed) {
            return Ok(Delivery::Released);
        }
        let token = due.token.clone().unwrap_or_else(|| uuid::Uuid::new_v4().to_string());
        let times = (stamp(now), lease_end(self.app));
        let (text, link) = self.text(&due.message)?;
        match self.app.store.claim_message(&self.permit, &due, &token, (&times.0, &times.1), link).await {
            Ok(()) => due.message.tries += 1,
            Err(Error::Refused(Refusal::Stale)) => {
                self.is_contested.store(true, Ordering::Relaxed);
                return Ok(Delivery::Released);
            }
            Err(error) => return Err(error),
        }
        let outcome = match self.down.get() {
            Some((answer, _)) => Err(NotSent::Unavailable(answer.clone())),
            None => match self.send_holding(&due.message, text, &token).await {
                Some(outcome) => outcome,
                None => return self.release(&due.message).await,
            },
        };
        if let Err(NotSent::Unavailable(answer)) = &outcome {
            let _ = self.down.set((answer.clone(), self.retry_at(&due)));
        }
        self.settle(&due, &outcome, is_last_try).await?;
        Ok(outcome.map_or_else(Delivery::NotSent, |_| Delivery::Sent))
    }

    async fn settle(
        &self,
        due: &DueMessage,
        outcome: &std::result::Result<Accepted, NotSent>,
        is_last_try: bool,
    ) -> Result<()> {
        let settlement = match outcome {
            Ok(accepted) => {
                Settlement::Sent { answer: accepted.answer.clone(), gateway_id: accepted.gateway_id.clone() }
            }
            Err(NotSent::NoSuchRecipient(answer)) => Settlement::Bounced { answer: answer.clone() },
            Err(NotSent::Later(answer) | NotSent::Unavailable(answer)) if !is_last_try => {
                Settlement::Retry { answer: answer.clone(), at: stamp(self.retry_at(due)) }
            }
            Err(fault) => Settlement::Failed { answer: fault.answer().to_owned() },
        };
        let now = stamp(self.app.clock.now());
        let statement = settle_message(&self.permit, &due.message, &settlement, &now);
        let settled = match &settlement {
            Settlement::Failed { answer } => {
                undelivered::conclude(self.app, due, statement, "message-failed", answer).await
            }
            Settlement::Bounced { answer } => {
                undelivered::conclude(self.app, due, statement, "message-bounced", answer).await
            }
            _ => self.app.store.commit_unaudited(&self.permit, vec![statement]).await,
        };
        match settled {
            // Another node has sent it in the meantime, because this one was too slow.
            Err(Error::Refused(Refusal::Stale)) => Ok(()),
            other => other,
        }
    }

    /// Releases the claim, so that another node or the next start sends the message at once.
    async fn release(&self, message: &OutboxMessage) -> Result<Delivery> {
        let now = stamp(self.app.shared_now());
        let answer = "the server stopped while it was sent".to_owned();
        let released = settle_message(&self.permit, message, &Settlement::Retry { answer, at: now.clone() }, &now);
        match self.app.store.commit_unaudited(&self.permit, vec![released]).await {
            Ok(()) | Err(Error::Refused(Refusal::Stale)) => Ok(Delivery::Released),
            Err(error) => Err(error),
        }
    }

    /// Sends a message and renews its claim meanwhile. `None` when the server stops first.
    async fn send_holding(
        &self,
        message: &OutboxMessage,
        text: String,
        token: &str,
    ) -> Option<std::result::Result<Accepted, NotSent>> {
        let sent = async {
            tokio::select! {
                outcome = self.send(message, text, token) => Some(outcome),
                () = grace_period(self.stop.clone()) => None,
            }
        };
        // What is being sent cannot be taken back, so it goes on in any case.
        let renew = || async {
            self.app.store.renew_message(&self.permit, message, &lease_end(self.app)).await?;
            Ok(true)
        };
        hold(sent, renew).await.flatten()
    }

    /// Waits as long as the message has waited already, at most an hour: the pauses double.
    fn retry_at(&self, due: &DueMessage) -> Timestamp {
        let now = self.app.shared_now();
        let first = due.first_try_on.as_deref().and_then(|text| text.parse::<Timestamp>().ok()).unwrap_or(now);
        now + now.duration_since(first).clamp(FIRST_RETRY, LAST_RETRY)
    }

    /// The text with its personal link, which only parties get, and the statement that stores the link.
    fn text(&self, message: &OutboxMessage) -> Result<(String, Option<Statement>)> {
        if message.party == 0 || !message.body.contains(LINK) {
            return Ok((message.body.clone(), None));
        }
        let (link, keep) = new_customer_link(self.app, &self.permit, &message.user_id, Some(&message.txn_ref_no))?;
        Ok((message.body.replace(LINK, &link), Some(keep)))
    }

    async fn send(&self, message: &OutboxMessage, text: String, token: &str) -> std::result::Result<Accepted, NotSent> {
        let channel = Channel::named(&message.channel);
        let channel = channel.ok_or_else(|| NotSent::Refused("the channel is not known".to_owned()))?;
        let letter = Letter {
            calendar: message.calendar.clone(),
            token: Some(token.to_owned()),
            bounce_to: self.app.settings.reports.bounce_to(token),
            ..Letter::new(channel, &message.recipient, &message.subject, text)
        };
        let mut letter = self.letterhead.render_html(self.app, letter);
        letter.unsubscribe = letter.reply_to.clone().filter(|_| message.event.starts_with("Reminder"));
        self.app.messenger.send(self.server.as_ref(), &letter).await
    }
}

/// Completes a grace period after the server is asked to stop.
async fn grace_period(mut stop: Stop) {
    stop.requested().await;
    tokio::time::sleep(GRACE_PERIOD).await;
}
