//! Reminders: the job that sends them, the days on which they are planned, and what staff do about them.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use domain::Refusal;
use domain::access::{Actor, Change, RequestAccess, View, system};
use domain::message::Message;
use domain::request::read::BodyReader;
use domain::request::{
    Event, Reminder, RequestAction, RuleViolation, apply, bodies, first_reminder_day, is_reminder_time,
};
use jiff::civil::Date;
use jiff::{ToSpan, Zoned};
use serde_json::{Map, Value, json};
use store::requests::{ActionTaken, OutboxMessage, PartyRow, RequestAggregate, enqueue_messages, reminded};
use store::{Batch, Error};

use super::act;
use super::change::change;
use crate::context::{EntityClock, Outcome, Pass, entity_clock, load, reference, refusal, step, version};
use crate::notifications::effects;
use crate::notifications::message_renderer::MessageRenderer;
use crate::{App, Result, live};

const MAX_ATTEMPTS: usize = 8;
/// Requests that are read and committed together.
const BATCH_SIZE: usize = 200;

/// Sends the reminders that are due, in every entity where it is between 09:00 and 19:00. An entity or request that
/// cannot be read is reported and does not stop the others.
pub async fn send_reminders(app: &App, pass: &mut Pass) -> Result<()> {
    for (country, entity) in app.store.all_entities(&system::public_names()).await? {
        if pass.is_stopping() {
            break;
        }
        let access = RequestAccess::system(&country, &entity);
        let due = match due_requests(app, &access).await {
            Ok(due) => due,
            Err(error) => {
                pass.count(&format!("{country}/{entity}"), Err(error))?;
                continue;
            }
        };
        // Two halves side by side: one is decided while the database commits the other.
        let (first, second) = due.split_at(due.len() / 2);
        let mut halves = pass.halves();
        let [one, other] = &mut halves;
        let ended = tokio::join!(remind_all(app, &access, first, one), remind_all(app, &access, second, other));
        // Also what a half had done when it failed.
        halves.into_iter().for_each(|half| pass.report.add(half.report));
        ended.0.and(ended.1)?;
    }
    Ok(())
}

async fn remind_all(app: &App, access: &RequestAccess<Change>, mut due: &[String], pass: &mut Pass) -> Result<()> {
    let mut renderers = Renderers { app, known: HashMap::new() };
    while !due.is_empty() && !pass.is_stopping() {
        let (some, rest) = due.split_at(due.len().min(BATCH_SIZE).min(pass.room()));
        remind_several(app, access, some, &mut renderers, pass).await?;
        due = rest;
    }
    Ok(())
}

async fn due_requests(app: &App, access: &RequestAccess<Change>) -> Result<Vec<String>> {
    let at = entity_clock(app, access).await?;
    if !is_reminder_time(&local(app, &at)) {
        return Ok(Vec::new());
    }
    app.store.requests_to_remind(access.permit(), &at.today.to_string()).await
}

fn local(app: &App, at: &EntityClock) -> Zoned {
    app.clock.now().to_zoned(at.zone.clone())
}

/// Reminds the parties of several requests in one commit. If that fails, each request is tried alone.
async fn remind_several(
    app: &App,
    access: &RequestAccess<Change>,
    some: &[String],
    renderers: &mut Renderers<'_>,
    pass: &mut Pass,
) -> Result<()> {
    let scope = access.permit().scope();
    let key = |txn_ref_no: &str| format!("{}/{}/{txn_ref_no}", scope.country, scope.entity);
    let at = entity_clock(app, access).await?;
    let mut batch = Batch::default();
    let (mut messages, mut ready) = (Vec::new(), Vec::new());
    let today = at.today.to_string();
    let all = match app.store.requests(access, some, &today, at.four_eyes).await {
        Ok(all) => all,
        // One that cannot be read is found by reading each alone.
        Err(Error::Unreadable { .. }) => return remind_each(app, access, some, renderers, pass, &at).await,
        Err(error) => return Err(error),
    };
    let inactive = app.store.inactive_parties(access.permit(), some, &today).await?;
    for aggregate in all {
        let txn_ref_no = aggregate.request.txn_ref_no.clone();
        let decided = decide(app, access, aggregate, &inactive, &at).await;
        match prepared(access, decided, renderers, &at).await {
            Ok(Some(reminder)) => {
                batch = batch.join(reminder.batch);
                messages.extend(reminder.messages);
                ready.push(reminder.after);
            }
            other => pass.count(&key(&txn_ref_no), other.map(|_| false))?,
        }
    }
    if ready.is_empty() {
        return Ok(());
    }
    batch.statements.extend(enqueue_messages(access.permit(), &messages, &at.now));
    match app.store.commit(access.permit(), batch).await {
        Ok(()) => {
            live::publish_changes(app, access, &ready).await;
            pass.report.done += ready.len() as u64;
            Ok(())
        }
        Err(error @ Error::Unavailable(_)) => Err(error),
        Err(_) => {
            let left: Vec<String> = ready.into_iter().map(|after| after.request.txn_ref_no).collect();
            remind_each(app, access, &left, renderers, pass, &at).await
        }
    }
}

async fn remind_each(
    app: &App,
    access: &RequestAccess<Change>,
    some: &[String],
    renderers: &mut Renderers<'_>,
    pass: &mut Pass,
    at: &EntityClock,
) -> Result<()> {
    let scope = access.permit().scope();
    for txn_ref_no in some {
        let outcome = remind(app, access, txn_ref_no, renderers, at).await;
        pass.count(&format!("{}/{}/{txn_ref_no}", scope.country, scope.entity), outcome)?;
    }
    Ok(())
}

/// Reminds the parties of one request, decided again if it has changed. False if nobody is due.
async fn remind(
    app: &App,
    access: &RequestAccess<Change>,
    txn_ref_no: &str,
    renderers: &mut Renderers<'_>,
    at: &EntityClock,
) -> Result<bool> {
    for _ in 0..MAX_ATTEMPTS {
        let aggregate = match load(app, access, txn_ref_no, at).await {
            Err(Error::Refused(Refusal::NotFound)) => return Ok(false),
            other => other?,
        };
        let own = std::slice::from_ref(&aggregate.request.txn_ref_no);
        let inactive = app.store.inactive_parties(access.permit(), own, &at.today.to_string()).await?;
        let decided = decide(app, access, aggregate, &inactive, at).await;
        let Some(PreparedReminder { mut batch, messages, after }) = prepared(access, decided, renderers, at).await?
        else {
            return Ok(false);
        };
        batch.statements.extend(enqueue_messages(access.permit(), &messages, &at.now));
        match app.store.commit(access.permit(), batch).await {
            Err(Error::Refused(Refusal::Stale)) => continue,
            other => other?,
        }
        live::publish_changes(app, access, &[after]).await;
        return Ok(true);
    }
    Err(Refusal::Stale.into())
}

/// A request, and the reminders of its parties that are due today.
struct DueReminders {
    aggregate: RequestAggregate,
    due: Vec<(u32, Reminder)>,
}

/// Decides who is reminded. If nobody is, the next day is stored.
async fn decide(
    app: &App,
    access: &RequestAccess<Change>,
    aggregate: RequestAggregate,
    inactive: &HashSet<String>,
    at: &EntityClock,
) -> Result<Option<DueReminders>> {
    let permit = access.permit();
    let due = due_today(&aggregate, inactive, at.today);
    if !due.is_empty() {
        return Ok(Some(DueReminders { aggregate, due }));
    }
    // The login of a party may be activated again before its next reminder.
    let next = aggregate.next_reminder(at.today.saturating_add(1.day()));
    match app.store.postpone_reminder(permit, &aggregate, next).await {
        // Changed in the meantime, so that the next pass decides again.
        Ok(()) | Err(Error::Refused(Refusal::Stale)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// What is written about a request, its messages, and the request afterwards.
struct PreparedReminder {
    batch: Batch,
    messages: Vec<OutboxMessage>,
    after: RequestAggregate,
}

async fn prepared(
    access: &RequestAccess<Change>,
    decided: Result<Option<DueReminders>>,
    renderers: &mut Renderers<'_>,
    at: &EntityClock,
) -> Result<Option<PreparedReminder>> {
    let Some(DueReminders { aggregate, due }) = decided? else { return Ok(None) };
    let (mut after, step) = remind_parties(access, &aggregate, &due, at);
    let batch = reminded(access, &aggregate, &mut after, &step);
    let mut messages = Vec::new();
    let renderer = renderers.of(access, &aggregate).await?;
    for (party, reminder) in due {
        let reminder = (party, reminder.kind);
        messages.extend(effects::reminder(access.permit(), &aggregate, reminder, renderer, &step).await?);
    }
    Ok(Some(PreparedReminder { batch, messages, after }))
}

/// Renderers by what they have looked up: many requests have the same owner, branch and purpose.
struct Renderers<'a> {
    app: &'a App,
    known: HashMap<[String; 4], MessageRenderer<'a>>,
}

impl<'a> Renderers<'a> {
    async fn of(
        &mut self,
        access: &RequestAccess<Change>,
        aggregate: &RequestAggregate,
    ) -> Result<&mut MessageRenderer<'a>> {
        let request = &aggregate.request;
        let names = [&request.owner, &request.tenant_code, &request.branch_code, &request.customer.request_purpose];
        Ok(match self.known.entry(names.map(String::clone)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(MessageRenderer::new(self.app, access.permit(), aggregate).await?),
        })
    }
}

/// The reminders of today, except those of users who cannot log in.
fn due_today(aggregate: &RequestAggregate, inactive: &HashSet<String>, today: Date) -> Vec<(u32, Reminder)> {
    let is_active = |party: &&PartyRow| !inactive.contains(&party.user_id);
    let due = |party: &PartyRow| {
        let next = aggregate.reminders_of(party, today).into_iter().next();
        next.filter(|reminder| reminder.on == today).map(|reminder| (party.seq_no, reminder))
    };
    aggregate.parties.iter().filter(is_active).filter_map(due).collect()
}

fn remind_parties(
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    due: &[(u32, Reminder)],
    at: &EntityClock,
) -> (RequestAggregate, ActionTaken) {
    let mut after = aggregate.clone();
    for (number, reminder) in due {
        after.parties.iter_mut().filter(|row| row.seq_no == *number).for_each(|row| row.reminded_on.push(reminder.on));
    }
    let mut done = step(access, None, at, RequestAction::Remind);
    let parties: Vec<u32> = due.iter().map(|(party, _)| *party).collect();
    done.detail = json!({ "parties": parties, "kind": due.first().map(|(_, reminder)| reminder.kind.name()) });
    (after, done)
}

/// The reminders that are planned for a request.
pub async fn planned_reminders(app: &App, access: &RequestAccess<View>, txn_ref_no: &str) -> Result<Vec<Value>> {
    let at = entity_clock(app, access).await?;
    let aggregate = load(app, access, txn_ref_no, &at).await?;
    Ok(shown(&aggregate, first_reminder_day(&local(app, &at), aggregate.remind_on)))
}

/// The reminders that would be planned if the request were saved and sent now. Nothing is written.
pub async fn preview_reminders(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<Vec<Value>> {
    let at = entity_clock(app, access).await?;
    let (mut aggregate, was_sent) = super::message_preview::unsaved(app, actor, access, body).await?;
    if !was_sent {
        let (next, _) = apply(&aggregate.state(), &Event::Send, at.today).map_err(refusal)?;
        aggregate.apply_outcome(&next, &step(access, None, &at, RequestAction::Send));
    }
    aggregate.parties.iter_mut().for_each(|party| party.asked_on = party.asked_on.or(Some(at.today)));
    Ok(shown(&aggregate, first_reminder_day(&local(app, &at), aggregate.remind_on)))
}

fn shown(aggregate: &RequestAggregate, from: Date) -> Vec<Value> {
    let all = aggregate.parties.iter().flat_map(|party| {
        let planned = aggregate.reminders_of(party, from).into_iter();
        planned.map(|one| {
            json!({
                "partySeqNo": party.seq_no, "partyName": party.full_name(), "kind": one.kind.name(),
                "dueOn": one.on.to_string(),
            })
        })
    });
    all.collect()
}

/// Leaves out the next reminder of a party, or sends one now. Answers the reminders that are planned then.
pub async fn change_reminders(
    app: &App,
    access: &RequestAccess<Change>,
    body: &Map<String, Value>,
) -> Result<Vec<Value>> {
    let mut reader = BodyReader::new(body, &bodies::REMINDER_ACTION);
    reader.only_declared();
    let (party, action) = (reader.number("partySeqNo"), reader.one_of("action"));
    if party.is_none() && !reader.has_error("partySeqNo") {
        reader.fail_missing("partySeqNo");
    }
    let (party, action) = reader.into_result((party.unwrap_or_default(), action))?;
    let txn_ref_no = reference(body)?;
    let after = match action {
        Some("now") => act::remind_now(app, access, txn_ref_no, Some(party), version(body)?).await?,
        Some("skip") => {
            let now = app.clock.now();
            change(app, access, txn_ref_no, version(body)?, |aggregate, at| {
                let first = first_reminder_day(&now.to_zoned(at.zone.clone()), aggregate.remind_on);
                skip(access, aggregate, party, first, at)
            })
            .await?
        }
        _ => return Err(Refusal::field("action", Message::about("selectValid", "docrequest", "action")).into()),
    };
    let at = entity_clock(app, access).await?;
    Ok(shown(&after, first_reminder_day(&local(app, &at), after.remind_on)))
}

fn skip(
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    number: u32,
    first: Date,
    at: &EntityClock,
) -> Result<Outcome> {
    let party = aggregate.party(number).ok_or(Refusal::NotFound)?;
    let next = aggregate.reminders_of(party, first).into_iter().next();
    let next = next.ok_or_else(|| refusal(RuleViolation::WrongState))?;
    let mut after = aggregate.clone();
    after.parties.iter_mut().filter(|row| row.seq_no == number).for_each(|row| row.skipped_on.push(next.on));
    let mut done = step(access, Some(aggregate), at, RequestAction::SkipReminder);
    done.detail = json!({ "parties": [number], "kind": next.kind.name(), "dueOn": next.on.to_string() });
    Ok(Outcome { after, step: done, effects: Vec::new(), more: Vec::new() })
}
