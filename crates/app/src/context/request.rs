//! What a use case of a request begins with: the request, and the action that is taken.

use domain::Refusal;
use domain::access::{Change, RequestAccess};
use domain::message::Message;
use domain::request::{Effect, Event, RequestAction, RuleViolation, apply};
use serde_json::{Map, Value};
use store::Statement;
use store::requests::{ActionTaken, DocumentRow, RequestAggregate};

use super::clock::EntityClock;
use crate::{App, Result};

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

/// A caller that sends a version must match the stored one.
pub(crate) fn check_version(aggregate: &RequestAggregate, version: Option<i64>) -> std::result::Result<(), Refusal> {
    match version {
        Some(version) if version != aggregate.request.version_number => Err(Refusal::Stale),
        _ => Ok(()),
    }
}

/// A request cannot be sent when a due date has passed.
pub(crate) fn check_due(aggregate: &RequestAggregate, at: &EntityClock) -> std::result::Result<(), Refusal> {
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

/// Maps a violated rule to a refusal.
pub(crate) fn refusal(violation: RuleViolation) -> Refusal {
    let conflict = |key| Refusal::Conflict(Message::plain(key));
    match violation {
        RuleViolation::WrongState => conflict("wrongState"),
        RuleViolation::StillOpen => conflict("stillOpen"),
        RuleViolation::NoSuchDocument => Refusal::NotFound,
        RuleViolation::NoDocuments => Refusal::field("parties", Message::about("select", "docrequest", "documents")),
        RuleViolation::LevelTooLow => Refusal::NotYou(Message::plain("levelTooLow")),
        RuleViolation::SamePerson => Refusal::NotYou(Message::plain("samePerson")),
        RuleViolation::OwnUpload => Refusal::NotYou(Message::plain("ownUpload")),
        RuleViolation::OwnWaiver => Refusal::NotYou(Message::plain("ownWaiver")),
        RuleViolation::MandatoryStays => Refusal::field("documentNo", Message::plain("mandatoryStays")),
        RuleViolation::ReasonMissing => Refusal::field("reason", Message::about("enter", "docrequest", "reason")),
        RuleViolation::DateInThePast => Refusal::field("expiresOn", Message::plain("validDate")),
    }
}

/// The reference number in the body.
pub fn reference(body: &Map<String, Value>) -> std::result::Result<&str, Refusal> {
    let text = body.get("txnRefNo").and_then(Value::as_str).unwrap_or_default().trim();
    if text.is_empty() { Err(Refusal::field("txnRefNo", Message::plain("EnTxn0001"))) } else { Ok(text) }
}

/// The version the caller saw, if given. Anything but a number counts as stale.
pub(crate) fn version(body: &Map<String, Value>) -> std::result::Result<Option<i64>, Refusal> {
    match body.get("versionNumber") {
        None | Some(Value::Null) => Ok(None),
        Some(value) => {
            let number = value.as_i64().ok_or_else(|| Refusal::field("versionNumber", Message::plain("stale")))?;
            Ok(Some(number))
        }
    }
}
