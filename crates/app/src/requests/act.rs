//! What is done to a request or to several: the actions of `docrequest/action`.

use domain::Refusal;
use domain::access::{Action, Actor, Change, Powers, RequestAccess, Viewer};
use domain::message::Message;
use domain::request::read::BodyReader;
use domain::request::{Event, Person};
use jiff::civil::Date;
use serde_json::{Map, Value, json};
use store::requests::{ActionTaken, DocumentRow, RequestAggregate};

use super::add::{add_document, add_party};
use super::change::{EntityClock, Outcome, change, check_due, entity_clock, step};
use super::find::describe;
use super::view::{DESKS, RequestView, level_on, view};
use super::{reference, refusal, version};
use crate::{App, Result};

/// Most requests of one bulk action.
const MOST: usize = 200;
/// Most days from the making of a request to its end, however often it is extended.
const MOST_DAYS: i32 = 3650;

/// Every action by its name.
pub const ACTIONS: &[&str] = &[
    "send",
    "approve",
    "decline",
    "cancel",
    "extend",
    "forward",
    "notify",
    "notrequired",
    "removedocument",
    "claim",
    "answerclaim",
    "answerwaiver",
    "withdrawwaiver",
    "adddocument",
    "addparty",
];

/// What a call wants done, read once.
struct ActionInput {
    reason: Option<String>,
    document: Option<u32>,
    granted: Option<bool>,
    until: Option<Date>,
    due: Option<Date>,
    to_user: Option<String>,
}

fn read(body: &Map<String, Value>, action: &str) -> std::result::Result<ActionInput, Refusal> {
    let mut reader = BodyReader::new(body, "");
    reader.only(&[
        "action",
        "txnRefNo",
        "versionNumber",
        "records",
        "reason",
        "documentNo",
        "granted",
        "expiresOn",
        "documentDueDate",
        "toUserId",
        "partySeqNo",
        "documentCode",
        "mandatory",
        "instructions",
        "party",
        "templateCode",
    ]);
    let wanted = ActionInput {
        reason: reader.text("reason", 1000),
        document: reader.int("documentNo", 1, 100_000).map(|number| number as u32),
        granted: body.contains_key("granted").then(|| reader.flag("granted", false)),
        until: reader.date("expiresOn"),
        due: reader.date("documentDueDate"),
        to_user: reader.text("toUserId", 50),
    };
    let needs_reason = ["decline", "cancel", "claim"].contains(&action);
    if needs_reason && wanted.reason.is_none() {
        reader.fail("reason", Message::about("enter", "docrequest", "reason"));
    }
    let of_documents = ["notrequired", "removedocument", "claim", "answerclaim", "answerwaiver", "withdrawwaiver"];
    if of_documents.contains(&action) && wanted.document.is_none() {
        reader.fail("documentNo", Message::about("select", "docrequest", "documentCode"));
    }
    if ["answerclaim", "answerwaiver"].contains(&action) && wanted.granted.is_none() {
        reader.fail("granted", Message::about("select", "docrequest", "granted"));
    }
    if action == "extend" && wanted.until.is_none() {
        reader.fail("expiresOn", Message::plain("validDate"));
    }
    if action == "forward" && wanted.to_user.is_none() {
        reader.fail("toUserId", Message::about("select", "docrequest", "toUserId"));
    }
    match reader.errors.is_empty() {
        true => Ok(wanted),
        false => Err(Refusal::Invalid(reader.errors)),
    }
}

/// Does one thing to one request; the answer is the request as it stands then.
pub async fn act(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    action: &str,
    body: &Map<String, Value>,
) -> Result<Value> {
    let today = entity_clock(app, access).await?.today;
    let after = match action {
        "adddocument" => add_document(app, access, body).await?,
        "addparty" => add_party(app, access, body).await?,
        _ => {
            let wanted = read(body, action)?;
            check_receiver(app, access, &wanted).await?;
            one(app, access, action, &wanted, reference(body)?, version(body)?).await?
        }
    };
    describe(app, access, view(&RequestView { actor, access, today }, &after)).await
}

/// Does one thing to several requests: each by itself, and told by itself if it cannot be.
pub async fn act_on_several(
    app: &App,
    actor: &Actor,
    access: &RequestAccess<Change>,
    action: &str,
    body: &Map<String, Value>,
) -> Result<Vec<std::result::Result<Value, (String, store::Error)>>> {
    let records = body.get("records").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    if records.is_empty() {
        return Err(Refusal::NothingSelected.into());
    }
    if records.len() > MOST {
        return Err(Refusal::field("records", Message::plain("tooMany").with("max", MOST)).into());
    }
    let wanted = read(body, action)?;
    check_receiver(app, access, &wanted).await?;
    let today = entity_clock(app, access).await?.today;
    // All of them are read before anything is done.
    let named = |record: &Value| {
        let none = || Refusal::field("records", Message::plain("EnTxn0001"));
        let record = record.as_object().ok_or_else(none)?;
        Ok((reference(record)?.to_owned(), version(record)?))
    };
    let named = records.iter().map(named).collect::<std::result::Result<Vec<_>, Refusal>>()?;
    let mut done = Vec::with_capacity(named.len());
    for (txn_ref_no, version) in &named {
        let outcome = one(app, access, action, &wanted, txn_ref_no, *version).await;
        done.push(match outcome {
            Ok(after) => Ok(view(&RequestView { actor, access, today }, &after)),
            Err(error) => Err((txn_ref_no.clone(), error)),
        });
    }
    Ok(done)
}

async fn one(
    app: &App,
    access: &RequestAccess<Change>,
    action: &str,
    wanted: &ActionInput,
    txn_ref_no: &str,
    version: Option<i64>,
) -> Result<RequestAggregate> {
    change(app, access, txn_ref_no, version, |aggregate, at| decide(access, action, wanted, aggregate, at)).await
}

fn named(action: &str) -> std::result::Result<&'static str, Refusal> {
    ACTIONS.iter().find(|known| **known == action).copied().ok_or(Refusal::BadRequest("unknown action"))
}

fn decide(
    access: &RequestAccess<Change>,
    action: &str,
    wanted: &ActionInput,
    aggregate: &RequestAggregate,
    at: &EntityClock,
) -> Result<Outcome> {
    let done = ActionTaken {
        reason: wanted.reason.clone(),
        document: wanted.document,
        ..step(access, Some(aggregate), at, named(action)?)
    };
    let document = wanted.document.unwrap_or(0);
    let has_reason = wanted.reason.is_some();
    let event = match action {
        "send" => {
            check_due(aggregate, at)?;
            Event::Send
        }
        "approve" => Event::Approve,
        "decline" => Event::Decline { has_reason },
        "cancel" => Event::Cancel { has_reason },
        "notify" => Event::Notified,
        "notrequired" => {
            return waive(aggregate, Event::NotRequired { document, by: staff(access) }, document, at, done);
        }
        "removedocument" => return remove_document(aggregate, document, at, done),
        "claim" => return claim(access, aggregate, document, at, done),
        "answerclaim" => {
            let is_granted = wanted.granted.unwrap_or(false);
            let done = ActionTaken { detail: json!({ "granted": is_granted }), ..done };
            let event = Event::AnswerClaim { document, by: staff(access), is_granted };
            return waive(aggregate, event, document, at, done);
        }
        "answerwaiver" => {
            let is_granted = wanted.granted.unwrap_or(false);
            let event = Event::AnswerWaiver { document, by: staff(access), is_granted };
            return waive(aggregate, event, document, at, done);
        }
        "withdrawwaiver" => {
            let is_asker = |row: &DocumentRow| row.waiver_by.as_deref() == Some(access.permit().actor());
            if aggregate.document(document).is_some_and(|row| row.waiver_by.is_some() && !is_asker(row)) {
                return Err(refusal(domain::request::RuleViolation::WrongState).into());
            }
            let event = Event::AnswerWaiver { document, by: staff(access), is_granted: false };
            return waive(aggregate, event, document, at, done);
        }
        "extend" => return extend(aggregate, wanted, at, done),
        "forward" => return forward(aggregate, wanted, done),
        _ => return Err(Refusal::BadRequest("unknown action").into()),
    };
    Ok(Outcome::by(aggregate, &event, at, done)?)
}

fn staff(access: &RequestAccess<Change>) -> Person {
    Person::Staff(access.permit().actor().to_owned())
}

/// Says in the log which half of a waiver this was: the first person asks, the second one answers, and both are named.
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
        (None, Some(_)) => decided.step.action = "askwaiver",
        (Some(asked_by), None) => {
            decided.step.action = "answerwaiver";
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

fn extend(aggregate: &RequestAggregate, wanted: &ActionInput, at: &EntityClock, done: ActionTaken) -> Result<Outcome> {
    let until = wanted.until.unwrap_or(at.today);
    let today = at.today.to_string();
    let detail = json!({ "expiresOn": until.to_string(), "was": aggregate.request.expires_on.to_string() });
    let mut decided = Outcome::by(aggregate, &Event::Extend { until }, at, ActionTaken { detail, ..done })?;
    // What was to come earlier and did not has the new time as well.
    let is_late = |row: &DocumentRow| row.status.is_owed() && row.due.as_ref().is_some_and(|due| *due < today);
    decided.after.documents.iter_mut().filter(|row| is_late(row)).for_each(|row| row.due = None);
    let request = &mut decided.after.request;
    let days = (until - at.day_of(&request.created_on)).get_days();
    if days > MOST_DAYS {
        return Err(Refusal::field("expiresOn", Message::plain("validDate")).into());
    }
    let was_due = request.document_due_date.parse().unwrap_or(at.today);
    let due = wanted.due.unwrap_or(if was_due < at.today { until } else { was_due });
    if due < at.today || due > until {
        return Err(Refusal::field("documentDueDate", Message::plain("validDate")).into());
    }
    request.document_due_date = due.to_string();
    request.expiry_days = days.into();
    Ok(decided)
}

fn forward(aggregate: &RequestAggregate, wanted: &ActionInput, done: ActionTaken) -> Result<Outcome> {
    if aggregate.request.decision.is_some() {
        return Err(refusal(domain::request::RuleViolation::WrongState).into());
    }
    let to = wanted.to_user.clone().unwrap_or_default();
    // To its owner it goes back, from whoever has it now.
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

/// Whoever is forwarded to must be there, and have a desk to work at.
async fn check_receiver(app: &App, access: &RequestAccess<Change>, wanted: &ActionInput) -> Result<()> {
    let Some(user) = &wanted.to_user else { return Ok(()) };
    let not_found = || Refusal::field("toUserId", Message::plain("userIdNotFound"));
    app.store.staff_address(access.permit(), user).await?.ok_or_else(not_found)?;
    let grants = app.store.grants(access.permit(), user).await?;
    let powers = Powers::of(&grants.roles);
    let works = |screen: &&str| powers.screens.get(*screen).is_some_and(|actions| actions.has(Action::Edit));
    // What is forwarded follows nobody behind a wall.
    let enters = match access.viewer() {
        Viewer::Staff { tenant, .. } => grants.branches.iter().any(|branch| branch.tenant == *tenant),
        _ => true,
    };
    match enters && DESKS.iter().any(works) {
        true => Ok(()),
        false => Err(Refusal::field("toUserId", Message::about("selectValid", "docrequest", "toUserId")).into()),
    }
}
