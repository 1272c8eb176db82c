//! Decisions on proposals: approve, decline, withdraw.

use domain::Refusal;
use domain::access::{Action, Actor, Change, Permit};
use domain::four_eyes::{CLOSE_DAYS, Closeness, Refused, may_approve};
use domain::master_data::{self, Definition};
use domain::message::Message;
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};
use store::audit::stamp;
use store::master_data::key_text;
use store::proposals::{Proposal, decide};
use store::{Batch, Entry};

use super::propose::{deciding, definition_of, view};
use crate::master_data::delete::delete_with;
use crate::master_data::invalidate_caches;
use crate::master_data::protect::seal_label;
use crate::master_data::save::save_with;
use crate::master_data::update::update_with;
use crate::master_data::user_access::SameCommit;
use crate::{App, Error, Result};

/// The most characters of a reason.
const LONGEST_REMARKS: usize = 500;

fn text<'a>(body: &'a Map<String, Value>, name: &str) -> &'a str {
    body.get(name).and_then(Value::as_str).unwrap_or_default()
}

async fn find<Kind>(app: &App, permit: &Permit<Kind>, body: &Map<String, Value>) -> Result<Proposal> {
    Ok(app.store.proposal(permit, text(body, "proposalId")).await?.ok_or(Refusal::NotFound)?)
}

/// The resource that a proposal changes, and what somebody must be allowed to do on its screen to decide.
pub async fn proposal_right<Kind>(
    app: &App,
    permit: &Permit<Kind>,
    body: &Map<String, Value>,
) -> Result<(&'static Definition, Action)> {
    let found = find(app, permit, body).await?;
    Ok((definition_of(&found).ok_or(Refusal::NotFound)?, deciding(&found)))
}

/// Approves, declines or withdraws a proposal. The approver must be another person, whose access does not come from
/// the proposer.
pub async fn decide_proposal(
    app: &App,
    actor: &Actor,
    permit: &Permit<Change>,
    body: &Map<String, Value>,
) -> Result<Value> {
    let found = find(app, permit, body).await?;
    let definition = definition_of(&found).ok_or(Refusal::NotFound)?;
    let is_own = found.proposed_by == permit.actor();
    let (state, name) = match text(body, "action") {
        "approve" if is_own => return Err(Refusal::NotYou(Message::plain("ownProposal")).into()),
        "approve" => ("approved", "approve-proposal"),
        "decline" | "withdraw" if is_own => ("withdrawn", "withdraw-proposal"),
        "decline" => ("declined", "decline-proposal"),
        "withdraw" => return Err(Refusal::NotYou(Message::plain("notAllowed")).into()),
        _ => return Err(Refusal::BadRequest("a proposal is approved, declined or withdrawn").into()),
    };
    if !found.is_waiting() {
        return Err(Refusal::Conflict(Message::plain("wrongState")).into());
    }
    let remarks = Some(text(body, "remarks").trim()).filter(|remarks| !remarks.is_empty());
    if remarks.is_some_and(|remarks| remarks.chars().count() > LONGEST_REMARKS) {
        let message = Message::about("enterValid", "common", "remarks");
        return Err(Refusal::field("remarks", message).into());
    }
    let (id, now) = (&found.proposal_id, stamp(app.clock.now()));
    let detail = json!({
        "proposalId": id, "operation": found.operation, "changed": found.fields, "proposedBy": found.proposed_by,
        "remarks": remarks,
    });
    let entry =
        Entry { action: name, resource: definition.resource, key: key_text(&key_of(definition, &found)), detail };
    let batch = Batch::audited(entry).and(decide(permit, id, state, remarks, &now));
    if state == "approved" {
        check_approver(app, actor, permit, &found).await?;
        Box::pin(apply(app, permit, definition, &found, batch)).await?;
    } else {
        app.store.commit(permit, batch).await?;
    }
    invalidate_caches(app, definition, permit.scope());
    Ok(view(actor, &find(app, permit, body).await?))
}

fn key_of(definition: &'static Definition, proposal: &Proposal) -> Vec<master_data::Value> {
    let value = |name: &str| proposal.key.get(name).map_or(master_data::Value::Null, super::stored);
    definition.key().map(|field| value(field.name)).collect()
}

/// Refuses an approver whose access the proposer gave or changed lately, one who lately gave the proposer theirs, one
/// who lately changed the own address, and sessions of a recently changed sign-on.
async fn check_approver(app: &App, actor: &Actor, permit: &Permit<Change>, proposal: &Proposal) -> Result<()> {
    let session = app.store.session(permit, &actor.session_id).await?;
    let closeness = Closeness {
        handed_over_on: app.store.last_handover(permit, &actor.user_id, &proposal.proposed_by).await?,
        gave_access_on: app.store.last_handover(permit, &proposal.proposed_by, &actor.user_id).await?,
        moved_on: app.store.last_own_address(permit, &actor.user_id).await?,
        is_proposed_by_changed_sso: proposal.by_changed_sso,
        is_session_by_sso: session.is_none_or(|session| session.by_sso),
        sso_changed_on: app.store.sso_changed_on(permit).await?,
    };
    let close = SignedDuration::from_hours(24 * CLOSE_DAYS);
    let (key, since) = match may_approve(&closeness, &stamp(app.clock.now() - close)) {
        Ok(()) => return Ok(()),
        Err(Refused::TooClose(since)) => ("approverTooClose", since),
        Err(Refused::GaveAccess(since)) => ("approverGaveAccess", since),
        Err(Refused::Moved(since)) => ("approverMoved", since),
        Err(Refused::BySso(since)) => ("approverBySso", since),
        Err(Refused::ProposedBySso) => {
            let message = Message::plain("proposedByChangedSso").with("who", &proposal.proposed_by);
            return Err(Refusal::NotYou(message).into());
        }
    };
    let zone = app.entity_facts(permit.scope()).await?.time_zone.clone();
    let zone = jiff::tz::TimeZone::get(&zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let from: Timestamp = since.parse().map_err(Error::internal)?;
    let day = (from + close).to_zoned(zone).date();
    Err(Refusal::NotYou(Message::plain(key).with("who", &proposal.proposed_by).with_day("date", day)).into())
}

/// Applies a proposal through the same code as a direct change, in the commit of its approval.
async fn apply(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    proposal: &Proposal,
    batch: Batch,
) -> Result<()> {
    let with = SameCommit { batch, proposed_by: Some(proposal.proposed_by.clone()), ..SameCommit::default() };
    let mut body = match proposal.operation.as_str() {
        "S" => Map::new(),
        _ => unchanged(app, permit, definition, proposal).await?,
    };
    if proposal.operation == "D" {
        let version = body.get("versionNumber").cloned().unwrap_or(Value::Null);
        let mut key = proposal.key.clone();
        key.insert("versionNumber".into(), version);
        return delete_with(app, permit, definition, &key, with).await.map(drop);
    }
    for (name, pair) in &proposal.fields {
        body.insert(name.clone(), pair[1].clone());
    }
    for (name, sealed) in &proposal.secrets {
        let sealed = sealed.as_str().unwrap_or_default();
        let plain = app.store.unseal(permit.scope(), &seal_label(definition, name), sealed).await?;
        body.insert(name.clone(), plain.into());
    }
    match proposal.operation.as_str() {
        "S" => save_with(app, permit, definition, &body, None, with).await.map(drop),
        _ => update_with(app, permit, definition, &body, with).await.map(drop),
    }
}

/// The record as it is, if the proposed fields have not changed since.
async fn unchanged(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    proposal: &Proposal,
) -> Result<Map<String, Value>> {
    let found = app.store.find_record(permit, definition, &key_of(definition, proposal)).await?;
    let record = found.ok_or(Refusal::NotFound)?.to_map();
    let is_same = |(name, pair): (&String, &Value)| record.get(name).unwrap_or(&Value::Null) == &pair[0];
    if proposal.fields.iter().all(is_same) { Ok(record) } else { Err(Refusal::Stale.into()) }
}
