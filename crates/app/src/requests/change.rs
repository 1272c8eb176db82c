//! The one way a request changes: read, decide, write; again if somebody else was quicker.

use domain::Refusal;
use domain::access::{Change, Sight};
use domain::message::Message;
use domain::request::{Effect, Event, apply};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::Value;
use store::requests::{Case, DocumentRow, Step, changed};
use store::{Error, Statement};

use super::{compliance, letters, live, meetings, refusal};
use crate::{App, Result};

const TRIES: usize = 8;

/// When it is, in the entity's own time.
#[derive(Debug, Clone)]
pub(crate) struct Situation {
    pub today: Date,
    pub now: String,
    pub zone: TimeZone,
    /// Whether the entity wants two people to waive a mandatory document.
    pub four_eyes: bool,
}

impl Situation {
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

pub(crate) async fn situation<Kind>(app: &App, sight: &Sight<Kind>) -> Result<Situation> {
    let facts = app.entity_facts(sight.permit().scope()).await?;
    let zone = TimeZone::get(&facts.time_zone).unwrap_or(TimeZone::UTC);
    let now = app.clock.now();
    Ok(Situation {
        today: now.to_zoned(zone.clone()).date(),
        now: store::audit::stamp(now),
        zone,
        four_eyes: facts.four_eyes,
    })
}

/// What was decided: the request afterwards, what was done, and what follows.
pub(crate) struct Decided {
    pub after: Case,
    pub step: Step,
    pub effects: Vec<Effect>,
    pub more: Vec<Statement>,
}

impl Decided {
    /// Lets the rules decide on one event.
    pub fn by(case: &Case, event: &Event, situation: &Situation, step: Step) -> std::result::Result<Decided, Refusal> {
        let (next, effects) = apply(&case.state(), event, situation.today).map_err(refusal)?;
        let mut after = case.clone();
        after.follow(&next, &step);
        Ok(Decided { after, step, effects, more: Vec::new() })
    }

    /// Lets the rules decide on one more.
    pub fn and(mut self, event: &Event, situation: &Situation) -> std::result::Result<Decided, Refusal> {
        let (next, effects) = apply(&self.after.state(), event, situation.today).map_err(refusal)?;
        self.after.follow(&next, &self.step);
        self.effects.extend(effects);
        Ok(self)
    }
}

/// A step of whoever looks, with nothing said yet.
pub(crate) fn step(sight: &Sight<Change>, case: Option<&Case>, situation: &Situation, action: &'static str) -> Step {
    let for_user = case.filter(|case| case.head.is_forwarded).map(|case| case.head.owner.clone());
    Step {
        action,
        actor: sight.permit().actor().to_owned(),
        for_user,
        now: situation.now.clone(),
        zone: situation.zone.clone(),
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
    sight: &Sight<Change>,
    txn_ref_no: &str,
    version: Option<i64>,
    decide: F,
) -> Result<Case>
where
    F: Fn(&Case, &Situation) -> Result<Decided> + Send,
{
    let situation = situation(app, sight).await?;
    for _ in 0..TRIES {
        let case = load(app, sight, txn_ref_no, &situation).await?;
        check_version(&case, version)?;
        let decided = decide(&case, &situation)?;
        match commit(app, sight, &case, decided, &situation).await {
            Err(Error::Refused(Refusal::Stale)) if version.is_none() => continue,
            other => return other,
        }
    }
    Err(Refusal::Stale.into())
}

/// Whoever says which version he saw means that one.
pub(super) fn check_version(case: &Case, version: Option<i64>) -> std::result::Result<(), Refusal> {
    match version {
        Some(version) if version != case.head.version_number => Err(Refusal::Stale),
        _ => Ok(()),
    }
}

/// Nothing goes out that was due before it goes.
pub(super) fn check_due(case: &Case, at: &Situation) -> std::result::Result<(), Refusal> {
    let today = at.today.to_string();
    let is_over = |row: &DocumentRow| row.due.as_ref().is_some_and(|due| *due < today);
    match case.head.document_due_date < today || case.documents.iter().any(is_over) {
        true => Err(Refusal::field("documentDueDate", Message::plain("validDate"))),
        false => Ok(()),
    }
}

/// The whole of a request that this sight shows; what of it a party may see is cut out where it is shown.
pub(crate) async fn load<Kind>(app: &App, sight: &Sight<Kind>, txn_ref_no: &str, at: &Situation) -> Result<Case> {
    let found = app.store.request(sight, txn_ref_no, &at.today.to_string(), at.four_eyes).await?;
    Ok(found.ok_or(Refusal::NotFound)?)
}

async fn commit(app: &App, sight: &Sight<Change>, before: &Case, mut decided: Decided, at: &Situation) -> Result<Case> {
    let after = &mut decided.after;
    let mut batch = changed(sight, before, after, &decided.step);
    batch.statements.append(&mut decided.more);
    let told = letters::of_effects(app, sight, after, &decided.effects, &decided.step).await?;
    batch.statements.extend(told.statements);
    batch.statements.extend(letters::to_dropped(app, sight, before, after, &decided.step).await?);
    let called_off = meetings::called_off(app, sight, (before, after), &decided.effects, at).await?;
    batch.statements.extend(called_off.statements);
    batch.entries.extend(called_off.entries);
    batch.statements.extend(compliance::of_effects(app, sight, (before, after), &decided.effects, at).await?);
    app.store.commit(sight.permit(), batch).await?;
    live::ring(app, sight, told.notices);
    live::tell(app, sight, after, Some(before)).await;
    Ok(decided.after)
}
