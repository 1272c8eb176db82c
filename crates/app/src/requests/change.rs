//! The one way a request changes: read, decide, write; again if somebody else was quicker.

use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::message::Message;
use domain::request::{Effect, Event, RequestAction, apply};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;
use store::requests::{ActionTaken, DocumentRow, RequestAggregate, changed};
use store::{Error, Statement};

use super::{compliance, live, meetings, notifications, refusal};
use crate::{App, Result};

const TRIES: usize = 8;

/// When it is, in the entity's own time.
#[derive(Debug, Clone)]
pub(crate) struct EntityClock {
    pub today: Date,
    pub now: String,
    pub zone: TimeZone,
    /// Whether the entity wants two people to waive a mandatory document.
    pub four_eyes: bool,
}

impl EntityClock {
    /// The day of a moment, as the entity counts days.
    pub fn day_of(&self, stamp: &str) -> Date {
        stamp.parse::<Timestamp>().map_or(self.today, |moment| moment.to_zoned(self.zone.clone()).date())
    }

    /// When a day begins for the entity.
    pub fn begin(&self, day: Date) -> String {
        let begin = day.to_zoned(self.zone.clone()).map_or(Timestamp::MIN, |begin| begin.timestamp());
        store::audit::stamp(begin)
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

/// What was decided: the request afterwards, what was done, and what follows.
pub(crate) struct Outcome {
    pub after: RequestAggregate,
    pub step: ActionTaken,
    pub effects: Vec<Effect>,
    pub more: Vec<Statement>,
}

impl Outcome {
    /// Lets the rules decide on one event.
    pub fn by(
        aggregate: &RequestAggregate,
        event: &Event,
        entity_clock: &EntityClock,
        step: ActionTaken,
    ) -> std::result::Result<Outcome, Refusal> {
        let (next, effects) = apply(&aggregate.state(), event, entity_clock.today).map_err(refusal)?;
        let mut after = aggregate.clone();
        after.follow(&next, &step);
        Ok(Outcome { after, step, effects, more: Vec::new() })
    }

    /// Lets the rules decide on one more.
    pub fn and(mut self, event: &Event, entity_clock: &EntityClock) -> std::result::Result<Outcome, Refusal> {
        let (next, effects) = apply(&self.after.state(), event, entity_clock.today).map_err(refusal)?;
        self.after.follow(&next, &self.step);
        self.effects.extend(effects);
        Ok(self)
    }
}

/// A step of whoever looks, with nothing said yet.
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

/// Changes a request. With a version, another's change in between is refused; without one it is decided again.
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
    for _ in 0..TRIES {
        let aggregate = load(app, access, txn_ref_no, &entity_clock).await?;
        check_version(&aggregate, version)?;
        let decided = decide(&aggregate, &entity_clock)?;
        match commit(app, access, &aggregate, decided, &entity_clock).await {
            Err(Error::Refused(Refusal::Stale)) if version.is_none() => continue,
            other => return other,
        }
    }
    Err(Refusal::Stale.into())
}

/// Whoever says which version he saw means that one.
pub(super) fn check_version(aggregate: &RequestAggregate, version: Option<i64>) -> std::result::Result<(), Refusal> {
    match version {
        Some(version) if version != aggregate.request.version_number => Err(Refusal::Stale),
        _ => Ok(()),
    }
}

/// Nothing goes out that was due before it goes.
pub(super) fn check_due(aggregate: &RequestAggregate, at: &EntityClock) -> std::result::Result<(), Refusal> {
    let today = at.today.to_string();
    let is_over = |row: &DocumentRow| row.due.as_ref().is_some_and(|due| *due < today);
    match aggregate.request.document_due_date < today || aggregate.documents.iter().any(is_over) {
        true => Err(Refusal::field("documentDueDate", Message::plain("validDate"))),
        false => Ok(()),
    }
}

/// The whole of a request that this access shows; what of it a party may see is cut out where it is shown.
pub(crate) async fn load<Kind>(
    app: &App,
    access: &RequestAccess<Kind>,
    txn_ref_no: &str,
    at: &EntityClock,
) -> Result<RequestAggregate> {
    let found = app.store.request(access, txn_ref_no, &at.today.to_string(), at.four_eyes).await?;
    Ok(found.ok_or(Refusal::NotFound)?)
}

async fn commit(
    app: &App,
    access: &RequestAccess<Change>,
    before: &RequestAggregate,
    mut decided: Outcome,
    at: &EntityClock,
) -> Result<RequestAggregate> {
    let after = &mut decided.after;
    let mut batch = changed(access, before, after, &decided.step);
    batch.statements.append(&mut decided.more);
    let told = notifications::for_effects(app, access, after, &decided.effects, &decided.step).await?;
    batch.statements.extend(told.statements);
    batch.statements.extend(notifications::to_dropped(app, access, before, after, &decided.step).await?);
    let cancelled = meetings::cancel_meetings(app, access, (before, after), &decided.effects, at).await?;
    batch.statements.extend(cancelled.statements);
    batch.entries.extend(cancelled.entries);
    batch.statements.extend(compliance::for_effects(app, access, (before, after), &decided.effects, at).await?);
    app.store.commit(access.permit(), batch).await?;
    live::push_notices(app, access, told.notices);
    live::tell(app, access, after, Some(before)).await;
    Ok(decided.after)
}
