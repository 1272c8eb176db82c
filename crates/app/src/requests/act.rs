//! The actions of `docrequest/action`, on one request or on several.

use domain::Refusal;
use domain::access::{Action, Actor, Change, Powers, RequestAccess, RequestScreen, ScreenSet, Viewer};
use domain::message::Message;
use domain::request::bodies::{self, MOST_RECORDS};
use domain::request::read::BodyReader;
use domain::request::{Effect, Event, Person, ReminderKind, RequestAction, due_fault};
use jiff::SignedDuration;
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use store::requests::{ActionTaken, DocumentRow, RequestAggregate};

use super::add::{add_document, add_party};
use super::change::change;
use super::find::describe;
use super::view::{RequestView, level_on, view};
use crate::context::{EntityClock, Outcome, check_due, entity_clock, reference, refusal, step, version};
use crate::notifications::effects;
use crate::{App, Result};

/// How long a party is not reminded again by hand.
const REMINDED_FOR: SignedDuration = SignedDuration::from_hours(24);

/// The most days from creation to expiry, counting all extensions.
const MOST_DAYS: i32 = 3650;

/// The body of an action, read once.
struct ActionInput {
    reason: Option<String>,
    document: Option<u32>,
    granted: Option<bool>,
    until: Option<Date>,
    due: Option<Date>,
    to_user: Option<String>,
    party: Option<u32>,
}

fn read(body: &Map<String, Value>, action: RequestAction) -> std::result::Result<ActionInput, Refusal> {
    let mut reader = BodyReader::new(body, &bodies::ACTION);
    reader.only_declared();
    let input = ActionInput {
        reason: reader.text("reason"),
        document: reader.number("documentNo"),
        granted: reader.contains("granted").then(|| reader.flag("granted")),
        until: reader.date("expiresOn"),
        due: reader.date("documentDueDate"),
        to_user: reader.text("toUserId"),
        party: reader.number("partySeqNo"),
    };
    for name in action.required_fields() {
        let is_missing = match *name {
            "reason" => input.reason.is_none(),
            "documentNo" => input.document.is_none(),
            "granted" => input.granted.is_none(),
            "expiresOn" => input.until.is_none(),
            "toUserId" => input.to_user.is_none(),
            _ => false,
        };
        if is_missing {
            reader.fail_missing(name);
        }
    }
    reader.into_result(input)
}

/// Runs an action on one request and answers the changed request.
pub async fn act(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    action: RequestAction,
    body: &Map<String, Value>,
) -> Result<Value> {
    let at = entity_clock(app, access).await?;
    let after = match action {
        RequestAction::AddDocument => add_document(app, access, body).await?,
        RequestAction::AddParty => add_party(app, access, body).await?,
        _ => {
            let input = read(body, action)?;
            check_receiver(app, access, &input).await?;
            one(app, access, action, &input, reference(body)?, version(body)?).await?
        }
    };
    describe(app, access, view(&RequestView { actor, access, at: &at }, &after)).await
}

/// Runs an action on several requests. Each succeeds or fails on its own.
pub async fn act_on_several(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    action: RequestAction,
    body: &Map<String, Value>,
) -> Result<Vec<std::result::Result<Value, (String, store::Error)>>> {
    let records = body.get("records").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if records.is_empty() {
        return Err(Refusal::NothingSelected.into());
    }
    if records.len() > MOST_RECORDS {
        return Err(Refusal::field("records", Message::plain("tooMany").with("max", MOST_RECORDS)).into());
    }
    let input = read(body, action)?;
    check_receiver(app, access, &input).await?;
    let at = entity_clock(app, access).await?;
    // Read all records before changing any of them.
    let named = |record: &Value| {
        let none = || Refusal::field("records", Message::plain("EnTxn0001"));
        let record = record.as_object().ok_or_else(none)?;
        Ok((reference(record)?.to_owned(), version(record)?))
    };
    let named = records.iter().map(named).collect::<std::result::Result<Vec<_>, Refusal>>()?;
    let mut done = Vec::with_capacity(named.len());
    for (txn_ref_no, version) in &named {
        let outcome = one(app, access, action, &input, txn_ref_no, *version).await;
        done.push(match outcome {
            Ok(after) => Ok(view(&RequestView { actor, access, at: &at }, &after)),
            Err(error) => Err((txn_ref_no.clone(), error)),
        });
    }
    Ok(done)
}

async fn one(
    app: &App,
    access: &RequestAccess<Change>,
    action: RequestAction,
    input: &ActionInput,
    txn_ref_no: &str,
    version: Option<i64>,
) -> Result<RequestAggregate> {
    if action == RequestAction::Remind {
        return remind_now(app, access, txn_ref_no, input.party, version).await;
    }
    change(app, access, txn_ref_no, version, |aggregate, at| decide(access, action, input, aggregate, at)).await
}

/// Reminds one party, or all that owe documents.
pub(super) async fn remind_now(
    app: &App,
    access: &RequestAccess<Change>,
    txn_ref_no: &str,
    party: Option<u32>,
    version: Option<i64>,
) -> Result<RequestAggregate> {
    let since = store::audit::stamp(app.clock.now() - REMINDED_FOR);
    let lately = app.store.parties_reminded(access.permit(), txn_ref_no, &since).await?;
    change(app, access, txn_ref_no, version, |aggregate, at| {
        remind(aggregate, party, &lately, at, step(access, Some(aggregate), at, RequestAction::Remind))
    })
    .await
}

fn decide(
    access: &RequestAccess<Change>,
    action: RequestAction,
    input: &ActionInput,
    aggregate: &RequestAggregate,
    at: &EntityClock,
) -> Result<Outcome> {
    let done = ActionTaken {
        reason: input.reason.clone(),
        document: input.document,
        ..step(access, Some(aggregate), at, action)
    };
    let document = input.document.unwrap_or(0);
    let has_reason = input.reason.is_some();
    let event = match action {
        RequestAction::Send => return send(aggregate, at, done),
        RequestAction::Approve => Event::Approve,
        RequestAction::Decline => Event::Decline { has_reason },
        RequestAction::Cancel => Event::Cancel { has_reason },
        RequestAction::Notify => Event::Notified,
        RequestAction::NotRequired => {
            return waive(aggregate, Event::NotRequired { document, by: staff(access) }, document, at, done);
        }
        RequestAction::RemoveDocument => return remove_document(aggregate, document, at, done),
        RequestAction::Claim => return claim(access, aggregate, document, at, done),
        RequestAction::AnswerClaim => {
            let is_granted = input.granted.unwrap_or(false);
            let done = ActionTaken { detail: json!({ "granted": is_granted }), ..done };
            let event = Event::AnswerClaim { document, by: staff(access), is_granted };
            return waive(aggregate, event, document, at, done);
        }
        RequestAction::AnswerWaiver => {
            let is_granted = input.granted.unwrap_or(false);
            let event = Event::AnswerWaiver { document, by: staff(access), is_granted };
            return waive(aggregate, event, document, at, done);
        }
        RequestAction::WithdrawWaiver => {
            let is_asker = |row: &DocumentRow| row.waiver_by.as_deref() == Some(access.permit().actor());
            if aggregate.document(document).is_some_and(|row| row.waiver_by.is_some() && !is_asker(row)) {
                return Err(refusal(domain::request::RuleViolation::WrongState).into());
            }
            let event = Event::AnswerWaiver { document, by: staff(access), is_granted: false };
            return waive(aggregate, event, document, at, done);
        }
        RequestAction::Extend => return extend(aggregate, input, at, done),
        RequestAction::Forward => return forward(aggregate, input, done),
        _ => return Err(Refusal::BadRequest("unknown action").into()),
    };
    Ok(Outcome::by(aggregate, &event, at, done)?)
}

pub(super) fn send(aggregate: &RequestAggregate, at: &EntityClock, done: ActionTaken) -> Result<Outcome> {
    check_due(aggregate, at)?;
    Ok(Outcome::by(aggregate, &Event::Send, at, done)?)
}

/// Reminds the parties that owe documents, or one of them, but nobody twice within a day.
fn remind(
    aggregate: &RequestAggregate,
    party: Option<u32>,
    lately: &[u32],
    at: &EntityClock,
    done: ActionTaken,
) -> Result<Outcome> {
    let mut outcome = Outcome::by(aggregate, &Event::Remind, at, done)?;
    let owing = effects::owing(aggregate).map(|row| row.seq_no);
    let meant: Vec<u32> = owing.filter(|number| party.is_none_or(|party| party == *number)).collect();
    if meant.is_empty() {
        return Err(refusal(domain::request::RuleViolation::WrongState).into());
    }
    let left: Vec<u32> = meant.into_iter().filter(|number| !lately.contains(number)).collect();
    if left.is_empty() {
        return Err(Refusal::Conflict(Message::plain("remindedToday")).into());
    }
    outcome.effects.extend(left.iter().map(|party| Effect::Remind { party: *party, kind: ReminderKind::Recurring }));
    for row in outcome.after.parties.iter_mut().filter(|row| left.contains(&row.seq_no)) {
        row.reminded_on.push(at.today);
    }
    outcome.step.detail = json!({ "parties": left });
    Ok(outcome)
}

fn staff(access: &RequestAccess<Change>) -> Person {
    Person::Staff(access.permit().actor().to_owned())
}

/// Logs which half of a waiver this was: the first person requests it, the second one answers, and both are named.
fn waive(
    aggregate: &RequestAggregate,
    event: Event,
    document: u32,
    at: &EntityClock,
    done: ActionTaken,
) -> Result<Outcome> {
    let mut decided = Outcome::by(aggregate, &event, at, done)?;
    let waiver_by = |aggregate: &RequestAggregate| aggregate.document(document).and_then(|row| row.waiver_by.clone());
    let is_dropped =
        decided.after.document(document).is_some_and(|row| row.status == domain::request::DocumentStatus::NotRequired);
    match (waiver_by(aggregate), waiver_by(&decided.after)) {
        (None, Some(_)) => decided.step.action = RequestAction::AskWaiver,
        (Some(asked_by), None) => {
            decided.step.action = RequestAction::AnswerWaiver;
            decided.step.detail = json!({ "granted": is_dropped, "askedBy": asked_by });
        }
        _ => {}
    }
    Ok(decided)
}

fn remove_document(
    aggregate: &RequestAggregate,
    document: u32,
    at: &EntityClock,
    done: ActionTaken,
) -> Result<Outcome> {
    let mut decided = Outcome::by(aggregate, &Event::RemoveDocument { document }, at, done)?;
    decided.after.documents.retain(|row| row.number != document);
    decided.after.files.retain(|file| file.document != document);
    Ok(decided)
}

fn claim(
    access: &RequestAccess<Change>,
    aggregate: &RequestAggregate,
    document: u32,
    at: &EntityClock,
    done: ActionTaken,
) -> Result<Outcome> {
    let Viewer::Party { user_id } = access.viewer() else {
        return Err(Refusal::NotAllowed("only a party claims that a document is not needed").into());
    };
    let row =
        aggregate.document(document).filter(|row| level_on(access, aggregate, row) > 0).ok_or(Refusal::NotFound)?;
    if level_on(access, aggregate, row) < 3 {
        return Err(Refusal::NotYou(Message::plain("levelTooLow")).into());
    }
    let by = Person::Customer(user_id.clone());
    Ok(Outcome::by(aggregate, &Event::ClaimNotRequired { document, by, has_reason: true }, at, done)?)
}

fn extend(aggregate: &RequestAggregate, input: &ActionInput, at: &EntityClock, done: ActionTaken) -> Result<Outcome> {
    let until = input.until.unwrap_or(at.today);
    let today = at.today.to_string();
    let detail = json!({ "expiresOn": until.to_string(), "was": aggregate.request.expires_on.to_string() });
    let mut decided = Outcome::by(aggregate, &Event::Extend { until }, at, ActionTaken { detail, ..done })?;
    // Overdue documents lose their own due date, so that the new date of the request applies.
    let is_late = |row: &DocumentRow| row.status.is_owed() && row.due.as_ref().is_some_and(|due| *due < today);
    decided.after.documents.iter_mut().filter(|row| is_late(row)).for_each(|row| row.due = None);
    let request = &mut decided.after.request;
    let days = (until - at.day_of(&request.created_on)).get_days();
    if days > MOST_DAYS {
        return Err(Refusal::field("expiresOn", Message::plain("validDate")).into());
    }
    let was_due = request.document_due_date.parse().unwrap_or(at.today);
    let due = input.due.unwrap_or(if was_due < at.today { until } else { was_due });
    if let Some(message) = due_fault(due, at.today, until) {
        return Err(Refusal::field("documentDueDate", message).into());
    }
    request.document_due_date = due.to_string();
    request.expiry_days = days.into();
    Ok(decided)
}

fn forward(aggregate: &RequestAggregate, input: &ActionInput, done: ActionTaken) -> Result<Outcome> {
    if aggregate.request.decision.is_some() {
        return Err(refusal(domain::request::RuleViolation::WrongState).into());
    }
    let to = input.to_user.clone().unwrap_or_default();
    // Forwarding to the owner returns the request.
    let is_back = to == aggregate.request.owner;
    let has_it = aggregate.request.forwarded_to.as_ref().unwrap_or(&aggregate.request.owner);
    if to == *has_it || (to == done.actor && !is_back) {
        return Err(Refusal::field("toUserId", Message::plain("forwardToSame")).into());
    }
    let mut after = aggregate.clone();
    after.request.forwarded_to = (!is_back).then(|| to.clone());
    let done = ActionTaken { detail: json!({ "toUserId": to }), ..done };
    Ok(Outcome { after, step: done, effects: Vec::new(), more: Vec::new() })
}

/// The receiver of a forwarded request must exist and be able to edit requests in this tenant.
async fn check_receiver(app: &App, access: &RequestAccess<Change>, input: &ActionInput) -> Result<()> {
    let Some(user) = &input.to_user else { return Ok(()) };
    let not_found = || Refusal::field("toUserId", Message::plain("userIdNotFound"));
    app.store.staff_address(access.permit(), user).await?.ok_or_else(not_found)?;
    let grants = app.store.grants(access.permit(), user).await?;
    let powers = Powers::of(&grants.roles);
    let has_edit =
        |screen: RequestScreen| powers.screens.get(screen.name()).is_some_and(|actions| actions.has(Action::Edit));
    let has_tenant = match access.viewer() {
        Viewer::Staff { tenant, .. } => grants.branches.iter().any(|branch| branch.tenant == *tenant),
        _ => true,
    };
    if has_tenant && ScreenSet::BRANCH_EDITORS.iter().any(has_edit) {
        Ok(())
    } else {
        Err(Refusal::field("toUserId", Message::about("selectValid", "docrequest", "toUserId")).into())
    }
}
