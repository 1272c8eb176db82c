//! Changes that one person may not make alone where the entity requires four eyes.

use domain::Refusal;
use domain::access::{Change, Permit, View};
use domain::four_eyes::held_back;
use domain::master_data::{self, Definition, Draft, Purpose, Record, ValidationContext, Value as Stored, validate};
use domain::message::Message;
use serde_json::{Map, Value, json};
use store::proposals::{Proposal, decide, propose};
use store::{Batch, Entry};

use super::invalidate_caches;
use super::protect::shown;
use super::update::{changes, clear_moved_secrets};
use crate::retention::shortened_by;
use crate::{App, Error, Result};

/// Administrators cannot grant a role to themselves; another administrator must.
pub(super) async fn own_role(
    app: &App,
    permit: &Permit<Change>,
    definition: &Definition,
) -> Result<impl Fn(&Record) -> Option<Message>> {
    let is_guarded = definition.resource == "userrolemapping"
        && permit.actor_kind() == "staff"
        && app.entity_facts(permit.scope()).await?.four_eyes;
    let actor = permit.actor().to_owned();
    let user = definition.stored().position(|field| field.name == "userId");
    Ok(move |record: &Record| {
        let is_own = user.and_then(|at| record.values.get(at)).and_then(Stored::as_text) == Some(actor.as_str());
        (is_guarded && is_own).then(|| Message::plain("ownRole"))
    })
}

/// Removes weakening changes of the entity from the record and returns them as `{ name: [old, new] }`, to be approved
/// by a second person.
pub(super) fn hold_back(
    permit: &Permit<Change>,
    definition: &'static Definition,
    before: &Map<String, Value>,
    record: &mut Record,
    context: &ValidationContext,
) -> Result<Map<String, Value>, Refusal> {
    let mut held = Map::new();
    if definition.resource != "master" || permit.actor_kind() != "staff" {
        return Ok(held);
    }
    let names = held_back(before, &shown(definition, record));
    for (field, value) in definition.stored().zip(&mut record.values).filter(|(field, _)| names.contains(&field.name)) {
        let old = before.get(field.name).cloned().unwrap_or(Value::Null);
        held.insert(field.name.to_owned(), json!([old, value.to_json()]));
        *value = stored(&old);
    }
    // This combination of old and new values has not been validated yet.
    let errors = match held.is_empty() {
        true => Vec::new(),
        false => (definition.rules)(&Draft { definition, record, today: context.today, is_new: false }),
    };
    if errors.is_empty() { Ok(held) } else { Err(Refusal::Invalid(errors)) }
}

fn stored(value: &Value) -> Stored {
    match value {
        Value::Bool(flag) => Stored::Bool(*flag),
        Value::Number(number) => number.as_i64().map_or(Stored::Null, Stored::Int),
        Value::String(text) => Stored::text(text),
        _ => Stored::Null,
    }
}

/// Stores the held-back changes as a proposal.
pub(super) fn proposal_of(permit: &Permit<Change>, held: Map<String, Value>, now: &str) -> Batch {
    let (id, fields) = (uuid::Uuid::now_v7().to_string(), Value::Object(held));
    let statement = propose(permit, &id, &fields, now);
    Batch::audited(entry("propose", json!({ "proposalId": id, "changed": fields }))).and(statement)
}

/// An entry in the history of the entity, whose key is empty.
fn entry(action: &'static str, detail: Value) -> Entry {
    Entry { action, resource: "master", key: String::new(), detail }
}

fn view<Kind>(permit: &Permit<Kind>, proposal: &Proposal, may_decide: bool) -> Value {
    let change = |(name, pair): (&String, &Value)| json!({ "field": name, "old": pair[0], "new": pair[1] });
    let changes: Vec<Value> = proposal.fields.as_object().into_iter().flatten().map(change).collect();
    let allowed: &[&str] = match (proposal.is_waiting() && may_decide, proposal.proposed_by == permit.actor()) {
        (false, _) => &[],
        (true, true) => &["withdraw"],
        (true, false) => &["approve", "decline"],
    };
    json!({
        "proposalId": proposal.proposal_id, "state": proposal.state, "changes": changes,
        "proposedBy": proposal.proposed_by, "proposedOn": proposal.proposed_on,
        "decidedBy": proposal.decided_by, "decidedOn": proposal.decided_on, "allowed": allowed,
    })
}

/// Proposed changes of the entity, pending and decided, newest first.
pub async fn proposals(app: &App, permit: &Permit<View>, may_decide: bool) -> Result<Vec<Value>> {
    let found = app.store.proposals(permit).await?;
    Ok(found.iter().map(|one| view(permit, one, may_decide)).collect())
}

/// Approves, declines or withdraws a proposal. The approver must not be the proposer.
pub async fn decide_proposal(app: &App, permit: &Permit<Change>, body: &Map<String, Value>) -> Result<Value> {
    let text = |name: &str| body.get(name).and_then(Value::as_str).unwrap_or_default();
    let (id, action) = (text("proposalId"), text("action"));
    let found = app.store.proposal(permit, id).await?.ok_or(Refusal::NotFound)?;
    let is_own = found.proposed_by == permit.actor();
    let (state, name) = match action {
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
    let now = store::audit::stamp(app.clock.now());
    let detail = json!({ "proposalId": id, "changed": found.fields, "proposedBy": found.proposed_by });
    let mut batch = Batch::audited(entry(name, detail)).and(decide(permit, id, state, &now));
    let definition = master_data::find("master").ok_or_else(|| Error::internal("no entity master"))?;
    if state == "approved" {
        batch = batch.join(applied(app, permit, definition, &found, &now).await?);
    }
    app.store.commit(permit, batch).await?;
    invalidate_caches(app, definition, permit.scope());
    let after = app.store.proposal(permit, id).await?.ok_or(Refusal::NotFound)?;
    Ok(view(permit, &after, true))
}

/// Applies a proposal to the entity if the affected fields have not changed since.
async fn applied(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    proposal: &Proposal,
    now: &str,
) -> Result<Batch> {
    let scope = permit.scope();
    let before = app.store.find_record(permit, definition, &[]).await?.ok_or(Refusal::NotFound)?.to_map();
    let mut body = before.clone();
    for (name, pair) in proposal.fields.as_object().into_iter().flatten() {
        if before.get(name).unwrap_or(&Value::Null) != &pair[0] {
            return Err(Refusal::Stale.into());
        }
        body.insert(name.clone(), pair[1].clone());
    }
    let mut record = validate(definition, &body, Purpose::Update, &app.validation_context(scope).await?)?;
    let cleared = clear_moved_secrets(definition, &before, &mut record);
    let version = before.get("versionNumber").and_then(Value::as_i64).unwrap_or(0);
    let mut detail = changes(definition, &before, &record);
    for name in cleared {
        detail["changed"][name] = json!("(cleared)");
    }
    detail["proposedBy"] = json!(proposal.proposed_by);
    let mut batch = store::master_data::update(definition, scope, permit.actor(), &record, version, now, detail);
    batch.statements.extend(shortened_by(app, permit, &before, &shown(definition, &record), now).await?);
    Ok(batch)
}
