//! How requests change: load, decide, commit; retried when another change came first.

use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::message::Message;
use domain::request::{Effect, Event, RequestAction, apply};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;
use store::requests::{ActionTaken, DocumentRow, Notice, RequestAggregate, changed};
use store::{Batch, Error, Statement};

use super::{compliance, live, meetings, notifications, refusal, review_waiting};
use crate::{App, Result, documents, webhooks};

const MAX_ATTEMPTS: usize = 8;

/// The current time in the entity's time zone.
#[derive(Debug, Clone)]
pub(crate) struct EntityClock {
    pub today: Date,
    pub now: String,
    pub zone: TimeZone,
    /// True when waiving a mandatory document needs two people.
    pub four_eyes: bool,
}

impl EntityClock {
    /// The entity's calendar day of a timestamp.
    pub fn day_of(&self, stamp: &str) -> Date {
        stamp.parse::<Timestamp>().map_or(self.today, |moment| moment.to_zoned(self.zone.clone()).date())
    }

    /// The start of a day in the entity's time zone.
    pub fn start_of_day(&self, day: Date) -> String {
        let start = day.to_zoned(self.zone.clone()).map_or(Timestamp::MIN, |start| start.timestamp());
        store::audit::stamp(start)
    }
}

pub(crate) async fn entity_clock<Kind>(app: &App, access: &RequestAccess<Kind>) -> Result<EntityClock> {
    let facts = app.entity_facts(access.permit().scope()).await?;
    let zone = TimeZone::get(&facts.time_zone).unwrap_or(TimeZone::UTC);
    let now = app.clock.now();
    Ok(EntityClock {
        today: now.to_zoned(zone.clone()).date(),
        now: store::audit::stamp(now),
        zone,
        four_eyes: facts.four_eyes,
    })
}

/// A decision: the request afterwards, the action, its effects and additional statements.
pub(crate) struct Outcome {
    pub after: RequestAggregate,
    pub step: ActionTaken,
    pub effects: Vec<Effect>,
    pub more: Vec<Statement>,
}

impl Outcome {
    /// Applies one event.
    pub fn by(
        aggregate: &RequestAggregate,
        event: &Event,
        entity_clock: &EntityClock,
        step: ActionTaken,
    ) -> std::result::Result<Outcome, Refusal> {
        let (next, effects) = apply(&aggregate.state(), event, entity_clock.today).map_err(refusal)?;
        let mut after = aggregate.clone();
        after.apply_outcome(&next, &step);
        Ok(Outcome { after, step, effects, more: Vec::new() })
    }

    /// Applies a further event.
    pub fn and(mut self, event: &Event, entity_clock: &EntityClock) -> std::result::Result<Outcome, Refusal> {
        let (next, effects) = apply(&self.after.state(), event, entity_clock.today).map_err(refusal)?;
        self.after.apply_outcome(&next, &self.step);
        self.effects.extend(effects);
        Ok(self)
    }
}

/// An action by the caller, without reason or remark.
pub(crate) fn step(
    access: &RequestAccess<Change>,
    aggregate: Option<&RequestAggregate>,
    entity_clock: &EntityClock,
    action: RequestAction,
) -> ActionTaken {
    let for_user =
        aggregate.filter(|aggregate| aggregate.request.is_forwarded).map(|aggregate| aggregate.request.owner.clone());
    ActionTaken {
        action,
        actor: access.permit().actor().to_owned(),
        for_user,
        now: entity_clock.now.clone(),
        zone: entity_clock.zone.clone(),
        document: None,
        reason: None,
        reason_code: None,
        remark: None,
        detail: Value::Null,
    }
}

/// Changes a request. With a version, a concurrent change is refused; without one, the decision is repeated.
pub(crate) async fn change<F>(
    app: &App,
    access: &RequestAccess<Change>,
    txn_ref_no: &str,
    version: Option<i64>,
    decide: F,
) -> Result<RequestAggregate>
where
    F: Fn(&RequestAggregate, &EntityClock) -> Result<Outcome> + Send,
{
    let entity_clock = entity_clock(app, access).await?;
    for _ in 0..MAX_ATTEMPTS {
        let aggregate = load(app, access, txn_ref_no, &entity_clock).await?;
        check_version(&aggregate, version)?;
        let outcome = decide(&aggregate, &entity_clock)?;
        match commit(app, access, &aggregate, outcome, &entity_clock).await {
            Err(Error::Refused(Refusal::Stale)) if version.is_none() => continue,
            other => return other,
        }
    }
    Err(Refusal::Stale.into())
}

/// A caller that sends a version must match the stored one.
pub(super) fn check_version(aggregate: &RequestAggregate, version: Option<i64>) -> std::result::Result<(), Refusal> {
    match version {
        Some(version) if version != aggregate.request.version_number => Err(Refusal::Stale),
        _ => Ok(()),
    }
}

/// A request cannot be sent when a due date has passed.
pub(super) fn check_due(aggregate: &RequestAggregate, at: &EntityClock) -> std::result::Result<(), Refusal> {
    let today = at.today.to_string();
    let is_overdue = |row: &DocumentRow| row.due.as_ref().is_some_and(|due| *due < today);
    if aggregate.request.document_due_date < today || aggregate.documents.iter().any(is_overdue) {
        Err(Refusal::field("documentDueDate", Message::plain("validDate")))
    } else {
        Ok(())
    }
}

/// Loads a request that this access includes. Views hide what a party may not see.
pub(crate) async fn load<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    txn_ref_no: &str,
    at: &EntityClock,
) -> Result<RequestAggregate> {
    let found = app.store.request(access, txn_ref_no, &at.today.to_string(), at.four_eyes).await;
    Ok(found.map_err(|error| error.within(txn_ref_no))?.ok_or(Refusal::NotFound)?)
}

async fn commit(
    app: &App,
    access: &RequestAccess<Change>,
    before: &RequestAggregate,
    outcome: Outcome,
    at: &EntityClock,
) -> Result<RequestAggregate> {
    let mut prepared = prepare(app, access, before, outcome, at).await?;
    app.store.commit(access.permit(), std::mem::take(&mut prepared.batch)).await?;
    announce(app, access, before, &mut prepared).await;
    Ok(prepared.after)
}

/// A change that only has to be committed and announced.
pub(super) struct PreparedChange {
    pub batch: Batch,
    pub after: RequestAggregate,
    notices: Vec<(String, Notice)>,
}

/// Everything that a change writes: the request, its audit entry, messages, meetings and renewals.
pub(super) async fn prepare(
    app: &App,
    access: &RequestAccess<Change>,
    before: &RequestAggregate,
    mut outcome: Outcome,
    at: &EntityClock,
) -> Result<PreparedChange> {
    let after = &mut outcome.after;
    let mut batch = changed(access, before, after, &outcome.step);
    batch.statements.append(&mut outcome.more);
    batch.statements.extend(review_waiting::settle(access, (before, after), &outcome.step));
    let notified = notifications::for_effects(app, access, after, &outcome.effects, &outcome.step).await?;
    batch.statements.extend(notified.statements);
    batch.statements.extend(webhooks::for_effects(app, access, after, &outcome.effects, &outcome.step).await?);
    let shares = documents::shares_for(app, access, after, &outcome.effects, &outcome.step.now).await?;
    batch.statements.extend(shares);
    batch.statements.extend(crate::retention::for_closing(app, access, (before, after), at).await?);
    batch.statements.extend(notifications::to_dropped(app, access, before, after, &outcome.step).await?);
    let cancelled = meetings::cancel_meetings(app, access, (before, after), &outcome.effects, at).await?;
    batch.statements.extend(cancelled.statements);
    batch.entries.extend(cancelled.entries);
    batch.statements.extend(compliance::for_effects(app, access, (before, after), &outcome.effects, at).await?);
    Ok(PreparedChange { batch, after: outcome.after, notices: notified.notices })
}

/// Informs open pages of a committed change.
pub(super) async fn announce(
    app: &App,
    access: &RequestAccess<Change>,
    before: &RequestAggregate,
    change: &mut PreparedChange,
) {
    live::push_notices(app, access, std::mem::take(&mut change.notices));
    live::publish_change(app, access, &change.after, Some(before)).await;
}
