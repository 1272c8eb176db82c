//! Roles and branches that are saved together with a user.

use domain::Refusal;
use domain::access::access_admins::Removal;
use domain::access::{Action, Actor, Change, Permit, View, to_change};
use domain::master_data::{self, Definition, Purpose, ValidationContext, Value as Stored, validate, validate_key};
use domain::message::Message;
use domain::refusal::FieldError;
use serde_json::{Map, Value, json};
use store::Batch;
use store::access_guard::after_version;
use store::master_data::{Filter, ListQuery, delete, insert, update};

use super::four_eyes::{Announcement, Guard, Held, Operation, Proposed};
use super::protect::{audited, shown};
use super::save::{Saved, save_with};
use super::update::{Updated, changes, update_with};
use super::{check_scope, four_eyes};
use crate::context::Idempotency;
use crate::{App, Error, Result};

/// The maximum number of roles or branches of a user.
const MOST: usize = 1000;

/// The lists of a body: their names, the mappings that they are stored as, and the mapping of one entry.
pub(super) const LISTS: &[(&str, &str, ToMapping)] =
    &[("roles", "userrolemapping", role), ("branches", "userbranchaccess", branch)];

pub(super) type ToMapping = fn(&Value) -> Option<Map<String, Value>>;

fn role(entry: &Value) -> Option<Map<String, Value>> {
    json!({ "roleCode": entry.as_str()? }).as_object().cloned()
}

fn branch(entry: &Value) -> Option<Map<String, Value>> {
    let (tenant, branch) = (entry.get("tenantCode")?.as_str()?, entry.get("branchCode")?.as_str()?);
    json!({ "tenantCode": tenant, "branchCode": branch, "accessAllowed": true }).as_object().cloned()
}

/// What is committed with a record, such as the roles and branches of a user, and what follows after it.
#[derive(Default)]
pub(super) struct SameCommit {
    pub batch: Batch,
    pub removals: Vec<Removal>,
    pub is_invited: bool,
    /// The lists of which something waits for a second person.
    pub waiting: Vec<&'static str>,
    pub told: Vec<Announcement>,
    /// Who proposed the change that a second person approves.
    pub proposed_by: Option<String>,
    /// The version of access on which the commit depends.
    pub access_version: Option<i64>,
}

impl SameCommit {
    pub fn add(&mut self, batch: Batch) {
        self.batch = std::mem::take(&mut self.batch).join(batch);
    }

    /// The commit is refused when access has changed since this version.
    pub fn depend_on(&mut self, version: Option<i64>) {
        self.access_version = self.access_version.into_iter().chain(version).min();
    }

    /// All statements, to be committed with the record.
    pub fn take_batch(&mut self, permit: &Permit<Change>) -> Batch {
        let after = self.access_version.take().map(|version| after_version(permit, version));
        after.into_iter().fold(std::mem::take(&mut self.batch), Batch::and)
    }

    pub fn propose(&mut self, proposed: Proposed) {
        self.add(proposed.batch);
        self.told.push(proposed.told);
    }

    pub fn tell(&mut self, told: Announcement, permit: &Permit<Change>) {
        self.add(told.batch(permit));
        self.told.push(told);
    }
}

/// Asks for an invitation instead of a password.
const SEND_INVITATION: &str = "sendInvitation";

/// Saves a new user with roles and branches.
pub async fn save_user(
    app: &App,
    actor: &Actor,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
    repeat: Option<Idempotency>,
) -> Result<Saved> {
    let (mut user, mut change) = Box::pin(take_access(app, actor, permit, definition, body, Purpose::Save)).await?;
    let has_password = user.get("password").is_some_and(|password| !password.is_null() && password != "");
    change.is_invited = user.remove(SEND_INVITATION) == Some(Value::Bool(true)) && !has_password;
    save_with(app, permit, definition, &user, repeat, change).await.map_err(about_lists)
}

/// Updates a user, and the roles and branches that the body lists. A list that it leaves out stays as it is.
pub async fn update_user(
    app: &App,
    actor: &Actor,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
) -> Result<Updated> {
    let (user, change) = Box::pin(take_access(app, actor, permit, definition, body, Purpose::Update)).await?;
    update_with(app, permit, definition, &user, change).await.map_err(about_lists)
}

/// An unknown role or branch is an error of the list that names it.
fn about_lists(error: Error) -> Error {
    let Error::Refused(Refusal::Invalid(errors)) = error else { return error };
    let rename = |error: FieldError| match error.field.as_str() {
        "roleCode" => unknown_in("roles"),
        "tenantCode" | "branchCode" => unknown_in("branches"),
        _ => error,
    };
    Refusal::Invalid(errors.into_iter().map(rename).collect()).into()
}

fn unknown_in(list: &'static str) -> FieldError {
    FieldError::new(list, Message::about("selectValid", "usermaster", list))
}

/// The body without its lists, and the changes that they mean.
async fn take_access(
    app: &App,
    actor: &Actor,
    permit: &Permit<Change>,
    definition: &'static Definition,
    body: &Map<String, Value>,
    purpose: Purpose,
) -> Result<(Map<String, Value>, SameCommit)> {
    let (mut user, mut change) = (body.clone(), SameCommit::default());
    let context = app.validation_context(permit.scope()).await?;
    let key: Map<String, Value> = body.iter().filter(|(name, _)| *name == "userId").map(owned).collect();
    let key = validate_key(definition, &key, &context);
    for (name, resource, to_mapping) in LISTS {
        let Some(entries) = user.remove(*name).filter(|entries| !entries.is_null()) else { continue };
        // An invalid user id is reported with the other errors of the record.
        let Ok([Stored::Text(user_id)]) = key.as_deref() else { continue };
        let mapping = master_data::find(resource).ok_or_else(|| Error::internal("no such mapping"))?;
        let list = MappingList { app, permit, mapping, name, user_id, context: &context };
        let wanted = list.read(&entries, *to_mapping)?;
        let current = match purpose {
            Purpose::Save | Purpose::Invite => Vec::new(),
            Purpose::Update => list.current().await?,
        };
        list.compare(actor, wanted, current, &mut change).await?;
    }
    Ok((user, change))
}

fn owned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

/// One of the lists of a user.
struct MappingList<'a> {
    app: &'a App,
    permit: &'a Permit<Change>,
    mapping: &'static Definition,
    /// The name in the body, on which errors are reported.
    name: &'static str,
    user_id: &'a str,
    context: &'a ValidationContext,
}

impl MappingList<'_> {
    fn invalid(&self) -> Refusal {
        Refusal::Invalid(vec![unknown_in(self.name)])
    }

    /// The mappings that the body asks for, each once.
    fn read(&self, entries: &Value, to_mapping: ToMapping) -> Result<Vec<master_data::Record>> {
        let entries = entries.as_array().filter(|entries| entries.len() <= MOST).ok_or_else(|| self.invalid())?;
        let mut records: Vec<master_data::Record> = Vec::new();
        for entry in entries {
            let mut body = to_mapping(entry).ok_or_else(|| self.invalid())?;
            body.insert("userId".into(), self.user_id.into());
            let record = check_scope(self.mapping, self.permit.scope(), &body)
                .and_then(|()| validate(self.mapping, &body, Purpose::Save, self.context));
            let record = record.map_err(|refusal| self.about_list(refusal))?;
            if records.iter().all(|known| known.key(self.mapping) != record.key(self.mapping)) {
                records.push(record);
            }
        }
        Ok(records)
    }

    fn about_list(&self, refusal: Refusal) -> Refusal {
        match refusal {
            Refusal::Invalid(errors) => {
                let rename = |error: FieldError| FieldError::new(self.name, error.message);
                Refusal::Invalid(errors.into_iter().map(rename).collect())
            }
            other => other,
        }
    }

    /// The stored mappings of the user.
    async fn current(&self) -> Result<Vec<Map<String, Value>>> {
        let field = self.mapping.field("userId").ok_or_else(|| Error::internal("a mapping without a user"))?;
        let filter = Filter { field, value: Stored::text(self.user_id) };
        let query = ListQuery { filters: vec![filter], ..ListQuery::default() };
        let permit: Permit<View> = self.permit.clone().into();
        let page = self.app.store.list_page(&permit, self.mapping, &query, 0, MOST as i64).await?;
        serde_json::from_slice(&[b"[", &page.json[..], b"]"].concat()).map_err(Error::internal)
    }

    /// Adds what is missing and removes the rest, if the caller may do so on the screen of the mapping.
    async fn compare(
        &self,
        actor: &Actor,
        wanted: Vec<master_data::Record>,
        current: Vec<Map<String, Value>>,
        change: &mut SameCommit,
    ) -> Result<()> {
        let own_role = four_eyes::own_role(self.app, self.permit, self.mapping).await?;
        let guard = Guard::load(self.app, self.permit, self.mapping, "", None).await?;
        let now = self.now();
        for record in &wanted {
            let key = record.key(self.mapping);
            let known = current.iter().find(|row| self.key_of(row) == key);
            let Some(batch) = self.grant(record, known) else { continue };
            to_change(actor, self.mapping, None, Action::Edit)?;
            if let Some(message) = own_role(record) {
                return Err(Refusal::NotYou(message).into());
            }
            if known.is_none() && !guard.waits_to_save(self.mapping, record).is_empty() {
                let held = Held::of_save(self.mapping, record);
                let (app, permit) = (self.app, self.permit);
                let proposed = four_eyes::propose(app, permit, self.mapping, Operation::Save, &key, held, &now);
                change.propose(proposed.await?);
                change.waiting = vec![self.name];
                continue;
            }
            let applied = guard.applied(self.permit, self.mapping, None, record, &now);
            change.depend_on(applied.after);
            change.add(applied.statements.into_iter().fold(batch, Batch::and));
        }
        for row in current.iter().filter(|row| wanted.iter().all(|record| record.key(self.mapping) != self.key_of(row)))
        {
            let Some(batch) = self.revoke(row) else { continue };
            to_change(actor, self.mapping, None, Action::Delete)?;
            change.removals.extend((self.mapping.access_lost)(row));
            change.add(batch);
        }
        Ok(())
    }

    fn key_of(&self, row: &Map<String, Value>) -> Vec<Stored> {
        self.mapping
            .key()
            .map(|field| row.get(field.name).and_then(Value::as_str).map_or(Stored::Null, Stored::text))
            .collect()
    }

    fn now(&self) -> String {
        store::audit::stamp(self.app.clock.now())
    }

    /// `None` when the user has it already.
    fn grant(&self, record: &master_data::Record, known: Option<&Map<String, Value>>) -> Option<Batch> {
        let (scope, by, now) = (self.permit.scope(), self.permit.actor(), self.now());
        let Some(before) = known else {
            let detail = json!({ "record": audited(self.mapping, shown(self.mapping, record)) });
            return Some(insert(self.mapping, scope, by, record, &now, detail));
        };
        let was_revoked = before.get("accessAllowed") == Some(&Value::Bool(false));
        was_revoked.then(|| self.updated(before, record))
    }

    /// Deletes a role or a branch. A branch that was refused on its own screen stays refused.
    fn revoke(&self, row: &Map<String, Value>) -> Option<Batch> {
        if row.get("accessAllowed") == Some(&Value::Bool(false)) {
            return None;
        }
        let was = audited(self.mapping, row.clone());
        Some(delete(self.mapping, self.permit.scope(), &self.key_of(row), version_of(row), was, ""))
    }

    fn updated(&self, before: &Map<String, Value>, record: &master_data::Record) -> Batch {
        let (scope, by) = (self.permit.scope(), self.permit.actor());
        let detail = changes(self.mapping, before, record);
        update(self.mapping, scope, by, record, version_of(before), &self.now(), detail)
    }
}

fn version_of(row: &Map<String, Value>) -> i64 {
    row.get("versionNumber").and_then(Value::as_i64).unwrap_or(0)
}
