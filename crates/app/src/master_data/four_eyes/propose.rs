//! Proposals: how they are made and shown.

use domain::access::{Action, Actor, Change, Permit, View};
use domain::master_data::{self, Definition, Record};
use serde_json::{Map, Value, json};
use store::master_data::key_text;
use store::proposals::{NewProposal, Proposal, propose as insert};
use store::{Batch, Entry};

use super::{Held, is_by_changed_sso};
use crate::master_data::protect::seal_label;
use crate::notifications::announce::{Announcement, waiting};
use crate::{App, Result};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    Save,
    Update,
    Delete,
}

impl Operation {
    fn code(self) -> &'static str {
        match self {
            Operation::Save => "S",
            Operation::Update => "U",
            Operation::Delete => "D",
        }
    }
}

/// A proposal, to be committed, and the administrators to be told of it afterwards.
pub(crate) struct Proposed {
    pub batch: Batch,
    pub told: Announcement,
}

impl Held {
    /// All of a new record.
    pub fn of_save(definition: &'static Definition, record: &Record) -> Held {
        let mut held = Held::default();
        for (field, value) in definition.stored().zip(&record.values) {
            if field.kind.is_secret() {
                held.secrets.extend(value.as_text().map(|plain| (field.name, plain.to_owned())));
            } else {
                held.fields.insert(field.name.to_owned(), json!([null, value.to_json()]));
            }
        }
        held
    }

    /// All of a deleted record.
    pub fn of_delete(definition: &'static Definition, record: &Map<String, Value>) -> Held {
        let fields = definition.stored().filter(|field| !field.kind.is_secret() && !field.kind.is_heavy());
        let value = |name: &str| record.get(name).cloned().unwrap_or(Value::Null);
        let fields = fields.map(|field| (field.name.to_owned(), json!([value(field.name), null]))).collect();
        Held { fields, secrets: Vec::new() }
    }
}

/// Stores held-back changes of a record as a proposal, of which administrators are told.
pub(crate) async fn propose(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    operation: Operation,
    key: &[master_data::Value],
    held: Held,
    now: &str,
) -> Result<Proposed> {
    let batch = proposal_batch(app, permit, definition, operation, key, held, now).await?;
    let told = waiting(app, permit, definition, &key_text(key), now).await?;
    Ok(Proposed { batch: batch.join(told.batch(permit)), told })
}

/// The proposal alone.
pub(crate) async fn proposal_batch(
    app: &App,
    permit: &Permit<Change>,
    definition: &'static Definition,
    operation: Operation,
    key: &[master_data::Value],
    held: Held,
    now: &str,
) -> Result<Batch> {
    let id = uuid::Uuid::now_v7().to_string();
    let names = definition.key().map(|field| field.name.to_owned());
    let own_key: Map<String, Value> = names.zip(key.iter().map(master_data::Value::to_json)).collect();
    let mut secrets = Map::new();
    for (name, plain) in &held.secrets {
        let sealed = app.store.seal(permit.scope(), &seal_label(definition, name), plain).await?;
        secrets.insert((*name).to_owned(), sealed.into());
    }
    let new = NewProposal {
        proposal_id: &id,
        resource: definition.resource,
        operation: operation.code(),
        key: &own_key,
        fields: &held.fields,
        secrets: &secrets,
        by_changed_sso: is_by_changed_sso(app, permit).await?,
    };
    let mut changed = held.fields.clone();
    changed.extend(held.secrets.iter().map(|(name, _)| ((*name).to_owned(), json!("(changed)"))));
    let detail = json!({ "proposalId": id, "operation": operation.code(), "changed": changed });
    let entry = Entry { action: "propose", resource: definition.resource, key: key_text(key), detail };
    Ok(Batch::audited(entry).and(insert(permit, &new, now)))
}

/// A proposal as its readers see it; of a secret only that it changes.
pub(super) fn view(actor: &Actor, proposal: &Proposal) -> Value {
    let change = |(name, pair): (&String, &Value)| json!({ "field": name, "old": pair[0], "new": pair[1] });
    let mut changes: Vec<Value> = proposal.fields.iter().map(change).collect();
    changes.extend(proposal.secrets.keys().map(|name| json!({ "field": name, "isSecret": true })));
    let action = deciding(proposal);
    let may_decide = definition_of(proposal).is_some_and(|definition| may(actor, definition, action));
    let allowed: &[&str] = if !proposal.is_waiting() || !may_decide {
        &[]
    } else if proposal.proposed_by == actor.user_id {
        &["withdraw"]
    } else {
        &["approve", "decline"]
    };
    json!({
        "proposalId": proposal.proposal_id, "state": proposal.state, "resource": proposal.resource,
        "key": proposal.key, "operation": proposal.operation, "changes": changes,
        "proposedBy": proposal.proposed_by, "proposedOn": proposal.proposed_on,
        "decidedBy": proposal.decided_by, "decidedOn": proposal.decided_on, "remarks": proposal.remarks,
        "allowed": allowed,
    })
}

pub(super) fn definition_of(proposal: &Proposal) -> Option<&'static Definition> {
    master_data::find(&proposal.resource)
}

/// What somebody must be allowed to do with the record to decide on its proposal.
pub(super) fn deciding(proposal: &Proposal) -> Action {
    if proposal.operation == Operation::Delete.code() { Action::Delete } else { Action::Edit }
}

fn may(actor: &Actor, definition: &Definition, action: Action) -> bool {
    definition.screens.iter().any(|screen| actor.may(screen, action))
}

/// The proposals of the resources that the caller may view: those that wait first, then the newest.
pub async fn proposals(app: &App, actor: &Actor, permit: &Permit<View>) -> Result<Vec<Value>> {
    let found = app.store.proposals(permit).await?;
    let is_open = |one: &&Proposal| definition_of(one).is_some_and(|definition| may(actor, definition, Action::View));
    Ok(found.iter().filter(is_open).map(|one| view(actor, one)).collect())
}
